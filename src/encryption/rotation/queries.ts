// SQL that lists and replaces stored secrets, across communities.
import { sql, type Kysely, type UpdateResult } from 'kysely'
import type { DB } from '../../../generated/database'
import { now, unnested } from '../../db/expressions'

/** A ciphertext with its position and the owner that it is bound to. */
export interface SealedRow {
  readonly place: string
  readonly owner: string
  readonly sealed: Buffer
}

export interface Replacement {
  readonly place: string
  readonly old: Buffer
  readonly fresh: Buffer
}

export type WebhookSecretColumn = 'secret' | 'previous_secret'

const replacing = (rows: readonly Replacement[]) => unnested('r', rows, { place: 'text', old: 'bytea', fresh: 'bytea' })

/** The number replaced: ciphertexts that changed since they were read are skipped. */
const countOf = ({ numUpdatedRows }: UpdateResult): number => Number(numUpdatedRows)

export function listCredentials(db: Kysely<DB>, after: string, limit: number): Promise<SealedRow[]> {
  return db
    .selectFrom('platform_connection')
    .select(['community_id as place', 'community_id as owner', 'credential as sealed'])
    .where('community_id', '>', after)
    .orderBy('community_id')
    .limit(limit)
    .execute()
}

/**
 * Skips a credential that a process is refreshing, which stores its result only over the ciphertext it has read. That of a moved
 * community is held for ever (communities/move), and is not refreshed.
 */
export async function replaceCredentials(db: Kysely<DB>, rows: readonly Replacement[]): Promise<number> {
  const result = await db
    .updateTable('platform_connection as c')
    .from(replacing(rows))
    .set(({ ref }) => ({ credential: ref('r.fresh') }))
    .whereRef('c.community_id', '=', 'r.place')
    .whereRef('c.credential', '=', 'r.old')
    .where(({ eb, or }) =>
      or([
        eb('c.checking_until', 'is', null),
        eb('c.checking_until', '<=', now),
        eb('c.checking_until', '=', sql<string>`'infinity'::timestamptz`),
      ]),
    )
    .executeTakeFirst()
  return countOf(result)
}

export function listWebhookSecrets(
  db: Kysely<DB>,
  column: WebhookSecretColumn,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  const place = sql<string>`community_id || ' ' || webhook_id`
  const [communityId = '', webhookId = ''] = after.split(' ')
  return db
    .selectFrom('webhook_endpoint')
    .select(({ ref }) => [place.as('place'), place.as('owner'), ref(column).$notNull().as('sealed')])
    .where(column, 'is not', null)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('community_id', 'webhook_id'), '>', tuple(communityId, webhookId)))
    .orderBy('community_id')
    .orderBy('webhook_id')
    .limit(limit)
    .execute()
}

export async function replaceWebhookSecrets(
  db: Kysely<DB>,
  column: WebhookSecretColumn,
  rows: readonly Replacement[],
): Promise<number> {
  const result = await db
    .updateTable('webhook_endpoint as e')
    .from(replacing(rows))
    .set(({ ref }) => ({ [column]: ref('r.fresh') }))
    .where('e.community_id', '=', sql<string>`split_part(r.place, ' ', 1)`)
    .where('e.webhook_id', '=', sql<string>`split_part(r.place, ' ', 2)`)
    .whereRef(`e.${column}`, '=', 'r.old')
    .executeTakeFirst()
  return countOf(result)
}

export function listReplies(db: Kysely<DB>, after: string, limit: number): Promise<SealedRow[]> {
  const place = sql<string>`community_id || ' ' || encode(key, 'hex') || ' ' || owner`
  const [communityId = '', key = '', ...owner] = after.split(' ')
  return db
    .selectFrom('request_key')
    .select(({ ref }) => [place.as('place'), place.as('owner'), ref('reply').$notNull().as('sealed')])
    .where('reply', 'is not', null)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('community_id', 'owner', 'key'), '>', tuple(communityId, owner.join(' '), Buffer.from(key, 'hex'))),
    )
    .orderBy('community_id')
    .orderBy('owner')
    .orderBy('key')
    .limit(limit)
    .execute()
}

/** A statement for each community: the table may be distributed by it. */
export async function replaceReplies(db: Kysely<DB>, rows: readonly Replacement[]): Promise<number> {
  let replaced = 0
  for (const communityId of new Set(rows.map(({ place }) => place.split(' ', 1)[0] ?? ''))) {
    const own = rows.filter(({ place }) => place.startsWith(`${communityId} `))
    const named = own.map((row) => ({ ...row, place: row.place.slice(communityId.length + 1) }))
    const result = await db
      .updateTable('request_key as k')
      .from(replacing(named))
      .set(({ ref }) => ({ reply: ref('r.fresh') }))
      .where('k.community_id', '=', communityId)
      .where('k.key', '=', sql<Buffer>`decode(left(r.place, 64), 'hex')`)
      .where('k.owner', '=', sql<string>`substr(r.place, 66)`)
      .whereRef('k.reply', '=', 'r.old')
      .executeTakeFirst()
    replaced += countOf(result)
  }
  return replaced
}

export function listDigestSecrets(db: Kysely<DB>, after: string, limit: number): Promise<SealedRow[]> {
  return db
    .selectFrom('erasure_digest_key')
    .select(['key_id as place', sql<string>`'erasure digest ' || key_id`.as('owner'), 'sealed'])
    .where('key_id', '>', after)
    .orderBy('key_id')
    .limit(limit)
    .execute()
}

export async function replaceDigestSecrets(db: Kysely<DB>, rows: readonly Replacement[]): Promise<number> {
  const result = await db
    .updateTable('erasure_digest_key as k')
    .from(replacing(rows))
    .set(({ ref }) => ({ sealed: ref('r.fresh') }))
    .whereRef('k.key_id', '=', 'r.place')
    .whereRef('k.sealed', '=', 'r.old')
    .executeTakeFirst()
  return countOf(result)
}

/** Stores a digest key unless it is stored already. */
export async function keepDigestKey(db: Kysely<DB>, keyId: string, sealed: Buffer): Promise<void> {
  await db
    .insertInto('erasure_digest_key')
    .values({ key_id: keyId, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Of the keys that servers use on this database. */
export async function listKeyIds(db: Kysely<DB>): Promise<string[]> {
  const rows = await db.selectFrom('encryption_key').select('key_id').orderBy('key_id').execute()
  return rows.map(({ key_id }) => key_id)
}

/** One process at a time, so that two first starts with different keys do not both succeed. */
export async function lockKeyIds(tx: Kysely<DB>): Promise<void> {
  await sql`lock table encryption_key in exclusive mode`.execute(tx)
}

export async function addKeyId(db: Kysely<DB>, keyId: string): Promise<void> {
  await db
    .insertInto('encryption_key')
    .values({ key_id: keyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function removeOtherKeyIds(db: Kysely<DB>, keyId: string): Promise<void> {
  await db.deleteFrom('encryption_key').where('key_id', '<>', keyId).execute()
}
