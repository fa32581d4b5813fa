// Messages: content, signature, one for each audit entry, retention.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { makeAjv } from '../../src/contract/ajv'
import { closedForReplies, loadContract } from '../../src/contract/document'
import { eraseAccount, exportAccount } from '../../src/data-rights/actions'
import { enqueueFromAuditLog } from '../../src/webhooks/feed/actions'
import { messageOf } from '../../src/webhooks/rules'
import { signedHeaders } from '../../src/webhooks/signing'
import { group, startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { until } from '../support/until'
import { audit, award, deliveriesOf, endpoint, enqueueAll, untilDeliveries, worker } from './fixture'
import { startReceiver, verifies, type Receiver } from './receiver'

let app: TestApp
let community: TestCommunity
let receiver: Receiver
let sending: { stop(): Promise<void> } | null = null
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  receiver = await startReceiver()
  community = await app.community()
})
afterEach(async () => {
  await sending?.stop()
  sending = null
  await receiver.close()
  await sql`delete from webhook_endpoint`.execute(app.app.db)
})

const isDelivered = ({ status }: { status: string }) => status === 'delivered'
const never = new AbortController().signal
const member = group.members[0]

const ajv = makeAjv()
// allows no properties beyond those of the contract
ajv.addSchema({ ...closedForReplies(loadContract()), $id: 'contract' }, 'contract')

function contractProblems(message: unknown): string {
  const validate = ajv.compile({ $ref: 'contract#/components/schemas/WebhookMessage' })
  return validate(message) ? '' : ajv.errorsText(validate.errors)
}

describe('the signature', () => {
  it('matches the published example', () => {
    const example = {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: new Date(1_614_265_330_400), body: '{"test": 2432232314}' },
    }
    expect(signedHeaders([example.secret], example.message)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is made with both secrets during a rotation, and with the new one afterwards', async () => {
    const { webhookId, secret: old } = await endpoint(community, receiver)
    const path = `/v2/webhooks/${webhookId}`
    const test = async (): Promise<void> => {
      const before = receiver.received.length
      expect((await community.client.post(`${path}/test`)).status).toBe(202)
      await until('the test', () => receiver.received.length > before)
    }
    const valid = (secrets: string[]) => {
      const last = receiver.received.at(-1)
      return secrets.map((secret) => last !== undefined && verifies(secret, last))
    }
    sending = worker(app)
    await test()
    expect(valid([old])).toEqual([true])
    const { body } = await community.client.post(`${path}/rotate-secret`, { overlapSeconds: 3_600 })
    const { secret: fresh, previousSecretUntil } = body.data
    expect(Date.parse(previousSecretUntil as string) - Date.now()).toBeGreaterThan(3_500_000)
    await test()
    expect(valid([old, fresh as string])).toEqual([true, true])
    expect(String(receiver.received.at(-1)?.headers['webhook-signature']).split(' ')).toHaveLength(2)
    await sql`update webhook_endpoint set previous_secret_until = now()`.execute(app.app.db)
    await test()
    expect(valid([old, fresh as string])).toEqual([false, true])
    expect((await community.client.get(path)).body.data.previousSecretUntil).toBeNull()
    const atOnce = (await community.client.post(`${path}/rotate-secret`, { overlapSeconds: 0 })).body.data
    await test()
    expect(valid([fresh as string, atOnce.secret as string])).toEqual([false, true])
    for (const one of receiver.received) {
      expect(one.headers).toMatchObject({
        'content-type': 'application/json',
        'webhook-id': expect.stringMatching(/^msg_/),
      })
      expect(one.body).toEqual({ type: 'webhook.test', timestamp: expect.any(String), data: {} })
    }
  })

  it('of a test is sent once, without waiting for other tests', async () => {
    const { webhookId } = await endpoint(community, receiver)
    receiver.react = () => ({ status: 500 })
    sending = worker(app)
    for (const n of [1, 2]) {
      await community.client.post(`/v2/webhooks/${webhookId}/test`)
      await untilDeliveries(app.app.db, webhookId, n, ({ status }) => status === 'parked')
    }
    expect((await community.client.get(`/v2/webhooks/${webhookId}`)).body.data.failingSince).toBeNull()
  })
})

describe('a message', () => {
  const secrets = ['the-answer', 'the-note', 'the-feedback', 'the-reason', 'the-password', 'the-question']
  const everySecret = Object.fromEntries(
    ['answers', 'privateNote', 'applicantFeedback', 'reason', 'password', 'questions'].map((name, at) => [
      name,
      secrets[at],
    ]),
  )
  const nested = {
    status: { answers: 'the-answer' },
    name: ['the-note'],
    rank: { name: ['the-note'], answers: 'the-answer' },
  }

  it.each<[string, object, object, { type: string; data: object }]>([
    [
      'member.experience',
      { experience: 1 },
      { experience: 3 },
      { type: 'member.awarded', data: { award: 'experience', before: { experience: 1 }, after: { experience: 3 } } },
    ],
    [
      'member.quotaPoints',
      { quotaPoints: 1 },
      { quotaPoints: 0 },
      { type: 'member.awarded', data: { award: 'quotaPoints', before: { quotaPoints: 1 }, after: { quotaPoints: 0 } } },
    ],
    [
      'member.medal.award',
      { count: 0 },
      { name: 'Valor', count: 1 },
      { type: 'member.awarded', data: { award: 'medal', name: 'Valor', before: { count: 0 }, after: { count: 1 } } },
    ],
    [
      'member.qualification.remove',
      { name: 'Pilot', count: 1 },
      { count: 0 },
      {
        type: 'member.awarded',
        data: { award: 'qualification', name: 'Pilot', before: { count: 1 }, after: { count: 0 } },
      },
    ],
    [
      'member.rank',
      { rank: { uniqueId: 1, rankId: 1, name: 'Recruit' } },
      { rank: { uniqueId: 2, rankId: 10, name: 'Private', note: 'the-note' } },
      {
        type: 'member.rank.changed',
        data: {
          before: { rank: { uniqueId: 1, rankId: 1, name: 'Recruit' } },
          after: { rank: { uniqueId: 2, rankId: 10, name: 'Private' } },
        },
      },
    ],
    [
      'application.response.submit',
      {},
      { applicationId: 'app_1', responseId: 'rsp_1', applicationVersion: 2, status: 'Pending' },
      {
        type: 'response.submitted',
        data: { applicationId: 'app_1', responseId: 'rsp_1', applicationVersion: 2, after: { status: 'Pending' } },
      },
    ],
    [
      'application.response.review',
      { responseId: 'rsp_1', status: 'Pending' },
      { responseId: 'rsp_1', status: 'Passed' },
      {
        type: 'response.decided',
        data: { responseId: 'rsp_1', before: { status: 'Pending' }, after: { status: 'Passed' } },
      },
    ],
    [
      'operation.end',
      {},
      { operationId: 'op_1', kind: 'rank.set', status: 'failed', errorCode: 'rank_not_found' },
      {
        type: 'operation.ended',
        data: { operationId: 'op_1', kind: 'rank.set', status: 'failed', errorCode: 'rank_not_found' },
      },
    ],
    [
      'event.finish',
      { eventId: 'evt_1', state: 'active' },
      { eventId: 'evt_1', state: 'finished' },
      {
        type: 'event.finished',
        data: { eventId: 'evt_1', before: { state: 'active' }, after: { state: 'finished' } },
      },
    ],
  ])('of %s has the account and the listed fields only', (action, before, after, { type, data }) => {
    const entry = { audit_id: 7, at: '2026-03-01T12:00:00Z', action, user_id: 5 }
    const message = messageOf({ ...entry, before, after })
    expect(JSON.parse(message?.body ?? '')).toEqual({
      type,
      timestamp: '2026-03-01T12:00:00Z',
      data: { auditId: '7', userId: '5', ...data },
    })
    expect(message?.type).toBe(type)
    const more = messageOf({ ...entry, before: { ...before, ...everySecret }, after: { ...after, ...everySecret } })
    expect(more?.body).toBe(message?.body)
    const strange = messageOf({ ...entry, before: { ...everySecret, ...nested }, after: { ...everySecret, ...nested } })
    for (const secret of secrets) expect(strange?.body).not.toContain(secret)
    for (const side of [null, 'the-answer', 5])
      expect(messageOf({ ...entry, before: side, after: side })).not.toBeNull()
  })

  it('is not made of other actions', () => {
    const entry = { audit_id: 7, at: '2026-03-01T12:00:00Z', user_id: 5, before: {}, after: {} }
    for (const action of ['application.create', 'key.create', 'webhook.create', 'blacklist.add', 'constructor']) {
      expect(messageOf({ ...entry, action })).toBeNull()
    }
  })

  it('is sent for real operations, without answers, notes, feedback and reasons', async () => {
    const { webhookId } = await endpoint(community, receiver)
    await createAward(await community.ctx(), 'medal', 'Valor')
    await sql`insert into verified_account (user_id, chat_user_id) values (${member}, '1')`.execute(app.app.db)
    const { client } = community
    const questions = [{ id: 'q1', type: 'short', title: 'the-question' }]
    const form = (await client.post('/v2/applications', { definition: { name: 'School', state: 'open', questions } }))
      .body
    const at = `/v2/applications/${form.data.applicationId}`
    const submitted = await client.post(`${at}/responses`, {
      userId: member,
      version: 1,
      answers: { q1: 'the-answer' },
    })
    const { responseId } = submitted.body.data.response
    const review = { revision: 1, status: 'Passed', privateNote: 'the-note', applicantFeedback: 'the-feedback' }
    expect((await client.post(`${at}/responses/${responseId}/review`, review)).status).toBe(200)
    const points = { op: 'increment', amount: 5, reason: 'the-reason' }
    expect((await client.post(`/v2/members/${member}/experience`, points)).status).toBe(200)
    expect((await client.post(`/v2/members/${member}/quota-points`, points)).status).toBe(200)
    expect((await client.post(`/v2/members/${member}/medals`, { name: 'Valor' })).status).toBe(200)
    expect((await client.put(`/v2/members/${member}/rank`, { rankId: 10 })).status).toBe(200)
    const { eventTypeId } = (await client.post('/v2/event-types', { name: 'Raid' })).body.data
    const startsAt = '2026-03-06T18:00:00Z'
    const { eventId } = (await client.post('/v2/events', { eventTypeId: eventTypeId as string, startsAt })).body.data
    for (const verb of ['start', 'finish']) {
      expect((await client.post(`/v2/events/${eventId}/${verb}`)).status).toBe(200)
    }
    sending = worker(app)
    await untilDeliveries(app.app.db, webhookId, 8, isDelivered)
    for (const { body } of receiver.received) expect(contractProblems(body)).toBe('')
    const texts = receiver.received.map(({ text }) => text).join('\n')
    for (const secret of secrets) expect(texts).not.toContain(secret)
    const types = receiver.received.map(({ body }) => body.type as string)
    expect(types.filter((type) => type !== 'event.finished')).toEqual([
      ...['response.submitted', 'response.decided', 'member.awarded', 'member.awarded', 'member.awarded'],
      ...['member.rank.changed', 'operation.ended'],
    ])
    // it concerns no member, so its partition has no order with the others
    expect(types).toContain('event.finished')
    const changed = receiver.received[types.indexOf('member.rank.changed')]
    expect(changed?.body.data).toMatchObject({ userId: String(member), after: { rank: { rankId: 10 } } })
    const page = (await client.get(`/v2/webhooks/${webhookId}/deliveries`)).body.data
    expect(page.at(-1)).toMatchObject({
      type: 'response.submitted',
      userId: String(member),
      status: 'delivered',
      attempts: 1,
    })
  })
})

describe('the feed', () => {
  it('has one message for each entry, with two readers and many, partly slow, writers', async () => {
    const { webhookId } = await endpoint(community, receiver)
    const reading = { on: true }
    const readers = [1, 2].map(async () => {
      while (reading.on) await enqueueFromAuditLog(app.app.db, never)
    })
    const ids: string[] = []
    const write = async (n: number): Promise<void> => {
      await app.app.db.transaction().execute(async (tx) => {
        const id = await audit(tx, community.communityId, award((n % 10) + 1, n))
        // commits after transactions that began later
        if (n % 7 === 0) await sql`select pg_sleep(0.1)`.execute(tx)
        ids.push(id)
      })
    }
    for (let n = 0; n < 200; n += 5) await Promise.all([0, 1, 2, 3, 4].map((more) => write(n + more)))
    const count = async () => (await deliveriesOf(app.app.db, webhookId)).length
    await until('all are enqueued', async () => (await count()) >= 200)
    reading.on = false
    await Promise.all(readers)
    const { rows } = await sql<{ audit_id: string }>`
      select audit_id::text from webhook_delivery where webhook_id = ${webhookId}`.execute(app.app.db)
    expect(rows.map((row) => row.audit_id).sort()).toEqual([...ids].sort())
  })

  it('begins with the endpoint, and has no row for communities without endpoints', async () => {
    await audit(app.app.db, community.communityId, award(1, 1))
    await untilComplete(app.app.db)
    const first = await endpoint(community, receiver)
    await audit(app.app.db, community.communityId, award(1, 2))
    await untilComplete(app.app.db)
    const second = await endpoint(community, receiver)
    const third = await audit(app.app.db, community.communityId, award(1, 3))
    await enqueueAll(app.app.db)
    expect(await deliveriesOf(app.app.db, first.webhookId)).toHaveLength(2)
    const { rows } = await sql`
      select audit_id::text from webhook_delivery where webhook_id = ${second.webhookId}`.execute(app.app.db)
    expect(rows).toEqual([{ audit_id: third }])
    const feeds = await sql`select from webhook_feed where community_id <> ${community.communityId}`.execute(app.app.db)
    const others = await app.community({ connected: false })
    const now = await sql`select from webhook_feed where community_id = ${others.communityId}`.execute(app.app.db)
    expect([now.rows.length, feeds.rows.length]).toEqual([0, feeds.rows.length])
  })
})

describe('a stored message', () => {
  const sendFrom = (time: string, webhookId: string) =>
    sql`update webhook_endpoint set not_before = ${time}::timestamptz where webhook_id = ${webhookId}`.execute(
      app.app.db,
    )

  it('is exported with its account and deleted by its erasure, sent or not', async () => {
    const { webhookId } = await endpoint(community, receiver)
    await sendFrom('infinity', webhookId)
    for (const userId of [71, 72]) {
      await audit(app.app.db, community.communityId, award(userId, 1))
      await audit(app.app.db, community.communityId, award(userId, 2))
    }
    await enqueueAll(app.app.db)
    const before = await exportAccount(app.base, 71)
    expect(before.communities).toMatchObject([
      { webhookDeliveries: [{ type: 'member.awarded', status: 'pending' }, { body: expect.stringContaining('"71"') }] },
    ])
    await eraseAccount(app.base, 71, false)
    await sendFrom('now', webhookId)
    sending = worker(app)
    await untilDeliveries(app.app.db, webhookId, 2, isDelivered)
    expect(new Set(receiver.received.map(({ body }) => body.data.userId))).toEqual(new Set(['72']))
    expect((await deliveriesOf(app.app.db, webhookId)).map(({ user_id }) => user_id)).toEqual([72, 72])
    // the next entry of the erased account makes a message again
    await audit(app.app.db, community.communityId, award(71, 3))
    await untilDeliveries(app.app.db, webhookId, 3, isDelivered)
  })

  it('is deleted after 7 days when delivered, after 30 when dead-lettered, and never when pending', async () => {
    const { webhookId } = await endpoint(community, receiver)
    await sendFrom('infinity', webhookId)
    for (let member = 1; member <= 5; member++) await audit(app.app.db, community.communityId, award(member, 1))
    // another sender may be reading the feed
    await enqueueAll(app.app.db)
    await untilDeliveries(app.app.db, webhookId, 5, () => true)
    const age = (userId: number, status: string, days: number) =>
      sql`
      update webhook_delivery set status = ${status}, finished_at = now() - make_interval(hours => ${days * 24})
      where webhook_id = ${webhookId} and user_id = ${userId}`.execute(app.app.db)
    await age(1, 'delivered', 8)
    await age(2, 'delivered', 6)
    await age(3, 'parked', 31)
    await age(4, 'parked', 29)
    await sql`update webhook_line set due_at = 'infinity' where user_id < 5`.execute(app.app.db)
    await tasksOf(app)['purge-webhook-deliveries']()
    expect((await deliveriesOf(app.app.db, webhookId)).map(({ user_id }) => user_id)).toEqual([2, 4, 5])
    const { rows } = await sql`select user_id from webhook_line where webhook_id = ${webhookId}`.execute(app.app.db)
    expect(rows).toEqual([{ user_id: 5 }])
  })
})
