// Roles are given and taken with an award, in its transaction.
import type { AuthorBounds } from '../../auth/bounds/rules'
import type { TxCtx } from '../../context'
import type { OperationReversal } from '../queries'
import { MUST_FOLLOW } from '../rules'
import type { Acceptance, NewOperation } from './queries'
import { newOperationId } from './resolve-target'
import { enqueueInRounds } from './rounds'

export interface BoundRole {
  readonly userId: number
  readonly roleUniqueId: number
  readonly action: 'assign' | 'unassign'
  /** The award was taken back. */
  readonly reversal?: OperationReversal
  /** Of the author of what gives the award. */
  readonly giftBounds?: AuthorBounds | null
}

/**
 * At most one operation stays queued for a member and a role: the newest, so that repeated awards do not fill the queue.
 */
export async function queueBoundRoles(tx: TxCtx, changes: readonly BoundRole[]): Promise<Acceptance[]> {
  if (tx.community.connection === 'none') return []
  return enqueueInRounds(tx, changes.map(toOperation))
}

/** The rights of the key were checked when the award was bound and given. */
const toOperation = ({ userId, roleUniqueId, action, giftBounds = null, reversal }: BoundRole): NewOperation => ({
  operationId: newOperationId(),
  kind: `role.${action}`,
  userId,
  targetUniqueId: roleUniqueId,
  ...MUST_FOLLOW,
  giftBounds,
  supersede: true,
  ...(reversal && { reversal }),
})
