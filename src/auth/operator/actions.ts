// Changes of keys that only the operator makes.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { hashKey } from '../keys'
import { findKeyById, insertLegacyKey, type KeyRow } from '../queries'

/** The key then gets `legacy_key_unsupported`. */
export async function importLegacyKey(ctx: Ctx, key: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await insertLegacyKey(tx.db, tx.community.communityId, hashKey(key))
    await insertAuditEntry(tx, { action: 'key.import-legacy' })
  })
}

export async function requireKey(db: Ctx['db'], keyId: string): Promise<KeyRow> {
  const key = await findKeyById(db, keyId)
  if (key) return key
  throw new DomainError('validation_failed', `There is no key ${keyId}. Run key list to see the keys.`)
}
