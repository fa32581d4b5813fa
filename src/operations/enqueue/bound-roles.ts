// Roles are given and taken with an award, in its transaction.
import { forbidsNothing } from '../../auth/bounds/rules'
import type { DomainError } from '../../base/errors'
import { boundsOfCaller, type TxCtx, type AuthorBounds } from '../../context'
import { listRanks } from '../../ranks/queries'
import { problemAsStored, type Stored } from '../decision/rules'
import type { OperationReversal } from '../queries'
import { MUST_FOLLOW } from '../rules'
import type { Acceptance, NewOperation } from './queries'
import { newOperationId } from './resolve-target'
import { enqueueOnePerMember } from './one-per-member'

export interface BoundRole {
  readonly userId: number
  readonly roleUniqueId: number
  readonly action: 'assign' | 'unassign'
  /** The award was taken back. */
  readonly reversal?: OperationReversal
  /** Of who bound the role to the award, and who stored what gives the award. */
  readonly giftBounds?: AuthorBounds | null | undefined
}

export type RoleDecision = (
  member: Stored['member'],
  change: Pick<BoundRole, 'roleUniqueId' | 'action' | 'giftBounds'>,
) => DomainError | null

const allowed: RoleDecision = () => null

/**
 * An award is not given or taken without its role: what the caller, or who bound the role, may not do with it is found
 * with what is stored, as for an operation on the role.
 * @param all that may be asked
 */
export async function decisionOnRoles(tx: TxCtx, all: readonly Pick<BoundRole, 'giftBounds'>[]): Promise<RoleDecision> {
  const { community } = tx
  const bounds = boundsOfCaller(tx)
  const isFree = forbidsNothing(bounds) && all.every(({ giftBounds = null }) => giftBounds === null)
  if (community.connection === 'none' || isFree) return allowed
  const ranks = await listRanks(tx)
  return (member, { roleUniqueId: target, action, giftBounds = null }) =>
    problemAsStored({ kind: `role.${action}`, target }, { ranks, member, community, bounds, giftBounds })
}

/**
 * At most one operation stays queued for a member and a role: the newest, so that repeated awards do not fill the queue.
 */
export async function queueBoundRoles(tx: TxCtx, changes: readonly BoundRole[]): Promise<Acceptance[]> {
  if (tx.community.connection === 'none') return []
  return enqueueOnePerMember(tx, changes.map(toOperation))
}

/** The rights of the caller were checked when the award was bound and given. */
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
