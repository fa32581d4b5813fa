// The model of the queue in PostgreSQL: sql/functions and the queries of src/operations, one method for each statement.
// test/simulate/database.test.ts applies the same statements to both.
import type { Community, RankBounds } from '../../src/context'
import type { DomainError, ErrorCode } from '../../src/base/errors'
import type { RankRow } from '../../src/ranks/queries'
import type { Claimed, Priority } from '../../src/operations/dispatch/queries'
import type { Excess } from '../../src/auth/takes/rules'
import type { Writes } from '../../src/operations/dispatch/ports'
import type { Authority, Ending, FormerRank, RankMove } from '../../src/operations/dispatch/state'
import type { NewOperation } from '../../src/operations/enqueue/queries'
import { problemOfAuthor, storedFacts, type Facts } from '../../src/operations/decision/rules'
import type { OperationReversal, OperationRow } from '../../src/operations/queries'
import * as rules from '../../src/operations/rules'
import type { ObservedLimits } from '../../src/operations/limits'
import { NO_EFFECT_MESSAGE } from '../../src/operations/sweep/queries'
import type { SuspensionOutcome, SuspensionState } from '../../src/moderation/suspensions/rules'

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }
type Kind = rules.OperationKind
type Status = rules.OperationStatus

/** A row of platform_operation. Times are in milliseconds since the epoch. */
export interface Operation extends Mutable<OperationRow> {
  seq: number
  notBefore: number
  leaseUntil: number | null
  settleAt: number | null
  deadlineAt: number
  endedAt: number | null
  /** What its audit entry has; null: none. */
  move: RankMove | null
  takeCounted: boolean
  readonly key: string | undefined
  /** The way in which it was queued (acts.ts). */
  readonly path: string
}

const newRow = {
  status: 'queued' as const,
  reason: null,
  worker_id: null,
  claims: 0,
  sent: false,
  settle_at: null,
  steps: [],
  failures: 0,
  required_feature: null,
  request_id: null,
  created_at: '',
  deadline_at: '',
  dispatched_at: null,
  completed_at: null,
  error_code: null,
  error_message: null,
  retry_after_seconds: null,
  result: null,
  roles_written: null,
  on_behalf_of: null,
  move: null,
  leaseUntil: null,
  settleAt: null,
  endedAt: null,
  takeCounted: false,
}

export interface Suspension {
  readonly id: string
  readonly communityId: string
  readonly userId: number
  state: SuspensionState
  /** Null: the member keeps its rank. */
  readonly suspendedUniqueId: number | null
  formerUniqueId: number | null
  formerRoles: readonly number[] | null
  operationId: string | null
  endsAt: number
  liftedAt: number | null
  outcome: SuspensionOutcome | null
  errorCode: ErrorCode | null
}

export interface StoredMember {
  rank: number | null
  roles: readonly number[]
  unfinished: readonly number[]
  experience: number
}

export interface StoredKey {
  revoked: boolean
  /** The first key of its chain of rotations, with which it shares its takes. */
  readonly owner: string
  /** Null: any number. */
  readonly takesPerHour: number | null
  /** Null: without bounds. */
  bounds: RankBounds | null
}

export interface StoredCommunity {
  readonly id: string
  readonly groupId: number
  readonly owner: string
  /** Calls a minute before the platform has reported its limit. */
  readonly perMinute: number
  status: 'connected' | 'reconnect_required'
  checkingUntil: number
  /** `managed` is the declaration alone. */
  ranks: Mutable<RankRow>[]
  singleRank: boolean
  autoRankDemotes: boolean
  readonly keys: Map<string, StoredKey>
  readonly members: Map<number, StoredMember>
  readonly blacklisted: Set<number>
  readonly blacklistedGroups: Set<number>
  turnAt: number | null
  paused: boolean
}

/** A job of graphile-worker, which executes all that is due. */
interface Job {
  readonly task: 'urgent' | 'bulk'
  readonly at: number
}

export interface Budget {
  perMinute: number
  windowStartedAt: number
  used: number
  blockedUntil: number
  throttles: number
}

/** What a statement has seen when it began. */
export type Snapshot = readonly Pick<Operation, 'operation_id' | 'status' | 'kind' | 'target_unique_id' | 'reason'>[]

export interface Request extends Pick<NewOperation, 'operationId' | 'kind' | 'userId' | 'targetUniqueId' | 'awaited'> {
  readonly communityId: string
  readonly deadlineSeconds: number
  readonly urgent?: boolean
  readonly mustRun?: boolean
  readonly supersede?: boolean
  readonly reuses?: boolean
  readonly reversal?: OperationReversal
  readonly actor: { readonly kind: 'key' | 'job'; readonly id: string }
  readonly key?: string
  readonly path?: string
  /** Null: the key needs no permission any more. */
  readonly requires?: null
}

/** Who takes, and how often in any hour. */
export interface Taker {
  readonly owner: string
  readonly most: number
}

/** A take by a key that has a limit. */
export interface Take extends Taker {
  readonly at: number
  readonly communityId: string
  /** The operation, also that of a suspension. */
  readonly of: string
  readonly isGranted: boolean
  /** Not when the operation was counted before. */
  readonly isCounted: boolean
}

/** The takes of a key in each minute of the clock, the newest first (sql/functions/count_in_slots.sql). */
interface TakeWindow {
  minute: number
  taken: readonly number[]
}

export const SCOPE = 'ranks.write'
const MINUTE = 60_000
/** Any hour lies within so many minutes of the clock. */
const MINUTES_OF_HOUR = 61
const plan = { apiAccess: true, automaticGrading: false, features: [], endsAt: null }
const isSuperseded = ['operation_superseded', 'member_not_in_group', 'rank_not_found', 'rank_not_assignable']

export class Database {
  readonly operations: Operation[] = []
  readonly suspensions: Suspension[] = []
  readonly budgets = new Map<string, Budget>()
  readonly takes = new Map<string, TakeWindow>()
  jobs: Job[] = []
  /** The id of the operation of each `Idempotency-Key`. */
  readonly keys = new Map<string, string>()
  /** Called at each change of a status. */
  onTransition: (operation: Operation, from: Status | null) => void = () => undefined
  /** Called at each take that is counted or refused. */
  onTake: (take: Omit<Take, 'at'>) => void = () => undefined
  /** Claims that a crash of the database undoes, because their commits do not wait for the disk. */
  private unflushed: (() => void)[] = []
  private claimCount = 0

  constructor(
    private readonly clock: { readonly now: number },
    readonly communities: ReadonlyMap<string, StoredCommunity>,
  ) {}

  private get now(): number {
    return this.clock.now
  }

  /** A commit that waits for the disk keeps the claims before it, too. */
  flush(): void {
    this.unflushed = []
  }

  crash(): void {
    for (const undo of this.unflushed.reverse()) undo()
    this.flush()
  }

  find(operationId: string): Operation | undefined {
    return this.operations.find((one) => one.operation_id === operationId)
  }

  /** Those of the member that have not ended. */
  lineOf(communityId: string, userId: number): Operation[] {
    return this.operations.filter(
      (one) => one.community_id === communityId && one.user_id === userId && !rules.hasEnded(one.status),
    )
  }

  snapshot(communityId: string, userId: number): Snapshot {
    return this.lineOf(communityId, userId).map((one) => ({ ...one }))
  }

  community(id: string): StoredCommunity {
    const found = this.communities.get(id)
    if (!found) throw new Error(`no community ${id}`)
    return found
  }

  private memberOf({ community_id, user_id }: OperationRow): StoredMember | undefined {
    return this.community(community_id).members.get(user_id)
  }

  private change(operation: Operation, values: Partial<Operation>): void {
    const from = operation.status
    Object.assign(operation, values)
    if (operation.status !== from) this.onTransition(operation, from)
  }

  // enqueue/queries.ts

  /** @returns the id of the rank change that serves the request; null: refused */
  enqueue(request: Request, seen = this.snapshot(request.communityId, request.userId)): string | null {
    const { communityId, userId, operationId, awaited, urgent = awaited, key } = request
    if (this.refusalOf(request) !== null) return null
    const reused = request.reuses && this.lineOf(communityId, userId).find((one) => this.serves(one, request))
    if (reused) return reused.operation_id
    if (key !== undefined && this.keys.has(key)) return this.keys.get(key) ?? null
    if (key !== undefined) this.keys.set(key, operationId)
    for (const { operation_id, status } of seen) {
      const before = this.find(operation_id)
      if (status !== 'queued' || before?.status !== 'queued') continue
      if (!before.sent && supersedes(request, before))
        this.close(before, 'cancelled', 'operation_superseded', 'A newer operation of this member superseded it.')
      else if (urgent) before.urgent = true
    }
    this.insert(request, urgent)
    return operationId
  }

  /** The code of a synchronous request that is refused before it is queued. */
  refusalOf(request: Request): ErrorCode | null {
    const { communityId, mustRun, awaited, deadlineSeconds } = request
    const { owner, paused, status } = this.community(communityId)
    const blockedUntil = this.budgets.get(owner)?.blockedUntil ?? 0
    if (mustRun) return null
    if (awaited && status !== 'connected') return 'platform_cloud_reconnect_required'
    if (awaited && blockedUntil > this.now + deadlineSeconds * 1_000) return 'provider-rejected-429'
    if (paused) return 'roblox_scheduler_unavailable'
    return this.problemOf(request)?.code ?? null
  }

  /** enqueue/decided.ts; AutoRank and join requests are decided when they run. */
  private problemOf({ communityId, userId, kind, targetUniqueId: target, actor }: Request): DomainError | null {
    const bounds = this.boundsOf(communityId, actor)
    if (bounds === null || kind === 'rank.auto' || rules.isJoinKind(kind)) return null
    const facts = this.storedOf(communityId, userId, bounds)
    return problemOfAuthor({ kind, target }, { ...facts, suspended: false, blacklisted: false })
  }

  boundsOf(communityId: string, { kind, id }: Request['actor']): RankBounds | null {
    return kind === 'key' ? (this.community(communityId).keys.get(id)?.bounds ?? null) : null
  }

  private storedOf(communityId: string, userId: number, bounds: RankBounds | null): Facts<RankRow> {
    const community = this.community(communityId)
    const { rank = null, roles = [], unfinished = [] } = community.members.get(userId) ?? {}
    const stored = storedFacts(this.ranksOf(communityId), { rankUniqueId: rank, roleIds: roles })
    const author = { bounds, account: null }
    const { blacklisted } = community
    return {
      ...stored,
      unfinished,
      author,
      community: communityOf(community),
      suspended: this.isSuspended(communityId, userId),
      blacklisted: blacklisted.has(userId),
    }
  }

  private serves(one: Operation, { actor }: Request): boolean {
    const isSame = one.kind === 'rank.auto' && one.actor_kind === actor.kind && one.actor_id === actor.id
    const isUntouched = one.status === 'queued' && !one.sent && !one.awaited && one.target_unique_id === null
    return isSame && isUntouched && one.deadlineAt > this.now + MINUTE
  }

  private insert(request: Request, urgent: boolean): void {
    const { communityId, operationId, kind, userId, targetUniqueId, awaited, deadlineSeconds, actor } = request
    const { key, path = '', requires = SCOPE, reversal = null } = request
    const operation: Operation = {
      ...newRow,
      community_id: communityId,
      operation_id: operationId,
      kind,
      user_id: userId,
      awaited,
      urgent,
      target_unique_id: targetUniqueId,
      actor_kind: actor.kind,
      actor_id: actor.id,
      key,
      path,
      reversal,
      required_scope: actor.kind === 'key' ? requires : null,
      seq: this.operations.length,
      notBefore: this.now,
      deadlineAt: this.now + deadlineSeconds * 1_000,
    }
    this.operations.push(operation)
    this.wake(operation)
    this.onTransition(operation, null)
  }

  /** `cancelIfUnsent`, of a caller that stops waiting, and `cancelQueued`. */
  cancel(operationId: string, of: readonly Status[], code: ErrorCode): boolean {
    const operation = this.find(operationId)
    if (!operation || !of.includes(operation.status) || operation.sent) return false
    this.end(operation, 'cancelled', code, 'cancelled')
    return true
  }

  /** sql/functions/wake_dispatch.sql */
  private wake({ urgent }: Pick<Operation, 'urgent'>): void {
    const task = urgent ? 'urgent' : 'bulk'
    if (!this.jobs.some((job) => job.task === task)) this.jobs.push({ task, at: this.now })
  }

  /** sql/functions/mark_lanes_of_changed.sql */
  private wakeHead({ community_id, user_id }: Operation): void {
    const [head] = this.lineOf(community_id, user_id)
    if (head?.status === 'queued') this.wake(head)
  }

  takeJob(task: Job['task']): Job | null {
    const index = this.jobs.findIndex((job) => job.task === task && job.at <= this.now)
    return this.jobs.splice(index, index < 0 ? 0 : 1)[0] ?? null
  }

  // sql/functions/claim_platform_operation.sql

  claim(workerId: string, priorities: readonly Priority[], leaseSeconds: number, mostInFlight: number): Claimed | null {
    const chosen = this.choose(priorities, mostInFlight)
    if (!chosen) return null
    const community = this.community(chosen.community_id)
    const budget = this.budgets.get(community.owner)
    const before = { operation: { ...chosen }, turnAt: community.turnAt, budget: budget && { ...budget } }
    this.unflushed.push(() => {
      Object.assign(chosen, before.operation)
      community.turnAt = before.turnAt
      if (before.budget) this.budgets.set(community.owner, before.budget)
      else this.budgets.delete(community.owner)
    })
    community.turnAt = this.now
    this.charge(community, chosen.kind)
    this.change(chosen, {
      worker_id: `${workerId} ${++this.claimCount}`,
      claims: chosen.claims + 1,
      leaseUntil: this.now + leaseSeconds * 1_000,
      ...(chosen.status === 'queued' ? { status: 'dispatching', reason: null } : {}),
    })
    return this.factsOf(chosen)
  }

  choose(priorities: readonly Priority[], mostInFlight: number): Operation | null {
    for (const priority of priorities) {
      const found = priority === 'settle' ? this.chooseSent() : this.chooseWaiting(priority === 'urgent', mostInFlight)
      if (found) return found
    }
    return null
  }

  private chooseSent(): Operation | undefined {
    const { now } = this
    return this.operations
      .filter(({ status, sent }) => status === 'outcome_pending' || (status === 'queued' && sent))
      .filter(({ notBefore, leaseUntil }) => notBefore <= now && (leaseUntil === null || leaseUntil < now))
      .sort((one, other) => one.notBefore - other.notBefore)
      .find((one) => this.mayCall(one, true) && this.isConnected(one) && !this.hasAhead(one))
  }

  private chooseWaiting(urgent: boolean, mostInFlight: number): Operation | undefined {
    const waiting = this.operations.filter((one) => one.urgent === urgent && one.status === 'queued')
    for (const { id, paused } of this.byTurn(new Set(waiting.map(({ community_id }) => community_id)))) {
      const busy = this.operations.filter((one) => one.community_id === id && one.status === 'dispatching')
      if (paused || busy.length >= (urgent ? 2 : 1) * mostInFlight) continue
      const found = waiting
        .filter((one) => one.community_id === id && this.isClaimable(one))
        .sort((one, other) => one.notBefore - other.notBefore || one.seq - other.seq)
        .find((one) => !this.hasAhead(one))
      if (found && this.mayCall(found, urgent)) return found
    }
    return undefined
  }

  private byTurn(ids: ReadonlySet<string>): StoredCommunity[] {
    return [...ids]
      .map((id) => this.community(id))
      .sort((one, other) => (one.turnAt ?? 0) - (other.turnAt ?? 0) || (one.id < other.id ? -1 : 1))
  }

  private isClaimable(one: Operation): boolean {
    if (one.notBefore > this.now || this.community(one.community_id).paused) return false
    return (one.deadlineAt > this.now || one.sent) && (one.awaited || this.isConnected(one))
  }

  private isConnected = ({ community_id }: Operation): boolean => this.community(community_id).status === 'connected'
  private mayCall = ({ community_id, kind }: Operation, urgent: boolean) =>
    this.hasBudget(this.community(community_id), kind, urgent)

  hasAhead(candidate: Operation): boolean {
    return this.lineOf(candidate.community_id, candidate.user_id).some(
      (one) => one !== candidate && (one.status !== 'queued' || one.seq < candidate.seq),
    )
  }

  hasBudget(community: StoredCommunity, kind: Kind, urgent: boolean): boolean {
    const budget = this.budgets.get(community.owner)
    if (!budget) return true
    const { perMinute, used, windowStartedAt, blockedUntil } = budget
    const most = urgent ? perMinute : Math.trunc((perMinute * 4) / 5)
    const isFree = windowStartedAt <= this.now - MINUTE || used + callsOf(kind, community) <= most
    return blockedUntil <= this.now && isFree
  }

  private charge(community: StoredCommunity, kind: Kind): void {
    const { owner, perMinute } = community
    const used = callsOf(kind, community)
    const fresh = { windowStartedAt: this.now, used }
    const budget = this.budgets.get(owner)
    if (!budget) this.budgets.set(owner, { ...fresh, perMinute, blockedUntil: 0, throttles: 0 })
    else if (budget.windowStartedAt <= this.now - MINUTE) Object.assign(budget, fresh)
    else budget.used += used
  }

  // sql/functions/rank_change_facts.sql, rank_change_authority.sql

  private factsOf(operation: Operation): Claimed {
    const { id, groupId: group_id, status, checkingUntil, members } = this.community(operation.community_id)
    const settle_at = operation.settleAt === null ? null : new Date(operation.settleAt).toISOString()
    const own = this.suspensionOf(operation)
    const { suspendedUniqueId = null, formerUniqueId = null, formerRoles = null } = own ?? {}
    return {
      operation: { ...operation, settle_at },
      authority: this.authorityOf(operation),
      ranks: this.ranksOf(id),
      connection: {
        group_id,
        credential_kind: 'api_key',
        credential: Buffer.alloc(0),
        status,
        being_checked: checkingUntil > this.now,
        check_interrupted: checkingUntil > 0 && checkingUntil <= this.now,
      },
      suspension: own ? { suspensionId: own.id, suspendedUniqueId, formerUniqueId, formerRoles } : null,
      experience: members.get(operation.user_id)?.experience ?? 0,
    }
  }

  ranksOf(communityId: string): RankRow[] {
    const { ranks, singleRank } = this.community(communityId)
    return ranks.map((rank) => ({ ...rank, managed: isManaged(rank, singleRank) }))
  }

  authorityOf({ community_id, user_id, actor_kind, actor_id }: Operation): Authority {
    const community = this.community(community_id)
    const key = actor_kind === 'key' ? community.keys.get(actor_id) : undefined
    return {
      community: communityOf(community),
      key: key && !key.revoked ? { scopes: [SCOPE], enabled: true, expiresAt: null } : null,
      bounds: actor_kind === 'key' ? this.boundsOf(community_id, { kind: actor_kind, id: actor_id }) : null,
      suspended: this.isSuspended(community_id, user_id),
      blacklisted: community.blacklisted.has(user_id),
      blacklistedGroups: [...community.blacklistedGroups],
      unmanaged: this.ranksOf(community_id).flatMap(({ unique_id, managed }) => (managed ? [] : [unique_id])),
      unfinished: community.members.get(user_id)?.unfinished ?? [],
    }
  }

  private liveOf(communityId: string, userId: number): Suspension[] {
    return this.suspensions.filter(
      (one) => one.communityId === communityId && one.userId === userId && one.state !== 'ended',
    )
  }

  private suspensionOf({ community_id, user_id, operation_id }: Operation): Suspension | undefined {
    return this.liveOf(community_id, user_id).find((one) => one.operationId === operation_id)
  }

  private isSuspended(communityId: string, userId: number): boolean {
    return this.liveOf(communityId, userId).some((one) => one.suspendedUniqueId !== null || one.endsAt > this.now)
  }

  // dispatch/queries.ts; nothing if the lease was lost

  private leased({ operation_id, worker_id, claims }: OperationRow, of: readonly Status[]): Operation | null {
    const one = this.find(operation_id)
    return one?.worker_id === worker_id && one.claims === claims && of.includes(one.status) ? one : null
  }

  private running = (claimed: OperationRow) => this.leased(claimed, ['dispatching', 'outcome_pending'])

  record(claimed: OperationRow, { target, steps, former, leaseSeconds, takes }: Writes): Authority | Excess | null {
    const { community_id: communityId, operation_id: of } = claimed
    const operation = this.leased(claimed, ['dispatching'])
    if (!operation || (operation.leaseUntil ?? 0) <= this.now) return null
    if (!operation.sent && operation.deadlineAt <= this.now) return null
    const taker = takes ? this.takerOf(operation) : null
    const counted = taker && !this.isCounted(operation) ? this.countTakes(communityId, taker, 1) : null
    if (taker && counted?.granted === false) {
      this.onTake({ ...taker, communityId, of, isGranted: false, isCounted: false })
      return { limit: taker.most, ...counted }
    }
    this.change(operation, {
      takeCounted: operation.takeCounted || takes,
      target_unique_id: rules.isJoinKind(operation.kind) ? null : target.unique_id,
      steps: [...operation.steps, ...steps.map((step) => ({ ...step, at: '' }))],
      sent: true,
      leaseUntil: this.now + leaseSeconds * 1_000,
    })
    this.storeFormer(operation, former)
    if (taker) this.onTake({ ...taker, communityId, of, isGranted: true, isCounted: counted !== null })
    return this.authorityOf(operation)
  }

  isCounted = ({ takeCounted }: Operation): boolean => takeCounted

  /** `takenBy` of src/auth/takes/queries.ts; null: any number. */
  takerOf({
    community_id,
    actor_kind,
    actor_id,
  }: Pick<Operation, 'community_id' | 'actor_kind' | 'actor_id'>): Taker | null {
    const key = actor_kind === 'key' ? this.community(community_id).keys.get(actor_id) : undefined
    return key && key.takesPerHour !== null ? { owner: key.owner, most: key.takesPerHour } : null
  }

  /** sql/functions/count_takes.sql, count_in_slots.sql */
  countTakes(
    communityId: string,
    { owner, most }: Taker,
    needed: number,
  ): Pick<Excess, 'remaining' | 'resetMs'> & { readonly granted: boolean } {
    const id = `${communityId} ${owner}`
    const known = this.takes.get(id) ?? { minute: 0, taken: [] }
    const minute = Math.max(known.minute, Math.floor(this.now / MINUTE))
    const age = Math.min(MINUTES_OF_HOUR, minute - known.minute)
    const all = [...Array.from({ length: age }, () => 0), ...known.taken]
    const taken = Array.from({ length: MINUTES_OF_HOUR }, (_, place) => all[place] ?? 0)
    const room = most - taken.reduce((sum, one) => sum + one, 0)
    const granted = needed <= room
    if (granted) taken[0] = (taken[0] ?? 0) + needed
    if (granted) {
      this.takes.set(id, { minute, taken })
      return { granted, remaining: room - needed, resetMs: null }
    }
    // the oldest minutes leave first
    let free = room
    const left = taken.findLastIndex((one) => (free += one) >= needed)
    const resetMs = left < 0 ? null : (minute - left + MINUTES_OF_HOUR) * MINUTE - this.now
    return { granted, remaining: Math.max(0, room), resetMs }
  }

  private storeFormer(operation: Operation, former: FormerRank | null): void {
    const own = this.suspensionOf(operation)
    if (own?.state !== 'suspending' || !former) return
    Object.assign(own, { formerUniqueId: former.rank, formerRoles: former.roles })
  }

  succeed(claimed: OperationRow, ending: Extract<Ending, { do: 'succeed' }>): void {
    const operation = this.running(claimed)
    if (!operation) return
    const { target, rank, move, former, roles, written } = ending
    const member = this.memberOf(operation)
    const unfinished = familyOf(operation.kind) === 'rank' ? [] : member?.unfinished
    if (member) Object.assign(member, { rank: rank?.unique_id ?? null, roles, unfinished })
    this.storeFormer(operation, former)
    this.change(operation, {
      target_unique_id: rules.isJoinKind(operation.kind) ? null : target.unique_id,
      result: { changed: move !== null, auditId: null },
      roles_written: written,
      reason: null,
      move,
    })
    this.end(operation, 'succeeded', null, null)
  }

  fail(claimed: OperationRow, ending: Extract<Ending, { do: 'fail' }>): void {
    const operation = this.running(claimed)
    if (!operation) return
    const member = this.memberOf(operation)
    const named = new Set(operation.steps.filter(rules.isRoleStep).map(({ role }) => role))
    if (operation.sent && member && familyOf(operation.kind) === 'rank')
      member.unfinished = [...named].sort((one, other) => one - other)
    this.change(operation, { retry_after_seconds: ending.retryAfterSeconds, roles_written: ending.written })
    this.end(operation, 'failed', ending.code, ending.message)
  }

  cancelIfOverdue(claimed: OperationRow): void {
    const operation = this.leased(claimed, ['dispatching'])
    if (!operation || operation.sent || operation.deadlineAt > this.now) return
    this.end(operation, 'cancelled', 'deadline-cancelled-before-dispatch', rules.deadlineMessage)
  }

  reschedule(claimed: OperationRow, ending: Extract<Ending, { do: 'reschedule' }>): void {
    const operation = this.running(claimed)
    if (!operation) return
    const { status, reason, inSeconds, settleSeconds, failures, sent, unsent } = ending
    const known = operation.steps.length - unsent
    const settleAt = this.now + settleSeconds * 1_000
    const notBefore = this.now + inSeconds * 1_000
    this.change(operation, {
      status,
      reason,
      failures,
      sent,
      notBefore,
      worker_id: null,
      leaseUntil: null,
      steps: operation.steps.map((step, place) => (place < known ? step : { ...step, unsent: true })),
      ...(settleSeconds > 0 ? { settleAt: Math.max(operation.settleAt ?? 0, settleAt) } : {}),
    })
  }

  storeAbsence(claimed: OperationRow): void {
    const member = this.memberOf(claimed)
    if (member) Object.assign(member, { rank: null, roles: [] })
  }

  recordCalls(communityId: string, calls: number, limits: ObservedLimits): void {
    const budget = this.budgets.get(this.community(communityId).owner)
    if (!budget) return
    const { perMinute: limit, remaining, throttled, blockedSeconds } = limits
    const perMinute = limit ?? budget.perMinute
    const reported = remaining === null ? 0 : perMinute - remaining
    const pause = blockedSeconds ?? (throttled ? Math.min(60, 2 ** Math.min(budget.throttles, 6)) : 0)
    Object.assign(budget, {
      perMinute,
      used: Math.max(budget.used + calls - rules.CALLS_PER_OPERATION, reported, 0),
      throttles: throttled ? budget.throttles + 1 : 0,
      blockedUntil: Math.max(budget.blockedUntil, this.now + pause * 1_000),
    })
  }

  // sweep/queries.ts

  private isOverdue = ({ status, sent, deadlineAt }: Operation): boolean =>
    status === 'queued' && !sent && deadlineAt <= this.now
  private isExpired = ({ status, leaseUntil }: Operation): boolean =>
    !rules.hasEnded(status) && leaseUntil !== null && leaseUntil < this.now

  cancelOverdue(): void {
    const overdue = this.operations.filter(this.isOverdue)
    for (const one of overdue) {
      const isUnsent = one.steps.length === 0 || one.reason === null || one.reason === 'worker-lost'
      if (isUnsent) this.close(one, 'cancelled', 'deadline-cancelled-before-dispatch', rules.deadlineMessage)
      else this.close(one, 'failed', one.reason as ErrorCode, NO_EFFECT_MESSAGE)
    }
    for (const one of overdue) this.wakeHead(one)
  }

  requeueExpired(): void {
    for (const one of this.operations.filter(this.isExpired)) {
      const isDispatched = one.status === 'dispatching'
      this.change(one, {
        worker_id: null,
        leaseUntil: null,
        notBefore: this.now,
        status: isDispatched && !one.sent ? 'queued' : 'outcome_pending',
        ...(isDispatched ? { reason: 'worker-lost' } : {}),
      })
      if (one.status === 'queued') this.wake(one)
    }
  }

  /** Whether a sweep would change something. */
  hasSweepWork(): boolean {
    const hasJob = (task: Job['task']) => this.jobs.some((job) => job.task === task && job.at <= this.now)
    return (
      this.suspensions.some((one) => this.isDue(one)) ||
      this.due().some(([task, due]) => due.length > 0 && !hasJob(task)) ||
      this.operations.some((one) => this.isOverdue(one) || this.isExpired(one))
    )
  }

  /** When something may be claimed, swept or ended next; now, if a job or an operation is ready. */
  nextDue(): number {
    if (this.jobs.length > 0) return this.now
    const open = this.operations.filter(({ status }) => !rules.hasEnded(status))
    const ofOperations = open.map((one) => {
      if (one.leaseUntil !== null) return one.leaseUntil
      const deadline = one.sent ? Infinity : one.deadlineAt
      return Math.min(deadline, this.hasAhead(one) ? Infinity : one.notBefore)
    })
    const ofSuspensions = this.suspensions.filter(({ state }) => state === 'active').map(({ endsAt }) => endsAt)
    return Math.min(...ofOperations, ...ofSuspensions)
  }

  private due(): [Job['task'], Operation[]][] {
    const ready = this.operations.filter(({ notBefore }) => notBefore <= this.now)
    const queued = ready.filter(
      (one) => one.status === 'queued' && this.isClaimable(one) && !this.hasAhead(one) && this.mayCall(one, one.urgent),
    )
    return [
      ['urgent', queued.filter(({ urgent }) => urgent)],
      ['bulk', queued.filter(({ urgent }) => !urgent)],
      ['urgent', ready.filter(({ status, leaseUntil }) => status === 'outcome_pending' && leaseUntil === null)],
    ]
  }

  /** sql/functions/wake_ready_lanes.sql */
  wakeDispatch(): void {
    for (const [task, due] of this.due()) if (due.length > 0) this.wake({ urgent: task === 'urgent' })
  }

  // operator/actions.ts

  pause(communityId: string): void {
    this.community(communityId).paused = true
  }

  resume(communityId: string): void {
    this.community(communityId).paused = false
    this.wakeDispatch()
  }

  // src/moderation/suspensions/queries.ts, sql/functions/advance_suspension.sql

  /** @returns the code of a refusal; null: added */
  suspend(request: Request, suspension: Pick<Suspension, 'id' | 'endsAt'>, seen: Snapshot): ErrorCode | null {
    const { communityId, userId, targetUniqueId, actor } = request
    if (this.isSuspended(communityId, userId)) return 'member_suspended'
    const isMoved = targetUniqueId !== null
    const refusal = isMoved ? this.refusalOf(request) : null
    if (refusal !== null) return refusal
    const taker = isMoved
      ? this.takerOf({ community_id: communityId, actor_kind: actor.kind, actor_id: actor.id })
      : null
    const counted = taker && this.countTakes(communityId, taker, 1)
    if (taker && counted) {
      const { granted } = counted
      this.onTake({ ...taker, communityId, of: request.operationId, isGranted: granted, isCounted: granted })
    }
    if (counted && !counted.granted) return counted.resetMs === null ? 'take_not_allowed' : 'rate_limit_exceeded'
    const operationId = isMoved ? this.enqueue(request, seen) : null
    this.endKept(userId)
    this.suspensions.push({
      ...suspension,
      communityId,
      userId,
      operationId,
      state: operationId === null ? 'active' : 'suspending',
      suspendedUniqueId: targetUniqueId,
      formerUniqueId: null,
      formerRoles: null,
      liftedAt: null,
      outcome: null,
      errorCode: null,
    })
    return null
  }

  lift(suspensionId: string, operationId: string): void {
    const one = this.suspensions.find(({ id }) => id === suspensionId)
    if (!one || one.liftedAt !== null || (one.state !== 'active' && one.state !== 'suspending')) return
    one.liftedAt = this.now
    this.restore(one, operationId)
    this.endKept(one.userId)
  }

  restoreDue(newId: (one: Suspension) => string): void {
    for (const one of this.suspensions)
      if (this.isDue(one) && one.suspendedUniqueId !== null) this.restore(one, newId(one))
  }

  private isDue({ state, endsAt, liftedAt }: Suspension): boolean {
    return state === 'active' && Math.min(endsAt, liftedAt ?? Infinity) <= this.now
  }

  private restore(one: Suspension, operationId: string): void {
    const { communityId, userId, formerUniqueId: targetUniqueId } = one
    if (!this.isDue(one) || one.suspendedUniqueId === null) return
    Object.assign(one, { state: 'restoring', operationId })
    this.enqueue({
      communityId,
      operationId,
      kind: 'rank.restore',
      userId,
      targetUniqueId,
      awaited: false,
      urgent: true,
      mustRun: true,
      deadlineSeconds: 100 * 366 * 86_400,
      actor: { kind: 'job', id: 'end-suspensions' },
      path: 'end of a suspension',
    })
  }

  endKept(userId?: number): void {
    for (const one of this.suspensions) {
      const isKept = one.suspendedUniqueId === null && (userId === undefined || one.userId === userId)
      if (isKept && this.isDue(one)) Object.assign(one, { state: 'ended', outcome: 'kept' })
    }
  }

  private advanceSuspension(operation: Operation): void {
    const { kind, status, error_code: errorCode } = operation
    const isStart = kind === 'rank.suspend'
    const own = this.suspensionOf(operation)
    if (own?.state !== (isStart ? 'suspending' : 'restoring')) return
    if (isStart && status === 'succeeded') return void (own.state = 'active')
    const restored = status === 'succeeded' ? 'restored' : 'unrestored'
    const outcome = isSuperseded.includes(errorCode ?? '') ? 'superseded' : restored
    Object.assign(own, { state: 'ended', outcome: isStart ? 'failed' : outcome, errorCode })
  }

  /** One that ends alone in its statement. */
  private end(operation: Operation, status: Status, code: ErrorCode | null, message: string | null): void {
    this.close(operation, status, code, message)
    this.wakeHead(operation)
  }

  /** The next one of the member is woken at the end of the statement. */
  private close(operation: Operation, status: Status, code: ErrorCode | null, message: string | null): void {
    const from = operation.status
    const ended = { error_code: code, error_message: message, leaseUntil: null, endedAt: this.now }
    Object.assign(operation, { status, ...ended })
    if (rules.isSuspensionKind(operation.kind)) this.advanceSuspension(operation)
    this.onTransition(operation, from)
  }

  // src/ranks, src/platform-connection

  /** A role that appears after one was declared none is none. */
  syncRanks(communityId: string, roles: readonly Pick<RankRow, 'unique_id' | 'rank_id' | 'name'>[]): void {
    const community = this.community(communityId)
    const fresh = { member_count: null, auto_rank_experience: null, managed: !community.ranks.some(isNoRank) }
    const known = new Map(community.ranks.map((rank) => [rank.unique_id, rank]))
    community.ranks = roles.map((role) => ({ ...fresh, ...known.get(role.unique_id), ...role }))
  }

  /** sql/functions/resume_after_connection.sql */
  connect(communityId: string): void {
    this.community(communityId).status = 'connected'
    const waiting = this.operations.filter(
      ({ community_id, status }) =>
        community_id === communityId && (status === 'queued' || status === 'outcome_pending'),
    )
    for (const one of waiting) if (one.leaseUntil === null) one.notBefore = Math.min(one.notBefore, this.now)
    if (waiting.length > 0) for (const urgent of [true, false]) this.wake({ urgent })
  }
}

/** The calls that a claim charges. The platform allows 100 decisions on join requests a minute. */
export const callsOf = (kind: Kind, { perMinute }: StoredCommunity): number =>
  rules.isJoinKind(kind) ? Math.max(rules.CALLS_PER_OPERATION, Math.ceil(perMinute / 100)) : rules.CALLS_PER_OPERATION

/** `rank`, `role` or `join`. */
const familyOf = (kind: Kind): string => kind.split('.')[0] ?? ''

/** `supersedes` of enqueue/queries.ts. */
function supersedes({ supersede, kind, targetUniqueId }: Request, one: Snapshot[number]): boolean {
  const isReplaced = supersede === true || one.reason === 'rate_limit_exceeded'
  if (!isReplaced || rules.isSuspensionKind(one.kind) || familyOf(kind) !== familyOf(one.kind)) return false
  return !rules.isRoleKind(kind) || one.target_unique_id === targetUniqueId
}

const isNoRank = ({ managed, auto_rank_experience }: RankRow): boolean => !managed && auto_rank_experience === null
const isManaged = (rank: RankRow, singleRank: boolean): boolean => singleRank || !isNoRank(rank)

function communityOf({ id, singleRank, ranks, autoRankDemotes, status }: StoredCommunity): Community {
  return {
    communityId: id,
    apiEnabled: true,
    experienceAwardLimit: 1,
    quotaAwardLimit: 1,
    autoRankEnabled: true,
    autoRankDemotes,
    singleRank,
    ranksDeclared: singleRank || ranks.some(isNoRank),
    queueLimit: null,
    keyLimit: null,
    webhookLimit: null,
    connection: status,
    plans: [plan],
  }
}
