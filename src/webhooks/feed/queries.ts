// SQL that enqueues messages: new audit entries, the endpoints that receive them, and their partitions.
import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import { anyText, auditHorizon, now, unnested } from '../../db/expressions'
import type { Entry } from '../rules'

const lineKey = ['community_id', 'webhook_id', 'user_id'] as const
const lineColumns = [...lineKey, 'due_at', 'last_seq'] as const

export interface Cursor {
  readonly position: number
  readonly audit_id: number
}

/** Null: another process has it, or there is none. */
export async function lockFeed(tx: Transaction<DB>, communityId: string): Promise<Cursor | null> {
  const row = await tx
    .selectFrom('webhook_feed')
    .select(['position', 'audit_id'])
    .where('community_id', '=', communityId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}

export type EnabledEndpointRow = Awaited<ReturnType<typeof lockEnabledEndpoints>>[number]

export function lockEnabledEndpoints(tx: Transaction<DB>, communityId: string) {
  return tx
    .selectFrom('webhook_endpoint')
    .select(['webhook_id', 'types', 'since'])
    .where('community_id', '=', communityId)
    .where('enabled', '=', true)
    .orderBy('webhook_id')
    .forShare()
    .execute()
}

export interface FeedEntry extends Entry {
  readonly position: number
}

/** Entries after the cursor, from position `since` up to the audit horizon. */
export function readNewEntries(
  tx: Transaction<DB>,
  communityId: string,
  { position, audit_id }: Cursor,
  since: number,
  limit: number,
): Promise<FeedEntry[]> {
  return tx
    .selectFrom('audit_entry')
    .select(['audit_id', 'position', 'at', 'action', 'user_id', 'before', 'after'])
    .where('community_id', '=', communityId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('position', 'audit_id'), '>', tuple(position, audit_id)))
    .where('position', '>=', Math.max(since, position))
    .where('position', '<', auditHorizon)
    .orderBy('position')
    .orderBy('audit_id')
    .limit(limit)
    .execute()
}

export async function moveCursor(
  tx: Transaction<DB>,
  communityId: string,
  { position, audit_id }: Cursor,
): Promise<void> {
  await tx.updateTable('webhook_feed').set({ position, audit_id }).where('community_id', '=', communityId).execute()
}

export interface NewDelivery {
  readonly deliveryId: string
  readonly webhookId: string
  readonly userId: number
  readonly type: string
  readonly auditId: number | null
  readonly body: string
}

/** In the given order; their partitions become due. */
export async function insertDeliveries(
  tx: Transaction<DB>,
  communityId: string,
  many: readonly NewDelivery[],
): Promise<void> {
  const types = {
    deliveryId: 'text',
    webhookId: 'text',
    userId: 'bigint',
    type: 'text',
    auditId: 'bigint',
    body: 'text',
  } as const
  await tx
    .with('added', (cte) =>
      cte
        .insertInto('webhook_delivery')
        .columns(['community_id', 'delivery_id', 'webhook_id', 'user_id', 'type', 'audit_id', 'body'])
        .expression((eb) =>
          eb
            .selectFrom(unnested('given', many, types))
            .select(({ val }) => val(communityId).as('community_id'))
            .select(['deliveryId', 'webhookId', 'userId', 'type', 'auditId', 'body'])
            .orderBy('nth'),
        )
        .returning(['webhook_id', 'user_id', 'seq']),
    )
    .insertInto('webhook_line')
    .columns(lineColumns)
    .expression((eb) =>
      eb
        .selectFrom('added')
        .select(({ val, fn }) => [
          val(communityId).as('community_id'),
          'webhook_id',
          'user_id',
          now.as('due_at'),
          fn.max('seq').as('last_seq'),
        ])
        .groupBy(['webhook_id', 'user_id']),
    )
    .onConflict((conflict) =>
      conflict.columns(lineKey).doUpdateSet(({ case: when, fn, ref }) => ({
        last_seq: fn('greatest', ['webhook_line.last_seq', 'excluded.last_seq']),
        due_at: when('webhook_line.due_at')
          .when('infinity')
          .then(ref('excluded.due_at'))
          .else(ref('webhook_line.due_at'))
          .end(),
      })),
    )
    .execute()
}

export interface Redelivery {
  readonly webhookId: string
  readonly deliveryIds: readonly string[]
}

/**
 * Finished messages move to the end of their partition. The caller holds the endpoint's lock. Partitions are locked
 * first, so that a concurrent settlement is finished before messages are read.
 */
export async function requeueDeliveries(
  tx: Transaction<DB>,
  communityId: string,
  redelivery: Redelivery,
): Promise<void> {
  const { webhookId } = redelivery
  await lockPartitions(tx, communityId, redelivery)
  await tx
    .with(
      (name) => name('moved').materialized(),
      () => selectMoved(tx, communityId, redelivery),
    )
    .with('line', (cte) =>
      cte
        .insertInto('webhook_line')
        .columns(lineColumns)
        .expression((eb) =>
          eb
            .selectFrom('moved')
            .select(({ val, fn }) => [
              val(communityId).as('community_id'),
              val(webhookId).as('webhook_id'),
              'user_id',
              now.as('due_at'),
              fn.max('seq').as('last_seq'),
            ])
            .groupBy('user_id'),
        )
        .onConflict((conflict) =>
          conflict.columns(lineKey).doUpdateSet(({ case: when, fn, ref }) => ({
            last_seq: fn('greatest', ['webhook_line.last_seq', 'excluded.last_seq']),
            due_at: when().when('webhook_line.lease_until', '>', now).then(ref('webhook_line.due_at')).else(now).end(),
          })),
        )
        .returning('user_id'),
    )
    .updateTable('webhook_delivery as d')
    .from('moved')
    .innerJoin('line', 'line.user_id', 'moved.user_id')
    .set(({ case: when, ref }) => ({
      seq: ref('moved.seq'),
      attempts: when('d.status').when('pending').then(ref('d.attempts')).else(0).end(),
      status: 'pending',
      finished_at: null,
      next_attempt_at: null,
    }))
    .where('d.community_id', '=', communityId)
    .whereRef('d.delivery_id', '=', 'moved.delivery_id')
    .execute()
}

async function lockPartitions(
  tx: Transaction<DB>,
  communityId: string,
  { webhookId, deliveryIds }: Redelivery,
): Promise<void> {
  await tx
    .selectFrom('webhook_line')
    .where('community_id', '=', communityId)
    .where('webhook_id', '=', webhookId)
    .where('user_id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select('user_id')
        .where('community_id', '=', communityId)
        .where('delivery_id', '=', anyText(deliveryIds)),
    )
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
}

/** A pending message keeps its place; a finished one gets the next. */
const selectMoved = (tx: Transaction<DB>, communityId: string, { webhookId, deliveryIds }: Redelivery) =>
  tx
    .selectFrom((from) =>
      from
        .selectFrom('webhook_delivery')
        .select(['delivery_id', 'user_id', 'status', 'seq'])
        .where('community_id', '=', communityId)
        .where('webhook_id', '=', webhookId)
        .where('delivery_id', '=', anyText(deliveryIds))
        .orderBy('seq')
        .as('requested'),
    )
    .select(['delivery_id', 'user_id'])
    .select(({ case: when, ref }) =>
      when('status')
        .when('pending')
        .then(ref('seq'))
        .else(sql<number>`nextval(pg_get_serial_sequence('webhook_delivery', 'seq')::regclass)`)
        .end()
        .as('seq'),
    )

/** Oldest first. The caller holds the endpoint's lock. */
export async function listDeadLetteredIds(
  tx: Transaction<DB>,
  communityId: string,
  webhookId: string,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhook_delivery')
    .select('delivery_id')
    .where('community_id', '=', communityId)
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'parked')
    .orderBy('seq')
    .execute()
  return rows.map((row) => row.delivery_id)
}
