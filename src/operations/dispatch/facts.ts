// What an execution knows, as the facts of the decision. Pure.
import type { RankRow } from '../../ranks/queries'
import type { AutoFacts, Author } from '../decision/rules'
import { rolesNamed, targetsOf } from './roles'
import type { MembershipSnapshot, State } from './state'

export function factsOf(
  state: State,
  { membership, ranks, held }: MembershipSnapshot,
  blacklisted = isBlacklisted(state),
): AutoFacts<RankRow> {
  const { authority, experience, sent } = state
  const { community, unfinished, suspended } = authority
  return {
    ranks,
    roles: membership.roles,
    held,
    community,
    unfinished,
    suspended,
    blacklisted,
    experience,
    author: authorOf(state),
    begun: sent,
    mayName: rolesNamed(state, targetsOf(state)),
  }
}

/** As it was read at the last look at the database, which follows that at the groups. */
export const isBlacklistedNow = ({ authority, inBlacklistedGroup }: State): boolean =>
  authority.blacklisted || inBlacklistedGroup === true

export function isBlacklisted({ authority, inBlacklistedGroup }: State): boolean | 'unknown' {
  const { blacklisted, blacklistedGroups } = authority
  if (blacklisted || blacklistedGroups.length === 0) return blacklisted
  return inBlacklistedGroup ?? 'unknown'
}

/** The role of an award that was taken back was decided with the award. */
export function authorOf({ operation, authority, actingRank }: State): Author {
  if (operation.reversal?.award) return { bounds: null, account: null }
  const { on_behalf_of: id } = operation
  const { bounds, giftBounds = null } = authority
  return { bounds, giftBounds, account: id === null ? null : { id, rank: actingRank } }
}
