// Reads the roles of a member from the platform.
import { DomainError } from '../../errors'
import { resolveConnection } from '../../platform-connection/connection'
import { listRanks, type RankRow } from '../../ranks/queries'
import { PlatformFailure, type Connection, type Membership } from '../../platform/platform'
import { highestRank, loadRanksFor } from '../../members/actions'
import { storeMemberRank } from '../../members/queries'
import type { StoredBlocks } from '../queries'
import { mergeLimits, type RankChangeBlocks } from '../rules'
import { PlatformCallFailed, type Execution } from './execution'

export interface MembershipSnapshot {
  readonly membership: Membership
  readonly ranks: RankRow[]
  readonly held: RankRow
}

/** Rate limits that the platform reports are merged into the execution. */
export async function connect({ ctx, progress }: Execution): Promise<Connection> {
  const connection = await resolveConnection(ctx)
  return { ...connection, onLimits: (limits) => void (progress.limits = mergeLimits(progress.limits, limits)) }
}

/** @param known ranks that were read already */
export async function readSnapshot(
  execution: Execution,
  connection: Connection,
  known?: RankRow[],
): Promise<MembershipSnapshot> {
  const { ctx, operation, progress } = execution
  progress.calls.read++
  const pending = ctx.platform.getMembership(connection, operation.user_id).catch((error: unknown) => {
    throw error instanceof PlatformFailure ? new PlatformCallFailed(error, connection, true) : error
  })
  const [membership, stored] = await Promise.all([pending, known ?? listRanks(ctx)])
  if (!membership) {
    await storeMemberRank(ctx, operation.user_id, null)
    throw notInGroup()
  }
  const isCovered = membership.roles.every((role) => stored.some((rank) => rank.unique_id === role))
  const ranks = isCovered ? stored : await loadRanksFor(ctx, membership)
  const held = highestRank(ranks, membership)
  if (!held) throw notInGroup()
  return { membership, ranks, held }
}

function notInGroup(): DomainError {
  return new DomainError(
    'member_not_in_group',
    "The account is not in the community's group on the platform. It must join the group first.",
  )
}

/** What blocks the member, including its groups. Calls the platform only if the community has blacklisted a group. */
export async function withGroupBlocks(
  { ctx, operation, progress }: Execution,
  connection: Connection,
  stored: StoredBlocks,
): Promise<RankChangeBlocks> {
  const { blacklisted, suspended, blacklistedGroups } = stored
  if (blacklisted || suspended || blacklistedGroups.length === 0) return stored
  progress.calls.read++
  const held = await ctx.platform
    .groupsAmong(connection, operation.user_id, blacklistedGroups)
    .catch((error: unknown) => {
      throw error instanceof PlatformFailure ? new PlatformCallFailed(error, connection, true) : error
    })
  return { suspended, blacklisted: held.size > 0 }
}
