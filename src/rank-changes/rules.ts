// What becomes of an operation when something happens to it: pure, over what is known of it and of the failure.
import type { ErrorCode } from '../errors'
import { DomainError } from '../errors'
import { isAssignable, planRoles, type RankFacts } from '../ranks/rules'

/** What an operation does to a member's rank. */
export type OperationKind = 'rank.set' | 'rank.promote' | 'rank.demote' | 'rank.auto' | SuspensionKind
/** The two ends of a suspension; its record goes on when they end (sql/0012_suspensions.sql). */
export type SuspensionKind = 'rank.suspend' | 'rank.restore'

/** Whether the operation belongs to a suspension, which is no bar to itself. */
export function isOfSuspension(kind: OperationKind): kind is SuspensionKind {
  return kind === 'rank.suspend' || kind === 'rank.restore'
}

/** queued → dispatching → succeeded, failed or cancelled; outcome_pending where a sent write is not known to have happened. */
export const statuses = ['queued', 'dispatching', 'outcome_pending', 'succeeded', 'failed', 'cancelled'] as const
export type OperationStatus = (typeof statuses)[number]

/** Statuses that nothing leaves (sql/, platform_operation_transition). */
export function hasEnded(status: OperationStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled'
}

/** What is said of an operation that was cancelled because its time was up. */
export const deadlineMessage =
  'Nothing was sent to the platform before the deadline, and nothing will be. Send the request again.'

/** What went wrong on the way to the platform, as far as the verdict depends on it. */
export interface Failure {
  readonly kind:
    'credentials' | 'rate_limited' | 'timeout' | 'request_timeout' | 'rejected' | 'not_found' | 'unavailable'
  /** A write may have had its effect. */
  readonly sent: boolean
  /** The HTTP status, if one was read. */
  readonly status: number | null
  readonly retryAfterSeconds: number | null
  /** It was a question, not a change. */
  readonly onRead: boolean
  /** The connection is dead and waits for a person. */
  readonly connectionLost: boolean
}

/** What an operation has behind it when something fails. */
export interface Progress {
  /** Somebody waits for it, and is answered with whatever this leads to. */
  readonly awaited: boolean
  /** Writes of it are known to have had their effect, or may have had it. */
  readonly sent: boolean
  /** Failures in a row before this one. */
  readonly failures: number
  /** It must come about, however long a person takes to mend the connection: a refused credential is no end of it. */
  readonly owed?: boolean
}

/** Where an operation goes from here. */
export type Verdict =
  | { readonly to: 'failed'; readonly code: ErrorCode; readonly retryAfterSeconds: number | null }
  | {
      readonly to: 'queued' | 'outcome_pending'
      readonly code: ErrorCode
      /** Not before so many seconds. */
      readonly inSeconds: number
      /** For so many seconds roles that do not show the write prove nothing: it may still be on its way. */
      readonly settleSeconds: number
    }

/** How long a write without an answer may still be on its way before the roles are taken for the truth, in seconds. */
export interface Patience {
  readonly settleSeconds: number
}

/**
 * What follows from a failure of the platform (spec, Scheduled platform operation outcomes).
 *
 * A write that may have happened is never guessed at: the roles are read. What somebody waits for is never sent after an
 * error, unless a part of it has happened: then it is finished. The rest waits and is sent again until its deadline.
 */
export function judge(failure: Failure, progress: Progress, { settleSeconds }: Patience): Verdict {
  const code = outcomeCodes[failure.kind]
  const inSeconds = pauseOf(failure, progress.failures)
  if (failure.sent) {
    return { to: 'outcome_pending', code, inSeconds: 0, settleSeconds: failure.status === null ? settleSeconds : 0 }
  }
  if (progress.sent && failure.onRead) return { to: 'outcome_pending', code, inSeconds, settleSeconds: 0 }
  if (isFinal(failure) && !(progress.owed && failure.kind === 'credentials')) {
    return { to: 'failed', code, retryAfterSeconds: null }
  }
  if (progress.sent) return { to: 'outcome_pending', code, inSeconds, settleSeconds: 0 }
  if (progress.awaited) return { to: 'failed', code, retryAfterSeconds: failure.retryAfterSeconds }
  return { to: 'queued', code, inSeconds, settleSeconds: 0 }
}

/** The platform decided against it; asking again would not change its mind. */
function isFinal({ kind, connectionLost }: Failure): boolean {
  return kind === 'rejected' || kind === 'not_found' || (kind === 'credentials' && !connectionLost)
}

/** The outcome's code, as a caller of a synchronous route or a reader of the operation sees it. */
const outcomeCodes = {
  credentials: 'authorization-intervention-required',
  rate_limited: 'provider-rejected-429',
  request_timeout: 'provider-rejected-408',
  timeout: 'platform_cloud_timeout',
  rejected: 'platform_cloud_unavailable',
  unavailable: 'platform_cloud_unavailable',
  not_found: 'rank_not_found',
} as const satisfies Record<Failure['kind'], ErrorCode>

/** Short enough that everything goes on soon after an outage, however long it was. */
const LONGEST_PAUSE_SECONDS = 15

/** 1, 2, 4 … up to 15 seconds. @param failures in a row, before this one */
export function pauseAfter(failures: number): number {
  return Math.min(2 ** failures, LONGEST_PAUSE_SECONDS)
}

/** What the platform asks for, an hour at most, or a growing pause. */
function pauseOf({ retryAfterSeconds }: Failure, failures: number): number {
  return retryAfterSeconds === null ? pauseAfter(failures) : Math.min(retryAfterSeconds, 3_600)
}

/** What the platform connection may refuse before anything is sent, by what it is for an operation that waits. */
const connectionTrouble: Partial<Record<ErrorCode, { readonly code: ErrorCode; readonly inSeconds: number | null }>> = {
  platform_cloud_not_configured: { code: 'platform_cloud_not_configured', inSeconds: 30 },
  platform_cloud_reconnect_required: { code: 'authorization-intervention-required', inSeconds: 30 },
  platform_cloud_refresh_pending: { code: 'platform_cloud_refresh_pending', inSeconds: 1 },
  platform_cloud_configuration_unavailable: { code: 'platform_cloud_configuration_unavailable', inSeconds: 10 },
  platform_cloud_credentials_invalid: { code: 'authorization-intervention-required', inSeconds: null },
  platform_cloud_rate_limited: { code: 'provider-rejected-429', inSeconds: 30 },
  platform_cloud_timeout: { code: 'platform_cloud_timeout', inSeconds: 2 },
  platform_cloud_unavailable: { code: 'platform_cloud_unavailable', inSeconds: 2 },
}

/**
 * What follows from a refusal that came before a write: one of the connection is waited for like a failure of the
 * platform; any other is the operation's end.
 * @returns null: the refusal itself is the end
 */
export function judgeRefusal(code: ErrorCode, { awaited, sent, failures, owed }: Progress): Verdict | null {
  const trouble = connectionTrouble[code]
  if (!trouble) return null
  const inSeconds = trouble.inSeconds ?? (owed ? LONGEST_PAUSE_SECONDS : null)
  if (sent) return { to: 'outcome_pending', code: trouble.code, inSeconds: inSeconds ?? 30, settleSeconds: 0 }
  if (awaited || inSeconds === null) return { to: 'failed', code: trouble.code, retryAfterSeconds: null }
  const pause = Math.min(inSeconds * 2 ** failures, LONGEST_PAUSE_SECONDS)
  return { to: 'queued', code: trouble.code, inSeconds: pause, settleSeconds: 0 }
}

/** What the community holds against a member. */
export interface Bars {
  readonly blacklisted: boolean
  readonly suspended: boolean
}

/**
 * A suspended member keeps the rank until the suspension ends; a blacklisted one is not raised.
 * @throws DomainError 409 `member_suspended` or `member_blacklisted`
 */
export function assertNotBarred(bars: Bars, held: RankFacts, target: RankFacts): void {
  if (bars.suspended) {
    throw new DomainError('member_suspended', 'The member is suspended; its rank is not changed until that ends.')
  }
  if (bars.blacklisted && target.rank_id > held.rank_id) {
    throw new DomainError(
      'member_blacklisted',
      'The community has blacklisted the account, or a group it is in; it is not ranked up.',
    )
  }
}

/**
 * The rank a suspended member gets back: only who still stands on the suspended rank, and on no other, is moved.
 * @param sent a part of the way back is done already, or may be
 * @throws DomainError `operation_superseded` when somebody ranked the member otherwise since, `rank_not_found` when the
 *   former rank is gone, `rank_not_assignable` when it became nobody's to give
 */
export function restoredTarget<R extends RankFacts>(
  ranks: readonly R[],
  heldRoles: readonly number[],
  { suspended, former }: { readonly suspended: number | null; readonly former: number | null },
  sent: boolean,
): R {
  const rankOf = (uniqueId: number | null) => ranks.find((rank) => rank.unique_id === uniqueId)
  const standsOn = (rank: R | undefined) => {
    if (!rank) return false
    const { assign, unassign } = planRoles(ranks, heldRoles, rank)
    return assign === null && unassign.length === 0
  }
  const target = rankOf(former)
  if (!target)
    throw new DomainError('rank_not_found', 'The platform no longer has the rank held before the suspension.')
  if (!isAssignable(target)) {
    throw new DomainError('rank_not_assignable', 'The rank held before the suspension is guest or owner now.')
  }
  if (sent || standsOn(target) || standsOn(rankOf(suspended))) return target
  throw new DomainError(
    'operation_superseded',
    'The member no longer stands on the suspended rank: somebody ranked it otherwise, and that stays.',
  )
}

/** What the platform said of its limits while an operation was worked on; null: nothing. */
export interface HeededLimits {
  readonly perMinute: number | null
  readonly remaining: number | null
  readonly throttled: boolean
  /** Seconds to send nothing for. */
  readonly blockedSeconds: number | null
}

/** Nothing heard yet. */
export const unheard: HeededLimits = { perMinute: null, remaining: null, throttled: false, blockedSeconds: null }

/** Adds what one more answer said: the tightest limit counts, and the longest pause. */
export function heed(
  before: HeededLimits,
  said: {
    readonly limit: number | null
    readonly remaining: number | null
    readonly resetSeconds: number | null
    readonly retryAfterSeconds: number | null
    readonly throttled: boolean
  },
): HeededLimits {
  const isTighter = said.remaining !== null && said.remaining <= (before.remaining ?? Infinity)
  const pause = said.throttled ? said.retryAfterSeconds : said.remaining === 0 ? said.resetSeconds : null
  return {
    perMinute: isTighter ? said.limit : before.perMinute,
    remaining: isTighter ? said.remaining : before.remaining,
    throttled: before.throttled || said.throttled,
    blockedSeconds: pause === null ? before.blockedSeconds : Math.max(pause, before.blockedSeconds ?? 0),
  }
}

/** A write that went out, as the operation's record keeps it. */
export interface Step {
  readonly verb: 'assign' | 'unassign'
  readonly role: number
}

/** When a step was recorded, which is just before it went out. */
export interface NotedStep extends Step {
  readonly at: string
}

/** Whether the roles show the step's effect. */
export function isApplied({ verb, role }: Step, heldRoles: readonly number[]): boolean {
  return heldRoles.includes(role) === (verb === 'assign')
}
