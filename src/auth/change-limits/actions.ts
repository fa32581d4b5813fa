// What a key takes of its numbers a minute. One that goes beyond a number is paused, and told.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type ChangeBudget, type ChangeKind, type Ctx } from '../../context'
import type { DomainError } from '../../base/errors'
import { timeOf } from '../../base/time'
import type { Principal } from '../rules'
import { pauseKeys, takeChanges } from './queries'
import { limitExceeded } from './rules'
import type { PointShares } from './shares'

type Spender = Pick<Principal, 'community' | 'originKeyId' | 'limits'>

export function budgetOf({ community, originKeyId, limits }: Spender, shares: PointShares): ChangeBudget {
  const owner = { communityId: community.communityId, owner: originKeyId }
  return {
    limits,
    takePoints: (points) => (limits.points === null ? undefined : shares.take(owner, points, limits.points)),
    async take(db, kind, count) {
      const most = limits[kind]
      if (most === null || count === 0) return
      const request = { ...owner, kind, needed: count, wanted: count, most, unspent: 0, unspentSlot: 0 }
      const { granted } = await takeChanges(db, request)
      if (granted < count) throw limitExceeded(kind, most)
    },
  }
}

/** It returns a promise only when it needs a query. @throws DomainError 403 `change_limit_exceeded` */
export const takePoints = ({ caller }: Pick<Ctx, 'caller'>, points: number): Promise<void> | undefined =>
  caller.kind === 'key' ? caller.budget.takePoints(points) : undefined

export const hasPointsLimit = ({ caller }: Pick<Ctx, 'caller'>): boolean =>
  caller.kind === 'key' && caller.budget.limits.points !== null

/** In a transaction it is the last statement. @throws DomainError 403 `change_limit_exceeded` */
export async function takeChange(
  { caller, db }: Pick<Ctx, 'caller' | 'db'>,
  counts: Readonly<Partial<Record<ChangeKind, number>>>,
): Promise<void> {
  if (caller.kind !== 'key') return
  await caller.budget.take(db, 'rankChanges', counts.rankChanges ?? 0)
  await caller.budget.take(db, 'points', counts.points ?? 0)
}

/** Pauses the whole chain of rotations. The audit entries become webhook messages. */
export async function pauseExceeded(
  ctx: Ctx,
  { originKeyId }: Pick<Principal, 'originKeyId'>,
  { details }: DomainError,
): Promise<void> {
  const { kind, limit } = details ?? {}
  const pausedAt = timeOf(ctx.now())
  const keyIds = await inTransaction(ctx, async (tx) => {
    const paused = await pauseKeys(tx, originKeyId)
    for (const keyId of paused) {
      const after = { keyId, pausedAt, kind, limit }
      await insertAuditEntry(tx, { action: 'key.paused', before: { keyId, pausedAt: null }, after })
    }
    return paused
  })
  if (keyIds.length > 0)
    ctx.log.warn({ keyIds, kind, limit }, 'an API key went beyond its number a minute and is paused')
}
