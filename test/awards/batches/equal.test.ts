// Random entries, given to one member by a batch and to a twin by single requests, have the same result.
import { sql } from 'kysely'
import { createAward } from '../../../src/awards/medals/actions'
import { setCommunity } from '../../../src/communities/actions'
import { MAX_POINTS } from '../../../src/awards/points/rules'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { pastTheGuard } from '../../support/audit'
import { some } from '../../support/runs'
import { addMembers, auditOf, newBatchId, numbersOf, send, type Outcome, type Points } from './fixture'

let app: TestApp
let community: TestCommunity
/** With all scopes, without those for medals, without those for quota points. */
let clients: Client[]
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
  await setCommunity(await community.ctx(), { experienceAwardLimit: 1_000, quotaAwardLimit: 5 })
  for (const name of ['A', 'B', 'C', 'Many', 'Old']) await createAward(await community.ctx(), 'medal', name)
  await community.client.patch('/v2/medals/Old', { archived: true })
  const may = ['members.experience.write', 'members.quota.write', 'members.medals.write']
  clients = [
    community.client,
    await community.clientWith(may.slice(0, 2)),
    await community.clientWith([may[0] ?? '', may[2] ?? '']),
  ]
})
afterAll(() => app.close())

/** A pseudo-random generator (mulberry32), so that a failure can be repeated from its seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Entry {
  readonly userId: number
  readonly experience?: Points
  readonly quotaPoints?: Points
  readonly medals?: readonly string[]
  readonly reason?: string
}

const TWIN = 5_000
const people = [1, 2, 3] as const

function makeEntry(random: () => number): Entry {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const points = (): Points => ({
    op: pick(['increment', 'decrement', 'set']),
    amount: pick([0, 1, 5, 6, 999, 1_000, 1_001, MAX_POINTS, Math.floor(random() * MAX_POINTS)]),
  })
  const some = pick(['e', 'q', 'm', 'eq', 'em', 'qm', 'eqm'])
  const names = Array.from({ length: pick([1, 1, 2, 4]) }, () => pick(['A', 'B', 'C', 'A', 'B', 'None', 'Old']))
  return {
    userId: pick(people),
    ...(some.includes('e') ? { experience: points() } : {}),
    ...(some.includes('q') ? { quotaPoints: points() } : {}),
    ...(some.includes('m') ? { medals: names } : {}),
    ...(random() < 0.5 ? { reason: `because ${Math.floor(random() * 9)}` } : {}),
  }
}

/** Sends the parts of an entry to the single routes, up to the first that fails. */
async function sendSingly(client: Client, entry: Entry): Promise<{ code: string } | { parts: object[] }> {
  const { userId, experience, quotaPoints, medals = [], reason } = entry
  const to = `/v2/members/${userId + TWIN}`
  const why = reason === undefined ? {} : { reason }
  const requests: [string, object][] = [
    ...(experience ? [[`${to}/experience`, { ...experience, ...why }] as [string, object]] : []),
    ...(quotaPoints ? [[`${to}/quota-points`, { ...quotaPoints, ...why }] as [string, object]] : []),
    ...medals.map((name): [string, object] => [`${to}/medals`, { name }]),
  ]
  const parts: object[] = []
  for (const [path, body] of requests) {
    const { error, meta } = (await client.post(path, body)).body
    if (error) return { code: error.code as string }
    parts.push({ ...meta, auditId: meta.auditId !== null })
  }
  return { parts }
}

/** The parts of an outcome as the single routes answer them. */
function partsOf({ experience, quotaPoints, medals = [], autoRank }: Outcome): object[] {
  const written = ({ auditId, ...rest }: { readonly auditId: string | null; readonly change: number }) => ({
    ...rest,
    auditId: auditId !== null,
  })
  return [
    ...(experience ? [{ ...written(experience), autoRank }] : []),
    ...(quotaPoints ? [written(quotaPoints)] : []),
    ...medals.map(({ change, auditId }) => written({ change, auditId })),
  ]
}

/** Runs an attempt. Its effects are undone unless it is kept. */
async function attempt<T>(userId: number, work: () => Promise<T>, isKept: boolean): Promise<T> {
  const { db } = app.app
  const where = sql`where community_id = ${community.communityId} and user_id = ${userId}`
  if (isKept) return work()
  const before = await numbersOf(app, community, userId)
  const held = (await sql<{ medal_id: number }>`select medal_id from member_medal ${where}`.execute(db)).rows
  const audits = (await auditOf(app, community, userId)).map(({ audit_id }) => audit_id)
  const result = await work()
  await sql`delete from member_medal ${where} and medal_id <> all (${held.map((one) => one.medal_id)}::bigint[])`.execute(
    db,
  )
  await pastTheGuard(app.dba, sql`delete from audit_entry ${where} and audit_id <> all (${audits}::bigint[])`)
  await sql`update member set experience = ${before?.experience}, quota_points = ${before?.quota_points},
    medal_occurrences = ${before?.medal_occurrences} ${where}`.execute(db)
  return result
}

async function stateOf(userId: number): Promise<object> {
  const { rows: medals } =
    await sql`select d.name, h.count from member_medal h join medal d using (community_id, medal_id)
    where h.community_id = ${community.communityId} and h.user_id = ${userId} order by d.name`.execute(app.app.db)
  const audit = await auditOf(app, community, userId)
  return {
    numbers: await numbersOf(app, community, userId),
    medals,
    // single medal awards have no reason
    audit: audit.map(({ action, before, after, reason, actor_kind, actor_id }) => ({
      action,
      before,
      after,
      actor_kind,
      actor_id,
      reason: action === 'member.medal.award' ? null : reason,
    })),
  }
}

/** New members, each with a twin, that may hold fewer than five more medals. */
async function startOver(random: () => number): Promise<void> {
  const { db } = app.app
  for (const table of ['member_medal', 'audit_entry', 'member']) {
    await pastTheGuard(app.dba, sql`delete from ${sql.table(table)} where community_id = ${community.communityId}`)
  }
  for (const userId of people) {
    await addMembers(app, community, [userId, userId + TWIN])
    const count = 1_000 - Math.floor(random() * 5)
    await sql`insert into member_medal (community_id, user_id, medal_id, count)
      select community_id, unnest(${[userId, userId + TWIN]}::bigint[]), medal_id, ${count} from medal
      where community_id = ${community.communityId} and name = 'Many'`.execute(db)
    await sql`update member set medal_occurrences = ${count} where community_id = ${community.communityId}
      and user_id = any (${[userId, userId + TWIN]}::bigint[])`.execute(db)
  }
}

const seen = new Set<string>()
const seeds = Array.from({ length: 40 }, (_, index) => index + 1)

it.each(some(seeds))('a batch of random awards equals single requests (seed %i)', async (seed) => {
  const random = randomOf(seed)
  await startOver(random)
  const client = clients[seed % clients.length] ?? community.client
  const entries = Array.from({ length: 8 }, () => makeEntry(random))
  const { body } = await send(client, entries, newBatchId())
  for (const [index, entry] of entries.entries()) {
    const outcome = body.data.entries[index] as Outcome
    const succeeded = outcome.status === 'succeeded'
    seen.add(outcome.error?.code ?? outcome.status)
    const expected = await attempt(entry.userId + TWIN, () => sendSingly(client, entry), succeeded)
    expect([entry, succeeded ? { parts: partsOf(outcome) } : { code: outcome.error?.code }]).toEqual([entry, expected])
  }
  for (const userId of people) expect(await stateOf(userId)).toEqual(await stateOf(userId + TWIN))
})

it('the random awards cover every kind of outcome', () => {
  expect([...seen].sort()).toEqual([
    'insufficient_scope',
    'medal_archived',
    'medal_limit_reached',
    'medal_not_found',
    'succeeded',
  ])
})
