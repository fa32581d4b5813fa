// Statements that waited for a lock act on the rows as they are afterwards.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { changeKey, rotateKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { listKeys } from '../../src/auth/queries'
import { findAuditLogMark, markAuditLog } from '../../src/platform-connection/queries'
import { findQueuedMessage, recordMessageAttempt } from '../../src/applications/reviews/queries'
import { claimPartitions, settleDelivery } from '../../src/webhooks/delivery/queries'
import { requeueDeliveries } from '../../src/webhooks/feed/queries'
import { applicant, idOf, makeForm, respond, review, verify } from '../applications/submissions/fixture'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { acrossALockWait, waitingForLocks } from '../support/locks'
import { until } from '../support/until'
import { audit, award, deliveriesOf, enqueueAll } from '../webhooks/fixture'

let app: TestApp
let community: TestCommunity
let place: { databaseUrl: string; db: TestApp['app']['db'] }
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  place = { databaseUrl: app.databaseUrl, db: app.app.db }
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql`delete from webhook_endpoint`.execute(app.app.db)
  community = await app.community()
})

describe('an application', () => {
  async function submitted(): Promise<{ path: string; userId: number }> {
    const form = await makeForm(community.client)
    const userId = await applicant(app)
    await verify(app, userId, randomUUID().slice(0, 20))
    return { path: await respond(community.client, form, userId), userId }
  }

  it('keeps the end of a result message that ended while it was sent', async () => {
    const { path } = await submitted()
    await review(community.client, path)
    const message = await findQueuedMessage(app.app.db, community.communityId, idOf(path))
    if (!message) throw new Error('no message is queued')
    await acrossALockWait(
      place,
      (other) =>
        other.query(`update result_message set status = 'closed', finished_at = now() where response_id = $1`, [
          idOf(path),
        ]),
      '%update "result_message"%',
      () => recordMessageAttempt(app.app.db, message, { status: 'sent' }, null),
    )
    const { rows } = await sql<{ status: string }>`
      select status from result_message where response_id = ${idOf(path)}`.execute(app.app.db)
    expect(rows).toEqual([{ status: 'closed' }])
    const { rows: told } = await sql`select from audit_entry where action = 'application.response.message'
      and community_id = ${community.communityId}`.execute(app.app.db)
    expect(told).toEqual([])
  })

  it('rejects a review that waited for a data-rights hold', async () => {
    const { path, userId } = await submitted()
    const answer = await acrossALockWait(
      place,
      async (other) => {
        await other.query(`select pg_advisory_xact_lock(hashtextextended('account ' || $1::text, 0))`, [String(userId)])
        await other.query('insert into data_rights_hold (user_id) values ($1)', [userId])
      },
      '%pg_advisory_xact_lock%',
      () => review(community.client, path),
    )
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'response_protected'])
  })
})

describe('a webhook message', () => {
  async function pendingDelivery(): Promise<{ webhookId: string; deliveryId: string }> {
    const { body } = await community.client.post('/v2/webhooks', { url: 'https://example.com/hook' })
    const { webhookId } = body.data as { webhookId: string }
    await audit(app.app.db, community.communityId, award(101, 1))
    await enqueueAll(app.app.db)
    const [delivery] = await deliveriesOf(app.app.db, webhookId)
    return { webhookId, deliveryId: delivery?.delivery_id ?? '' }
  }

  it('that is delivered during its redelivery is sent again after newer messages', async () => {
    const { webhookId, deliveryId } = await pendingDelivery()
    await acrossALockWait(
      place,
      async (other) => {
        await other.query(`update webhook_line set claim = claim + 1, due_at = 'infinity' where webhook_id = $1`, [
          webhookId,
        ])
        await other.query(
          `update webhook_delivery set status = 'delivered', attempts = 1, finished_at = now() where delivery_id = $1`,
          [deliveryId],
        )
        await other.query(
          `insert into webhook_delivery (community_id, delivery_id, webhook_id, user_id, type, body)
           select community_id, 'msg_laterlaterlaterlater', webhook_id, user_id, type, body from webhook_delivery where delivery_id = $1`,
          [deliveryId],
        )
      },
      '%webhook_line%',
      () =>
        app.app.db
          .transaction()
          .execute((tx) => requeueDeliveries(tx, community.communityId, { webhookId, deliveryIds: [deliveryId] })),
    )
    const rows = await deliveriesOf(app.app.db, webhookId)
    expect(rows.map(({ delivery_id, status }) => [delivery_id, status])).toEqual([
      ['msg_laterlaterlaterlater', 'pending'],
      [deliveryId, 'pending'],
    ])
  })

  it('that is delivered after its lease expired is not claimed again', async () => {
    const { webhookId, deliveryId } = await pendingDelivery()
    const [row] = await claimPartitions(app.app.db, 10, 0.001)
    expect(row?.delivery_id).toBe(deliveryId)
    await until('the lease has expired', async () => {
      const { rows } = await sql`select from webhook_line where webhook_id = ${webhookId} and due_at <= now()`.execute(
        app.app.db,
      )
      return rows.length > 0
    })
    if (!row) throw new Error('nothing was claimed')
    const claiming = await app.app.db.transaction().execute(async (tx) => {
      // this transaction begins before the second worker chooses, and ends after it
      await settleDelivery(tx, row, { to: 'delivered' }, { status: 204, error: null, retryAfterSeconds: null })
      const second = { claims: claimPartitions(app.app.db, 10, 30) }
      // on another connection: within a transaction pg_stat_activity is read only once
      await until(
        'the second worker waits',
        async () => (await waitingForLocks(app.app.db, '%with free as%')).length > 0,
      )
      return second
    })
    const claimed = await claiming.claims
    expect(claimed.filter((one) => one.delivery_id === deliveryId)).toEqual([])
    expect((await deliveriesOf(app.app.db, webhookId)).map(({ status }) => status)).toEqual(['delivered'])
  })
})

describe('a key', () => {
  it('that is revoked during its rotation gets no successor', async () => {
    const ctx = await community.ctx()
    const [key] = await listKeys(await community.ctx(), { after: null, limit: 10 })
    if (!key) throw new Error('the community has no key')
    const rotating = acrossALockWait(
      place,
      (other) => other.query('update api_key set revoked_at = now() where key_id = $1', [key.key_id]),
      '%api_key%',
      () => rotateKey(ctx, key, 60),
    )
    await expect(rotating).rejects.toMatchObject({ code: 'key_ended' })
    expect(await listKeys(await community.ctx(), { after: null, limit: 10 })).toHaveLength(1)
  })

  it('that is revoked while it is enabled stays revoked', async () => {
    const ctx = await community.ctx()
    const [key] = await listKeys(await community.ctx(), { after: null, limit: 10 })
    if (!key) throw new Error('the community has no key')
    const enabling = acrossALockWait(
      place,
      (other) => other.query('update api_key set revoked_at = now(), enabled = false where key_id = $1', [key.key_id]),
      '%api_key%',
      () => changeKey(ctx, key, 'enabled'),
    )
    await expect(enabling).rejects.toMatchObject({ code: 'key_ended' })
    expect(await requireKey(app.app.db, key.key_id)).toMatchObject({ enabled: false })
  })
})

describe('the platform connection', () => {
  it('does not store the audit log position of one group for another', async () => {
    const ctx = await community.ctx()
    const mark = await findAuditLogMark(ctx)
    if (!mark) throw new Error('the community is not connected')
    await acrossALockWait(
      place,
      (other) =>
        other.query('update platform_connection set group_id = 701 where community_id = $1', [community.communityId]),
      '%audit_log_seen_at%',
      () => markAuditLog(ctx, mark, new Date(1_000)),
    )
    expect((await findAuditLogMark(ctx))?.seen_at).toBeNull()
  })
})
