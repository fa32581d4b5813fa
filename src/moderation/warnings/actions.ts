// Warnings, audited with the sum of active points.
import { lockAccount } from '../../identities/accounts/queries'
import { insertAuditEntry, type Cause } from '../../audit/queries'
import type { Ctx, TxCtx } from '../../context'
import { DomainError, orNotFound } from '../../base/errors'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { randomBase32 } from '../../base/ids'
import { ensureMember } from '../../members/actions'
import {
  clearRevoked,
  findWarning,
  insertWarning,
  sumActivePoints,
  updateRevoked,
  type NewWarning,
  type WarningRow,
} from './queries'

export interface WarningWritten {
  readonly warning: WarningRow
  readonly activePoints: number
  readonly auditId: string
}

/**
 * Creates the member. Calls for an account are serialized.
 * @throws DomainError 404 `member_not_found`, or the platform's error
 */
export async function warn(ctx: Ctx, given: Omit<NewWarning, 'warningId'>): Promise<Effect<WarningWritten>> {
  const { userId, reason, points, expiresAt } = given
  const warningId = `wrn_${randomBase32(20)}`
  await ensureMember(ctx, userId)
  return commitOnce(ctx, async (tx) => {
    await lockAccount(tx.db, userId)
    await insertWarning(tx, { ...given, warningId })
    const activePoints = await sumActivePoints(tx, userId)
    const auditId = await insertAuditEntry(tx, {
      action: 'warning.create',
      userId,
      reason,
      before: { activePoints: activePoints - points },
      after: { warningId, points, expiresAt, activePoints },
    })
    return { warning: await requireWarning(tx, warningId), activePoints, auditId }
  })
}

export async function requireWarning(ctx: Ctx, warningId: string): Promise<WarningRow> {
  return orNotFound(await findWarning(ctx, warningId), 'warning_not_found')
}

export async function revokeWarning(ctx: Ctx, warningId: string, reason: string): Promise<Effect<WarningWritten>> {
  const { user_id: userId } = await requireWarning(ctx, warningId)
  return commitOnce(ctx, async (tx) => {
    await lockAccount(tx.db, userId)
    const warning = await requireWarning(tx, warningId)
    assertLive(warning)
    return revoke(tx, warning, { reason })
  })
}

/** The warning is live, and the caller has the lock of its account. */
export async function revoke(tx: TxCtx, { warning_id: warningId, user_id: userId, points }: WarningRow, cause: Cause) {
  await updateRevoked(tx, warningId, cause.reason)
  const activePoints = await sumActivePoints(tx, userId)
  const auditId = await insertAuditEntry(tx, {
    action: 'warning.revoke',
    userId,
    ...cause,
    before: { warningId, state: 'live', activePoints: activePoints + points },
    after: { warningId, state: 'revoked', activePoints },
  })
  return { warning: await requireWarning(tx, warningId), activePoints, auditId }
}

/** The warning is revoked and has not expired, and the caller has the lock of its account. */
export async function restore(tx: TxCtx, { warning_id: warningId, user_id: userId, points }: WarningRow, cause: Cause) {
  await clearRevoked(tx, warningId)
  const activePoints = await sumActivePoints(tx, userId)
  return insertAuditEntry(tx, {
    action: 'warning.restore',
    userId,
    ...cause,
    before: { warningId, state: 'revoked', activePoints: activePoints - points },
    after: { warningId, state: 'live', activePoints },
  })
}

function assertLive({ state }: WarningRow): void {
  if (state === 'live') return
  throw new DomainError('warning_ended', `This warning is ${state} and no longer active.`, {
    details: { state },
  })
}
