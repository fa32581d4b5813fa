// Roles are given and taken with an award, in its transaction.
import type { TxCtx } from '../../context'
import { enqueueAll, type Acceptance, type NewOperation } from './queries'
import { newOperationId } from './resolve-target'

export interface BoundRole {
  readonly userId: number
  readonly roleUniqueId: number
  readonly action: 'assign' | 'unassign'
}

/** The award is kept, so the role has to follow also after a long outage. */
const DEADLINE_SECONDS = 7 * 24 * 3_600

/**
 * At most one operation stays queued for a member and a role: the newest, so that repeated awards do not fill the queue.
 */
export async function queueBoundRoles(tx: TxCtx, changes: readonly BoundRole[]): Promise<Acceptance[]> {
  if (tx.community.connection === 'none') return []
  const acceptances: Acceptance[] = []
  for (const round of roundsOf(changes)) acceptances.push(...(await enqueueAll(tx, round.map(toOperation))))
  return acceptances
}

/** Each round has a member once, because two operations of one member need two statements. */
function roundsOf(changes: readonly BoundRole[]): BoundRole[][] {
  const rounds: BoundRole[][] = []
  const counts = new Map<number, number>()
  for (const change of changes) {
    const round = counts.get(change.userId) ?? 0
    counts.set(change.userId, round + 1)
    const others = (rounds[round] ??= [])
    others.push(change)
  }
  return rounds
}

/** The rights of the key were checked when the award was bound and given. */
const toOperation = ({ userId, roleUniqueId, action }: BoundRole): NewOperation => ({
  ...{ operationId: newOperationId(), kind: `role.${action}`, userId, targetUniqueId: roleUniqueId, awaited: false },
  ...{ requires: null, mustRun: true, supersede: true, deadlineSeconds: DEADLINE_SECONDS },
})
