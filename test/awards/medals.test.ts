// The operations awardMedal and removeMedal.
import { sql } from 'kysely'
import contract from '../../generated/contract.json'
import { createAward } from '../../src/awards/medals/actions'
import { MAX_MEDALS } from '../../src/awards/medals/rules'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const [first] = group.members
const award = (name: string, userId: number = first) => community.client.post(`/v2/members/${userId}/medals`, { name })
const remove = (name: string, userId: number = first) =>
  community.client.delete(`/v2/members/${userId}/medals/${encodeURIComponent(name)}`)

beforeEach(async () => {
  community = await app.community()
  const ctx = await community.ctx()
  for (const name of ['Valor', 'Honour']) await createAward(ctx, 'medal', name)
})

/** Stores this number of one medal directly. */
async function give(name: string, count: number): Promise<void> {
  await community.client.get(`/v2/members/${first}`)
  await sql`insert into member_medal (community_id, user_id, medal_id, count)
    select community_id, ${first}, medal_id, ${count} from medal
    where community_id = ${community.communityId} and name = ${name}`.execute(app.app.db)
  await sql`update member set medal_occurrences = medal_occurrences + ${count}
    where community_id = ${community.communityId} and user_id = ${first}`.execute(app.app.db)
}

it('awards by name and creates the member on first use', async () => {
  const { status, body } = await award('Valor')
  expect([status, body.meta.change, body.data.username]).toEqual([200, 1, `Member${first}`])
  expect(body.data.medals).toEqual([{ name: 'Valor', count: 1, awardedAt: expect.any(String) }])
  const [entry] = await newestEntries(app.base, community.communityId, 1)
  expect(entry).toMatchObject({
    audit_id: Number(body.meta.auditId),
    action: 'member.medal.award',
    after: { name: 'Valor' },
  })
})

it('changes nothing when the member holds the medal', async () => {
  await award('Valor')
  const { status, body } = await award('Valor')
  expect([status, body.meta]).toEqual([200, { change: 0, auditId: null }])
  expect(body.data.medals[0].count).toBe(1)
})

it('removes all occurrences, and changes nothing when the medal is not held', async () => {
  await give('Valor', 3)
  const { body } = await remove('Valor')
  expect([body.meta.change, body.data.medals]).toEqual([-3, []])
  const again = await remove('Valor')
  expect([again.status, again.body.meta]).toEqual([200, { change: 0, auditId: null }])
})

it.each(['Order of the Ä🏅', 'a/b', '50%', '.', 'x'.repeat(100)])('accepts the name %s in the path', async (name) => {
  await createAward(await community.ctx(), 'medal', name)
  expect((await award(name)).body.data.medals[0].name).toBe(name)
  expect((await remove(name)).body.meta.change).toBe(-1)
})

it('returns 404 for a medal the community does not have, and creates no member', async () => {
  const other = await app.community()
  await createAward(await other.ctx(), 'medal', 'Theirs')
  const answer = await award('Theirs')
  expect([answer.status, answer.body.error.code]).toEqual([404, 'medal_not_found'])
  expect((await remove('Theirs')).body.error.code).toBe('member_not_found')
  expect((await community.client.get('/v2/members')).body.data).toEqual([])
})

it('returns 404 for a removal from an account that is not a member, and creates no member', async () => {
  const answer = await remove('Valor')
  expect([answer.status, answer.body.error.code]).toEqual([404, 'member_not_found'])
})

it('has the limit of the contract', () => {
  expect(contract.components.schemas.Member.properties.medals.maxItems).toBe(MAX_MEDALS)
})

describe('at the limit of 1,000 occurrences', () => {
  it('another medal fails with medal_limit_reached until one is removed', async () => {
    await give('Valor', 1_000)
    const rejected = await award('Honour')
    expect([rejected.status, rejected.body.error.code]).toEqual([409, 'medal_limit_reached'])
    await remove('Valor')
    expect((await award('Honour')).status).toBe(200)
  })

  it('another award of a medal that is held changes nothing', async () => {
    await give('Valor', 1_000)
    const { status, body } = await award('Valor')
    expect([status, body.meta]).toEqual([200, { change: 0, auditId: null }])
  })

  it('one of fifty concurrent awards of different medals succeeds at 999', async () => {
    const ctx = await community.ctx()
    const names = Array.from({ length: 50 }, (_, index) => `Medal ${index}`)
    for (const name of names) await createAward(ctx, 'medal', name)
    await give('Valor', 999)
    const answers = await Promise.all(names.map((name) => award(name)))
    const codes = answers.map(({ status, body }) => body.error?.code ?? status)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(codes.filter((code) => code === 'medal_limit_reached')).toHaveLength(49)
    const { rows } = await sql<{ held: number; counted: number }>`
      select m.medal_occurrences as counted, (select sum(h.count)::int from member_medal h where h.community_id = m.community_id and h.user_id = m.user_id) as held
      from member m where m.community_id = ${community.communityId}`.execute(app.app.db)
    expect(rows).toEqual([{ counted: 1_000, held: 1_000 }])
  })

  it('fifty concurrent awards of one medal at 999 award it once without an error', async () => {
    await give('Valor', 999)
    const answers = await Promise.all(Array.from({ length: 50 }, () => award('Honour')))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(answers.filter(({ body }) => body.meta.change === 1)).toHaveLength(1)
  })
})

it.each([
  [{}, '/body/name'],
  [{ name: '' }, '/body/name'],
  [{ name: 'x'.repeat(101) }, '/body/name'],
  [{ name: 'a\0' }, '/body/name'],
  [{ name: 'Valor', count: 2 }, '/body/count'],
  [{ name: 1 }, '/body/name'],
])('rejects %j with 400', async (body, place) => {
  const answer = await community.client.post(`/v2/members/${first}/medals`, body)
  expect([answer.status, answer.body.error.details.issues[0].instancePath]).toEqual([400, place])
})
