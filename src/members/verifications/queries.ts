// SQL on links to chat accounts, codes and attempts.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../../context'
import { bool, clock, inSeconds, now, unnested } from '../../db/expressions'
import type { LinkMethod, LinkRow, LinkState, NewLink } from './rules'
import { own } from '../../db/own'

const anyOf = (hashes: readonly Buffer[]) => sql<Buffer>`any(${hashes}::bytea[])`

/** This community's link, or else the operator's without its chat account. */
export async function findLink(ctx: Ctx, userId: number): Promise<LinkRow | null> {
  const row = await ctx.db
    .selectFrom(unnested('asked', [{ user_id: userId }], { user_id: 'bigint' }))
    .leftJoin('account_link as l', (join) =>
      join.onRef('l.user_id', '=', 'asked.user_id').on('l.community_id', '=', ctx.community.communityId),
    )
    .leftJoin('verified_account as v', 'v.user_id', 'asked.user_id')
    .select(['asked.user_id', 'l.chat_user_id'])
    .select(({ fn }) => [
      fn.coalesce('l.method', sql<string>`'operator'`).as('method'),
      fn.coalesce('l.linked_at', 'v.verified_at').$notNull().as('linked_at'),
    ])
    .where(({ or, eb }) => or([eb('l.user_id', 'is not', null), eb('v.user_id', 'is not', null)]))
    .executeTakeFirst()
  return row ?? null
}

export function listLinksOf(db: Db, userId: number) {
  return db
    .selectFrom('account_link as l')
    .innerJoin('community as c', 'c.community_id', 'l.community_id')
    .select(['l.community_id', 'c.name', 'l.chat_user_id', 'l.method', 'l.linked_at'])
    .where('l.user_id', '=', userId)
    .orderBy('l.community_id')
    .execute()
}

export function readLinkStates(tx: TxCtx, userIds: readonly number[]): Promise<LinkState[]> {
  const rows = userIds.map((user_id) => ({ user_id }))
  return tx.db
    .selectFrom(unnested('asked', rows, { user_id: 'bigint' }))
    .leftJoin('account_link as l', (join) =>
      join.onRef('l.user_id', '=', 'asked.user_id').on('l.community_id', '=', tx.community.communityId),
    )
    .leftJoin('verified_account as v', 'v.user_id', 'asked.user_id')
    .leftJoin('data_rights_hold as h', 'h.user_id', 'asked.user_id')
    .select(['asked.user_id', 'l.chat_user_id'])
    .select(({ eb }) => [
      bool(eb('v.user_id', 'is not', null)).as('by_operator'),
      bool(eb('h.user_id', 'is not', null)).as('held'),
    ])
    .orderBy('asked.nth')
    .execute()
}

export async function upsertLinks(tx: TxCtx, links: readonly NewLink[], method: LinkMethod): Promise<void> {
  if (links.length === 0) return
  const values = links.map(({ userId, chatUserId }) => ({
    community_id: tx.community.communityId,
    user_id: userId,
    chat_user_id: chatUserId,
    method,
  }))
  await tx.db
    .insertInto('account_link')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['community_id', 'user_id']).doUpdateSet(({ ref }) => ({
        chat_user_id: ref('excluded.chat_user_id'),
        method: ref('excluded.method'),
        linked_at: now,
      })),
    )
    .execute()
}

export async function deleteLink(tx: TxCtx, userId: number): Promise<void> {
  await own(tx).deleteFrom('account_link').where('user_id', '=', userId).execute()
}

/** One side of a link: one of the two is null. */
export interface CodeSubject {
  readonly userId: number | null
  readonly chatUserId: string | null
}

/** No other code of the community can be issued until the transaction ends. */
export async function lockCodes(tx: TxCtx): Promise<void> {
  const key = sql`hashtextextended('link codes ' || ${tx.community.communityId}::text, 0)`
  await tx.db.selectNoFrom(({ fn }) => fn('pg_advisory_xact_lock', [key]).as('locked')).execute()
}

/** @param hash of the only code that the account then has */
export async function insertCode(
  tx: TxCtx,
  hash: Buffer,
  { userId, chatUserId }: CodeSubject,
  seconds: number,
): Promise<string> {
  const { communityId } = tx.community
  await own(tx)
    .deleteFrom('link_code')
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('chat_user_id', '=', chatUserId)]))
    .execute()
  const { expires_at } = await tx.db
    .insertInto('link_code')
    .values({
      community_id: communityId,
      code_hash: hash,
      user_id: userId,
      chat_user_id: chatUserId,
      expires_at: inSeconds(seconds),
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

export async function countCodes(tx: TxCtx): Promise<number> {
  const { codes } = await own(tx)
    .selectFrom('link_code')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('expires_at', '>', clock)
    .executeTakeFirstOrThrow()
  return codes
}

export async function findCode(tx: TxCtx, hashes: readonly Buffer[]): Promise<CodeSubject | null> {
  const row = await own(tx)
    .selectFrom('link_code')
    .select(['user_id as userId', 'chat_user_id as chatUserId'])
    .where('code_hash', '=', anyOf(hashes))
    .where('expires_at', '>', clock)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false if a concurrent request consumed it */
export async function consumeCode(tx: TxCtx, hashes: readonly Buffer[]): Promise<boolean> {
  const { numDeletedRows } = await own(tx)
    .deleteFrom('link_code')
    .where('code_hash', '=', anyOf(hashes))
    .where('expires_at', '>', clock)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Attempts count this long from the first one. */
const ATTEMPT_SECONDS = 900

/** Counts an attempt, exactly over concurrent callers. @returns false if the subject must wait */
export async function takeAttempt(tx: TxCtx, subject: Buffer, most: number): Promise<boolean> {
  const isOver = sql<boolean>`link_attempt.ends_at <= clock_timestamp()`
  const taken = await tx.db
    .insertInto('link_attempt')
    .values({ community_id: tx.community.communityId, subject, attempts: 1, ends_at: endOfAttempts })
    .onConflict((conflict) =>
      conflict
        .columns(['community_id', 'subject'])
        .doUpdateSet({
          attempts: sql`case when ${isOver} then 1 else link_attempt.attempts + 1 end`,
          ends_at: sql`case when ${isOver} then ${endOfAttempts} else link_attempt.ends_at end`,
        })
        .where(({ or, eb }) => or([isOver, eb('link_attempt.attempts', '<', most)])),
    )
    .returning('attempts')
    .executeTakeFirst()
  return taken !== undefined
}

/** Seconds until a subject without attempts has some again. */
export async function findWait(tx: TxCtx, subject: Buffer): Promise<number> {
  const row = await own(tx)
    .selectFrom('link_attempt')
    .select(sql<number>`ceil(greatest(1, extract(epoch from ends_at - clock_timestamp())))::int`.as('seconds'))
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.seconds ?? 1
}

const endOfAttempts = sql<string>`clock_timestamp() + make_interval(secs => ${sql.lit(ATTEMPT_SECONDS)})`

/** A right code is no attempt. */
export async function returnAttempts(tx: TxCtx, subjects: readonly Buffer[]): Promise<void> {
  await own(tx)
    .updateTable('link_attempt')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('subject', '=', anyOf(subjects))
    .where('attempts', '>', 0)
    .execute()
}

export async function deleteOldCodes(db: Db): Promise<void> {
  await db.deleteFrom('link_code').where('expires_at', '<=', now).execute()
  await db.deleteFrom('link_attempt').where('ends_at', '<=', now).execute()
}
