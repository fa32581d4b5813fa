// Changes of API keys, by the operator, or by a key or a person within its own authority.
import { scopes as contractScopes } from '../../generated/operations'
import { insertAuditEntry } from '../audit/queries'
import { lockSettings } from '../communities/queries'
import { inTransaction, type Ctx, type Requirement, type TxCtx } from '../context'
import { DomainError, invalid, orNotFound } from '../base/errors'
import { commitOnce, type Effect } from '../idempotency/actions'
import { timeOf } from '../base/time'
import { defaultExpiry, defaultNetworks, MAX_LIVE_KEYS, newBounds, newTakes } from './authority'
import type { BoundsInput } from './bounds/rules'
import type { TakesInput } from './takes/rules'
import { shownFacts, stateOfRow } from './facts'
import { authorOf } from './handing-on/author'
import { whose } from './handing-on/queries'
import { assertMayHandOn, assertMayManage, becomesLive, type Authority, type Powers } from './handing-on/rules'
import { hashKey, makeKey, type NewKey } from './keys'
import { countLiveKeys, findCommunityKey, findKey, insertKey, lockKey, updateKey, type KeyRow } from './queries'
import { authorize, type Principal } from './rules'
import { storeChange, switchPause, switchTo, toMillis, type KeyChange } from './stored-changes'

export const allScopes: readonly string[] = Object.keys(contractScopes)

export interface KeyRequest {
  readonly name: string
  readonly scopes: readonly string[]
  /** RFC 3339; null: never; absent: a year from now, or when the caller expires if that is earlier. */
  readonly expiresAt?: string | null | undefined
  /** Canonical CIDR; null: any; absent: those of the caller. */
  readonly allowedAddresses?: readonly string[] | null | undefined
  /** Of the ids in requests and replies; null: ids of the group. */
  readonly domain?: string | null
  readonly actFor?: boolean | undefined
  /** Absent bounds: those of the caller. Absent takes: `usualTakes`, or those of the caller if they are less. */
  readonly bounds?: BoundsInput & TakesInput
  /** Takes an hour of a preset; absent: DEFAULT_TAKES_PER_HOUR. */
  readonly usualTakes?: number | undefined
}

export interface IssuedKey extends NewKey {
  readonly row: KeyRow
}

/**
 * The key can be read only now.
 * @throws DomainError `validation_failed` for an unknown scope, 403 `key_authority_exceeded`, 409 `key_limit_reached`
 */
export async function issueKey(ctx: Ctx, request: KeyRequest): Promise<Effect<IssuedKey>> {
  assertKnownScopes(request.scopes)
  const issue = async (tx: TxCtx): Promise<IssuedKey> => {
    const authority = await lockAuthority(tx)
    const { name, scopes, expiresAt = defaultExpiry(authority, tx.now()) } = request
    const { allowedAddresses = defaultNetworks(authority), domain = null, bounds = {}, actFor = false } = request
    const takesPerHour = newTakes(authority, bounds, request.usualTakes)
    const limits = { bounds: newBounds(authority, bounds), takesPerHour, actFor }
    const powers = { scopes: [...new Set(scopes)], expiresAt: toMillis(expiresAt), allowedAddresses, ...limits }
    const issued = await storeNewKey(tx, { name, domain, ...powers }, 'key.create')
    await assertPermitted(tx, authority, null, issued.row)
    return issued
  }
  return commitOnce(ctx, issue)
}

/** @throws DomainError 400 `validation_failed`, naming the first unknown scope of a body */
export function assertKnownScopes(scopes: readonly string[]): void {
  const unknown = scopes.findIndex((scope) => !allScopes.includes(scope))
  if (unknown < 0) return
  const message = `must be a scope, and there is no ${scopes[unknown]}; choose from ${allScopes.join(', ')}`
  throw invalid(`/body/scopes/${unknown}`, 'enum', message)
}

/**
 * Changes of keys and people in a community run one after the other, so that the authority stays true until the commit.
 * @throws DomainError as `authorizeKey`
 */
export async function lockAuthority(tx: TxCtx): Promise<Authority> {
  await lockSettings(tx.db, tx.community.communityId)
  return authorityOf(tx)
}

/**
 * What the caller may do, read from the database; null: everything.
 * @throws DomainError as `authorizeKey`
 */
export async function authorityOf(ctx: Ctx): Promise<Authority> {
  switch (ctx.caller.kind) {
    case 'key':
      return { ...(await authorizeKey(ctx, ctx.actor.id, ctx.caller.requirement)), isBoundToRank: false }
    case 'person':
      return { ...(await ctx.caller.holdingsNow(ctx)), expiresAt: null, networks: null, actFor: true }
    case 'applicant':
      throw new Error('an applicant gives nothing')
    case 'operator':
    case 'job':
      return null
  }
}

/**
 * Every change of a key checks this on the rows in its transaction.
 * @param before null: the key is new
 * @param replaced the key that it replaces
 * @throws DomainError 403 `key_authority_exceeded`, 409 `key_limit_reached` or `key_ended`
 */
async function assertPermitted(
  tx: TxCtx,
  authority: Authority,
  before: KeyRow | null,
  after: KeyRow,
  replaced: KeyRow | null = null,
): Promise<void> {
  const [from, to] = [before && stateOfRow(before), stateOfRow(after)]
  assertMayHandOn(authority, { of: 'key', before: from, after: to, whose: await whoseKey(tx, before ?? replaced) })
  if (authority === null || !becomesLive(from, to, tx.now())) return
  // the limit counts what keys and people created: without this, a key could add any number of the operator's expired keys
  if (after.creator_key_id === null && after.creator_person_id === null) {
    const message = `The key ${after.key_id} has expired, and only the operator can extend it. Create a new one.`
    throw new DomainError('key_ended', message)
  }
  await assertRoom(tx)
}

const whoseKey = async (tx: TxCtx, key: KeyRow | null) =>
  key === null ? 'other' : whose(tx, { kind: 'key', id: key.key_id, owner: key.origin_key_id ?? key.key_id })

/** Live keys are limited, because their rates add up. @throws DomainError 409 `key_limit_reached` */
async function assertRoom(tx: TxCtx): Promise<void> {
  const limit = tx.community.keyLimit ?? MAX_LIVE_KEYS
  if ((await countLiveKeys(tx, tx.now())) <= limit) return
  throw new DomainError(
    'key_limit_reached',
    `The keys of this community can create ${limit} keys that are live at a time. Revoke one first.`,
  )
}

/**
 * The new key has the same name, scopes and networks.
 * @param expiresAt as for `issueKey`
 * @throws DomainError 409 `key_ended` when the old key is revoked or has expired, or as `issueKey`
 */
export async function rotateKey(
  ctx: Ctx,
  key: Pick<KeyRow, 'community_id' | 'key_id'>,
  overlapSeconds: number,
  expiresAt?: string | null,
): Promise<Effect<IssuedKey & { readonly old: KeyRow }>> {
  const rotate = async (tx: TxCtx) => {
    const authority = await lockAuthority(tx)
    const old = await lockKey(tx.db, key)
    const now = tx.now().getTime()
    const lastsUntil = old.expires_at === null ? Infinity : Date.parse(old.expires_at)
    assertNotRevoked(old)
    if (lastsUntil <= now) throw new DomainError('key_ended', `The key ${old.key_id} has expired; create a new one.`)
    const { name, scopes, domain, allowed_addresses: allowedAddresses } = old
    const powers = {
      scopes,
      bounds: old.bounds,
      takesPerHour: old.takes_per_hour_limit,
      actFor: old.act_for,
      expiresAt: toMillis(expiresAt === undefined ? defaultExpiry(authority, tx.now()) : expiresAt),
    }
    const endsAt = timeOf(Math.min(now + overlapSeconds * 1_000, lastsUntil))
    const replaced = { keyId: old.key_id, originKeyId: old.origin_key_id ?? old.key_id, expiresAt: endsAt }
    const issued = await storeNewKey(tx, { name, domain, ...powers, allowedAddresses }, 'key.rotate', replaced)
    const ending = await updateKey(tx.db, old, { expires_at: endsAt })
    await assertPermitted(tx, authority, old, ending)
    await assertPermitted(tx, authority, null, issued.row, old)
    return { ...issued, old: ending }
  }
  return commitOnce(ctx, rotate)
}

type NewFacts = Powers & Pick<KeyRow, 'name' | 'domain'>

async function storeNewKey(
  tx: TxCtx,
  facts: NewFacts,
  action: string,
  replaced?: { readonly keyId: string; readonly originKeyId: string; readonly expiresAt: string },
): Promise<IssuedKey> {
  const fresh = makeKey()
  const { originKeyId = null, ...before } = replaced ?? {}
  const { keyId: creatorKeyId, personId: creatorPersonId } = authorOf(tx.actor)
  const stored = { ...facts, originKeyId, creatorKeyId, creatorPersonId }
  const row = await insertKey(tx.db, tx.community.communityId, fresh.keyId, hashKey(fresh.key), stored)
  await insertAuditEntry(tx, {
    action,
    before: replaced && before,
    after: { keyId: fresh.keyId, ...shownFacts(facts) },
  })
  return { ...fresh, row }
}

/** Follows a change in its transaction: what the key made may end too (people/dependants). */
export type Follow = (tx: TxCtx, authority: Authority, before: KeyRow, after: KeyRow) => Promise<void>

const nothing: Follow = () => Promise.resolve()

/**
 * Idempotent for `revoked`.
 * @throws DomainError 409 `key_ended` when revoked, 403 `key_authority_exceeded`, or as `follow`
 */
export function changeKey(
  ctx: Ctx,
  stored: Pick<KeyRow, 'community_id' | 'key_id'>,
  to: 'disabled' | 'enabled' | 'revoked',
  follow = nothing,
): Promise<KeyRow> {
  return inTransaction(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const key = await lockKey(tx.db, stored)
    const changed = await switchLocked(tx, authority, key, to)
    await follow(tx, authority, key, changed)
    return changed
  })
}

/** As `changeKey`, of a key that is locked. */
export async function switchLocked(
  tx: TxCtx,
  authority: Authority,
  key: KeyRow,
  to: 'disabled' | 'enabled' | 'revoked',
): Promise<KeyRow> {
  assertMayManage(authority, key)
  if (to === 'revoked' && key.revoked_at !== null) return key
  assertNotRevoked(key)
  const changed = await switchTo(tx, key, to)
  await assertPermitted(tx, authority, key, changed)
  return changed
}

/**
 * Absent properties stay.
 * @throws DomainError 409 `key_ended` when revoked, 409 `key_limit_reached` when it makes an expired key live again,
 * 403 `key_authority_exceeded`, `validation_failed` for an unknown scope, or as `follow`
 */
export async function setKey(
  ctx: Ctx,
  key: Pick<KeyRow, 'community_id' | 'key_id'>,
  { enabled, paused, ...change }: KeyChange,
  follow = nothing,
): Promise<KeyRow> {
  if (change.scopes) assertKnownScopes(change.scopes)
  return inTransaction(ctx, async (tx) => {
    const authority = await lockAuthority(tx)
    const old = await lockKey(tx.db, key)
    await tx.assertUnchanged?.(tx)
    assertMayManage(authority, old)
    assertNotRevoked(old)
    const changed = Object.keys(change).length === 0 ? old : await storeChange(tx, old, change)
    const isSwitched = enabled !== undefined && enabled !== old.enabled
    const switched = isSwitched ? await switchTo(tx, changed, enabled ? 'enabled' : 'disabled') : changed
    const isToggled = paused !== undefined && paused !== (old.paused_at !== null)
    const row = isToggled ? await switchPause(tx, switched, paused) : switched
    await assertPermitted(tx, authority, old, row)
    await follow(tx, authority, old, row)
    return row
  })
}

function assertNotRevoked({ key_id, revoked_at }: KeyRow): void {
  if (revoked_at === null) return
  throw new DomainError('key_ended', `The key ${key_id} was revoked at ${revoked_at}; create a new one.`)
}

export async function requireCommunityKey(ctx: Ctx, keyId: string): Promise<KeyRow> {
  return orNotFound(await findCommunityKey(ctx, keyId), 'key_not_found')
}

/**
 * Reads the key from the database, not the cache.
 * @throws DomainError `unauthorized` when revoked, or as `authorize`
 */
export async function authorizeKey(
  ctx: Pick<Ctx, 'db' | 'community' | 'now'>,
  keyId: string,
  requirement: Requirement,
): Promise<Principal> {
  const stored = await findKey(ctx.db, ctx.community.communityId, keyId)
  if (!stored) {
    throw new DomainError('unauthorized', 'The API key was revoked.', { challenge: 'Bearer error="invalid_token"' })
  }
  authorize(stored.principal, requirement, ctx.now().getTime())
  return stored.principal
}
