// All SQL on platform_connection: the community's group on the platform and the credential for it.
import { sql } from 'kysely'
import type { Ctx, Db, TxCtx } from '../context'
import { query } from '../db/statements'

/** Lets one sync of a community's ranks wait for another, so that each sees what the other changed. */
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
  /** A process has the credential in hand. */
  readonly being_checked: boolean
  /** A process had it in hand and never said how that ended. */
  readonly check_cut_off: boolean
  readonly owner_user_id: number | null
  readonly connected_at: string
}

const findConnectionStatement = query<ConnectionRow>(
  'find_connection',
  `select group_id, credential_kind, credential, status, owner_user_id, connected_at,
     coalesce(checking_until > now(), false) as being_checked,
     coalesce(checking_until <= now(), false) as check_cut_off
   from platform_connection where community_id = $1`,
)

/** The stored connection, or null. */
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

/** Removes the connection; false when there was none. */
export async function deleteConnection(tx: TxCtx): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('platform_connection')
    .where('community_id', '=', tx.community.communityId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/**
 * Takes the credential upon this process for a while, to check or renew it; false when another has it.
 * @param credential only as it is stored now: false when it was replaced meanwhile; whatever it is when absent
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
 * Ends the check: the credential works after all, or the community has to reconnect, which the audit trail then says.
 * @param credential only as it is stored now, so that nothing is said of one that took its place; whatever it is when absent
 */
export async function settleCheck(
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

/** Puts the renewed credential in the place of the old one and ends the check; false when the old one is not there. */
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
  /** null: the log was never read. */
  readonly seen_at: string | null
  /** The credential may not read it, and is not to be asked again yet. */
  readonly is_refused: boolean
  readonly owner_user_id: number | null
  /** The group whose log it is, and the encrypted credential it is read with. */
  readonly group_id: number
  readonly credential: Buffer
}

/** How far the group's audit log was read; null without a connection. */
export async function findAuditLogMark(ctx: Ctx): Promise<AuditLogMark | null> {
  const { rows } = await sql<AuditLogMark>`
    select audit_log_seen_at as seen_at, owner_user_id, group_id, credential, coalesce(audit_log_retry_at > now(), false) as is_refused
    from platform_connection where community_id = ${ctx.community.communityId}`.execute(ctx.db)
  return rows[0] ?? null
}

/** Records that everything up to this moment was dealt with, unless another run moved the mark or the group changed meanwhile. */
export async function markAuditLog(ctx: Ctx, from: AuditLogMark, seenAt: Date): Promise<void> {
  await ctx.db
    .updateTable('platform_connection')
    .set({ audit_log_seen_at: seenAt.toISOString(), audit_log_retry_at: null })
    .where('community_id', '=', ctx.community.communityId)
    .where('group_id', '=', from.group_id)
    .where('audit_log_seen_at', 'is not distinct from', from.seen_at)
    .execute()
}

/** Records that the credential may not read the group's audit log, so that it is not read again for so long. */
export async function postponeAuditLog(ctx: Ctx, from: AuditLogMark, seconds: number): Promise<void> {
  await ctx.db
    .updateTable('platform_connection')
    .set({ audit_log_retry_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .where('community_id', '=', ctx.community.communityId)
    .where('credential', '=', from.credential)
    .execute()
}
