// All SQL on api_key, legacy_key and rate_window that serves a request.
import { sql } from 'kysely'
import { communityFacts, type CommunityFactsRow } from '../communities/queries'
import type { Db } from '../context'
import { query } from '../db/statements'
import type { Principal } from './rules'

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
  facts: CommunityFactsRow
}>(
  'find_key',
  `select k.name, k.key_hash, k.scopes, k.enabled,
     round(extract(epoch from k.expires_at) * 1000)::float8 as expires_at_ms, ${communityFacts} as facts
   from api_key k join community c using (community_id)
   where k.community_id = $1 and k.key_id = $2 and k.revoked_at is null`,
)

/** The key with its community; null when unknown, revoked or another community's: nobody is told which. */
export async function findKey(db: Db, communityId: string, keyId: string): Promise<StoredKey | null> {
  const [row] = await findKeyStatement(db, [communityId, keyId])
  if (!row) return null
  return {
    keyHash: row.key_hash,
    principal: {
      keyId,
      name: row.name,
      scopes: row.scopes,
      enabled: row.enabled,
      expiresAt: row.expires_at_ms,
      community: row.facts,
    },
  }
}

/** Whether this is a key of the service's first version that the community once had. */
export async function isLegacyKey(db: Db, communityId: string, keyHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('legacy_key')
    .select('community_id')
    .where('community_id', '=', communityId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return found !== undefined
}

/** Notes that keys were used. `keys` are pairs of community and key id. */
export async function touchKeys(db: Db, keys: readonly (readonly [string, string])[]): Promise<void> {
  await sql`
    update api_key k set last_used_at = now()
    from unnest(${keys.map(([communityId]) => communityId)}::text[], ${keys.map(([, keyId]) => keyId)}::text[])
      as used (community_id, key_id)
    where k.community_id = used.community_id and k.key_id = used.key_id`.execute(db)
}

const leaseStatement = query<{ used: number }>(
  'lease_permits',
  `insert into rate_window as w (bucket, window_start, used) values ($1, $2, $3)
   on conflict (bucket, window_start) do update set used = w.used + excluded.used
   returning used`,
)

/**
 * Takes permits of a window that all processes share.
 * @param windowStart milliseconds since the epoch
 * @returns how many were taken in all, these included; it may exceed the limit, and then the rest was not granted
 */
export async function takePermits(db: Db, bucket: string, windowStart: number, permits: number): Promise<number> {
  const [row] = await leaseStatement(db, [bucket, windowStart, permits])
  return row?.used ?? 0
}

/** Forgets windows that ended before `before` (milliseconds since the epoch). */
export async function forgetWindows(db: Db, before: number): Promise<void> {
  await db.deleteFrom('rate_window').where('window_start', '<', before).execute()
}

/** A key as the operator sees it; never its hash. */
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

export async function insertKey(
  db: Db,
  communityId: string,
  keyId: string,
  keyHash: Buffer,
  key: { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt: string | null },
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
    })
    .execute()
}

export async function updateKey(
  db: Db,
  key: Pick<KeyRow, 'community_id' | 'key_id'>,
  change: { enabled?: boolean; expires_at?: string; revoked_at?: string },
): Promise<void> {
  await db
    .updateTable('api_key')
    .set(change)
    .where('community_id', '=', key.community_id)
    .where('key_id', '=', key.key_id)
    .execute()
}

export async function insertLegacyKey(db: Db, communityId: string, keyHash: Buffer): Promise<void> {
  await db
    .insertInto('legacy_key')
    .values({ community_id: communityId, key_hash: keyHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
