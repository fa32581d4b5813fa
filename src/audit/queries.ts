// All SQL on the audit trail: one entry per write, in the statement or transaction of the write; the feed of them; retention.
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx, Db } from '../context'
import type { EntryFilter, EntryPlace, FeedPage } from './rules'

export interface AuditRecord {
  readonly action: string
  readonly userId?: number | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string | null
}

/** Writes one entry and returns its id. */
export async function insertAuditEntry(ctx: Ctx, record: AuditRecord): Promise<string> {
  const row = await ctx.db
    .insertInto('audit_entry')
    .values({
      community_id: ctx.community.communityId,
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.id,
      request_id: ctx.requestId,
      action: record.action,
      user_id: record.userId ?? null,
      before: toJsonb(record.before),
      after: toJsonb(record.after),
      reason: record.reason ?? null,
    })
    .returning('audit_id')
    .executeTakeFirstOrThrow()
  return String(row.audit_id)
}

/**
 * Writes the same entry into the trail of many communities: for what an operator changes for all of them at once.
 * @param plan only communities that have bought or try this plan; null: every community
 */
export async function insertAuditEntries(
  ctx: Pick<Ctx, 'db' | 'actor' | 'requestId'>,
  plan: string | null,
  { action, before, after }: Pick<AuditRecord, 'action' | 'before' | 'after'>,
): Promise<void> {
  const { db, actor, requestId } = ctx
  await sql`
    insert into audit_entry (community_id, actor_kind, actor_id, action, before, after, request_id)
    select c.community_id, ${actor.kind}, ${actor.id}, ${action}, ${toJsonb(before)}::jsonb, ${toJsonb(after)}::jsonb, ${requestId}
    from community c
    where ${plan}::text is null
      or exists (select from subscription s where s.community_id = c.community_id and s.plan = ${plan}::text)
    order by c.community_id`.execute(db)
}

const toJsonb = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** An entry as it is read. */
export interface EntryRow {
  readonly position: number
  readonly audit_id: number
  readonly at: string
  readonly actor_kind: Actor['kind']
  readonly actor_id: string
  readonly action: string
  readonly user_id: number | null
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
  readonly reason: string | null
  readonly request_id: string | null
}

/** What a page was read with, beside its entries. */
export interface EntriesRead {
  /** Entries before this position are complete. */
  readonly horizon: number
  /** Where a filtered page stopped looking; null: it saw all there was. */
  readonly edge: EntryPlace | null
  /** Retention has taken entries after the cursor. */
  readonly isTruncated: boolean
  readonly entries: readonly EntryRow[]
}

/** Entries that one page looks at, at most, when it keeps but some of them: what a rare action costs is bounded. */
export const LOOKED_AT = 10_000

interface ReadRow extends Omit<EntryRow, 'audit_id'> {
  readonly audit_id: number | null
  readonly horizon: number
  readonly edge_position: number | null
  readonly edge_audit_id: number | null
  readonly is_truncated: boolean
}

/**
 * Entries after a place in the feed's order, or before it where the newest come first, at most `limit`; in one statement, so
 * that the horizon and the entries are of one moment. The feed ends at the horizon; the newest do not wait for it.
 */
export async function readAuditEntries(
  { db, community }: Pick<Ctx, 'db' | 'community'>,
  filter: EntryFilter,
  { order, after, limit }: FeedPage,
): Promise<EntriesRead> {
  const newest = order === 'newest'
  const way = newest ? sql`desc` : sql`asc`
  const among = sql.join(
    [
      sql`e.community_id = ${community.communityId}`,
      ...(filter.userId === undefined ? [] : [sql`e.user_id = ${Number(filter.userId)}::bigint`]),
      ...(newest ? [] : [sql`e.position < now_at.horizon`]),
      ...(after === null ? [] : [beyond(newest, sql`${after.position}::bigint, ${after.auditId}::bigint`)]),
    ],
    sql` and `,
  )
  const kept = keptBy(filter)
  const edge =
    kept === null
      ? sql`select null::bigint as position, null::bigint as audit_id`
      : sql`select e.position, e.audit_id from audit_entry e where ${among}
          order by e.position ${way}, e.audit_id ${way} offset ${LOOKED_AT - 1} limit 1`
  // with a bound on the rows, and not on their places, PostgreSQL cannot take the whole trail to be the shorter way
  const looked =
    kept === null
      ? sql`audit_entry e where ${among}`
      : sql`(select * from audit_entry e where ${among} order by e.position ${way}, e.audit_id ${way} limit ${LOOKED_AT}) e
          where ${kept}`
  const { rows } = await sql<ReadRow>`
    select now_at.horizon, edge.position as edge_position, edge.audit_id as edge_audit_id,
      ${truncated(community.communityId, newest ? null : after)} as is_truncated, entry.*
    from (select audit_horizon() as horizon) now_at
    left join lateral (${edge}) edge on true
    left join lateral (
      select e.position, e.audit_id, e.at, e.actor_kind, e.actor_id, e.action, e.user_id, e.before, e.after, e.reason,
        e.request_id
      from ${looked}
      order by e.position ${way}, e.audit_id ${way} limit ${limit}) entry on true`.execute(db)
  const [first] = rows
  if (!first) throw new Error('a page of the audit trail was not answered')
  return {
    horizon: first.horizon,
    edge:
      first.edge_position === null || first.edge_audit_id === null
        ? null
        : { position: first.edge_position, auditId: first.edge_audit_id },
    isTruncated: first.is_truncated,
    entries: rows.filter((row): row is ReadRow & EntryRow => row.audit_id !== null),
  }
}

const beyond = (newest: boolean, place: RawBuilder<unknown>): RawBuilder<unknown> =>
  newest ? sql`(e.position, e.audit_id) < (${place})` : sql`(e.position, e.audit_id) > (${place})`

/** What no index is ordered by; null: nothing of that kind is asked for. */
function keptBy({ action, actorKind }: EntryFilter): RawBuilder<unknown> | null {
  const conditions = [
    ...(action === undefined
      ? []
      : [action.endsWith('.') ? sql`starts_with(e.action, ${action})` : sql`e.action = ${action}`]),
    ...(actorKind === undefined ? [] : [sql`e.actor_kind = ${actorKind}`]),
  ]
  return conditions.length === 0 ? null : sql.join(conditions, sql` and `)
}

function truncated(communityId: string, after: EntryPlace | null): RawBuilder<unknown> {
  if (after === null) return sql`false`
  return sql`exists (select from audit_forgotten f where f.community_id = ${communityId}
    and (f.position, f.audit_id) > (${after.position}::bigint, ${after.auditId}::bigint))`
}

/** The communities whose oldest entry is older than so many days. A job's view, across communities. */
export async function listCommunitiesToForget(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ community_id: string }>`
    select c.community_id from community c
    cross join lateral (select e.at from audit_entry e where e.community_id = c.community_id
      order by e.position, e.audit_id limit 1) oldest
    where oldest.at < now() - make_interval(days => ${days})
    order by c.community_id`.execute(db)
  return rows.map((row) => row.community_id)
}

/**
 * Deletes the oldest entries of a community, at most `most`, and remembers the last of them: from the beginning of the feed
 * to the first entry that is young enough, so that what is left has no holes. One statement, its own transaction.
 * @returns how many were deleted
 */
export async function forgetOldest(db: Db, communityId: string, days: number, most: number): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    with oldest as (
      select e.position, e.audit_id, e.at from audit_entry e
      where e.community_id = ${communityId} and e.position < audit_horizon()
      order by e.position, e.audit_id limit ${most}
    ), old as (
      select position, audit_id,
        bool_and(at < now() - make_interval(days => ${days})) over (order by position, audit_id) as is_old
      from oldest
    ), last as (
      select position, audit_id from old where is_old order by position desc, audit_id desc limit 1
    ), gone as (
      delete from audit_entry e using old
      where old.is_old and e.community_id = ${communityId} and e.position = old.position and e.audit_id = old.audit_id
      returning 1
    ), noted as (
      insert into audit_forgotten as f (community_id, position, audit_id)
      select ${communityId}, position, audit_id from last
      on conflict (community_id) do update set position = excluded.position, audit_id = excluded.audit_id
      where (f.position, f.audit_id) < (excluded.position, excluded.audit_id)
    )
    select count(*)::int as forgotten from gone`.execute(db)
  return rows[0]?.forgotten ?? 0
}
