// What an account's owner may ask of the operator: everything that is kept about the account, or that it be erased.
import { insertAccountAuditEntry, isHeld, listAccountAuditEntries, readAccount } from '../accounts/queries'
import { toAccountStatus, toAccountAuditEntry, type AccountStatus } from '../accounts/views'
import type { Base } from '../communities/actions'
import {
  closeMessages,
  deleteAccountRows,
  eraseAccountAuditTexts,
  eraseAuditTexts,
  eraseBatchOutcomes,
  eraseNotifications,
  eraseProfiles,
  eraseReasons,
  eraseResponses,
  eraseWebhookDeliveries,
  readCommunityExports,
  type CommunityExportRow,
} from './queries'
import { listOpenRequests } from './requests/queries'
import { toRequest } from './requests/views'
import { erasingAccount } from './retry-on-lock-timeout'
import { restricted } from './rules'

/** How many rows lost their texts. */
export interface Erased {
  readonly responses: number
  readonly notifications: number
  readonly members: number
  readonly auditEntries: number
}

/**
 * Erases in every community what the account and others wrote about it; that responses, changes and decisions existed
 * stays, as do blacklistings: an account that lives on cannot wash them off. Runs in one transaction, so that nothing is
 * left half erased. See everything/ for what leaves nothing.
 * @param evenHeld erases although a hold stands, which stays
 * @throws DomainError `data_rights_restricted` while a hold stands
 */
export function eraseAccount(base: Base, userId: number, evenHeld: boolean): Promise<Erased> {
  return erasingAccount(base, userId, async (db) => {
    const held = await isHeld(db, userId)
    if (held && !evenHeld) throw restricted(userId)
    // responses first: a review at work is waited for, and what it told and owes is erased after it
    const responses = await eraseResponses(db, userId)
    const notifications = await eraseNotifications(db, userId)
    await closeMessages(db, userId)
    await deleteAccountRows(db, userId)
    await eraseReasons(db, userId)
    await eraseBatchOutcomes(db, userId)
    const members = await eraseProfiles(db, userId)
    const auditEntries = await eraseAuditTexts(db, userId)
    await eraseAccountAuditTexts(db, userId)
    await eraseWebhookDeliveries(db, userId)
    const erased = { responses, notifications, members, auditEntries }
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'data-rights.erase', details: { ...erased, held } })
    return erased
  })
}

/** Everything kept about an account. */
export interface AccountExport extends AccountStatus {
  readonly userId: string
  readonly exportedAt: string
  readonly trail: readonly object[]
  /** What the platform asked for and was not done yet; of what was done nothing is left to show. */
  readonly erasureRequests: readonly object[]
  readonly communities: readonly CommunityExportRow[]
}

/** Everything kept about the account as of one moment, but staff's private notes. It is allowed while a hold stands. */
export function exportAccount(base: Base, userId: number): Promise<AccountExport> {
  const transaction = base.db.transaction().setIsolationLevel('repeatable read')
  return transaction.execute(async (db) => {
    const account = await readAccount(db, userId)
    const entries = await listAccountAuditEntries(db, userId, Number.MAX_SAFE_INTEGER)
    const communities = await readCommunityExports(db, userId)
    const requests = await listOpenRequests(db, userId)
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'data-rights.export' })
    return {
      userId: String(userId),
      exportedAt: base.now().toISOString(),
      ...toAccountStatus(account),
      trail: entries.map(toAccountAuditEntry),
      erasureRequests: requests.map(toRequest),
      communities,
    }
  })
}
