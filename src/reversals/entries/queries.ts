// SQL that finds the audit entries of a reversal.
import { sql } from 'kysely'
import type { Ctx } from '../../context'
import { anyOf } from '../../db/expressions'
import { own } from '../../db/own'
import { actions, type LoggedEntry } from './rules'

const entryColumns = ['audit_id', 'position', 'action', 'user_id', 'before', 'after'] as const

type Log = Pick<Ctx, 'db' | 'community'>

export async function findEndOf(ctx: Log, direction: 'asc' | 'desc'): Promise<number | null> {
  const row = await own(ctx)
    .selectFrom('audit_entry')
    .select('position')
    .orderBy('position', direction)
    .orderBy('audit_id', direction)
    .limit(1)
    .executeTakeFirst()
  return row?.position ?? null
}

export async function findEntryFrom(
  ctx: Log,
  position: number,
): Promise<{ readonly at: string; readonly audit_id: number } | null> {
  const row = await own(ctx)
    .selectFrom('audit_entry')
    .select(['at', 'audit_id'])
    .where('position', '>=', position)
    .orderBy('position')
    .orderBy('audit_id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Entries about no account, which only a scan from their first position finds. */
export function listEntriesWithoutAccount(ctx: Log, from: number, auditIds: readonly number[]): Promise<LoggedEntry[]> {
  return own(ctx)
    .selectFrom('audit_entry')
    .select(entryColumns)
    .where('user_id', 'is', null)
    .where('position', '>=', from)
    .where('audit_id', '=', anyOf(auditIds))
    .orderBy('position')
    .orderBy('audit_id')
    .execute()
}

export interface PageOfLog {
  readonly entries: readonly (LoggedEntry & {
    readonly at: string
    readonly actor_kind: string
    readonly actor_id: string
  })[]
  /** Null: the log ends. */
  readonly next: number | null
}

/** `limit` entries and the others of the last position, so that the next page begins after it. */
export async function readLog(ctx: Log, from: number, limit: number): Promise<PageOfLog> {
  const rows = own(ctx)
    .selectFrom('audit_entry')
    .select([...entryColumns, 'at', 'actor_kind', 'actor_id'])
    .where('position', '>=', from)
    .orderBy('position')
    .orderBy('audit_id')
  const page = await rows.limit(limit).execute()
  const last = page.at(-1)
  if (!last || page.length < limit) return { entries: page, next: null }
  const rest = await rows.where('position', '=', last.position).where('audit_id', '>', last.audit_id).execute()
  return { entries: [...page, ...rest], next: last.position + 1 }
}

export function listEntriesById(
  ctx: Log,
  userIds: readonly number[],
  auditIds: readonly number[],
): Promise<LoggedEntry[]> {
  return own(ctx)
    .selectFrom('audit_entry')
    .select(entryColumns)
    .where('user_id', '=', anyOf(userIds))
    .where('audit_id', '=', anyOf(auditIds))
    .orderBy('position')
    .orderBy('audit_id')
    .execute()
}

/**
 * The points and medals that finishing the event gave: entries of its transaction, which share their time. Null: the
 * log has no finish.
 */
export async function listEventEntries(ctx: Log, eventId: string): Promise<LoggedEntry[] | null> {
  const finish = await own(ctx)
    .selectFrom('audit_entry as e')
    .innerJoin('event as v', (join) =>
      join.onRef('v.community_id', '=', 'e.community_id').onRef('v.host_user_id', '=', 'e.user_id'),
    )
    .select(['e.at', 'e.actor_kind', 'e.actor_id', 'e.request_id'])
    .where('v.event_id', '=', eventId)
    .where('e.action', '=', 'event.finish')
    .where(sql`e.after ->> 'eventId'`, '=', eventId)
    .executeTakeFirst()
  if (!finish) return null
  const awarded = own(ctx).selectFrom('event_award').select('user_id').where('event_id', '=', eventId)
  return own(ctx)
    .selectFrom('audit_entry')
    .select(entryColumns)
    .where('user_id', 'in', awarded)
    .where('at', '=', finish.at)
    .where('actor_kind', '=', finish.actor_kind)
    .where('actor_id', '=', finish.actor_id)
    .where('request_id', 'is not distinct from', finish.request_id)
    .where('action', 'in', actions)
    .orderBy('position')
    .orderBy('audit_id')
    .execute()
}

export interface NamedEntry {
  readonly userId: number | null
  readonly auditId: number
}

export async function listBatchEntries(ctx: Log, batchId: string): Promise<NamedEntry[] | null> {
  const rows = await own(ctx)
    .selectFrom('award_batch')
    .select(sql<readonly BatchEntry[]>`outcome`.as('outcome'))
    .where('batch_id', '=', batchId)
    .execute()
  if (rows.length === 0) return null
  return rows.flatMap(({ outcome }) => outcome.flatMap(entriesOf))
}

interface Part {
  readonly auditId?: string | null
}
interface BatchEntry {
  readonly userId?: string | null
  readonly experience?: Part
  readonly quotaPoints?: Part
  readonly medals?: readonly Part[]
}

function entriesOf({ userId, experience, quotaPoints, medals = [] }: BatchEntry): NamedEntry[] {
  if (userId === null || userId === undefined) return []
  return [experience, quotaPoints, ...medals].flatMap((part) =>
    typeof part?.auditId === 'string' ? [{ userId: Number(userId), auditId: Number(part.auditId) }] : [],
  )
}

/** Null: there is no such reversal. */
export async function listReversalEntries(
  ctx: Log,
  reversalId: string,
): Promise<{ readonly named: NamedEntry[]; readonly createdAt: string } | null> {
  const known = await own(ctx)
    .selectFrom('reversal')
    .select('created_at')
    .where('reversal_id', '=', reversalId)
    .executeTakeFirst()
  if (!known) return null
  const rows = await own(ctx)
    .selectFrom('reversal_item')
    .select(['user_id', 'result_audit_id'])
    .where('reversal_id', '=', reversalId)
    .where('taken', '=', true)
    .execute()
  const named = rows.flatMap(({ user_id, result_audit_id }) =>
    result_audit_id === null ? [] : [{ userId: user_id, auditId: result_audit_id }],
  )
  return { named, createdAt: known.created_at }
}
