// SQL on the stored amount and the limit of each quota. Triggers maintain the amounts (sql/0027_storage_limits.sql).
import { sql } from 'kysely'
import type { Db } from '../../context'

export interface StorageRow {
  readonly quota: string
  readonly unit: 'bytes' | 'items'
  readonly used: number
  readonly limit: number
  readonly own: boolean
}

export async function listStorage(db: Db, communityId: string): Promise<StorageRow[]> {
  const { rows } = await sql<StorageRow>`
    select q.quota, q.unit, coalesce(s.used, 0) as used, coalesce(s.own_limit, q.default_limit) as "limit",
      s.own_limit is not null as own
    from storage_quotas() q
    left join community_storage s on s.community_id = ${communityId} and s.quota = q.quota
    order by q.quota`.execute(db)
  return rows
}

export async function findStorage(db: Db, communityId: string, quota: string): Promise<StorageRow> {
  const row = (await listStorage(db, communityId)).find((one) => one.quota === quota)
  if (!row) throw new Error(`there is no quota ${quota}`)
  return row
}

/** The quota when its limit is reached, or null. */
export async function findFullStorage(db: Db, communityId: string, quota: string): Promise<StorageRow | null> {
  const row = await findStorage(db, communityId, quota)
  return row.used < row.limit ? null : row
}

/** Stores the community's own limit; null restores the default. */
export async function upsertStorageLimit(
  db: Db,
  communityId: string,
  quota: string,
  limit: number | null,
): Promise<void> {
  await sql`
    insert into community_storage (community_id, quota, own_limit) values (${communityId}, ${quota}, ${limit})
    on conflict (community_id, quota) do update set own_limit = excluded.own_limit`.execute(db)
}
