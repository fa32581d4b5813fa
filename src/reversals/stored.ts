// What reversals store.
import { findStorage } from '../communities/storage/queries'
import type { TxCtx } from '../context'
import { findUse } from './queries'
import type { Stored } from './room'

export async function findStored(tx: TxCtx): Promise<Stored> {
  const { used, limit } = await findStorage(tx.db, tx.community.communityId, 'reversals')
  return { used, limit, ...(await findUse(tx)) }
}
