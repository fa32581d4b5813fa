// Changes of a key that is locked, each with its audit entry.
import { insertAuditEntry } from '../audit/queries'
import { timeOf } from '../base/time'
import type { TxCtx } from '../context'
import { boundsOf, type BoundsInput } from './bounds/rules'
import { takesOf, type TakesInput } from './takes/rules'
import { factsOf } from './facts'
import { updateKey, type KeyRow } from './queries'

/** Truncates to milliseconds, in which expiries are compared. */
export const toMillis = (time: string | null): string | null => time && timeOf(Date.parse(time))

export interface KeyChange {
  readonly name?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly expiresAt?: string | null | undefined
  readonly allowedAddresses?: readonly string[] | null | undefined
  readonly enabled?: boolean | undefined
  readonly paused?: boolean | undefined
  readonly actFor?: boolean | undefined
  readonly bounds?: BoundsInput & TakesInput
}

export async function storeChange(
  tx: TxCtx,
  old: KeyRow,
  change: Omit<KeyChange, 'enabled' | 'paused'>,
): Promise<KeyRow> {
  const { name = old.name, scopes = old.scopes, expiresAt = old.expires_at } = change
  const { allowedAddresses = old.allowed_addresses, actFor = old.act_for } = change
  const { bounds: given = {} } = change
  const changed = await updateKey(tx.db, old, {
    bounds: boundsOf(given, old.bounds),
    takes_per_hour_limit: takesOf(given, old.takes_per_hour_limit),
    name,
    scopes: [...new Set(scopes)],
    expires_at: toMillis(expiresAt),
    allowed_addresses: allowedAddresses && [...allowedAddresses],
    act_for: actFor,
  })
  const [before, after] = [old, changed].map((row) => factsOf(row, change))
  await insertAuditEntry(tx, { action: 'key.set', before, after })
  return changed
}

export async function switchTo(tx: TxCtx, key: KeyRow, to: 'disabled' | 'enabled' | 'revoked'): Promise<KeyRow> {
  const { key_id: keyId, enabled, revoked_at: revokedAt } = key
  const change = to === 'revoked' ? { revoked_at: timeOf(tx.now()) } : { enabled: to === 'enabled' }
  const changed = await updateKey(tx.db, key, change)
  const after = 'enabled' in change ? change : { revokedAt: change.revoked_at }
  const before = 'enabled' in change ? { enabled } : { revokedAt }
  await insertAuditEntry(tx, { action: `key.${to}`, before: { keyId, ...before }, after: { keyId, ...after } })
  return changed
}

export async function switchPause(tx: TxCtx, key: KeyRow, paused: boolean): Promise<KeyRow> {
  const { key_id: keyId, paused_at: pausedAt } = key
  const changed = await updateKey(tx.db, key, { paused_at: paused ? timeOf(tx.now()) : null })
  const action = paused ? 'key.paused' : 'key.resumed'
  const after = { keyId, pausedAt: changed.paused_at }
  await insertAuditEntry(tx, { action, before: { keyId, pausedAt }, after })
  return changed
}
