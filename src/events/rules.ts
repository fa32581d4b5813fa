// Awards of an event by role. Pure.
import type { Community } from '../context'
import type { Schema } from '../contract/types'
import { applyAwardLimit, type Applied } from '../awards/points/rules'

export type State = Schema<'EventState'>
export type Role = Schema<'EventRole'>
export type Attendance = Schema<'EventAttendance'>
export type AwardRule = Schema<'EventAwardRule'>

/** In the order of the lifecycle; transitions are in sql/schema.sql. */
export const states = ['scheduled', 'active', 'finished', 'cancelled'] as const satisfies readonly State[]
export const roles = ['host', 'co-host', 'staff', 'participant'] as const satisfies readonly Role[]

/** Of the sum that an event awards one member. */
export type AwardLimits = Pick<Community, 'experienceAwardLimit' | 'quotaAwardLimit'>

export type RankAward = { readonly move: 'promote' | 'demote' } | { readonly rankUniqueId: number }

export interface RoleAwards {
  readonly role: Role
  readonly experience: Applied
  readonly quotaPoints: Applied
  /** One for each occurrence, in the order of the rules. */
  readonly medals: readonly string[]
  readonly rank: RankAward | null
}

/** Points are added and clamped, medals concatenated; the first rank applies. */
export function awardsByRole(awards: readonly AwardRule[], limits: AwardLimits): RoleAwards[] {
  return roles.map((role) => {
    const rules = awardsFor(awards, role)
    return {
      role,
      experience: limited(sum(rules.map(({ experience = 0 }) => experience)), limits.experienceAwardLimit),
      quotaPoints: limited(sum(rules.map(({ quotaPoints = 0 }) => quotaPoints)), limits.quotaAwardLimit),
      medals: rules.flatMap(({ medals = [] }) => medals),
      rank: rankOf(rules),
    }
  })
}

const limited = (amount: number, limit: number): Applied => applyAwardLimit({ op: 'increment', amount }, limit)

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, one) => Math.min(total + one, Number.MAX_SAFE_INTEGER), 0)

/** The contract allows exactly one property, which the type cannot express. */
function rankOf(rules: readonly AwardRule[]): RankAward | null {
  const rank = rules.find((rule) => rule.rank !== undefined)?.rank
  return rank === undefined ? null : (rank as RankAward)
}

/**
 * As who stores them is authorised: also by the rank that each role gets, which a change of the order, or the removal of
 * the first rank, changes.
 */
export const asStored = <T extends { readonly awards: readonly AwardRule[] }>({ awards, ...rest }: T): object => ({
  ...rest,
  awards: [...awards, ...roles.map((role) => ({ role, rank: rankOf(awardsFor(awards, role)) }))],
})

const awardsFor = (awards: readonly AwardRule[], role: Role): AwardRule[] =>
  awards.filter((rule) => rule.role === undefined || rule.role === role)

export function medalsOf(awards: readonly AwardRule[]): string[] {
  return [...new Set(awards.flatMap(({ medals = [] }) => medals))]
}

export function ranksOf(awards: readonly AwardRule[]): number[] {
  return [...new Set(awards.flatMap(({ rank }) => rank?.rankUniqueId ?? []))]
}
