// All SQL on platform accounts themselves: who is verified, restricted and held.
import { sql } from 'kysely'
import type { Actor, Ctx, Db } from '../context'
import { DomainError } from '../errors'
import type { ApplicantStanding } from './rules'

/** What decides whether the account may apply in the community, in one round trip. */
export async function readStanding(ctx: Ctx, userId: number): Promise<ApplicantStanding> {
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

/**
 * Whether a data-rights request protects the account.
 * @throws DomainError 503 `data_rights_unavailable`: where nobody can say, the account is treated as protected
 */
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

/** Until the transaction ends, whoever else wants to change what is kept about the account waits. */
export async function lockAccount(db: Db, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account ' || ${userId}::text, 0))`.execute(db)
}

/** What an operator keeps about an account, whatever the community. */
export interface AccountRow {
  readonly chat_user_id: string | null
  readonly verified_at: string | null
  readonly restricted_at: string | null
  readonly restriction_reason: string | null
  readonly held_at: string | null
  readonly hold_reason: string | null
}

/** The account as the operator knows it; all null where nothing is kept. */
export async function readAccount(db: Db, userId: number): Promise<AccountRow> {
  const { rows } = await sql<AccountRow>`
    select v.chat_user_id, v.verified_at, r.restricted_at, r.reason as restriction_reason, h.held_at, h.reason as hold_reason
    from (values (${userId}::bigint)) as asked (user_id)
    left join verified_account v using (user_id)
    left join account_restriction r using (user_id)
    left join data_rights_hold h using (user_id)`.execute(db)
  if (rows[0]) return rows[0]
  throw new Error('a row that every account has is missing')
}

/** Links the account to a chat owner, from now on. */
export async function upsertVerified(db: Db, userId: number, chatUserId: string): Promise<void> {
  await db
    .insertInto('verified_account')
    .values({ user_id: userId, chat_user_id: chatUserId })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ chat_user_id: chatUserId, verified_at: sql<string>`now()` }),
    )
    .execute()
}

/** Restricts the account; one restricted already gets the new reason. */
export async function upsertRestriction(db: Db, userId: number, reason: string | null): Promise<void> {
  await db
    .insertInto('account_restriction')
    .values({ user_id: userId, reason })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ reason }))
    .execute()
}

/** Ends the restriction; false when there was none. */
export async function deleteRestriction(db: Db, userId: number): Promise<boolean> {
  const result = await db.deleteFrom('account_restriction').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Holds the account's data; one held already gets the new reason. */
export async function upsertHold(db: Db, userId: number, reason: string | null): Promise<void> {
  await db
    .insertInto('data_rights_hold')
    .values({ user_id: userId, reason })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ reason }))
    .execute()
}

/** Ends the hold; false when there was none. */
export async function deleteHold(db: Db, userId: number): Promise<boolean> {
  const result = await db.deleteFrom('data_rights_hold').where('user_id', '=', userId).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Writes one entry of the account's own trail; without a user id it is about an account that nobody may name any more. */
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

/** The newest entries of the account's own trail first. */
export function listAccountAuditEntries(db: Db, userId: number, limit: number) {
  return db
    .selectFrom('account_audit_entry')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('audit_id', 'desc')
    .limit(limit)
    .execute()
}
