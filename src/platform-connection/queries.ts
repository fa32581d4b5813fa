// SQL of the table platform_connection.
import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { insertOfEach } from '../audit/entry'
import type { Ctx, Db, TxCtx } from '../context'
import { bool, inSeconds, now } from '../db/expressions'
import { statement, type RowOf } from '../db/statements'
import { own } from '../db/own'

/** Serializes the rank syncs of a community. */
export async function lockConnection(tx: TxCtx): Promise<void> {
  await own(tx).selectFrom('platform_connection').forNoKeyUpdate().execute()
}

const findConnectionStatement = statement(
  'find_connection',
  `select group_id, credential_kind, credential, status, owner_user_id, connected_at,
     coalesce(checking_until > now(), false) as "being_checked!",
     coalesce(checking_until <= now(), false) as "check_interrupted!"
   from platform_connection where community_id = :communityId`,
)

/**
 * `being_checked`: a process checks or renews the credential; `check_interrupted`: one did, and did not finish in time.
 */
export type ConnectionRow = RowOf<typeof findConnectionStatement>

export type KnownConnection = Omit<ConnectionRow, 'owner_user_id' | 'connected_at'>

export async function findConnection(db: Db, communityId: string): Promise<ConnectionRow | null> {
  const [row] = await findConnectionStatement(db, { communityId })
  return row ?? null
}

/** `community export` holds the credential until the community is opened again. */
export async function isMoved(ctx: Ctx): Promise<boolean> {
  const community = own(ctx).selectFrom('community').select('community_id').where('moved_at', 'is not', null)
  return (await community.executeTakeFirst()) !== undefined
}

/** The platform accepts a new refresh token for 90 days. */
const refreshTokenEnd = inSeconds(90 * 86_400)

export async function storeConnection(
  tx: TxCtx,
  connection: {
    groupId: number
    kind: ConnectionRow['credential_kind']
    credential: Buffer
    ownerUserId: number | null
    /** Null: it does not expire; undefined: the platform was not asked. */
    expiresAt?: Date | null | undefined
  },
): Promise<void> {
  const values = {
    group_id: connection.groupId,
    credential_kind: connection.kind,
    credential: connection.credential,
    owner_user_id: connection.ownerUserId,
    status: 'connected' as const,
    checking_until: null,
    audit_log_seen_at: null,
    audit_log_retry_at: null,
    used_at: now,
    expires_at: connection.kind === 'oauth' ? refreshTokenEnd : (connection.expiresAt?.toISOString() ?? null),
    expiry_checked_at: connection.expiresAt === undefined ? null : now,
    expiry_noticed_at: null,
  }
  await tx.db
    .insertInto('platform_connection')
    .values({ community_id: tx.community.communityId, ...values })
    .onConflict((conflict) => conflict.column('community_id').doUpdateSet({ ...values, connected_at: now }))
    .execute()
}

export async function deleteConnection(tx: TxCtx): Promise<boolean> {
  const result = await own(tx).deleteFrom('platform_connection').executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** False: another process has the lease, or another credential is stored. */
export async function claimCheck(
  db: Db,
  communityId: string,
  seconds: number,
  credential: Buffer | null = null,
): Promise<boolean> {
  const claim = db
    .updateTable('platform_connection')
    .set({ checking_until: inSeconds(seconds) })
    .where('community_id', '=', communityId)
    .where(({ eb, or }) => or([eb('checking_until', 'is', null), eb('checking_until', '<=', now)]))
  const { numUpdatedRows } = await (
    credential === null ? claim : claim.where('credential', '=', credential)
  ).executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Nothing happens unless the credential is stored; null accepts any.
 * @param reason the platform's, of a credential that it refuses
 */
export async function finishCheck(
  ctx: Ctx,
  status: 'connected' | 'reconnect_required',
  { credential = null, reason = null }: { credential?: Buffer | null; reason?: string | null } = {},
): Promise<void> {
  const { communityId } = ctx.community
  await ctx.db
    .with('held', (cte) => {
      const held = cte
        .selectFrom('platform_connection')
        .select(['community_id', 'status'])
        .where('community_id', '=', communityId)
        .forNoKeyUpdate()
      return credential === null ? held : held.where('credential', '=', credential)
    })
    .with('settled', (cte) =>
      cte
        .updateTable('platform_connection as c')
        .from('held')
        .set({ status, checking_until: null })
        .whereRef('c.community_id', '=', 'held.community_id')
        .returning(['held.status as before', 'c.status as after']),
    )
    .with('audited', (cte) =>
      insertOfEach(cte, ctx, cte.selectFrom('settled').whereRef('before', '<>', 'after'), ({ ref }) => ({
        communityId,
        action: 'platform.status',
        before: jsonBuildObject({ status: ref('before') }),
        after: jsonBuildObject({ status: ref('after'), reason: sql`${reason}::text` }),
      })).returning('audit_id'),
    )
    .selectFrom('audited')
    .select('audit_id')
    .execute()
}

/**
 * Ends the check.
 * @param isNew the refresh token is another one
 * @returns false if `old` is no longer stored
 */
export async function storeCredential(
  db: Db,
  communityId: string,
  old: Buffer,
  { credential, isNew }: { credential: Buffer; isNew: boolean },
): Promise<boolean> {
  const result = await db
    .updateTable('platform_connection')
    .set({ credential, status: 'connected', checking_until: null, used_at: now })
    .$if(isNew, (update) => update.set({ expires_at: refreshTokenEnd }))
    .where('community_id', '=', communityId)
    .where('credential', '=', old)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type AuditLogMark = NonNullable<Awaited<ReturnType<typeof findAuditLogMark>>>

/**
 * `seen_at` null: the log was never read. `is_refused`: the credential lacks permission, and is not tried again yet.
 */
export async function findAuditLogMark(ctx: Ctx) {
  const row = await own(ctx)
    .selectFrom('platform_connection')
    .select(['audit_log_seen_at as seen_at', 'owner_user_id', 'group_id', 'credential'])
    .select(({ eb, fn }) => bool(fn.coalesce(eb('audit_log_retry_at', '>', now), sql.lit(false))).as('is_refused'))
    .executeTakeFirst()
  return row ?? null
}

export async function markAuditLog(ctx: Ctx, from: AuditLogMark, seenAt: Date): Promise<void> {
  await own(ctx)
    .updateTable('platform_connection')
    .set({ audit_log_seen_at: seenAt.toISOString(), audit_log_retry_at: null })
    .where('group_id', '=', from.group_id)
    .where('audit_log_seen_at', 'is not distinct from', from.seen_at)
    .execute()
}

export async function postponeAuditLog(ctx: Ctx, from: AuditLogMark, seconds: number): Promise<void> {
  await own(ctx)
    .updateTable('platform_connection')
    .set({ audit_log_retry_at: inSeconds(seconds) })
    .where('credential', '=', from.credential)
    .execute()
}

export async function countConnections(db: Db): Promise<Readonly<Record<'connected' | 'reconnect_required', number>>> {
  const rows = await db
    .selectFrom('platform_connection as pc')
    .innerJoin('community as c', 'c.community_id', 'pc.community_id')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('c.moved_at', 'is', null)
    .groupBy('status')
    .execute()
  const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0
  return { connected: countOf('connected'), reconnect_required: countOf('reconnect_required') }
}
