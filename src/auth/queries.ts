// SQL on API keys.
import { sql } from 'kysely'
import { communityFacts } from '../communities/queries'
import type { Community, Ctx, Db, RankBounds, TxCtx } from '../context'
import { anyText, daysAgo, now, unnested } from '../db/expressions'
import { onPage, type Page, type Position } from '../db/paging'
import { columns, statement } from '../db/statements'
import { parseNetworks } from './addresses'
import { toBoundsColumns } from './bounds/rules'
import type { Principal } from './rules'
import { own } from '../db/own'

export interface StoredKey {
  readonly keyHash: Buffer
  readonly principal: Principal
}

const findKeyStatement = statement(
  'find_key',
  `select k.name, k.key_hash, k.scopes, k.enabled, k.domain,
     round(extract(epoch from k.expires_at) * 1000)::float8 as expires_at_ms, k.allowed_addresses,
     coalesce(k.origin_key_id, k.key_id) as "origin_key_id!", key_rank_bounds(k) as "bounds!",
     k.takes_per_hour_limit, k.act_for, k.paused_at, ${communityFacts} as "facts!"
   from api_key k join community c using (community_id)
   where k.community_id = :communityId and k.key_id = :keyId and k.revoked_at is null`,
  columns<{ readonly facts: Community; readonly bounds: RankBounds }>(),
)

/** Null: unknown, revoked or of another community. */
export async function findKey(db: Db, communityId: string, keyId: string): Promise<StoredKey | null> {
  const [row] = await findKeyStatement(db, { communityId, keyId })
  if (!row) return null
  return {
    keyHash: row.key_hash,
    principal: {
      kind: 'key',
      keyId,
      originKeyId: row.origin_key_id,
      name: row.name,
      scopes: row.scopes,
      enabled: row.enabled,
      domain: row.domain,
      expiresAt: row.expires_at_ms,
      networks: row.allowed_addresses && parseNetworks(row.allowed_addresses),
      bounds: row.bounds,
      takesPerHour: row.takes_per_hour_limit,
      actFor: row.act_for,
      pausedAt: row.paused_at,
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

export async function touchKeys(db: Db, keys: readonly (readonly [string, string])[]): Promise<void> {
  await db
    .updateTable('api_key as k')
    .from(asked(keys))
    .set({ last_used_at: now })
    .whereRef('k.community_id', '=', 'asked.communityId')
    .whereRef('k.key_id', '=', 'asked.keyId')
    .execute()
}

export async function findExistingKeys(
  db: Db,
  keys: readonly (readonly [string, string])[],
): Promise<(readonly [string, string])[]> {
  const rows = await db
    .selectFrom(asked(keys))
    .innerJoin('api_key as k', (join) =>
      join.onRef('k.community_id', '=', 'asked.communityId').onRef('k.key_id', '=', 'asked.keyId'),
    )
    .select(['k.community_id', 'k.key_id'])
    .where('k.revoked_at', 'is', null)
    .execute()
  return rows.map((row) => [row.community_id, row.key_id])
}

const asked = (keys: readonly (readonly [string, string])[]) => {
  const rows = keys.map(([communityId, keyId]) => ({ communityId, keyId }))
  return unnested('asked', rows, { communityId: 'text', keyId: 'text' })
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
  /** Canonical CIDR; null: any. */
  readonly allowed_addresses: string[] | null
  readonly origin_key_id: string | null
  /** Null, as is the person: the operator created the key. */
  readonly creator_key_id: string | null
  readonly creator_person_id: string | null
  readonly domain: string | null
  readonly bounds: RankBounds
  /** Null: any number. */
  readonly takes_per_hour_limit: number | null
  readonly act_for: boolean
  readonly paused_at: string | null
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
  'creator_key_id',
  'creator_person_id',
  'domain',
  'takes_per_hour_limit',
  'act_for',
  'paused_at',
  sql<RankBounds>`key_rank_bounds(api_key)`.as('bounds'),
] as const

const selectKeys = (ctx: Ctx) => own(ctx).selectFrom('api_key').select(keyColumns)

export const listKeys = (ctx: Ctx, page: Page): Promise<KeyRow[]> =>
  selectKeys(ctx)
    .$call(onPage(page, 'asc', 'created_at', 'key_id'))
    .execute()

export const positionOfKey = (row: KeyRow): Position => ({ at: row.created_at, id: row.key_id })

export async function findCommunityKey(ctx: Ctx, keyId: string): Promise<KeyRow | null> {
  return (await selectKeys(ctx).where('key_id', '=', keyId).executeTakeFirst()) ?? null
}

export async function listKeyNames(ctx: Ctx, keyIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await own(ctx)
    .selectFrom('api_key')
    .select(['key_id', 'name'])
    .where('key_id', '=', anyText(keyIds))
    .execute()
  return new Map(rows.map(({ key_id, name }) => [key_id, name]))
}

/** Of those that keys and people created: neither revoked nor expired. */
export async function countLiveKeys(tx: TxCtx, at: Date): Promise<number> {
  const { count } = await own(tx)
    .selectFrom('api_key')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, fn }) => eb(fn.coalesce('creator_key_id', 'creator_person_id'), 'is not', null))
    .where(sql<string>`coalesce(least(expires_at, revoked_at), 'infinity')`, '>', at.toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** That ended `days` ago, and that no key and no person names. */
export async function deleteOldKeys(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('api_key as k')
    .where(({ fn, ref }) => fn<string>('least', [ref('k.revoked_at'), ref('k.expires_at')]), '<', daysAgo(days))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('api_key as o')
            .whereRef('o.community_id', '=', 'k.community_id')
            .whereRef('o.key_id', '<>', 'k.key_id')
            .where(sql<boolean>`k.key_id in (o.origin_key_id, o.creator_key_id)`),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('person as p')
            .whereRef('p.community_id', '=', 'k.community_id')
            .where(sql<boolean>`k.key_id in (p.creator_key_id, p.inviter_key_id)`),
        ),
      ),
    )
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
    readonly creatorKeyId: string | null
    readonly creatorPersonId: string | null
    readonly domain: string | null
    readonly bounds: RankBounds
    readonly takesPerHour: number | null
    readonly actFor: boolean
  },
): Promise<KeyRow> {
  return db
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
      creator_key_id: key.creatorKeyId,
      creator_person_id: key.creatorPersonId,
      domain: key.domain,
      ...toBoundsColumns(key.bounds),
      takes_per_hour_limit: key.takesPerHour,
      act_for: key.actFor,
    })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
}

export type KeyColumnChange = Partial<
  Pick<
    KeyRow,
    | 'name'
    | 'scopes'
    | 'enabled'
    | 'expires_at'
    | 'revoked_at'
    | 'allowed_addresses'
    | 'paused_at'
    | 'act_for'
    | 'takes_per_hour_limit'
  >
> & { readonly bounds?: RankBounds }

export async function updateKey(
  db: Db,
  key: Pick<KeyRow, 'community_id' | 'key_id'>,
  { bounds, ...change }: KeyColumnChange,
): Promise<KeyRow> {
  return db
    .updateTable('api_key')
    .set({ ...change, ...(bounds && toBoundsColumns(bounds)) })
    .where('community_id', '=', key.community_id)
    .where('key_id', '=', key.key_id)
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
}

export async function insertLegacyKey(db: Db, communityId: string, keyHash: Buffer): Promise<void> {
  await db
    .insertInto('legacy_key')
    .values({ community_id: communityId, key_hash: keyHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type NotificationKind = `${'key' | 'person'}.${'limited' | 'dependants'}`

/** For the staff. Webhooks and the audit log report an excess, too. */
export async function insertNotification(tx: TxCtx, kind: NotificationKind, payload: object): Promise<void> {
  const { communityId } = tx.community
  await tx.db
    .insertInto('notification')
    .values({ community_id: communityId, kind, payload: JSON.stringify(payload) })
    .execute()
}
