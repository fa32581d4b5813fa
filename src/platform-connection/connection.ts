// The way to the platform: finds the community's connection, and turns what the platform answered into the contract's
// platform errors (spec, Platform connection and medal errors).
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../context'
import { decryptCredential } from '../platform/credentials'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type Connection, type PlatformCredential } from '../platform/platform'
import { configurationUnavailable, notConfigured, reconnectRequired, refreshPending } from './errors'
import { refreshGrant, type StoredGrant } from './oauth'
import { claimCheck, findConnection, settleCheck, type ConnectionRow } from './queries'

/** How long the platform may take to say whether a credential lives, before another process asks again. */
const CHECK_SECONDS = 10
/** How long a caller waits for another process that has the credential in hand. */
const BUSY_WAIT_MS = 300
const BUSY_STEP_MS = 50
/** An access token is renewed when it has less than this left, and used for the last time with less than that. */
const RENEW_BELOW_MS = 60_000
const USE_ABOVE_MS = 15_000

/**
 * The community's connection, ready to use; an OAuth token that is about to expire is renewed first.
 * @throws DomainError 409 `platform_cloud_not_configured` or `platform_cloud_reconnect_required`,
 *   503 `platform_cloud_refresh_pending` (`Retry-After: 1`), 502 `platform_cloud_configuration_unavailable`, or what the
 *   refresh failed with
 */
export async function resolveConnection(ctx: Ctx): Promise<Connection> {
  if (ctx.community.connection === 'none') throw notConfigured()
  for (let waited = 0; waited <= BUSY_WAIT_MS; waited += BUSY_STEP_MS) {
    if (waited > 0) await sleep(BUSY_STEP_MS)
    const row = await requireConnection(ctx)
    const credential = await credentialOf(ctx, row)
    if (credential) return { groupId: row.group_id, credential }
  }
  throw refreshPending()
}

/**
 * Asks the platform something on the community's connection. An OAuth token that is refused before its time is renewed,
 * and the question asked once more: a refused call did nothing.
 * @throws DomainError one of the eight platform errors
 */
export async function askPlatform<T>(ctx: Ctx, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await resolveConnection(ctx)
  try {
    return await ask(connection)
  } catch (error) {
    const { credential } = connection
    if (!isRefused(error) || credential.kind !== 'oauth') throw await explain(ctx, connection, error)
    await renew(ctx, credential.accessToken)
  }
  const renewed = await resolveConnection(ctx)
  return ask(renewed).catch((error: unknown) => {
    throw error instanceof PlatformFailure ? toDomainError(error) : error
  })
}

/** The contract's error for what a platform call threw; anything but a platform failure comes back as it is. */
export async function explain(ctx: Ctx, { credential }: Connection, error: unknown): Promise<unknown> {
  if (!(error instanceof PlatformFailure)) return error
  if (!isRefused(error)) return toDomainError(error)
  if (credential.kind === 'api_key') {
    const lives = await stillLives(ctx, credential.apiKey)
    if (lives === null) return refreshPending(error)
    return lives ? toDomainError(error) : reconnectRequired(error)
  }
  return renew(ctx, credential.accessToken).then(
    () => refreshPending(error),
    (why: unknown) => why,
  )
}

/** The platform refused the credential itself. */
function isRefused(error: unknown): boolean {
  return error instanceof PlatformFailure && error.authenticationFailed
}

/**
 * Asks the platform whether a key it refused still lives, and remembers when it does not. One process asks at a time.
 * @returns null: another process is asking, or the platform does not say; not a reason to ask a person to reconnect
 */
async function stillLives(ctx: Ctx, apiKey: string): Promise<boolean | null> {
  const { communityId } = ctx.community
  if (!(await claimCheck(ctx.db, communityId, CHECK_SECONDS))) return null
  const lives = await ctx.platform.introspectKey(apiKey).then(
    ({ active }) => active,
    () => null,
  )
  await settleCheck(ctx, lives === false ? 'reconnect_required' : 'connected')
  if (lives === false) ctx.log.warn({ communityId }, 'the platform no longer accepts the stored credential')
  return lives
}

/**
 * Sees to it that the access token the platform refused is not the stored one any more.
 * @throws DomainError as `resolveConnection`
 */
async function renew(ctx: Ctx, refusedToken: string): Promise<void> {
  const row = await requireConnection(ctx)
  if (row.credential_kind !== 'oauth') return
  const grant = grantOf(ctx, row)
  if (grant.accessToken !== refusedToken) return
  if (row.being_checked) throw refreshPending()
  await refreshGrant(ctx, row, grant)
}

/** What to speak with; null: another process has it in hand, or had. */
async function credentialOf(ctx: Ctx, row: ConnectionRow): Promise<PlatformCredential | null> {
  if (row.credential_kind === 'api_key') {
    return row.being_checked ? null : { kind: 'api_key', apiKey: decrypted(ctx, row) }
  }
  const grant = grantOf(ctx, row)
  const leftMs = grant.accessExpiresAt - ctx.now().getTime()
  if (leftMs >= RENEW_BELOW_MS) return row.being_checked ? null : toCredential(grant)
  // the token that another process is about to replace is good to its end
  if (row.being_checked) return leftMs >= USE_ABOVE_MS ? toCredential(grant) : null
  const renewed = await refreshGrant(ctx, row, grant)
  return renewed && toCredential(renewed)
}

function toCredential({ accessToken }: StoredGrant): PlatformCredential {
  return { kind: 'oauth', accessToken }
}

/** The stored connection, if it was last seen to work. */
async function requireConnection(ctx: Ctx): Promise<ConnectionRow> {
  const row = await readConnection(ctx)
  if (!row) throw notConfigured()
  if (row.status === 'reconnect_required') throw reconnectRequired()
  return row
}

/** A stored connection that cannot be read is its own error: the database is there, or the key to it is another one. */
async function readConnection(ctx: Ctx): Promise<ConnectionRow | null> {
  try {
    return await findConnection(ctx.db, ctx.community.communityId)
  } catch (error) {
    throw configurationUnavailable(error)
  }
}

function decrypted(ctx: Ctx, row: ConnectionRow): string {
  try {
    return decryptCredential(ctx.settings.encryptionKey, ctx.community.communityId, row.credential)
  } catch (error) {
    throw configurationUnavailable(error)
  }
}

function grantOf(ctx: Ctx, row: ConnectionRow): StoredGrant {
  return JSON.parse(decrypted(ctx, row)) as StoredGrant
}
