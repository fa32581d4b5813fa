// Blacklist entries, audited; never deleted.
import { lockAccount } from '../../identities/accounts/queries'
import { insertAuditEntry, type Cause } from '../../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import { countTakesOfCaller } from '../../auth/takes/actions'
import { commitOnce, type Effect } from '../../idempotency/actions'
import { DomainError, orNotFound } from '../../base/errors'
import { randomBase32 } from '../../base/ids'
import { assertEvidenceUrl } from '../rules'
import {
  findEntry,
  findLiveEntryId,
  insertEntry,
  liftEntry,
  lockEntry,
  markExpired,
  restoreEntry,
  updateEntry,
  type EntryRow,
  type NewEntry,
} from './queries'
import { assertLive, changedTerms, type EntryChange, type EntryTerms, type Subject } from './rules'

export interface EntryWritten {
  readonly entry: EntryRow
  readonly auditId: string | null
}

/**
 * The account need not be a member.
 * @throws DomainError 409 `blacklist_entry_exists`, 400 `validation_failed` for an invalid evidence link
 */
export function addToBlacklist(ctx: Ctx, subject: Subject, terms: EntryTerms): Promise<Effect<EntryWritten>> {
  if (terms.evidenceUrl !== null) assertEvidenceUrl(terms.evidenceUrl)
  return commitOnce(ctx, async (tx) => {
    // serializes with an erasure
    if (subject.kind === 'account') await lockAccount(tx.db, subject.id)
    const entry = await insertUnique(tx, { entryId: `ble_${randomBase32(20)}`, subject, terms })
    const { blacklist_entry_id: blacklistEntryId } = entry
    const auditId = await insertAuditEntry(tx, {
      action: 'blacklist.add',
      userId: entry.user_id,
      reason: terms.reason,
      after: {
        blacklistEntryId,
        ...toAuditSubject(subject),
        evidenceUrl: terms.evidenceUrl,
        expiresAt: terms.expiresAt,
      },
    })
    await countTakesOfCaller(tx, 1)
    return { entry, auditId }
  })
}

async function insertUnique(tx: TxCtx, entry: NewEntry): Promise<EntryRow> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await markExpired(tx, entry.subject)
    const row = await insertEntry(tx, entry)
    if (row) return row
    const blacklistEntryId = await findLiveEntryId(tx, entry.subject)
    // null: the entry was lifted meanwhile
    if (blacklistEntryId !== null) throw exists(entry.subject, blacklistEntryId)
  }
  throw new Error('a blacklist entry could not be inserted: every attempt met a conflicting entry that was lifted then')
}

function exists({ kind, id }: Subject, blacklistEntryId: string): DomainError {
  return new DomainError(
    'blacklist_entry_exists',
    `The ${kind} ${id} is on the blacklist already. Change that entry, or lift it first.`,
    { details: { blacklistEntryId } },
  )
}

const toAuditSubject = ({ kind, id }: Subject) => ({ kind, [kind === 'account' ? 'userId' : 'groupId']: String(id) })

export async function requireEntry(ctx: Ctx, entryId: string): Promise<EntryRow> {
  return orNotFound(await findEntry(ctx, entryId), 'blacklist_entry_not_found')
}

/**
 * Without an effect no audit entry is written.
 * @throws DomainError 404 `blacklist_entry_not_found`, 409 `blacklist_entry_ended`, 400 `validation_failed`
 */
export function changeEntry(ctx: Ctx, entryId: string, change: EntryChange): Promise<EntryWritten> {
  return inTransaction(ctx, async (tx) => {
    const before = orNotFound(await lockEntry(tx, entryId), 'blacklist_entry_not_found')
    await tx.assertUnchanged?.(tx)
    assertLive(before.state)
    const changed = changedTerms(termsOf(before), change, tx.now())
    if (Object.keys(changed).length === 0) return { entry: before, auditId: null }
    const auditId = await updateTerms(tx, before, changed, { reason: null })
    return { entry: await requireEntry(tx, entryId), auditId }
  })
}

/** The entry is locked. */
export async function updateTerms(
  tx: TxCtx,
  entry: EntryRow,
  changed: Partial<EntryTerms>,
  cause: Cause,
): Promise<string> {
  const { blacklist_entry_id: blacklistEntryId, user_id: userId } = entry
  const terms = termsOf(entry)
  const names = Object.keys(changed) as (keyof EntryTerms)[]
  await updateEntry(tx, blacklistEntryId, { ...terms, ...changed })
  return insertAuditEntry(tx, {
    action: 'blacklist.update',
    userId,
    ...cause,
    before: { blacklistEntryId, ...Object.fromEntries(names.map((name) => [name, terms[name]])) },
    after: { blacklistEntryId, ...changed },
  })
}

/** The entry has ended and is locked, its subject has no live one. @param terms those that it has then */
export async function restore(tx: TxCtx, entry: EntryRow, terms: EntryTerms, cause: Cause): Promise<string> {
  const { blacklist_entry_id: blacklistEntryId, user_id: userId, group_id: groupId, state } = entry
  const subject: Subject = userId === null ? { kind: 'group', id: groupId ?? 0 } : { kind: 'account', id: userId }
  await markExpired(tx, subject)
  await restoreEntry(tx, blacklistEntryId, terms)
  return insertAuditEntry(tx, {
    action: 'blacklist.restore',
    userId,
    ...cause,
    before: { blacklistEntryId, state, ...termsOf(entry) },
    after: { blacklistEntryId, state: 'live', ...terms },
  })
}

const termsOf = ({ reason, evidence_url: evidenceUrl, expires_at: expiresAt }: EntryRow): EntryTerms => ({
  reason,
  evidenceUrl,
  expiresAt,
})

export function liftBlacklistEntry(ctx: Ctx, entryId: string, reason: string | null): Promise<Effect<EntryWritten>> {
  return commitOnce(ctx, async (tx) => {
    const before = orNotFound(await lockEntry(tx, entryId), 'blacklist_entry_not_found')
    assertLive(before.state)
    const auditId = await lift(tx, before, { reason })
    return { entry: await requireEntry(tx, entryId), auditId }
  })
}

/** The entry is live and locked. */
export async function lift(
  tx: TxCtx,
  { blacklist_entry_id: blacklistEntryId, user_id: userId }: EntryRow,
  cause: Cause,
): Promise<string> {
  await liftEntry(tx, blacklistEntryId, cause.reason)
  return insertAuditEntry(tx, {
    action: 'blacklist.lift',
    userId,
    ...cause,
    before: { blacklistEntryId, state: 'live' },
    after: { blacklistEntryId, state: 'lifted' },
  })
}
