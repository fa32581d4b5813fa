// How many ranks a group has in a minute changed. Pure.
import { DomainError, type ErrorCode } from '../../base/errors'

export type PauseReason = 'own_changes' | 'group_changes' | 'requested'

export const MINUTE_MS = 60_000

/** A rank change gives one role and takes others, so what one account changes of one member in this time is one. */
const ONE_CHANGE_MS = 10_000

export interface Minute {
  readonly changes: number
  /** It made the most of them; the number is its own. */
  readonly account: { readonly userId: number; readonly changes: number } | null
}

interface Change {
  readonly actorUserId: number
  readonly userId: number
  readonly at: Date
}

/** @returns the minute with the most rank changes */
export function busiestMinute(roleChanges: readonly Change[]): Minute {
  const changes = rankChangesIn(roleChanges)
  let from = 0
  let busiest: readonly Change[] = []
  changes.forEach((change, at) => {
    while (millis(change) - millis(changes[from] as Change) >= MINUTE_MS) from++
    if (at + 1 - from > busiest.length) busiest = changes.slice(from, at + 1)
  })
  return { changes: busiest.length, account: busiestAccount(busiest) }
}

const millis = ({ at }: Change): number => at.getTime()

function rankChangesIn(roleChanges: readonly Change[]): Change[] {
  const begun = new Map<string, number>()
  return [...roleChanges]
    .sort((one, other) => millis(one) - millis(other))
    .filter((change) => {
      const name = `${change.actorUserId} ${change.userId}`
      const before = begun.get(name)
      if (before !== undefined && millis(change) - before <= ONE_CHANGE_MS) return false
      begun.set(name, millis(change))
      return true
    })
}

function busiestAccount(changes: readonly Change[]): Minute['account'] {
  const counts = new Map<number, number>()
  for (const { actorUserId } of changes) counts.set(actorUserId, (counts.get(actorUserId) ?? 0) + 1)
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  return first ? { userId: first[0], changes: first[1] } : null
}

export function writesPaused(code: Extract<ErrorCode, 'roblox_scheduler_unavailable' | 'server_busy'>): DomainError {
  return new DomainError(
    code,
    'The writes to the group are paused, so nothing was changed. Look at the platform connection for the reason, and resume the writes there.',
    { retryAfterSeconds: 30 },
  )
}
