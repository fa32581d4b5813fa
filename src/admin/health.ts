// What is wrong with a community, and which community comes first. Pure.
import type { Community } from '../context'

export interface CommunityHealth {
  readonly communityId: string
  readonly name: string
  readonly connection: Community['connection']
  readonly credential: {
    /** When the platform last accepted the credential; null: not known. */
    readonly lastUsedAt: string | null
    /** Null: not known. */
    readonly expiresAt: string | null
    readonly endsSoon: boolean
  } | null
  /** When a rank change was refused because the community has not declared which roles are ranks; null: none was. */
  readonly ranksAmbiguousSince: string | null
  /** Numbers that several of its ranks have. */
  readonly sharedRankNumbers: readonly number[]
  /** Of its rank changes, or of all changes on the platform; null: not paused. */
  readonly pausedAt: string | null
  /** The last change of a burst of changes by hand within the last hour; null: none. */
  readonly alarmedAt: string | null
  readonly queue: { readonly waiting: number; readonly oldestSeconds: number | null }
  /** Rank changes that failed in the last day, by code. */
  readonly failures: Readonly<Record<string, number>>
  readonly webhooks: { readonly failing: number; readonly disabled: number }
  /** The fullest quota; null: nothing is stored. */
  readonly storage: { readonly quota: string; readonly used: number; readonly limit: number } | null
  /** Ids of domains with a contradicted account. */
  readonly identities: { readonly conflicts: number }
  readonly keys: { readonly expiring: number; readonly firstExpiry: string | null }
}

export type State = 'critical' | 'warning' | 'ok'

/** As the alert CommunityRankChangesLate. */
const LATE_SECONDS = 300
const NEARLY_FULL_PERCENT = 80

/** Other codes are about the request, such as `member_not_in_group`. */
const codesOfService = /^(platform_|provider-|authorization-|scheduler-|deadline-|internal_error$)/

/**
 * Critical: something is refused or not delivered until the operator or the community acts, or the group may be raided.
 */
const problems = [
  ['reconnect_required', 'critical', ({ connection }) => connection === 'reconnect_required'],
  ['storage_full', 'critical', (community) => (percentUsed(community) ?? 0) >= 100],
  ['webhooks_disabled', 'critical', ({ webhooks }) => webhooks.disabled > 0],
  ['group_alarm', 'critical', ({ alarmedAt }) => alarmedAt !== null],
  ['not_connected', 'warning', ({ connection }) => connection === 'none'],
  ['paused', 'warning', ({ pausedAt }) => pausedAt !== null],
  ['platform_expires', 'warning', ({ credential }) => credential?.endsSoon === true],
  ['queue_late', 'warning', ({ queue }) => (queue.oldestSeconds ?? 0) > LATE_SECONDS],
  ['rank_changes_fail', 'warning', ({ failures }) => Object.keys(failures).some((code) => codesOfService.test(code))],
  ['ranks_ambiguous', 'warning', ({ ranksAmbiguousSince }) => ranksAmbiguousSince !== null],
  ['rank_numbers_shared', 'warning', ({ sharedRankNumbers }) => sharedRankNumbers.length > 0],
  ['identity_conflicts', 'warning', ({ identities }) => identities.conflicts > 0],
  ['webhooks_failing', 'warning', ({ webhooks }) => webhooks.failing > 0],
  ['storage_nearly_full', 'warning', (community) => isNearlyFull(percentUsed(community) ?? 0)],
  ['keys_expire', 'warning', ({ keys }) => keys.expiring > 0],
] as const satisfies readonly (readonly [string, State, (community: CommunityHealth) => boolean])[]

export type Problem = (typeof problems)[number][0]

const isNearlyFull = (percent: number): boolean => percent >= NEARLY_FULL_PERCENT && percent < 100

export interface Judged extends CommunityHealth {
  readonly state: State
  readonly problems: readonly Problem[]
}

export function worstFirst(communities: readonly CommunityHealth[]): Judged[] {
  return communities
    .map(judge)
    .map((judged) => ({ judged, order: orderOf(judged) }))
    .sort((a, b) => a.order.map((value, at) => (b.order[at] ?? 0) - value).find((by) => by !== 0) ?? 0)
    .map(({ judged }) => judged)
}

function judge(community: CommunityHealth): Judged {
  const found = problems.filter(([, , isFound]) => isFound(community))
  return { ...community, state: found[0]?.[1] ?? 'ok', problems: found.map(([problem]) => problem) }
}

const weights = { critical: 2, warning: 1, ok: 0 } as const

const orderOf = (judged: Judged): number[] => [
  weights[judged.state],
  judged.problems.length,
  judged.queue.oldestSeconds ?? 0,
  failuresOf(judged),
]

export const failuresOf = ({ failures }: CommunityHealth): number =>
  Object.values(failures).reduce((sum, count) => sum + count, 0)

export function percentUsed({ storage }: CommunityHealth): number | null {
  if (storage === null) return null
  if (storage.limit === 0) return storage.used > 0 ? 100 : 0
  return Math.floor((100 * storage.used) / storage.limit)
}
