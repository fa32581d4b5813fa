// All SQL that reads and re-encrypts stored secrets, in every community.
import { sql } from 'kysely'
import type { Db } from '../context'

/** A stored secret: where it is, the owner it is bound to, and the ciphertext. */
export interface SealedRow {
  /** What the rows of its column are ordered by. */
  readonly place: string
  readonly owner: string
  readonly sealed: Buffer
}

/** A ciphertext in place of the one that was read. */
export interface Replacement {
  readonly place: string
  readonly old: Buffer
  readonly fresh: Buffer
}

export type WebhookSecretColumn = 'secret' | 'previous_secret'

const unnested = (rows: readonly Replacement[]) => sql`
  unnest(${rows.map(({ place }) => place)}::text[], ${rows.map(({ old }) => old)}::bytea[],
    ${rows.map(({ fresh }) => fresh)}::bytea[]) as r (place, old, fresh)`

/** Credentials of platform connections after a place. */
export async function listCredentials(db: Db, after: string, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select community_id as place, community_id as owner, credential as sealed from platform_connection
    where community_id > ${after} order by community_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Replaces those that are still as they were read. One that a process is renewing is left alone: that process stores the
 * renewed one only where it finds what it has read.
 * @returns how many were replaced
 */
export async function replaceCredentials(db: Db, rows: readonly Replacement[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update platform_connection c set credential = r.fresh from ${unnested(rows)}
    where c.community_id = r.place and c.credential = r.old
      and (c.checking_until is null or c.checking_until <= now())`.execute(db)
  return Number(numAffectedRows)
}

/** Secrets of webhooks after a place. */
export async function listWebhookSecrets(
  db: Db,
  column: WebhookSecretColumn,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  const place = sql`community_id || ' ' || webhook_id`
  const sealed = sql`case ${column}::text when 'secret' then secret else previous_secret end`
  const { rows } = await sql<SealedRow>`
    select ${place} as place, ${place} as owner, ${sealed} as sealed from webhook_endpoint
    where ${sealed} is not null
      and (community_id, webhook_id) > (split_part(${after}, ' ', 1), split_part(${after}, ' ', 2))
    order by community_id, webhook_id limit ${limit}`.execute(db)
  return rows
}

/** Replaces those that are still as they were read. @returns how many were replaced */
export async function replaceWebhookSecrets(
  db: Db,
  column: WebhookSecretColumn,
  rows: readonly Replacement[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update webhook_endpoint e set
      secret = case ${column}::text when 'secret' then r.fresh else e.secret end,
      previous_secret = case ${column}::text when 'secret' then e.previous_secret else r.fresh end
    from ${unnested(rows)}
    where e.community_id = split_part(r.place, ' ', 1) and e.webhook_id = split_part(r.place, ' ', 2)
      and case ${column}::text when 'secret' then e.secret else e.previous_secret end = r.old`.execute(db)
  return Number(numAffectedRows)
}

/** Keys of digests after a place. */
export async function listDigestSecrets(db: Db, after: string, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select key_id as place, 'erasure digest ' || key_id as owner, sealed from erasure_digest_key
    where key_id > ${after} order by key_id limit ${limit}`.execute(db)
  return rows
}

/** Replaces those that are still as they were read. @returns how many were replaced */
export async function replaceDigestSecrets(db: Db, rows: readonly Replacement[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update erasure_digest_key k set sealed = r.fresh from ${unnested(rows)}
    where k.key_id = r.place and k.sealed = r.old`.execute(db)
  return Number(numAffectedRows)
}

/** Keeps what digests were made with, unless it is kept already. */
export async function keepDigestKey(db: Db, keyId: string, sealed: Buffer): Promise<void> {
  await sql`
    insert into erasure_digest_key (key_id, sealed) values (${keyId}, ${sealed}) on conflict do nothing`.execute(db)
}
