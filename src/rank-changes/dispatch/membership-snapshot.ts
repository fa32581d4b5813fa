// What the platform and the record show of a member when its operation's turn has come.
import { DomainError } from '../../errors'
import { resolveConnection } from '../../platform-connection/connection'
import { listRanks, type RankRow } from '../../ranks/queries'
import { PlatformFailure, type Connection, type Membership } from '../../platform/platform'
import { highestRank, loadRanksFor } from '../../members/actions'
import { storeMemberRank } from '../../members/queries'
import type { StoredBars } from '../queries'
import { heed, type Bars } from '../rules'
import { Interrupted, type Work } from './execution'

/** A member's roles as they are, and the ranks to read them by. */
export interface Standing {
  readonly membership: Membership
  readonly ranks: RankRow[]
  readonly held: RankRow
}

/** The community's connection, which tells what it hears of the platform's limits. */
export async function connect({ ctx, done }: Work): Promise<Connection> {
  const connection = await resolveConnection(ctx)
  return { ...connection, heed: (limits) => void (done.limits = heed(done.limits, limits)) }
}

/** What the platform shows of the member now. @param known ranks that were read already */
export async function readStanding(work: Work, connection: Connection, known?: RankRow[]): Promise<Standing> {
  const { ctx, operation, done } = work
  done.calls.read++
  const asked = ctx.platform.getMembership(connection, operation.user_id).catch((error: unknown) => {
    throw error instanceof PlatformFailure ? new Interrupted(error, connection, true) : error
  })
  const [membership, stored] = await Promise.all([asked, known ?? listRanks(ctx)])
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
    "The account is not in the community's group on the platform; it must join before it can be ranked.",
  )
}

/** What bars the member, with the blacklisted groups it is in. The platform is asked only where a group is blacklisted. */
export async function withGroups(
  { ctx, operation, done }: Work,
  connection: Connection,
  stored: StoredBars,
): Promise<Bars> {
  const { blacklisted, suspended, blacklistedGroups } = stored
  if (blacklisted || suspended || blacklistedGroups.length === 0) return stored
  done.calls.read++
  const held = await ctx.platform
    .groupsAmong(connection, operation.user_id, blacklistedGroups)
    .catch((error: unknown) => {
      throw error instanceof PlatformFailure ? new Interrupted(error, connection, true) : error
    })
  return { suspended, blacklisted: held.size > 0 }
}
