// SQL of the audit log: one entry per write in the transaction of the write, the feed, retention, seals.
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx, Db } from '../context'
import { pageCut, type CutRow } from '../db/paging'
import type { EntryFilter, EntryPlace, FeedPage, SealRead } from './rules'

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
 * Writes the same entry into the audit logs of many communities, for a change by the operator that affects them all.
 * @param plan only communities with a subscription or trial of this plan; null: every community
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

/** A page as read. */
export interface EntriesRead {
  /** Entries before this position are complete. */
  readonly horizon: number
  /** Where a filtered page stopped scanning; null: it reached the end. */
  readonly edge: EntryPlace | null
  /** The page ends at PAGE_BYTES although more entries follow. */
  readonly isCut: boolean
  /** Retention has deleted entries after the cursor. */
  readonly isTruncated: boolean
  readonly entries: readonly EntryRow[]
}

/** Entries that a filtered page scans at most: bounds the cost of a rare action. */
export const MAX_SCANNED = 10_000

interface ReadRow extends Omit<EntryRow, 'audit_id'>, CutRow {
  readonly audit_id: number | null
  readonly horizon: number
  readonly edge_position: number | null
  readonly edge_audit_id: number | null
  readonly is_truncated: boolean
}

const entryBytes = `coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0)`
const cutOf = (direction: string): RawBuilder<unknown>[] =>
  pageCut(`position ${direction}, audit_id ${direction}`, `(${entryBytes})`).map((part) => sql.raw(part))
const [cutFeed, cutNewest] = [cutOf('asc'), cutOf('desc')]

/**
 * At most `limit` entries after a position, or before it in the order `newest`. One statement, so that horizon and entries
 * are of the same snapshot. The feed ends at the horizon; `newest` does not.
 */
export async function readAuditEntries(
  { db, community }: Pick<Ctx, 'db' | 'community'>,
  filter: EntryFilter,
  { order, after, limit }: FeedPage,
): Promise<EntriesRead> {
  const newest = order === 'newest'

  const direction = newest ? sql`desc` : sql`asc`
  const inRange = sql.join(
    [
      sql`e.community_id = ${community.communityId}`,
      ...(filter.userId === undefined ? [] : [sql`e.user_id = ${Number(filter.userId)}::bigint`]),
      ...(newest ? [] : [sql`e.position < now_at.horizon`]),
      ...(after === null ? [] : [beyond(newest, sql`${after.position}::bigint, ${after.auditId}::bigint`)]),
    ],
    sql` and `,
  )
  const [beforeEntries, afterEntries] = newest ? cutNewest : cutFeed
  const conditions = conditionsOf(filter)
  const edge =
    conditions === null
      ? sql`select null::bigint as position, null::bigint as audit_id`
      : sql`select e.position, e.audit_id from audit_entry e where ${inRange}
          order by e.position ${direction}, e.audit_id ${direction} offset ${MAX_SCANNED - 1} limit 1`
  // the bound is on the number of rows, so that PostgreSQL does not plan a scan of the whole log
  const scanned =
    conditions === null
      ? sql`audit_entry e where ${inRange}`
      : sql`(select * from audit_entry e where ${inRange}
            order by e.position ${direction}, e.audit_id ${direction} limit ${MAX_SCANNED}) e
          where ${conditions}`
  const { rows } = await sql<ReadRow>`
    select now_at.horizon, edge.position as edge_position, edge.audit_id as edge_audit_id,
      ${truncated(community.communityId, newest ? null : after)} as is_truncated, entry.*
    from (select audit_horizon() as horizon) now_at
    left join lateral (${edge}) edge on true
    left join lateral (${beforeEntries}
      select e.position, e.audit_id, e.at, e.actor_kind, e.actor_id, e.action, e.user_id, e.before, e.after, e.reason,
        e.request_id
      from ${scanned}
      order by e.position ${direction}, e.audit_id ${direction} limit ${limit}${afterEntries}) entry on true`.execute(
    db,
  )
  const [first] = rows
  if (!first) throw new Error('PostgreSQL returned no row for a page of the audit log')
  return {
    horizon: first.horizon,
    edge:
      first.edge_position === null || first.edge_audit_id === null
        ? null
        : { position: first.edge_position, auditId: first.edge_audit_id },
    isCut: rows.length < limit && rows.at(-1)?.more === true,
    isTruncated: first.is_truncated,
    entries: rows.filter((row): row is ReadRow & EntryRow => row.audit_id !== null),
  }
}

const beyond = (newest: boolean, place: RawBuilder<unknown>): RawBuilder<unknown> =>
  newest ? sql`(e.position, e.audit_id) < (${place})` : sql`(e.position, e.audit_id) > (${place})`

/** Conditions that no index serves; null: there are none. */
function conditionsOf({ action, actorKind }: EntryFilter): RawBuilder<unknown> | null {
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

/** Communities whose oldest entry is older than `days`. Across communities, for a job. */
export async function listCommunitiesWithOldEntries(db: Db, days: number): Promise<string[]> {
  const { rows } = await sql<{ community_id: string }>`
    select c.community_id from community c
    cross join lateral (select e.at from audit_entry e where e.community_id = c.community_id
      order by e.position, e.audit_id limit 1) oldest
    where oldest.at < now() - make_interval(days => ${days})
    order by c.community_id`.execute(db)
  return rows.map((row) => row.community_id)
}

/**
 * Deletes at most `limit` of a community's oldest entries and records the last of them (sql/0021), in a transaction of its own.
 * @returns the number deleted
 */
export async function deleteOldestEntries(db: Db, communityId: string, days: number, limit: number): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select forget_audit_entries(${communityId}, ${days}, ${limit}) as deleted`.execute(db)
  return rows[0]?.deleted ?? 0
}

/** Communities with unsealed entries whose positions are final. Across communities, for a job. */
export async function listCommunitiesToSeal(db: Db): Promise<string[]> {
  const { rows } = await sql<{ community_id: string }>`
    select c.community_id from community c
    left join lateral (select s.position, s.audit_id from audit_seal s where s.community_id = c.community_id
      order by s.number desc limit 1) last on true
    where exists (select from audit_entry e where e.community_id = c.community_id and e.position < audit_horizon()
      and (e.position, e.audit_id) > (coalesce(last.position, -1), coalesce(last.audit_id, -1)))
    order by c.community_id`.execute(db)
  return rows.map((row) => row.community_id)
}

/**
 * Adds a seal over at most `limit` of the oldest unsealed entries (sql/0022), in a transaction of its own.
 * @returns the number sealed; 0 also while another session seals, erases or deletes in the community
 */
export async function sealOldest(db: Db, communityId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`select seal_audit_entries(${communityId}, ${limit}) as sealed`.execute(
    db,
  )
  return rows[0]?.sealed ?? 0
}

/**
 * At most `limit` seals of a community after the seal `after`, in order, each with its first mismatching entry: changed,
 * missing although retention did not delete it, or inserted. One statement, so of one snapshot.
 */
export async function readSeals(db: Db, communityId: string, after: number, limit: number): Promise<SealRead[]> {
  const { rows } = await sql<SealRead>`
    with seal as (
      select s.*, coalesce(p.position, -1) as from_position, coalesce(p.audit_id, -1) as from_audit_id,
        coalesce((s.position, s.audit_id) <= (f.position, f.audit_id), false) as is_purged,
        coalesce(array_position(s.audit_ids, f.audit_id), 0) as last_purged
      from audit_seal s
      left join audit_seal p on p.community_id = s.community_id and p.number = s.number - 1
      left join audit_forgotten f on f.community_id = s.community_id
      where s.community_id = ${communityId} and s.number > ${after}
      order by s.number limit ${limit}
    )
    select s.number, encode(s.previous, 'hex') as previous, encode(s.hash, 'hex') as hash, s.is_purged as "isPurged",
      s.hash = audit_seal_hash(s.community_id, s.number, s.position, s.audit_id, s.audit_ids, s.hashes, s.previous, s.sealed_at)
        as "isIntact",
      cardinality(s.audit_ids) as entries, found.redacted, found.differing as "differingEntry", found.difference
    from seal s cross join lateral (
      select count(*) filter (where pair.redaction is not null)::int as redacted,
        (array_agg(pair.audit_id order by pair.position, pair.n) filter (where pair.difference is not null))[1] as differing,
        (array_agg(pair.difference order by pair.position, pair.n) filter (where pair.difference is not null))[1] as difference
      from (
        select coalesce(listed.audit_id, e.audit_id) as audit_id, listed.n, e.position, r.hash as redaction,
          case
            when e.audit_id is null then
              case when not s.is_purged and listed.n > s.last_purged then 'missing' end
            when listed.n is null then 'inserted'
            when listed.salt is not null and listed.hash = audit_entry_hash(e.entry, listed.salt) then null
            when r.hash = audit_entry_hash(e.entry, null) then null
            else 'changed'
          end as difference
        from unnest(s.audit_ids, s.salts, s.hashes) with ordinality as listed (audit_id, salt, hash, n)
        full join (
          select a as entry, a.position, a.audit_id from audit_entry a
          where a.community_id = ${communityId} and (a.position, a.audit_id) > (s.from_position, s.from_audit_id)
            and (a.position, a.audit_id) <= (s.position, s.audit_id)
        ) e on e.audit_id = listed.audit_id
        left join audit_redaction r on r.community_id = ${communityId} and r.audit_id = listed.audit_id
      ) pair
    ) found
    order by s.number`.execute(db)
  return rows
}

/** Entries of a community after the last seal. */
export async function countUnsealed(db: Db, communityId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry e
    left join lateral (select s.position, s.audit_id from audit_seal s where s.community_id = ${communityId}
      order by s.number desc limit 1) last on true
    where e.community_id = ${communityId}
      and (e.position, e.audit_id) > (coalesce(last.position, -1), coalesce(last.audit_id, -1))`.execute(db)
  return rows[0]?.count ?? 0
}
