// Erasure requests with an unknown id: parked, and never closed as done without an erasure.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { restrictAccount } from '../../src/identities/accounts/actions'
import { deploymentReader } from '../../src/process/deployment-state'
import { carryOutRequest } from '../../src/data-rights/requests/actions'
import { accountOf } from '../../src/data-rights/requests/rules'
import { notify } from '../../src/simulator/notifications'
import { metricsText } from '../../src/base/telemetry/metrics'
import { adminOf } from '../admin/support'
import { startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'
import { whereIs } from './scan'

const secret = 'the-secret-of-the-webhook'
const DOMAIN = 'universe-4242'
let app: TestApp
let home: TestCommunity
let ids = 6_100_000_000
const newId = (): number => (ids += 7)

beforeAll(async () => {
  app = await startTestApp({ worker: false, platformSecrets: [secret] })
  home = await app.community()
})
afterAll(() => app.close())
beforeEach(() => app.advance(60_000))

const run = (...args: string[]) => adminOf(app).json(['data-rights', ...args])
const sweep = () => tasksOf(app)['erase-accounts']()
const tracesOf = (userId: number) => whereIs(app.app.db, { userId, mark: 'no mark' })

/** Receives a request and runs its job. @returns the id of the notification */
async function request(userId: number): Promise<string> {
  const notificationId = randomUUID()
  const signedAt = Math.floor(app.base.now().getTime() / 1_000)
  const sent = { url: `${app.url}/v2/platform-notifications`, secret, userId, notificationId, signedAt }
  expect((await notify(sent)).status).toBe(204)
  await tasksOf(app)['erase-account']({ notificationId })
  return notificationId
}

interface Request {
  readonly notificationId: string
  readonly status: string
  readonly erased: object | null
}

async function find(notificationId: string): Promise<Request | undefined> {
  const { requests } = (await run('requests', '--limit', '1000')) as { requests: Request[] }
  return requests.find((one) => one.notificationId === notificationId)
}

const statusOf = async (notificationId: string) => (await find(notificationId))?.status

/** An account with data in this database. */
async function someone(userId = newId()): Promise<number> {
  app.world.addUser({ userId, username: `Player${userId % 1_000_000}` })
  await restrictAccount(app.base, userId, 'for the test')
  return userId
}

const report = (id: number, userId: number) =>
  home.client.put(`/v2/identities/${DOMAIN}/${id}`, { username: `Player${userId % 1_000_000}`, groupUserId: userId })

/** Whether data of the account is still there. */
const isThere = async (userId: number) => (await tracesOf(userId)).includes('account_restriction.user_id')

describe('a request with an id that nobody has', () => {
  it('is parked, shown to the operator, and logged once', async () => {
    const id = newId()
    const before = (await run('requests', '--parked')).requests.length as number
    const notificationId = await request(id)
    const parked = { as: 'unknown', id: String(id), domain: null }
    const shown = { notificationId, status: 'parked', userId: null, parked, completedAt: null, erased: null }
    expect(await find(notificationId)).toMatchObject(shown)
    expect((await run('requests', '--parked')).requests[0]).toMatchObject(shown)
    for (let i = 0; i < 3; i++) await sweep()
    await carryOutRequest(app.base, notificationId)
    expect(await statusOf(notificationId)).toBe('parked')
    const lines = app.logs.filter((line) => line['notificationId'] === notificationId && line['level'] === 'warn')
    expect(lines).toEqual([
      expect.objectContaining({ as: 'unknown', msg: expect.stringContaining('--parked') as string }),
    ])
    expect(JSON.stringify(lines)).not.toContain(String(id))
    expect(await adminOf(app).json(['community', 'health'])).toMatchObject({ parkedErasures: before + 1 })
    const { stdout } = await adminOf(app).run(['community', 'health'])
    expect(stdout).toContain('whose account is not known; see data-rights requests --parked')
    await deploymentReader(app.app.db)()
    expect(await metricsText()).toContain(`\ncommunity_erasure_requests_parked ${before + 1}\n`)
  })

  it.each<[string, (id: number, account: number) => Promise<unknown>]>([
    ['a game server reports it', report],
    [
      'the operator sets it',
      (id, account) =>
        adminOf(app).json([
          ...['identity', 'set', '--community', home.communityId, '--domain', DOMAIN],
          ...['--id', String(id), '--user', String(account)],
        ]),
    ],
  ])('is carried out by the scheduled task when %s', async (_, learn) => {
    const [id, account, other] = [newId(), await someone(), await someone()]
    const notificationId = await request(id)
    await sweep()
    expect(await isThere(account)).toBe(true)
    await learn(id, account)
    await sweep()
    expect(await find(notificationId)).toMatchObject({
      status: 'done',
      erased: { account_restriction: 1, identity: 1 },
    })
    expect([await tracesOf(account), await tracesOf(id), await isThere(other)]).toEqual([[], [], true])
  })

  it('is carried out when a member with this id appears', async () => {
    const id = newId()
    const notificationId = await request(id)
    app.world.addUser({ userId: id, username: 'JoinsLater' })
    expect((await home.client.get(`/v2/members/${id}`)).status).toBe(200)
    await sweep()
    expect(await find(notificationId)).toMatchObject({ status: 'done', erased: { member: 1 } })
    expect(await tracesOf(id)).toEqual([])
  })

  it('waits for the end of a hold on the account that it turns out to be', async () => {
    const [id, account] = [newId(), await someone()]
    const notificationId = await request(id)
    await run('hold', '--user', String(account))
    await report(id, account)
    await sweep()
    expect([await statusOf(notificationId), await isThere(account)]).toEqual(['waiting', true])
    await run('release', '--user', String(account))
    await sweep()
    expect([await statusOf(notificationId), await tracesOf(account)]).toEqual(['done', []])
  })

  it('is carried out once when several jobs see it', async () => {
    const [id, account] = [newId(), await someone()]
    const notificationId = await request(id)
    await report(id, account)
    await Promise.all(
      Array.from({ length: 6 }, (_, i) => (i % 2 ? sweep() : carryOutRequest(app.base, notificationId))),
    )
    const { rows } = await sql`select from account_audit_entry
      where action = 'data-rights.resolve' and details ->> 'notificationId' = ${notificationId}`.execute(app.app.db)
    // the entry is erased with the account
    expect([await statusOf(notificationId), rows, await tracesOf(account)]).toEqual(['done', [], []])
  })

  it('ends without an erasure when its time is over, and the id and reports of it are forgotten', async () => {
    const id = newId()
    const notificationId = await request(id)
    await home.client.put(`/v2/identities/${DOMAIN}/${id}`, { username: 'Nobody_here' })
    const age = (days: number) =>
      sql`update erasure_request set received_at = now() - make_interval(days => ${days}::int)
        where notification_id = ${notificationId}`.execute(app.app.db)
    await age(29)
    await sweep()
    expect(await statusOf(notificationId)).toBe('parked')
    await age(31)
    await sweep()
    expect(await find(notificationId)).toMatchObject({ status: 'no-data', userId: null, erased: { identity: 1 } })
    expect(await tracesOf(id)).toEqual([])
    expect(app.logs).toContainEqual(expect.objectContaining({ notificationId, days: 30 }))
    // the closed request does not prove that an account was erased
    expect(await statusOf(await request(id))).toBe('parked')
  })

  it('is closed by the operator with a reason, once, and the id is forgotten', async () => {
    const id = newId()
    const notificationId = await request(id)
    const close = ['close', '--request', notificationId, '--reason', 'a test of the platform']
    expect(await run(...close, '--as', 'alex')).toEqual({ notificationId, closed: true })
    expect(await find(notificationId)).toMatchObject({ status: 'closed', userId: null })
    expect(await tracesOf(id)).toEqual([])
    const { rows } = await sql`select actor_id, user_id, details from account_audit_entry
      where action = 'data-rights.close' and details ->> 'notificationId' = ${notificationId}`.execute(app.app.db)
    const details = { notificationId, reason: 'a test of the platform' }
    expect(rows).toEqual([{ actor_id: 'alex', user_id: null, details }])
    expect(await adminOf(app).failure(['data-rights', ...close])).toContain('no erasure request with this id is parked')
  })
})

describe('a request with an id that several accounts have', () => {
  /** @returns the account with the number, and another account that has this number as its id in the universe */
  async function collide(): Promise<{ id: number; other: number; notificationId: string }> {
    const [id, other] = [await someone(), await someone()]
    await report(id, other)
    return { id, other, notificationId: await request(id) }
  }

  it('is parked, and erases nothing', async () => {
    const { id, other, notificationId } = await collide()
    await sweep()
    expect(await find(notificationId)).toMatchObject({ status: 'parked', parked: { as: 'ambiguous', id: String(id) } })
    expect([await isThere(id), await isThere(other)]).toEqual([true, true])
    await sql`update erasure_request set received_at = now() - interval '2 years'
      where notification_id = ${notificationId}`.execute(app.app.db)
    await sweep()
    expect(await statusOf(notificationId)).toBe('parked')
  })

  it('erases the account that the operator assigns, and not the other', async () => {
    const { id, other, notificationId } = await collide()
    const assign = ['assign', '--request', notificationId, '--user', String(other)]
    expect(await adminOf(app).failure(['data-rights', ...assign])).toContain('give --yes')
    await run(...assign, '--yes')
    await tasksOf(app)['erase-account']({ notificationId })
    expect(await find(notificationId)).toMatchObject({ status: 'done', erased: { identity: 1 } })
    expect([await isThere(id), await tracesOf(other)]).toEqual([true, []])
  })

  it('stays parked when the operator erases one of them by hand', async () => {
    const { id, other, notificationId } = await collide()
    await run('erase', '--user', String(other), '--everything', '--yes')
    await sweep()
    await carryOutRequest(app.base, notificationId)
    expect([await statusOf(notificationId), await isThere(id)]).toEqual(['parked', true])
  })

  it('which became known later in two domains is parked as ambiguous', async () => {
    const [id, one, other] = [newId(), await someone(), await someone()]
    const notificationId = await request(id)
    await report(id, one)
    await home.client.put(`/v2/identities/universe-9/${id}`, { username: `P${other % 1_000}`, groupUserId: other })
    await sweep()
    expect(await find(notificationId)).toMatchObject({ status: 'parked', parked: { as: 'ambiguous' } })
    expect([await isThere(one), await isThere(other)]).toEqual([true, true])
  })
})

describe('the erasure by the operator', () => {
  const erase = (id: number, ...more: string[]) => ['erase', '--user', String(id), '--everything', '--yes', ...more]

  it('of an id that nobody has is parked, and carried out once the id is known', async () => {
    const [id, account] = [newId(), await someone()]
    const answer = await run(...erase(id, '--domain', DOMAIN))
    expect(answer).toMatchObject({ userId: null, parked: { id: String(id), domain: DOMAIN } })
    const { notificationId } = answer.parked as { notificationId: string }
    // in another universe the same number is another account
    await home.client.put(`/v2/identities/universe-9/${id}`, { username: 'P', groupUserId: await someone() })
    await someone(id)
    await sweep()
    expect([await statusOf(notificationId), await isThere(id)]).toEqual(['parked', true])
    await report(id, account)
    await sweep()
    expect([await statusOf(notificationId), await isThere(id), await isThere(account)]).toEqual(['done', true, false])
  })

  it('of an id of a domain erases its account', async () => {
    const [id, account] = [newId(), await someone()]
    await report(id, account)
    expect(await adminOf(app).failure(['data-rights', ...erase(id)])).toContain('known in a domain; give --domain')
    expect(await run(...erase(id, '--domain', DOMAIN))).toMatchObject({
      userId: String(account),
      erased: { identity: 1 },
    })
    expect(await tracesOf(account)).toEqual([])
  })

  it('of an account with data is not parked because its number is an id elsewhere', async () => {
    const [id, other] = [await someone(), await someone()]
    await report(id, other)
    expect(await run(...erase(id))).toMatchObject({ userId: String(id), erased: { account_restriction: 1 } })
    expect(await isThere(other)).toBe(true)
  })
})

describe('the account of an id', () => {
  const identities = [
    { domain: 'universe-1', id: 5, user_id: 50 },
    { domain: 'universe-2', id: 5, user_id: 51 },
    { domain: 'universe-1', id: 6, user_id: 60 },
    { domain: 'universe-2', id: 6, user_id: 60 },
    { domain: 'universe-1', id: 7, user_id: 7 },
    { domain: 'universe-1', id: 8, user_id: 80 },
  ]
  const accounts = new Set([7, 8, 9])
  it.each([
    [5, null, 'ambiguous'],
    [5, 'universe-2', 51],
    [5, 'universe-3', 'unknown'],
    [6, null, 60],
    [7, null, 7],
    [8, null, 'ambiguous'],
    [8, 'universe-1', 80],
    [9, null, 9],
    [9, 'universe-1', 'unknown'],
    [10, null, 'unknown'],
  ])('%p of %p is %p', (id, domain, expected) => {
    expect(accountOf({ id, domain }, { identities, accounts })).toBe(expected)
  })
})

test('the ids of the daily message are compared: a request that did not arrive is missing', async () => {
  const [arrived, lost, stranger] = [await someone(), await someone(), newId()]
  await request(arrived)
  const ids = [arrived, lost, stranger].join(',')
  const ran = await adminOf(app).run(['data-rights', 'compare', '--user-ids', ids, '--json'])
  expect(ran).toMatchObject({
    exitCode: 1,
    stderr: `error: no request arrived for ${lost}, ${stranger}; run data-rights erase --everything --user ID for each\n`,
  })
  expect(JSON.parse(ran.stdout)).toEqual({
    compared: [
      { userId: String(arrived), status: 'done', hasData: false },
      { userId: String(lost), status: 'missing', hasData: true },
      { userId: String(stranger), status: 'missing', hasData: false },
    ],
  })
  const again = await adminOf(app).run(['data-rights', 'compare', '--user-ids', '-'], `${arrived}\n${arrived}\n`)
  expect(again).toMatchObject({ exitCode: 0, stderr: '' })
  // a date is no id
  const dated = await adminOf(app).run(['data-rights', 'compare', '--user-ids', '-'], `${arrived} until 2026-12-05\n`)
  expect(dated).toMatchObject({ exitCode: 2, stdout: '' })
  expect((await adminOf(app).run(['data-rights', 'compare', '--user-ids', 'none'])).exitCode).toBe(2)
})
