// What a person queues and takes is counted when it is accepted, so the person is asked beyond the number, as with a change that is
// waited for. The execution counts what the stored record of the member did not show.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  anyNumber,
  everyRank,
  group,
  startTestApp,
  type Answer,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { staffOf, type Staff } from '../support/people'
import { until } from '../support/until'
import { accepted, hold, read, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'

const { roles, members } = group
const [member, other, third] = members
const confirmed = { 'X-Confirmed': 'true' }
const EXCEEDED = [429, 'rate_limit_exceeded']

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  resetRoles(app)
  home = await app.community()
  for (const userId of members) {
    expect((await home.client.put(`/v2/members/${userId}/rank`, { rankUniqueId: roles.private })).status).toBe(200)
  }
})

const officer = (takesPerHourLimit: number): Promise<Staff> =>
  staffOf(app, home, 'officer', 'Ana', { ...everyRank, ...anyNumber, takesPerHourLimit })
const outcome = ({ status, body }: Answer) => [status, body.error?.code]
const keyed = (key: string) => ({ 'Idempotency-Key': key })
const submit = ({ client }: Pick<Staff, 'client'>, userId: number, body: object, headers = {}): Promise<Answer> =>
  client.post('/v2/platform-operations/ranks', { userId, ...body }, { ...keyed(randomUUID()), ...headers })
const demotion = { rankUniqueId: roles.recruit }
const queuedOf = async (userId: number): Promise<string[]> =>
  ((await home.client.get(`/v2/platform-operations?userId=${userId}&limit=20`)).body.data as { id: string }[]).map(
    ({ id }) => id,
  )
const takenIn = async (): Promise<number> =>
  (
    await sql<{ sum: number }>`select coalesce(sum(one), 0)::int as sum
      from take_window w cross join lateral unnest(w.taken) one where w.community_id = ${home.communityId}`.execute(
      app.base.db,
    )
  ).rows[0]?.sum ?? 0

const succeeds = async ({ status, body }: Answer): Promise<void> => {
  expect(status).toBe(202)
  expect(await settled(home, body.data.id as string)).toMatchObject({ status: 'succeeded' })
}

describe('a person beyond the number', () => {
  it.each([
    ['setting a lower rank', demotion],
    ['a demotion', { move: 'demote' }],
  ])('is asked at once for %s, and nothing is queued', async (_, body) => {
    const ana = await officer(1)
    await succeeds(await submit(ana, member, body))
    const before = await queuedOf(other)
    const key = keyed(randomUUID())
    const refused = await submit(ana, other, body, key)
    expect(outcome(refused)).toEqual(EXCEEDED)
    const { details } = refused.body.error
    expect(details).toMatchObject({ limit: 1, remaining: 0, confirmWith: 'X-Confirmed' })
    expect(Number(refused.headers['retry-after']) * 1_000).toBe(details.resetMs)
    expect([await queuedOf(other), rolesOnPlatform(app, other).includes(roles.private)]).toEqual([before, true])
    // the same request, confirmed
    const repeated = await submit(ana, other, body, { ...key, ...confirmed })
    expect(repeated.headers['idempotent-replayed']).toBeUndefined()
    await succeeds(repeated)
    expect([rolesOnPlatform(app, other).includes(roles.private), await takenIn()]).toEqual([false, 1])
  })

  it('is asked for one of two requests at the same time', async () => {
    const ana = await officer(3)
    const answers = await Promise.all(members.map((userId) => submit(ana, userId, demotion)))
    expect(answers.map(outcome).filter(([status]) => status === 202)).toHaveLength(3)
    expect(answers.map(outcome).filter(([status]) => status !== 202)).toEqual(Array(members.length - 3).fill(EXCEEDED))
    for (const answer of answers) if (answer.status === 202) await succeeds(answer)
    expect(await takenIn()).toBe(3)
  })

  it('is asked for a role, and for a retry', async () => {
    expect((await home.client.patch(`/v2/ranks/${roles.lieutenant}`, { managed: false })).status).toBe(200)
    const change = { userId: member, roleUniqueId: roles.lieutenant }
    const role = ({ client }: Pick<Staff, 'client'>, action: string) =>
      client.post('/v2/platform-operations/roles', { ...change, action }, keyed(randomUUID()))
    await succeeds(await role(home, 'assign'))
    const ana = await officer(1)
    await hold(app)
    const cancelled = await accepted(home, { userId: third, ...demotion })
    expect((await home.client.post(`/v2/platform-operations/${cancelled}/cancel`, undefined)).status).toBe(200)
    await release(app)
    await succeeds(await submit(ana, other, demotion))
    expect(outcome(await role(ana, 'unassign'))).toEqual(EXCEEDED)
    const retry = (headers: object) =>
      ana.client.post(`/v2/platform-operations/${cancelled}/retry`, undefined, { ...keyed('retry'), ...headers })
    expect(outcome(await retry({}))).toEqual(EXCEEDED)
    await succeeds(await retry(confirmed))
  })

  it('may take nothing with the number 0', async () => {
    const ana = await officer(0)
    const refused = await submit(ana, member, demotion)
    expect([outcome(refused), refused.headers['retry-after']]).toEqual([[403, 'take_not_allowed'], undefined])
    await succeeds(await submit(ana, member, demotion, confirmed))
  })

  it('takes no more by a rank that the stored record does not show', async () => {
    const ana = await officer(1)
    await succeeds(await submit(ana, member, demotion))
    app.world.giveRole(group.id, other, roles.sergeant)
    app.world.takeRole(group.id, other, roles.private)
    const { status, body } = await submit(ana, other, { rankUniqueId: roles.private })
    expect(status).toBe(202)
    const id = body.data.id as string
    const waits = async () => ((await read(home, id)) as { waitingFor?: unknown }).waitingFor === 'rate_limit_exceeded'
    await until('it waits', waits)
    expect([rolesOnPlatform(app, other).includes(roles.sergeant), await takenIn()]).toEqual([true, 1])
  })

  it('is told of, once', async () => {
    const ana = await officer(1)
    await submit(ana, member, demotion)
    for (const userId of [other, third]) await submit(ana, userId, demotion)
    const { data } = (await home.client.get('/v2/notifications')).body
    expect(data).toMatchObject([{ kind: 'person.limited', limited: { limit: 1 } }])
  })
})

describe('a person within the number', () => {
  it('is not asked for what gives or changes nothing, and a repetition is one take', async () => {
    const ana = await officer(1)
    await succeeds(await submit(ana, other, { move: 'promote' }))
    await succeeds(await submit(ana, other, { rankUniqueId: roles.sergeant }))
    const key = keyed(randomUUID())
    await succeeds(await submit(ana, member, demotion, key))
    const again = await submit(ana, member, demotion, key)
    expect([again.status, again.headers['idempotent-replayed'], await takenIn()]).toEqual([202, 'true', 1])
    await succeeds(await submit(ana, member, demotion))
    expect(await takenIn()).toBe(1)
  })
})
