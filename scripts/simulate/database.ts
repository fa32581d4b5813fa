// The model of the queue in PostgreSQL: sql/functions and the queries of src/operations, one method for each statement.
// test/simulate/database.test.ts applies the same statements to both.
import type { Community } from '../../src/context'
import type { ErrorCode } from '../../src/base/errors'
import type { RankRow } from '../../src/ranks/queries'
import { isAssignable } from '../../src/ranks/rules'
import type { Claimed, Lane } from '../../src/operations/dispatch/queries'
import { CALLS_PER_OPERATION } from '../../src/operations/dispatch/budget/queries'
import type { Writes } from '../../src/operations/dispatch/ports'
import type { Authority, Ending, FormerRank, OperationSuspension } from '../../src/operations/dispatch/state'
import type { NewOperation } from '../../src/operations/enqueue/queries'
import type { OperationRow } from '../../src/operations/queries'
import {
  deadlineMessage,
  hasEnded,
  isJoinKind,
  isRoleKind,
  isRoleStep,
  isSuspensionKind,
  type OperationKind,
  type OperationStatus,
} from '../../src/operations/rules'
import type { ObservedLimits } from '../../src/operations/limits'
import { NO_EFFECT_MESSAGE } from '../../src/operations/sweep/queries'
import type { SuspensionOutcome, SuspensionState } from '../../src/moderation/suspensions/rules'

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] }

/** Times in milliseconds. */
export interface Operation extends Mutable<OperationRow> {
  seq: number
  first: boolean
  notBefore: number
  leaseUntil: number | null
  settleAt: number | null
  deadlineAt: number
  endedAt: number | null
  readonly key: string | undefined
  /** The way in which it was queued (acts.ts). */
  readonly path: string
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
  readonly keys: Map<string, { revoked: boolean }>
  readonly members: Map<number, StoredMember>
  readonly blacklisted: Set<number>
  readonly blacklistedGroups: Set<number>
  turnAt: number | null
  paused: boolean
}

/** Of graphile-worker. */
interface Job {
  readonly task: 'urgent' | 'bulk'
  readonly at: number
  /** It names an operation, so that one is executed; otherwise all that are due. */
  readonly isNamed: boolean
}

export interface Budget {
  perMinute: number
  windowStartedAt: number
  used: number
  blockedUntil: number
  throttles: number
}

/** What a statement has seen when it began. */
export type Snapshot = readonly Pick<Operation, 'operation_id' | 'status' | 'kind' | 'target_unique_id'>[]

export interface Request extends Pick<NewOperation, 'operationId' | 'kind' | 'userId' | 'targetUniqueId' | 'awaited'> {
  readonly communityId: string
  readonly deadlineSeconds: number
  readonly urgent?: boolean
  readonly mustRun?: boolean
  readonly supersede?: boolean
  readonly reuses?: boolean
  readonly actor: { readonly kind: 'key' | 'job'; readonly id: string }
  readonly key?: string
  readonly path?: string
  /** Null: the key needs no permission any more. */
  readonly requires?: null
}

const plan = { apiAccess: true, automaticGrading: false, features: [], endsAt: null }
export const SCOPE = 'ranks.write'
const isActive = ({ status }: Operation): boolean => !hasEnded(status)
const MINUTE = 60_000

export class Database {
  readonly operations: Operation[] = []
  readonly suspensions: Suspension[] = []
  readonly budgets = new Map<string, Budget>()
  jobs: Job[] = []
  /** By `Idempotency-Key`. */
  readonly keys = new Map<string, string>()
  /** Of each change of a status. */
  onTransition: (operation: Operation, from: OperationStatus | null) => void = () => undefined
  /** Claims that a crash of the database undoes, because their commits do not wait for the disk. */
  private unflushed: (() => void)[] = []
  private claimCount = 0

  constructor(
    private readonly clock: { readonly now: number },
    readonly communities: ReadonlyMap<string, StoredCommunity>,
  ) {}

  /** A commit that waits for the disk keeps the claims before it, too. */
  flush(): void {
    this.unflushed = []
  }

  crash(): void {
    for (const undo of this.unflushed.reverse()) undo()
    this.unflushed = []
  }

  find(operationId: string): Operation | undefined {
    return this.operations.find((one) => one.operation_id === operationId)
  }

  lineOf({ community_id, user_id }: Pick<Operation, 'community_id' | 'user_id'>): Operation[] {
    return this.operations.filter(
      (one) => one.community_id === community_id && one.user_id === user_id && isActive(one),
    )
  }

  snapshot(communityId: string, userId: number): Snapshot {
    return this.lineOf({ community_id: communityId, user_id: userId }).map((one) => ({ ...one }))
  }

  // enqueue/queries.ts

  /** @returns the id of the rank change that serves the request; null: refused */
  enqueue(request: Request, seen = this.snapshot(request.communityId, request.userId)): string | null {
    const community = this.community(request.communityId)
    const { awaited, urgent = awaited, mustRun = false, key, deadlineSeconds } = request
    const blockedUntil = this.budgets.get(community.owner)?.blockedUntil ?? 0
    const isBlocked = awaited && blockedUntil > this.clock.now + deadlineSeconds * 1_000
    if (!mustRun && (community.paused || isBlocked || (awaited && community.status !== 'connected'))) return null
    const reused = request.reuses ? this.lineOf(toLine(request)).find((one) => this.serves(one, request)) : undefined
    if (reused) return reused.operation_id
    if (key !== undefined && this.keys.has(key)) return this.keys.get(key) ?? null
    if (key !== undefined) this.keys.set(key, request.operationId)
    const isAhead = seen.some((one) => one.status !== 'queued' || !supersedes(request, one))
    for (const { operation_id, status } of seen) {
      const before = this.find(operation_id)
      if (status !== 'queued' || before?.status !== 'queued') continue
      if (!before.sent && supersedes(request, before)) {
        this.close(before, 'cancelled', 'operation_superseded', 'A newer operation of this member superseded it.')
      } else if (urgent) before.urgent = true
    }
    this.insert(request, urgent, !isAhead)
    if (request.supersede) this.promoteNext(request.communityId, request.userId)
    return request.operationId
  }

  private serves(one: Operation, { actor }: Request): boolean {
    const isSame = one.kind === 'rank.auto' && one.actor_kind === actor.kind && one.actor_id === actor.id
    const isUntouched = one.status === 'queued' && !one.sent && !one.awaited && one.target_unique_id === null
    return isSame && isUntouched && one.deadlineAt > this.clock.now + MINUTE
  }

  private insert(request: Request, urgent: boolean, first: boolean): void {
    const { communityId, operationId, kind, userId, targetUniqueId, awaited, deadlineSeconds, actor } = request
    const { key, path = '', requires = SCOPE } = request
    const operation: Operation = {
      ...{ community_id: communityId, operation_id: operationId, kind, user_id: userId, awaited, urgent, first },
      ...{ target_unique_id: targetUniqueId, status: 'queued', reason: null, worker_id: null, claims: 0, sent: false },
      ...{ settle_at: null, steps: [], failures: 0, actor_kind: actor.kind, actor_id: actor.id },
      ...{
        required_scope: actor.kind === 'key' ? requires : null,
        required_feature: null,
        request_id: null,
        created_at: '',
      },
      ...{ deadline_at: '', dispatched_at: null, completed_at: null, error_code: null, error_message: null },
      ...{ retry_after_seconds: null, result: null, roles_written: null, seq: this.operations.length },
      ...{ notBefore: this.clock.now, leaseUntil: null, settleAt: null, key, path },
      deadlineAt: this.clock.now + deadlineSeconds * 1_000,
      endedAt: null,
    }
    this.operations.push(operation)
    if (first) this.addJob(operation)
    this.onTransition(operation, null)
  }

  /** `cancelIfUnsent`, of a caller that stops waiting, and `cancelQueued`. */
  cancel(operationId: string, of: readonly OperationStatus[], code: ErrorCode): boolean {
    const operation = this.find(operationId)
    if (!operation || !of.includes(operation.status) || operation.sent) return false
    this.end(operation, 'cancelled', code, 'cancelled')
    return true
  }

  promoteNext(communityId: string, userId: number): void {
    const [head] = this.lineOf({ community_id: communityId, user_id: userId })
    if (head?.status !== 'queued' || head.first) return
    head.first = true
    this.addJob(head)
  }

  private addJob({ urgent, notBefore }: Operation): void {
    this.jobs.push({ task: urgent ? 'urgent' : 'bulk', at: notBefore, isNamed: true })
  }

  takeJob(task: Job['task']): Job | null {
    const index = this.jobs.findIndex((job) => job.task === task && job.at <= this.clock.now)
    return this.jobs.splice(index, index < 0 ? 0 : 1)[0] ?? null
  }

  // sql/functions/claim_platform_operation.sql

  claim(workerId: string, lanes: readonly Lane[], leaseSeconds: number, mostInFlight: number): Claimed | null {
    const chosen = this.choose(lanes, mostInFlight)
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
    community.turnAt = this.clock.now
    this.charge(community, chosen.kind)
    const from = chosen.status
    if (from === 'queued') Object.assign(chosen, { status: 'dispatching', reason: null })
    chosen.worker_id = `${workerId} ${++this.claimCount}`
    chosen.leaseUntil = this.clock.now + leaseSeconds * 1_000
    chosen.claims++
    if (from !== chosen.status) this.onTransition(chosen, from)
    return this.factsOf(chosen)
  }

  choose(lanes: readonly Lane[], mostInFlight: number): Operation | null {
    const { now } = this.clock
    for (const lane of lanes) {
      if (lane === 'settle') {
        const due = this.operations
          .filter(({ status, sent }) => status === 'outcome_pending' || (status === 'queued' && sent))
          .filter(({ notBefore, leaseUntil }) => notBefore <= now && (leaseUntil === null || leaseUntil < now))
          .sort((one, other) => one.notBefore - other.notBefore)
        const found = due.find((one) => this.mayCall(one, true) && this.isConnected(one) && !this.hasAhead(one))
        if (found) return found
        continue
      }
      const urgent = lane !== 'bulk'
      const waiting = this.operations.filter((one) => one.urgent === urgent && one.status === 'queued' && one.first)
      for (const community of this.byTurn(new Set(waiting.map(({ community_id }) => community_id)))) {
        if (community.paused) continue
        const busy = this.operations.filter((one) => one.community_id === community.id && one.status === 'dispatching')
        if (busy.length >= (urgent ? 2 : 1) * mostInFlight) continue
        const found = waiting
          .filter((one) => one.community_id === community.id && one.notBefore <= now)
          .filter((one) => (one.deadlineAt > now || one.sent) && (one.awaited || this.isConnected(one)))
          .sort((one, other) => one.notBefore - other.notBefore || one.seq - other.seq)
          .find((one) => !this.hasAhead(one))
        if (found && this.mayCall(found, urgent)) return found
      }
    }
    return null
  }

  private byTurn(ids: ReadonlySet<string>): StoredCommunity[] {
    return [...ids]
      .map((id) => this.community(id))
      .sort((one, other) => (one.turnAt ?? 0) - (other.turnAt ?? 0) || (one.id < other.id ? -1 : 1))
  }

  private isConnected = ({ community_id }: Operation): boolean => this.community(community_id).status === 'connected'
  private mayCall = ({ community_id, kind }: Operation, urgent: boolean) =>
    this.hasBudget(this.community(community_id), kind, urgent)

  hasAhead(candidate: Operation): boolean {
    return this.lineOf(candidate).some(
      (one) => one !== candidate && (one.status !== 'queued' || one.seq < candidate.seq),
    )
  }

  hasBudget(community: StoredCommunity, kind: OperationKind, urgent: boolean): boolean {
    const budget = this.budgets.get(community.owner)
    if (!budget) return true
    const { perMinute, used, windowStartedAt, blockedUntil } = budget
    const most = urgent ? perMinute : Math.trunc((perMinute * 4) / 5)
    if (blockedUntil > this.clock.now) return false
    return windowStartedAt <= this.clock.now - MINUTE || used + callsOf(kind, community) <= most
  }

  private charge(community: StoredCommunity, kind: OperationKind): void {
    const { owner, perMinute } = community
    const { now } = this.clock
    const budget = this.budgets.get(owner)
    const calls = callsOf(kind, community)
    const fresh = { perMinute, windowStartedAt: now, used: calls, blockedUntil: 0, throttles: 0 }
    if (!budget) this.budgets.set(owner, fresh)
    else if (budget.windowStartedAt <= now - MINUTE) Object.assign(budget, { used: calls, windowStartedAt: now })
    else budget.used += calls
  }

  // sql/functions/rank_change_facts.sql, rank_change_authority.sql

  private factsOf(operation: Operation): Claimed {
    const community = this.community(operation.community_id)
    const { groupId: group_id, status, checkingUntil } = community
    const { now } = this.clock
    const settle_at = operation.settleAt === null ? null : new Date(operation.settleAt).toISOString()
    return {
      operation: { ...operation, settle_at },
      authority: this.authorityOf(operation),
      ranks: this.ranksOf(community.id),
      connection: {
        ...{ group_id, credential_kind: 'api_key', credential: Buffer.alloc(0), status },
        ...{ being_checked: checkingUntil > now, check_interrupted: checkingUntil > 0 && checkingUntil <= now },
      },
      suspension: this.suspensionOf(operation),
      experience: community.members.get(operation.user_id)?.experience ?? 0,
    }
  }

  private suspensionOf(operation: Operation): OperationSuspension | null {
    const own = this.liveOf(operation).find((one) => one.operationId === operation.operation_id)
    if (!own) return null
    const { id: suspensionId, suspendedUniqueId, formerUniqueId, formerRoles } = own
    return { suspensionId, suspendedUniqueId, formerUniqueId, formerRoles }
  }

  ranksOf(communityId: string): RankRow[] {
    const { ranks, singleRank } = this.community(communityId)
    return ranks.map((rank) => ({ ...rank, managed: isManaged(rank, singleRank) }))
  }

  authorityOf({ community_id, user_id, actor_kind, actor_id }: Operation): Authority {
    const community = this.community(community_id)
    const { ranks, singleRank, keys, members, blacklisted, blacklistedGroups } = community
    const key = actor_kind === 'key' ? keys.get(actor_id) : undefined
    return {
      community: communityOf(community),
      key: key && !key.revoked ? { scopes: [SCOPE], enabled: true, expiresAt: null } : null,
      suspended: this.liveOf({ community_id, user_id }).some((one) => this.blocks(one)),
      blacklisted: blacklisted.has(user_id),
      blacklistedGroups: [...blacklistedGroups],
      unmanaged: ranks.filter((rank) => !isManaged(rank, singleRank)).map(({ unique_id }) => unique_id),
      unfinished: members.get(user_id)?.unfinished ?? [],
    }
  }

  private liveOf({ community_id, user_id }: Pick<Operation, 'community_id' | 'user_id'>): Suspension[] {
    return this.suspensions.filter(
      (one) => one.communityId === community_id && one.userId === user_id && one.state !== 'ended',
    )
  }

  private blocks = ({ suspendedUniqueId, endsAt }: Suspension): boolean =>
    suspendedUniqueId !== null || endsAt > this.clock.now

  // dispatch/queries.ts; nothing if the lease was lost

  private leased({ operation_id, worker_id, claims }: OperationRow): Operation | null {
    const operation = this.find(operation_id)
    return operation?.worker_id === worker_id && operation.claims === claims ? operation : null
  }

  record(claimed: OperationRow, { target, steps, former, leaseSeconds }: Writes): Authority | null {
    const operation = this.leased(claimed)
    const { now } = this.clock
    if (operation?.status !== 'dispatching' || (operation.leaseUntil ?? 0) <= now) return null
    if (!operation.sent && operation.deadlineAt <= now) return null
    operation.target_unique_id = isJoinKind(operation.kind) ? null : target.unique_id
    operation.steps = [...operation.steps, ...steps.map((step) => ({ ...step, at: '' }))]
    operation.sent = true
    operation.leaseUntil = now + leaseSeconds * 1_000
    this.storeFormer(operation, former)
    return this.authorityOf(operation)
  }

  private storeFormer(operation: Operation, former: FormerRank | null): void {
    const own = this.liveOf(operation).find(
      (one) => one.operationId === operation.operation_id && one.state === 'suspending',
    )
    if (own && former) Object.assign(own, { formerUniqueId: former.rank, formerRoles: former.roles })
  }

  private runs(claimed: OperationRow): Operation | null {
    const operation = this.leased(claimed)
    return operation && (operation.status === 'dispatching' || operation.status === 'outcome_pending')
      ? operation
      : null
  }

  succeed(claimed: OperationRow, ending: Extract<Ending, { do: 'succeed' }>): void {
    const operation = this.runs(claimed)
    if (!operation) return
    const { target, rank, move, former, roles, written } = ending
    const member = this.community(operation.community_id).members.get(operation.user_id)
    const unfinished = familyOf(operation.kind) === 'rank' ? [] : member?.unfinished
    if (member) Object.assign(member, { rank: rank?.unique_id ?? null, roles, unfinished })
    this.storeFormer(operation, former)
    operation.target_unique_id = isJoinKind(operation.kind) ? null : target.unique_id
    operation.result = { changed: move !== null, auditId: null }
    operation.roles_written = written
    operation.reason = null
    this.end(operation, 'succeeded', null, null)
  }

  fail(claimed: OperationRow, ending: Extract<Ending, { do: 'fail' }>): void {
    const operation = this.runs(claimed)
    if (!operation) return
    const member = this.community(operation.community_id).members.get(operation.user_id)
    const named = [...new Set(operation.steps.filter(isRoleStep).map(({ role }) => role))].sort(
      (one, other) => one - other,
    )
    if (operation.sent && member && familyOf(operation.kind) === 'rank') member.unfinished = named
    operation.retry_after_seconds = ending.retryAfterSeconds
    operation.roles_written = ending.written
    this.end(operation, 'failed', ending.code, ending.message)
  }

  cancelIfOverdue(claimed: OperationRow): void {
    const operation = this.leased(claimed)
    if (operation?.status !== 'dispatching' || operation.sent || operation.deadlineAt > this.clock.now) return
    this.end(operation, 'cancelled', 'deadline-cancelled-before-dispatch', deadlineMessage)
  }

  reschedule(claimed: OperationRow, ending: Extract<Ending, { do: 'reschedule' }>): void {
    const operation = this.runs(claimed)
    if (!operation) return
    const { status, reason, inSeconds, settleSeconds, failures, sent, unsent } = ending
    const from = operation.status
    const known = operation.steps.length - unsent
    operation.steps = operation.steps.map((step, place) => (place < known ? step : { ...step, unsent: true }))
    Object.assign(operation, { status, reason, failures, sent, worker_id: null, leaseUntil: null })
    operation.notBefore = this.clock.now + inSeconds * 1_000
    const settle = this.clock.now + settleSeconds * 1_000
    if (settleSeconds > 0) operation.settleAt = Math.max(operation.settleAt ?? 0, settle)
    this.addJob(operation)
    if (from !== status) this.onTransition(operation, from)
  }

  storeAbsence({ community_id, user_id }: OperationRow): void {
    const member = this.community(community_id).members.get(user_id)
    if (member) Object.assign(member, { rank: null, roles: [] })
  }

  recordCalls(communityId: string, calls: number, limits: ObservedLimits): void {
    const { now } = this.clock
    const budget = this.budgets.get(this.community(communityId).owner)
    if (!budget) return
    const { perMinute, remaining, throttled, blockedSeconds } = limits
    const limit = perMinute ?? budget.perMinute
    const reported = remaining === null ? 0 : limit - remaining
    const pause = blockedSeconds ?? (throttled ? Math.min(60, 2 ** Math.min(budget.throttles, 6)) : 0)
    Object.assign(budget, {
      perMinute: limit,
      used: Math.max(budget.used + calls - CALLS_PER_OPERATION, reported, 0),
      throttles: throttled ? budget.throttles + 1 : 0,
      blockedUntil: Math.max(budget.blockedUntil, now + pause * 1_000),
    })
  }

  // sweep/queries.ts

  cancelOverdue(): void {
    const isOverdue = ({ status, sent, deadlineAt }: Operation) =>
      status === 'queued' && !sent && deadlineAt <= this.clock.now
    const overdue = this.operations.filter(isOverdue)
    for (const one of overdue) {
      const isUnsent = one.steps.length === 0 || one.reason === null || one.reason === 'worker-lost'
      if (isUnsent) this.close(one, 'cancelled', 'deadline-cancelled-before-dispatch', deadlineMessage)
      else this.close(one, 'failed', one.reason as ErrorCode, NO_EFFECT_MESSAGE)
    }
    for (const { community_id, user_id } of overdue) this.promoteNext(community_id, user_id)
  }

  requeueExpired(): void {
    for (const one of this.operations) {
      const { status, leaseUntil, sent } = one
      const isLeased = status === 'dispatching' || status === 'outcome_pending'
      if (!isLeased || leaseUntil === null || leaseUntil >= this.clock.now) continue
      Object.assign(one, { worker_id: null, leaseUntil: null, notBefore: this.clock.now })
      if (status === 'dispatching') one.reason = 'worker-lost'
      one.status = status === 'dispatching' && !sent ? 'queued' : 'outcome_pending'
      if (one.status !== status) this.onTransition(one, status)
    }
  }

  /** Whether a sweep would change something. */
  hasSweepWork(): boolean {
    const { now } = this.clock
    return (
      this.suspensions.some((one) => this.isDue(one)) ||
      this.due().some(
        ([task, due]) => due.length > 0 && !this.jobs.some((job) => job.task === task && job.at <= now),
      ) ||
      this.operations.some((one) => {
        const { status, sent, deadlineAt, leaseUntil } = one
        if (status === 'queued' && ((!sent && deadlineAt <= now) || !one.first)) return true
        return !hasEnded(status) && leaseUntil !== null && leaseUntil < now
      })
    )
  }

  /** Without jobs: `wakeDispatch` follows. */
  promoteWaiting(): void {
    for (const one of this.operations) {
      const [head] = isActive(one) ? this.lineOf(one) : []
      if (head?.status === 'queued') head.first = true
    }
  }

  private due(): [Job['task'], Operation[]][] {
    const { now } = this.clock
    const queued = this.operations.filter((one) => one.status === 'queued' && one.first && one.notBefore <= now)
    const isPending = ({ status, leaseUntil, notBefore }: Operation) =>
      status === 'outcome_pending' && leaseUntil === null && notBefore <= now
    return [
      ['urgent', queued.filter(({ urgent }) => urgent)],
      ['bulk', queued.filter(({ urgent }) => !urgent)],
      ['urgent', this.operations.filter(isPending)],
    ]
  }

  /** Also for operations that have lost their job. */
  wakeDispatch(most: number): void {
    for (const [task, due] of this.due())
      this.jobs.push(...due.slice(0, most).map(() => ({ task, at: this.clock.now, isNamed: false })))
  }

  // operator/actions.ts

  pause(communityId: string): void {
    this.community(communityId).paused = true
  }

  resume(communityId: string): void {
    this.community(communityId).paused = false
    this.wakeDispatch(8)
  }

  // src/moderation/suspensions/queries.ts, sql/functions/advance_suspension.sql

  /** @returns false: refused, the member is suspended */
  suspend(request: Request, suspension: Pick<Suspension, 'id' | 'endsAt'>, seen: Snapshot): boolean {
    const { communityId, userId, targetUniqueId } = request
    if (this.liveOf(toLine(request)).some((one) => this.blocks(one))) return false
    const operationId = targetUniqueId === null ? null : this.enqueue(request, seen)
    if (targetUniqueId !== null && operationId === null) return false
    this.endKept(userId)
    this.suspensions.push({
      ...suspension,
      ...{ communityId, userId, operationId, state: operationId === null ? 'active' : 'suspending' },
      ...{ suspendedUniqueId: targetUniqueId, formerUniqueId: null, formerRoles: null, liftedAt: null },
      ...{ outcome: null, errorCode: null },
    })
    return true
  }

  lift(suspensionId: string, operationId: string): void {
    const one = this.suspensions.find(({ id }) => id === suspensionId)
    if (!one || one.liftedAt !== null || (one.state !== 'active' && one.state !== 'suspending')) return
    one.liftedAt = this.clock.now
    this.restore(one, operationId)
    this.endKept(one.userId)
  }

  restoreDue(newId: (one: Suspension) => string): void {
    for (const one of this.suspensions)
      if (this.isDue(one) && one.suspendedUniqueId !== null) this.restore(one, newId(one))
  }

  isDue({ state, endsAt, liftedAt }: Suspension): boolean {
    return state === 'active' && Math.min(endsAt, liftedAt ?? Infinity) <= this.clock.now
  }

  private restore(one: Suspension, operationId: string): void {
    const { communityId, userId, formerUniqueId: targetUniqueId } = one
    if (!this.isDue(one) || one.suspendedUniqueId === null) return
    Object.assign(one, { state: 'restoring', operationId })
    this.enqueue({
      ...{ communityId, operationId, kind: 'rank.restore', userId, targetUniqueId, awaited: false, urgent: true },
      ...{ mustRun: true, deadlineSeconds: 100 * 366 * 86_400, actor: { kind: 'job', id: 'end-suspensions' } },
      path: 'end of a suspension',
    })
  }

  endKept(userId?: number): void {
    for (const one of this.suspensions) {
      const isKept = one.suspendedUniqueId === null && (userId === undefined || one.userId === userId)
      if (isKept && this.isDue(one)) Object.assign(one, { state: 'ended', outcome: 'kept' })
    }
  }

  private advanceSuspension({ operation_id, kind, status, error_code, ...of }: Operation): void {
    const state = kind === 'rank.suspend' ? 'suspending' : 'restoring'
    const own = this.liveOf(of).find((one) => one.operationId === operation_id && one.state === state)
    if (!own) return
    if (kind === 'rank.suspend' && status === 'succeeded') return void (own.state = 'active')
    const isSuperseded = ['operation_superseded', 'member_not_in_group', 'rank_not_found', 'rank_not_assignable']
    const restored = status === 'succeeded' ? 'restored' : 'unrestored'
    const outcome = isSuperseded.includes(error_code ?? '') ? 'superseded' : restored
    Object.assign(own, { state: 'ended', outcome: kind === 'rank.suspend' ? 'failed' : outcome, errorCode: error_code })
  }

  /** One that ends alone in its statement. */
  private end(operation: Operation, status: OperationStatus, code: ErrorCode | null, message: string | null): void {
    this.close(operation, status, code, message)
    this.promoteNext(operation.community_id, operation.user_id)
  }

  /** sql/functions/end_platform_operation.sql promotes at the end of the statement. */
  private close(operation: Operation, status: OperationStatus, code: ErrorCode | null, message: string | null): void {
    const from = operation.status
    Object.assign(operation, { status, error_code: code, error_message: message, leaseUntil: null })
    operation.endedAt = this.clock.now
    if (isSuspensionKind(operation.kind)) this.advanceSuspension(operation)
    this.onTransition(operation, from)
  }

  // src/ranks, src/platform-connection

  /** A role that appears after one was declared none is none. */
  syncRanks(communityId: string, roles: readonly Pick<RankRow, 'unique_id' | 'rank_id' | 'name'>[]): void {
    const community = this.community(communityId)
    const isDeclared = community.ranks.some(isNoRank)
    community.ranks = roles.map((role) => ({
      ...{ member_count: null, auto_rank_experience: null, managed: !isDeclared },
      ...community.ranks.find(({ unique_id }) => unique_id === role.unique_id),
      ...role,
    }))
  }

  /** sql/functions/resume_after_connection.sql */
  connect(communityId: string): void {
    this.community(communityId).status = 'connected'
    for (const one of this.operations) {
      if (one.community_id !== communityId || one.leaseUntil !== null || one.notBefore <= this.clock.now) continue
      if (one.status === 'queued' || one.status === 'outcome_pending') one.notBefore = this.clock.now
    }
    const isWaiting = (one: Operation) =>
      one.community_id === communityId && (one.status === 'queued' || one.status === 'outcome_pending')
    if (this.operations.some(isWaiting)) this.jobs.push({ task: 'bulk', at: this.clock.now, isNamed: false })
  }

  community(id: string): StoredCommunity {
    return this.communities.get(id) ?? fail(id)
  }
}

/** That a claim charges. The platform allows 100 decisions on join requests a minute. */
export const callsOf = (kind: OperationKind, { perMinute }: StoredCommunity): number =>
  isJoinKind(kind) ? Math.max(CALLS_PER_OPERATION, Math.ceil(perMinute / 100)) : CALLS_PER_OPERATION

/** `rank`, `role` or `join`. */
const familyOf = (kind: OperationKind): string => kind.split('.')[0] ?? ''

/** `supersedes` of enqueue/queries.ts. */
function supersedes({ supersede, kind, targetUniqueId }: Request, one: Snapshot[number]): boolean {
  if (!supersede || isSuspensionKind(one.kind) || familyOf(kind) !== familyOf(one.kind)) return false
  return !isRoleKind(kind) || one.target_unique_id === targetUniqueId
}

const toLine = ({ communityId, userId }: Request) => ({ community_id: communityId, user_id: userId })

const isNoRank = ({ managed, auto_rank_experience }: RankRow): boolean => !managed && auto_rank_experience === null
const isManaged = (rank: RankRow, singleRank: boolean): boolean => singleRank || !isNoRank(rank)

function communityOf({ id, singleRank, ranks, autoRankDemotes, status }: StoredCommunity): Community {
  return {
    ...{ communityId: id, apiEnabled: true, experienceAwardLimit: 1, quotaAwardLimit: 1, autoRankEnabled: true },
    ...{ autoRankDemotes, ranksDeclared: singleRank || ranks.some(isNoRank), queueLimit: null, keyLimit: null },
    ...{ webhookLimit: null, connection: status, plans: [plan] },
  }
}

/** Guest and owner are given by the platform. */
export const assignable = (ranks: readonly RankRow[]): RankRow[] => ranks.filter(isAssignable)

function fail(id: string): never {
  throw new Error(`no community ${id}`)
}
