// One change of one member's rank on the platform: from the roles read live, assign the target, then unassign the
// other managed roles. Each step repeats harmlessly, so a change cut off in the middle is finished, not guessed at.
import { setTimeout as sleep } from 'node:timers/promises'
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx } from '../context'
import { DomainError } from '../errors'
import { syncRanks } from '../group/actions'
import { explain, resolveConnection } from '../group/connection'
import { listRanks, type RankRow } from '../group/queries'
import { PlatformFailure, type Connection, type Membership } from '../platform/platform'
import { highestOf, ranksCovering } from '../profiles/actions'
import { storeMemberRank } from '../profiles/queries'
import { claimRankChange, finishRankChange, noteSending, type RankChangeRow } from './queries'
import { assertNotOwner, namedTarget, neighbour, planRoles, type NamedGoal, type RankGoal } from '../group/rules'

/** How long a caller waits for another change of the same member to end. */
const WAIT_MS = 10_000
const WAIT_STEP_MS = 50

export interface RankChanged {
  /** False when the member already stood where the change leads. */
  readonly changed: boolean
  readonly auditId: string | null
}

/** Decides the target from the ranks and the rank held; null: nothing to do. */
export type ChooseTarget = (ranks: readonly RankRow[], held: RankRow) => Promise<RankRow | null> | RankRow | null

/** A change under way: its record, whose rank, on which connection. */
interface Change {
  readonly id: number
  readonly userId: number
  readonly connection: Connection
}

/**
 * Sets, promotes or demotes. The connection is checked before the rank is looked up.
 * @throws DomainError `rank_not_found`, `rank_not_assignable`, `rank_limit_reached`, `member_not_in_group`, or one of
 *   the platform's errors; 503 `dependency_unavailable` when another change of this member does not end
 */
export async function changeRank(ctx: Ctx, userId: number, goal: RankGoal): Promise<RankChanged> {
  const connection = await resolveConnection(ctx)
  const target = goal.kind === 'set' ? await lookUpTarget(ctx, goal) : null
  const choose: ChooseTarget = (ranks, held) => target ?? neighbour(ranks, held, goal.kind as 'promote' | 'demote')
  return performChange(ctx, { userId, kind: goal.kind, connection, choose })
}

/** A rank nobody has stored may be new on the platform: ask once before saying that it does not exist. */
async function lookUpTarget(ctx: Ctx, goal: NamedGoal): Promise<RankRow> {
  try {
    return namedTarget(await listRanks(ctx), goal)
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'rank_not_found') throw error
    await syncRanks(ctx)
    return namedTarget(await listRanks(ctx), goal)
  }
}

/** Runs a change from its record to its end; whatever happens, the record says how it ended. */
export async function performChange(
  ctx: Ctx,
  request: { userId: number; kind: RankGoal['kind'] | 'auto'; connection: Connection; choose: ChooseTarget },
): Promise<RankChanged> {
  const { userId, connection } = request
  const change: Change = { id: await claim(ctx, userId, request.kind), userId, connection }
  return finishing(ctx, change, () => run(ctx, change, request.choose))
}

/** Finishes what a dead process began: what was never sent is dropped, what was sent is brought to its target. */
export async function resumeChange(ctx: Ctx, row: RankChangeRow): Promise<void> {
  if (!row.sent) return finishRankChange(ctx, row.rank_change_id, 'interrupted')
  const connection = await resolveConnection(ctx)
  const change: Change = { id: row.rank_change_id, userId: row.user_id, connection }
  await finishing(ctx, change, () =>
    run(ctx, change, (ranks) => ranks.find((rank) => rank.unique_id === row.target_unique_id) ?? null),
  )
}

async function claim(ctx: Ctx, userId: number, kind: string): Promise<number> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const id = await claimRankChange(ctx, userId, kind)
    if (id !== null) return id
    if (performance.now() > until) {
      throw new DomainError(
        'dependency_unavailable',
        'Another rank change of this member is still running. Retry shortly.',
        {
          retryAfterSeconds: 1,
        },
      )
    }
    await sleep(WAIT_STEP_MS)
  }
}

async function finishing(ctx: Ctx, change: Change, work: () => Promise<RankChanged>): Promise<RankChanged> {
  try {
    return await work()
  } catch (thrown) {
    const error = await explain(ctx, change.connection, thrown)
    await finishRankChange(ctx, change.id, error instanceof DomainError ? error.code : 'internal_error')
    throw error
  }
}

async function run(ctx: Ctx, change: Change, choose: ChooseTarget): Promise<RankChanged> {
  const { userId, connection } = change
  const before = await readMembership(ctx, change)
  const ranks = await ranksCovering(ctx, before)
  const held = highestOf(ranks, before)
  assertNotOwner(held)
  if (!held) throw notInGroup()
  const target = await choose(ranks, held)
  const plan = target ? planRoles(ranks, before.roles, target) : { assign: null, unassign: [] }
  if (!target || (plan.assign === null && plan.unassign.length === 0)) {
    await storeMemberRank(ctx, userId, (target ?? held).unique_id)
    await finishRankChange(ctx, change.id, null)
    return { changed: false, auditId: null }
  }
  const write = writer(ctx, change, before.membershipId, target)
  if (plan.assign !== null)
    await write((id) => ctx.platform.assignRole(connection, id, target.unique_id), holds(target.unique_id))
  for (const role of plan.unassign) await write((id) => ctx.platform.unassignRole(connection, id, role), lacks(role))
  return conclude(ctx, change, held, target)
}

/** Stores the new rank, the audit entry and the end of the change together. */
function conclude(ctx: Ctx, change: Change, held: RankRow, target: RankRow): Promise<RankChanged> {
  return inTransaction(ctx, async (tx) => {
    await storeMemberRank(tx, change.userId, target.unique_id)
    const auditId = await insertAuditEntry(tx, {
      action: 'member.rank',
      userId: change.userId,
      before: { rank: summary(held) },
      after: { rank: summary(target) },
    })
    await finishRankChange(tx, change.id, null)
    return { changed: true, auditId }
  })
}

const summary = ({ unique_id, rank_id, name }: RankRow) => ({ uniqueId: unique_id, rankId: rank_id, name })

type Applied = (roles: readonly number[]) => boolean
const holds =
  (role: number): Applied =>
  (roles) =>
    roles.includes(role)
const lacks =
  (role: number): Applied =>
  (roles) =>
    !roles.includes(role)

/** Sends writes, each noted before it goes out, and settles by reading whatever the platform left open. */
function writer(ctx: Ctx, change: Change, membershipId: string, target: RankRow) {
  return async (send: (membershipId: string) => Promise<Membership>, applied: Applied): Promise<void> => {
    await noteSending(ctx, change.id, target.unique_id)
    try {
      await send(membershipId)
    } catch (error) {
      if (!(error instanceof PlatformFailure)) throw error
      if (error.sent) await settle(ctx, change, error, applied)
      else if (error.kind === 'not_found') throw await missingTarget(ctx, change, target)
      else throw error
    }
  }
}

/** The write may have had its effect: the roles say whether it had. Where they cannot be read nobody knows (504). */
async function settle(ctx: Ctx, change: Change, failure: PlatformFailure, applied: Applied): Promise<void> {
  const membership = await readMembership(ctx, change).catch((error: unknown) => {
    if (error instanceof PlatformFailure) throw new PlatformFailure('timeout', failure.message, { sent: true })
    throw error
  })
  if (applied(membership.roles)) return
  // read and not applied: definite, so the caller may repeat it
  throw new PlatformFailure(failure.kind, failure.message, failure.status === null ? {} : { status: failure.status })
}

async function readMembership(ctx: Ctx, { connection, userId }: Change): Promise<Membership> {
  const membership = await ctx.platform.getMembership(connection, userId)
  if (membership) return membership
  await storeMemberRank(ctx, userId, null)
  throw notInGroup()
}

/** The platform knows the membership or the role no longer: says which, and brings the ranks up to date. */
async function missingTarget(ctx: Ctx, change: Change, target: RankRow): Promise<DomainError> {
  await readMembership(ctx, change)
  await syncRanks(ctx)
  return new DomainError('rank_not_found', `The platform no longer has the rank ${target.name}.`)
}

function notInGroup(): DomainError {
  return new DomainError(
    'member_not_in_group',
    "The account is not in the community's group on the platform; it must join before it can be ranked.",
  )
}
