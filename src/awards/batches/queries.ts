// SQL on award batches.
import { sql } from 'kysely'
import { ownerOf, ownersOf, type Ctx, type Db, type TxCtx, type AuthorBounds } from '../../context'
import { anyOf, anyText, daysAgo } from '../../db/expressions'
import { columns, statement } from '../../db/statements'
import { storeOccurrences } from '../medals/awards/queries'
import { storedNames } from '../medals/queries'
import { boundRole } from '../../ranks/queries'
import type { Schema } from '../../contract/types'
import { namedAt } from '../../members/names/queries'
import type { EntryError, Holder, MedalFacts } from './rules'
import { own } from '../../db/own'

type Outcome = Schema<'BatchEntryOutcome'>

export interface StoredEntry extends Omit<Outcome, 'index' | 'status' | 'error'> {
  readonly error?: EntryError
}

export interface StoredBatch {
  readonly entries: readonly StoredEntry[]
  readonly createdAt: string
}

export interface BatchResult extends StoredBatch {
  readonly batchId: string
  readonly replayed: boolean
}

export interface KnownBatch extends StoredBatch {
  readonly owner: string
  readonly fingerprint: Buffer
}

const selectBatches = (ctx: Ctx, batchId: string) =>
  own(ctx)
    .selectFrom('award_batch')
    .select(['owner', 'fingerprint', 'created_at as createdAt', sql<StoredEntry[]>`outcome`.as('entries')])
    .where('batch_id', '=', batchId)
    .where('created_at', '>', daysAgo(1))

export async function findOwnBatch(ctx: Ctx, batchId: string): Promise<KnownBatch | null> {
  const known = selectBatches(ctx, batchId).where('owner', 'in', ownersOf(ctx.actor)).orderBy('owner', 'desc').limit(1)
  return (await known.executeTakeFirst()) ?? null
}

/** Of the caller's key; for an operator, of any key. */
export async function findBatch(ctx: Ctx, batchId: string): Promise<StoredBatch | null> {
  const known = selectBatches(ctx, batchId)
    .$if(ctx.actor.kind !== 'operator', (batches) => batches.where('owner', 'in', ownersOf(ctx.actor)))
    .orderBy('created_at', 'desc')
    .limit(1)
  return (await known.executeTakeFirst()) ?? null
}

/** @returns false: its outcome is another one now */
export async function lockBatch(tx: TxCtx, batchId: string, { owner, entries }: KnownBatch): Promise<boolean> {
  const locked = await selectBatches(tx, batchId)
    .where('owner', '=', owner)
    .where(sql<boolean>`outcome = ${JSON.stringify(entries)}::jsonb`)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

/** Waits for a concurrent insert of the same batch. @returns the time of creation; null: that insert was first */
export async function insertBatch(tx: TxCtx, batchId: string, fingerprint: Buffer): Promise<string | null> {
  const { communityId } = tx.community
  await own(tx)
    .deleteFrom('award_batch')
    .where('batch_id', '=', batchId)
    .where('owner', 'in', ownersOf(tx.actor))
    .where('created_at', '<=', daysAgo(1))
    .execute()
  const inserted = await tx.db
    .insertInto('award_batch')
    .values({ community_id: communityId, batch_id: batchId, owner: ownerOf(tx.actor), fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('created_at')
    .executeTakeFirst()
  return inserted?.created_at ?? null
}

/** @returns the outcome as it is read later */
export async function storeOutcome(
  tx: TxCtx,
  batchId: string,
  owner: string,
  entries: readonly StoredEntry[],
): Promise<StoredEntry[]> {
  const stored = await own(tx)
    .updateTable('award_batch')
    .set({ outcome: JSON.stringify(entries) })
    .where('batch_id', '=', batchId)
    .where('owner', '=', owner)
    .returning(sql<StoredEntry[]>`outcome`.as('entries'))
    .executeTakeFirstOrThrow()
  return stored.entries
}

/** The accounts of usernames that the platform has confirmed since then, by the username in lower case. */
export async function findFreshUserIds(
  ctx: Ctx,
  usernames: readonly string[],
  freshSince: Date,
): Promise<Map<string, number>> {
  if (usernames.length === 0) return new Map()
  const lower = sql<string>`lower(username)`
  const names = usernames.map((name) => name.toLowerCase())
  const confirmedAt = sql<string | null>`${sql.raw(namedAt)}`
  const rows = await own(ctx)
    .selectFrom('member')
    .distinctOn(lower)
    .select([lower.as('name'), 'user_id', confirmedAt.as('named_at')])
    .where(lower, '=', anyText(names))
    .orderBy(lower)
    .orderBy(confirmedAt, (order) => order.desc().nullsLast())
    .execute()
  const fresh = rows.filter(({ named_at: at }) => at !== null && Date.parse(at) > freshSince.getTime())
  return new Map(fresh.map(({ name, user_id }) => [name, user_id]))
}

/** Locks the members by user id, the order in which every statement locks several members. */
export async function lockHolders(tx: TxCtx, userIds: readonly number[]): Promise<Holder[]> {
  const rows = await own(tx)
    .selectFrom('member')
    .select([
      'user_id as userId',
      'experience',
      'quota_points as quotaPoints',
      'rank_unique_id as rankUniqueId',
      'role_ids as roleIds',
      'unfinished_role_ids as unfinished',
    ])
    .select('medal_occurrences as medalOccurrences')
    .where('user_id', '=', anyOf(userIds))
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => ({ ...row, medals: new Set<number>() }))
}

const medalsStatement = statement(
  'find_batch_medals',
  `select d.medal_id as "medalId", d.name as "name!", d.archived, ${boundRole} as role, d.author_bounds as "giftBounds" from medal d
   where d.community_id = :communityId and d.name = any(:names::text[])`,
  columns<{ readonly giftBounds: AuthorBounds | null }>(),
)

/** By the name as it was asked for. */
export async function findMedals(ctx: Ctx, names: readonly string[]): Promise<readonly MedalFacts[]> {
  if (names.length === 0) return []
  const { db, community } = ctx
  const find = (spelled: readonly string[]) =>
    medalsStatement(db, { communityId: community.communityId, names: spelled })
  const found = await find(names)
  const others = names.filter((asked) => !found.some(({ name }) => name === asked))
  if (others.length === 0) return found
  const stored = await storedNames(ctx, 'medal', others)
  if (stored.size === 0) return found
  const spelled = await find([...stored.values()])
  const asAsked = others.flatMap((asked) =>
    spelled.filter(({ name }) => name === stored.get(asked)).map((medal) => ({ ...medal, name: asked })),
  )
  return [...found, ...asAsked]
}

export async function listHeldMedals(
  ctx: Ctx,
  userIds: readonly number[],
  medals: readonly MedalFacts[],
): Promise<{ user_id: number; medal_id: number }[]> {
  if (medals.length === 0) return []
  const medalIds = medals.map(({ medalId }) => medalId)
  return own(ctx)
    .selectFrom('member_medal')
    .select(['user_id', 'medal_id'])
    .where('user_id', '=', anyOf(userIds))
    .where('medal_id', '=', anyOf(medalIds))
    .execute()
}

export interface GivenMedal {
  readonly holder: Holder
  readonly medalId: number
}

export async function insertMedals(tx: TxCtx, medals: readonly GivenMedal[]): Promise<void> {
  if (medals.length === 0) return
  const { communityId } = tx.community
  const values = medals.map(({ holder, medalId }) => ({
    community_id: communityId,
    user_id: holder.userId,
    medal_id: medalId,
    count: 1,
  }))
  await tx.db.insertInto('member_medal').values(values).execute()
  await storeOccurrences(tx, [...new Set(medals.map(({ holder }) => holder))])
}

export async function findBlocked(
  { db, community }: Ctx,
  userIds: readonly number[],
): Promise<{ suspended: ReadonlySet<number>; blacklisted: ReadonlySet<number> }> {
  const suspended = await own({ db, community })
    .selectFrom('live_suspension')
    .select('user_id')
    .where('user_id', '=', anyOf(userIds))
    .execute()
  const blacklisted = await own({ db, community })
    .selectFrom('live_blacklist_entry')
    .select('user_id')
    .where('user_id', '=', anyOf(userIds))
    .execute()
  const idsOf = (rows: readonly { user_id: number | null }[]) => new Set(rows.map(({ user_id }) => user_id ?? 0))
  return { suspended: idsOf(suspended), blacklisted: idsOf(blacklisted) }
}

export async function deleteOldBatches(db: Db): Promise<void> {
  await db.deleteFrom('award_batch').where('created_at', '<=', daysAgo(1)).execute()
}
