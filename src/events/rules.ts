// What an event's rules give to whom: pure.
import type { Community } from '../context'
import type { Schema } from '../contract/types'
import { applyAwardLimit, type Applied } from '../progression/rules'

export type State = Schema<'EventState'>
export type Role = Schema<'EventRole'>
export type Attendance = Schema<'EventAttendance'>
export type AwardRule = Schema<'EventAwardRule'>

/** Every state, in the order of the lifecycle. The ways between them stand in sql/ (event_transition). */
export const states = ['scheduled', 'active', 'finished', 'cancelled'] as const satisfies readonly State[]
export const roles = ['host', 'co-host', 'staff', 'participant'] as const satisfies readonly Role[]

/** The community's limits of one API award, which hold for what an event gives one member. */
export type AwardLimits = Pick<Community, 'experienceAwardLimit' | 'quotaAwardLimit'>

/** A rank change that a rule names. */
export type RankAward = { readonly move: 'promote' | 'demote' } | { readonly rankUniqueId: number }

/** What everybody present in one role is given. */
export interface Grant {
  readonly role: Role
  readonly experience: Applied
  readonly quotaPoints: Applied
  /** By name, one for each occurrence, in the order of the rules. */
  readonly medals: readonly string[]
  readonly rank: RankAward | null
}

/**
 * The rules summed up for each role: points add up and are reduced to the community's award limits, medals follow each other,
 * and the first rank counts.
 */
export function grantsOf(awards: readonly AwardRule[], limits: AwardLimits): Grant[] {
  return roles.map((role) => {
    const rules = awards.filter((rule) => rule.role === undefined || rule.role === role)
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

/** The contract holds a rank award to exactly one of its properties, which the generated type cannot say. */
function rankOf(rules: readonly AwardRule[]): RankAward | null {
  const rank = rules.find((rule) => rule.rank !== undefined)?.rank
  return rank === undefined ? null : (rank as RankAward)
}

/** The names of all medals the rules give, each once. */
export function medalsOf(awards: readonly AwardRule[]): string[] {
  return [...new Set(awards.flatMap(({ medals = [] }) => medals))]
}

/** The ranks the rules name, each once. */
export function ranksOf(awards: readonly AwardRule[]): number[] {
  return [...new Set(awards.flatMap(({ rank }) => rank?.rankUniqueId ?? []))]
}
