// SQL of the audit log: entries, the feed, retention.
import { expressionBuilder, sql, type ExpressionBuilder, type Selectable } from 'kysely'
import type { AuditEntry, DB } from '../../generated/database'
import type { Ctx, Db } from '../context'
import { auditHorizon, bool, listCommunities } from '../db/expressions'
import { cutRows } from '../db/paging'
import { insertOfEach, insertRecords, type AuditRecord } from './entry'

export type { AuditRecord }
import type { EntryFilter, EntryKey, FeedPage } from './rules'
import { own } from '../db/own'

/** Why a record changes: the words of the caller, or of the reversal that takes an earlier change back. */
export type Cause = Pick<AuditRecord, 'reverses'> & { readonly reason: string | null }

/** @returns the audit id */
export async function insertAuditEntry(ctx: Ctx, record: AuditRecord): Promise<string> {
  const [auditId] = await insertAuditEntries(ctx, [record])
  return auditId as string
}

/** @returns the audit ids, in the order of the records */
export async function insertAuditEntries(
  ctx: Pick<Ctx, 'db' | 'community' | 'actor' | 'requestId'>,
  records: readonly AuditRecord[],
): Promise<string[]> {
  if (records.length === 0) return []
  const rows = await insertRecords(ctx, records).returning('audit_id').execute()
  return rows.map(({ audit_id }) => String(audit_id))
}

/** An entry in each community that was not moved. @param plan only communities with this plan; null: every one */
export async function insertAuditEntryInEach(
  ctx: Pick<Ctx, 'db' | 'actor' | 'requestId'>,
  plan: string | null,
  record: Pick<AuditRecord, 'action' | 'before' | 'after'>,
): Promise<void> {
  const communities = ctx.db.selectFrom('community as c').where('c.moved_at', 'is', null).orderBy('c.community_id')
  const chosen =
    plan === null
      ? communities
      : communities.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('subscription as s')
              .whereRef('s.community_id', '=', 'c.community_id')
              .where('s.plan', '=', plan),
          ),
        )
  await insertOfEach(ctx.db, ctx, chosen, ({ ref }) => ({ ...record, communityId: ref('c.community_id') })).execute()
}

/** Of the node that stores the entries of the community (Citus); 0 without entries. */
export async function readHorizon({ db, community }: Pick<Ctx, 'db' | 'community'>): Promise<number> {
  const row = await own({ db, community })
    .selectFrom('audit_entry')
    .select(auditHorizon.as('horizon'))
    .orderBy('position')
    .orderBy('audit_id')
    .limit(1)
    .executeTakeFirst()
  return row?.horizon ?? 0
}

export type EntryRow = Omit<Selectable<AuditEntry>, 'community_id'>

export interface EntriesRead {
  /** Entries before this position are complete. */
  readonly horizon: number
  /** Where a filtered page stopped scanning; null: it reached the end. */
  readonly edge: EntryKey | null
  /** The page ends at PAGE_BYTES although more entries follow. */
  readonly isCut: boolean
  readonly isTruncated: boolean
  readonly entries: readonly EntryRow[]
}

/** Entries of one page; bounds the cost of a filter on a rare action. */
export const MAX_SCANNED = 10_000

const entryColumns = [
  'position',
  'audit_id',
  'at',
  'actor_kind',
  'actor_id',
  'action',
  'user_id',
  'before',
  'after',
  'reason',
  'request_id',
  'on_behalf_of',
] as const
const entryBytes = '(coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0))'

/** One statement, so that horizon and entries are of one snapshot. The feed ends at the horizon; `newest` does not. */
export async function readAuditEntries(
  { db, community }: Pick<Ctx, 'db' | 'community'>,
  filter: EntryFilter,
  page: FeedPage,
): Promise<EntriesRead> {
  const scan: Scan = { ...page, db, communityId: community.communityId, filter }
  const direction = directionOf(page)
  const rows = await db
    .selectFrom(db.selectNoFrom(auditHorizon.as('horizon')).as('now_at'))
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom(
            inRange(from, scan)
              .offset(MAX_SCANNED - 1)
              .limit(1)
              .as('last'),
          )
          .select(['last.position', 'last.audit_id'])
          .where(sql.lit(isUnindexed(filter)))
          .as('edge'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom(cutRows(matching(from, scan), `position ${direction}, audit_id ${direction}`, entryBytes))
          .selectAll()
          .as('entry'),
      (join) => join.onTrue(),
    )
    .select(['now_at.horizon', 'edge.position as edge_position', 'edge.audit_id as edge_audit_id'])
    .select(isTruncated(scan).as('is_truncated'))
    .selectAll('entry')
    .execute()
  const [first] = rows
  if (!first) throw new Error('PostgreSQL returned no row for a page of the audit log')
  return {
    horizon: first.horizon,
    edge:
      first.edge_position === null || first.edge_audit_id === null
        ? null
        : { position: first.edge_position, auditId: first.edge_audit_id },
    isCut: rows.length < page.limit && rows.at(-1)?.more === true,
    isTruncated: first.is_truncated,
    // the left join gives one row without an entry for an empty page
    entries: rows.filter((row): row is typeof row & EntryRow => row.audit_id !== null),
  }
}

interface Scan extends FeedPage {
  readonly db: Db
  readonly communityId: string
  readonly filter: EntryFilter
}

type FromNow = ExpressionBuilder<DB & { now_at: { horizon: number } }, 'now_at'>

const directionOf = ({ order }: FeedPage) => (order === 'newest' ? 'desc' : 'asc')

/** No index serves these conditions. */
const isUnindexed = ({ action, actorKind }: EntryFilter): boolean => action !== undefined || actorKind !== undefined

function inRange(from: FromNow, { db, communityId, filter: { userId }, order, after }: Scan) {
  const newest = order === 'newest'
  const direction = newest ? 'desc' : 'asc'
  let rows = from
    .selectFrom('audit_entry')
    .select(entryColumns)
    .where('community_id', '=', communityId)
    .orderBy('position', direction)
    .orderBy('audit_id', direction)
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  if (!newest) rows = rows.whereRef('position', '<', 'now_at.horizon')
  if (!after) return newest ? rows : rows.where('position', '>=', oldestKept(db, communityId))
  return (
    rows
      // leaves out partitions, which the comparison of both does not
      .where('position', newest ? '<=' : '>=', after.position)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('position', 'audit_id'), newest ? '<' : '>', tuple(after.position, after.auditId)),
      )
  )
}

/** Older entries are in a partition that is dropped soon. */
const oldestKept = (db: Db, communityId: string) =>
  db
    .selectFrom('audit_forgotten as f')
    .select(sql<number>`coalesce(max(f.position), ${sql.lit(Number.MIN_SAFE_INTEGER)})`.as('position'))
    .where('f.community_id', '=', communityId)

function matching(from: FromNow, scan: Scan) {
  const { action, actorKind } = scan.filter
  if (!isUnindexed(scan.filter)) return inRange(from, scan).limit(scan.limit)
  // the bound is on the number of rows, so that PostgreSQL does not plan a scan of the whole log
  let rows = from
    .selectFrom(inRange(from, scan).limit(MAX_SCANNED).as('scanned'))
    .selectAll('scanned')
    .orderBy('position', directionOf(scan))
    .orderBy('audit_id', directionOf(scan))
    .limit(scan.limit)
  if (actorKind !== undefined) rows = rows.where('actor_kind', '=', actorKind)
  if (action?.endsWith('.')) rows = rows.where(({ fn, val }) => fn<boolean>('starts_with', ['action', val(action)]))
  else if (action !== undefined) rows = rows.where('action', '=', action)
  return rows
}

/** Entries after the cursor were deleted. */
function isTruncated({ db, communityId, order, after }: Scan) {
  if (order === 'newest' || !after) return sql.lit(false)
  const deleted = db
    .selectFrom('audit_forgotten as f')
    .where('f.community_id', '=', communityId)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('f.position', 'f.audit_id'), '>', tuple(after.position, after.auditId)),
    )
  return bool(expressionBuilder<DB>().exists(deleted))
}

export const listCommunitiesWithOldEntries = (db: Db, days: number): Promise<string[]> =>
  listCommunities(db, 'list_communities_with_old_entries', days)

export async function deleteOldestEntries(db: Db, communityId: string, days: number, limit: number): Promise<number> {
  const { deleted } = await db
    .selectNoFrom(({ fn, val }) =>
      fn<number>('forget_audit_entries', [val(communityId), val(days), val(limit)]).as('deleted'),
    )
    .executeTakeFirstOrThrow()
  return deleted
}
