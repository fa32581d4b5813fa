// Warning a member and taking a warning back; each with its audit entry and the points in force after it.
import { lockAccount } from '../../accounts/queries'
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { DomainError } from '../../errors'
import { randomBase32 } from '../../ids'
import { ensureMember } from '../../members/actions'
import { findWarning, insertWarning, sumActivePoints, updateRevoked, type NewWarning, type WarningRow } from './queries'

/** A warning as a write left it. */
export interface WarningWritten {
  readonly warning: WarningRow
  /** The sum of the account's points in force after the write. */
  readonly activePoints: number
  readonly auditId: string
}

/**
 * Warns a member. An account that is none becomes one: a warning is of a member's record like an award, and an id with a slip in
 * it is found out by the platform. Of warnings given at once each sees the points of those before it.
 * @throws DomainError 404 `member_not_found`, or the platform's error, for an account that is no member yet
 */
export async function warn(ctx: Ctx, given: Omit<NewWarning, 'warningId'>): Promise<WarningWritten> {
  const { userId, reason, points, expiresAt } = given
  const warningId = `wrn_${randomBase32(20)}`
  await ensureMember(ctx, userId)
  return inTransaction(ctx, async (tx) => {
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

/** @throws DomainError 404 `warning_not_found` */
export async function requireWarning(ctx: Ctx, warningId: string): Promise<WarningRow> {
  const warning = await findWarning(ctx, warningId)
  if (warning) return warning
  throw new DomainError('warning_not_found', 'This community has no such warning.')
}

/**
 * Takes a warning back.
 * @throws DomainError 404 `warning_not_found`, 409 `warning_ended`
 */
export async function revokeWarning(ctx: Ctx, warningId: string, reason: string): Promise<WarningWritten> {
  const { user_id: userId, points } = await requireWarning(ctx, warningId)
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, userId)
    assertCounts(await requireWarning(tx, warningId))
    await updateRevoked(tx, warningId, reason)
    const activePoints = await sumActivePoints(tx, userId)
    const auditId = await insertAuditEntry(tx, {
      action: 'warning.revoke',
      userId,
      reason,
      before: { warningId, state: 'live', activePoints: activePoints + points },
      after: { warningId, state: 'revoked', activePoints },
    })
    return { warning: await requireWarning(tx, warningId), activePoints, auditId }
  })
}

function assertCounts({ state }: WarningRow): void {
  if (state === 'live') return
  throw new DomainError('warning_ended', `This warning is ${state}; it counts no longer.`, { details: { state } })
}
