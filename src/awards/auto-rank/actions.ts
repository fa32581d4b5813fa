// AutoRank (spec, Member progression side effect).
import { boundsOfCaller, type Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { reportAmbiguity } from '../../ranks/actions'
import { isMoveOutOfBounds } from '../../auth/bounds/rules'
import { listRanks } from '../../ranks/queries'
import {
  circumstancesOf,
  decideAutoRank,
  isAmbiguous,
  rolesOf,
  storedRank,
  unlessBlocked,
  type AutoRankBlocks,
  type RankFacts,
  type StoredRoles,
} from '../../ranks/rules'
import { autoRank } from '../../operations/enqueue/submit-and-wait'
import { findRankChangeBlocks } from '../../operations/queries'
import { resolveUserId, type Target } from '../../members/actions'
import { listHolders } from '../../members/names/queries'
import type { MemberRow } from '../../members/queries'
import { findAutoRankFacts } from './queries'
import { explainDecision, type MemberExplanation } from './rules'

export interface MemberSnapshot extends StoredRoles {
  readonly userId: number
  readonly experience: number
}

export const snapshotOf = ({ user_id, experience, rank_unique_id, roles }: MemberRow): MemberSnapshot => ({
  userId: user_id,
  experience,
  rankUniqueId: rank_unique_id,
  roleIds: (roles ?? []).map(({ uniqueId }) => uniqueId),
})

/**
 * @param ladder the ladder's ranks and the roles held, lowest first; default: read from the database
 * @throws DomainError the outcome's error when a rank change was started and did not succeed
 */
export async function runAutoRank(
  ctx: Ctx,
  member: MemberSnapshot,
  ladder?: readonly RankFacts[],
): Promise<Schema<'AutoRankOutcome'>> {
  // most changes earn no other rank: read the ladder only with a connection, and the blocks only for a move
  const { community } = ctx
  const isIdle = community.connection === 'none' || !community.autoRankEnabled
  const ranks = ladder ?? (isIdle ? [] : await listRanks(ctx))
  const held = storedRank(ranks, member)
  const earned = decideAutoRank(ranks, held, member.experience, circumstancesOf(community))
  const decision =
    earned.outcome === 'move'
      ? unlessBlocked(earned, {
          ...(await blocksOf(ctx, member, ranks)),
          outOfBounds: isMoveOutOfBounds(boundsOfCaller(ctx), held, earned.target),
        })
      : earned
  if (decision.outcome === 'skipped') {
    if (decision.reason === 'rank_ambiguous') await reportAmbiguity(ctx, ranks, member)
    return { outcome: 'skipped', reason: decision.reason }
  }
  if (decision.outcome === 'unchanged') return { outcome: 'unchanged' }
  // the stored rank can be outdated: the rank change decides again by the platform's state
  return autoRank(ctx, member.userId).then(
    ({ changed }) => ({ outcome: changed ? 'changed' : 'unchanged' }),
    (error: unknown) => {
      if (error instanceof DomainError && isOutdated(error)) return { outcome: 'skipped', reason: error.code }
      throw error
    },
  )
}

async function blocksOf(
  ctx: Ctx,
  member: MemberSnapshot,
  ranks: readonly RankFacts[],
): Promise<Omit<AutoRankBlocks, 'outOfBounds'>> {
  const blocks = await findRankChangeBlocks(ctx, member.userId)
  return { ...blocks, ambiguous: isAmbiguous(ctx.community, ranks, rolesOf(member), blocks.unfinished) }
}

/**
 * It reads stored data only, creates no member and does not call the platform.
 * @throws DomainError 404 `member_not_found`
 */
export async function explainAutoRank(ctx: Ctx, target: Target): Promise<MemberExplanation> {
  const userId = await storedUserId(ctx, target)
  const facts = userId === null ? null : await findAutoRankFacts(ctx, userId)
  if (!facts) throw noMember(target)
  return {
    userId: facts.user_id,
    experience: facts.experience,
    ...explainDecision(ctx.community, facts, boundsOfCaller(ctx)),
  }
}

async function storedUserId(ctx: Ctx, target: Target): Promise<number | null> {
  if (target.by !== 'username') return resolveUserId(ctx, target, 'read')
  return (await listHolders(ctx, target.userId))[0]?.userId ?? null
}

function noMember({ userId, by }: Target): DomainError {
  const message =
    by === 'username'
      ? `This community has no member with the stored username ${userId}.`
      : `The account ${userId} is not a member of this community.`
  return new DomainError('member_not_found', message)
}

function isOutdated({ code }: DomainError): boolean {
  const codes = ['member_not_in_group', 'rank_not_assignable', 'rank_not_found', 'rank_ambiguous'] as const
  return codes.some((one) => one === code)
}
