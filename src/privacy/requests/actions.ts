// The platform's requests to erase an account: recorded at once, carried out by a job, and kept waiting by a hold.
import { insertAccountAuditEntry, isHeld } from '../../accounts/queries'
import type { Base } from '../../communities/actions'
import { enqueue } from '../../job-queue'
import { errorMessage } from '../../error-message'
import { decryptCredential } from '../../platform/credentials'
import { eraseWhole } from '../full-erasure/actions'
import { erasingAccount } from '../retry-on-lock-timeout'
import { digestKeyOf, digestOf } from './digest'
import { findAccountOf, insertRequest, listDigestKeys, listDueRequests, listRequests, type RequestRow } from './queries'

/** Records a request with the job that carries it out. The same notification again changes nothing. */
export async function receiveErasureRequest(base: Base, notificationId: string, userId: number): Promise<void> {
  const digest = digestOf(userId, digestKeyOf(base.settings.encryptionKey.current))
  const isNew = await base.db.transaction().execute(async (tx) => {
    if (!(await insertRequest(tx, { notificationId, userId, digest }))) return false
    const details = { notificationId }
    await insertAccountAuditEntry(tx, base.actor, { userId, action: 'data-rights.request', details })
    await enqueue(tx, 'erase-account', { notificationId })
    return true
  })
  base.log.info({ notificationId, isNew }, 'the platform asks to erase an account')
}

/**
 * Erases the account that a notification asks for, once: whoever comes second finds it done. While a hold stands nothing
 * happens; its end enqueues the job again (sql/0017).
 */
export async function carryOutRequest(base: Base, notificationId: string): Promise<void> {
  const userId = await findAccountOf(base.db, notificationId)
  if (userId === null) return
  const outcome = await erasingAccount(base, userId, async (db) => {
    if ((await findAccountOf(db, notificationId)) === null) return 'done before'
    if (await isHeld(db, userId)) return 'waits for the end of a hold'
    await eraseWhole(db, base, userId)
    return 'erased'
  })
  base.log.info({ notificationId, outcome }, 'a request of the platform to erase an account')
}

/** Carries out what lost its job, or whose job gave up. One that fails does not stop the others. */
export async function carryOutDueRequests(base: Base): Promise<void> {
  for (const notificationId of await listDueRequests(base.db)) {
    await carryOutRequest(base, notificationId).catch((error: unknown) =>
      base.log.error({ notificationId, reason: errorMessage(error) }, 'an account could not be erased'),
    )
  }
}

/** The newest requests for an account, also those that were carried out under an earlier encryption key. */
export async function listRequestsFor({ db, settings }: Base, limit: number, userId: number): Promise<RequestRow[]> {
  const keys = settings.encryptionKey
  const kept = (await listDigestKeys(db)).map(({ key_id, sealed }) =>
    Buffer.from(decryptCredential(keys, `erasure digest ${key_id}`, sealed), 'hex'),
  )
  const digests = [...keys.all().map(digestKeyOf), ...kept].map((key) => digestOf(userId, key))
  return listRequests(db, limit, digests)
}
