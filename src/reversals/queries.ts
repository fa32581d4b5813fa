// SQL on reversals and their items.
import { sql, type InferResult, type Selectable } from 'kysely'
import type { DB } from '../../generated/database'
import { moderatorOf, type Ctx, type Db, type TxCtx } from '../context'
import { anyOf, anyText, daysAgo, now, unnested } from '../db/expressions'
import { onPage, type Page, type Position } from '../db/paging'
import { own } from '../db/own'
import { isOfRecord, type Item, type Kind } from './entries/rules'
import type { Verdict } from './verdicts'

/** A reversal names entries of at most 31 days before, so its items are of no use after that. */
export const KEPT_DAYS = 32
const KEPT_DAYS_OF_DRY_RUNS = 1

export type ReversalRow = Readonly<Omit<Selectable<DB['reversal']>, 'community_id'>>
type Stored = ReversalRow & { readonly actor_kind: 'key' | 'operator' | 'person' }

const reversalColumns = [
  'reversal_id',
  'dry_run',
  'source',
  'source_id',
  'from_at',
  'to_at',
  'reason',
  'kinds',
  'state',
  'error_code',
  'actor_kind',
  'actor_id',
  'request_id',
  'next_position',
  'entries',
  'taken_back',
  'superseded',
  'impossible',
  'created_at',
  'completed_at',
] as const

export interface NewReversal {
  readonly reversalId: string
  readonly dryRun: boolean
  readonly source: ReversalRow['source']
  readonly sourceId: string
  readonly from: string | null
  readonly to: string | null
  readonly reason: string | null
  readonly kinds: readonly string[]
}

export async function insertReversal(
  tx: TxCtx,
  { reversalId, dryRun, source, sourceId, from, to, reason, kinds }: NewReversal,
): Promise<ReversalRow> {
  const { kind, id } = moderatorOf(tx.actor)
  return tx.db
    .insertInto('reversal')
    .values({
      community_id: tx.community.communityId,
      reversal_id: reversalId,
      dry_run: dryRun,
      source,
      source_id: sourceId,
      from_at: from,
      to_at: to,
      reason,
      kinds: [...kinds],
      actor_kind: kind,
      actor_id: id,
      request_id: tx.requestId,
    })
    .returning(reversalColumns)
    .executeTakeFirstOrThrow()
}

export async function findReversal(ctx: Ctx, reversalId: string): Promise<ReversalRow | null> {
  const rows = own(ctx).selectFrom('reversal').select(reversalColumns).where('reversal_id', '=', reversalId)
  return (await rows.executeTakeFirst()) ?? null
}

/** Newest first. */
export function listReversals(ctx: Ctx, page: Page): Promise<ReversalRow[]> {
  const rows = own(ctx).selectFrom('reversal').select(reversalColumns)
  return rows.$call(onPage(page, 'desc', 'created_at', 'reversal_id')).execute()
}

export const positionOfReversal = ({ created_at: at, reversal_id: id }: ReversalRow): Position => ({ at, id })

export async function lockReversal(tx: TxCtx, reversalId: string): Promise<Stored | null> {
  const row = await own(tx)
    .selectFrom('reversal')
    .select(reversalColumns)
    .where('reversal_id', '=', reversalId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (row as Stored | undefined) ?? null
}

export interface Change {
  readonly state?: 'working' | 'finished' | 'failed'
  readonly errorCode?: string
  readonly nextPosition?: number
  readonly entries?: number
}

/** Adds `entries` to their number; the reversal is locked. */
export async function updateReversal(tx: TxCtx, reversalId: string, change: Change): Promise<void> {
  const { state, errorCode, nextPosition, entries = 0 } = change
  await own(tx)
    .updateTable('reversal')
    .set(({ eb }) => ({
      ...(state && { state }),
      ...(errorCode !== undefined && { error_code: errorCode }),
      ...((state === 'finished' || state === 'failed') && { completed_at: now }),
      ...(nextPosition !== undefined && { next_position: nextPosition }),
      entries: eb('entries', '+', entries),
    }))
    .where('reversal_id', '=', reversalId)
    .execute()
}

/** Counts the items by their state; the reversal is locked. Items of members that were erased are gone. */
export async function countItems(tx: TxCtx, reversalId: string): Promise<ReversalRow> {
  const items = own(tx)
    .selectFrom('reversal_item')
    .where('reversal_id', '=', reversalId)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('state', '=', 'taken_back').as('taken_back'),
      fn.countAll<number>().filterWhere('state', '=', 'superseded').as('superseded'),
      fn.countAll<number>().filterWhere('state', '=', 'impossible').as('impossible'),
    ])
  return own(tx)
    .updateTable('reversal')
    .from(items.as('counted'))
    .set(({ ref }) => ({
      entries: ref('counted.entries'),
      taken_back: ref('counted.taken_back'),
      superseded: ref('counted.superseded'),
      impossible: ref('counted.impossible'),
    }))
    .where('reversal.reversal_id', '=', reversalId)
    .returning(reversalColumns.map((column) => `reversal.${column}` as const))
    .executeTakeFirstOrThrow()
}

export async function hasQueuedItems(tx: TxCtx, reversalId: string): Promise<boolean> {
  const queued = own(tx).selectFrom('reversal_item').select('nth').where('reversal_id', '=', reversalId)
  return (await queued.where('state', '=', 'queued').limit(1).executeTakeFirst()) !== undefined
}

export async function hasItemsFailedWith(tx: TxCtx, reversalId: string, errorCode: string): Promise<boolean> {
  const failed = own(tx).selectFrom('reversal_item').select('nth').where('reversal_id', '=', reversalId)
  return (await failed.where('error_code', '=', errorCode).limit(1).executeTakeFirst()) !== undefined
}

export async function refuseOpenItems(tx: TxCtx, reversalId: string, errorCode: string): Promise<void> {
  await own(tx)
    .updateTable('reversal_item')
    .set({ state: 'impossible', reason: 'operation_failed', error_code: errorCode })
    .where('reversal_id', '=', reversalId)
    .where('state', '=', 'open')
    .execute()
}

/** @param from the number of the first item */
export async function insertItems(tx: TxCtx, reversalId: string, from: number, items: readonly Item[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ auditId, changedAt = null, obstacle = null, heldRoles = null, ...item }) => ({
    ...item,
    auditId: Number(auditId),
    changedAt,
    reason: obstacle,
    ...(isOfRecord(item) ? { kind: null, recordKind: item.kind } : { kind: item.kind, recordKind: null }),
    // PostgreSQL has no arrays of arrays of different lengths
    heldRoles: heldRoles && `{${String(heldRoles)}}`,
  }))
  const types = {
    auditId: 'bigint',
    position: 'bigint',
    userId: 'bigint',
    kind: 'text',
    recordKind: 'text',
    object: 'text',
    before: 'bigint',
    after: 'bigint',
    changedAt: 'text',
    reason: 'text',
    heldRoles: 'text',
  } as const
  await tx.db
    .insertInto('reversal_item')
    .columns([
      'community_id',
      'reversal_id',
      'nth',
      'audit_id',
      'position',
      'user_id',
      'kind',
      'record_kind',
      'object',
      'value_before',
      'value_after',
      'reason',
      'changed_at',
      'held_role_ids',
    ])
    .expression((eb) =>
      eb
        .selectFrom(unnested('item', rows, types))
        .select(({ val }) => [val(tx.community.communityId).as('community_id'), val(reversalId).as('reversal_id')])
        .select(sql<number>`${from} + nth - 1`.as('nth'))
        .select(['auditId', 'position', 'userId', 'kind', 'recordKind', 'object', 'before', 'after', 'reason'])
        .select(sql<string | null>`${sql.ref('changedAt')}::timestamptz`.as('changed_at'))
        .select(sql<number[] | null>`${sql.ref('heldRoles')}::bigint[]`.as('held_role_ids')),
    )
    .execute()
}

export async function deleteItems(tx: TxCtx, reversalId: string): Promise<void> {
  await own(tx).deleteFrom('reversal_item').where('reversal_id', '=', reversalId).where('state', '=', 'open').execute()
}

/** The kind of what changed of a member, or of a record. */
const kindOfItem = sql<Kind>`coalesce(kind, record_kind)`.as('kind')

/**
 * All open items of the accounts of the first `limit`, and of their records without an account, so that neither is
 * divided.
 */
export async function listOpenItems(tx: TxCtx, reversalId: string, limit: number): Promise<Item[]> {
  const open = own(tx).selectFrom('reversal_item').where('reversal_id', '=', reversalId).where('state', '=', 'open')
  const first = await open.select(['user_id', 'object']).orderBy('user_id').orderBy('object').limit(limit).execute()
  const userIds = new Set(first.flatMap(({ user_id }) => user_id ?? []))
  const objects = new Set(first.flatMap(({ user_id, object }) => (user_id === null && object !== null ? object : [])))
  const rows = await open
    .select(['audit_id', 'position', 'user_id', 'object', 'value_before', 'value_after', 'reason', 'changed_at'])
    .select(kindOfItem)
    .where(({ eb, and, or }) =>
      or([
        eb('user_id', '=', anyOf([...userIds])),
        and([eb('user_id', 'is', null), eb('object', '=', anyText([...objects]))]),
      ]),
    )
    .orderBy('user_id')
    .orderBy('nth')
    .execute()
  return rows.map((row) => ({
    auditId: String(row.audit_id),
    position: row.position,
    userId: row.user_id,
    kind: row.kind,
    object: row.object,
    before: row.value_before,
    after: row.value_after,
    ...(row.changed_at === null
      ? {}
      : { changedAt: row.changed_at, obstacle: row.reason as NonNullable<Item['obstacle']> | null }),
  }))
}

/** By the entry that is taken back. */
export interface Written {
  readonly auditIdOf: ReadonlyMap<string, string>
  readonly operationIdOf: ReadonlyMap<string, string>
}

/** @param written null for a dry run */
export async function storeVerdicts(
  tx: TxCtx,
  reversalId: string,
  verdicts: readonly Verdict[],
  written: Written | null,
): Promise<void> {
  const rows = verdicts.map(({ item: { auditId }, state, reason, errorCode, supersededBy, change, clamped }) => {
    const operationId = written?.operationIdOf.get(auditId) ?? null
    const result = written?.auditIdOf.get(auditId)
    return {
      auditId: Number(auditId),
      state: operationId === null ? state : ('queued' as const),
      reason,
      errorCode,
      change,
      clamped: clamped ? 1 : 0,
      taken: written && state === 'taken_back' ? 1 : 0,
      operationId,
      supersededBy: supersededBy === null ? null : Number(supersededBy),
      result: result === undefined ? null : Number(result),
    }
  })
  const types = { auditId: 'bigint', state: 'text', reason: 'text', errorCode: 'text', change: 'bigint' } as const
  const more = { clamped: 'smallint', taken: 'smallint', operationId: 'text', supersededBy: 'bigint' } as const
  await own(tx)
    .updateTable('reversal_item as i')
    .from(unnested('v', rows, { ...types, ...more, result: 'bigint' }))
    .set(({ ref }) => ({
      state: ref('v.state'),
      reason: ref('v.reason'),
      error_code: ref('v.errorCode'),
      change: ref('v.change'),
      superseded_by: ref('v.supersededBy'),
      result_audit_id: ref('v.result'),
      operation_id: ref('v.operationId'),
      clamped: sql<boolean>`v.clamped = 1`,
      taken: sql<boolean>`v.taken = 1`,
    }))
    .where('i.reversal_id', '=', reversalId)
    .where('i.state', '=', 'open')
    .whereRef('i.audit_id', '=', 'v.auditId')
    .execute()
}

export type ItemRow = InferResult<ReturnType<typeof selectItems>>[number]

const selectItems = (ctx: Ctx, reversalId: string) =>
  own(ctx)
    .selectFrom('reversal_item as i')
    .leftJoin('application as a', (join) =>
      join.onRef('a.community_id', '=', 'i.community_id').onRef('a.application_id', '=', 'i.object'),
    )
    .leftJoin('blacklist_entry as b', (join) =>
      join.onRef('b.community_id', '=', 'i.community_id').onRef('b.blacklist_entry_id', '=', 'i.object'),
    )
    .select(['i.nth', 'i.audit_id', 'i.user_id', 'i.object', 'i.value_before', 'i.value_after', 'i.state'])
    .select(['i.change', 'i.clamped', 'i.superseded_by', 'i.reason', 'i.result_audit_id', 'i.operation_id'])
    .select(['i.error_code', 'i.changed_at', 'i.held_role_ids', 'a.name as form_name', 'b.group_id'])
    .select(kindOfItem)
    .where('i.reversal_id', '=', reversalId)

/** @param kinds those that the caller may read */
export function listItems(
  ctx: Ctx,
  reversalId: string,
  { state, kinds }: { readonly state?: string | undefined; readonly kinds: readonly Kind[] },
  page: Page,
): Promise<ItemRow[]> {
  let rows = selectItems(ctx, reversalId).where(sql<string>`coalesce(i.kind, i.record_kind)`, '=', anyText(kinds))
  if (state !== undefined) rows = rows.where('i.state', '=', state as ItemRow['state'])
  return rows.$call(onPage(page, 'asc', 'i.reversal_id', 'i.nth')).execute()
}

export const positionOfItem =
  (reversalId: string) =>
  ({ nth }: ItemRow): Position => ({ at: reversalId, id: String(nth) })

export async function deleteOldReversals(db: Db): Promise<void> {
  await db.deleteFrom('reversal').where('created_at', '<=', daysAgo(KEPT_DAYS)).execute()
  await db
    .deleteFrom('reversal')
    .where('dry_run', '=', true)
    .where('created_at', '<=', daysAgo(KEPT_DAYS_OF_DRY_RUNS))
    .execute()
}

export async function deleteReversal(tx: TxCtx, reversalId: string): Promise<void> {
  await own(tx).deleteFrom('reversal').where('reversal_id', '=', reversalId).execute()
}

/** All but the newest `keep` dry runs of the actor, also those that are under way. */
export async function deleteOlderDryRuns(tx: TxCtx, keep: number): Promise<void> {
  const { kind, id } = moderatorOf(tx.actor)
  const newest = own(tx)
    .selectFrom('reversal as n')
    .select('n.reversal_id')
    .where('n.actor_kind', '=', kind)
    .where('n.actor_id', '=', id)
    .where('n.dry_run', '=', true)
    .orderBy('n.created_at', 'desc')
    .orderBy('n.reversal_id')
    .limit(keep)
  await own(tx)
    .deleteFrom('reversal')
    .where('actor_kind', '=', kind)
    .where('actor_id', '=', id)
    .where('dry_run', '=', true)
    .where('reversal_id', 'not in', newest)
    .execute()
}

/** Reversals and their entries: of the actor, and of all keys. */
export async function findUse(tx: TxCtx): Promise<{ readonly own: number; readonly ofKeys: number }> {
  const { kind, id } = moderatorOf(tx.actor)
  const size = sql<number>`1 + entries`
  const row = await own(tx)
    .selectFrom('reversal')
    .select(({ fn, and, eb }) => [
      fn
        .sum<number | null>(size)
        .filterWhere(and([eb('actor_kind', '=', kind), eb('actor_id', '=', id)]))
        .as('own'),
      fn.sum<number | null>(size).filterWhere('actor_kind', '=', 'key').as('ofKeys'),
    ])
    .executeTakeFirst()
  return { own: Number(row?.own ?? 0), ofKeys: Number(row?.ofKeys ?? 0) }
}
