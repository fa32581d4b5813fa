// Usernames: the steps of a look-up, a closed look-up of the platform, and names that changed hands.
import { randomUUID } from 'node:crypto'
import { connectGroup } from '../../src/platform-connection/actions'
import { metricsText } from '../../src/base/telemetry/metrics'
import { group, startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

const [first, second] = group.members
const namesPath = '^/v1/usernames/users$'
const closed = { kind: 'reject', status: 404, style: 'gateway', path: namesPath } as const
const stale = 601_000

let app: TestApp
let community: TestCommunity
let client: Client

async function start(worker: boolean): Promise<void> {
  app = await startTestApp({ worker })
  community = await app.community()
  client = community.client
  for (const userId of [first, second]) await client.get(`/v2/members/${userId}`)
}

afterEach(() => app.close())

const award = (name: string) =>
  client.post(`/v2/members/${name}/experience?by=username`, { op: 'increment', amount: 1 })
const read = (name: string) => client.get(`/v2/members/${name}?by=username`)
const outcomeOf = async (answer: ReturnType<Client['get']>) => {
  const { status, body } = await answer
  return [status, body.error?.code ?? body.data.userId]
}
const callsOf = (path: string): number => app.simulator.requests.filter((one) => one.path.includes(path)).length
const nameCalls = (): number => callsOf('/v1/usernames/users')
const unavailable = [503, 'platform_names_unavailable']
const logsOf = (msg: string) => app.logs.filter((line) => line['msg'] === msg)

async function closeNames(fault: object = closed): Promise<void> {
  app.simulator.faults.add(fault as typeof closed)
  for (let asked = 0; asked < 3; asked++) expect(await outcomeOf(award('Nobody'))).toEqual(unavailable)
}

describe('while the look-up by name is closed', () => {
  beforeEach(() => start(false))

  it.each([401, 403, 404, 410])('accepts a member and answers 503 for a stranger (%i)', async (status) => {
    await closeNames({ ...closed, status })
    app.advance(stale)
    expect(await outcomeOf(award(`member${first}`))).toEqual([200, String(first)])
    expect(await outcomeOf(read(`Member${second}`))).toEqual([200, String(second)])
    const stranger = await award('Nobody')
    expect([stranger.status, stranger.body.error.code]).toEqual(unavailable)
    expect(stranger.body.error.message).toContain('by its user id')
    expect(stranger.headers['retry-after']).toBe('300')
  })

  it('is not asked until the next attempt, which one request makes', async () => {
    await closeNames()
    const before = nameCalls()
    for (let asked = 0; asked < 5; asked++) expect(await outcomeOf(award('Nobody'))).toEqual(unavailable)
    expect(nameCalls()).toBe(before)
    app.advance(301_000)
    await Promise.all(
      Array.from({ length: 5 }, async () => expect(await outcomeOf(award('Nobody'))).toEqual(unavailable)),
    )
    expect(nameCalls()).toBe(before + 1)
  })

  it('is switched off after a minute without an answer, too', async () => {
    app.simulator.faults.add({ kind: 'throttle', path: namesPath })
    for (let asked = 0; asked < 3; asked++)
      expect(await outcomeOf(award('Nobody'))).toEqual([429, 'platform_cloud_rate_limited'])
    app.advance(60_000)
    expect(await outcomeOf(award('Nobody'))).toEqual([429, 'platform_cloud_rate_limited'])
    expect(await outcomeOf(award('Nobody'))).toEqual(unavailable)
  })

  it('is logged once for each change, and shown in the metrics', async () => {
    await closeNames()
    for (let asked = 0; asked < 3; asked++) await award('Nobody')
    expect(logsOf('a step of name look-ups does not answer and is switched off')).toMatchObject([
      { step: 'legacy', reason: '404' },
    ])
    expect(await metricsText()).toMatch(/community_name_lookups_total\{step="legacy",outcome="off"\} [1-9]/)
    app.simulator.faults.clear()
    app.advance(301_000)
    expect(await outcomeOf(award('Outsider'))).toEqual([200, String(group.outsider)])
    expect(await outcomeOf(award('Outsider'))).toEqual([200, String(group.outsider)])
    expect(logsOf('a step of name look-ups answers again')).toMatchObject([{ step: 'legacy' }])
  })

  it('finds an account of the group that is not a member here', async () => {
    app.world.addUser({ userId: 900, username: 'NewRecruit' })
    app.world.addMember(group.id, 900)
    await closeNames()
    app.advance(stale)
    expect(await outcomeOf(award('newrecruit'))).toEqual([200, '900'])
    expect(await outcomeOf(award('Outsider'))).toEqual(unavailable)
    const before = callsOf('/memberships')
    for (let asked = 0; asked < 3; asked++) expect(await outcomeOf(award('Outsider'))).toEqual(unavailable)
    expect(callsOf('/memberships')).toBe(before)
  })

  it('finds an account in the audit log of the group, if it still has the name', async () => {
    app.world.addKey('with-log', { name: 'log', ownerUserId: group.owner, groupIds: [group.id], auditLog: true })
    app.world.addUser({ userId: 901, username: 'Officer' })
    app.world.addMember(group.id, 901)
    app.world.giveRole(group.id, 901, group.roles.private, group.owner)
    app.world.removeMember(group.id, 901)
    await connectGroup(await community.ctx(), group.id, 'with-log')
    await closeNames()
    app.advance(stale)
    expect(await outcomeOf(award('Officer'))).toEqual([200, '901'])
  })

  it('finds an account that a game server has reported', async () => {
    await closeNames()
    app.advance(stale)
    const report = { username: 'Outsider', displayName: 'O', groupUserId: String(group.outsider) }
    expect((await client.put('/v2/identities/universe-4242/777', report)).status).toBeLessThan(300)
    expect(await outcomeOf(award('outsider'))).toEqual([200, String(group.outsider)])
  })

  it('lets an entry of a batch fail alone', async () => {
    await closeNames()
    app.advance(stale)
    const entries = [`Member${first}`, 'Nobody'].map((userId) => ({
      userId,
      by: 'username',
      experience: { op: 'increment', amount: 1 },
    }))
    const { body } = await client.post('/v2/award-batches', { batchId: randomUUID(), entries })
    const codes = body.data.entries.map((entry: { error?: { code: string } }) => entry.error?.code ?? 'succeeded')
    expect(codes).toEqual(['succeeded', 'platform_names_unavailable'])
  })
})

describe('a name that another account has taken over', () => {
  const promote = (name: string) => client.post(`/v2/members/${name}/rank/promote?by=username`)

  beforeEach(async () => {
    await start(true)
    app.advance(stale)
    app.world.renameUser(first, 'Retired')
    app.world.renameUser(group.outsider, `Member${first}`)
    app.world.addMember(group.id, group.outsider)
  })

  it('names the account that has it now', async () => {
    expect(await outcomeOf(promote(`Member${first}`))).toEqual([200, String(group.outsider)])
    expect(app.world.rolesOf(group.id, first)).not.toContain(group.roles.private)
  })

  it('never names the former account in a write while the look-up is closed', async () => {
    app.world.removeMember(group.id, group.outsider)
    await closeNames()
    expect(await outcomeOf(promote(`Member${first}`))).toEqual(unavailable)
    expect(app.world.rolesOf(group.id, first)).not.toContain(group.roles.private)
    // the look-up above has stored the account's new name
    expect(await outcomeOf(promote('Retired'))).toEqual([200, String(first)])
  })

  it('is refused in a write while the platform does not answer, and accepted in a read', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    expect(await outcomeOf(award(`Member${second}`))).toEqual([502, 'platform_cloud_unavailable'])
    expect(await outcomeOf(read(`Member${second}`))).toEqual([200, String(second)])
  })
})

describe('while the look-up by name is closed, with a worker', () => {
  beforeEach(() => start(true))

  it('lets an asynchronous rank change wait, and executes it when names are looked up again', async () => {
    await closeNames()
    // an account that joins after the group was read
    app.world.addMember(group.id, group.outsider)
    const { status, body } = await client.post(
      '/v2/platform-operations/ranks',
      { userId: 'Outsider', by: 'username', move: 'promote' },
      { 'Idempotency-Key': randomUUID() },
    )
    expect(status).toBe(202)
    app.simulator.faults.clear()
    app.advance(301_000)
    const { id: operationId } = body.data
    await until('the rank change has ended', async () => {
      const answer = await client.get(`/v2/platform-operations/${operationId}`)
      return answer.body.data.status === 'succeeded'
    })
    expect(app.world.rolesOf(group.id, group.outsider)).toContain(group.roles.private)
  })

  it('plays a whole day while the look-up is closed', async () => {
    await closeNames()
    const hour = 3_600_000
    const joined: number[] = []
    const tasks = tasksOf(app)
    for (let hours = 0; hours < 24; hours++) {
      app.advance(hour)
      // a game server sends the id of a new player when it joins
      const userId = 2_000 + hours
      app.world.addUser({ userId, username: `Player${userId}` })
      app.world.addMember(group.id, userId)
      expect(await outcomeOf(client.get(`/v2/members/${userId}`))).toEqual([200, String(userId)])
      joined.push(userId)
      for (const known of [userId, joined[0] as number, joined.at(-5) ?? userId])
        expect(await outcomeOf(award(`player${known}`))).toEqual([200, String(known)])
      expect(await outcomeOf(read(`Player${joined[hours >> 1]}`))).toEqual([200, String(joined[hours >> 1])])
      const promoted = await client.post(`/v2/members/Player${userId}/rank/promote?by=username`)
      expect(promoted.body.data.rank.name).toBe('private')
      expect(await outcomeOf(award(`Stranger${hours}`))).toEqual(unavailable)
      await tasks['sync-ranks'](community)
    }
    // one attempt an hour, and the three failures that closed the look-up
    expect(nameCalls()).toBe(3 + 24)
    app.simulator.faults.clear()
    app.advance(hour)
    expect(await outcomeOf(award('Outsider'))).toEqual([200, String(group.outsider)])
    expect(await outcomeOf(award('Nobody'))).toEqual([404, 'member_not_found'])
  })
})
