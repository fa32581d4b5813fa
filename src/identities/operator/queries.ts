// SQL of the operator's corrections of ids.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../../context'
import { now } from '../../db/expressions'
import { own } from '../../db/own'

const shown = [
  'domain',
  'id',
  'user_id',
  'username',
  'display_name',
  'source',
  'reported_at',
  'resolved_at',
  'conflict_at',
  'conflict_user_id',
] as const

export type OpenIdentity = Awaited<ReturnType<typeof listOpenIdentities>>[number]

/** Ids without an account, and those that a report contradicted; the last reported first. */
export function listOpenIdentities(ctx: Ctx, limit: number) {
  return own(ctx)
    .selectFrom('identity')
    .select(shown)
    .where(({ or, eb }) => or([eb('user_id', 'is', null), eb('conflict_at', 'is not', null)]))
    .orderBy('reported_at', 'desc')
    .limit(limit)
    .execute()
}

/** Undefined: an unknown id. */
export function lockIdentity(tx: TxCtx, domain: string, id: number) {
  return own(tx)
    .selectFrom('identity')
    .select(['user_id', 'conflict_at'])
    .where('domain', '=', domain)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function putIdentity(tx: TxCtx, domain: string, id: number, userId: number): Promise<void> {
  const resolved = { user_id: userId, source: 'operator' as const, resolved_at: now }
  await tx.db
    .insertInto('identity')
    .values({ community_id: tx.community.communityId, domain, id, ...resolved })
    .onConflict((conflict) =>
      conflict.columns(['community_id', 'domain', 'id']).doUpdateSet(({ ref }) => ({
        user_id: userId,
        source: 'operator' as const,
        resolved_at: ref('excluded.resolved_at'),
        conflict_at: null,
        conflict_user_id: null,
      })),
    )
    .execute()
}

export async function deleteIdentity(tx: TxCtx, domain: string, id: number): Promise<void> {
  await own(tx).deleteFrom('identity').where('domain', '=', domain).where('id', '=', id).execute()
}

/** Communities without such ids are missing. */
export function countOpenIdentities(db: Db) {
  return db
    .selectFrom('identity')
    .select(['community_id', sql<number>`count(*) filter (where conflict_at is not null)`.as('conflicts')])
    .where(({ or, eb }) => or([eb('user_id', 'is', null), eb('conflict_at', 'is not', null)]))
    .groupBy('community_id')
    .execute()
}
