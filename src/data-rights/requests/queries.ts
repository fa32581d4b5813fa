// SQL of the platform's erasure requests.
import { sql, type InferResult } from 'kysely'
import type { Db } from '../../context'
import { anyText, bool, daysAgo, now } from '../../db/expressions'
import type { ErasedRows } from '../full-erasure/queries'
import type { ParkedAs } from './rules'

export interface NewRequest {
  readonly notificationId: string
  readonly id: number
  /** Identifies the account once its id is erased. */
  readonly digest: Buffer
  /** Of an id whose account is not known. */
  readonly parked?: { readonly parked_as: ParkedAs; readonly domain: string | null }
}

export async function insertRequest(db: Db, { notificationId, id, digest, parked }: NewRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('erasure_request')
    .values({
      notification_id: notificationId,
      account_digest: digest,
      ...(parked === undefined ? { user_id: id } : { parked_id: id, ...parked }),
    })
    .onConflict((conflict) => conflict.column('notification_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export type OpenRequest = NonNullable<Awaited<ReturnType<typeof lockOpenRequest>>>

export function lockOpenRequest(db: Db, notificationId: string) {
  return db
    .selectFrom('erasure_request')
    .select(['user_id', 'parked_id', 'parked_as', 'domain', 'resolved_at', 'account_digest'])
    .where('notification_id', '=', notificationId)
    .where('completed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function wasErased(db: Db, digest: Buffer): Promise<boolean> {
  const earlier = db
    .selectFrom('erasure_request')
    .select('notification_id')
    .where('account_digest', '=', digest)
    .where('completed_at', 'is not', null)
    .where('ended_as', 'is', null)
  return (await earlier.executeTakeFirst()) !== undefined
}

export async function resolveRequest(db: Db, notificationId: string, userId: number): Promise<void> {
  await db
    .updateTable('erasure_request')
    .set({ user_id: userId, resolved_at: now, parked_id: null, parked_as: null, domain: null })
    .where('notification_id', '=', notificationId)
    .where('completed_at', 'is', null)
    .execute()
}

export async function parkRequest(db: Db, notificationId: string, id: number, parkedAs: ParkedAs): Promise<void> {
  await db
    .updateTable('erasure_request')
    .set({ user_id: null, parked_id: id, parked_as: parkedAs })
    .where('notification_id', '=', notificationId)
    .where('completed_at', 'is', null)
    .execute()
}

/** @returns false: no such request is parked */
export async function endParkedRequest(
  db: Db,
  notificationId: string,
  outcome: 'closed' | 'no-data',
  erased: ErasedRows = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('erasure_request')
    .set({ parked_id: null, parked_as: null, domain: null, completed_at: now, ended_as: outcome })
    .set({ erased: JSON.stringify(erased) })
    .where('notification_id', '=', notificationId)
    .where('parked_id', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export type ParkedRequest = Awaited<ReturnType<typeof listUnknownRequests>>[number]

/** Oldest first. @param days `isOver`: received longer ago */
export function listUnknownRequests(db: Db, days: number) {
  return db
    .selectFrom('erasure_request')
    .select(({ ref, eb }) => [
      'notification_id as notificationId',
      'domain',
      ref('parked_id').$notNull().as('id'),
      bool(eb('received_at', '<', daysAgo(days))).as('isOver'),
    ])
    .where('parked_as', '=', 'unknown')
    .orderBy('received_at')
    .orderBy('notification_id')
    .limit(1_000)
    .execute()
}

export async function countParkedRequests(db: Db): Promise<number> {
  const counted = db
    .selectFrom('erasure_request')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('parked_id', 'is not', null)
  return (await counted.executeTakeFirstOrThrow()).count
}

/** The index over all communities is one of texts, so that no statement of one community uses it. */
const idText = sql<string>`id::text`

export function findIdentitiesById(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('identity')
    .select(({ ref }) => ['domain', 'id', ref('user_id').$notNull().as('user_id')])
    .distinct()
    .where(idText, '=', anyText(ids.map(String)))
    .where('user_id', 'is not', null)
    .execute()
}

export async function deletePendingIdentities(db: Db, id: number, domain: string | null): Promise<number> {
  let pending = db.deleteFrom('identity').where(idText, '=', String(id)).where('user_id', 'is', null)
  if (domain !== null) pending = pending.where('domain', '=', domain)
  return Number((await pending.executeTakeFirstOrThrow()).numDeletedRows)
}

/** Null: it is erased or not known, or there is no such request. */
export async function findAccountOf(db: Db, notificationId: string): Promise<number | null> {
  const row = await db
    .selectFrom('erasure_request')
    .select('user_id')
    .where('notification_id', '=', notificationId)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Open requests that no hold postpones, oldest first. */
export async function listDueRequests(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('erasure_request as r')
    .select('r.notification_id')
    .where('r.user_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('data_rights_hold as h').whereRef('h.user_id', '=', 'r.user_id'))),
    )
    .orderBy('r.received_at')
    .orderBy('r.notification_id')
    .limit(1_000)
    .execute()
  return rows.map((row) => row.notification_id)
}

export async function completeRequests(db: Db, userId: number, erased: ErasedRows): Promise<void> {
  await db
    .updateTable('erasure_request')
    .set({ user_id: null, completed_at: now, erased: JSON.stringify(erased) })
    .set({ parked_id: null, parked_as: null })
    .where(({ or, and, eb }) =>
      or([
        eb('user_id', '=', userId),
        and([eb('parked_id', '=', userId), eb('parked_as', '=', 'unknown'), eb('domain', 'is', null)]),
      ]),
    )
    .execute()
}

export type RequestRow = InferResult<ReturnType<typeof selectRequests>>[number]

const selectRequests = (db: Db) =>
  db
    .selectFrom('erasure_request as r')
    .select(['r.notification_id', 'r.user_id', 'r.received_at', 'r.completed_at', 'r.erased'])
    .select(['r.parked_id', 'r.parked_as', 'r.domain', 'r.ended_as'])
    .select(({ exists, selectFrom }) =>
      bool(exists(selectFrom('data_rights_hold as h').whereRef('h.user_id', '=', 'r.user_id'))).as('held'),
    )

export function listOpenRequests(db: Db, userId: number): Promise<RequestRow[]> {
  return selectRequests(db)
    .where(({ or, and, eb }) =>
      or([eb('r.user_id', '=', userId), and([eb('r.parked_id', '=', userId), eb('r.domain', 'is', null)])]),
    )
    .orderBy('r.received_at')
    .execute()
}

/** Newest first. @param digests of one account, under every key; null: all */
export function listRequests(
  db: Db,
  { limit, onlyParked }: { readonly limit: number; readonly onlyParked: boolean },
  digests: readonly Buffer[] | null,
): Promise<RequestRow[]> {
  let rows = selectRequests(db).orderBy('r.received_at', 'desc').orderBy('r.notification_id', 'desc').limit(limit)
  if (onlyParked) rows = rows.where('r.parked_id', 'is not', null)
  return (
    digests === null
      ? rows
      : rows.where('r.account_digest', '=', ({ fn }) => fn.any(sql<Buffer[]>`${digests}::bytea[]`))
  ).execute()
}

export async function listDigestKeys(db: Db): Promise<{ key_id: string; sealed: Buffer }[]> {
  return db.selectFrom('erasure_digest_key').select(['key_id', 'sealed']).execute()
}

/** Completed ones. */
export async function deleteOldRequests(db: Db, days: number): Promise<void> {
  await db.deleteFrom('erasure_request').where('completed_at', '<', daysAgo(days)).execute()
}
