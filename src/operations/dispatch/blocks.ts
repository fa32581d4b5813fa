// What blocks a member. Pure.
import { DomainError } from '../../base/errors'
import type { RankChangeBlocks } from '../rules'
import type { State } from './state'

export function isBlacklisted({ authority, inBlacklistedGroup }: State): boolean | 'unknown' {
  const { blacklisted, blacklistedGroups } = authority
  if (blacklisted || blacklistedGroups.length === 0) return blacklisted
  return inBlacklistedGroup ?? 'unknown'
}

/** A suspended member is blocked whatever its groups are. */
export function blocksOf(state: State): RankChangeBlocks | 'unknown' {
  const { suspended } = state.authority
  const blacklisted = isBlacklisted(state)
  if (blacklisted !== 'unknown') return { suspended, blacklisted }
  return suspended ? { suspended, blacklisted: false } : blacklisted
}

export function assertNotBlacklisted(blacklisted: boolean, purpose: string): void {
  if (!blacklisted) return
  throw new DomainError(
    'member_blacklisted',
    `The account, or a group it is in, is blacklisted in this community. Remove the entry to ${purpose}.`,
  )
}
