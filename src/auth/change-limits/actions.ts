// What a key or a person takes of its numbers a minute. One that goes beyond a number is paused.
import { insertAuditEntry } from '../../audit/queries'
import { boundedCaller, inTransaction, type ChangeBudget, type ChangeKind, type ChangeLimits } from '../../context'
import type { Ctx, TxCtx } from '../../context'
import type { DomainError } from '../../base/errors'
import { timeOf } from '../../base/time'
import type { Principal } from '../rules'
import { pauseKeys, takeChanges, type Owner } from './queries'
import { limitExceeded } from './rules'
import type { PointShares } from './shares'

interface Spender extends Owner {
  readonly limits: ChangeLimits
}

export function budgetOf({ limits, ...owner }: Spender, shares: PointShares): ChangeBudget {
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
  boundedCaller(caller)?.budget.takePoints(points)

export const hasPointsLimit = ({ caller }: Pick<Ctx, 'caller'>): boolean =>
  (boundedCaller(caller)?.budget.limits.points ?? null) !== null

/** In a transaction it is the last statement. @throws DomainError 403 `change_limit_exceeded` */
export async function takeChange(
  { caller, db }: Pick<Ctx, 'caller' | 'db'>,
  counts: Readonly<Partial<Record<ChangeKind, number>>>,
): Promise<void> {
  const budget = boundedCaller(caller)?.budget
  await budget?.take(db, 'rankChanges', counts.rankChanges ?? 0)
  await budget?.take(db, 'points', counts.points ?? 0)
}

export interface Pausable {
  readonly noun: 'key' | 'person'
  /** @returns the ids of those that were not paused */
  readonly pause: (tx: TxCtx) => Promise<string[]>
}

/** The whole chain of rotations. */
export const pausableKey = ({ originKeyId }: Pick<Principal, 'originKeyId'>): Pausable => ({
  noun: 'key',
  pause: (tx) => pauseKeys(tx, originKeyId),
})

/** The audit entries become webhook messages. */
export async function pauseExceeded(ctx: Ctx, { noun, pause }: Pausable, { details }: DomainError): Promise<void> {
  const { kind, limit } = details ?? {}
  const pausedAt = timeOf(ctx.now())
  const ids = await inTransaction(ctx, async (tx) => {
    const paused = await pause(tx)
    for (const id of paused) {
      const name = { [`${noun}Id`]: id }
      const after = { ...name, pausedAt, kind, limit }
      await insertAuditEntry(tx, { action: `${noun}.paused`, before: { ...name, pausedAt: null }, after })
    }
    return paused
  })
  if (ids.length > 0)
    ctx.log.warn({ [`${noun}Ids`]: ids, kind, limit }, `a ${noun} went beyond its number a minute and is paused`)
}
