// SQL on warnings.
import { sql } from 'kysely'
import type { Ctx, TxCtx } from '../../context'
import type { Page, Position } from '../../db/paging'
import type { ModerationActor } from '../views'

export type WarningState = 'live' | 'expired' | 'revoked'

export interface WarningRow {
  readonly warning_id: string
  readonly user_id: number
  readonly reason: string | null
  readonly points: number
  readonly state: WarningState
  readonly issued_by_kind: ModerationActor['kind']
  readonly issued_by_id: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
  readonly revoked_by_kind: ModerationActor['kind'] | null
  readonly revoked_by_id: string | null
  readonly revoke_reason: string | null
}

const columns =
  sql.raw(`warning_id, user_id, reason, points, issued_by_kind, issued_by_id, created_at, expires_at, revoked_at,
  revoked_by_kind, revoked_by_id, revoke_reason,
  case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'live' end as state`)

export interface NewWarning {
  readonly warningId: string
  readonly userId: number
  readonly reason: string
  readonly points: number
  /** RFC 3339; null: in force until it is revoked. */
  readonly expiresAt: string | null
}

export async function insertWarning(tx: TxCtx, warning: NewWarning): Promise<void> {
  const { warningId, userId, reason, points, expiresAt } = warning
  await sql`
    insert into warning (community_id, warning_id, user_id, reason, points, expires_at, issued_by_kind, issued_by_id)
    values (${tx.community.communityId}, ${warningId}, ${userId}, ${reason}, ${points}, ${expiresAt}, ${tx.actor.kind},
      ${tx.actor.id})`.execute(tx.db)
}

/** The sum of the account's active points. A writer takes the account's lock first. */
export async function sumActivePoints(ctx: Ctx, userId: number): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::bigint as points from live_warning
    where community_id = ${ctx.community.communityId} and user_id = ${userId}`.execute(ctx.db)
  return rows[0]?.points ?? 0
}

export async function findWarning(ctx: Ctx, warningId: string): Promise<WarningRow | null> {
  const { rows } = await sql<WarningRow>`
    select ${columns} from warning
    where community_id = ${ctx.community.communityId} and warning_id = ${warningId}`.execute(ctx.db)
  return rows[0] ?? null
}

export async function updateRevoked(tx: TxCtx, warningId: string, reason: string): Promise<void> {
  await sql`
    update warning
    set revoked_at = now(), revoked_by_kind = ${tx.actor.kind}, revoked_by_id = ${tx.actor.id}, revoke_reason = ${reason}
    where community_id = ${tx.community.communityId} and warning_id = ${warningId}`.execute(tx.db)
}

export interface WarningFilter {
  readonly state: 'live' | 'ended' | 'all'
  readonly userId?: number | undefined
}

export async function listWarnings(
  ctx: Ctx,
  { state, userId }: WarningFilter,
  { after, limit }: Page,
): Promise<WarningRow[]> {
  const conditions = [
    sql`community_id = ${ctx.community.communityId}`,
    ...(state === 'ended' ? [sql`(revoked_at is not null or expires_at <= now())`] : []),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(after === null ? [] : [sql`(created_at, warning_id) < (${after.at}::timestamptz, ${after.id})`]),
  ]
  const { rows } = await sql<WarningRow>`
    select ${columns} from ${sql.table(state === 'live' ? 'live_warning' : 'warning')}
    where ${sql.join(conditions, sql` and `)}
    order by created_at desc, warning_id desc limit ${limit}`.execute(ctx.db)
  return rows
}

export const positionOfWarning = (row: WarningRow): Position => ({ at: row.created_at, id: row.warning_id })
