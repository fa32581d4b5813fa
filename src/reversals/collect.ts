// Collects the audit entries of a reversal, one page of the log in each transaction.
import { inTransaction, type Ctx, type TxCtx } from '../context'
import {
  findEndOf,
  findEntryFrom,
  listBatchEntries,
  listEntriesById,
  listEntriesWithoutAccount,
  listEventEntries,
  listReversalEntries,
  readLog,
  type NamedEntry,
} from './entries/queries'
import { readChangesInGroup } from './by-hand/read-log'
import { listOwnChanges, listRolesOf } from './by-hand/queries'
import { isAccountOfServer, itemsByHand, ONE_CHANGE_MS } from './by-hand/items'
import { SLACK_SECONDS, toItem, type Item, type LoggedEntry } from './entries/rules'
import { listRanks } from '../ranks/queries'
import { kindsOfAuthor } from './author'
import { failReversal, UNAUTHORIZED } from './finish'
import { roomOf } from './room'
import { findStored } from './stored'
import { insertItems, lockReversal, updateReversal, type ReversalRow } from './queries'

/** Of a reversal; one with more fails with `too_many_entries`. */
export const MAX_ENTRIES = 10_000
/** What erasure writes in place of an account (src/db/tables.ts). */
const ERASED = 'erased'
const LOG_PAGE = 5_000
/** Overlapping transactions draw ids in another order than their positions. */
const SLACK_IDS = 10_000

export async function collect(ctx: Ctx, reversal: ReversalRow): Promise<void> {
  if ((await kindsOfAuthor(ctx)) === null) return endUnauthorized(ctx, reversal.reversal_id)
  if (reversal.source === 'account') return collectByHand(ctx, reversal)
  const first = reversal.from_at === null ? null : (reversal.next_position ?? (await beginOf(ctx, reversal.from_at)))
  await inTransaction(ctx, async (tx) => {
    const locked = await lockReversal(tx, reversal.reversal_id)
    // another run of the job was faster
    if (locked?.state !== 'collecting' || locked.next_position !== reversal.next_position) return
    if (first === null) return collectNamed(tx, locked)
    return collectPage(tx, locked, first)
  })
}

const endUnauthorized = (ctx: Ctx, reversalId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const locked = await lockReversal(tx, reversalId)
    if (locked?.state === 'collecting') await failReversal(tx, locked, UNAUTHORIZED)
  })

/** @returns a position before which each entry is older than the window */
async function beginOf(ctx: Ctx, from: string): Promise<number> {
  const oldest = Date.parse(from) - SLACK_SECONDS * 1_000
  return halve(ctx, ({ at }) => Date.parse(at) < oldest)
}

type Found = NonNullable<Awaited<ReturnType<typeof findEntryFrom>>>

/**
 * Finds the first position of which `isBefore` is false, by halving. Entries are nearly in the order of their times and
 * ids, so `isBefore` compares with a tolerance.
 */
async function halve(ctx: Ctx, isBefore: (entry: Found) => boolean): Promise<number> {
  let low = (await findEndOf(ctx, 'asc')) ?? 0
  let high = (await findEndOf(ctx, 'desc')) ?? 0
  while (low < high) {
    const middle = Math.floor(low + (high - low) / 2)
    const entry = await findEntryFrom(ctx, middle)
    if (entry !== null && isBefore(entry)) low = middle + 1
    else high = middle
  }
  return low
}

async function collectPage(tx: TxCtx, reversal: ReversalRow, from: number): Promise<void> {
  const { entries, next } = await readLog(tx, from, LOG_PAGE)
  const [begin, end] = [Date.parse(reversal.from_at ?? ''), Date.parse(reversal.to_at ?? '')]
  const isOwn = ({ at, actor_kind: kind, actor_id: id }: (typeof entries)[number]) =>
    kind === reversal.source && id === reversal.source_id && Date.parse(at) >= begin && Date.parse(at) <= end
  const isPast = entries.some(({ at }) => Date.parse(at) > end + SLACK_SECONDS * 1_000)
  await addEntries(tx, reversal, entries.filter(isOwn), isPast ? null : next)
}

async function collectNamed(tx: TxCtx, reversal: ReversalRow): Promise<void> {
  const entries = await listNamed(tx, reversal)
  if (entries) return addEntries(tx, reversal, entries, null)
  await failReversal(tx, reversal, 'source_not_found')
}

async function listNamed(tx: TxCtx, { source, source_id: id }: ReversalRow): Promise<readonly LoggedEntry[] | null> {
  if (source === 'entry') return findEntry(tx, Number(id))
  if (source === 'event') return listEventEntries(tx, id)
  if (source === 'batch') {
    const named = await listBatchEntries(tx, id)
    return named && listByName(tx, named)
  }
  const reversal = await listReversalEntries(tx, id)
  return reversal && listOfReversal(tx, reversal)
}

function listByName(tx: TxCtx, named: readonly NamedEntry[]): Promise<LoggedEntry[]> {
  const userIds = [...new Set(named.flatMap(({ userId }) => userId ?? []))]
  return listEntriesById(
    tx,
    userIds,
    named.map(({ auditId }) => auditId),
  )
}

async function listOfReversal(
  tx: TxCtx,
  { named, createdAt }: NonNullable<Awaited<ReturnType<typeof listReversalEntries>>>,
): Promise<LoggedEntry[]> {
  const ofAccounts = await listByName(tx, named)
  const others = named.flatMap(({ userId, auditId }) => (userId === null ? auditId : []))
  if (others.length === 0) return ofAccounts
  const found = await listEntriesWithoutAccount(tx, await beginOf(tx, createdAt), others)
  return [...ofAccounts, ...found].sort((one, other) => one.position - other.position || one.audit_id - other.audit_id)
}

async function findEntry(tx: TxCtx, auditId: number): Promise<readonly LoggedEntry[] | null> {
  if (!Number.isSafeInteger(auditId)) return null
  let from: number | null = await halve(tx, ({ audit_id }) => audit_id < auditId - SLACK_IDS)
  while (from !== null) {
    const { entries, next } = await readLog(tx, from, LOG_PAGE)
    const found = entries.find(({ audit_id }) => audit_id === auditId)
    if (found) return [found]
    from = entries.some(({ audit_id }) => audit_id > auditId + SLACK_IDS) ? null : next
  }
  return null
}

/** The log is read before the transaction, and so far back that it has each change of the server compared with it. */
async function collectByHand(ctx: Ctx, reversal: ReversalRow): Promise<void> {
  const { from_at: from, to_at: to } = reversal
  if (from === null || to === null) throw new Error('a reversal of an account has a window')
  const since = new Date(Date.parse(from) - ONE_CHANGE_MS)
  const changes = await readChangesInGroup(ctx, new Date(since.getTime() - ONE_CHANGE_MS), MAX_ENTRIES)
  await inTransaction(ctx, async (tx) => {
    const locked = await lockReversal(tx, reversal.reversal_id)
    if (locked?.state !== 'collecting') return
    const { source_id: accountId } = locked
    if (accountId === ERASED) return failReversal(tx, locked, 'source_not_found')
    if (typeof changes === 'string') return failReversal(tx, locked, changes)
    const window = { accountId: Number(accountId), from, to }
    const changed = changes.filter(({ actorUserId }) => actorUserId === window.accountId)
    const userIds = [...new Set(changed.map(({ userId }) => userId))]
    if (isAccountOfServer(changes, await listOwnChanges(tx, userIds, since), window.accountId))
      return failReversal(tx, locked, 'account_of_connection')
    const known = { ranks: await listRanks(tx), rolesOf: await listRolesOf(tx, userIds) }
    await addItems(tx, locked, itemsByHand(changes, window, known), null)
  })
}

const addEntries = (tx: TxCtx, reversal: ReversalRow, entries: readonly LoggedEntry[], next: number | null) =>
  addItems(
    tx,
    reversal,
    entries.map(toItem).filter((item): item is Item => item !== null),
    next,
  )

/** @param next null: these are the last */
async function addItems(tx: TxCtx, reversal: ReversalRow, items: readonly Item[], next: number | null): Promise<void> {
  const { reversal_id: reversalId, entries: count } = reversal
  if (count + items.length > MAX_ENTRIES) return failReversal(tx, reversal, 'too_many_entries')
  if (items.length > roomOf(await findStored(tx), reversal.actor_kind))
    return failReversal(tx, reversal, 'storage_limit_reached')
  await insertItems(tx, reversalId, count, items)
  const progress = next === null ? { state: 'working' as const } : { nextPosition: next }
  await updateReversal(tx, reversalId, { ...progress, entries: items.length })
}
