// Executes a claimed rank change: performs the commands of the state machine (next.ts) until one ends the execution.
import type { Ctx } from '../../context'
import { DomainError } from '../../errors'
import { loadRanksFor } from '../../members/actions'
import { storeMemberRank } from '../../members/profile/queries'
import { syncRanks } from '../../platform-connection/actions'
import { toConnectionError, usableConnection } from '../../platform-connection/connection'
import { PlatformFailure, type Connection } from '../../platform/platform'
import { rankHeld } from '../../ranks/rules'
import { mergeLimits, noLimits, type ObservedLimits, type Step } from '../rules'
import { next } from './next'
import { cancelIfOverdue, endOperation, recordSteps, reschedule, succeed, type Claimed, type Claimer } from './queries'
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
  readonly ctx: Ctx
  readonly claimed: Claimed
  readonly claimer: Claimer
  readonly codes: State['codes']
  readonly usage: Usage
}

/** Platform calls made, and the rate limits they reported. The platform limits each kind separately. */
export interface Usage {
  readonly calls: { read: number; assign: number; unassign: number }
  limits: ObservedLimits
}

export function newExecution(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  claimed: Claimed,
  claimer: Claimer,
  codes: State['codes'],
): Execution {
  const { actor_kind: kind, actor_id: id, request_id: requestId } = claimed.operation
  const ctx = { ...base, community: claimed.authority.community, actor: { kind, id }, requestId }
  return { ctx, claimed, claimer, codes, usage: { calls: { read: 0, assign: 0, unassign: 0 }, limits: noLimits } }
}

/** After an unexpected error the lease expires, and the sweep requeues the rank change. */
export async function execute(execution: Execution): Promise<void> {
  let state = initialState(execution)
  let observation: Observation = { is: 'claimed' }
  for (;;) {
    state = advance(state, observation)
    const command = next(state, observation, execution.ctx.now().getTime())
    if (isEnding(command)) return store(execution, command)
    const observed = await perform(execution, state, command)
    // the lease was lost: another worker has the rank change
    if (!observed) return
    observation = observed
  }
}

function initialState({ ctx, claimed, codes }: Execution): State {
  const { operation, authority, suspension, experience } = claimed
  return {
    operation,
    authority,
    suspension,
    experience,
    codes,
    settleSeconds: ctx.settings.platformTimeoutMs / 1_000,
    sent: operation.sent,
    steps: operation.steps,
    applied: [],
    before: null,
    target: null,
    inBlacklistedGroup: null,
    notFound: null,
  }
}

/** @returns null if the lease was lost */
function perform(execution: Execution, state: State, command: Exclude<Command, Ending>): Promise<Observation | null> {
  switch (command.do) {
    case 'read-membership':
      return onPlatform(execution, async (connection, call) => {
        const snapshot = await call('read', () => readMembership(execution, state, connection))
        if (command.syncRanks && snapshot) await syncRanks(execution.ctx)
        return { is: 'membership', snapshot }
      })
    case 'read-groups':
      return onPlatform(execution, async (connection, call) => {
        const { platform } = execution.ctx
        const held = await call('read', () => platform.groupsAmong(connection, state.operation.user_id, command.groups))
        return { is: 'groups', blacklisted: held.size > 0 }
      })
    case 'record':
      return record(execution, command)
    case 'write':
      return write(execution, state, command.steps)
  }
}

type Call = <T>(kind: keyof Usage['calls'], work: () => Promise<T>) => Promise<T>

/**
 * Runs platform calls, and turns their errors into observations.
 * @param written the writes that `work` has completed
 */
async function onPlatform(
  { ctx, claimed, usage }: Execution,
  work: (connection: Connection, call: Call) => Promise<Observation>,
  written: readonly Step[] = [],
): Promise<Observation> {
  let onRead = true
  let connection: Connection | null = null
  const call: Call = (kind, ask) => {
    usage.calls[kind]++
    onRead = kind === 'read'
    return ask()
  }
  try {
    const usable = await usableConnection(ctx, claimed.connection)
    const onLimits: Connection['onLimits'] = (limits) => void (usage.limits = mergeLimits(usage.limits, limits))
    connection = { ...usable, onLimits }
    return await work(connection, call)
  } catch (thrown) {
    if (thrown instanceof DomainError) return { is: 'refused', error: thrown, written }
    if (!(thrown instanceof PlatformFailure) || !connection) throw thrown
    const error = await toConnectionError(ctx, connection, thrown)
    if (!(error instanceof DomainError)) throw error
    const { kind, sent, status, retryAfterSeconds, message: reason } = thrown
    ctx.log.warn({ operationId: claimed.operation.operation_id, reason }, 'a platform call failed')
    return { is: 'failed', call: { kind, sent, status, retryAfterSeconds, onRead, error }, written }
  }
}

/** Null: not in the group. Syncs the ranks if the member holds a role that is not stored. */
async function readMembership(
  { ctx, claimed }: Execution,
  { operation, before }: State,
  connection: Connection,
): Promise<MembershipSnapshot | null> {
  const membership = await ctx.platform.getMembership(connection, operation.user_id)
  if (!membership) return null
  const ranks = await loadRanksFor(ctx, membership, before?.ranks ?? claimed.ranks)
  const held = rankHeld(ranks, membership.roles)
  return held && { membership, ranks, held }
}

/** Stores the writes before they are sent. */
async function record(
  { ctx, claimed, claimer }: Execution,
  { target, steps, former }: Extract<Command, { do: 'record' }>,
): Promise<Observation> {
  const leaseSeconds = claimer.leaseSeconds + ((steps.length - 1) * ctx.settings.platformTimeoutMs) / 1_000
  const authority = await recordSteps(ctx, claimed.operation, { target, steps, former, leaseSeconds })
  return authority ? { is: 'recorded', authority, target, steps } : { is: 'unrecorded' }
}

function write(execution: Execution, { before }: State, steps: readonly Step[]): Promise<Observation> {
  if (!before) throw new Error('a write needs the membership')
  const { platform } = execution.ctx
  const { membershipId } = before.membership
  const written: Step[] = []
  const writeAll = async (connection: Connection, call: Call): Promise<Observation> => {
    for (const step of steps) {
      const { verb, role } = step
      const send = verb === 'assign' ? platform.assignRole.bind(platform) : platform.unassignRole.bind(platform)
      await call(verb, () => send(connection, membershipId, role))
      written.push(step)
    }
    return { is: 'written' }
  }
  return onPlatform(execution, writeAll, written)
}

/** Stores the end. If the lease was lost, nothing is stored. */
async function store({ ctx, claimed }: Execution, command: Ending): Promise<void> {
  const { operation } = claimed
  switch (command.do) {
    case 'succeed':
      return void (await succeed(ctx, operation, command))
    case 'fail':
      if (command.hasLeft) await storeMemberRank(ctx, operation.user_id, null, [])
      return void (await endOperation(ctx, operation, command))
    case 'cancel-overdue':
      return cancelIfOverdue(ctx, operation)
    case 'reschedule':
      return void (await reschedule(ctx, operation, command))
  }
}
