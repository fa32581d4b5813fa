// What an operator does to platform accounts. Each change leaves an entry in the account's own trail, in its transaction.
import type { Transaction } from 'kysely'
import type { DB } from '../../generated/database'
import type { Base } from '../communities/actions'
import {
  deleteHold,
  deleteRestriction,
  insertAccountAuditEntry,
  lockAccount,
  readAccount,
  upsertHold,
  upsertRestriction,
  upsertVerified,
} from './queries'

type Operator = Pick<Base, 'db' | 'actor'>

/** Runs `work` in one transaction, alone with the account. */
export function changingAccount<T>(
  { db }: Operator,
  userId: number,
  work: (db: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    return work(tx)
  })
}

/**
 * Links the account to a chat owner. The same owner again changes nothing; another one is a transfer, after which the
 * feedback of earlier responses is no longer shown.
 */
export function verifyAccount(base: Operator, userId: number, chatUserId: string): Promise<{ transferred: boolean }> {
  return changingAccount(base, userId, async (db) => {
    const { chat_user_id: previous } = await readAccount(db, userId)
    if (previous === chatUserId) return { transferred: false }
    await upsertVerified(db, userId, chatUserId)
    const transferred = previous !== null
    const action = transferred ? 'account.transfer' : 'account.verify'
    const details = { chatUserId, ...(transferred ? { previousChatUserId: previous } : {}) }
    await insertAccountAuditEntry(db, base.actor, { userId, action, details })
    return { transferred }
  })
}

/** Keeps the account from applying, in every community. */
export function restrictAccount(base: Operator, userId: number, reason: string | null): Promise<void> {
  return changingAccount(base, userId, async (db) => {
    await upsertRestriction(db, userId, reason)
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'account.restrict', details: { reason } })
  })
}

/** Lets the account apply again; false when it was not restricted. */
export function unrestrictAccount(base: Operator, userId: number): Promise<boolean> {
  return changingAccount(base, userId, async (db) => {
    const changed = await deleteRestriction(db, userId)
    if (changed) await insertAccountAuditEntry(db, base.actor, { userId, action: 'account.unrestrict' })
    return changed
  })
}

/** Protects the account's data: while the hold stands it is not read, reviewed or added to. */
export function holdAccount(base: Operator, userId: number, reason: string | null): Promise<void> {
  return changingAccount(base, userId, async (db) => {
    await upsertHold(db, userId, reason)
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'data-rights.hold', details: { reason } })
  })
}

/** Ends the hold; false when there was none. */
export function releaseAccount(base: Operator, userId: number): Promise<boolean> {
  return changingAccount(base, userId, async (db) => {
    const changed = await deleteHold(db, userId)
    if (changed) await insertAccountAuditEntry(db, base.actor, { userId, action: 'data-rights.release' })
    return changed
  })
}
