// Full erasure of an account, for the operator and for requests of the platform.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import { insertAccountAuditEntry, isHeld } from '../../accounts/queries'
import type { Base } from '../../communities/actions'
import { retryOnLockTimeout } from '../retry-on-lock-timeout'
import { completeRequests } from '../requests/queries'
import { restricted } from '../rules'
import { eraseEverywhere, type ErasedRows } from './queries'

/**
 * Erases every record of the account in every community, its id included, and completes the platform's requests for it.
 * @param evenHeld erases although the account is under a hold, and the hold with it
 * @throws DomainError `data_rights_restricted` when the account is under a hold
 */
export function eraseAccountFully(base: Base, userId: number, evenHeld: boolean): Promise<ErasedRows> {
  return retryOnLockTimeout(base, userId, async (db) => {
    const held = await isHeld(db, userId)
    if (held && !evenHeld) throw restricted(userId)
    return eraseFully(db, base, userId)
  })
}

/** The same in a transaction of `retryOnLockTimeout`, whose caller has checked for a hold. */
export async function eraseFully(db: Transaction<DB>, { actor }: Base, userId: number): Promise<ErasedRows> {
  const erased = await eraseEverywhere(db, userId)
  await completeRequests(db, userId, erased)
  // without the user id: the entry must not name the erased account
  const details = { everything: true, ...erased }
  await insertAccountAuditEntry(db, actor, { userId: null, action: 'data-rights.erase', details })
  return erased
}
