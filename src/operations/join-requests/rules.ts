// What became of a request to join the group.
import type { Schema } from '../../contract/types'

export interface Decided {
  readonly userId: number
  readonly decision: Schema<'JoinOutcome'>
  /** False: the account was in the group already. */
  readonly changed: boolean
  readonly auditId: string | null
}
