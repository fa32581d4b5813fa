// SQL of the table platform_connection.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../context'
import { query } from '../db/statements'

/** Serializes rank syncs of one community. */
export async function lockConnection(tx: TxCtx): Promise<void> {
  await sql`select from platform_connection where community_id = ${tx.community.communityId} for no key update`.execute(
    tx.db,
  )
}

export interface ConnectionRow {
  readonly group_id: number
  readonly credential_kind: 'api_key' | 'oauth'
  readonly credential: Buffer
  readonly status: string
  /** A process checks or renews the credential. */
  readonly being_checked: boolean
  /** A check or renewal was interrupted. */
  readonly check_interrupted: boolean
  readonly owner_user_id: number | null
  readonly connected_at: string
}

const findConnectionStatement = query<ConnectionRow>(
  'find_connection',
  `select group_id, credential_kind, credential, status, owner_user_id, connected_at,
     coalesce(checking_until > now(), false) as being_checked,
     coalesce(checking_until <= now(), false) as check_interrupted
   from platform_connection where community_id = $1`,
)

export async function findConnection(db: Db, communityId: string): Promise<ConnectionRow | null> {
  const [row] = await findConnectionStatement(db, [communityId])
  return row ?? null
}

export async function storeConnection(
  tx: TxCtx,
  connection: {
    groupId: number
    kind: ConnectionRow['credential_kind']
    credential: Buffer
    ownerUserId: number | null
  },
): Promise<void> {
  const values = {
    group_id: connection.groupId,
    credential_kind: connection.kind,
    credential: connection.credential,
    owner_user_id: connection.ownerUserId,
    status: 'connected',
    checking_until: null,
    audit_log_seen_at: null,
    audit_log_retry_at: null,
  }
  await tx.db
    .insertInto('platform_connection')
    .values({ community_id: tx.community.communityId, ...values })
    .onConflict((conflict) => conflict.column('community_id').doUpdateSet({ ...values, connected_at: sql`now()` }))
    .execute()
}

/** False if there was none. */
export async function deleteConnection(tx: TxCtx): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('platform_connection')
    .where('community_id', '=', tx.community.communityId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Leases the credential for a check or a renewal; false if another process has it.
 * @param credential fails unless this one is stored; null accepts any
 */
export async function claimCheck(
  db: Db,
  communityId: string,
  seconds: number,
  credential: Buffer | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform_connection set checking_until = now() + make_interval(secs => ${seconds})
    where community_id = ${communityId} and (checking_until is null or checking_until <= now())
      and (${credential}::bytea is null or credential = ${credential}::bytea)`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Ends the check. A change of status is added to the audit log.
 * @param credential does nothing unless this one is stored; null accepts any
 */
export async function finishCheck(
  { db, community, actor, requestId }: Ctx,
  status: 'connected' | 'reconnect_required',
  credential: Buffer | null = null,
): Promise<void> {
  const { communityId } = community
  await sql`
    with held as (
      select community_id, status from platform_connection
      where community_id = ${communityId} and (${credential}::bytea is null or credential = ${credential}::bytea)
      for no key update
    ), settled as (
      update platform_connection c set status = ${status}, checking_until = null
      from held where c.community_id = held.community_id
      returning held.status as before, c.status as after
    )
    insert into audit_entry (community_id, actor_kind, actor_id, action, before, after, request_id)
    select ${communityId}, ${actor.kind}, ${actor.id}, 'platform.status', jsonb_build_object('status', before),
      jsonb_build_object('status', after), ${requestId}
    from settled where before <> after`.execute(db)
}

/** Replaces the credential and ends the check; false if `old` is no longer stored. */
export async function storeCredential(db: Db, communityId: string, old: Buffer, renewed: Buffer): Promise<boolean> {
  const result = await db
    .updateTable('platform_connection')
    .set({ credential: renewed, status: 'connected', checking_until: null })
    .where('community_id', '=', communityId)
    .where('credential', '=', old)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export interface AuditLogMark {
  /** Null: the audit log of the group was never read. */
  readonly seen_at: string | null
  /** The credential lacks permission to read it; do not retry yet. */
  readonly is_refused: boolean
  readonly owner_user_id: number | null
  /** The group of the log, and the encrypted credential to read it with. */
  readonly group_id: number
  readonly credential: Buffer
}

/** Position in the group's audit log; null without a connection. */
export async function findAuditLogMark(ctx: Ctx): Promise<AuditLogMark | null> {
  const { rows } = await sql<AuditLogMark>`
    select audit_log_seen_at as seen_at, owner_user_id, group_id, credential, coalesce(audit_log_retry_at > now(), false) as is_refused
    from platform_connection where community_id = ${ctx.community.communityId}`.execute(ctx.db)
  return rows[0] ?? null
}

/** Advances the position, unless another run advanced it or the group changed. */
export async function markAuditLog(ctx: Ctx, from: AuditLogMark, seenAt: Date): Promise<void> {
  await ctx.db
    .updateTable('platform_connection')
    .set({ audit_log_seen_at: seenAt.toISOString(), audit_log_retry_at: null })
    .where('community_id', '=', ctx.community.communityId)
    .where('group_id', '=', from.group_id)
    .where('audit_log_seen_at', 'is not distinct from', from.seen_at)
    .execute()
}

/** Postpones the next read, because the credential lacks permission. */
export async function postponeAuditLog(ctx: Ctx, from: AuditLogMark, seconds: number): Promise<void> {
  await ctx.db
    .updateTable('platform_connection')
    .set({ audit_log_retry_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where('community_id', '=', ctx.community.communityId)
    .where('credential', '=', from.credential)
    .execute()
}
