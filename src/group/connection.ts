// The way to the platform: finds the community's connection, and turns what the platform answered into the contract's
// platform errors (spec, Platform connection and medal errors).
import type { Ctx } from '../context'
import { DomainError } from '../errors'
import { decryptCredential } from '../platform/credentials'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type Connection } from '../platform/platform'
import { claimCheck, findConnection, settleCheck, type ConnectionRow } from './queries'

/** How long the platform may take to say whether a credential lives, before another process asks again. */
const CHECK_SECONDS = 10

/**
 * The community's connection, ready to use.
 * @throws DomainError 409 `platform_cloud_not_configured` or `platform_cloud_reconnect_required`,
 *   503 `platform_cloud_refresh_pending` (`Retry-After: 1`), 502 `platform_cloud_configuration_unavailable`
 */
export async function resolveConnection(ctx: Ctx): Promise<Connection> {
  if (ctx.community.connection === 'none') throw notConfigured()
  const row = await readConnection(ctx)
  if (!row) throw notConfigured()
  if (row.status === 'reconnect_required') throw reconnectRequired()
  if (row.being_checked) {
    throw new DomainError(
      'platform_cloud_refresh_pending',
      "The community's platform connection is being checked. Retry in a second.",
      { retryAfterSeconds: 1 },
    )
  }
  return { groupId: row.group_id, apiKey: decrypted(ctx, row) }
}

/**
 * Asks the platform something on the community's connection.
 * @throws DomainError one of the eight platform errors
 */
export async function askPlatform<T>(ctx: Ctx, ask: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await resolveConnection(ctx)
  try {
    return await ask(connection)
  } catch (error) {
    throw await explain(ctx, connection, error)
  }
}

/** The contract's error for what a platform call threw; anything but a platform failure comes back as it is. */
export async function explain(ctx: Ctx, connection: Connection, error: unknown): Promise<unknown> {
  if (!(error instanceof PlatformFailure)) return error
  if (error.authenticationFailed && !(await stillLives(ctx, connection))) return reconnectRequired(error)
  return toDomainError(error)
}

/**
 * The platform refused the credential itself: asks the platform whether it still lives, and remembers when it does
 * not. One process asks at a time; meanwhile the others answer `platform_cloud_refresh_pending`.
 */
async function stillLives(ctx: Ctx, connection: Connection): Promise<boolean> {
  const { communityId } = ctx.community
  if (!(await claimCheck(ctx.db, communityId, CHECK_SECONDS))) return true
  const lives = await ctx.platform.introspectKey(connection.apiKey).then(
    ({ active }) => active,
    () => true, // nobody knows: not a reason to ask a person to reconnect
  )
  await settleCheck(ctx.db, communityId, lives ? 'connected' : 'reconnect_required')
  if (!lives) ctx.log.warn({ communityId }, 'the platform no longer accepts the stored credential')
  return lives
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

function configurationUnavailable(cause: unknown): DomainError {
  return new DomainError(
    'platform_cloud_configuration_unavailable',
    'The stored platform connection cannot be read. Retry later; the operator finds the reason in the log.',
    { cause },
  )
}

export function notConfigured(): DomainError {
  return new DomainError(
    'platform_cloud_not_configured',
    'This community is not connected to the platform. The Super Owner must connect it.',
  )
}

export function reconnectRequired(cause?: unknown): DomainError {
  return new DomainError(
    'platform_cloud_reconnect_required',
    "The platform no longer accepts this community's authorization. The Super Owner must reconnect it.",
    { cause },
  )
}
