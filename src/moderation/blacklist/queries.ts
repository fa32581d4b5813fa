// SQL on blacklist entries. Other rooms check the blacklist by the view live_blacklist_entry.
import { sql } from 'kysely'
import type { Ctx, TxCtx } from '../../context'
import type { Page, Position } from '../../db/paging'
import type { ModerationActor } from '../views'
import type { EntryState, EntryTerms, Subject } from './rules'

export interface EntryRow {
  readonly blacklist_entry_id: string
  readonly user_id: number | null
  readonly group_id: number | null
  readonly reason: string | null
  readonly evidence_url: string | null
  readonly created_by_kind: ModerationActor['kind'] | null
  readonly created_by_id: string | null
  readonly created_at: string
  readonly expires_at: string | null
  readonly state: EntryState
  readonly lifted_at: string | null
  readonly lifted_by_kind: ModerationActor['kind'] | null
  readonly lifted_by_id: string | null
  readonly lift_reason: string | null
}

const columns = sql.raw(`blacklist_entry_id, user_id, group_id, reason, evidence_url, created_by_kind, created_by_id,
  created_at, expires_at, lifted_at, lifted_by_kind, lifted_by_id, lift_reason,
  case when lifted_at is not null then 'lifted' when expiry_noted or expires_at <= now() then 'expired' else 'live' end as state`)

const columnOf = ({ kind }: Subject) => sql.ref(kind === 'account' ? 'user_id' : 'group_id')

export interface NewEntry {
  readonly entryId: string
  readonly subject: Subject
  readonly terms: EntryTerms
}

/** Marks an expired entry of the subject, which removes it from the unique index of live entries. */
export async function markExpired(tx: TxCtx, subject: Subject): Promise<void> {
  await sql`
    update blacklist_entry set expiry_noted = true
    where community_id = ${tx.community.communityId} and ${columnOf(subject)} = ${subject.id}
      and lifted_at is null and not expiry_noted and expires_at <= now()`.execute(tx.db)
}

/** Inserts an entry; null when the subject has a live one. Waits for a concurrent insert for the subject. */
export async function insertEntry(tx: TxCtx, { entryId, subject, terms }: NewEntry): Promise<EntryRow | null> {
  const { communityId } = tx.community
  const { rows } = await sql<EntryRow>`
    insert into blacklist_entry (community_id, blacklist_entry_id, ${columnOf(subject)}, reason, evidence_url, expires_at,
      created_by_kind, created_by_id)
    values (${communityId}, ${entryId}, ${subject.id}, ${terms.reason}, ${terms.evidenceUrl}, ${terms.expiresAt},
      ${tx.actor.kind}, ${tx.actor.id})
    on conflict do nothing
    returning ${columns}`.execute(tx.db)
  return rows[0] ?? null
}

export async function findLiveEntryId(ctx: Ctx, subject: Subject): Promise<string | null> {
  const { rows } = await sql<{ blacklist_entry_id: string }>`
    select blacklist_entry_id from live_blacklist_entry
    where community_id = ${ctx.community.communityId} and ${columnOf(subject)} = ${subject.id}`.execute(ctx.db)
  return rows[0]?.blacklist_entry_id ?? null
}

export async function findEntry(ctx: Ctx, entryId: string): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from blacklist_entry
    where community_id = ${ctx.community.communityId} and blacklist_entry_id = ${entryId}`.execute(ctx.db)
  return rows[0] ?? null
}

export async function lockEntry(tx: TxCtx, entryId: string): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from blacklist_entry
    where community_id = ${tx.community.communityId} and blacklist_entry_id = ${entryId}
    for no key update`.execute(tx.db)
  return rows[0] ?? null
}

export async function updateEntry(tx: TxCtx, entryId: string, terms: EntryTerms): Promise<void> {
  await sql`
    update blacklist_entry
    set reason = ${terms.reason}, evidence_url = ${terms.evidenceUrl}, expires_at = ${terms.expiresAt}
    where community_id = ${tx.community.communityId} and blacklist_entry_id = ${entryId}`.execute(tx.db)
}

export async function liftEntry(tx: TxCtx, entryId: string, reason: string | null): Promise<void> {
  await sql`
    update blacklist_entry
    set lifted_at = now(), lifted_by_kind = ${tx.actor.kind}, lifted_by_id = ${tx.actor.id}, lift_reason = ${reason}
    where community_id = ${tx.community.communityId} and blacklist_entry_id = ${entryId}`.execute(tx.db)
}

export interface EntryFilter {
  readonly state: 'live' | 'ended' | 'all'
  readonly userId?: number | undefined
  readonly groupId?: number | undefined
}

export async function listEntries(
  ctx: Ctx,
  { state, userId, groupId }: EntryFilter,
  { after, limit }: Page,
): Promise<EntryRow[]> {
  const conditions = [
    sql`community_id = ${ctx.community.communityId}`,
    ...(state === 'ended' ? [sql`(lifted_at is not null or expiry_noted or expires_at <= now())`] : []),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(groupId === undefined ? [] : [sql`group_id = ${groupId}`]),
    ...(after === null ? [] : [sql`(created_at, blacklist_entry_id) < (${after.at}::timestamptz, ${after.id})`]),
  ]
  const { rows } = await sql<EntryRow>`
    select ${columns} from ${sql.table(state === 'live' ? 'live_blacklist_entry' : 'blacklist_entry')}
    where ${sql.join(conditions, sql` and `)}
    order by created_at desc, blacklist_entry_id desc limit ${limit}`.execute(ctx.db)
  return rows
}

export const positionOfEntry = (row: EntryRow): Position => ({ at: row.created_at, id: row.blacklist_entry_id })
