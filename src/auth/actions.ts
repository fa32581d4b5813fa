// The operator's changes to API keys.
import { scopes as contractScopes } from '../../generated/operations'
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx, type Requirement, type TxCtx } from '../context'
import { DomainError } from '../errors'
import { hashKey, makeKey, type NewKey } from './keys'
import { findKey, findKeyById, insertKey, insertLegacyKey, lockKey, updateKey, type KeyRow } from './queries'
import { authorize } from './rules'

export const allScopes: readonly string[] = Object.keys(contractScopes)

export interface KeyRequest {
  readonly name: string
  readonly scopes: readonly string[]
  /** RFC 3339; null: never. */
  readonly expiresAt: string | null
  /** Canonical CIDR; null or absent: any. */
  readonly allowedAddresses?: readonly string[] | null
}

/** The key can be read only now. @throws DomainError `validation_failed` for an unknown scope */
export function issueKey(ctx: Ctx, request: KeyRequest): Promise<NewKey> {
  const unknown = request.scopes.filter((scope) => !allScopes.includes(scope))
  if (unknown.length > 0 || request.scopes.length === 0) {
    const problem = unknown.length > 0 ? `There is no scope ${unknown.join(', ')}.` : 'A key needs at least one scope.'
    throw new DomainError('validation_failed', `${problem} Choose from ${allScopes.join(', ')}, or all.`)
  }
  return inTransaction(ctx, (tx) => storeNewKey(tx, request, 'key.create'))
}

/**
 * The new key has the same name, scopes and networks.
 * @param expiresAt RFC 3339; null: never; default: the old key's
 * @throws DomainError `validation_failed` when the old key is revoked or has expired
 */
export async function rotateKey(
  ctx: Ctx,
  key: KeyRow,
  overlapSeconds: number,
  expiresAt?: string | null,
): Promise<NewKey> {
  return inTransaction(ctx, async (tx) => {
    const old = await lockKey(tx.db, key)
    const now = ctx.now().getTime()
    const lastsUntil = old.expires_at === null ? Infinity : Date.parse(old.expires_at)
    assertNotRevoked(old)
    if (lastsUntil <= now) {
      throw new DomainError('validation_failed', `The key ${old.key_id} has expired; create a new one.`)
    }
    const endsAt = new Date(Math.min(now + overlapSeconds * 1_000, lastsUntil)).toISOString()
    const { name, scopes, expires_at, allowed_addresses: allowedAddresses } = old
    const request = { name, scopes, expiresAt: expiresAt === undefined ? expires_at : expiresAt, allowedAddresses }
    const originKeyId = old.origin_key_id ?? old.key_id
    const replaced = { keyId: old.key_id, originKeyId, expiresAt: endsAt }
    const fresh = await storeNewKey(tx, request, 'key.rotate', replaced)
    await updateKey(tx.db, old, { expires_at: endsAt })
    return fresh
  })
}

async function storeNewKey(
  tx: TxCtx,
  request: KeyRequest,
  action: string,
  replaced?: { readonly keyId: string; readonly originKeyId: string; readonly expiresAt: string },
): Promise<NewKey> {
  const fresh = makeKey()
  const { name, scopes, expiresAt, allowedAddresses = null } = request
  const facts = { name, scopes, expiresAt, allowedAddresses }
  const { originKeyId = null, ...before } = replaced ?? {}
  await insertKey(tx.db, tx.community.communityId, fresh.keyId, hashKey(fresh.key), { ...facts, originKeyId })
  await insertAuditEntry(tx, { action, before: replaced && before, after: { keyId: fresh.keyId, ...facts } })
  return fresh
}

/** Idempotent for `revoked`. @throws DomainError `validation_failed` when revoked */
export async function changeKey(ctx: Ctx, stored: KeyRow, to: 'disabled' | 'enabled' | 'revoked'): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const key = await lockKey(tx.db, stored)
    if (to === 'revoked' && key.revoked_at !== null) return
    assertNotRevoked(key)
    const { key_id: keyId, enabled, revoked_at: revokedAt } = key
    const change = to === 'revoked' ? { revoked_at: tx.now().toISOString() } : { enabled: to === 'enabled' }
    await updateKey(tx.db, key, change)
    const after = 'enabled' in change ? change : { revokedAt: change.revoked_at }
    const before = 'enabled' in change ? { enabled } : { revokedAt }
    await insertAuditEntry(tx, { action: `key.${to}`, before: { keyId, ...before }, after: { keyId, ...after } })
  })
}

/** Absent: unchanged. @throws DomainError `validation_failed` when revoked */
export async function setKey(
  ctx: Ctx,
  key: KeyRow,
  change: { readonly expiresAt?: string | null; readonly allowedAddresses?: readonly string[] | null },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const old = await lockKey(tx.db, key)
    assertNotRevoked(old)
    const { expiresAt = old.expires_at, allowedAddresses = old.allowed_addresses } = change
    await updateKey(tx.db, old, {
      expires_at: expiresAt,
      allowed_addresses: allowedAddresses && [...allowedAddresses],
    })
    const { key_id: keyId, expires_at, allowed_addresses } = old
    const before = { keyId, expiresAt: expires_at, allowedAddresses: allowed_addresses }
    await insertAuditEntry(tx, { action: 'key.set', before, after: { keyId, expiresAt, allowedAddresses } })
  })
}

function assertNotRevoked({ key_id, revoked_at }: KeyRow): void {
  if (revoked_at === null) return
  throw new DomainError('validation_failed', `The key ${key_id} was revoked at ${revoked_at}; create a new one.`)
}

/** The key then gets `legacy_key_unsupported`. */
export async function importLegacyKey(ctx: Ctx, key: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await insertLegacyKey(tx.db, tx.community.communityId, hashKey(key))
    await insertAuditEntry(tx, { action: 'key.import-legacy' })
  })
}

/**
 * In the database, not the cache.
 * @throws DomainError `unauthorized` when revoked, or as `authorize`
 */
export async function authorizeKey(
  ctx: Pick<Ctx, 'db' | 'community' | 'now'>,
  keyId: string,
  requirement: Requirement,
): Promise<void> {
  const stored = await findKey(ctx.db, ctx.community.communityId, keyId)
  if (!stored) throw new DomainError('unauthorized', 'The API key was revoked.')
  authorize(stored.principal, requirement, ctx.now().getTime())
}

/** @throws DomainError `validation_failed` when no community has it */
export async function requireKey(db: Ctx['db'], keyId: string): Promise<KeyRow> {
  const key = await findKeyById(db, keyId)
  if (key) return key
  throw new DomainError('validation_failed', `There is no key ${keyId}. Run key list to see the keys.`)
}
