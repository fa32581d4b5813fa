// The model of the platform behind src/platform/http-platform.ts: roles of members, and every answer of the wire.
// test/simulate/platform.test.ts asks the simulator and the model the same.
import {
  PlatformFailure,
  type CallLimits,
  type FailureKind,
  type JoinDecision,
  type JoinRequest,
  type Membership,
} from '../../src/platform/platform'
import { isAssignable } from '../../src/ranks/rules'
import type { FaultEffect } from '../../src/simulator/faults'
import type { JoinStep, Step } from '../../src/operations/rules'

export interface Role {
  readonly unique_id: number
  readonly rank_id: number
  readonly name: string
}

interface Failed {
  readonly kind: FailureKind
  readonly status: number | null
  /** A write that fails so may have been applied. */
  readonly unsure?: boolean
  readonly authenticationFailed?: boolean
  /** `Retry-After`, or null for none. */
  readonly retryAfterSeconds?: number
}

export interface Answer {
  readonly name: string
  readonly weight: number
  readonly on: 'write' | 'any'
  /** `late`: after the caller has stopped waiting, as long as the engine allows for (`settleSeconds`). */
  readonly applies: 'no' | 'yes' | 'late'
  readonly answered: 'soon' | 'slowly' | 'timeout'
  /** Null: the call succeeds. */
  readonly failure: Failed | null
  /** The same in the simulator. */
  readonly simulator: FaultEffect | null
}

const row = (
  [name, weight, on, applies, answered]: [string, number, Answer['on'], Answer['applies'], Answer['answered']],
  failure: Failed | null,
  simulator: FaultEffect | null,
): Answer => ({ name, weight, on, applies, answered, failure, simulator })

const timeout = { kind: 'timeout', status: null, unsure: true } as const
const broken = { kind: 'unavailable', status: null, unsure: true } as const

/** A call that no row is drawn for succeeds at once. */
export const answers: readonly Answer[] = [
  row(['late', 3, 'any', 'yes', 'slowly'], null, { kind: 'delay', ms: 20 }),
  row(['lost', 3, 'any', 'no', 'timeout'], timeout, { kind: 'hang' }),
  row(['applied, no answer', 3, 'write', 'yes', 'timeout'], timeout, { kind: 'applyThenHang' }),
  row(['applied after the timeout', 3, 'write', 'late', 'timeout'], timeout, null),
  row(['refused connection', 2, 'any', 'no', 'soon'], { kind: 'unavailable', status: null }, null),
  row(['dropped', 1, 'any', 'no', 'soon'], broken, { kind: 'drop' }),
  row(['applied, dropped', 1, 'write', 'yes', 'soon'], broken, { kind: 'applyThenDrop' }),
  row(['408', 1, 'any', 'no', 'soon'], { kind: 'request_timeout', status: 408, unsure: true }, reject(408)),
  row(
    ['applied, 408', 1, 'write', 'yes', 'soon'],
    { kind: 'request_timeout', status: 408, unsure: true },
    applied(408),
  ),
  row(['500', 1, 'any', 'no', 'soon'], { kind: 'unavailable', status: 500, unsure: true }, reject(500)),
  row(['applied, 500', 1, 'write', 'yes', 'soon'], { kind: 'unavailable', status: 500, unsure: true }, applied(500)),
  row(['garbage', 1, 'any', 'yes', 'soon'], { kind: 'unavailable', status: 200, unsure: true }, { kind: 'garbage' }),
  row(['429', 2, 'any', 'no', 'soon'], { kind: 'rate_limited', status: 429 }, { kind: 'throttle' }),
  row(
    ['429 with Retry-After', 2, 'any', 'no', 'soon'],
    { kind: 'rate_limited', status: 429, retryAfterSeconds: 7 },
    { kind: 'throttle', retryAfter: 7 },
  ),
  row(['400', 1, 'any', 'no', 'soon'], { kind: 'rejected', status: 400 }, reject(400)),
  row(['403', 1, 'any', 'no', 'soon'], { kind: 'credentials', status: 403 }, reject(403)),
  row(['401', 2, 'any', 'no', 'soon'], { kind: 'credentials', status: 401, authenticationFailed: true }, reject(401)),
  row(['404', 2, 'any', 'no', 'soon'], { kind: 'not_found', status: 404 }, reject(404)),
]

function reject(status: number): FaultEffect {
  return { kind: 'reject', status }
}

function applied(status: number): FaultEffect {
  return { kind: 'applyThenStatus', status }
}

export function failureOf({ kind, unsure = false, ...facts }: Failed, isWrite: boolean): PlatformFailure {
  const { status, retryAfterSeconds = null, authenticationFailed = false } = facts
  const known = status === null ? {} : { status }
  return new PlatformFailure(kind, kind, { ...known, sent: isWrite && unsure, retryAfterSeconds, authenticationFailed })
}

interface Version {
  readonly at: number
  /** Without the base role; null: not in the group. */
  readonly roles: readonly number[] | null
  /** When the open request to join was sent; null: none. */
  readonly requestedAt: number | null
}

/** A group. A read may be as old as the caller draws, but never older than an earlier read of the member. */
export class Group {
  /** Lowest first. */
  roles: Role[]
  private readonly members = new Map<number, Version[]>()
  private readonly seen = new Map<number, number>()
  /** The ids of accounts whose id in this group is another one. */
  private readonly ids = new Map<number, number>()
  readonly decisions = new Map<number, JoinDecision>()

  constructor(
    private readonly clock: { readonly now: number },
    roles: readonly Role[],
  ) {
    this.roles = [...roles]
  }

  get base(): number {
    return this.roles.find(isAssignable)?.unique_id ?? 0
  }

  /** The true roles, without the base role. */
  held(userId: number): readonly number[] | null {
    return this.members.get(userId)?.at(-1)?.roles ?? null
  }

  /** All states of the account since a time. */
  since(userId: number, since: number): readonly Version[] {
    const versions = this.members.get(userId) ?? []
    const first = versions.findLastIndex(({ at }) => at <= since)
    return versions.slice(Math.max(0, first))
  }

  /** All roles that the member has held since a time. */
  heldSince(userId: number, since: number): (readonly number[] | null)[] {
    return this.since(userId, since).map(({ roles }) => roles)
  }

  /** Who is in the group has no request. */
  set(userId: number, roles: readonly number[] | null, requestedAt: number | null = null): void {
    const versions = this.members.get(userId) ?? []
    versions.push({ at: this.clock.now, roles, requestedAt })
    this.members.set(userId, versions)
  }

  requestedAt(userId: number): number | null {
    return this.members.get(userId)?.at(-1)?.requestedAt ?? null
  }

  /** @throws PlatformFailure without a request */
  decide(userId: number | null, verb: JoinStep['verb']): boolean {
    if (userId === null || this.requestedAt(userId) === null) throw failureOf({ kind: 'not_found', status: 404 }, true)
    this.set(userId, verb === 'accept' ? [] : null)
    const action = verb === 'accept' ? 'AcceptJoinRequest' : 'DeclineJoinRequest'
    this.decisions.set(userId, { action, actorUserId: 0, at: new Date(this.clock.now) })
    return true
  }

  readRequest(userId: number, lagMs: number): JoinRequest | null {
    const requestedAt = this.versionAt(userId, lagMs)?.requestedAt ?? null
    if (requestedAt === null) return null
    const id = this.idOf(userId)
    return { requestId: String(id), userId: id, requestedAt: new Date(requestedAt).toISOString() }
  }

  /** @param id may be the id of another account elsewhere */
  setId(userId: number, id: number): void {
    this.ids.set(userId, id)
  }

  accountOf(membershipId: string): number | null {
    return [...this.members.keys()].find((userId) => String(this.idOf(userId)) === membershipId) ?? null
  }

  private idOf = (userId: number): number => this.ids.get(userId) ?? userId

  private versionAt(userId: number, lagMs: number): Version | undefined {
    const versions = this.members.get(userId) ?? []
    const shown = versions.findLastIndex(({ at }) => at <= this.clock.now - lagMs)
    const index = Math.max(shown, this.seen.get(userId) ?? 0)
    this.seen.set(userId, index)
    return versions[index]
  }

  read(userId: number, lagMs: number): Membership | null {
    const roles = this.versionAt(userId, lagMs)?.roles ?? null
    if (roles === null) return null
    const all = this.roles.filter(({ unique_id }) => unique_id === this.base || roles.includes(unique_id))
    const id = this.idOf(userId)
    const scoped = id === userId ? {} : { groupUserId: id }
    return { membershipId: String(id), roles: all.map(({ unique_id }) => unique_id), highestRole: null, ...scoped }
  }

  /** @returns whether it had an effect @throws PlatformFailure */
  write(userId: number | null, { verb, role }: Step): boolean {
    const held = userId === null ? null : this.held(userId)
    const known = this.roles.find(({ unique_id }) => unique_id === role)
    if (userId === null || held === null || !known) throw failureOf({ kind: 'not_found', status: 404 }, true)
    const isBase = role === this.base
    if (!isAssignable(known) || (verb === 'unassign' && isBase))
      throw failureOf({ kind: 'rejected', status: 400 }, true)
    if (isBase || held.includes(role) === (verb === 'assign')) return false
    this.set(userId, verb === 'assign' ? [...held, role] : held.filter((one) => one !== role))
    return true
  }

  removeRole(role: number): void {
    this.roles = this.roles.filter(({ unique_id }) => unique_id !== role)
    for (const userId of this.members.keys()) {
      const held = this.held(userId) ?? []
      const left = held.filter((one) => one !== role)
      if (left.length < held.length) this.set(userId, left)
    }
  }

  addRole(role: Role): void {
    this.roles = [...this.roles, role].sort((one, other) => one.rank_id - other.rank_id)
  }
}

/** Calls of one owner in a minute, each kind apart. */
export class Limits {
  private readonly windows = new Map<string, { startedAt: number; used: number }>()

  constructor(
    private readonly clock: { readonly now: number },
    readonly perMinute: number,
    /** Whether a 429 names its `Retry-After`. */
    private readonly isNamed: boolean,
  ) {}

  charge(owner: string, kind: string): { readonly isAllowed: boolean; readonly limits: CallLimits } {
    const { now } = this.clock
    const name = `${owner} ${kind}`
    const current = this.windows.get(name)
    const window = current && now - current.startedAt < 60_000 ? current : { startedAt: now, used: 0 }
    this.windows.set(name, window)
    window.used++
    const isAllowed = window.used <= this.perMinute
    const resetSeconds = Math.max(1, Math.ceil((window.startedAt + 60_000 - now) / 1_000))
    const remaining = Math.max(0, this.perMinute - window.used)
    const retryAfterSeconds = !isAllowed && this.isNamed ? resetSeconds : null
    return {
      isAllowed,
      limits: { limit: this.perMinute, remaining, resetSeconds, retryAfterSeconds, throttled: !isAllowed },
    }
  }
}
