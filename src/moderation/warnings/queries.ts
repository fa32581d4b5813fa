// SQL on warnings.
import type { InferResult } from 'kysely'
import { moderatorOf, type Ctx, type TxCtx } from '../../context'
import { now, tableOf } from '../../db/expressions'
import { countUpTo, onPage, type Page, type Position, type Total } from '../../db/paging'
import { own } from '../../db/own'

export type WarningState = 'live' | 'expired' | 'revoked'
export type WarningRow = InferResult<ReturnType<typeof selectWarnings>>[number]

const selectWarnings = (ctx: Ctx, onlyLive = false) =>
  own(ctx)
    .selectFrom(tableOf('warning', onlyLive))
    .select(['warning_id', 'user_id', 'reason', 'points', 'issued_by_kind', 'issued_by_id', 'created_at', 'expires_at'])
    .select(['revoked_at', 'revoked_by_kind', 'revoked_by_id', 'revoke_reason'])
    .select((eb) =>
      eb
        .case()
        .when('revoked_at', 'is not', null)
        .then<WarningState>('revoked')
        .when('expires_at', '<=', now)
        .then<WarningState>('expired')
        .else<WarningState>('live')
        .end()
        .as('state'),
    )

export interface NewWarning {
  readonly warningId: string
  readonly userId: number
  readonly reason: string
  readonly points: number
  /** RFC 3339; null: until it is revoked. */
  readonly expiresAt: string | null
}

export async function insertWarning(tx: TxCtx, warning: NewWarning): Promise<void> {
  const { kind, id } = moderatorOf(tx.actor)
  await tx.db
    .insertInto('warning')
    .values({
      community_id: tx.community.communityId,
      warning_id: warning.warningId,
      user_id: warning.userId,
      reason: warning.reason,
      points: warning.points,
      expires_at: warning.expiresAt,
      issued_by_kind: kind,
      issued_by_id: id,
    })
    .execute()
}

/** A writer must have taken the account's lock. */
export async function sumActivePoints(ctx: Ctx, userId: number): Promise<number> {
  const { points } = await own(ctx)
    .selectFrom('live_warning')
    .select(({ fn }) => fn.sum<number | null>('points').as('points'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return points ?? 0
}

export async function findWarning(ctx: Ctx, warningId: string): Promise<WarningRow | null> {
  return (await selectWarnings(ctx).where('warning_id', '=', warningId).executeTakeFirst()) ?? null
}

export async function updateRevoked(tx: TxCtx, warningId: string, reason: string | null): Promise<void> {
  const { kind, id } = moderatorOf(tx.actor)
  await own(tx)
    .updateTable('warning')
    .set({ revoked_at: now, revoked_by_kind: kind, revoked_by_id: id, revoke_reason: reason })
    .where('warning_id', '=', warningId)
    .execute()
}

export async function clearRevoked(tx: TxCtx, warningId: string): Promise<void> {
  await own(tx)
    .updateTable('warning')
    .set({ revoked_at: null, revoked_by_kind: null, revoked_by_id: null, revoke_reason: null })
    .where('warning_id', '=', warningId)
    .execute()
}

export interface WarningFilter {
  readonly state: 'live' | 'ended' | 'all'
  readonly userId?: number | undefined
}

function warningsOf(ctx: Ctx, { state, userId }: WarningFilter) {
  let rows = selectWarnings(ctx, state === 'live')
  if (state === 'ended')
    rows = rows.where(({ eb, or }) => or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', now)]))
  return userId === undefined ? rows : rows.where('user_id', '=', userId)
}

export const listWarnings = (ctx: Ctx, filter: WarningFilter, page: Page): Promise<WarningRow[]> =>
  warningsOf(ctx, filter)
    .$call(onPage(page, 'desc', 'created_at', 'warning_id'))
    .execute()

export const countWarnings = (ctx: Ctx, filter: WarningFilter): Promise<Total> =>
  countUpTo(ctx.db, warningsOf(ctx, filter))

export const positionOfWarning = (row: WarningRow): Position => ({ at: row.created_at, id: row.warning_id })
