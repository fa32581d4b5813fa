// Which changes by hand in the audit log of a group are a burst. Pure.

/** Of a member, in the audit log of the group. */
export interface GroupChange {
  readonly action: string
  readonly actorUserId: number
  readonly userId: number
  /** Roles; null is none, or one that the log does not name. */
  readonly given: number | null
  readonly taken: number | null
  readonly at: Date
}

export const MINUTE_MS = 60_000

/** A burst that goes on within this time of its last change is the same one. */
const QUIET_MS = 600_000

/** A rank change gives one role and takes others, so what one account changes of one member in this time is one. */
const ONE_CHANGE_MS = 10_000

/** The log shows a change at the time of the platform; the step of the operation has the time of this server. */
const OWN_CHANGE_MS = 600_000

export interface Counts {
  readonly changes: number
  readonly rankChanges: number
  readonly removals: number
  readonly bans: number
}

export interface Burst {
  readonly first: Date
  readonly last: Date
  /** Of its busiest minute. */
  readonly counts: Counts
  /** The account that made the most of them. */
  readonly userId: number
}

const kindOf = ({ action }: GroupChange): 'rankChanges' | 'removals' | 'bans' =>
  action === 'RemoveMember' ? 'removals' : action === 'BanMember' ? 'bans' : 'rankChanges'

/**
 * The changes of each minute that has more than `most`, and of those that follow within ten minutes.
 * @returns the oldest first
 */
export function burstsOf(groupChanges: readonly GroupChange[], most: number): Burst[] {
  const changes = membersChanged(groupChanges)
  const bursts: Burst[] = []
  let from = 0
  changes.forEach((change, at) => {
    while (millis(change) - millis(changes[from] as GroupChange) >= MINUTE_MS) from++
    if (at + 1 - from <= most) return
    const minute = changes.slice(from, at + 1)
    const before = bursts.at(-1)
    const goesOn = before !== undefined && isSameBurst(minute, before.last)
    const isBusier = !goesOn || minute.length > before.counts.changes
    const burst = {
      first: goesOn ? before.first : (minute[0] as GroupChange).at,
      last: change.at,
      ...(isBusier ? { counts: countsOf(minute), userId: busiestAccount(minute) } : pick(before)),
    }
    bursts.splice(goesOn ? -1 : bursts.length, 1, burst)
  })
  return bursts
}

const pick = ({ counts, userId }: Burst) => ({ counts, userId })

const millis = ({ at }: GroupChange): number => at.getTime()

const isSameBurst = ([first]: readonly GroupChange[], last: Date): boolean =>
  first !== undefined && millis(first) - last.getTime() <= QUIET_MS

function membersChanged(groupChanges: readonly GroupChange[]): GroupChange[] {
  const begun = new Map<string, number>()
  return [...groupChanges]
    .sort((one, other) => millis(one) - millis(other))
    .filter((change) => {
      const name = `${change.actorUserId} ${change.userId} ${kindOf(change) === 'rankChanges'}`
      const before = begun.get(name)
      if (before !== undefined && millis(change) - before <= ONE_CHANGE_MS) return false
      begun.set(name, millis(change))
      return true
    })
}

function countsOf(changes: readonly GroupChange[]): Counts {
  const of = (kind: ReturnType<typeof kindOf>) => changes.filter((change) => kindOf(change) === kind).length
  return { changes: changes.length, rankChanges: of('rankChanges'), removals: of('removals'), bans: of('bans') }
}

function busiestAccount(changes: readonly GroupChange[]): number {
  const counts = new Map<number, number>()
  for (const { actorUserId } of changes) counts.set(actorUserId, (counts.get(actorUserId) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/**
 * @param toldUntil the last change of the newest burst that was told; null: none was
 * @returns those that were not told, and the last change of all
 */
export function untold(bursts: readonly Burst[], toldUntil: Date | null): { told: Burst[]; until: Date | null } {
  const isNew = ({ first }: Burst) => toldUntil === null || first.getTime() - toldUntil.getTime() > QUIET_MS
  const last = bursts.at(-1)?.last ?? null
  return { told: bursts.filter(isNew), until: last !== null && (toldUntil === null || last > toldUntil) ? last : null }
}

/** A role that an operation of this server gave or took. */
export interface OwnStep {
  readonly userId: number
  readonly verb: 'assign' | 'unassign'
  readonly role: number
  readonly at: Date
}

/**
 * Whatever account the log shows: it has the changes of this server under the account of the credential, which may be
 * unknown, and whose owner may be the one who raids. Removals and bans are always by hand.
 */
export function changedByHand(changes: readonly GroupChange[], own: readonly OwnStep[]): GroupChange[] {
  const stepsOf = new Map<number, OwnStep[]>()
  for (const step of own) stepsOf.set(step.userId, [...(stepsOf.get(step.userId) ?? []), step])
  return changes.filter((change) => {
    if (kindOf(change) !== 'rankChanges') return true
    return !(stepsOf.get(change.userId) ?? []).some((step) => isOf(step, change))
  })
}

function isOf({ verb, role, at }: OwnStep, change: GroupChange): boolean {
  if (Math.abs(millis(change) - at.getTime()) > OWN_CHANGE_MS) return false
  const { given, taken } = change
  return (given === null && taken === null) || role === (verb === 'assign' ? given : taken)
}
