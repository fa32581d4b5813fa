// Blacklisting accounts and groups, changing an entry, lifting it; each with its audit entry. Entries are never deleted.
import { lockAccount } from '../../accounts/queries'
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { DomainError } from '../../errors'
import { randomBase32 } from '../../ids'
import { assertEvidenceUrl } from '../rules'
import {
  findEntry,
  findLiveEntryId,
  insertEntry,
  liftEntry,
  lockEntry,
  noteExpiry,
  updateEntry,
  type EntryRow,
  type NewEntry,
} from './queries'
import { assertInForce, changedTerms, type EntryChange, type EntryTerms, type Subject } from './rules'

/** An entry as a write left it. */
export interface EntryWritten {
  readonly entry: EntryRow
  /** null: nothing changed. */
  readonly auditId: string | null
}

/**
 * Keeps an account or a group out. The account need not be a member, nor known to the platform: who raids a community is often
 * neither, and the platform may be down just then.
 * @throws DomainError 409 `blacklist_entry_exists`, 400 `validation_failed` for a link that is none
 */
export function addToBlacklist(ctx: Ctx, subject: Subject, terms: EntryTerms): Promise<EntryWritten> {
  if (terms.evidenceUrl !== null) assertEvidenceUrl(terms.evidenceUrl)
  return inTransaction(ctx, async (tx) => {
    // what is written about an account while it is being erased comes after the erasing, as a whole
    if (subject.kind === 'account') await lockAccount(tx.db, subject.id)
    const entry = await insertOnlyOne(tx, { entryId: `ble_${randomBase32(20)}`, subject, terms })
    const { blacklist_entry_id: blacklistEntryId } = entry
    const auditId = await insertAuditEntry(tx, {
      action: 'blacklist.add',
      userId: entry.user_id,
      reason: terms.reason,
      after: { blacklistEntryId, ...toNamed(subject), evidenceUrl: terms.evidenceUrl, expiresAt: terms.expiresAt },
    })
    return { entry, auditId }
  })
}

/** The database decides who is first. */
async function insertOnlyOne(tx: TxCtx, entry: NewEntry): Promise<EntryRow> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await noteExpiry(tx, entry.subject)
    const row = await insertEntry(tx, entry)
    if (row) return row
    const blacklistEntryId = await findLiveEntryId(tx, entry.subject)
    // what stood in the way a moment ago may have been lifted since
    if (blacklistEntryId !== null) throw exists(entry.subject, blacklistEntryId)
  }
  throw new Error('a blacklist entry was neither made nor refused')
}

function exists({ kind, id }: Subject, blacklistEntryId: string): DomainError {
  return new DomainError(
    'blacklist_entry_exists',
    `The ${kind} ${id} is on the blacklist already. Change that entry, or lift it first.`,
    { details: { blacklistEntryId } },
  )
}

const toNamed = ({ kind, id }: Subject) => ({ kind, [kind === 'account' ? 'userId' : 'groupId']: String(id) })

/** @throws DomainError 404 `blacklist_entry_not_found` */
export async function requireEntry(ctx: Ctx, entryId: string): Promise<EntryRow> {
  return (await findEntry(ctx, entryId)) ?? notFound()
}

/**
 * Changes why or until when an entry is in force.
 * @throws DomainError 404 `blacklist_entry_not_found`, 409 `blacklist_entry_ended`, 400 `validation_failed`
 */
export function changeEntry(ctx: Ctx, entryId: string, change: EntryChange): Promise<EntryWritten> {
  return inTransaction(ctx, async (tx) => {
    const before = (await lockEntry(tx, entryId)) ?? notFound()
    assertInForce(before.state)
    const terms = { reason: before.reason, evidenceUrl: before.evidence_url, expiresAt: before.expires_at }
    const changed = changedTerms(terms, change, tx.now())
    const names = Object.keys(changed) as (keyof EntryTerms)[]
    if (names.length === 0) return { entry: before, auditId: null }
    await updateEntry(tx, entryId, { ...terms, ...changed })
    const auditId = await insertAuditEntry(tx, {
      action: 'blacklist.update',
      userId: before.user_id,
      before: { blacklistEntryId: entryId, ...Object.fromEntries(names.map((name) => [name, terms[name]])) },
      after: { blacklistEntryId: entryId, ...changed },
    })
    return { entry: await requireEntry(tx, entryId), auditId }
  })
}

/**
 * Ends an entry before its time.
 * @throws DomainError 404 `blacklist_entry_not_found`, 409 `blacklist_entry_ended`
 */
export function liftBlacklistEntry(ctx: Ctx, entryId: string, reason: string | null): Promise<EntryWritten> {
  return inTransaction(ctx, async (tx) => {
    const before = (await lockEntry(tx, entryId)) ?? notFound()
    assertInForce(before.state)
    await liftEntry(tx, entryId, reason)
    const auditId = await insertAuditEntry(tx, {
      action: 'blacklist.lift',
      userId: before.user_id,
      reason,
      before: { blacklistEntryId: entryId, state: 'live' },
      after: { blacklistEntryId: entryId, state: 'lifted' },
    })
    return { entry: await requireEntry(tx, entryId), auditId }
  })
}

/** Ends the entry in force of an account or group, whatever its id; null when there is none. For the operator. */
export async function liftFromBlacklist(
  ctx: Ctx,
  subject: Subject,
  reason: string | null,
): Promise<EntryWritten | null> {
  const entryId = await findLiveEntryId(ctx, subject)
  return entryId === null ? null : liftBlacklistEntry(ctx, entryId, reason)
}

function notFound(): never {
  throw new DomainError('blacklist_entry_not_found', 'This community has no such blacklist entry.')
}
