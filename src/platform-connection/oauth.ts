// A refresh token is valid once (RFC 6749, 6), so one process renews, and stores it before use.
import { retry } from '../base/async'
import type { Ctx } from '../context'
import { isDatabaseUnavailable } from '../db/errors'
import { encryptCredential } from '../encryption/credentials'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type OAuthGrant, type OAuthTokens } from '../platform/platform'
import { reconnectRequired } from './errors'
import { claimCheck, findConnection, finishCheck, storeCredential, type KnownConnection } from './queries'

export interface StoredGrant extends OAuthGrant {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly accessExpiresAt: number
}

/** Covers a refresh, and `STORE_FOR_MS` for its storage in an outage. */
const LEASE_SECONDS = 30
/** The old refresh token is used up, so storing is retried. */
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
 * @param row as read; `grant` is its decrypted credential
 * @returns null: read it again, it changed or is being renewed
 * @throws DomainError 409 `platform_cloud_reconnect_required`, or the platform's error
 */
export async function refreshGrant(ctx: Ctx, row: KnownConnection, grant: StoredGrant): Promise<StoredGrant | null> {
  const { communityId } = ctx.community
  // so that no refresh token is used twice
  if (!(await claimCheck(ctx.db, communityId, LEASE_SECONDS, row.credential))) return null
  let tokens: OAuthTokens
  try {
    tokens = await ctx.platform.refreshToken(grant)
  } catch (error) {
    return handleRefreshError(ctx, row, error)
  }
  const renewed = withTokens(ctx, grant, tokens)
  const credential = encryptGrant(ctx, renewed)
  const isNew = renewed.refreshToken !== grant.refreshToken
  const stored = await retryDuringOutage(ctx, () =>
    storeCredential(ctx.db, communityId, row.credential, { credential, isNew }),
  )
  return stored ? renewed : null
}

/**
 * Retries for at most `STORE_FOR_MS`.
 * @throws the last error
 */
export async function retryDuringOutage<T>({ log }: Ctx, write: () => Promise<T>): Promise<T> {
  const retries = { isRetryable: isDatabaseUnavailable, forMs: STORE_FOR_MS, pauseMs: STORE_STEP_MS }
  return retry(retries, write).catch((error: unknown) => {
    log.error({ err: error }, 'new platform tokens could not be stored and are lost; reconnect the community')
    throw error
  })
}

/** The grant was revoked, or another process renewed it, or the platform is unavailable. */
async function handleRefreshError(ctx: Ctx, row: KnownConnection, error: unknown): Promise<null> {
  const { communityId } = ctx.community
  if (!(error instanceof PlatformFailure) || !error.authenticationFailed) {
    await finishCheck(ctx, 'connected', { credential: row.credential })
    throw error instanceof PlatformFailure ? refreshFailed(ctx, error) : error
  }
  const current = await findConnection(ctx.db, communityId)
  if (!current?.credential.equals(row.credential)) return null
  await finishCheck(ctx, 'reconnect_required', { credential: row.credential, reason: 'refused' })
  // a process that died before the write lost the new tokens
  const reason = row.check_interrupted
    ? 'an earlier refresh was interrupted and its tokens are lost'
    : 'the grant is revoked'
  ctx.log.error({ communityId, reason }, 'the platform rejected the stored refresh token; reconnect the community')
  throw reconnectRequired(error)
}

/** The caller's request was not sent, so `sent` is cleared. */
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
