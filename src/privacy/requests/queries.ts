// SQL of the platform's erasure requests.
import { sql, type InferResult } from 'kysely'
import type { Db } from '../../context'
import { bool, now } from '../../db/expressions'
import type { ErasedRows } from '../full-erasure/queries'

export interface NewRequest {
  readonly notificationId: string
  readonly userId: number
  /** Identifies the account once its id is erased. */
  readonly digest: Buffer
}

export async function insertRequest(db: Db, { notificationId, userId, digest }: NewRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('erasure_request')
    .values({ notification_id: notificationId, user_id: userId, account_digest: digest })
    .onConflict((conflict) => conflict.column('notification_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

/** The account that is still to be erased; null: it is erased, or there is no such request. */
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
    .where('r.completed_at', 'is', null)
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
    .where('user_id', '=', userId)
    .execute()
}

/** `user_id` is null once erased; `held`: a hold postpones it. */
export type RequestRow = InferResult<ReturnType<typeof selectRequests>>[number]

const selectRequests = (db: Db) =>
  db
    .selectFrom('erasure_request as r')
    .select(['r.notification_id', 'r.user_id', 'r.received_at', 'r.completed_at', 'r.erased'])
    .select(({ exists, selectFrom }) =>
      bool(exists(selectFrom('data_rights_hold as h').whereRef('h.user_id', '=', 'r.user_id'))).as('held'),
    )

export function listOpenRequests(db: Db, userId: number): Promise<RequestRow[]> {
  return selectRequests(db).where('r.user_id', '=', userId).orderBy('r.received_at').execute()
}

/** The newest requests first. @param digests those of one account, under every key; null: all */
export function listRequests(db: Db, limit: number, digests: readonly Buffer[] | null): Promise<RequestRow[]> {
  const rows = selectRequests(db).orderBy('r.received_at', 'desc').orderBy('r.notification_id', 'desc').limit(limit)
  return (
    digests === null
      ? rows
      : rows.where('r.account_digest', '=', ({ fn }) => fn.any(sql<Buffer[]>`${digests}::bytea[]`))
  ).execute()
}

/** Keys of digests made before a rotation, encrypted. */
export async function listDigestKeys(db: Db): Promise<{ key_id: string; sealed: Buffer }[]> {
  return db.selectFrom('erasure_digest_key').select(['key_id', 'sealed']).execute()
}
