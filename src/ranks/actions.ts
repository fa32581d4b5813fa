// Declarations of ranks, and AutoRank thresholds.
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import { DomainError } from '../base/errors'
import { enqueue } from '../db/job-queue'
import {
  announceThreshold,
  clearAmbiguity,
  findAwardOf,
  flagAmbiguousMember,
  listRanks,
  lockRank,
  storeRankSettings,
  type LockedRank,
  type RankRow,
} from './queries'
import { isAssignable, rankAmbiguous, unreachableSteps, withThreshold, type RankFacts } from './rules'
import { toThreshold } from './views'

export interface ThresholdSet {
  readonly rank: RankRow
  /** A higher rank requires no more experience; the lowest comes first. */
  readonly unreachable: readonly RankRow[]
  readonly auditId: string | null
}

export interface RankChange {
  readonly experience?: number | null | undefined
  readonly managed?: boolean | undefined
}

export const setRankThreshold = (ctx: Ctx, uniqueId: number, experience: number | null): Promise<ThresholdSet> =>
  updateRank(ctx, uniqueId, { experience })

/**
 * A role with a threshold is a rank, so setting one declares it.
 * @throws DomainError 404 `rank_not_found`, 409 `rank_not_assignable` for guest and owner, `rank_stays_managed`,
 * `role_bound`
 */
export async function updateRank(ctx: Ctx, uniqueId: number, change: RankChange): Promise<ThresholdSet> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockRank(tx, uniqueId)
    if (!stored) throw rankNotFound(uniqueId)
    await tx.assertUnchanged?.(tx)
    const experience = change.experience === undefined ? stored.auto_rank_experience : change.experience
    const managed = change.managed ?? withThreshold(stored, experience).managed
    const isGiven = (change.experience ?? null) !== null || change.managed === true
    if (isGiven && !isAssignable(stored)) throw notAllowed(stored)
    if (!managed) assertMayBeNone(stored, experience)
    if (managed && !stored.managed) await assertUnbound(tx, stored)
    const auditId = await storeRank(tx, stored, { experience, managed })
    if (auditId !== null && managed !== stored.managed) {
      await clearAmbiguity(tx)
      await enqueue(tx.db, 'recompute-ranks', { communityId: tx.community.communityId })
    }
    const ranks = await listRanks(tx)
    const rank = ranks.find((one) => one.unique_id === uniqueId)
    if (!rank) throw rankNotFound(uniqueId)
    return { rank, unreachable: unreachableSteps(ranks), auditId }
  })
}

async function assertUnbound(tx: TxCtx, { unique_id, name }: RankFacts): Promise<void> {
  const award = await findAwardOf(tx, unique_id)
  if (award === null) return
  throw new DomainError(
    'role_bound',
    `The role ${name} is given with ${award}, so it cannot become a rank. Unbind it with removeRole of updateMedal or updateQualification first.`,
  )
}

export interface Threshold {
  readonly uniqueId: number
  readonly experience: number | null
}

/** @throws DomainError as `updateRank` does */
export async function ranksWith(
  tx: TxCtx,
  ranks: readonly RankRow[],
  thresholds: readonly Threshold[],
): Promise<RankRow[]> {
  const after = new Map(ranks.map((rank) => [rank.unique_id, rank]))
  for (const { uniqueId, experience } of thresholds) {
    const stored = after.get(uniqueId)
    if (!stored) throw rankNotFound(uniqueId)
    if (experience !== null && !isAssignable(stored)) throw notAllowed(stored)
    const rank = withThreshold(stored, experience)
    if (rank.managed && !stored.managed) await assertUnbound(tx, stored)
    after.set(uniqueId, rank)
  }
  return [...after.values()]
}

interface StoredRank {
  readonly experience: number | null
  readonly managed: boolean
}

async function storeRank(tx: TxCtx, stored: LockedRank, after: StoredRank): Promise<string | null> {
  const { unique_id: uniqueId, auto_rank_experience } = stored
  const before: StoredRank = { experience: auto_rank_experience, managed: stored.managed }
  const isThreshold = before.experience !== after.experience
  const isDeclaration = before.managed !== after.managed
  if (!isThreshold && !isDeclaration) return null
  await storeRankSettings(tx, uniqueId, after)
  if (isThreshold) await announceThreshold(tx)
  const audited = ({ experience, managed }: StoredRank) => ({
    ...{ uniqueId, ...(isThreshold ? toThreshold(experience) : {}), ...(isDeclaration ? { managed } : {}) },
  })
  const action = isThreshold ? 'rank.threshold' : 'rank.managed'
  return insertAuditEntry(tx, { action, before: audited(before), after: audited(after) })
}

/** It is for a member that AutoRank skips. A refused rank change reports it as it ends. */
export function reportAmbiguity(
  ctx: Ctx,
  ranks: readonly RankFacts[],
  { userId, roleIds }: { readonly userId: number; readonly roleIds: readonly number[] },
): Promise<void> {
  return flagAmbiguousMember(ctx, userId, rankAmbiguous(ranks, roleIds).message)
}

export async function requireRank(ctx: Ctx, uniqueId: number): Promise<RankRow> {
  const rank = (await listRanks(ctx)).find((one) => one.unique_id === uniqueId)
  if (rank) return rank
  throw rankNotFound(uniqueId)
}

export function rankNotFound(uniqueId: number): DomainError {
  return new DomainError('rank_not_found', `No rank of this community has the uniqueId ${uniqueId}.`, {
    details: { field: 'uniqueId' },
  })
}

function notAllowed({ name }: RankFacts): DomainError {
  return new DomainError(
    'rank_not_assignable',
    `${name} is the guest or owner rank, which is never given. Choose another rank.`,
  )
}

function assertMayBeNone({ name, single_rank }: LockedRank, experience: number | null): void {
  if (experience !== null) {
    throw new DomainError(
      'rank_stays_managed',
      `${name} has an AutoRank threshold, which only a rank has. Send removeAutoRank: true in the same request.`,
    )
  }
  if (single_rank) {
    throw new DomainError(
      'rank_stays_managed',
      'The community has the setting singleRank, which makes every role a rank. Switch it off first.',
    )
  }
}
