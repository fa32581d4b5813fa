// What blocks a member. Pure.
import type { RankChangeBlocks } from '../rules'
import type { State } from './state'

/** `unknown` until the groups of the account are read. */
export function isBlacklisted({ authority, inBlacklistedGroup }: State): boolean | 'unknown' {
  const { blacklisted, blacklistedGroups } = authority
  if (blacklisted || blacklistedGroups.length === 0) return blacklisted
  return inBlacklistedGroup ?? 'unknown'
}

/** The groups are not needed for a suspended member. */
export function blocksOf(state: State): RankChangeBlocks | 'unknown' {
  const { suspended } = state.authority
  const blacklisted = isBlacklisted(state)
  if (blacklisted !== 'unknown') return { suspended, blacklisted }
  return suspended ? { suspended, blacklisted: false } : blacklisted
}
