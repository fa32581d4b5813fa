// SQL of the platform's erasure requests.
import { sql } from 'kysely'
import type { Db } from '../../context'
import type { ErasedRows } from '../full-erasure/queries'

export interface NewRequest {
  readonly notificationId: string
  readonly userId: number
  /** Identifies the account once its id is erased. */
  readonly digest: Buffer
}

/** @returns false when the notification was recorded before */
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
  const { rows } = await sql<{ notification_id: string }>`
    select notification_id from erasure_request r
    where completed_at is null and not exists (select from data_rights_hold h where h.user_id = r.user_id)
    order by received_at, notification_id limit 1000`.execute(db)
  return rows.map((row) => row.notification_id)
}

/** Completes every request for the account and removes its id. */
export async function completeRequests(db: Db, userId: number, erased: ErasedRows): Promise<void> {
  await sql`
    update erasure_request set user_id = null, completed_at = now(), erased = ${JSON.stringify(erased)}::jsonb
    where user_id = ${userId}`.execute(db)
}

export interface RequestRow {
  readonly notification_id: string
  /** null once erased. */
  readonly user_id: number | null
  readonly received_at: string
  readonly completed_at: string | null
  /** A hold postpones it. */
  readonly held: boolean
  readonly erased: ErasedRows | null
}

const columns = sql`notification_id, user_id, received_at, completed_at, erased,
  exists (select from data_rights_hold h where h.user_id = r.user_id) as held`

export async function listOpenRequests(db: Db, userId: number): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from erasure_request r where user_id = ${userId} order by received_at`.execute(db)
  return rows
}

/** The newest requests first. @param digests those of one account, under every key; null: all */
export async function listRequests(db: Db, limit: number, digests: readonly Buffer[] | null): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from erasure_request r where ${digests}::bytea[] is null or account_digest = any(${digests}::bytea[])
    order by received_at desc, notification_id desc limit ${limit}`.execute(db)
  return rows
}

/** Keys of digests made before a rotation, encrypted. */
export async function listDigestKeys(db: Db): Promise<{ key_id: string; sealed: Buffer }[]> {
  return db.selectFrom('erasure_digest_key').select(['key_id', 'sealed']).execute()
}
