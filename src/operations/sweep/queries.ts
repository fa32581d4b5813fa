// SQL of the periodic sweep across communities: deadlines, expired leases, lost jobs, retention.
import { sql, type ExpressionBuilder } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Db } from '../../context'
import { clock, daysAgo, inSeconds, now } from '../../db/expressions'
import type { ErrorCode } from '../../base/errors'
import { deadlineMessage, KEY_SECONDS } from '../rules'

/** Rows that one statement changes. */
const BATCH = 500

/** Of an attempt that changed nothing. */
export const NO_EFFECT_MESSAGE =
  'The deadline passed, and no attempt changed the rank on the platform. Send the request again.'

/** No write was sent, not even one without an effect. */
const isUnsent = ({ eb, or }: ExpressionBuilder<{ o: DB['platform_operation'] }, 'o'>) =>
  or([eb('o.steps', '=', '[]'), eb('o.reason', 'is', null), eb('o.reason', '=', 'worker-lost')])

/** Ends queued rank changes whose deadline passed before a write took effect. */
export async function cancelOverdue(db: Db): Promise<void> {
  await db
    .updateTable('platform_operation as o')
    .from((from) =>
      from
        .selectFrom('platform_operation')
        .select(['community_id', 'operation_id'])
        .where('status', '=', 'queued')
        .where('deadline_at', '<=', now)
        .where('sent', '=', false)
        .orderBy('deadline_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .as('overdue'),
    )
    .set((eb) => {
      const when = eb.case().when(isUnsent(eb))
      return {
        completed_at: clock,
        lease_until: null,
        status: when.then<'cancelled'>('cancelled').else<'failed'>('failed').end(),
        error_code: when
          .then<ErrorCode>('deadline-cancelled-before-dispatch')
          // after a failed attempt, the reason is its error code
          .else(eb.ref('o.reason').$castTo<ErrorCode | null>())
          .end(),
        error_message: when.then(deadlineMessage).else(NO_EFFECT_MESSAGE).end(),
      }
    })
    .whereRef('o.community_id', '=', 'overdue.community_id')
    .whereRef('o.operation_id', '=', 'overdue.operation_id')
    .execute()
}

/** Requeues rank changes whose lease expired. If a write was sent, its outcome is read first. */
export async function requeueExpiredLeases(db: Db): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('platform_operation as o')
    .from((from) =>
      from
        .selectFrom('platform_operation')
        .select(['community_id', 'operation_id'])
        .where('status', 'in', ['dispatching', 'outcome_pending'])
        .where('lease_until', '<', now)
        .orderBy('lease_until')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .as('expired'),
    )
    .set(({ eb, and, ref, case: choice }) => ({
      worker_id: null,
      lease_until: null,
      not_before: now,
      reason: choice().when('o.status', '=', 'dispatching').then('worker-lost').else(ref('o.reason')).end(),
      status: choice()
        .when(and([eb('o.status', '=', 'dispatching'), eb('o.sent', '=', false)]))
        .then<'queued'>('queued')
        .else<'outcome_pending'>('outcome_pending')
        .end(),
    }))
    .whereRef('o.community_id', '=', 'expired.community_id')
    .whereRef('o.operation_id', '=', 'expired.operation_id')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** `promoteNext` (dispatch/queries.ts) for every member, in case a process died before it called that. */
export async function promoteWaiting(db: Db): Promise<void> {
  await db
    .updateTable('platform_operation as o')
    .from((from) =>
      from
        .selectFrom('platform_operation as q')
        .distinctOn(['q.community_id', 'q.user_id'])
        .select(['q.community_id', 'q.operation_id'])
        .where('q.status', '=', 'queued')
        .where('q.first_in_line', '=', false)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('platform_operation as older')
                .whereRef('older.community_id', '=', 'q.community_id')
                .whereRef('older.user_id', '=', 'q.user_id')
                .where('older.status', 'in', ['queued', 'dispatching', 'outcome_pending'])
                .where(({ eb, or }) => or([eb('older.status', '<>', 'queued'), eb('older.seq', '<', eb.ref('q.seq'))])),
            ),
          ),
        )
        .orderBy('q.community_id')
        .orderBy('q.user_id')
        .orderBy('q.seq')
        .limit(BATCH)
        .as('head'),
    )
    .set({ first_in_line: true })
    .whereRef('o.community_id', '=', 'head.community_id')
    .whereRef('o.operation_id', '=', 'head.operation_id')
    .where('o.status', '=', 'queued')
    .execute()
}

/** Adds at most `most` jobs a lane for due rank changes that may have lost their own. */
export async function wakeDispatch(db: Db, most: number): Promise<void> {
  const due = db.selectFrom('platform_operation').where('not_before', '<=', now).limit(most)
  const queued = (urgent: boolean) =>
    due.where('status', '=', 'queued').where('first_in_line', '=', true).where('urgent', '=', urgent)
  const pending = due.where('status', '=', 'outcome_pending').where('lease_until', 'is', null)
  const tasks = (name: string, rows: typeof due) => db.selectFrom(rows.as('due')).select(sql.lit(name).as('task'))
  await db
    .selectFrom(
      tasks('dispatch-urgent', queued(true))
        .unionAll(tasks('dispatch-bulk', queued(false)))
        .unionAll(tasks('dispatch-urgent', pending))
        .as('job'),
    )
    .select(({ fn }) => fn('graphile_worker.add_job', ['job.task', sql`'{}'::json`]).as('added'))
    .execute()
}

/** Marks communities with queued rank changes that the claim does not look at, as after a restore of a backup. */
export async function wakeForgotten(db: Db): Promise<void> {
  await db.selectNoFrom(({ fn }) => fn('wake_forgotten_lanes').as('woken')).execute()
}

/** Deletes idempotency keys 24 hours, and rank changes 30 days, after the end of the rank change. */
export async function purgeOldOperations(db: Db): Promise<void> {
  await db
    .deleteFrom('idempotency_key as k')
    .using('platform_operation as o')
    .whereRef('o.community_id', '=', 'k.community_id')
    .whereRef('o.operation_id', '=', 'k.operation_id')
    .where('o.completed_at', '<=', inSeconds(-KEY_SECONDS))
    .execute()
  await db.deleteFrom('platform_operation').where('completed_at', '<=', daysAgo(30)).execute()
}
