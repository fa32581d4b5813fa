// Erases an account whole: what an operator may ask for, and what the platform asks for.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import { insertAccountAuditEntry, isHeld } from '../../accounts/queries'
import type { Base } from '../../communities/actions'
import { erasingAccount } from '../retry-on-lock-timeout'
import { completeRequests } from '../requests/queries'
import { restricted } from '../rules'
import { eraseEverywhere, type ErasedRows } from './queries'

/**
 * Erases everything of the account in every community, its id included, and completes what the platform asked for.
 * @param evenHeld erases although a hold stands, which goes too
 * @throws DomainError `data_rights_restricted` while a hold stands
 */
export function eraseWholeAccount(base: Base, userId: number, evenHeld: boolean): Promise<ErasedRows> {
  return erasingAccount(base, userId, async (db) => {
    const held = await isHeld(db, userId)
    if (held && !evenHeld) throw restricted(userId)
    return eraseWhole(db, base, userId)
  })
}

/** The same where the caller is alone with the account and has asked for a hold. */
export async function eraseWhole(db: Transaction<DB>, { actor }: Base, userId: number): Promise<ErasedRows> {
  const erased = await eraseEverywhere(db, userId)
  await completeRequests(db, userId, erased)
  // nobody is named: the trail says that an account was erased, not which
  const details = { everything: true, ...erased }
  await insertAccountAuditEntry(db, actor, { userId: null, action: 'data-rights.erase', details })
  return erased
}
