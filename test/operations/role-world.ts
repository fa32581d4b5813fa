// A platform for tests of the state machine: members have several roles; calls fail, lose answers, or are mixed with
// changes by hand.
import { DomainError } from '../../src/base/errors'
import { next } from '../../src/operations/dispatch/next'
import {
  advance,
  isEnding,
  type Command,
  type FailedCall,
  type Observation,
  type OperationSuspension,
  type State,
} from '../../src/operations/dispatch/state'
import type { OperationRow } from '../../src/operations/queries'
import { isRoleStep, type OperationKind, type Step } from '../../src/operations/rules'
import type { RankRow } from '../../src/ranks/queries'
import { isAssignable, rankHeld } from '../../src/ranks/rules'
import { authority, NOW, operation } from './next-fixture'

/** What happens to a call, or to the process before or after it. */
export const fates = ['applied', 'rejected', 'lost before', 'lost after', 'killed before', 'killed after'] as const
export type Fate = (typeof fates)[number]

export interface Hand {
  readonly give: number | null
  readonly take: number | null
}

export interface Given {
  readonly ranks: readonly RankRow[]
  readonly roles: readonly number[]
  readonly kind: OperationKind
  readonly target: number | null
  readonly suspension: OperationSuspension | null
  readonly singleRank: boolean
  readonly unfinished: readonly number[]
  readonly experience: number
  /** Of the calls, in order; later calls are applied. */
  readonly fates: readonly Fate[]
  /** Changes by hand, one before each call, in order. */
  readonly hands: readonly Hand[]
}

/** One rank change, executed until it ends. The fate of a call may end an execution early. */
export class RoleWorld {
  readonly roles: Set<number>
  readonly writes: Step[] = []
  readonly given = new Set<number>()
  readonly taken = new Set<number>()
  suspension: OperationSuspension | null
  private readonly fates: Fate[]
  private readonly hands: Hand[]
  private readonly unmanaged: readonly number[]
  private row: OperationRow

  constructor(readonly start: Given) {
    this.roles = new Set(start.roles)
    this.suspension = start.suspension
    this.fates = [...start.fates]
    this.hands = [...start.hands]
    this.unmanaged = start.ranks.filter((rank) => isAssignable(rank) && !rank.managed).map((rank) => rank.unique_id)
    this.row = operation({ kind: start.kind, target_unique_id: start.target })
  }

  get steps(): readonly Step[] {
    return this.row.steps.filter(isRoleStep)
  }

  get isDeclared(): boolean {
    return this.start.singleRank || this.unmanaged.length > 0
  }

  /** @returns the end; null: none after 60 executions */
  run(): Extract<Command, { do: 'succeed' | 'fail' }> | null {
    for (let execution = 0; execution < 60; execution++) {
      const end = this.execute()
      if (end?.do === 'succeed' || end?.do === 'fail') return end
    }
    return null
  }

  /** @returns the end; null: the process was killed, or the next attempt is scheduled */
  private execute(): Command | null {
    let state = this.claim()
    let observation: Observation | null = { is: 'claimed' }
    while (observation) {
      state = advance(state, observation)
      const command: Command = next(state, observation, NOW)
      if (isEnding(command)) return this.end(command)
      observation = this.perform(state, command)
    }
    this.row = { ...this.row, status: 'outcome_pending', reason: 'worker-lost', sent: true }
    return null
  }

  private claim(): State {
    const { singleRank, experience, unfinished } = this.start
    const community = { ...authority.community, singleRank, ranksDeclared: singleRank || this.unmanaged.length > 0 }
    return {
      operation: this.row,
      authority: { ...authority, community, unmanaged: this.unmanaged, unfinished },
      suspension: this.suspension,
      experience,
      codes: 'scheduler',
      settleSeconds: 0,
      sent: this.row.sent,
      steps: this.row.steps,
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

  private end(command: Command): Command | null {
    if (command.do !== 'reschedule') return command
    const status = command.status === 'queued' ? 'dispatching' : 'outcome_pending'
    this.row = { ...this.row, status, reason: command.reason, sent: command.sent, failures: command.failures }
    return null
  }

  private perform(state: State, command: Command): Observation | null {
    if (command.do === 'read-membership') return this.read()
    if (command.do === 'record') return this.record(state, command)
    if (command.do === 'write') return this.write(command.steps.filter(isRoleStep))
    throw new Error(`nothing calls for ${command.do}`)
  }

  private read(): Observation {
    this.act()
    const membership = { membershipId: 'm', highestRole: null, roles: [...this.roles] }
    const held = rankHeld(this.start.ranks, membership.roles)
    return { is: 'membership', snapshot: held && { membership, ranks: this.start.ranks, held }, askedAt: 0 }
  }

  private record(state: State, { target, steps, former }: Extract<Command, { do: 'record' }>): Observation {
    if (former && this.suspension)
      this.suspension = { ...this.suspension, formerUniqueId: former.rank, formerRoles: former.roles }
    const recorded = steps.map((step) => ({ ...step, at: '' }))
    this.row = { ...this.row, target_unique_id: target.unique_id, sent: true, steps: [...this.row.steps, ...recorded] }
    return { is: 'recorded', authority: state.authority, target, steps }
  }

  private write(steps: readonly Step[]): Observation | null {
    const written: Step[] = []
    for (const { verb, role } of steps) {
      this.act()
      this.writes.push({ verb, role })
      const fate = this.fates.shift() ?? 'applied'
      if (['applied', 'lost after', 'killed after'].includes(fate))
        this.roles[verb === 'assign' ? 'add' : 'delete'](role)
      if (fate.startsWith('killed')) return null
      if (fate !== 'applied') return { is: 'failed', written, call: failedCall(fate) }
      written.push({ verb, role })
    }
    return { is: 'written' }
  }

  private act(): void {
    const { give, take } = this.hands.shift() ?? { give: null, take: null }
    if (give !== null && !this.roles.has(give)) this.move(give, this.given, this.taken).add(give)
    if (take !== null && this.roles.has(take)) this.move(take, this.taken, this.given).delete(take)
  }

  private move(role: number, to: Set<number>, from: Set<number>): Set<number> {
    from.delete(role)
    to.add(role)
    return this.roles
  }
}

function failedCall(fate: Fate): FailedCall {
  const isLost = fate.startsWith('lost')
  return {
    kind: isLost ? 'timeout' : 'rejected',
    sent: isLost,
    status: isLost ? null : 400,
    retryAfterSeconds: null,
    onRead: false,
    error: new DomainError('platform_cloud_unavailable', 'rejected'),
  }
}
