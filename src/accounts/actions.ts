// What an operator does to platform accounts. Each change leaves an entry in the account's own trail, in its transaction;
// a community's suspensions leave one in the community's.
import type { Transaction } from 'kysely'
import type { DB } from '../../generated/database'
import { insertAuditEntry } from '../audit/queries'
import type { Base } from '../communities/actions'
import { inTransaction, type Ctx } from '../context'
import { DomainError } from '../errors'
import {
  deleteHold,
  deleteRestriction,
  findSuspensionEnd,
  insertAccountAuditEntry,
  insertSuspension,
  liftSuspensions,
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

export interface NewSuspension {
  readonly userId: number
  readonly reason: string | null
  /** RFC 3339. */
  readonly endsAt: string
}

/**
 * Keeps the member's rank as it is until the suspension ends: nothing else changes it meanwhile.
 * @returns the id of the suspension
 * @throws DomainError `member_suspended` when one lasts already
 */
export function suspendMember(ctx: Ctx, suspension: NewSuspension): Promise<string> {
  const { userId, reason, endsAt } = suspension
  return inTransaction(ctx, async (tx) => {
    // of two at once the second sees the first
    await lockAccount(tx.db, userId)
    const lastsUntil = await findSuspensionEnd(tx, userId)
    if (lastsUntil !== null) {
      throw new DomainError('member_suspended', `Account ${userId} is suspended until ${lastsUntil}; lift that first.`)
    }
    const suspensionId = await insertSuspension(tx, suspension)
    await insertAuditEntry(tx, { action: 'suspension.add', userId, reason, after: { suspensionId, endsAt } })
    return suspensionId
  })
}

/** Ends the member's suspension before its time; false when none lasts. */
export function liftSuspension(ctx: Ctx, userId: number): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, userId)
    const changed = await liftSuspensions(tx, userId)
    if (changed) await insertAuditEntry(tx, { action: 'suspension.lift', userId })
    return changed
  })
}
