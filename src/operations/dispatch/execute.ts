// Performs the commands of the state machine (next.ts).
import type { Ctx } from '../../context'
import { tooManyTakes } from '../../auth/takes/rules'
import { DomainError } from '../../base/errors'
import { PlatformFailure, type Connection } from '../../platform/platform'
import { rankHeld } from '../../ranks/rules'
import { writesPaused } from '../../platform-connection/pause/rules'
import { mergeLimits, noLimits, type ObservedLimits } from '../limits'
import { isJoinKind, isRoleStep, type AnyStep } from '../rules'
import { guest } from './join-procedure'
import { next } from './next'
import { portsOf, type Ports } from './ports'
import type { Claimed, Claimer } from './queries'
import {
  advance,
  isEnding,
  type Command,
  type Ending,
  type MembershipSnapshot,
  type Observation,
  type State,
} from './state'

export interface Execution {
  readonly ports: Ports
  readonly claimed: Claimed
  readonly leaseSeconds: number
  readonly platformTimeoutMs: number
  readonly codes: State['codes']
  readonly usage: Usage
  /** Of the recorded writes; milliseconds since the epoch. */
  leaseEndsAt: number
}

export interface Usage {
  readonly calls: Record<CallKind, number>
  limits: ObservedLimits
}

type CallKind = 'read' | 'assign' | 'unassign' | 'requests' | 'decide' | 'log'
const reads: readonly CallKind[] = ['read', 'requests', 'log']
/** Their own, lower limits say nothing about the budget. */
const withOwnLimit: readonly CallKind[] = ['decide', 'log']

export const noUsage = (): Usage => ({
  calls: { read: 0, assign: 0, unassign: 0, requests: 0, decide: 0, log: 0 },
  limits: noLimits,
})

export function newExecution(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  claimed: Claimed,
  { leaseSeconds }: Claimer,
  codes: State['codes'],
): Execution {
  const { actor_kind: kind, actor_id: id, request_id: requestId, on_behalf_of: onBehalfOf } = claimed.operation
  const ctx = { ...base, community: claimed.authority.community, actor: { kind, id, onBehalfOf }, requestId }
  const { platformTimeoutMs } = base.settings
  return {
    ports: portsOf(ctx, claimed),
    claimed,
    leaseSeconds,
    platformTimeoutMs,
    codes,
    usage: noUsage(),
    leaseEndsAt: 0,
  }
}

export async function execute(execution: Execution): Promise<void> {
  let state = initialState(execution)
  let observation: Observation = { is: 'claimed' }
  for (;;) {
    state = advance(state, observation)
    const command = next(state, observation, execution.ports.now().getTime())
    execution.ports.onDecision?.(observation, command)
    if (isEnding(command)) return store(execution.ports, command)
    observation = await perform(execution, state, command)
  }
}

function initialState({ claimed, codes, platformTimeoutMs }: Execution): State {
  const { operation, authority, suspension, experience } = claimed
  return {
    operation,
    authority,
    suspension,
    experience,
    codes,
    settleSeconds: platformTimeoutMs / 1_000,
    sent: operation.sent,
    steps: operation.steps,
    unsent: [],
    applied: [],
    before: null,
    latest: null,
    actingRank: null,
    request: null,
    target: null,
    inBlacklistedGroup: null,
    notFound: null,
  }
}

function perform(execution: Execution, state: State, command: Exclude<Command, Ending>): Promise<Observation> {
  const { ports } = execution
  switch (command.do) {
    case 'read-membership':
      return onPlatform(execution, async (connection, call) => {
        const { kind, user_id: userId, on_behalf_of: account } = state.operation
        const askedAt = ports.now().getTime()
        // before the membership: one that is accepted in between is a membership then
        const request = isJoinKind(kind)
          ? await call('requests', () => ports.platform.findJoinRequest(connection, userId))
          : null
        const snapshot = await call('read', () => readMembership(execution, state, connection))
        // 0: the account was erased
        const actingRank =
          account && !state.sent ? await call('read', () => readRank(execution, connection, account)) : null
        if (command.syncRanks && snapshot) await ports.syncRanks()
        return { is: 'membership', snapshot, askedAt, request, actingRank }
      })
    case 'read-decision':
      return onPlatform(execution, async (connection, call) => {
        const { user_id: userId } = state.operation
        return {
          is: 'decision',
          decision: await call('log', () => ports.platform.findJoinDecision(connection, userId)),
        }
      })
    case 'read-groups':
      return onPlatform(execution, async (connection, call) => {
        const { user_id: userId } = state.operation
        const held = await call('read', () => ports.platform.groupsAmong(connection, userId, command.groups))
        return { is: 'groups', blacklisted: held.size > 0 }
      })
    case 'record':
      return record(execution, state, command)
    case 'write':
      return write(execution, state, command.steps)
  }
}

/** The rank number of the account for which the key acts; null: not in the group, or no known role. */
async function readRank(
  { ports, claimed }: Execution,
  connection: Connection,
  account: number,
): Promise<number | null> {
  const membership = await ports.platform.getMembership(connection, account)
  if (!membership) return null
  const ranks = await ports.ranksFor(membership, claimed.ranks)
  return rankHeld(ranks, membership.roles)?.rank_id ?? null
}

type Call = <T>(kind: CallKind, work: () => Promise<T>) => Promise<T>

/**
 * Errors of platform calls become observations.
 * @param written the writes that `work` has completed
 */
async function onPlatform(
  { ports, usage }: Execution,
  work: (connection: Connection, call: Call) => Promise<Observation>,
  written: readonly AnyStep[] = [],
): Promise<Observation> {
  let current: CallKind = 'read'
  let connection: Connection | null = null
  const call: Call = (kind, ask) => {
    usage.calls[kind]++
    current = kind
    return ask()
  }
  try {
    const usable = await ports.connection()
    const onLimits: Connection['onLimits'] = (reported) => {
      const limits = withOwnLimit.includes(current) ? { ...reported, limit: null, remaining: null } : reported
      usage.limits = mergeLimits(usage.limits, limits)
    }
    connection = { ...usable, onLimits }
    return await work(connection, call)
  } catch (thrown) {
    if (thrown instanceof DomainError) return { is: 'refused', error: thrown, written }
    if (!(thrown instanceof PlatformFailure) || !connection) throw thrown
    const error = await ports.describe(connection, thrown)
    if (!(error instanceof DomainError)) throw error
    const { kind, sent, status, retryAfterSeconds } = thrown
    ports.onFailure(thrown)
    const onRead = reads.includes(current)
    return { is: 'failed', call: { kind, sent, status, retryAfterSeconds, onRead, error }, written }
  }
}

/**
 * Null: not in the group; for a join request, such an account is a guest. The ranks are synced if the member holds a
 * role that is not stored.
 */
async function readMembership(
  { ports, claimed }: Execution,
  { operation, before }: State,
  connection: Connection,
): Promise<MembershipSnapshot | null> {
  const membership = await ports.platform.getMembership(connection, operation.user_id)
  const known = before?.ranks ?? claimed.ranks
  if (!membership) return isJoinKind(operation.kind) ? guest(known) : null
  const ranks = await ports.ranksFor(membership, known)
  const held = rankHeld(ranks, membership.roles)
  return held && { membership, ranks, held }
}

async function record(
  execution: Execution,
  { sent, codes }: State,
  { target, steps, former, takes }: Extract<Command, { do: 'record' }>,
): Promise<Observation> {
  const { ports, leaseSeconds, platformTimeoutMs } = execution
  const renewed = leaseSeconds + ((steps.length - 1) * platformTimeoutMs) / 1_000
  execution.leaseEndsAt = ports.now().getTime() + renewed * 1_000
  const authority = await ports.record({ target, steps, former, leaseSeconds: renewed, begins: !sent, takes })
  if (authority === 'paused') {
    const error = writesPaused(codes === 'scheduler' ? 'roblox_scheduler_unavailable' : 'server_busy')
    return { is: 'refused', error, written: [] }
  }
  if (authority && 'limit' in authority) return { is: 'exceeded', error: tooManyTakes(authority) }
  return authority ? { is: 'recorded', authority, target, steps } : { is: 'unrecorded' }
}

function write(execution: Execution, { before }: State, steps: readonly AnyStep[]): Promise<Observation> {
  if (!before) throw new Error('a write needs the membership')
  const { platform } = execution.ports
  const { membershipId } = before.membership
  const written: AnyStep[] = []
  const writeAll = async (connection: Connection, call: Call): Promise<Observation> => {
    for (const step of steps) {
      assertLeased(execution)
      if (isRoleStep(step)) {
        const { verb, role } = step
        const send = verb === 'assign' ? platform.assignRole.bind(platform) : platform.unassignRole.bind(platform)
        await call(verb, () => send(connection, membershipId, role))
      } else {
        await call('decide', () => platform.decideJoinRequest(connection, step.requestId, step.verb))
      }
      written.push(step)
    }
    return { is: 'written' }
  }
  return onPlatform(execution, writeAll, written)
}

/** The lease may be lost after a pause of the process: another one continues the rank change, or has ended it. */
function assertLeased({ ports, leaseEndsAt, platformTimeoutMs }: Execution): void {
  if (ports.now().getTime() + platformTimeoutMs <= leaseEndsAt) return
  throw new Error('the lease ends before the platform would answer, so nothing more is sent')
}

async function store(ports: Ports, command: Ending): Promise<void> {
  switch (command.do) {
    case 'succeed':
      return ports.succeed(command)
    case 'fail':
      if (command.hasLeft) await ports.storeAbsence()
      return ports.fail(command)
    case 'cancel-overdue':
      return ports.cancelIfOverdue()
    case 'reschedule':
      return ports.reschedule(command)
  }
}
