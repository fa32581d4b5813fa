// SQL of the alarm of a group.
import type { Ctx, Db, TxCtx } from '../../context'
import { inSeconds } from '../../db/expressions'
import { own } from '../../db/own'
import { statement } from '../../db/statements'
import type { OwnStep } from './rules'

export interface Alarm {
  /** Changes by hand in a minute; null: no alarm. */
  readonly most: number | null
  /** The last change of the newest burst that was told. */
  readonly toldUntil: string | null
}

const alarm = (ctx: Ctx) =>
  own(ctx).selectFrom('community').select(['alarm_changes_per_minute as most', 'alarmed_at as toldUntil'])

export const findAlarm = (ctx: Ctx): Promise<Alarm> => alarm(ctx).executeTakeFirstOrThrow()

export const lockAlarm = (tx: TxCtx): Promise<Alarm> => alarm(tx).forNoKeyUpdate().executeTakeFirstOrThrow()

export async function storeToldUntil(tx: TxCtx, until: Date): Promise<void> {
  await own(tx).updateTable('community').set({ alarmed_at: until.toISOString() }).execute()
}

const ownStepsStatement = statement(
  'list_own_steps',
  `select o.user_id, step ->> 'verb' as "verb!", (step ->> 'role')::bigint as "role!", step ->> 'at' as "at!"
   from platform_operation o cross join lateral jsonb_array_elements(o.steps) step
   where o.community_id = :communityId and o.user_id = any(:userIds::bigint[]) and o.sent and step ? 'role'`,
)

export async function listOwnSteps(ctx: Ctx, userIds: readonly number[]): Promise<OwnStep[]> {
  const rows = await ownStepsStatement(ctx.db, { communityId: ctx.community.communityId, userIds })
  return rows.map(({ user_id: userId, verb, role, at }) => ({
    userId,
    role,
    at: new Date(at),
    verb: verb === 'assign' ? 'assign' : 'unassign',
  }))
}

/** An alarm is shown for so long after the last change of its burst. */
const SHOWN_SECONDS = 3_600

export function listAlarmed(db: Db): Promise<{ readonly community_id: string; readonly alarmed_at: string | null }[]> {
  return db
    .selectFrom('community')
    .select(['community_id', 'alarmed_at'])
    .where('alarmed_at', '>', inSeconds(-SHOWN_SECONDS))
    .where('moved_at', 'is', null)
    .execute()
}
