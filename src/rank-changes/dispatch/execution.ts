// The state of one execution, and the errors that interrupt it.
import type { Ctx } from '../../context'
import type { Connection, PlatformFailure } from '../../platform/platform'
import type { OperationRow } from '../queries'
import type { ObservedLimits } from '../rules'
import type { Claimer } from './queries'

export interface Execution {
  readonly ctx: Ctx
  readonly operation: OperationRow
  readonly claimer: Claimer
  /** Error codes to report: the scheduler's, or the platform connection's (SCHEDULER=off). */
  readonly codes: 'scheduler' | 'connection'
  /** The mutable part. */
  readonly progress: {
    /** A write took effect, or may have. */
    sent: boolean
    /** The platform limits each kind separately. */
    readonly calls: { read: number; assign: number; unassign: number }
    limits: ObservedLimits
  }
}

/** Nothing more may be sent or stored. */
export class LeaseLost extends Error {}

export class PlatformCallFailed extends Error {
  constructor(
    readonly failure: PlatformFailure,
    readonly connection: Connection,
    readonly onRead: boolean,
  ) {
    super(failure.message)
  }
}
