// Honest work that protections of earlier builds stopped: none of it is refused, paused or reported.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allScopes, issueKey } from '../../src/auth/actions'
import { group, startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { activeEvent } from '../events/fixture'
import { until } from '../support/until'

const { roles } = group
/** First of 10,000 accounts; none is used elsewhere. */
const FIRST = 5_000_000_001

let app: TestApp
let home: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp()
  app.world.addMembers(group.id, FIRST, 10_000)
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community()
  const scopes = ['members.read', 'members.experience.write', 'members.ranks.write', 'events.write', 'events.read']
  // the key of the README's command: a name and scopes only
  const { key } = await issueKey(await home.ctx(), { name: 'game server', scopes })
  client = app.clientFor(key, home.communityId)
})

const usersFrom = (count: number, first = FIRST): number[] => Array.from({ length: count }, (_, at) => first + at)
const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>, width = 16): Promise<void> => {
  const left = [...items]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
    }),
  )
}
const ended = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; count: number }>`select coalesce(error_code, status) as name, count(*)::int
    from platform_operation where community_id = ${home.communityId} group by 1`.execute(app.dba)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
const stops = async (): Promise<unknown> => {
  const { rows } = await sql`select action from audit_entry where community_id = ${home.communityId}
    and (action like '%.paused' or action like '%.limited' or action like '%alarm%')`.execute(app.dba)
  return rows
}

it('400 first promotions in a minute all arrive', async () => {
  await inParallel(usersFrom(400), async (userId) => {
    const body = { userId, rankUniqueId: roles.private, deadlineSeconds: 3_600 }
    const { status } = await client.post('/v2/platform-operations/ranks', body, { 'Idempotency-Key': randomUUID() })
    expect(status).toBe(202)
  })
  await until('all have ended', async () => (await ended())['succeeded'] === 400, 120_000)
  expect(await stops()).toEqual([])
})

it('an event with 250 recruits promotes them all', async () => {
  await home.client.patch(`/v2/ranks/${roles.private}`, { autoRank: { experience: 100 } })
  const users = usersFrom(250, FIRST + 500)
  const eventId = await activeEvent(home, [{ role: 'participant', experience: 100 }], users)
  expect((await client.post(`/v2/events/${eventId}/finish?wait=false`, undefined)).status).toBe(200)
  await until('all have ended', async () => (await ended())['succeeded'] === users.length, 120_000)
  expect(await stops()).toEqual([])
})

it('10,000 members moved in at 25,000 experience each keep it', async () => {
  const users = usersFrom(10_000)
  // stored directly: that the platform knows the members is not tested here
  await sql`insert into member (community_id, user_id) select ${home.communityId}, ${FIRST}::bigint + n
    from generate_series(0, 9999) n`.execute(app.dba)
  const batches = Array.from({ length: 100 }, (_, at) => users.slice(100 * at, 100 * at + 100))
  const temporary = ['platform_cloud_timeout', 'platform_cloud_unavailable', 'platform_cloud_rate_limited']
  const move = async (some: readonly number[]): Promise<void> => {
    const entries = some.map((userId) => ({ userId, experience: { op: 'set', amount: 25_000 } }))
    const { status, body } = await client.post('/v2/award-batches', { batchId: randomUUID(), entries })
    expect(status).toBe(200)
    const failed = (body.data.entries as { error?: { code: string } }[]).flatMap(({ error }, at) =>
      error ? [{ code: error.code, userId: some[at] as number }] : [],
    )
    expect(failed.map(({ code }) => code).filter((code) => !temporary.includes(code))).toEqual([])
    // the error asks to send the entry again
    if (failed.length > 0) await move(failed.map(({ userId }) => userId))
  }
  await inParallel(batches, move, 4)
  const { rows } = await sql<{ sum: number }>`select sum(experience)::float8 as sum from member
    where community_id = ${home.communityId}`.execute(app.dba)
  expect(rows[0]?.sum).toBe(25_000 * 10_000)
  expect(await stops()).toEqual([])
})

it('a reconciler that sends every rank each minute changes nothing and is never refused', async () => {
  const users = usersFrom(60, FIRST + 1_000)
  for (let minute = 0; minute < 10; minute++) {
    await inParallel(users, async (userId) => {
      const { status, body } = await client.put(`/v2/members/${userId}/rank`, { rankUniqueId: roles.recruit })
      expect([status, body.error?.code, body.data?.rank.uniqueId]).toEqual([200, undefined, roles.recruit])
    })
  }
  expect(await stops()).toEqual([])
  const { rows } = await sql`select from take_window where community_id = ${home.communityId}`.execute(app.dba)
  expect(rows).toEqual([])
})

describe('a thousand times the same', () => {
  const [member = 0] = group.members
  const key = randomUUID()
  const writes: Readonly<Record<string, (client: Client) => Promise<Answer>>> = {
    'an award': (by) => by.post(`/v2/members/${member}/experience`, { op: 'increment', amount: 10 }),
    'a set': (by) => by.post(`/v2/members/${member}/experience`, { op: 'set', amount: 1_500_000 }),
    'the rank already held': (by) => by.put(`/v2/members/${member}/rank`, { rankUniqueId: roles.recruit }),
    'a promotion at the top': (by) => by.post(`/v2/members/${group.members[1]}/rank/promote`, undefined),
    'one Idempotency-Key': (by) => {
      const body = { userId: group.members[2], rankUniqueId: roles.private, deadlineSeconds: 3_600 }
      return by.post('/v2/platform-operations/ranks', body, { 'Idempotency-Key': key })
    },
    'a medal held': (by) => by.post(`/v2/members/${member}/medals`, { name: 'Valor' }),
  }
  /** Answers that the specification gives; what it leaves open is absent. */
  const answers: Readonly<Record<string, readonly unknown[]>> = {
    'a promotion at the top': [409, 'rank_limit_reached'],
    'one Idempotency-Key': [202, undefined],
  }

  it.each(Object.entries(writes))('%s is answered the same each time, and counts nothing', async (name, write) => {
    await home.client.post('/v2/medals', { name: 'Valor' })
    await home.client.put(`/v2/members/${group.members[1]}/rank`, { rankUniqueId: roles.lieutenant })
    const { key: made } = await issueKey(await home.ctx(), { name: 'all', scopes: allScopes })
    const by = app.clientFor(made, home.communityId)
    const seen = new Set<string>()
    await inParallel(
      Array.from({ length: 1_000 }, (_, at) => at),
      async () => {
        const { status, body } = await write(by)
        seen.add(JSON.stringify([status, body.error?.code]))
      },
    )
    expect([...seen]).toEqual([JSON.stringify(answers[name] ?? [200, undefined])])
    expect(await stops()).toEqual([])
    const { rows } = await sql`select from take_window where community_id = ${home.communityId}`.execute(app.dba)
    expect(rows).toEqual([])
  })
})
