// SQL on the codes and sessions of applicants.
import { sql } from 'kysely'
import { communityFacts } from '../../communities/queries'
import type { Community, Db, TxCtx } from '../../context'
import { clock, inSeconds, now } from '../../db/expressions'
import { own, type Tenant } from '../../db/own'
import { columns, statement, type RowOf } from '../../db/statements'

/** Longer than an attempt with the issuer (10 minutes). */
const KEPT_SECONDS = 3_600

const anyOf = (hashes: readonly Buffer[]) => sql<Buffer>`any(${hashes}::bytea[])`

/** No other code of the community can be issued until the transaction ends. */
export async function lockCodes(tx: TxCtx): Promise<void> {
  const key = sql`hashtextextended('applicant codes ' || ${tx.community.communityId}::text, 0)`
  await tx.db.selectNoFrom(({ fn }) => fn('pg_advisory_xact_lock', [key]).as('locked')).execute()
}

/** Replaces the former code of the account. */
export async function insertCode(tx: TxCtx, hash: Buffer, userId: number, seconds: number): Promise<string> {
  await own(tx).deleteFrom('applicant_code').where('user_id', '=', userId).execute()
  const { expires_at } = await tx.db
    .insertInto('applicant_code')
    .values({
      community_id: tx.community.communityId,
      code_hash: hash,
      user_id: userId,
      expires_at: inSeconds(seconds),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

export async function countCodes(tx: TxCtx): Promise<number> {
  const { codes } = await own(tx)
    .selectFrom('applicant_code')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('expires_at', '>', clock)
    .executeTakeFirstOrThrow()
  return codes
}

export async function findCode(ctx: Tenant, hashes: readonly Buffer[]): Promise<number | null> {
  const row = await own(ctx)
    .selectFrom('applicant_code')
    .select('user_id')
    .where('code_hash', '=', anyOf(hashes))
    .where('expires_at', '>', clock)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** @returns false if a concurrent request consumed it */
export async function consumeCode(tx: TxCtx, hashes: readonly Buffer[]): Promise<boolean> {
  const { numDeletedRows } = await own(tx)
    .deleteFrom('applicant_code')
    .where('code_hash', '=', anyOf(hashes))
    .where('expires_at', '>', clock)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const findApplicantSessionStatement = statement(
  'find_applicant_session',
  `select s.user_id, s.token_hash, (s.chat_user_id is null or s.chat_user_id = coalesce(
       (select l.chat_user_id from account_link l where l.community_id = :communityId and l.user_id = s.user_id),
       (select v.chat_user_id from verified_account v where v.user_id = s.user_id)) is true) as "is_linked!",
     round(extract(epoch from s.last_used_at) * 1000)::float8 as "last_used_at_ms!",
     round(extract(epoch from s.expires_at) * 1000)::float8 as "expires_at_ms!", ${communityFacts} as "facts!"
   from applicant_session s join community c using (community_id)
   where s.community_id = :communityId and s.session_id = :sessionId`,
  columns<{ readonly facts: Community }>(),
)

export type FoundApplicantSession = RowOf<typeof findApplicantSessionStatement>

export async function findApplicantSession(
  db: Db,
  communityId: string,
  sessionId: string,
): Promise<FoundApplicantSession | null> {
  return (await findApplicantSessionStatement(db, { communityId, sessionId }))[0] ?? null
}

export async function touchApplicantSession(db: Db, communityId: string, sessionId: string, at: string): Promise<void> {
  await db
    .updateTable('applicant_session')
    .set({ last_used_at: at })
    .where('community_id', '=', communityId)
    .where('session_id', '=', sessionId)
    .where('last_used_at', '<', at)
    .execute()
}

/** Null: signed in with a code. */
export type ApplicantOrigin = { readonly chatUserId: string; readonly attempt: Buffer } | null

export interface NewApplicantSession {
  readonly sessionId: string
  readonly userId: number
  readonly hash: Buffer
  readonly origin: ApplicantOrigin
  readonly createdAt: string
  readonly expiresAt: string
}

/**
 * The newest `keep` sessions of the account, which the caller has locked, stay. The others end; their rows stay for an hour, so that
 * their attempts count no second time.
 */
export async function insertApplicantSession(tx: TxCtx, session: NewApplicantSession, keep: number): Promise<void> {
  const { sessionId, userId, hash, origin, createdAt, expiresAt } = session
  await tx.db
    .insertInto('applicant_session')
    .values({
      community_id: tx.community.communityId,
      session_id: sessionId,
      user_id: userId,
      token_hash: hash,
      created_at: createdAt,
      last_used_at: createdAt,
      expires_at: expiresAt,
      chat_user_id: origin?.chatUserId ?? null,
      attempt_hash: origin?.attempt ?? null,
    })
    .execute()
  await own(tx)
    .updateTable('applicant_session')
    .set({ expires_at: createdAt })
    .where('user_id', '=', userId)
    .where('session_id', '!=', sessionId)
    .where('expires_at', '>', createdAt)
    .where(({ eb, selectFrom }) =>
      eb(
        'session_id',
        'not in',
        selectFrom('applicant_session as n')
          .select('n.session_id')
          .where('n.community_id', '=', tx.community.communityId)
          .where('n.user_id', '=', userId)
          .orderBy('n.created_at', 'desc')
          .orderBy('n.session_id')
          .limit(keep),
      ),
    )
    .execute()
}

/**
 * The row stays for an hour, so that its attempt counts no second time.
 * @param hash when a cookie names the session
 * @returns its account; null when it has ended already
 */
export async function endApplicantSession(
  tx: TxCtx,
  sessionId: string,
  at: string,
  hash?: Buffer,
): Promise<number | null> {
  const ended = await own(tx)
    .updateTable('applicant_session')
    .set({ expires_at: at })
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', at)
    .$if(hash !== undefined, (sessions) => sessions.where('token_hash', '=', hash ?? null))
    .returning('user_id')
    .executeTakeFirst()
  return ended?.user_id ?? null
}

export interface LinkedAccount {
  readonly userId: number
  readonly username: string | null
}

/** The link of the community counts before the operator's. */
export async function findAccountsOf(ctx: Tenant, chatUserId: string): Promise<LinkedAccount[]> {
  const { communityId } = ctx.community
  const accounts = await own(ctx)
    .selectFrom('account_link')
    .select('user_id')
    .where('chat_user_id', '=', chatUserId)
    .union(
      ctx.db
        .selectFrom('verified_account as v')
        .select('v.user_id')
        .where('v.chat_user_id', '=', chatUserId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('account_link as l')
                .select('l.user_id')
                .where('l.community_id', '=', communityId)
                .whereRef('l.user_id', '=', 'v.user_id'),
            ),
          ),
        ),
    )
    .orderBy('user_id')
    .execute()
  return Promise.all(
    accounts.map(async ({ user_id: userId }) => ({ userId, username: (await namesOfAccount(ctx, userId)).username })),
  )
}

export async function namesOfAccount(
  ctx: Tenant,
  userId: number,
): Promise<{ readonly username: string | null; readonly displayName: string | null }> {
  const row = await own(ctx)
    .selectFrom('member')
    .select(['username', 'display_name as displayName'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? { username: null, displayName: null }
}

export async function deleteOldApplicants(db: Db): Promise<void> {
  await db.deleteFrom('applicant_code').where('expires_at', '<=', now).execute()
  await db.deleteFrom('applicant_session').where('expires_at', '<=', inSeconds(-KEPT_SECONDS)).execute()
}
