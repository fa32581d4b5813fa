// The operations awardQualification and removeQualification.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const [first] = group.members
const path = `/v2/members/${first}/qualifications`

beforeEach(async () => {
  community = await app.community()
  for (const name of ['Pilot', 'Medic']) await createAward(await community.ctx(), 'qualification', name)
})

it('awards, lists by name, and removes', async () => {
  await community.client.post(path, { name: 'Pilot' })
  const { body } = await community.client.post(path, { name: 'Medic' })
  expect(body.data.qualifications.map(({ name }: { name: string }) => name)).toEqual(['Medic', 'Pilot'])
  expect(body.meta.change).toBe(1)
  const removed = await community.client.delete(`${path}/Pilot`)
  expect([removed.body.meta.change, removed.body.data.qualifications.length]).toEqual([-1, 1])
  const [entry] = await newestEntries(app.base, community.communityId, 1)
  expect(entry).toMatchObject({ action: 'member.qualification.remove', before: { name: 'Pilot' } })
})

it('changes nothing when it is already held, or already removed', async () => {
  await community.client.post(path, { name: 'Pilot' })
  expect((await community.client.post(path, { name: 'Pilot' })).body.meta).toEqual({ change: 0, auditId: null })
  await community.client.delete(`${path}/Pilot`)
  expect((await community.client.delete(`${path}/Pilot`)).body.meta).toEqual({ change: 0, auditId: null })
})

it('awards once for fifty concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => community.client.post(path, { name: 'Pilot' })))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(answers.filter(({ body }) => body.meta.change === 1)).toHaveLength(1)
})

it('returns 404 for a qualification the community does not have', async () => {
  await community.client.get(`/v2/members/${first}`)
  for (const answer of [
    await community.client.post(path, { name: 'Cook' }),
    await community.client.delete(`${path}/Cook`),
  ]) {
    expect([answer.status, answer.body.error.code]).toEqual([404, 'qualification_not_found'])
  }
})

it('returns 404 for a removal from an account that is not a member', async () => {
  const answer = await community.client.delete(`${path}/Pilot`)
  expect([answer.status, answer.body.error.code]).toEqual([404, 'member_not_found'])
})

describe('the stored number of qualifications of a member', () => {
  /** `counted`: as stored with the member; `held`: counted from the qualifications. */
  async function numbers(): Promise<{ counted: number; held: number }> {
    const { rows } = await sql<{ counted: number; held: number }>`
      select m.qualifications_held as counted, (select count(*)::int from member_qualification h
        where h.community_id = m.community_id and h.user_id = m.user_id) as held
      from member m where m.community_id = ${community.communityId} and m.user_id = ${first}`.execute(app.app.db)
    const [row] = rows
    if (!row) throw new Error('there is no such member')
    return row
  }

  it('is correct after fifty concurrent awards and removals', async () => {
    await community.client.post(path, { name: 'Pilot' })
    const change = (index: number) => {
      const name = index % 4 < 2 ? 'Pilot' : 'Medic'
      return index % 2 ? community.client.delete(`${path}/${name}`) : community.client.post(path, { name })
    }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => change(index)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    const { counted, held } = await numbers()
    expect(counted).toBe(held)
    const { body } = await community.client.get(`/v2/members/${first}`)
    expect(body.data.qualifications).toHaveLength(held)
  })

  it('is maintained by the database, because a server of the previous release does not update it', async () => {
    await community.client.get(`/v2/members/${first}`)
    const where = sql`where community_id = ${community.communityId}`
    await sql`insert into member_qualification (community_id, user_id, qualification_id)
      select community_id, ${first}, qualification_id from qualification ${where}`.execute(app.app.db)
    expect(await numbers()).toEqual({ counted: 2, held: 2 })
    await sql`delete from member_qualification ${where}`.execute(app.app.db)
    expect(await numbers()).toEqual({ counted: 0, held: 0 })
  })
})
