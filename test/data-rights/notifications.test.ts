// Which notifications are accepted, and that each account is erased once.
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { makeApp, makeWorker } from '../../src/process/app'
import { restrictAccount } from '../../src/identities/accounts/actions'
import { createAward } from '../../src/awards/medals/actions'
import { carryOutRequest } from '../../src/data-rights/requests/actions'
import { findAccountOf } from '../../src/data-rights/requests/queries'
import { notify, signatureOf } from '../../src/simulator/notifications'
import { startSimulator } from '../../src/simulator/server'
import { issuesOf, sendRaw } from '../http/raw'
import { serve, startTestApp, tasksOf, type Answer, type TestApp } from '../support/app'
import { waitingForLocks } from '../support/locks'
import { until } from '../support/until'
import { settle } from './plant'
import { whereIs } from './scan'

const secret = 'the-secret-of-the-webhook'
const path = '/v2/platform-notifications'
let app: TestApp
let people = 500_000_000

beforeAll(async () => {
  // the tests run the job themselves
  app = await startTestApp({
    worker: false,
    platformSecrets: [secret],
    rateLimits: { key: 1_000, address: 10, access: 1_000 },
  })
})
afterAll(() => app.close())
beforeEach(() => app.advance(60_000))

const db = () => app.app.db
const now = () => Math.floor(app.base.now().getTime() / 1_000)
/** A new account with rows in two tables. */
async function someone(): Promise<number> {
  await restrictAccount(app.base, ++people, 'for the test')
  return people
}

const request = (userId: number, notificationId: string = randomUUID(), url = app.url) =>
  notify({ url: `${url}${path}`, secret, userId, notificationId, signedAt: now() })

/** Sends a notification with a valid signature. */
function send(body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> {
  const signature = { 'roblox-signature': signatureOf(String(body), secret, now()) }
  const sent = { 'Content-Type': 'application/json', ...signature, ...headers }
  return sendRaw(app.url, { method: 'POST', path, headers: sent, body })
}

const notification = (more: object = {}) =>
  JSON.stringify({ NotificationId: randomUUID(), EventType: 'RightToErasureRequest', ...more })

async function jobs(): Promise<{ payload: unknown }[]> {
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'erase-account'`.execute(db())
  return rows
}

async function erasures(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account_audit_entry where action = 'data-rights.erase'`.execute(db())
  return rows[0]?.n ?? 0
}

const requests = async (): Promise<number> => Number((await sql`select from erasure_request`.execute(db())).rows.length)

describe('a valid notification', () => {
  it('is answered with one row and one job that names the notification and not the account', async () => {
    const userId = await someone()
    const notificationId = randomUUID()
    expect((await request(userId, notificationId)).status).toBe(204)
    expect(await findAccountOf(db(), notificationId)).toBe(userId)
    expect(await jobs()).toContainEqual({ payload: { notificationId } })
    expect(await whereIs(db(), { userId, mark: 'no mark' })).toContain('account_restriction.user_id')
  })

  it('may have unknown properties, and the account as text', async () => {
    const userId = await someone()
    const EventPayload = { UserId: String(userId), GameIds: [1], Region: { name: 'EU' } }
    expect((await send(notification({ EventPayload, EventTime: '2026-03-01T12:00:00Z', Attempt: 2 }))).status).toBe(204)
  })

  it.each(['SampleNotification', 'SomethingNew'])(
    '%s is answered and logged, and nothing is stored',
    async (EventType) => {
      const before = [await requests(), (await jobs()).length]
      const sent = JSON.stringify({ NotificationId: `sample-${EventType}`, EventType, EventPayload: { UserId: 1 } })
      expect((await send(sent)).status).toBe(204)
      expect([await requests(), (await jobs()).length]).toEqual(before)
      expect(app.logs).toContainEqual(
        expect.objectContaining({ notificationId: `sample-${EventType}`, eventType: EventType }),
      )
    },
  )
})

describe('a signed notification', () => {
  it.each<[string, string, [string, string]]>([
    ['no JSON', '{', ['/body', 'parse']],
    [
      'an account that is not named',
      notification({ EventPayload: { GameIds: [] } }),
      ['/body/EventPayload/UserId', 'required'],
    ],
    ['an account that is none', notification({ EventPayload: { UserId: 0 } }), ['/body/EventPayload/UserId', 'oneOf']],
    ['no id', JSON.stringify({ EventType: 'RightToErasureRequest' }), ['/body/NotificationId', 'required']],
  ])('%s is rejected', async (_, body, issue) => {
    const before = await requests()
    expect(issuesOf(await send(body))).toContainEqual(issue)
    expect(await requests()).toBe(before)
  })

  it('that is too large or compressed is rejected before it is read', async () => {
    expect(issuesOf(await send('x'.repeat(16_385)))).toEqual([400, 'validation_failed', ['/body', 'maxBytes']])
    const packed = gzipSync(notification())
    const signature = signatureOf(packed.toString('latin1'), secret, now())
    const answer = await send(packed, { 'Content-Encoding': 'gzip', 'roblox-signature': signature })
    expect(issuesOf(answer)).toEqual([400, 'validation_failed', ['/body', 'contentType']])
    expect(answer.text).not.toContain('gzip')
  })
})

it('is accepted although other clients fail at the same address', async () => {
  const bad = () => sendRaw(app.url, { method: 'POST', path, headers: { 'roblox-signature': 't=1,v1=x' }, body: '{}' })
  const answers = await Promise.all(Array.from({ length: 30 }, bad))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]))
  expect((await bad()).status).toBe(429)
  for (let i = 0; i < 12; i++) expect((await request(await someone())).status).toBe(204)
  // notifications with a valid signature are not counted, even if their body is invalid
  for (let i = 0; i < 12; i++) expect((await send('{')).status).toBe(400)
  expect((await request(await someone())).status).toBe(204)
})

it('is answered 503 without a secret, and the log names the setting', async () => {
  const other = await serve(await makeApp({ ...app.parts, platformSecrets: [] }))
  try {
    const { status, answer } = await request(people, randomUUID(), other.url)
    expect([status, JSON.parse(answer).error.code]).toEqual([503, 'data_rights_unavailable'])
    expect(app.logs).toContainEqual(
      expect.objectContaining({ code: 'data_rights_unavailable', reason: 'PLATFORM_WEBHOOK_SECRETS is not set' }),
    )
  } finally {
    await other.close()
  }
})

it('creates one row, one job and one erasure when it arrives twenty times at two servers', async () => {
  const userId = await someone()
  const notificationId = randomUUID()
  const other = await serve(await makeApp(app.parts))
  try {
    const before = [await requests(), (await jobs()).length, await erasures()] as const
    const urls = Array.from({ length: 20 }, (_, i) => (i % 2 ? app.url : other.url))
    const answers = await Promise.all(urls.map((url) => request(userId, notificationId, url)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 204))
    expect([await requests(), (await jobs()).length]).toEqual([before[0] + 1, before[1] + 1])
    // a job may run twice
    await Promise.all(Array.from({ length: 5 }, () => tasksOf(app)['erase-account']({ notificationId })))
    expect(await erasures()).toBe(before[2] + 1)
    expect((await request(userId, notificationId)).status).toBe(204)
    expect(await findAccountOf(db(), notificationId)).toBeNull()
    expect(await whereIs(db(), { userId, mark: 'no mark' })).toEqual([])
  } finally {
    await other.close()
  }
})

describe('an interrupted erasure', () => {
  it('changes nothing, and is repeated by the queue', async () => {
    const userId = await someone()
    const community = await app.community({ connected: false })
    expect((await community.client.get(`/v2/members/${userId}`)).status).toBe(200)
    await db().deleteFrom('erasure_request').execute()
    await sql`delete from graphile_worker._private_jobs`.execute(db())
    const notificationId = randomUUID()
    await request(userId, notificationId)
    const worker = makeWorker({ ...app.parts, scheduler: true })
    try {
      await app.dba.transaction().execute(async (tx) => {
        // the erasure deletes rows of other tables first, then waits for this one
        await sql`select from account_audit_entry where user_id = ${userId} for update`.execute(tx)
        await until('the erasure waits', async () => (await waiting()).length > 0)
        for (const pid of await waiting()) await sql`select pg_terminate_backend(${pid}::int)`.execute(db())
        await until('its connection is gone', async () => (await waiting()).length === 0)
        expect(await findAccountOf(db(), notificationId)).toBe(userId)
        const left = await whereIs(db(), { userId, mark: 'no mark' })
        expect(left).toEqual(expect.arrayContaining(['account_restriction.user_id', 'member.user_id']))
      })
      await until('it is erased', async () => (await findAccountOf(db(), notificationId)) === null)
      expect(await whereIs(db(), { userId, mark: 'no mark' })).toEqual([])
    } finally {
      await worker.stop()
    }
  })

  it('is repeated by the scheduled task when its job is lost, unless a hold postpones it', async () => {
    const [lost, held] = [await someone(), await someone()]
    const ids = [randomUUID(), randomUUID()] as const
    await request(lost, ids[0])
    await request(held, ids[1])
    await sql`insert into data_rights_hold (user_id) values (${held})`.execute(db())
    await sql`delete from graphile_worker._private_jobs`.execute(db())
    await tasksOf(app)['erase-accounts']()
    expect([await findAccountOf(db(), ids[0]), await findAccountOf(db(), ids[1])]).toEqual([null, held])
    await carryOutRequest(app.base, ids[1])
    expect(await findAccountOf(db(), ids[1])).toBe(held)
    await sql`delete from data_rights_hold where user_id = ${held}`.execute(db())
    expect(await jobs()).toEqual([{ payload: { notificationId: ids[1] } }])
  })
})

/** PostgreSQL processes that wait for the lock of the row. */
const waiting = () => waitingForLocks(db(), 'select erase_account_audit_account(%')

it('lets concurrent awards of the account succeed, and leaves nothing from before', async () => {
  const home = await app.community()
  for (const name of ['Valor', 'Courage']) await createAward(await home.ctx(), 'medal', name)
  // a number that hardly occurs within a random id
  const userId = ++people
  const mark = 'cranemark'
  settle(app, { userId, mark })
  const member = `/v2/members/${userId}`
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) {
    const notificationId = randomUUID()
    await request(userId, notificationId)
    const awards = Array.from({ length: 12 }, (_, i) => {
      if (i % 3 === 0) return home.client.post(`${member}/medals`, { name: i % 2 ? 'Valor' : 'Courage' })
      if (i % 3 === 1) return home.client.get(member)
      return home.client.post(`${member}/experience`, { op: 'increment', amount: 1 })
    })
    const [answers] = await Promise.all([Promise.all(awards), carryOutRequest(app.base, notificationId)])
    statuses.push(...answers.map(({ status }) => status))
    expect(await findAccountOf(db(), notificationId)).toBeNull()
    // what is left was awarded after the erasure: at most the awards of this round
    const { rows } = await sql<{ experience: number; told: number }>`
      select coalesce(max(m.experience), 0) as experience, (select count(*) from audit_entry
        where user_id = ${userId} and action = 'member.experience') as told
      from member m where user_id = ${userId}`.execute(db())
    const { experience = 0, told = 0 } = rows[0] ?? {}
    expect(experience).toBeLessThanOrEqual(4)
    expect(told).toBeLessThanOrEqual(experience)
  }
  expect(app.logs.filter((line) => line['level'] === 'error')).toEqual([])
  expect([...new Set(statuses)].filter((status) => ![200, 404].includes(status))).toEqual([])
  const last = randomUUID()
  await request(userId, last)
  await carryOutRequest(app.base, last)
  expect(await whereIs(db(), { userId, mark })).toEqual([])
})

it('can be sent by the simulator', async () => {
  const simulator = await startSimulator()
  try {
    const order = async (body: object) => {
      const url = `${simulator.url}/_simulator/notifications`
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as { notificationId?: string; status?: number } }
    }
    const userId = await someone()
    const sent = { url: `${app.url}${path}`, secret, userId, signedAt: now() }
    const { body } = await order(sent)
    expect(body).toMatchObject({ status: 204, answer: '' })
    expect(await findAccountOf(db(), body.notificationId ?? '')).toBe(userId)
    expect((await order({ ...sent, signedAt: now() - 700 })).body).toMatchObject({ status: 401 })
    expect((await order({ userId })).status).toBe(400)
    expect((await order({ ...sent, url: 'http://127.0.0.1:1/' })).status).toBe(400)
  } finally {
    await simulator.close()
  }
})
