// AutoRank (spec, Member progression side effect).
import { toAuthorBounds } from '../../auth/bounds/rules'
import { boundsOfCaller, inTransaction, type Ctx, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { ranksWith, reportAmbiguity, type Threshold } from '../../ranks/actions'
import { listRanks } from '../../ranks/queries'
import { unreachableSteps, type RankFacts, type StoredRoles } from '../../ranks/rules'
import { autoRank } from '../../operations/enqueue/submit-and-wait'
import { findRankChangeBlocks } from '../../operations/queries'
import { resolveUserId, type Target } from '../../members/actions'
import { listHolders } from '../../members/names/queries'
import type { MemberRow } from '../../members/queries'
import { previewOf, stepsOf, type LadderPreview } from './preview'
import { findAutoRankFacts, groupMembers, tryToPreview } from './queries'
import { earnedBy, explainDecision, isSkipped, type MemberExplanation } from './rules'

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
  const bounds = boundsOfCaller(ctx)
  const unread = { suspended: false, blacklisted: 'unknown', unfinished: [] } as const
  const earned = earnedBy({ ...member, ranks, ...unread }, ctx, bounds)
  const decision =
    earned === 'unknown'
      ? earnedBy({ ...member, ranks, ...(await findRankChangeBlocks(ctx, member.userId)) }, ctx, bounds)
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
      if (error instanceof DomainError && isSkipped(error)) return { outcome: 'skipped', reason: error.code }
      throw error
    },
  )
}

/**
 * Reads stored data only, creates no member and does not call the platform.
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

export interface LadderChange {
  readonly thresholds: readonly Threshold[]
  readonly enabled?: boolean | undefined
  readonly demotes?: boolean | undefined
}

/**
 * Reads stored data only, of all members of the community.
 * @throws DomainError as `updateRank` does; 503 `server_busy` while another preview of the community runs
 */
export function previewAutoRank(ctx: Ctx, change: LadderChange): Promise<LadderPreview> {
  return inTransaction(ctx, async (tx) => {
    if (!(await tryToPreview(tx))) throw previewRuns()
    const { community } = tx
    const ranks = await listRanks(tx)
    const bounds = boundsOfCaller(ctx)
    const after = await ranksWith(tx, ranks, change.thresholds, toAuthorBounds(bounds))
    const now = { community, ranks }
    const then = {
      ranks: after,
      community: {
        ...community,
        ranksDeclared: community.singleRank || after.some(({ managed }) => !managed),
        autoRankEnabled: change.enabled ?? community.autoRankEnabled,
        autoRankDemotes: change.demotes ?? community.autoRankDemotes,
      },
    }
    const steps = stepsOf(now, then)
    const { all, blocked, uncertain } = await readGroups(tx, steps)
    return {
      ...previewOf({ now, then, steps, bounds, all, blocked }),
      newRanks: after.filter((rank, index) => rank.managed && ranks[index]?.managed === false),
      unreachable: unreachableSteps(after),
      uncertain,
    }
  })
}

async function readGroups(tx: TxCtx, steps: readonly number[]) {
  const rows = await groupMembers(tx, steps)
  const isBlocked = ({ suspended, blacklisted }: (typeof rows)[number]): boolean => suspended || blacklisted
  const halves = [rows.filter((row) => !isBlocked(row)), rows.filter(isBlocked)] as const
  const missing = halves.map(
    (some) => (some[0]?.total ?? 0) - some.reduce((counted, { members }) => counted + members, 0),
  )
  return { all: halves[0], blocked: halves[1], uncertain: missing.reduce((one, other) => one + other, 0) }
}

function previewRuns(): DomainError {
  const message = 'Another preview of this community is running, and this one was not begun. Retry in a second.'
  return new DomainError('server_busy', message, { retryAfterSeconds: 1 })
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
