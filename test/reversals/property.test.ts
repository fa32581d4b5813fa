// For any changes by an author and by others, a reversal does what its preview says, and its effect can be reversed
// again.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { accepted, rolesOnPlatform } from '../operations/fixture'
import { group, startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../support/app'
import { runs } from '../support/runs'

interface Item {
  readonly auditId: string | null
  readonly userId: string
  readonly kind: 'experience' | 'quotaPoints' | 'medal' | 'qualification' | 'rank' | 'role'
  readonly rankUniqueId: number | null
  readonly state: string
  readonly change: number | null
  readonly clamped: boolean
  readonly reason: string | null
  readonly resultAuditId: string | null
  readonly operationId: string | null
}
type State = Record<Item['kind'], number>

let app: TestApp
let community: TestCommunity
let scopes: readonly string[]
let nextUser = 800_000
const { private: privateRank, sergeant, lieutenant, recruit } = group.roles
const VIP = 9005
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  app.world.addRole(group.id, { roleId: VIP, rank: 5, name: 'VIP' })
  // a worker process in name only: operations are accepted, and the test executes them
  await sql`insert into worker_process (worker_id, beat_at) values ('by hand', 'infinity')`.execute(app.dba)
  community = await app.community()
  await community.client.patch(`/v2/ranks/${VIP}`, { managed: false })
  // the runs of one minute make more rank changes than a group may
  await community.client.patch('/v2/settings', { rankChangesPerMinuteLimit: null })
  await refreshChangedByHand()
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
const ranks = fc.record({
  what: fc.constant('rank'),
  rank: fc.constantFrom(recruit, privateRank, sergeant, lieutenant),
  isByHand: fc.constantFrom(false, false, true),
})
const roles = fc.record({
  what: fc.constant('role'),
  action: fc.constantFrom('assign', 'unassign'),
  isByHand: fc.constantFrom(false, false, true),
})
const change = fc.oneof(points, awards, ranks, roles)
const changes = fc.array(fc.record({ isAuthor: fc.boolean(), member: fc.nat(1), change }), {
  minLength: 1,
  maxLength: 12,
})
type Change = typeof changes extends fc.Arbitrary<(infer T)[]> ? T : never

async function newMembers(): Promise<number[]> {
  const userIds = [nextUser++, nextUser++]
  for (const userId of userIds) {
    app.world.addUser({ userId, username: `Member${userId}` })
    app.world.addMember(group.id, userId)
    await sql`insert into member (community_id, user_id, experience, quota_points)
      values (${community.communityId}, ${userId}, 10, 10)`.execute(app.app.db)
  }
  return userIds
}

const dispatch = (): Promise<void> => tasksOf(app)['dispatch-bulk']({})
/** Lets the server read changes by hand from the group's audit log. */
const refreshChangedByHand = (): Promise<void> =>
  tasksOf(app)['refresh-drifted-members']({ communityId: community.communityId })

function changeByHand(userId: number, role: number, isGiven: boolean): void {
  if (isGiven) app.world.giveRole(group.id, userId, role, group.outsider)
  else app.world.takeRole(group.id, userId, role, group.outsider)
}

async function changeRank(client: Client, userId: number, { rank, isByHand }: Ranks): Promise<void> {
  if (!isByHand) {
    await accepted({ ...community, client }, { userId, rankUniqueId: rank })
    return dispatch()
  }
  for (const other of [privateRank, sergeant, lieutenant]) changeByHand(userId, other, other === rank)
}

async function changeRole(client: Client, userId: number, { action, isByHand }: Roles): Promise<void> {
  if (isByHand) return changeByHand(userId, VIP, action === 'assign')
  const body = { userId, roleUniqueId: VIP, action }
  await client.post('/v2/platform-operations/roles', body, { 'Idempotency-Key': randomUUID() })
  await dispatch()
}

type Of<What extends string> = Extract<Change['change'], { what: What }>
type Ranks = Of<'rank'>
type Roles = Of<'role'>

async function apply(client: Client, userId: number, { change }: Change): Promise<void> {
  if ('rank' in change) return changeRank(client, userId, change)
  if ('action' in change) return changeRole(client, userId, change)
  const path = `/v2/members/${userId}/${change.what}`
  if ('amount' in change) await client.post(path, { op: change.op, amount: change.amount })
  // giving an award that the member has, or taking one it lacks, is refused and changes nothing
  else if (change.op === 'give') await client.post(path, { name: 'Valor' })
  else await client.delete(`${path}/Valor`)
}

async function stateOf(userId: number): Promise<State> {
  const { data } = (await community.client.get(`/v2/members/${userId}`)).body
  const { experience, quotaPoints, medals, qualifications } = data
  const count = (awarded: { count?: number }[]): number => awarded.reduce((sum, { count: each = 1 }) => sum + each, 0)
  const role = data.roles.some(({ uniqueId }: { uniqueId: number }) => uniqueId === VIP) ? 1 : 0
  const awarded = { medal: count(medals), qualification: count(qualifications) }
  return { experience, quotaPoints, ...awarded, rank: data.rank.uniqueId as number, role }
}

async function reverse(body: object): Promise<{ reversalId: string; items: Item[] }> {
  const { reversalId } = (await community.client.post('/v2/reversals', body)).body.data
  const takeBack = () => tasksOf(app)['take-back']({ communityId: community.communityId, reversalId })
  await takeBack()
  await dispatch()
  await takeBack()
  const { data } = (await community.client.get(`/v2/reversals/${reversalId}/items?limit=100`)).body
  return { reversalId, items: data as Item[] }
}

const withoutResult = (items: readonly Item[]): object[] =>
  items.map((item) => ({ ...item, resultAuditId: null, operationId: null }))
const changeOf = (items: readonly Item[], userId: number, kind: Item['kind']): number =>
  items
    .filter((item) => item.userId === String(userId) && item.kind === kind)
    .reduce((sum, { change }) => sum + (change ?? 0), 0)

function expectedAfter(items: readonly Item[], userId: number, before: State): State {
  const kinds = ['experience', 'quotaPoints', 'medal', 'qualification', 'role'] as const
  const summed = kinds.map((kind) => [kind, before[kind] + changeOf(items, userId, kind)] as const)
  const ranksBack = items.filter(
    (item) => item.userId === String(userId) && item.kind === 'rank' && item.state === 'taken_back',
  )
  const rank = ranksBack[0]?.rankUniqueId ?? before.rank
  return { ...(Object.fromEntries(summed) as Omit<State, 'rank'>), rank }
}

/** The roles on the platform are those that the server shows. */
function assertOnPlatform(members: readonly number[], states: readonly State[]): void {
  for (const [index, userId] of members.entries()) {
    const { rank, role } = states[index] as State
    const held = [...new Set([recruit, rank, ...(role === 1 ? [VIP] : [])])].sort()
    expect(rolesOnPlatform(app, userId)).toEqual(held)
  }
}

it.each([
  ['a key', 'key', 40],
  ['an account that made changes by hand', 'account', 30],
] as const)(
  'of %s does what its preview says, changes members by what its items say, and is undone by a reversal of it',
  async (_, source, rounds) => {
    const property = async (acts: readonly Change[]): Promise<void> => {
      const author = await community.clientWith(scopes)
      const { keyId } = (await author.get('/v2/key')).body.data
      const sourceId = source === 'key' ? (keyId as string) : String(group.outsider)
      const from = new Date(Date.now() - (source === 'key' ? 600_000 : 0)).toISOString()
      const members = await newMembers()
      for (const act of acts) await apply(act.isAuthor ? author : community.client, members[act.member] ?? 0, act)
      await refreshChangedByHand()
      const window = { source, sourceId, from }
      const before = await Promise.all(members.map(stateOf))

      const preview = await reverse({ ...window, dryRun: true })
      expect(await Promise.all(members.map(stateOf))).toEqual(before)
      const done = await reverse(window)
      expect(withoutResult(done.items)).toEqual(withoutResult(preview.items))

      const expected = members.map((userId, index) => expectedAfter(done.items, userId, before[index] as State))
      expect(await Promise.all(members.map(stateOf))).toEqual(expected)
      assertOnPlatform(members, expected)

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
    await fc.assert(fc.asyncProperty(changes, property), { numRuns: runs(rounds) })
  },
)
