// Checks the decisions on join requests: each is made once, by its operation or by hand, and each end is explained by what was done.
import type { Violation, ViolationKind } from './checker'
import type { ShownOperation } from './history'

export type JoinVerb = 'accept' | 'decline'
export type JoinHand = JoinVerb | 'withdraw'

/** Of one account, which has asked once. */
export interface SentJoin {
  readonly groupId: number
  readonly userId: number
  readonly verb: JoinVerb
  /** Of its responses. */
  readonly ids: Set<string>
  /** Final error code of the request. */
  refusal: string | null
  /** What was done by hand, with an effect. */
  hand: JoinHand | null
  /** Null: not found. */
  final: ShownOperation | null
  /** On the platform at the end. */
  after: 'member' | 'asks' | 'neither' | null
}

/** With an effect, also where its response was lost. */
export interface JoinWrite {
  readonly at: number
  readonly verb: JoinVerb
  readonly groupId: number
  readonly userId: number
}

const nameOf = ({ groupId, userId }: { readonly groupId: number; readonly userId: number }) => `${groupId}/${userId}`

/** Between platform and database. */
const TOLERANCE_MS = 50

export function checkJoins(joins: readonly SentJoin[], writes: readonly JoinWrite[]): Violation[] {
  const writesOf = new Map<string, JoinWrite[]>()
  for (const write of writes) writesOf.set(nameOf(write), [...(writesOf.get(nameOf(write)) ?? []), write])
  const known = new Set(joins.map(nameOf))
  return [
    ...joins.flatMap((join) => checkJoin(join, writesOf.get(nameOf(join)) ?? [])),
    ...writes.filter((write) => !known.has(nameOf(write))).map((write) => of('stray', `a write for ${nameOf(write)}`)),
  ]
}

function checkJoin(join: SentJoin, writes: readonly JoinWrite[]): Violation[] {
  const { final, ids, refusal } = join
  const name = `the ${join.verb} of ${nameOf(join)}`
  if (refusal !== null) return [of('loss', `${name} was refused: ${refusal}`)]
  if (ids.size !== 1) return [of(ids.size === 0 ? 'loss' : 'double', `${name} has ${ids.size} operations`)]
  if (final === null) return [of('loss', `${name} was accepted and does not exist`)]
  if (final.completedAt === null) return [of('unfinished', `${name} has not ended`)]
  const shown = `${name} (${final.id}, ${final.status}${final.error ? ` ${final.error.code}` : ''})`
  return [...checkWrites(join, writes, final, shown), ...checkEnd(join, writes, final, shown)]
}

/** At most one effect, of the operation, while it ran. */
function checkWrites(join: SentJoin, writes: readonly JoinWrite[], final: ShownOperation, shown: string): Violation[] {
  const [from, to] = [Date.parse(final.dispatchedAt ?? ''), Date.parse(final.completedAt ?? '')]
  const isWithin = ({ at }: JoinWrite) => at >= from - TOLERANCE_MS && at <= to + TOLERANCE_MS
  return [
    ...(writes.length > 1 ? [of('double', `${shown} wrote ${writes.length} times`)] : []),
    ...writes.filter(({ verb }) => verb !== join.verb).map(({ verb }) => of('stray', `${shown} wrote ${verb}`)),
    ...writes.filter((write) => !isWithin(write)).map(({ at }) => of('stray', `${shown} wrote at ${at}`)),
    ...(writes.length > 0 && join.hand !== null ? [of('double', `${shown} and ${join.hand} by hand`)] : []),
  ]
}

const decided = { accept: 'member', decline: 'neither', withdraw: 'neither' } as const

/** The platform shows what was done, and the operation says it. */
function checkEnd(join: SentJoin, writes: readonly JoinWrite[], final: ShownOperation, shown: string): Violation[] {
  const { verb, hand, after } = join
  const done = writes.length > 0 ? verb : hand
  const place = done === null ? 'asks' : decided[done]
  const wrong = after === place ? [] : [of('state', `${shown} leaves ${after} instead of ${place}`)]
  if (final.status === 'succeeded') {
    const isReached = place === decided[verb]
    return isReached ? wrong : [...wrong, of('loss', `${shown} has no effect; by hand: ${hand}`)]
  }
  if (writes.length > 0) return [...wrong, of('loss', `${shown} was applied`)]
  return isExplained(join, final) ? wrong : [...wrong, of('loss', `${shown} is not explained; by hand: ${hand}`)]
}

/** A code about the request needs a hand; others are of the platform's answers, and nothing was written. */
function isExplained({ hand, verb }: SentJoin, { error }: ShownOperation): boolean {
  if (error === null) return false
  if (error.code === 'join_request_accepted') return hand === 'accept' && verb === 'decline'
  const isGone = error.code === 'join_request_not_found' || error.code === 'join_request_gone'
  return !isGone || (hand !== null && !(hand === 'accept' && verb === 'accept'))
}

const of = (kind: ViolationKind, text: string): Violation => ({ kind, text })
