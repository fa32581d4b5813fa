// SQL of the operator.
import { sql, type Expression, type ExpressionBuilder, type NotNull, type RawBuilder } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Db, TxCtx } from '../../context'
import { bool, daysAgo, inSeconds, now } from '../../db/expressions'
import { WORKER_SILENCE_SECONDS } from '../enqueue/queries'
import { own } from '../../db/own'

const secondsSince = <At extends string | null>(at: Expression<At>): RawBuilder<number | Extract<At, null>> =>
  sql`floor(extract(epoch from now() - ${at}))::int`

export async function findCommunityOf(db: Db, operationId: string): Promise<string | null> {
  const row = await db
    .selectFrom('community as c')
    .crossJoinLateral((from) =>
      from
        .selectFrom('platform_operation as o')
        .select('o.operation_id')
        .whereRef('o.community_id', '=', 'c.community_id')
        .where('o.operation_id', '=', operationId)
        .limit(1)
        .as('found'),
    )
    .select('c.community_id')
    .limit(1)
    .executeTakeFirst()
  return row?.community_id ?? null
}

export async function setPaused(tx: TxCtx, to: 'paused' | 'open'): Promise<boolean> {
  const { communityId } = tx.community
  if (to === 'open') {
    const { numUpdatedRows } = await own(tx)
      .updateTable('dispatch_lane')
      .set({ paused_at: null })
      .where('paused_at', 'is not', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('dispatch_lane')
    .values({ community_id: communityId, paused_at: now })
    .onConflict((conflict) =>
      conflict.column('community_id').doUpdateSet({ paused_at: now }).where('dispatch_lane.paused_at', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function switchDeployment(db: Db, to: 'paused' | 'open'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('dispatch_switch')
    .set({ paused_at: to === 'paused' ? now : null })
    .where('paused_at', to === 'paused' ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface Backlog {
  readonly paused_at: string | null
  readonly lane_paused_at: string | null
  readonly queued: number
  readonly under_way: number
}

type OperationBuilder = ExpressionBuilder<DB, 'platform_operation'>
const isUnsent = ({ eb, and }: OperationBuilder) => and([eb('status', '=', 'queued'), eb('sent', '=', false)])

/** @param communityId null: every community */
export async function readBacklog(db: Db, communityId: string | null): Promise<Backlog> {
  const row = await db
    .selectFrom('dispatch_switch as s')
    .crossJoin((from) => {
      const active = from
        .selectFrom('platform_operation')
        .select((eb) => [
          eb.fn.countAll<number>().filterWhere(isUnsent(eb)).as('queued'),
          eb.fn
            .countAll<number>()
            .filterWhere(eb.or([eb('status', '<>', 'queued'), eb('sent', '=', true)]))
            .as('under_way'),
        ])
        .where('status', 'in', ['queued', 'dispatching', 'outcome_pending'])
      return (communityId === null ? active : active.where('community_id', '=', communityId)).as('o')
    })
    .leftJoin('dispatch_lane as l', (join) =>
      communityId === null ? join.on(sql.lit(false)) : join.on('l.community_id', '=', communityId),
    )
    .select(['s.paused_at', 'l.paused_at as lane_paused_at', 'o.queued', 'o.under_way'])
    .executeTakeFirst()
  if (row) return row
  throw new Error('dispatch_switch has no row; restore the database from a backup')
}

export interface QueueRow {
  readonly lane: 'urgent' | 'bulk'
  readonly queued: number
  readonly due: number
  readonly oldest_seconds: number | null
}

export async function readQueues(db: Db): Promise<QueueRow[]> {
  const rows = await db
    .selectFrom('platform_operation')
    .select(({ eb, fn }) => [
      'urgent',
      fn.countAll<number>().as('queued'),
      fn
        .countAll<number>()
        .filterWhere(eb('not_before', '<=', now))
        .as('due'),
      secondsSince(fn.min<string>('created_at')).as('oldest_seconds'),
    ])
    .where(isUnsent)
    .groupBy('urgent')
    .execute()
  return (['urgent', 'bulk'] as const).map((lane) => {
    const row = rows.find(({ urgent }) => urgent === (lane === 'urgent'))
    return { lane, queued: row?.queued ?? 0, due: row?.due ?? 0, oldest_seconds: row?.oldest_seconds ?? null }
  })
}

export function listQueues(db: Db) {
  return db
    .selectFrom('platform_operation')
    .select(({ fn }) => [
      'community_id',
      fn.countAll<number>().as('waiting'),
      secondsSince(fn.min<string>('created_at')).as('oldest_seconds'),
    ])
    .where(isUnsent)
    .groupBy('community_id')
    .execute()
}

export function countFailures(db: Db) {
  return db
    .selectFrom('platform_operation')
    .select(({ fn }) => ['community_id', 'error_code', fn.countAll<number>().as('count')])
    .where('status', 'in', ['failed', 'cancelled'])
    .where('error_code', 'not in', ['operation_cancelled', 'operation_superseded'])
    .where('completed_at', '>', daysAgo(1))
    .groupBy(['community_id', 'error_code'])
    .orderBy('count', 'desc')
    .orderBy('error_code')
    .$narrowType<{ error_code: NotNull }>()
    .execute()
}

export interface UnderWay {
  readonly at_work: number
  readonly outcome_pending: number
  readonly half_applied: number
  readonly oldest_pending_seconds: number | null
}

export function readUnderWay(db: Db): Promise<UnderWay> {
  return db
    .selectFrom('platform_operation')
    .select(({ eb, fn }) => [
      fn.countAll<number>().filterWhere('status', '=', 'dispatching').as('at_work'),
      fn.countAll<number>().filterWhere('status', '=', 'outcome_pending').as('outcome_pending'),
      fn.countAll<number>().filterWhere('status', '=', 'queued').as('half_applied'),
      secondsSince(fn.min('dispatched_at').filterWhere(eb('status', '<>', 'dispatching'))).as('oldest_pending_seconds'),
    ])
    .where(({ eb, and, or }) =>
      or([
        eb('status', 'in', ['dispatching', 'outcome_pending']),
        and([eb('status', '=', 'queued'), eb('sent', '=', true)]),
      ]),
    )
    .executeTakeFirstOrThrow()
}

export function listPausedCommunities(db: Db) {
  return db
    .selectFrom('dispatch_lane as l')
    .innerJoin('community as c', 'c.community_id', 'l.community_id')
    .crossJoinLateral((from) =>
      from
        .selectFrom('platform_operation as o')
        .select(({ fn }) => fn.countAll<number>().as('queued'))
        .whereRef('o.community_id', '=', 'l.community_id')
        .where('o.status', '=', 'queued')
        .where('o.sent', '=', false)
        .as('held'),
    )
    .select(['l.community_id', 'c.name', 'l.paused_at', 'held.queued'])
    .where('l.paused_at', 'is not', null)
    .orderBy('l.paused_at')
    .orderBy('l.community_id')
    .$narrowType<{ paused_at: NotNull }>()
    .execute()
}

export function listWorkers(db: Db) {
  return db
    .selectFrom('worker_process')
    .select(({ eb, ref }) => [
      'worker_id',
      'started_at',
      secondsSince(ref('beat_at')).as('beat_seconds'),
      bool(eb('beat_at', '>', inSeconds(-WORKER_SILENCE_SECONDS))).as('alive'),
    ])
    .orderBy('started_at')
    .orderBy('worker_id')
    .execute()
}

export function listBudgets(db: Db) {
  return db
    .selectFrom('platform_budget')
    .select(({ eb, case: when, ref }) => [
      'owner',
      'per_minute',
      when().when('window_started_at', '>', inSeconds(-60)).then(ref('used')).else(0).end().as('used'),
      when()
        .when(eb('blocked_until', '>', now))
        .then(ref('blocked_until'))
        .end()
        .as('blocked_until'),
    ])
    .orderBy('owner')
    .execute()
}
