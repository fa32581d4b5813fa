// Audit entries, fast workers and stored messages.
import { sql } from 'kysely'
import { enqueueFromAuditLog } from '../../src/webhooks/feed/actions'
import { startWebhookSender, type WebhookSender } from '../../src/webhooks/sender'
import type { Db } from '../../src/context'
import { type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { until } from '../support/until'
import type { Receiver } from './receiver'

export interface AuditLine {
  readonly action: string
  readonly userId?: number | null
  readonly before?: object
  readonly after?: object
  readonly reason?: string
}

/** Writes an audit entry. @returns its id */
export async function audit(db: Db, communityId: string, line: AuditLine): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after, reason)
    values (${communityId}, 'key', 'test', ${line.action}, ${line.userId ?? null}, ${JSON.stringify(line.before ?? null)}::jsonb,
      ${JSON.stringify(line.after ?? null)}::jsonb, ${line.reason ?? null}) returning audit_id::text as id`.execute(db)
  return rows[0]?.id ?? ''
}

/** The entry of an award from `n - 1` to `n` points. */
export const award = (userId: number, n: number): AuditLine => ({
  action: 'member.experience',
  userId,
  before: { experience: n - 1 },
  after: { experience: n },
})

/** Enqueues the messages for all entries written before the call. A worker may do the same meanwhile. */
export async function enqueueAll(db: Db): Promise<void> {
  await untilComplete(db)
  await until('all entries are enqueued', async () => {
    await enqueueFromAuditLog(db, new AbortController().signal)
    const { rows } = await sql`
      select from audit_reader r where r.reader = 'webhooks'
        and r.position > (select coalesce(max(e.position), 0) from audit_entry e)
        and not exists (select from audit_news n where n.reader = r.reader)`.execute(db)
    return rows.length > 0
  })
}

export const quick = { tickMs: 30, timeoutMs: 1_000, leaseSeconds: 3 }

/** A fast sender; `more.db`: on another database connection. */
export function worker(app: TestApp, more: { db?: Db; timings?: typeof quick } = {}): WebhookSender {
  return startWebhookSender({ ...app.base, db: more.db ?? app.app.db }, more.timings ?? quick)
}

export interface MadeEndpoint {
  readonly webhookId: string
  readonly secret: string
}

export async function endpoint(
  { client }: TestCommunity,
  { url }: Pick<Receiver, 'url'>,
  more: object = {},
): Promise<MadeEndpoint> {
  const { status, body } = await client.post('/v2/webhooks', { url, ...more })
  expect(status).toBe(201)
  return body.data as MadeEndpoint
}

export interface StoredDelivery {
  readonly delivery_id: string
  readonly status: string
  readonly attempts: number
  readonly last_status: number | null
  readonly last_error: string | null
  readonly user_id: number
  /** Seconds from the last attempt to the next; null: there is none. */
  readonly wait: number | null
}

/** Messages of the endpoint, oldest first. */
export async function deliveriesOf(db: Db, webhookId: string): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    select delivery_id, status, attempts, last_status, last_error, user_id,
      extract(epoch from next_attempt_at - last_attempt_at)::float8 as wait
    from webhook_delivery where webhook_id = ${webhookId} order by seq`.execute(db)
  return rows
}

/** Waits until exactly `count` messages meet the condition. */
export async function untilDeliveries(
  db: Db,
  webhookId: string,
  count: number,
  condition: (row: StoredDelivery) => boolean,
): Promise<void> {
  await until(`${count} messages`, async () => {
    const rows = await deliveriesOf(db, webhookId)
    return rows.filter(condition).length === count
  })
}

/** Makes all messages due now, except in partitions that a worker has claimed. */
export async function hurry(db: Db): Promise<void> {
  await sql`
    update webhook_line l set due_at = now()
    from (select community_id, webhook_id, user_id from webhook_line
      where due_at < 'infinity' and lease_until is null for update skip locked) waiting
    where (l.community_id, l.webhook_id, l.user_id) = (waiting.community_id, waiting.webhook_id, waiting.user_id)`.execute(
    db,
  )
  await sql`update webhook_endpoint set not_before = now()`.execute(db)
}
