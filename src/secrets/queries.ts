// SQL that lists and replaces stored secrets, across communities.
import { sql } from 'kysely'
import type { Db } from '../context'

/** A ciphertext with its position and the owner that it is bound to. */
export interface SealedRow {
  /** Sort key of the column's rows. */
  readonly place: string
  readonly owner: string
  readonly sealed: Buffer
}

/** A new ciphertext for the one that was read. */
export interface Replacement {
  readonly place: string
  readonly old: Buffer
  readonly fresh: Buffer
}

export type WebhookSecretColumn = 'secret' | 'previous_secret'

const unnested = (rows: readonly Replacement[]) => sql`
  unnest(${rows.map(({ place }) => place)}::text[], ${rows.map(({ old }) => old)}::bytea[],
    ${rows.map(({ fresh }) => fresh)}::bytea[]) as r (place, old, fresh)`

export async function listCredentials(db: Db, after: string, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select community_id as place, community_id as owner, credential as sealed from platform_connection
    where community_id > ${after} order by community_id limit ${limit}`.execute(db)
  return rows
}

/**
 * Replaces ciphertexts that are unchanged since they were read. Skips a credential that a process is refreshing, because that
 * process stores its result only over the ciphertext it has read.
 * @returns the number replaced
 */
export async function replaceCredentials(db: Db, rows: readonly Replacement[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update platform_connection c set credential = r.fresh from ${unnested(rows)}
    where c.community_id = r.place and c.credential = r.old
      and (c.checking_until is null or c.checking_until <= now())`.execute(db)
  return Number(numAffectedRows)
}

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

/** Replaces ciphertexts that are unchanged since they were read. @returns the number replaced */
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

export async function listDigestSecrets(db: Db, after: string, limit: number): Promise<SealedRow[]> {
  const { rows } = await sql<SealedRow>`
    select key_id as place, 'erasure digest ' || key_id as owner, sealed from erasure_digest_key
    where key_id > ${after} order by key_id limit ${limit}`.execute(db)
  return rows
}

/** Replaces ciphertexts that are unchanged since they were read. @returns the number replaced */
export async function replaceDigestSecrets(db: Db, rows: readonly Replacement[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update erasure_digest_key k set sealed = r.fresh from ${unnested(rows)}
    where k.key_id = r.place and k.sealed = r.old`.execute(db)
  return Number(numAffectedRows)
}

/** Stores a digest key unless it is stored already. */
export async function keepDigestKey(db: Db, keyId: string, sealed: Buffer): Promise<void> {
  await sql`
    insert into erasure_digest_key (key_id, sealed) values (${keyId}, ${sealed}) on conflict do nothing`.execute(db)
}
