// Roles that are no ranks. Pure.
import { DomainError } from '../../base/errors'
import { baseRole, isAssignable, isRank, type RankFacts } from '../rules'

/** @throws DomainError 404 `rank_not_found` */
export function requireRole<R extends RankFacts>(ranks: readonly R[], uniqueId: number | null): R {
  const role = ranks.find((one) => one.unique_id === uniqueId)
  if (role) return role
  throw new DomainError('rank_not_found', `The role ${uniqueId} no longer exists on the platform. Choose another one.`)
}

/**
 * Such a role may be given beside the rank.
 * @param ranks lowest first
 * @throws DomainError 409 `role_is_rank`, or `rank_not_assignable` for guest, owner and the role that every member has
 */
export function assertIsRole(ranks: readonly RankFacts[], role: RankFacts): void {
  if (!isAssignable(role) || baseRole(ranks)?.unique_id === role.unique_id) {
    throw new DomainError(
      'rank_not_assignable',
      `The role ${role.name} is guest, owner or the role that every member has, and cannot be given or taken. Choose another role.`,
    )
  }
  if (!isRank(role)) return
  throw new DomainError(
    'role_is_rank',
    `The role ${role.name} is a rank of this community. Change the rank instead (setMemberRank, promoteMember), or declare the role no rank with updateRank (managed: false).`,
  )
}
