// Commands are audited in the same transaction.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Base } from '../../communities/actions'
import {
  deleteHold,
  deleteRestriction,
  deleteVerified,
  insertAccountAuditEntry,
  lockAccount,
  readAccount,
  upsertHold,
  upsertRestriction,
  upsertVerified,
} from './queries'

type Operator = Pick<Base, 'db' | 'actor'>

export function withAccountLocked<T>(
  { db }: Operator,
  userId: number,
  work: (db: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, userId)
    return work(tx)
  })
}

/** Another owner is a transfer, which hides earlier feedback. */
export function verifyAccount(base: Operator, userId: number, chatUserId: string): Promise<{ transferred: boolean }> {
  return withAccountLocked(base, userId, async (db) => {
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

/** Links that a community made stay. @returns false without an owner */
export function unverifyAccount(base: Operator, userId: number): Promise<boolean> {
  return withAccountLocked(base, userId, async (db) => {
    const { chat_user_id: chatUserId } = await readAccount(db, userId)
    if (chatUserId === null) return false
    await deleteVerified(db, userId)
    const details = { previousChatUserId: chatUserId }
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'account.unverify', details })
    return true
  })
}

export function restrictAccount(base: Operator, userId: number, reason: string | null): Promise<void> {
  return withAccountLocked(base, userId, async (db) => {
    await upsertRestriction(db, userId, reason)
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'account.restrict', details: { reason } })
  })
}

/** @returns false without a restriction */
export function unrestrictAccount(base: Operator, userId: number): Promise<boolean> {
  return withAccountLocked(base, userId, async (db) => {
    const changed = await deleteRestriction(db, userId)
    if (changed) await insertAccountAuditEntry(db, base.actor, { userId, action: 'account.unrestrict' })
    return changed
  })
}

/** The account then cannot apply, nor its responses be reviewed. */
export function holdAccount(base: Operator, userId: number, reason: string | null): Promise<void> {
  return withAccountLocked(base, userId, async (db) => {
    await upsertHold(db, userId, reason)
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'data-rights.hold', details: { reason } })
  })
}

/** @returns false without a hold */
export function releaseAccount(base: Operator, userId: number): Promise<boolean> {
  return withAccountLocked(base, userId, async (db) => {
    const changed = await deleteHold(db, userId)
    if (changed) await insertAccountAuditEntry(db, base.actor, { userId, action: 'data-rights.release' })
    return changed
  })
}
