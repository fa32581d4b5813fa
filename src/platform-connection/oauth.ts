// OAuth tokens: stored encrypted, renewed by one process at a time. A refresh token is valid once (RFC 6749, 6), so the
// new one is stored before the access token is used.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../context'
import { isDatabaseUnavailable } from '../db/errors'
import { encryptCredential } from '../platform/credentials'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type OAuthGrant, type OAuthTokens } from '../platform/platform'
import { reconnectRequired } from './errors'
import { claimCheck, findConnection, finishCheck, storeCredential, type ConnectionRow } from './queries'

/** With the current `refreshToken`. */
export interface StoredGrant extends OAuthGrant {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly accessExpiresAt: number
}

/** Covers one refresh and its storage during an outage. After a crash, others wait this long. */
const LEASE_SECONDS = 30
/** The old refresh token is used up, so storing the new one is retried. */
const STORE_FOR_MS = 20_000
const STORE_STEP_MS = 250

export function withTokens(ctx: Pick<Ctx, 'now'>, grant: OAuthGrant, tokens: OAuthTokens): StoredGrant {
  const { clientId, clientSecret } = grant
  const { accessToken, refreshToken, expiresInSeconds } = tokens
  const accessExpiresAt = ctx.now().getTime() + expiresInSeconds * 1_000
  return { clientId, clientSecret, refreshToken, accessToken, accessExpiresAt }
}

export function encryptGrant({ settings, community }: Ctx, grant: StoredGrant): Buffer {
  return encryptCredential(settings.encryptionKey, community.communityId, JSON.stringify(grant))
}

/**
 * Exchanges the refresh token for a new pair and stores it.
 * @param row the connection as read; `grant` is its decrypted credential
 * @returns null if the row changed or another process renews it: read it again
 * @throws DomainError 409 `platform_cloud_reconnect_required`, or the platform's error
 */
export async function refreshGrant(ctx: Ctx, row: ConnectionRow, grant: StoredGrant): Promise<StoredGrant | null> {
  const { communityId } = ctx.community
  // compares the credential, so that a refresh token is not used twice
  if (!(await claimCheck(ctx.db, communityId, LEASE_SECONDS, row.credential))) return null
  let tokens: OAuthTokens
  try {
    tokens = await ctx.platform.refreshToken(grant)
  } catch (error) {
    return handleRefreshError(ctx, row, error)
  }
  const renewed = withTokens(ctx, grant, tokens)
  const credential = encryptGrant(ctx, renewed)
  const stored = await retryDuringOutage(ctx, () => storeCredential(ctx.db, communityId, row.credential, credential))
  return stored ? renewed : null
}

/**
 * Retries a write while the database is unavailable, for at most `STORE_FOR_MS`.
 * @throws the last error of the write
 */
export async function retryDuringOutage<T>({ log }: Ctx, write: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + STORE_FOR_MS; ; await sleep(STORE_STEP_MS)) {
    try {
      return await write()
    } catch (error) {
      if (isDatabaseUnavailable(error) && performance.now() < until) continue
      log.error({ err: error }, 'new platform tokens could not be stored and are lost; reconnect the community')
      throw error
    }
  }
}

/** The grant was revoked, or another process renewed it, or the platform is unavailable. */
async function handleRefreshError(ctx: Ctx, row: ConnectionRow, error: unknown): Promise<null> {
  const { communityId } = ctx.community
  if (!(error instanceof PlatformFailure) || !error.authenticationFailed) {
    await finishCheck(ctx, 'connected', row.credential)
    throw error instanceof PlatformFailure ? refreshFailed(ctx, error) : error
  }
  const current = await findConnection(ctx.db, communityId)
  if (!current?.credential.equals(row.credential)) return null
  await finishCheck(ctx, 'reconnect_required', row.credential)
  // a process that died between the response and the write has lost the new tokens
  const reason = row.check_interrupted
    ? 'an earlier refresh was interrupted and its tokens are lost'
    : 'the grant is revoked'
  ctx.log.error({ communityId, reason }, 'the platform rejected the stored refresh token; reconnect the community')
  throw reconnectRequired(error)
}

/** Clears `sent`: the caller's own request was not sent. */
function refreshFailed({ log, community }: Ctx, failure: PlatformFailure): Error {
  const { communityId } = community
  if (failure.sent) {
    log.warn({ communityId, reason: failure.message }, 'a refresh was not answered; the refresh token may be used up')
  }
  const { kind, message, status, retryAfterSeconds } = failure
  return toDomainError(
    new PlatformFailure(kind, message, { retryAfterSeconds, ...(status === null ? {} : { status }) }),
  )
}
