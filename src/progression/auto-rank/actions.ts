// AutoRank: gives a member the rank its experience has earned (spec, Member progression side effect), or says what it
// would do.
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../errors'
import { listRanks } from '../../ranks/queries'
import { circumstancesOf, decideAutoRank, type AutoRankDecision, type RankFacts } from '../../ranks/rules'
import { autoRank } from '../../rank-changes/enqueue/submit-and-wait'
import { findBars } from '../../rank-changes/queries'
import type { Bars } from '../../rank-changes/rules'
import { resolveUserId, type Target } from '../../members/actions'
import { findUserIdByName, type MemberRow } from '../../members/queries'
import { findAutoRankFacts } from './queries'
import { explain, type Explained } from './rules'

/** What is known of a member when AutoRank is asked. */
export interface Standing {
  readonly userId: number
  readonly experience: number
  readonly rankUniqueId: number | null
}

/** A member as AutoRank needs it. */
export const standingOf = ({ user_id, experience, rank_unique_id }: MemberRow): Standing => ({
  userId: user_id,
  experience,
  rankUniqueId: rank_unique_id,
})

/**
 * Moves the member if the experience has earned another rank.
 * @param ladder the ladder's ranks and the one held, lowest first, if the caller has them; else they are read
 * @throws DomainError the outcome's error when a change was started and did not succeed
 */
export async function runAutoRank(
  ctx: Ctx,
  standing: Standing,
  ladder?: readonly RankFacts[],
): Promise<Schema<'AutoRankOutcome'>> {
  // most experience earns no other rank: the ladder is not read without a connection, nor a bar without a move
  const { community } = ctx
  const isIdle = community.connection === 'none' || !community.autoRankEnabled
  const ranks = ladder ?? (isIdle ? [] : await listRanks(ctx))
  let decision = decide(ctx, ranks, standing, { suspended: false, blacklisted: false })
  if (decision.outcome === 'move') decision = decide(ctx, ranks, standing, await findBars(ctx, standing.userId))
  if (decision.outcome === 'skipped') return { outcome: 'skipped', reason: decision.reason }
  if (decision.outcome === 'unchanged') return { outcome: 'unchanged' }
  // what is stored said that there is something to do; what is true now, on the platform and in the record, decides
  return autoRank(ctx, standing.userId).then(
    ({ changed }) => ({ outcome: changed ? 'changed' : 'unchanged' }),
    (error: unknown) => {
      if (error instanceof DomainError && isNoFailure(error)) return { outcome: 'skipped', reason: error.code }
      throw error
    },
  )
}

/**
 * What AutoRank would do with a member now, from what is stored: nobody becomes a member, the platform is not asked.
 * @throws DomainError 404 `member_not_found`
 */
export async function explainAutoRank(ctx: Ctx, target: Target): Promise<Explained> {
  const userId = await knownUserId(ctx, target)
  const facts = userId === null ? null : await findAutoRankFacts(ctx, userId)
  if (!facts) throw absent(target)
  return { userId: facts.user_id, experience: facts.experience, ...explain(ctx.community, facts) }
}

/** Who was last seen under the name, without asking the platform who bears it now. */
async function knownUserId(ctx: Ctx, target: Target): Promise<number | null> {
  if (target.by !== 'username') return resolveUserId(ctx, target, 'read')
  return (await findUserIdByName(ctx, target.userId))?.userId ?? null
}

function absent({ userId, by }: Target): DomainError {
  const who =
    by === 'username' ? `No member was last seen under the name ${userId}` : `The account ${userId} is no member`
  return new DomainError('member_not_found', `${who} in this community.`)
}

/** What is stored was behind the platform: the account left the group, owns it, or the rank is gone. */
function isNoFailure({ code }: DomainError): boolean {
  return code === 'member_not_in_group' || code === 'rank_not_assignable' || code === 'rank_not_found'
}

function decide<R extends RankFacts>(
  ctx: Ctx,
  ranks: readonly R[],
  standing: Standing,
  bars: Bars,
): AutoRankDecision<R> {
  const held = ranks.find((rank) => rank.unique_id === standing.rankUniqueId) ?? null
  return decideAutoRank(ranks, held, standing.experience, circumstancesOf(ctx.community, bars))
}
