// All SQL on how much a community stores by quota, and how much it may. The counts are kept by triggers (sql/0027_storage_limits.sql).
import { sql } from 'kysely'
import type { Db } from '../../context'

/** One quota of a community. */
export interface StorageRow {
  readonly quota: string
  readonly unit: 'bytes' | 'items'
  readonly used: number
  readonly limit: number
  /** Whether the limit is the community's own. */
  readonly own: boolean
}

/** What the community stores by quota, by name. */
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

/** The quota when it is used up; null: there is room. */
export async function findFullStorage(db: Db, communityId: string, quota: string): Promise<StorageRow | null> {
  const row = await findStorage(db, communityId, quota)
  return row.used < row.limit ? null : row
}

/** Sets the community's own limit; null: the default again. */
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
