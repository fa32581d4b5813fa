// SQL on platform accounts: verification, restriction, data-rights hold, and their audit entries.
import { sql } from 'kysely'
import type { Actor, Ctx, Db } from '../context'
import { DomainError } from '../errors'
import type { ApplicantStatus } from './rules'

export async function readApplicantStatus(ctx: Ctx, userId: number): Promise<ApplicantStatus> {
  const { communityId } = ctx.community
  const { rows } = await sql<{
    chat_user_id: string | null
    restricted: boolean
    blacklisted: boolean
    blacklisted_groups: number[]
  }>`
    select (select chat_user_id from verified_account where user_id = ${userId}) as chat_user_id,
      exists (select from account_restriction where user_id = ${userId}) as restricted,
      exists (
        select from live_blacklist_entry where community_id = ${communityId} and user_id = ${userId}) as blacklisted,
      coalesce((
        select json_agg(group_id) from live_blacklist_entry
        where community_id = ${communityId} and group_id is not null), '[]') as blacklisted_groups`.execute(ctx.db)
  const row = rows[0]
  return {
    chatUserId: row?.chat_user_id ?? null,
    restricted: row?.restricted ?? false,
    blacklisted: row?.blacklisted ?? false,
    blacklistedGroups: row?.blacklisted_groups ?? [],
  }
}

/** @throws DomainError 503 `data_rights_unavailable` when the query fails */
export async function isHeld(db: Db, userId: number): Promise<boolean> {
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

/** Takes the account's advisory lock until the transaction ends. Every writer of account data takes it. */
export async function lockAccount(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account ' || ${userId}::text, 0))`.execute(db)
}

export interface AccountRow {
  readonly chat_user_id: string | null
  readonly verified_at: string | null
  readonly restricted_at: string | null
  readonly restriction_reason: string | null
  readonly held_at: string | null
  readonly hold_reason: string | null
}

/** All columns are null where nothing is stored. */
export async function readAccount(db: Db, userId: number): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    select v.chat_user_id, v.verified_at, r.restricted_at, r.reason as restriction_reason, h.held_at, h.reason as hold_reason
    from (values (${userId}::bigint)) as asked (user_id)
    left join verified_account v using (user_id)
    left join account_restriction r using (user_id)
    left join data_rights_hold h using (user_id)`.execute(db)
  if (rows[0]) return rows[0]
  throw new Error('the account query returned no row')
}

export async function upsertVerified(db: Db, userId: number, chatUserId: string): Promise<void> {
  await db
    .insertInto('verified_account')
    .values({ user_id: userId, chat_user_id: chatUserId })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ chat_user_id: chatUserId, verified_at: sql<string>`now()` }),
    )
    .execute()
}

export async function upsertRestriction(db: Db, userId: number, reason: string | null): Promise<void> {
  await db
    .insertInto('account_restriction')
    .values({ user_id: userId, reason })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ reason }))
    .execute()
}

/** @returns false when there was no restriction */
export async function deleteRestriction(db: Db, userId: number): Promise<boolean> {
  const result = await db.deleteFrom('account_restriction').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function upsertHold(db: Db, userId: number, reason: string | null): Promise<void> {
  await db
    .insertInto('data_rights_hold')
    .values({ user_id: userId, reason })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ reason }))
    .execute()
}

/** @returns false when there was no hold */
export async function deleteHold(db: Db, userId: number): Promise<boolean> {
  const result = await db.deleteFrom('data_rights_hold').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** @param entry `userId` is null for a full erasure */
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

/** Newest first. */
export function listAccountAuditEntries(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('account_audit_entry')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute()
}
