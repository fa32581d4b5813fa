// Operator commands on accounts, audited in the same transaction.
import type { Transaction } from 'kysely'
import type { DB } from '../../../generated/database'
import type { Base } from '../../communities/actions'
import {
  deleteMark,
  deleteVerified,
  insertAccountAuditEntry,
  lockAccount,
  readAccount,
  upsertMark,
  upsertVerified,
  type Mark,
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

async function mark(base: Operator, table: Mark, action: string, userId: number, reason: string | null): Promise<void> {
  await withAccountLocked(base, userId, async (db) => {
    await upsertMark(db, table, userId, reason)
    await insertAccountAuditEntry(db, base.actor, { userId, action, details: { reason } })
  })
}

async function unmark(base: Operator, table: Mark, action: string, userId: number): Promise<boolean> {
  return withAccountLocked(base, userId, async (db) => {
    const changed = await deleteMark(db, table, userId)
    if (changed) await insertAccountAuditEntry(db, base.actor, { userId, action })
    return changed
  })
}

export const restrictAccount = (base: Operator, userId: number, reason: string | null): Promise<void> =>
  mark(base, 'account_restriction', 'account.restrict', userId, reason)

/** @returns false without a restriction */
export const unrestrictAccount = (base: Operator, userId: number): Promise<boolean> =>
  unmark(base, 'account_restriction', 'account.unrestrict', userId)

/** The account then cannot apply, nor its responses be reviewed. */
export const holdAccount = (base: Operator, userId: number, reason: string | null): Promise<void> =>
  mark(base, 'data_rights_hold', 'data-rights.hold', userId, reason)

/** @returns false without a hold */
export const releaseAccount = (base: Operator, userId: number): Promise<boolean> =>
  unmark(base, 'data_rights_hold', 'data-rights.release', userId)
