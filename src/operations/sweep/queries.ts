// SQL of the periodic sweep across communities.
import { type ExpressionBuilder } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Db } from '../../context'
import { clock, daysAgo, inSeconds, now } from '../../db/expressions'
import type { ErrorCode } from '../../base/errors'
import { KEY_SECONDS } from '../../idempotency/rules'
import { deadlineMessage } from '../rules'

const BATCH = 500

export const NO_EFFECT_MESSAGE =
  'The deadline passed, and no attempt changed the rank on the platform. Send the request again.'

/** No write was sent, not even one without an effect. */
const isUnsent = ({ eb, or }: ExpressionBuilder<{ o: DB['platform_operation'] }, 'o'>) =>
  or([eb('o.steps', '=', '[]'), eb('o.reason', 'is', null), eb('o.reason', '=', 'worker-lost')])

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
        // while the writes to the group are paused, the deadline stands still
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('community as c')
                .select('c.community_id')
                .whereRef('c.community_id', '=', 'platform_operation.community_id')
                .where('c.platform_paused_at', 'is not', null),
            ),
          ),
        )
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

/** Wakes the dispatch for the lanes in which something can be claimed now. */
export async function wakeDispatch(db: Db): Promise<void> {
  await db.selectNoFrom(({ fn }) => fn('wake_ready_lanes').as('woken')).execute()
}

/**
 * Marks the lanes of queued rank changes that the claim does not look at, as after a restore of a backup.
 * @param after the id of a community; the next `most` communities are looked at
 * @returns the last one; null after the end
 */
export async function markUnmarkedLanes(db: Db, after: string, most: number): Promise<string | null> {
  const last = db.selectNoFrom(({ fn, val }) =>
    fn<string | null>('mark_unmarked_lanes', [val(after), val(most)]).as('last'),
  )
  return (await last.executeTakeFirst())?.last ?? null
}

/** Idempotency keys are deleted 24 hours, and rank changes 30 days, after the end of the rank change. */
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
