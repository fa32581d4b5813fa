// Messages are delivered at least once and in order for each member. Endpoints do not delay each other.
import { sql } from 'kysely'
import { openDatabase } from '../../src/db/database'
import { deliver } from '../../src/webhooks/delivery/actions'
import { claimPartitions, type ClaimedRow } from '../../src/webhooks/delivery/queries'
import { startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { waitingForLocks } from '../support/locks'
import { until } from '../support/until'
import { audit, award, deliveriesOf, endpoint, hurry, quick, enqueueAll, untilDeliveries, worker } from './fixture'
import { startReceiver, verifies, type Receiver } from './receiver'

let app: TestApp
let community: TestCommunity
let receiver: Receiver
const workers: { stop(): Promise<void> }[] = []
const started = <T extends { stop(): Promise<void> }>(one: T): T => {
  workers.push(one)
  return one
}
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  receiver = await startReceiver()
  community = await app.community({ connected: false })
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((one) => one.stop()))
  await receiver.close()
  await sql`delete from webhook_endpoint`.execute(app.app.db)
})

const write = (line: Parameters<typeof audit>[2], to = community) => audit(app.app.db, to.communityId, line)
const stored = (webhookId: string) => deliveriesOf(app.app.db, webhookId)
const isDelivered = (row: { status: string }) => row.status === 'delivered'

describe('delivery', () => {
  it('sends every message at least once, in order per member, when the receiver fails at random', async () => {
    const { webhookId, secret } = await endpoint(community, receiver)
    const accepted: { member: string; n: number }[] = []
    receiver.react = ({ id, body }) => {
      // at most five failures; after ten attempts a message would be parked
      const tries = receiver.received.filter((one) => one.id === id).length
      const chance = tries > 4 ? 1 : Math.random()
      if (chance < 0.1) receiver.cut()
      if (chance < 0.35) return { status: 500 }
      accepted.push({ member: body.data.userId, n: body.data.after.experience })
      // accepted without a response: the same message comes again before any other
      if (chance < 0.45) {
        receiver.cut()
        return 'silence'
      }
      return { status: 204 }
    }
    for (let n = 1; n <= 12; n++) for (let member = 1; member <= 8; member++) await write(award(member, n))
    started(worker(app))
    started(worker(app))
    await until('all are delivered', async () => {
      await hurry(app.app.db)
      return (await stored(webhookId)).filter(isDelivered).length === 96
    })
    for (let member = 1; member <= 8; member++) {
      const seen = accepted.filter((one) => one.member === String(member)).map(({ n }) => n)
      // a repetition comes directly after the first delivery
      expect(seen.every((n, at) => n === (seen[at - 1] ?? 0) + 1 || n === seen[at - 1])).toBe(true)
      expect(new Set(seen).size).toBe(12)
    }
    expect(receiver.received.length).toBeGreaterThan(96)
    expect(receiver.received.every((message) => verifies(secret, message))).toBe(true)
    expect(receiver.received.filter(({ beside }) => beside > 0)).toEqual([])
    const idOf = new Map(receiver.received.map(({ body, id }) => [body.data.auditId, id]))
    expect(receiver.received.every(({ body, id }) => idOf.get(body.data.auditId) === id)).toBe(true)
    expect(new Set(idOf.values()).size).toBe(96)
  })

  it('delays only messages of the same member, not of others or of no member', async () => {
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = ({ body }) => ({ status: body.data.userId === '1' ? 500 : 200 })
    for (let n = 1; n <= 3; n++) for (const member of [1, 2]) await write(award(member, n))
    for (const operationId of ['a', 'b']) await write({ action: 'operation.end', after: { operationId } })
    started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 5, isDelivered)
    const of = (userId: string | undefined) => receiver.received.filter(({ body }) => body.data.userId === userId)
    expect(of('2').map(({ body }) => body.data.after.experience)).toEqual([1, 2, 3])
    expect(of(undefined).map(({ body }) => body.data.operationId)).toEqual(['a', 'b'])
    expect(new Set(of('1').map(({ id }) => id)).size).toBe(1)
    expect((await stored(webhookId)).filter(({ user_id }) => user_id === 1)).toMatchObject([
      { status: 'pending', attempts: 1, last_status: 500, last_error: 'answered 500' },
      { status: 'pending', attempts: 0 },
      { status: 'pending', attempts: 0 },
    ])
  })

  it('sends each message once, and never twice at the same time, with three workers', async () => {
    const { webhookId } = await endpoint(community, receiver)
    for (let n = 1; n <= 10; n++) for (let member = 1; member <= 10; member++) await write(award(member, n))
    for (let n = 0; n < 3; n++) started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 100, isDelivered)
    expect(receiver.received).toHaveLength(100)
    expect(receiver.received.filter(({ beside }) => beside > 0)).toEqual([])
    expect((await stored(webhookId)).every(({ attempts }) => attempts === 1)).toBe(true)
  })
})

describe('a worker', () => {
  it('that dies after sending is replaced by another, which sends the same webhook-id again', async () => {
    const { webhookId, secret } = await endpoint(community, receiver)
    await write(award(1, 1))
    await write(award(1, 2))
    const doomed = openDatabase(app.databaseUrl, 4, app.base.log)
    receiver.react = async () => {
      // with its database closed, the worker cannot store the delivery
      if (receiver.received.length === 1) await doomed.close()
      return { status: 200 }
    }
    started(worker(app, { db: doomed.db }))
    await until('the first attempt', () => receiver.received.length === 1)
    started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 2, isDelivered)
    const [first, again, next] = receiver.received
    expect([again?.id, again?.text]).toEqual([first?.id, first?.text])
    expect(next?.id).not.toBe(first?.id)
    expect(next?.body.data.after.experience).toBe(2)
    expect(receiver.received).toHaveLength(3)
    expect(again && verifies(secret, again)).toBe(true)
  })

  it('that has lost its lease does not settle the message of the new owner', async () => {
    const { webhookId } = await endpoint(community, receiver)
    await write(award(1, 1))
    const answers: ((status: number) => void)[] = []
    receiver.react = () => new Promise((resolve) => answers.push((status) => resolve({ status })))
    const never = new AbortController().signal
    await enqueueAll(app.app.db)
    const [row] = await claimPartitions(app.app.db, 1, 1)
    if (!row) throw new Error('nothing was claimed')
    const late = deliver(app.base, row, 20_000, never)
    await until('the first attempt', () => receiver.received.length === 1)
    started(worker(app, { timings: { tickMs: 30, timeoutMs: 20_000, leaseSeconds: 30 } }))
    await until('the second attempt', () => receiver.received.length === 2)
    answers[0]?.(410)
    await late
    expect(await stored(webhookId)).toMatchObject([{ status: 'pending', attempts: 0 }])
    answers[1]?.(200)
    await untilDeliveries(app.app.db, webhookId, 1, isDelivered)
    expect(await stored(webhookId)).toMatchObject([{ last_status: 200, attempts: 1 }])
    expect((await community.client.get(`/v2/webhooks/${webhookId}`)).body.data.enabled).toBe(true)
    expect(receiver.received).toHaveLength(2)
  })

  it('that stops releases messages in flight', async () => {
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = () => (receiver.received.length === 1 ? 'silence' : { status: 200 })
    await write(award(1, 1))
    const first = worker(app, { timings: { ...quick, timeoutMs: 60_000, leaseSeconds: 60 } })
    await until('the first attempt', () => receiver.received.length === 1)
    await first.stop()
    started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 1, isDelivered)
    expect(await stored(webhookId)).toMatchObject([{ attempts: 1 }])
  })
})

describe('a response', () => {
  it('of 503 is retried with growing delays and dead-lettered after the tenth attempt', async () => {
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = ({ body }) => ({ status: body.data.after.experience === 1 ? 503 : 200 })
    for (const n of [1, 2]) await write(award(1, n))
    const waits: number[] = []
    started(worker(app))
    for (let attempt = 1; attempt < 10; attempt++) {
      await untilDeliveries(app.app.db, webhookId, 1, ({ attempts }) => attempts === attempt)
      waits.push((await stored(webhookId))[0]?.wait ?? 0)
      await hurry(app.app.db)
    }
    await untilDeliveries(app.app.db, webhookId, 1, isDelivered)
    const schedule = [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400]
    schedule.forEach((pause, at) => {
      expect(waits[at]).toBeGreaterThan(pause * 0.79)
      expect(waits[at]).toBeLessThan(pause * 1.21)
    })
    const { data } = (await community.client.get(`/v2/webhooks/${webhookId}/deliveries`)).body
    expect(data.map(({ status, attempts }: { status: string; attempts: number }) => [status, attempts])).toEqual(
      expect.arrayContaining([
        ['parked', 10],
        ['delivered', 1],
      ]),
    )

    // a redelivery keeps its id and comes after all others
    receiver.react = () => ({ status: 200 })
    const parked = data.find(({ status }: { status: string }) => status === 'parked')
    const path = `/v2/webhooks/${webhookId}/deliveries/${parked.deliveryId}/redeliver`
    expect((await community.client.post(path)).body.data).toMatchObject({ status: 'pending', attempts: 0 })
    await untilDeliveries(app.app.db, webhookId, 2, isDelivered)
    expect(receiver.received.at(-1)?.id).toBe(parked.deliveryId)
  })

  it('of 410 disables the endpoint and dead-letters its messages', async () => {
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = () => ({ status: 410 })
    for (const n of [1, 2]) await write(award(1, n))
    started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 2, ({ status }) => status === 'parked')
    expect((await community.client.get(`/v2/webhooks/${webhookId}`)).body.data).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
    })
    expect(receiver.received).toHaveLength(1)
    const { rows } = await sql`select action, actor_id, after from audit_entry
      where community_id = ${community.communityId} and action = 'webhook.disable'`.execute(app.app.db)
    expect(rows).toMatchObject([{ actor_id: 'send-webhooks', after: { webhookId, disabledReason: 'gone' } }])
    await write(award(1, 3))
    await untilComplete(app.app.db)
    await community.client.patch(`/v2/webhooks/${webhookId}`, { enabled: true })
    receiver.react = () => ({ status: 200 })
    await write(award(1, 4))
    await untilDeliveries(app.app.db, webhookId, 1, isDelivered)
    expect(receiver.received.at(-1)?.body.data.after.experience).toBe(4)
  })

  it('of 410 keeps other messages from being claimed before the endpoint is disabled', async () => {
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = () => ({ status: 410 })
    for (const n of [1, 2]) await write(award(1, n))
    await enqueueAll(app.app.db)
    const [row] = await claimPartitions(app.app.db, 10, 30)
    const delivery = await app.app.db.transaction().execute(async (tx) => {
      // disabling the endpoint begins by reading the community
      await sql`lock table community in access exclusive mode`.execute(tx)
      const sent = deliver(app.base, row as ClaimedRow, 1_000, new AbortController().signal)
      await until(
        'the response arrived and the endpoint is about to be disabled',
        async () => (await waitingForLocks(app.app.db)).length === 1,
      )
      expect(await claimPartitions(app.app.db, 10, 30)).toEqual([])
      return [sent]
    })
    await Promise.all(delivery)
    expect(await claimPartitions(app.app.db, 10, 30)).toEqual([])
    expect(receiver.received).toHaveLength(1)
    expect((await stored(webhookId)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['parked', 1],
      ['parked', 0],
    ])
  })

  it.each([429, 503])('of %d with Retry-After pauses the whole endpoint', async (status) => {
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = () =>
      receiver.received.length === 1 ? { status, headers: { 'retry-after': '700' } } : { status: 200 }
    await write(award(1, 1))
    started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 1, ({ attempts }) => attempts === 1)
    expect((await stored(webhookId))[0]?.wait).toBeGreaterThanOrEqual(700)
    await write(award(2, 1))
    await untilDeliveries(app.app.db, webhookId, 2, () => true)
    const { rows } = await sql<{ held: number }>`select extract(epoch from not_before - now())::float8 as held
      from webhook_endpoint where webhook_id = ${webhookId}`.execute(app.app.db)
    expect(rows[0]?.held).toBeGreaterThan(600)
    expect(await claimPartitions(app.app.db, 10, 30)).toEqual([])
    expect(receiver.received).toHaveLength(1)
    await hurry(app.app.db)
    await untilDeliveries(app.app.db, webhookId, 2, isDelivered)
  })

  it('of 302 is not followed, and no response body is stored', async () => {
    const other = await startReceiver()
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = () => ({ status: 302, headers: { location: other.url } })
    await write(award(1, 1))
    started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 1, ({ attempts }) => attempts === 1)
    expect(other.received).toEqual([])
    await other.close()
    const { body } = await community.client.get(`/v2/webhooks/${webhookId}/deliveries`)
    expect(body.data[0]).toMatchObject({ lastStatus: 302, lastError: 'answered 302, and redirects are not followed' })
    expect(JSON.stringify(app.logs) + JSON.stringify(body)).not.toContain('a body that is not read')
  })

  it('of success resets the three days after which an endpoint is disabled', async () => {
    const { webhookId } = await endpoint(community, receiver)
    const show = async () => (await community.client.get(`/v2/webhooks/${webhookId}`)).body.data
    receiver.react = ({ body }) => ({ status: body.data.after.experience === 2 ? 200 : 500 })
    started(worker(app))
    await write(award(1, 1))
    await until('it fails', async () => (await show()).failingSince !== null)
    await write(award(2, 2))
    await until('it works', async () => (await show()).failingSince === null)
    await write(award(3, 1))
    await until('it fails again', async () => (await show()).failingSince !== null)
    await sql`update webhook_endpoint set failing_since = now() - interval '73 hours'`.execute(app.app.db)
    await write(award(4, 1))
    await until('it is disabled', async () => !(await show()).enabled)
    expect(await show()).toMatchObject({ disabledReason: 'failing' })
    expect((await stored(webhookId)).filter(({ status }) => status === 'pending')).toEqual([])
  })
})

describe('an endpoint', () => {
  it('is not delayed by ten endpoints of another community that never answer', async () => {
    const silent = await startReceiver()
    silent.react = () => 'silence'
    const hanging = await app.community({ connected: false })
    for (let n = 0; n < 10; n++) await endpoint(hanging, silent)
    for (let member = 1; member <= 30; member++) await write(award(member, 1), hanging)
    started(worker(app, { timings: { ...quick, timeoutMs: 60_000, leaseSeconds: 90 } }))
    await until('they hang', () => silent.received.length === 40)
    const { webhookId } = await endpoint(community, receiver)
    for (let member = 1; member <= 40; member++) await write(award(member, 1))
    await untilDeliveries(app.app.db, webhookId, 40, isDelivered)
    // none has ended: their timeout is one minute
    expect(silent.received).toHaveLength(40)
    await Promise.all(workers.splice(0).map((one) => one.stop()))
    await silent.close()
  })

  it('receives only events of its community and of its types', async () => {
    const other = await app.community({ connected: false })
    const elsewhere = await startReceiver()
    await endpoint(other, elsewhere)
    const all = await endpoint(community, { url: `${receiver.url}/all` })
    const some = await endpoint(community, { url: `${receiver.url}/some` }, { types: ['member.rank.changed'] })
    await write(award(1, 1))
    await write({ action: 'member.rank', userId: 1, before: { rankId: 1 }, after: { rankId: 10 } })
    await write({ action: 'application.create', after: { applicationId: 'app_x' } })
    started(worker(app))
    await untilDeliveries(app.app.db, all.webhookId, 2, isDelivered)
    await untilDeliveries(app.app.db, some.webhookId, 1, isDelivered)
    const sent = (path: string) =>
      receiver.received.filter((one) => one.path.endsWith(path)).map(({ body }) => body.type)
    expect(sent('/all')).toEqual(['member.awarded', 'member.rank.changed'])
    expect(sent('/some')).toEqual(['member.rank.changed'])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3)
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })
})

describe('a target', () => {
  it('whose name now resolves to a private address is not called, and the message is retried', async () => {
    let address = '93.184.216.34'
    const targets = { allowPrivate: 'nothing', resolve: () => Promise.resolve([address]) } as const
    const strict = await startTestApp({ worker: false, settings: { ...testSettings, webhookTargets: targets } })
    const home = await strict.community({ connected: false })
    const { webhookId } = await endpoint(home, { url: `https://rebound.example.com:${receiver.port}/` })
    address = '127.0.0.1'
    await audit(strict.app.db, home.communityId, award(1, 1))
    const sending = worker(strict)
    await untilDeliveries(strict.app.db, webhookId, 1, ({ attempts }) => attempts === 1)
    await sending.stop()
    expect((await deliveriesOf(strict.app.db, webhookId))[0]).toMatchObject({
      status: 'pending',
      last_status: null,
      last_error: 'the URL must be an https URL of a host that has public addresses only',
    })
    await strict.close()
  })

  it('is called at the address that was checked', async () => {
    const { webhookId } = await endpoint(community, { url: `http://nowhere.invalid:${receiver.port}/hooks` })
    await write(award(1, 1))
    started(worker(app))
    await untilDeliveries(app.app.db, webhookId, 1, isDelivered)
    expect(receiver.received[0]?.headers.host).toBe(`nowhere.invalid:${receiver.port}`)
  })
})
