// SQL on platform accounts: verification, restriction, data-rights hold, and their audit entries.
import { sql } from 'kysely'
import type { Actor, Ctx, Db } from '../../context'
import { bool, now, unnested } from '../../db/expressions'
import { DomainError } from '../../base/errors'
import type { ApplicantStatus } from './rules'

export async function readApplicantStatus(ctx: Ctx, userId: number): Promise<ApplicantStatus> {
  const { communityId } = ctx.community
  return ctx.db
    .selectNoFrom(({ exists, selectFrom, fn }) => [
      fn
        .coalesce(
          selectFrom('account_link')
            .select('chat_user_id')
            .where('community_id', '=', communityId)
            .where('user_id', '=', userId),
          selectFrom('verified_account').select('chat_user_id').where('user_id', '=', userId),
        )
        .as('chatUserId'),
      bool(exists(selectFrom('account_restriction').where('user_id', '=', userId))).as('restricted'),
      bool(
        exists(
          selectFrom('live_blacklist_entry').where('community_id', '=', communityId).where('user_id', '=', userId),
        ),
      ).as('blacklisted'),
      fn
        .coalesce(
          selectFrom('live_blacklist_entry')
            .select(({ ref }) => fn.jsonAgg(ref('group_id').$notNull()).as('groups'))
            .where('community_id', '=', communityId)
            .where('group_id', 'is not', null),
          sql<number[]>`'[]'`,
        )
        .as('blacklistedGroups'),
    ])
    .executeTakeFirstOrThrow()
}

/** @throws DomainError 503 `data_rights_unavailable` when the query fails */
export async function isOnHold(db: Db, userId: number): Promise<boolean> {
  try {
    const query = db.selectFrom('data_rights_hold').select('user_id').where('user_id', '=', userId)
    return (await query.executeTakeFirst()) !== undefined
  } catch (cause) {
    throw new DomainError('data_rights_unavailable', 'Data-rights requests cannot be checked now. Retry in a second.', {
      retryAfterSeconds: 1,
      cause,
    })
  }
}

/** Every writer of account data takes this advisory lock, until the transaction ends. */
export async function lockAccount(db: Db, userId: number): Promise<void> {
  const key = sql`hashtextextended('account ' || ${userId}::text, 0)`
  await db.selectNoFrom(({ fn }) => fn('pg_advisory_xact_lock', [key]).as('locked')).execute()
}

/** In the order of the ids, which prevents deadlocks. */
export async function lockAccounts(db: Db, userIds: readonly number[]): Promise<void> {
  const keys = [...userIds].sort((one, other) => one - other).map((userId) => ({ userId }))
  await db
    .selectFrom(unnested('one', keys, { userId: 'bigint' }))
    .select(sql`pg_advisory_xact_lock(hashtextextended('account ' || one."userId"::text, 0))`.as('locked'))
    .execute()
}

export type AccountRow = Awaited<ReturnType<typeof readAccount>>

/** Columns are null where nothing is stored. */
export function readAccount(db: Db, userId: number) {
  return db
    .selectFrom(unnested('asked', [{ user_id: userId }], { user_id: 'bigint' }))
    .leftJoin('verified_account as v', 'v.user_id', 'asked.user_id')
    .leftJoin('account_restriction as r', 'r.user_id', 'asked.user_id')
    .leftJoin('data_rights_hold as h', 'h.user_id', 'asked.user_id')
    .select(['v.chat_user_id', 'v.verified_at', 'r.restricted_at', 'h.held_at'])
    .select(['r.reason as restriction_reason', 'h.reason as hold_reason'])
    .executeTakeFirstOrThrow()
}

export async function upsertVerified(db: Db, userId: number, chatUserId: string): Promise<void> {
  await db
    .insertInto('verified_account')
    .values({ user_id: userId, chat_user_id: chatUserId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ chat_user_id: chatUserId, verified_at: now }))
    .execute()
}

export async function deleteVerified(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('verified_account').where('user_id', '=', userId).execute()
}

export type Mark = 'account_restriction' | 'data_rights_hold'

export async function upsertMark(db: Db, mark: Mark, userId: number, reason: string | null): Promise<void> {
  await db
    .insertInto(mark)
    .values({ user_id: userId, reason })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ reason }))
    .execute()
}

export async function deleteMark(db: Db, mark: Mark, userId: number): Promise<boolean> {
  const result = await db.deleteFrom(mark).where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** @param entry `userId` null: a full erasure */
export async function insertAccountAuditEntry(
  db: Db,
  actor: Actor,
  entry: { readonly userId: number | null; readonly action: string; readonly details?: object },
): Promise<void> {
  await db
    .insertInto('account_audit_entry')
    .values({
      actor_id: actor.id,
      action: entry.action,
      user_id: entry.userId,
      details: entry.details === undefined ? null : JSON.stringify(entry.details),
    })
    .execute()
}

export function listAccountAuditEntries(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('account_audit_entry')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute()
}

/** @returns their number */
export async function deleteOldAccountEntries(db: Db, days: number, most: number): Promise<number> {
  const { deleted } = await db
    .selectNoFrom(({ fn, val }) => fn<number>('forget_account_audit_entries', [val(days), val(most)]).as('deleted'))
    .executeTakeFirstOrThrow()
  return deleted
}
