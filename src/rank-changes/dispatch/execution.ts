// What the work on one claimed operation has in hand, and the two ways in which it is cut off.
import type { Ctx } from '../../context'
import type { Connection, PlatformFailure } from '../../platform/platform'
import type { OperationRow } from '../queries'
import type { HeededLimits } from '../rules'
import type { Claimer } from './queries'

/** What the work on an operation has in hand. */
export interface Work {
  readonly ctx: Ctx
  readonly operation: OperationRow
  readonly claimer: Claimer
  /** Codes of the platform's errors: the scheduler's own, or those of the platform connection (SCHEDULER=off). */
  readonly codes: 'scheduler' | 'connection'
  /** What was done so far; the only part that changes. */
  readonly done: {
    /** A write of this operation has had its effect, or may have had it. */
    sent: boolean
    /** Calls of the platform, by what they ask: its limits are counted for each. */
    readonly calls: { read: number; assign: number; unassign: number }
    /** What the platform said of its limits. */
    limits: HeededLimits
  }
}

/** Another process has the operation, or it ended meanwhile: nothing more may be sent or stored. */
export class Fenced extends Error {}

/** A failure of the platform while the operation was worked on. */
export class Interrupted extends Error {
  constructor(
    readonly failure: PlatformFailure,
    readonly connection: Connection,
    readonly onRead: boolean,
  ) {
    super(failure.message)
  }
}
