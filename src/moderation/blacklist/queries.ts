// Other rooms check the blacklist by the view live_blacklist_entry.
import type { ExpressionBuilder, InferResult } from 'kysely'
import type { DB } from '../../../generated/database'
import { moderatorOf, type Ctx, type TxCtx } from '../../context'
import { now, tableOf } from '../../db/expressions'
import { countUpTo, onPage, type Page, type Position, type Total } from '../../db/paging'
import type { EntryState, EntryTerms, Subject } from './rules'
import { own } from '../../db/own'

export type EntryRow = InferResult<ReturnType<typeof selectEntries>>[number]

const columns = [
  'blacklist_entry_id',
  'user_id',
  'group_id',
  'reason',
  'evidence_url',
  'created_by_kind',
  'created_by_id',
  'created_at',
  'expires_at',
  'lifted_at',
  'lifted_by_kind',
  'lifted_by_id',
  'lift_reason',
] as const

const isEnded = ({ eb, or }: ExpressionBuilder<DB, 'blacklist_entry'>) =>
  or([eb('lifted_at', 'is not', null), eb('expiry_noted', '=', true), eb('expires_at', '<=', now)])

const state = (eb: ExpressionBuilder<DB, 'blacklist_entry'>) =>
  eb
    .case()
    .when('lifted_at', 'is not', null)
    .then<EntryState>('lifted')
    .when(isEnded(eb))
    .then<EntryState>('expired')
    .else<EntryState>('live')
    .end()
    .as('state')

const selectEntries = (ctx: Ctx, onlyLive = false) =>
  own(ctx).selectFrom(tableOf('blacklist_entry', onlyLive)).select(columns).select(state)

const columnOf = ({ kind }: Subject) => (kind === 'account' ? 'user_id' : 'group_id')

export interface NewEntry {
  readonly entryId: string
  readonly subject: Subject
  readonly terms: EntryTerms
}

/** A marked entry is no longer in the unique index of live entries. */
export async function markExpired(tx: TxCtx, subject: Subject): Promise<void> {
  await own(tx)
    .updateTable('blacklist_entry')
    .set({ expiry_noted: true })
    .where(columnOf(subject), '=', subject.id)
    .where('lifted_at', 'is', null)
    .where('expiry_noted', '=', false)
    .where('expires_at', '<=', now)
    .execute()
}

/** Waits for a concurrent insert for the subject. @returns null when the subject has a live one */
export async function insertEntry(tx: TxCtx, { entryId, subject, terms }: NewEntry): Promise<EntryRow | null> {
  const { kind, id } = moderatorOf(tx.actor)
  const row = await tx.db
    .insertInto('blacklist_entry')
    .values({
      community_id: tx.community.communityId,
      blacklist_entry_id: entryId,
      [columnOf(subject)]: subject.id,
      ...termColumns(terms),
      created_by_kind: kind,
      created_by_id: id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .returning(state)
    .executeTakeFirst()
  return row ?? null
}

const termColumns = ({ reason, evidenceUrl, expiresAt }: EntryTerms) => ({
  reason,
  evidence_url: evidenceUrl,
  expires_at: expiresAt,
})

export async function findLiveEntryId(ctx: Ctx, subject: Subject): Promise<string | null> {
  const row = await own(ctx)
    .selectFrom('live_blacklist_entry')
    .select('blacklist_entry_id')
    .where(columnOf(subject), '=', subject.id)
    .executeTakeFirst()
  return row?.blacklist_entry_id ?? null
}

export async function findEntry(ctx: Ctx, entryId: string): Promise<EntryRow | null> {
  return (await selectEntries(ctx).where('blacklist_entry_id', '=', entryId).executeTakeFirst()) ?? null
}

export async function lockEntry(tx: TxCtx, entryId: string): Promise<EntryRow | null> {
  const entry = selectEntries(tx).where('blacklist_entry_id', '=', entryId).forNoKeyUpdate()
  return (await entry.executeTakeFirst()) ?? null
}

export async function updateEntry(tx: TxCtx, entryId: string, terms: EntryTerms): Promise<void> {
  await own(tx)
    .updateTable('blacklist_entry')
    .set(termColumns(terms))
    .where('blacklist_entry_id', '=', entryId)
    .execute()
}

export async function liftEntry(tx: TxCtx, entryId: string, reason: string | null): Promise<void> {
  const { kind, id } = moderatorOf(tx.actor)
  await own(tx)
    .updateTable('blacklist_entry')
    .set({ lifted_at: now, lifted_by_kind: kind, lifted_by_id: id, lift_reason: reason })
    .where('blacklist_entry_id', '=', entryId)
    .execute()
}

export async function restoreEntry(tx: TxCtx, entryId: string, terms: EntryTerms): Promise<void> {
  const live = { lifted_at: null, lifted_by_kind: null, lifted_by_id: null, lift_reason: null, expiry_noted: false }
  await own(tx)
    .updateTable('blacklist_entry')
    .set({ ...live, ...termColumns(terms) })
    .where('blacklist_entry_id', '=', entryId)
    .execute()
}

export interface EntryFilter {
  readonly state: 'live' | 'ended' | 'all'
  readonly userId?: number | undefined
  readonly groupId?: number | undefined
}

function entriesOf(ctx: Ctx, { state, userId, groupId }: EntryFilter) {
  let rows = selectEntries(ctx, state === 'live')
  if (state === 'ended') rows = rows.where(isEnded)
  if (userId !== undefined) rows = rows.where('user_id', '=', userId)
  return groupId === undefined ? rows : rows.where('group_id', '=', groupId)
}

export const listBlacklistEntries = (ctx: Ctx, filter: EntryFilter, page: Page): Promise<EntryRow[]> =>
  entriesOf(ctx, filter)
    .$call(onPage(page, 'desc', 'created_at', 'blacklist_entry_id'))
    .execute()

export const countBlacklistEntries = (ctx: Ctx, filter: EntryFilter): Promise<Total> =>
  countUpTo(ctx.db, entriesOf(ctx, filter))

export const positionOfEntry = (row: EntryRow): Position => ({ at: row.created_at, id: row.blacklist_entry_id })
