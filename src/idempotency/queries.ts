// SQL of the keys of requests.
import { ownerOf, type Ctx, type Db, type RequestKey, type TxCtx } from '../context'
import { sql } from 'kysely'
import { inSeconds } from '../db/expressions'
import { KEY_SECONDS } from './rules'
import { own } from '../db/own'

const expiry = inSeconds(-KEY_SECONDS)

export interface RecordedRequest {
  readonly fingerprint: Buffer
  readonly effect: unknown
}

/** The committed effect of the caller's key, or null. */
export async function findRequestKey(
  { db, community, actor }: Ctx,
  { key }: RequestKey,
): Promise<RecordedRequest | null> {
  const row = await own({ db, community })
    .selectFrom('request_key')
    .select(['fingerprint', 'effect'])
    .where('owner', '=', ownerOf(actor))
    .where('key', '=', key)
    .where('effect', 'is not', null)
    .where('created_at', '>', expiry)
    .executeTakeFirst()
  return row ?? null
}

/** Waits for a concurrent request with the same key. @returns false if that request was committed */
export async function claimRequestKey(tx: TxCtx, { key, fingerprint }: RequestKey): Promise<boolean> {
  const claimed = await tx.db
    .insertInto('request_key')
    .values({ community_id: tx.community.communityId, owner: ownerOf(tx.actor), key, fingerprint })
    .onConflict((conflict) =>
      conflict
        .columns(['community_id', 'owner', 'key'])
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          effect: null,
          created_at: ref('excluded.created_at'),
        }))
        .where(sql<boolean>`excluded.created_at - request_key.created_at >= make_interval(secs => ${KEY_SECONDS})`),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** In the transaction that claimed the key. */
export async function storeEffect(tx: TxCtx, { key }: RequestKey, effect: object): Promise<void> {
  await own(tx)
    .updateTable('request_key')
    .set({ effect: JSON.stringify(effect) })
    .where('owner', '=', ownerOf(tx.actor))
    .where('key', '=', key)
    .where('effect', 'is', null)
    .execute()
}

/** Another request of the key, which has another effect, keeps it. */
export async function deleteRequestKey(
  { db, community, actor }: Ctx,
  { key }: RequestKey,
  effect: object,
): Promise<void> {
  await own({ db, community })
    .deleteFrom('request_key')
    .where('owner', '=', ownerOf(actor))
    .where('key', '=', key)
    .where('effect', '=', JSON.stringify(effect))
    .execute()
}

export async function deleteOldRequestKeys(db: Db): Promise<void> {
  await db.deleteFrom('request_key').where('created_at', '<=', expiry).execute()
}
