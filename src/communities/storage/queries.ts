// SQL on the stored amount and the limit of each quota. Triggers maintain the amounts (sql/functions/count_storage.sql).
import type { Db } from '../../context'
import { columns, statement, type RowOf } from '../../db/statements'

const listStatement = statement(
  'list_storage',
  `select q.quota as "quota!", q.unit as "unit!", coalesce(s.used, 0) as "used!",
     coalesce(s.own_limit, q.default_limit) as "limit!", s.own_limit is not null as "own!"
   from storage_quotas() q
   left join community_storage s on s.community_id = :communityId and s.quota = q.quota
   order by q.quota`,
  columns<{ readonly unit: 'bytes' | 'items' }>(),
)

export type StorageRow = RowOf<typeof listStatement>

export const listStorage = (db: Db, communityId: string): Promise<StorageRow[]> => listStatement(db, { communityId })

const fullestStatement = statement(
  'list_fullest_storage',
  `select distinct on (s.community_id) s.community_id, s.quota, s.used, coalesce(s.own_limit, q.default_limit) as "limit!"
   from community_storage s
   join storage_quotas() q on q.quota = s.quota
   order by s.community_id, s.used / greatest(coalesce(s.own_limit, q.default_limit), 1)::float8 desc, s.quota`,
)

/** The fullest quota of each community that stores something. */
export const listFullestStorage = (db: Db): Promise<RowOf<typeof fullestStatement>[]> => fullestStatement(db, {})

export async function findStorage(db: Db, communityId: string, quota: string): Promise<StorageRow> {
  const row = (await listStorage(db, communityId)).find((one) => one.quota === quota)
  if (!row) throw new Error(`there is no quota ${quota}`)
  return row
}

/** Null: the limit is not reached. */
export async function findFullStorage(db: Db, communityId: string, quota: string): Promise<StorageRow | null> {
  const row = await findStorage(db, communityId, quota)
  return row.used < row.limit ? null : row
}

/** @param limit null: the default */
export async function upsertStorageLimit(
  db: Db,
  communityId: string,
  quota: string,
  limit: number | null,
): Promise<void> {
  await db
    .insertInto('community_storage')
    .values({ community_id: communityId, quota, own_limit: limit })
    .onConflict((conflict) => conflict.columns(['community_id', 'quota']).doUpdateSet({ own_limit: limit }))
    .execute()
}
