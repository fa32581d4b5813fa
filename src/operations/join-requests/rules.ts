// What became of a request to join the group.
import type { Schema } from '../../contract/types'

export interface Decided {
  readonly userId: number
  readonly decision: Schema<'JoinOutcome'>
  readonly changed: boolean
  readonly auditId: string | null
}
