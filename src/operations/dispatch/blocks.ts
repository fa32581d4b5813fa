// What blocks a member. Pure.
import { DomainError } from '../../base/errors'
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

/** @throws DomainError 409 `member_blacklisted` */
export function assertNotBlacklisted(blacklisted: boolean, purpose: string): void {
  if (!blacklisted) return
  throw new DomainError(
    'member_blacklisted',
    `The account, or a group it is in, is blacklisted in this community. Remove the entry to ${purpose}.`,
  )
}
