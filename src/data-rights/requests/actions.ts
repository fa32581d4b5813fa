// A job executes the platform's erasure requests.
import { insertAccountAuditEntry, isOnHold } from '../../identities/accounts/queries'
import type { Base } from '../../communities/actions'
import { enqueue } from '../../db/job-queue'
import { errorMessage } from '../../base/error-message'
import { decryptCredential } from '../../encryption/credentials'
import { eraseFully } from '../full-erasure/actions'
import { retryOnLockTimeout } from '../retry-on-lock-timeout'
import { digestKeyOf } from '../../encryption/keyring'
import { digestOf } from './digest'
import { decideAccount, reviewUnknownRequests } from './parked'
import { findAccountOf, insertRequest, listDigestKeys, listDueRequests, listRequests, type RequestRow } from './queries'

/** Idempotent. */
export async function receiveErasureRequest(base: Base, notificationId: string, id: number): Promise<void> {
  const digest = digestOf({ id, domain: null }, digestKeyOf(base.settings.encryptionKey.current))
  const isNew = await base.db.transaction().execute(async (tx) => {
    if (!(await insertRequest(tx, { notificationId, id, digest }))) return false
    // whose id it is is not known yet
    const entry = { userId: null, action: 'data-rights.request', details: { notificationId } }
    await insertAccountAuditEntry(tx, base.actor, entry)
    await enqueue(tx, 'erase-account', { notificationId })
    return true
  })
  base.log.info({ notificationId, isNew }, 'the platform requested the erasure of an account')
}

/** The end of a hold enqueues the job again (sql/functions/resume_erasure.sql). */
export async function carryOutRequest(base: Base, notificationId: string): Promise<void> {
  const userId = await decideAccount(base, notificationId)
  if (userId === null) return
  const outcome = await retryOnLockTimeout(base, userId, async (db) => {
    if ((await findAccountOf(db, notificationId)) === null) return 'already erased'
    if (await isOnHold(db, userId)) return 'postponed by a hold'
    await eraseFully(db, base, userId)
    return 'erased'
  })
  base.log.info({ notificationId, outcome }, 'an erasure request was processed')
}

export async function carryOutDueRequests(base: Base): Promise<void> {
  const known = await reviewUnknownRequests(base)
  for (const notificationId of [...(await listDueRequests(base.db)), ...known]) {
    await carryOutRequest(base, notificationId).catch((error: unknown) =>
      base.log.error(
        { notificationId, reason: errorMessage(error) },
        'an account could not be erased; it is tried again',
      ),
    )
  }
}

export async function listRequestsFor(
  { db, settings, log }: Base,
  page: Parameters<typeof listRequests>[1],
  userId: number,
): Promise<RequestRow[]> {
  const keys = settings.encryptionKey
  const kept = (await listDigestKeys(db)).map(({ key_id, sealed }) =>
    Buffer.from(decryptCredential(keys, `erasure digest ${key_id}`, sealed, log), 'hex'),
  )
  const digests = [...keys.all().map(digestKeyOf), ...kept].map((key) => digestOf({ id: userId, domain: null }, key))
  return listRequests(db, page, digests)
}
