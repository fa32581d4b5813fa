// Declarations of ranks, and AutoRank thresholds.
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx, type TxCtx, type AuthorBounds } from '../context'
import { DomainError } from '../base/errors'
import { enqueue } from '../db/job-queue'
import {
  announceGivers,
  clearAmbiguity,
  findAwardOf,
  flagAmbiguousMember,
  listRanks,
  lockRank,
  storeRankSettings,
  type ListedRank,
  type LockedRank,
  type RankSettings,
} from './queries'
import { isAssignable, rankAmbiguous, unreachableSteps, withThreshold, type RankFacts } from './rules'
import { toThreshold } from './views'

export interface ThresholdSet {
  readonly rank: ListedRank
  /** Ranks below one that requires no more experience; lowest first. */
  readonly unreachable: readonly ListedRank[]
  readonly auditId: string | null
}

export interface RankChange {
  readonly experience?: number | null | undefined
  /** Of who sets the threshold; default: without bounds. */
  readonly authorBounds?: AuthorBounds | null
  readonly managed?: boolean | undefined
  /** False: people alone give it. */
  readonly assignable?: boolean | undefined
}

export const setRankThreshold = (ctx: Ctx, uniqueId: number, experience: number | null): Promise<ThresholdSet> =>
  updateRank(ctx, uniqueId, { experience })

/**
 * A role with a threshold is a rank, so setting one declares it.
 * @throws DomainError 404 `rank_not_found`, 409 `rank_not_assignable` for guest and owner, and for a threshold of a rank
 * that people give, `rank_stays_managed`, `role_bound`
 */
export async function updateRank(ctx: Ctx, uniqueId: number, change: RankChange): Promise<ThresholdSet> {
  return inTransaction(ctx, async (tx) => {
    const stored = await lockRank(tx, uniqueId)
    if (!stored) throw rankNotFound(uniqueId)
    await tx.assertUnchanged?.(tx)
    const experience = change.experience === undefined ? stored.auto_rank_experience : change.experience
    const managed = change.managed ?? withThreshold(stored, experience).managed
    const givenByPeople = change.assignable === undefined ? stored.given_by_people : !change.assignable
    const isGiven = (change.experience ?? null) !== null || change.managed === true || change.assignable !== undefined
    if (isGiven && !isAssignable(stored)) throw notAllowed(stored)
    assertThresholdFits({ ...stored, given_by_people: givenByPeople }, experience)
    if (!managed) assertMayBeNone(stored, experience)
    if (managed && !stored.managed) await assertUnbound(tx, stored)
    const authorBounds = change.authorBounds ?? null
    const auditId = await storeRank(tx, stored, { experience, authorBounds, managed, givenByPeople })
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

/**
 * @param authorBounds of who would set the thresholds
 * @throws DomainError as `updateRank` does
 */
export async function ranksWith(
  tx: TxCtx,
  ranks: readonly ListedRank[],
  thresholds: readonly Threshold[],
  authorBounds: AuthorBounds | null,
): Promise<ListedRank[]> {
  const after = new Map(ranks.map((rank) => [rank.unique_id, rank]))
  for (const { uniqueId, experience } of thresholds) {
    const stored = after.get(uniqueId)
    if (!stored) throw rankNotFound(uniqueId)
    if (experience !== null && !isAssignable(stored)) throw notAllowed(stored)
    assertThresholdFits(stored, experience)
    const rank = withThreshold(stored, experience)
    if (rank.managed && !stored.managed) await assertUnbound(tx, stored)
    const isKept = experience === stored.auto_rank_experience
    after.set(uniqueId, isKept ? rank : { ...rank, author_bounds: authorBounds })
  }
  return [...after.values()]
}

/** A threshold that stays keeps the bounds of its author. */
async function storeRank(tx: TxCtx, stored: LockedRank, after: RankSettings): Promise<string | null> {
  const { unique_id: uniqueId, auto_rank_experience: experience, managed, given_by_people: givenByPeople } = stored
  const before: RankSettings = { experience, authorBounds: stored.author_bounds, managed, givenByPeople }
  const isThreshold = before.experience !== after.experience
  const isDeclaration = before.managed !== after.managed
  const isAnswer = before.givenByPeople !== after.givenByPeople
  if (!isThreshold && !isDeclaration && !isAnswer) return null
  await storeRankSettings(tx, uniqueId, isThreshold ? after : { ...after, authorBounds: before.authorBounds })
  if (isAnswer) await announceGivers(tx)
  const audited = (settings: RankSettings) => ({
    uniqueId,
    ...(isThreshold ? toThreshold(settings.experience) : {}),
    ...(isDeclaration ? { managed: settings.managed } : {}),
    ...(isAnswer ? { givenByPeople: settings.givenByPeople } : {}),
  })
  const action = isThreshold ? 'rank.threshold' : isDeclaration ? 'rank.managed' : 'rank.givers'
  return insertAuditEntry(tx, { action, before: audited(before), after: audited(after) })
}

/** Of a member that AutoRank skips; a refused rank change reports it as it ends. */
export function reportAmbiguity(
  ctx: Ctx,
  ranks: readonly RankFacts[],
  { userId, roleIds }: { readonly userId: number; readonly roleIds: readonly number[] },
): Promise<void> {
  return flagAmbiguousMember(ctx, userId, rankAmbiguous(ranks, roleIds).message)
}

export async function requireRank(ctx: Ctx, uniqueId: number): Promise<ListedRank> {
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

/** AutoRank gives a rank for points, which keys award. */
function assertThresholdFits(
  { name, given_by_people }: Pick<ListedRank, 'name' | 'given_by_people'>,
  experience: number | null,
): void {
  if (experience === null || given_by_people !== true) return
  throw new DomainError(
    'rank_not_assignable',
    `AutoRank cannot give ${name} while people alone give it. Send removeAutoRank: true or assignable: true in the same request.`,
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
