// For any changes of an author and of others: the preview is the effect, and what was taken back can be given again.
import fc from 'fast-check'
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../support/app'
import { runs } from '../support/runs'

interface Item {
  readonly auditId: string
  readonly userId: string
  readonly kind: 'experience' | 'quotaPoints' | 'medal' | 'qualification'
  readonly state: string
  readonly change: number | null
  readonly clamped: boolean
  readonly reason: string | null
  readonly resultAuditId: string | null
}
type State = Record<Item['kind'], number>

let app: TestApp
let community: TestCommunity
let scopes: readonly string[]
let nextUser = 800_000
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
  scopes = (await community.client.get('/v2/key')).body.data.scopes as string[]
  for (const kind of ['medal', 'qualification'] as const) await createAward(await community.ctx(), kind, 'Valor')
})
afterAll(() => app.close())

const points = fc.record({
  what: fc.constantFrom('experience', 'quota-points'),
  op: fc.constantFrom('increment', 'decrement', 'set'),
  amount: fc.nat(20),
})
const awards = fc.record({ what: fc.constantFrom('medals', 'qualifications'), op: fc.constantFrom('give', 'take') })
const changes = fc.array(fc.record({ isAuthor: fc.boolean(), member: fc.nat(1), change: fc.oneof(points, awards) }), {
  minLength: 1,
  maxLength: 12,
})
type Change = typeof changes extends fc.Arbitrary<(infer T)[]> ? T : never

async function newMembers(): Promise<number[]> {
  const userIds = [nextUser++, nextUser++]
  for (const userId of userIds)
    await sql`insert into member (community_id, user_id, experience, quota_points)
      values (${community.communityId}, ${userId}, 10, 10)`.execute(app.app.db)
  return userIds
}

async function apply(client: Client, userId: number, { change }: Change): Promise<void> {
  const path = `/v2/members/${userId}/${change.what}`
  if ('amount' in change) await client.post(path, { op: change.op, amount: change.amount })
  // an award that the member has or lacks already is refused, which changes nothing
  else if (change.op === 'give') await client.post(path, { name: 'Valor' })
  else await client.delete(`${path}/Valor`)
}

async function stateOf(userId: number): Promise<State> {
  const { data } = (await community.client.get(`/v2/members/${userId}`)).body
  const { experience, quotaPoints, medals, qualifications } = data
  const count = (awarded: { count?: number }[]): number => awarded.reduce((sum, { count: each = 1 }) => sum + each, 0)
  return { experience, quotaPoints, medal: count(medals), qualification: count(qualifications) }
}

async function reverse(body: object): Promise<{ reversalId: string; items: Item[] }> {
  const { reversalId } = (await community.client.post('/v2/reversals', body)).body.data
  await tasksOf(app)['take-back']({ communityId: community.communityId, reversalId })
  const { data } = (await community.client.get(`/v2/reversals/${reversalId}/items?limit=100`)).body
  return { reversalId, items: data as Item[] }
}

const withoutResult = (items: readonly Item[]): object[] => items.map((item) => ({ ...item, resultAuditId: null }))
const changeOf = (items: readonly Item[], userId: number, kind: Item['kind']): number =>
  items
    .filter((item) => item.userId === String(userId) && item.kind === kind)
    .reduce((sum, { change }) => sum + (change ?? 0), 0)

it('does what its preview says, changes members by what its items say, and is undone by a reversal of it', async () => {
  const property = async (acts: readonly Change[]): Promise<void> => {
    const author = await community.clientWith(scopes)
    const { keyId } = (await author.get('/v2/key')).body.data
    const members = await newMembers()
    for (const act of acts) await apply(act.isAuthor ? author : community.client, members[act.member] ?? 0, act)
    const window = { source: 'key', sourceId: keyId as string, from: new Date(Date.now() - 600_000).toISOString() }
    const before = await Promise.all(members.map(stateOf))

    const preview = await reverse({ ...window, dryRun: true })
    expect(await Promise.all(members.map(stateOf))).toEqual(before)
    const done = await reverse(window)
    expect(withoutResult(done.items)).toEqual(withoutResult(preview.items))

    const kinds = ['experience', 'quotaPoints', 'medal', 'qualification'] as const
    const expected = members.map((userId, index) =>
      Object.fromEntries(
        kinds.map((kind) => [kind, (before[index]?.[kind] ?? 0) + changeOf(done.items, userId, kind)]),
      ),
    )
    expect(await Promise.all(members.map(stateOf))).toEqual(expected)

    const again = await reverse(window)
    for (const [index, { state }] of done.items.entries()) {
      const { reason } = again.items[index] ?? {}
      if (state === 'taken_back') expect(reason).toBe('already_taken_back')
    }
    expect(await Promise.all(members.map(stateOf))).toEqual(expected)

    if (done.items.some(({ clamped }) => clamped)) return
    await reverse({ source: 'reversal', sourceId: done.reversalId })
    expect(await Promise.all(members.map(stateOf))).toEqual(before)
  }
  await fc.assert(fc.asyncProperty(changes, property), { numRuns: runs(60) })
})
