// SQL on api_key, legacy_key, rate_window and rate_log.
import { sql } from 'kysely'
import { communityFacts, type CommunityFactsRow } from '../communities/queries'
import type { Db } from '../context'
import { query } from '../db/statements'
import { parseNetworks } from './addresses'
import type { Lease, LeaseRequest, LoggedRequest } from './limits'
import type { Principal } from './rules'
import { WINDOW_MS } from './window'

export interface StoredKey {
  readonly keyHash: Buffer
  readonly principal: Principal
}

const findKeyStatement = query<{
  name: string
  key_hash: Buffer
  scopes: string[]
  enabled: boolean
  expires_at_ms: number | null
  allowed_addresses: string[] | null
  origin_key_id: string
  facts: CommunityFactsRow
}>(
  'find_key',
  `select k.name, k.key_hash, k.scopes, k.enabled,
     round(extract(epoch from k.expires_at) * 1000)::float8 as expires_at_ms, k.allowed_addresses,
     coalesce(k.origin_key_id, k.key_id) as origin_key_id, ${communityFacts} as facts
   from api_key k join community c using (community_id)
   where k.community_id = $1 and k.key_id = $2 and k.revoked_at is null`,
)

/** null when unknown, revoked or of another community. */
export async function findKey(db: Db, communityId: string, keyId: string): Promise<StoredKey | null> {
  const [row] = await findKeyStatement(db, [communityId, keyId])
  if (!row) return null
  return {
    keyHash: row.key_hash,
    principal: {
      keyId,
      originKeyId: row.origin_key_id,
      name: row.name,
      scopes: row.scopes,
      enabled: row.enabled,
      expiresAt: row.expires_at_ms,
      networks: row.allowed_addresses && parseNetworks(row.allowed_addresses),
      community: row.facts,
    },
  }
}

/** Whether this was a key of the community in the first version. */
export async function isLegacyKey(db: Db, communityId: string, keyHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('legacy_key')
    .select('community_id')
    .where('community_id', '=', communityId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return found !== undefined
}

/** @param keys pairs of community id and key id */
export async function touchKeys(db: Db, keys: readonly (readonly [string, string])[]): Promise<void> {
  await sql`
    update api_key k set last_used_at = now()
    from unnest(${keys.map(([communityId]) => communityId)}::text[], ${keys.map(([, keyId]) => keyId)}::text[])
      as used (community_id, key_id)
    where k.community_id = used.community_id and k.key_id = used.key_id`.execute(db)
}

/** @param keys pairs of community id and key id */
export async function findExistingKeys(
  db: Db,
  keys: readonly (readonly [string, string])[],
): Promise<(readonly [string, string])[]> {
  const { rows } = await sql<{ community_id: string; key_id: string }>`
    select k.community_id, k.key_id
    from unnest(${keys.map(([communityId]) => communityId)}::text[], ${keys.map(([, keyId]) => keyId)}::text[])
      as asked (community_id, key_id)
    join api_key k using (community_id, key_id) where k.revoked_at is null`.execute(db)
  return rows.map((row) => [row.community_id, row.key_id])
}

const leaseStatement = query<Lease>(
  'lease_permits',
  `with last as (
     select coalesce(sum(least(used, $4)), 0)::bigint as taken from rate_window
     where bucket = $1 and window_start = $2::bigint - ${WINDOW_MS}
   ), room as (
     select taken as previous, greatest(0, $4::bigint - (taken * $3::bigint + ${WINDOW_MS - 1}) / ${WINDOW_MS} - $5::bigint) as free
     from last
   )
   insert into rate_window as w (bucket, window_start, used, granted)
   select $1, $2, $5 + least($6::bigint, free), least($6, free) from room
   on conflict (bucket, window_start) do update set
     used = w.used + $5 + greatest(0, least($6, (select free from room) - w.used)),
     granted = greatest(0, least($6, (select free from room) - w.used))
   returning used as taken, granted, (select previous from room) as previous`,
)

/** Computes the room as window.roomAt does. */
export async function takePermits(db: Db, request: LeaseRequest): Promise<Lease> {
  const { bucket, start, weightMs, limit, used, permits } = request
  const [lease] = await leaseStatement(db, [bucket, start, weightMs, limit, used, permits])
  if (!lease) throw new Error('a lease returned no row')
  return lease
}

const logStatement = query<{ admitted: boolean; times: string[] }>(
  'log_request',
  `insert into rate_log as l (bucket, admitted, granted) values ($1, array[$2::bigint], true)
   on conflict (bucket) do update set (admitted, granted) = (
     select case when cardinality(recent) < $3::integer then recent || $2::bigint else recent end, cardinality(recent) < $3
     from (select array(select t from unnest(l.admitted) t where t > $2 - ${WINDOW_MS} order by t) as recent) last)
   returning admitted as times, granted as admitted`,
)

/** Admits and stores a request when fewer than `limit` were admitted in the last minute. @param now milliseconds since the epoch */
export async function logRequest(db: Db, bucket: string, now: number, limit: number): Promise<LoggedRequest> {
  const [logged] = await logStatement(db, [bucket, now, limit])
  if (!logged) throw new Error('a logged request returned no row')
  return { admitted: logged.admitted, times: logged.times.map(Number) }
}

/** @param before milliseconds since the epoch */
export async function deleteOldWindows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('rate_window').where('window_start', '<', before).execute()
  await sql`delete from rate_log where admitted[cardinality(admitted)] < ${before}`.execute(db)
}

export interface KeyRow {
  readonly community_id: string
  readonly key_id: string
  readonly name: string
  readonly scopes: string[]
  readonly enabled: boolean
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
  /** CIDR; null: any. */
  readonly allowed_addresses: string[] | null
  readonly origin_key_id: string | null
}

const keyColumns = [
  'community_id',
  'key_id',
  'name',
  'scopes',
  'enabled',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
  'allowed_addresses',
  'origin_key_id',
] as const

export function listKeys(db: Db, communityId: string): Promise<KeyRow[]> {
  return db
    .selectFrom('api_key')
    .select(keyColumns)
    .where('community_id', '=', communityId)
    .orderBy('created_at')
    .execute()
}

export async function findKeyById(db: Db, keyId: string): Promise<KeyRow | null> {
  return (await db.selectFrom('api_key').select(keyColumns).where('key_id', '=', keyId).executeTakeFirst()) ?? null
}

export function lockKey(db: Db, { community_id, key_id }: Pick<KeyRow, 'community_id' | 'key_id'>): Promise<KeyRow> {
  return db
    .selectFrom('api_key')
    .select(keyColumns)
    .where('community_id', '=', community_id)
    .where('key_id', '=', key_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

export async function insertKey(
  db: Db,
  communityId: string,
  keyId: string,
  keyHash: Buffer,
  key: {
    readonly name: string
    readonly scopes: readonly string[]
    readonly expiresAt: string | null
    readonly allowedAddresses: readonly string[] | null
    readonly originKeyId: string | null
  },
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({
      community_id: communityId,
      key_id: keyId,
      key_hash: keyHash,
      name: key.name,
      scopes: [...key.scopes],
      expires_at: key.expiresAt,
      allowed_addresses: key.allowedAddresses && [...key.allowedAddresses],
      origin_key_id: key.originKeyId,
    })
    .execute()
}

export async function updateKey(
  db: Db,
  key: Pick<KeyRow, 'community_id' | 'key_id'>,
  change: Partial<Pick<KeyRow, 'enabled' | 'expires_at' | 'revoked_at' | 'allowed_addresses'>>,
): Promise<void> {
  await db
    .updateTable('api_key')
    .set(change)
    .where('community_id', '=', key.community_id)
    .where('key_id', '=', key.key_id)
    .execute()
}

/** Counts valid keys of all communities. */
export async function countExpiringKeys(db: Db, days: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('revoked_at', 'is', null)
    .where('enabled', '=', true)
    .where('expires_at', '>', sql<string>`now()`)
    .where('expires_at', '<=', sql<string>`now() + make_interval(days => ${days})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertLegacyKey(db: Db, communityId: string, keyHash: Buffer): Promise<void> {
  await db
    .insertInto('legacy_key')
    .values({ community_id: communityId, key_hash: keyHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
