// Partial erasure of an account, and export of its data.
import { insertAccountAuditEntry, isOnHold, listAccountAuditEntries, readAccount } from '../identities/accounts/queries'
import { toAccountStatus, toAccountAuditEntry, type AccountStatus } from '../identities/accounts/views'
import type { Base } from '../communities/actions'
import { timeOf } from '../base/time'
import { deleteAccountRows } from './account-rows/queries'
import {
  announceErasure,
  closeMessages,
  deletePeople,
  eraseAccountAuditTexts,
  eraseAuditTexts,
  eraseBatchOutcomes,
  eraseNotifications,
  eraseProfiles,
  eraseReasons,
  eraseReportedNames,
  eraseReversalReasons,
  eraseStoredReplies,
  eraseResponses,
  eraseWebhookDeliveries,
  readCommunityExports,
  type CommunityExportRow,
} from './queries'
import { listOpenRequests } from './requests/queries'
import { toRequest } from './requests/views'
import { retryOnLockTimeout } from './retry-on-lock-timeout'
import { restricted } from './rules'

export interface Erased {
  readonly responses: number
  readonly notifications: number
  readonly members: number
  readonly auditEntries: number
}

/**
 * Texts by and about the account are erased in every community. Facts stay, so that decisions survive.
 * @param evenHeld also under a hold, which stays
 * @throws DomainError `data_rights_restricted` under a hold
 */
export function eraseAccount(base: Base, userId: number, evenHeld: boolean): Promise<Erased> {
  return retryOnLockTimeout(base, userId, async (db) => {
    const held = await isOnHold(db, userId)
    if (held && !evenHeld) throw restricted(userId)
    // first: waits for a review, whose message is erased next
    const responses = await eraseResponses(db, userId)
    const notifications = await eraseNotifications(db, userId)
    await closeMessages(db, userId)
    await deleteAccountRows(db, userId)
    await eraseReasons(db, userId)
    await eraseBatchOutcomes(db, userId)
    await eraseStoredReplies(db, userId)
    await eraseReversalReasons(db, userId)
    await eraseReportedNames(db, userId)
    const members = await eraseProfiles(db, userId)
    await announceErasure(db, userId)
    const auditEntries = await eraseAuditTexts(db, userId)
    await eraseAccountAuditTexts(db, userId)
    await deletePeople(db, userId)
    await eraseWebhookDeliveries(db, userId)
    const erased = { responses, notifications, members, auditEntries }
    await insertAccountAuditEntry(db, base.actor, { userId, action: 'data-rights.erase', details: { ...erased, held } })
    return erased
  })
}

export interface AccountExport extends AccountStatus {
  readonly userId: string
  readonly exportedAt: string
  readonly trail: readonly object[]
  readonly erasureRequests: readonly object[]
  readonly communities: readonly CommunityExportRow[]
}

/** From one snapshot, without staff's private notes; also under a hold. */
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
      exportedAt: timeOf(base.now()),
      ...toAccountStatus(account),
      trail: entries.map(toAccountAuditEntry),
      erasureRequests: requests.map(toRequest),
      communities,
    }
  })
}
