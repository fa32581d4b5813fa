// A person is bound to a member, and the role to a rank that the member holds.
import { insertAuditEntry } from '../audit/queries'
import { authorityExceeded } from '../auth/handing-on/rules'
import { DomainError } from '../base/errors'
import type { TxCtx } from '../context'
import { enqueue } from '../db/job-queue'
import { listRanks } from '../ranks/queries'
import { bindingIn } from './facts'
import type { PersonRow } from './queries'
import { bindingOf, isSameBinding, mayLoosen, type Binding, type BindingInput } from './rules'

/** @throws DomainError 400 `validation_failed`, 404 `rank_not_found` */
export async function newBinding(tx: TxCtx, input: BindingInput, old: Binding): Promise<Binding> {
  const binding = bindingOf(input, old)
  if (binding.lowestRank === old.lowestRank || binding.lowestRank === null) return binding
  const ranks = await listRanks(tx)
  if (ranks.some(({ unique_id: uniqueId }) => uniqueId === binding.lowestRank)) return binding
  throw new DomainError(
    'rank_not_found',
    `No rank of this community has the lowestRankUniqueId ${binding.lowestRank}. List the ranks, and send a uniqueId of the list.`,
    { details: { field: 'lowestRankUniqueId' } },
  )
}

/** An entry names one account, so that its erasure finds it. */
export async function recordBinding(tx: TxCtx, personId: string, old: Binding, binding: Binding): Promise<void> {
  if (isSameBinding(old, binding)) return
  const { userId } = binding
  if (userId !== old.userId) {
    if (old.userId !== null)
      await insertAuditEntry(tx, { action: 'person.unbind', userId: old.userId, before: { personId } })
    if (userId !== null) await insertAuditEntry(tx, { action: 'person.bind', userId, after: { personId } })
  }
  const { communityId } = tx.community
  if (binding.lowestRank !== null) await enqueue(tx.db, 'read-staff-ranks', { communityId })
}

/** Nobody makes their own role depend on less. @throws DomainError 403 `authority_exceeded` */
export function isLoosened({ actor }: TxCtx, before: PersonRow, after: PersonRow): boolean {
  const old = bindingIn(before)
  if (!mayLoosen(old, bindingIn(after))) return false
  if (actor.kind === 'person' && actor.id === before.person_id)
    throw authorityExceeded({ lowestRankUniqueId: old.lowestRank })
  return true
}
