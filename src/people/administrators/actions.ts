// Keeps an administrator whose role depends on nothing.
import { DomainError } from '../../base/errors'
import type { TxCtx } from '../../context'
import { listPeopleOfRole, type PersonRow } from '../queries'
import { isUnconditional, lostAdministrator } from './rules'

/**
 * To be called in the transaction of a change, which holds the lock of `lockAuthority`: of two concurrent changes, the
 * second one sees the first. The operator may change everybody.
 * @param before those who were changed, as they were
 * @throws DomainError 409 `last_administrator`
 */
export async function assertAdministratorRemains(tx: TxCtx, before: readonly PersonRow[]): Promise<void> {
  if (tx.caller.kind === 'operator' || !before.some(isUnconditional)) return
  const administrators = await listPeopleOfRole(tx, 'administrator')
  // others may pause the last one in an emergency and resume; who pauses themselves cannot
  const now = administrators.filter((one) => one.paused_at === null || one.person_id !== tx.actor.id)
  const lost = lostAdministrator(before, now)
  if (lost === null) return
  const { name, person_id: personId } = lost
  throw new DomainError(
    'last_administrator',
    `${name} is the last administrator whose role depends on no rank, so nothing was changed. Give another person the role first, or ask the operator.`,
    { details: { personId } },
  )
}
