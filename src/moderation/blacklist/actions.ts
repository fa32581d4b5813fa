// Blacklist entries, audited; never deleted.
import { lockAccount } from '../../identities/accounts/queries'
import { insertAuditEntry } from '../../audit/queries'
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

export function liftBlacklistEntry(ctx: Ctx, entryId: string, reason: string | null): Promise<Effect<EntryWritten>> {
  return commitOnce(ctx, async (tx) => {
    const before = orNotFound(await lockEntry(tx, entryId), 'blacklist_entry_not_found')
    assertLive(before.state)
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
