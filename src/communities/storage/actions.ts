// Storage limits of a community.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { findStorage, upsertStorageLimit } from './queries'

export async function setStorageLimit(ctx: Ctx, quota: string, limit: number | null): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { communityId } = tx.community
    const held = await findStorage(tx.db, communityId, quota)
    await upsertStorageLimit(tx.db, communityId, quota, limit)
    const before = { quota, limit: held.own ? held.limit : null }
    await insertAuditEntry(tx, { action: 'community.set-storage', before, after: { quota, limit } })
  })
}
