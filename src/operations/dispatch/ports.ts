// An execution uses these ports; a simulation has its own.
import { tellOfExcess } from '../../auth/takes/actions'
import type { Excess } from '../../auth/takes/rules'
import type { Ctx } from '../../context'
import { loadRanksFor } from '../../members/actions'
import { storeMemberRank } from '../../members/profile/queries'
import { syncRanks } from '../../platform-connection/actions'
import { toConnectionError, usableConnection } from '../../platform-connection/connection'
import type { Connection, Membership, Platform, PlatformFailure } from '../../platform/platform'
import type { RankRow } from '../../ranks/queries'
import type { AnyStep } from '../rules'
import { cancelIfOverdue, endOperation, recordSteps, reschedule, succeed, type Claimed } from './queries'
import type { Authority, Command, Ending, FormerRank, Observation } from './state'

type EndingOf<Do extends Ending['do']> = Extract<Ending, { do: Do }>

export interface Writes {
  readonly target: RankRow
  readonly steps: readonly AnyStep[]
  readonly former: FormerRank | null
  readonly leaseSeconds: number
  /** Nothing was sent before. */
  readonly begins: boolean
  /** Whether it is a take of its author (auth/takes). */
  readonly takes: boolean
}

/** Nothing is stored if the lease was lost. */
export interface Ports {
  readonly platform: Pick<
    Platform,
    | 'getMembership'
    | 'groupsAmong'
    | 'assignRole'
    | 'unassignRole'
    | 'findJoinRequest'
    | 'decideJoinRequest'
    | 'findJoinDecision'
  >
  now(): Date
  /** @throws DomainError without a usable one */
  connection(): Promise<Connection>
  /** A failure of a call becomes an error of the connection. Other errors are returned unchanged. */
  describe(connection: Connection, failure: PlatformFailure): Promise<unknown>
  onFailure(failure: PlatformFailure): void
  readonly onDecision?: (observation: Observation, command: Command) => void
  ranksFor(membership: Membership, known: readonly RankRow[]): Promise<readonly RankRow[]>
  syncRanks(): Promise<unknown>
  /** @returns null if the lease was lost or the deadline passed: nothing may be sent */
  record(writes: Writes): Promise<Authority | 'paused' | Excess | null>
  storeAbsence(): Promise<void>
  succeed(ending: EndingOf<'succeed'>): Promise<void>
  fail(ending: EndingOf<'fail'>): Promise<void>
  cancelIfOverdue(): Promise<void>
  reschedule(ending: EndingOf<'reschedule'>): Promise<void>
}

export function portsOf(ctx: Ctx, { operation, connection }: Claimed): Ports {
  return {
    platform: ctx.platform,
    now: ctx.now,
    connection: () => usableConnection(ctx, connection),
    describe: (used, failure) => toConnectionError(ctx, used, failure),
    onFailure({ message: reason }) {
      ctx.log.warn({ operationId: operation.operation_id, reason }, 'a platform call failed')
    },
    ranksFor: (membership, known) => loadRanksFor(ctx, membership, known),
    syncRanks: () => syncRanks(ctx),
    async record(writes) {
      const recorded = await recordSteps(ctx, operation, writes)
      if (recorded !== null && recorded !== 'paused' && 'limit' in recorded)
        await tellOfExcess(ctx, recorded.limit, recorded.owner)
      return recorded
    },
    storeAbsence: () => storeMemberRank(ctx, operation.user_id, null, []),
    succeed: (ending) => succeed(ctx, operation, ending),
    fail: (ending) => endOperation(ctx, operation, ending),
    cancelIfOverdue: () => cancelIfOverdue(ctx, operation),
    reschedule: (ending) => reschedule(ctx, operation, ending),
  }
}
