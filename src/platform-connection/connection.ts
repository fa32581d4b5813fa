// Maps failed platform calls (spec, Platform connection and medal errors).
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../context'
import { decryptCredential } from '../encryption/credentials'
import { movedAway } from '../db/errors'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type Connection, type PlatformCredential } from '../platform/platform'
import { recordUse } from './expiry/record-use'
import { configurationUnavailable, notConfigured, reconnectRequired, refreshPending } from './errors'
import { refreshGrant, type StoredGrant } from './oauth'
import { claimCheck, findConnection, finishCheck, isMoved, type ConnectionRow, type KnownConnection } from './queries'

/** How long the check of a key keeps other processes from checking it. */
const CHECK_SECONDS = 10
/** How long a call waits for another process that checks or renews the credential, and how often it looks. */
const BUSY_WAIT_MS = 300
const BUSY_STEP_MS = 50
/** Remaining life of an access token: renewed below the first; used above the second while another process renews it. */
const RENEW_BELOW_MS = 60_000
const USE_ABOVE_MS = 15_000

/**
 * An OAuth token that is about to expire is renewed.
 * @throws DomainError 409 `platform_cloud_not_configured` or `platform_cloud_reconnect_required`, 503
 * `platform_cloud_refresh_pending` (`Retry-After: 1`), 403 `api_disabled` where the community was moved away, 502 `platform_cloud_configuration_unavailable`, or that of the
 * renewal
 */
export async function resolveConnection(ctx: Ctx): Promise<Connection> {
  if (ctx.community.connection === 'none') throw notConfigured()
  for (let waited = 0; waited <= BUSY_WAIT_MS; waited += BUSY_STEP_MS) {
    if (waited > 0) await sleep(BUSY_STEP_MS)
    const row = await requireConnection(ctx)
    const credential = await credentialOf(ctx, row)
    if (credential) return { groupId: row.group_id, credential }
  }
  throw (await isMoved(ctx)) ? movedAway() : refreshPending()
}

export async function usableConnection(ctx: Ctx, known: KnownConnection | null): Promise<Connection> {
  if (!known) throw notConfigured()
  if (known.status === 'reconnect_required') throw reconnectRequired()
  const credential = await credentialOf(ctx, known)
  return credential ? { groupId: known.group_id, credential } : resolveConnection(ctx)
}

/**
 * If an OAuth token is rejected before it expires, it is renewed and the call is repeated once; a rejected call had no
 * effect.
 * @throws DomainError one of the eight platform errors
 */
export async function callPlatform<T>(ctx: Ctx, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await resolveConnection(ctx)
  try {
    return await askAndRecord(ctx, connection, ask)
  } catch (error) {
    const { credential } = connection
    if (!isRefused(error) || credential.kind !== 'oauth') throw await toConnectionError(ctx, connection, error)
    await renewToken(ctx, credential.accessToken)
  }
  const renewed = await resolveConnection(ctx)
  return askAndRecord(ctx, renewed, ask).catch((error: unknown) => {
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  })
}

async function askAndRecord<T>(
  ctx: Ctx,
  connection: Connection,
  ask: (connection: Connection) => Promise<T>,
): Promise<T> {
  const answer = await ask(connection)
  await recordUse(ctx)
  return answer
}

/** Other errors are returned unchanged. */
export async function toConnectionError(ctx: Ctx, { credential }: Connection, error: unknown): Promise<unknown> {
  if (!(error instanceof PlatformFailure)) return error
  if (!isRefused(error)) return toDomainError(error)
  if (credential.kind === 'api_key') {
    const active = await isKeyActive(ctx, credential.apiKey)
    if (active === null) return refreshPending(error)
    return active ? toDomainError(error) : reconnectRequired(error)
  }
  return renewToken(ctx, credential.accessToken).then(
    () => refreshPending(error),
    (why: unknown) => why,
  )
}

function isRefused(error: unknown): boolean {
  return error instanceof PlatformFailure && error.authenticationFailed
}

/** @returns null while another process asks or the platform is unavailable */
async function isKeyActive(ctx: Ctx, apiKey: string): Promise<boolean | null> {
  const { communityId } = ctx.community
  if (!(await claimCheck(ctx.db, communityId, CHECK_SECONDS))) return null
  const key = await ctx.platform.introspectKey(apiKey).catch(() => null)
  if (key?.active === false) {
    await finishCheck(ctx, 'reconnect_required', { reason: key.reason })
    ctx.log.warn({ communityId, reason: key.reason }, 'the platform no longer accepts the stored API key; reconnect')
  } else await finishCheck(ctx, 'connected')
  return key && key.active
}

/**
 * Renews the refused token only if it is the stored one.
 * @throws DomainError as `resolveConnection`
 */
async function renewToken(ctx: Ctx, refusedToken: string): Promise<void> {
  const row = await requireConnection(ctx)
  if (row.credential_kind !== 'oauth') return
  const grant = grantOf(ctx, row)
  if (grant.accessToken !== refusedToken) return
  if (row.being_checked) throw refreshPending()
  await refreshGrant(ctx, row, grant)
}

async function credentialOf(ctx: Ctx, row: KnownConnection): Promise<PlatformCredential | null> {
  if (row.credential_kind === 'api_key') {
    return row.being_checked ? null : { kind: 'api_key', apiKey: decryptStored(ctx, row) }
  }
  const grant = grantOf(ctx, row)
  const leftMs = grant.accessExpiresAt - ctx.now().getTime()
  if (leftMs >= RENEW_BELOW_MS) return row.being_checked ? null : toCredential(grant)
  // valid until replaced
  if (row.being_checked) return leftMs >= USE_ABOVE_MS ? toCredential(grant) : null
  const renewed = await refreshGrant(ctx, row, grant)
  return renewed && toCredential(renewed)
}

function toCredential({ accessToken }: StoredGrant): PlatformCredential {
  return { kind: 'oauth', accessToken }
}

async function requireConnection(ctx: Ctx): Promise<ConnectionRow> {
  const row = await readConnection(ctx)
  if (!row) throw notConfigured()
  if (row.status === 'reconnect_required') throw reconnectRequired()
  return row
}

/** The error is distinct: the database answers, but the row or its key is unreadable. */
async function readConnection(ctx: Ctx): Promise<ConnectionRow | null> {
  try {
    return await findConnection(ctx.db, ctx.community.communityId)
  } catch (error) {
    throw configurationUnavailable(error)
  }
}

function decryptStored(ctx: Ctx, row: KnownConnection): string {
  try {
    return decryptCredential(ctx.settings.encryptionKey, ctx.community.communityId, row.credential, ctx.log)
  } catch (error) {
    throw configurationUnavailable(error)
  }
}

function grantOf(ctx: Ctx, row: KnownConnection): StoredGrant {
  return JSON.parse(decryptStored(ctx, row)) as StoredGrant
}
