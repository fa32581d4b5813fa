// Carries out what is needed for records. Each has one audit entry, which names all entries that it takes back.
import { remove, requireVersion, restore as restoreForm, storeFormer } from '../../applications/forms/actions'
import { lockApplication } from '../../applications/forms/queries'
import type { Cause } from '../../audit/queries'
import type { TxCtx } from '../../context'
import { lift, requireEntry, restore as restoreEntry, updateTerms } from '../../moderation/blacklist/actions'
import { changeLocked, lift as liftSuspension, requireSuspension } from '../../moderation/suspensions/actions'
import { requireWarning, restore as restoreWarning, revoke } from '../../moderation/warnings/actions'
import type { RecordKind } from '../entries/rules'
import type { NeededRecord, RecordChange } from './outcome'

type Write = (tx: TxCtx, id: string, change: RecordChange, cause: Cause) => Promise<string>

/** The records are locked, and the outcome was decided since. */
const writes: Readonly<Record<RecordKind, Write>> = {
  async warning(tx, id, { to }, cause) {
    const warning = await requireWarning(tx, id)
    return to === 'ended' ? (await revoke(tx, warning, cause)).auditId : restoreWarning(tx, warning, cause)
  },

  async blacklistEntry(tx, id, change, cause) {
    const entry = await requireEntry(tx, id)
    if (change.to === 'live with') return restoreEntry(tx, entry, change.terms, cause)
    return change.to === 'changed' ? updateTerms(tx, entry, change.terms, cause) : lift(tx, entry, cause)
  },

  async suspension(tx, id, change, cause) {
    const suspension = await requireSuspension(tx, id)
    return change.to === 'changed'
      ? changeLocked(tx, suspension, change.terms, cause)
      : liftSuspension(tx, suspension, cause)
  },

  async application(tx, id, change, cause) {
    const current = await lockApplication(tx, id)
    if (change.to === 'version' && !current) return restoreForm(tx, id, change.version, cause)
    if (!current) throw new Error(`the form ${id} was deleted while it was locked`)
    if (change.to !== 'version') return remove(tx, current, cause)
    return storeFormer(tx, current, await requireVersion(tx, id, change.version), cause)
  },
}

/** @returns the audit entry of each entry that is taken back */
export async function writeRecords(
  tx: TxCtx,
  records: readonly NeededRecord[],
  reason: string | null,
): Promise<(readonly [string, string])[]> {
  const written: (readonly [string, string])[] = []
  for (const { kind, id, change, entries } of records) {
    // the columns for a reason of these records have at least one character
    const auditId = await writes[kind](tx, id, change, { reason: reason || null, reverses: entries })
    written.push(...entries.map((entry) => [entry, auditId] as const))
  }
  return written
}
