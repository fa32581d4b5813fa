// Full erasure of an account.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import { insertAccountAuditEntry, isOnHold } from '../../identities/accounts/queries'
import type { Base } from '../../communities/actions'
import { retryOnLockTimeout } from '../retry-on-lock-timeout'
import { announceErasure } from '../queries'
import { completeRequests } from '../requests/queries'
import { restricted } from '../rules'
import { eraseEverywhere, type ErasedRows } from './queries'

/**
 * Every record in every community is erased, the id included. The platform's requests are completed.
 * @param evenHeld also under a hold, which ends
 * @throws DomainError `data_rights_restricted` under a hold
 */
export function eraseAccountFully(base: Base, userId: number, evenHeld: boolean): Promise<ErasedRows> {
  return retryOnLockTimeout(base, userId, async (db) => {
    const held = await isOnHold(db, userId)
    if (held && !evenHeld) throw restricted(userId)
    return eraseFully(db, base, userId)
  })
}

export async function eraseFully(db: Transaction<DB>, { actor }: Base, userId: number): Promise<ErasedRows> {
  const erased = await eraseEverywhere(db, userId)
  await announceErasure(db, userId)
  await completeRequests(db, userId, erased)
  // must not name the account
  const details = { everything: true, ...erased }
  await insertAccountAuditEntry(db, actor, { userId: null, action: 'data-rights.erase', details })
  return erased
}
