// Numbers a minute of a key or a person. Pure.
import type { ChangeKind, ChangeLimits } from '../../context'
import { DomainError } from '../../base/errors'

/** An honest game server stays far below them (docs/guides/keys.md). */
export const DEFAULT_LIMITS: ChangeLimits = { rankChanges: 200, points: 1_000_000 }

export const UNLIMITED: ChangeLimits = { rankChanges: null, points: null }

export interface LimitsInput {
  readonly rankChangesPerMinuteLimit?: number | undefined
  readonly pointsPerMinuteLimit?: number | undefined
}

interface LimitColumns {
  readonly rank_changes_per_minute_limit: number | null
  readonly points_per_minute_limit: number | null
}

export const limitsIn = (row: LimitColumns): ChangeLimits => ({
  rankChanges: row.rank_changes_per_minute_limit,
  points: row.points_per_minute_limit,
})

export const toLimitColumns = ({ rankChanges, points }: ChangeLimits): LimitColumns => ({
  rank_changes_per_minute_limit: rankChanges,
  points_per_minute_limit: points,
})

export const toLimitsShown = ({ rankChanges, points }: ChangeLimits) => ({
  rankChangesPerMinuteLimit: rankChanges,
  pointsPerMinuteLimit: points,
})

export const changesLimits = (input: LimitsInput): boolean =>
  (input.rankChangesPerMinuteLimit ?? input.pointsPerMinuteLimit) !== undefined

/** Absent properties keep the value of `otherwise`. */
export const limitsOf = (input: LimitsInput, otherwise: ChangeLimits): ChangeLimits => ({
  rankChanges: input.rankChangesPerMinuteLimit ?? otherwise.rankChanges,
  points: input.pointsPerMinuteLimit ?? otherwise.points,
})

const toNumber = (limit: number | null): number => limit ?? Infinity

/** @param one has numbers */
export const smallerLimits = (one: ChangeLimits, other: ChangeLimits): ChangeLimits => ({
  rankChanges: toNumber(other.rankChanges) < toNumber(one.rankChanges) ? other.rankChanges : one.rankChanges,
  points: toNumber(other.points) < toNumber(one.points) ? other.points : one.points,
})

/** @returns those of `outer` that `inner` exceeds, in the names of the contract */
export function limitsExceeded(outer: ChangeLimits, inner: ChangeLimits): Partial<ReturnType<typeof toLimitsShown>> {
  const { rankChanges, points } = outer
  return {
    ...(toNumber(inner.rankChanges) > toNumber(rankChanges) ? { rankChangesPerMinuteLimit: rankChanges } : {}),
    ...(toNumber(inner.points) > toNumber(points) ? { pointsPerMinuteLimit: points } : {}),
  }
}

export const nameOfKind: Readonly<Record<ChangeKind, string>> = { rankChanges: 'rank_changes', points: 'points' }

/** The request that gets it also pauses the caller. */
export function limitExceeded(kind: ChangeKind, limit: number): DomainError {
  return new DomainError(
    'change_limit_exceeded',
    `The caller goes beyond its ${limit} ${nameOfKind[kind].replace('_', ' ')} a minute with this request, so it is paused. ` +
      'Ask an administrator to look at what it did and to resume it.',
    { details: { kind: nameOfKind[kind], limit } },
  )
}

interface PauseState {
  readonly kind: 'key' | 'person'
  readonly pausedAt: string | null
}

/** @throws DomainError 403 `key_paused` or `person_paused` */
export function assertNotPaused({ kind, pausedAt }: PauseState): void {
  if (pausedAt === null) return
  const [code, who] = kind === 'key' ? (['key_paused', 'API key'] as const) : (['person_paused', 'person'] as const)
  throw new DomainError(
    code,
    `This ${who} is paused and may only read. Ask an administrator to look at what was done and to resume the ${who}.`,
  )
}
