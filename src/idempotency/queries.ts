// SQL of the keys of requests.
import { ownerOf, type Ctx, type Db, type IdempotencyKey, type TxCtx } from '../context'
import { sql } from 'kysely'
import { inSeconds } from '../db/expressions'
import { KEY_SECONDS } from './rules'
import { own } from '../db/own'
import type { SealedReply } from './sealed-reply'

const expiry = inSeconds(-KEY_SECONDS)

export interface RecordedRequest {
  readonly fingerprint: Buffer
  readonly effect: object
  /** Null: not made yet, or erased. */
  readonly reply: Buffer | null
}

export async function findRequestKey(
  { db, community, actor }: Ctx,
  { key }: IdempotencyKey,
): Promise<RecordedRequest | null> {
  const row = await own({ db, community })
    .selectFrom('request_key')
    .select(['fingerprint', 'reply'])
    .select(({ ref }) => sql<object>`${ref('effect')}`.as('effect'))
    .where('owner', '=', ownerOf(actor))
    .where('key', '=', key)
    .where('effect', 'is not', null)
    .where('created_at', '>', expiry)
    .executeTakeFirst()
  return row ?? null
}

/** Waits for a concurrent request with the same key. @returns false if that request was committed */
export async function claimRequestKey(tx: TxCtx, { key, fingerprint }: IdempotencyKey): Promise<boolean> {
  const claimed = await tx.db
    .insertInto('request_key')
    .values({ community_id: tx.community.communityId, owner: ownerOf(tx.actor), key, fingerprint })
    .onConflict((conflict) =>
      conflict
        .columns(['community_id', 'owner', 'key'])
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          effect: null,
          reply: null,
          user_ids: [],
          created_at: ref('excluded.created_at'),
        }))
        .where(sql<boolean>`excluded.created_at - request_key.created_at >= make_interval(secs => ${KEY_SECONDS})`),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

/** @param sealed null: the answer is made later */
export async function storeEffect(
  tx: TxCtx,
  { key }: IdempotencyKey,
  effect: object,
  sealed: SealedReply | null,
): Promise<void> {
  await own(tx)
    .updateTable('request_key')
    .set({ effect: JSON.stringify(effect), reply: sealed?.reply ?? null, user_ids: [...(sealed?.userIds ?? [])] })
    .where('owner', '=', ownerOf(tx.actor))
    .where('key', '=', key)
    .where('effect', 'is', null)
    .execute()
}

/** The first of concurrent requests stores the answer. */
export async function storeReply(
  ctx: Ctx,
  { key, fingerprint }: IdempotencyKey,
  { reply, userIds }: SealedReply,
): Promise<void> {
  await own(ctx)
    .updateTable('request_key')
    .set({ reply, user_ids: [...userIds] })
    .where('owner', '=', ownerOf(ctx.actor))
    .where('key', '=', key)
    .where('fingerprint', '=', fingerprint)
    .where('reply', 'is', null)
    .execute()
}

/** A request with another effect keeps the key. */
export async function deleteRequestKey(
  { db, community, actor }: Ctx,
  { key }: IdempotencyKey,
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
