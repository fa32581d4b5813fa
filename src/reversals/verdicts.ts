// What is decided about an audit entry, and the changes since that count. Pure.
import { errorOf, type ErrorCode } from '../base/errors'
import { byOrder, type Item, type Kind, type Ordered } from './entries/rules'

export type Reason =
  | 'later_change'
  | 'state_differs'
  | 'already_taken_back'
  | 'not_permitted'
  | 'award_not_found'
  | 'award_archived'
  | 'award_limit_reached'
  | 'role_of_award'
  | 'operation_failed'
  | 'values_erased'
  | 'has_ended'
  | 'suspension_lifted'
  | 'password_kept'
  | 'role_kept'
  | 'member_not_found'
  | 'only_by_hand'

const superseding: readonly Reason[] = ['later_change', 'state_differs', 'role_of_award']

export interface Verdict {
  readonly item: Item
  readonly state: 'taken_back' | 'superseded' | 'impossible'
  readonly reason: Reason | null
  readonly supersededBy: string | null
  readonly errorCode: ErrorCode | null
  readonly change: number | null
  readonly clamped: boolean
}

export interface Obstacle {
  readonly reason: Reason
  readonly by?: string
  readonly errorCode?: ErrorCode
}

export const kept = (item: Item, { reason, by, errorCode }: Obstacle): Verdict => ({
  item,
  reason,
  supersededBy: by ?? null,
  errorCode: errorCode ?? null,
  change: null,
  clamped: false,
  state: superseding.includes(reason) ? 'superseded' : 'impossible',
})

export const takenBack = (item: Item, change: number | null, clamped = false): Verdict => ({
  item,
  state: 'taken_back',
  reason: null,
  supersededBy: null,
  errorCode: null,
  change,
  clamped,
})

export interface Keeping {
  keep(items: readonly Item[], obstacle: Obstacle): void
}

/** @returns null without an error */
export function obstacleIn(check: () => void): Obstacle | null {
  const error = errorOf(check)
  return error && { reason: 'operation_failed', errorCode: error.code }
}

export interface Entry extends Ordered {
  readonly kind: Kind
  readonly object: string | null
  readonly isSet: boolean
  /** The entries that it takes back. */
  readonly reverses: readonly string[]
  readonly reversesByHand?: boolean
  /** Shows a change by hand. */
  readonly isSeen?: boolean
  readonly rankBefore?: string | null
  readonly rankAfter?: string | null
  /** The former values of an update of a record. */
  readonly terms?: Readonly<Record<string, string | null>> | null
  readonly passwordChanged?: boolean | null
}

/**
 * Entries that show changes by hand which were taken back since; the first begins with the rank that the member got
 * back.
 * @param entries oldest first
 */
export function seenAndTakenBack(entries: readonly Entry[]): Entry[] {
  const ofRank = entries.filter(({ kind }) => kind === 'rank')
  return ofRank.flatMap((entry, index) => {
    if (entry.reversesByHand !== true) return []
    const seen = ofRank.slice(0, index).filter(({ isSeen }) => isSeen === true)
    const first = seen.findLastIndex(({ rankBefore }) => rankBefore === entry.rankAfter)
    return first < 0 ? [] : seen.slice(first)
  })
}

export interface Run {
  /** Newest first, back to the last change of somebody else. */
  readonly items: readonly Item[]
  readonly superseded: readonly { readonly item: Item; readonly by: string }[]
}

/** @param others oldest first */
export function runOf(items: readonly Item[], others: readonly Entry[]): Run {
  const laterOf = (item: Item) => others.find((entry) => byOrder(item, entry) < 0)?.auditId
  return {
    items: items.filter((item) => laterOf(item) === undefined).sort((one, other) => byOrder(other, one)),
    superseded: items.flatMap((item) => {
      const by = laterOf(item)
      return by === undefined ? [] : [{ item, by }]
    }),
  }
}

export interface Changes {
  readonly items: readonly Item[]
  /** Oldest first. */
  readonly others: readonly Entry[]
}

export interface Taken {
  /** Newest first. */
  readonly items: readonly Item[]
  readonly before: number
  readonly after: number
}

/**
 * The changes since the last one of others, which may be one by hand that only shows in what the next change found.
 * @param current now
 */
export function takeRun(outcome: Keeping, { items, others }: Changes, current: number | undefined): Taken | null {
  const run = runOf(items, others)
  for (const { item, by } of run.superseded) outcome.keep([item], { reason: 'later_change', by })
  const last = run.items.findIndex(
    (item, index) => item.after !== (index === 0 ? current : run.items[index - 1]?.before),
  )
  const taken = last < 0 ? run.items : run.items.slice(0, last)
  outcome.keep(run.items.slice(taken.length), { reason: 'state_differs' })
  const [before, after] = [taken.at(-1)?.before, taken[0]?.after]
  return typeof before === 'number' && typeof after === 'number' ? { items: taken, before, after } : null
}
