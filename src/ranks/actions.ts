// AutoRank thresholds.
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx } from '../context'
import { DomainError } from '../errors'
import { listRanks, lockRank, setThreshold, type RankRow } from './queries'
import { isAssignable, unreachableSteps } from './rules'
import { toThreshold } from './views'

export interface ThresholdSet {
  readonly rank: RankRow
  /** A higher rank requires no more experience; lowest first. */
  readonly unreachable: readonly RankRow[]
  /** Null: no change. */
  readonly auditId: string | null
}

/**
 * @param experience null: not on the ladder
 * @throws DomainError 404 `rank_not_found`, 409 `rank_not_assignable` for guest and owner
 */
export async function setRankThreshold(ctx: Ctx, uniqueId: number, experience: number | null): Promise<ThresholdSet> {
  return inTransaction(ctx, async (tx) => {
    const rank = await lockRank(tx, uniqueId)
    if (!rank) throw rankNotFound(uniqueId)
    await tx.assertUnchanged?.(tx)
    if (experience !== null && !isAssignable(rank)) throw thresholdNotAllowed(rank)
    const isChange = rank.auto_rank_experience !== experience
    if (isChange) await setThreshold(tx, uniqueId, experience)
    const before = { uniqueId, ...toThreshold(rank.auto_rank_experience) }
    const after = { uniqueId, ...toThreshold(experience) }
    const auditId = isChange ? await insertAuditEntry(tx, { action: 'rank.threshold', before, after }) : null
    const unreachable = unreachableSteps(await listRanks(tx))
    return { rank: { ...rank, auto_rank_experience: experience }, unreachable, auditId }
  })
}

/** @throws DomainError 404 `rank_not_found` */
export async function requireRank(ctx: Ctx, uniqueId: number): Promise<RankRow> {
  const rank = (await listRanks(ctx)).find((one) => one.unique_id === uniqueId)
  if (rank) return rank
  throw rankNotFound(uniqueId)
}

function rankNotFound(uniqueId: number): DomainError {
  return new DomainError('rank_not_found', `No rank of this community has the uniqueId ${uniqueId}.`, {
    details: { field: 'uniqueId' },
  })
}

function thresholdNotAllowed({ name }: RankRow): DomainError {
  return new DomainError(
    'rank_not_assignable',
    `${name} is the guest or owner rank, which AutoRank never gives. Choose another rank.`,
  )
}
