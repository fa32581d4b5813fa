// The tokens of an OAuth connection: kept together and encrypted, renewed by one process at a time. The platform takes a
// refresh token once, so the new one is stored before anybody uses what came with it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../context'
import { isDatabaseUnavailable } from '../db/errors'
import { encryptCredential } from '../platform/credentials'
import { toDomainError } from '../platform/failures'
import { PlatformFailure, type OAuthGrant, type OAuthTokens } from '../platform/platform'
import { reconnectRequired } from './errors'
import { claimCheck, findConnection, settleCheck, storeCredential, type ConnectionRow } from './queries'

/** What is stored of an OAuth connection. `refreshToken` is the one that is still good. */
export interface StoredGrant extends OAuthGrant {
  readonly accessToken: string
  /** Milliseconds since the epoch. */
  readonly accessExpiresAt: number
}

/** For one refresh and the storing of it, through an outage; a process that dies meanwhile holds the others up as long. */
const LEASE_SECONDS = 30
/** The old refresh token is spent: a database that is away is waited for. */
const STORE_FOR_MS = 20_000
const STORE_STEP_MS = 250

/** The grant with the tokens that take the place of its own. */
export function withTokens(ctx: Pick<Ctx, 'now'>, grant: OAuthGrant, tokens: OAuthTokens): StoredGrant {
  const { clientId, clientSecret } = grant
  const { accessToken, refreshToken, expiresInSeconds } = tokens
  const accessExpiresAt = ctx.now().getTime() + expiresInSeconds * 1_000
  return { clientId, clientSecret, refreshToken, accessToken, accessExpiresAt }
}

/** The grant as `platform_connection` keeps it. */
export function encryptGrant({ settings, community }: Ctx, grant: StoredGrant): Buffer {
  return encryptCredential(settings.encryptionKey, community.communityId, JSON.stringify(grant))
}

/**
 * Spends the refresh token of a stored grant and stores the new pair.
 * @param row the connection as it was read, with the grant decrypted
 * @returns null when the row is another one by now, or another process has it in hand: read it again
 * @throws DomainError 409 `platform_cloud_reconnect_required`, or the platform's error
 */
export async function refreshGrant(ctx: Ctx, row: ConnectionRow, grant: StoredGrant): Promise<StoredGrant | null> {
  const { communityId } = ctx.community
  // only the row as it was read: a grant that was renewed since must not be spent again
  if (!(await claimCheck(ctx.db, communityId, LEASE_SECONDS, row.credential))) return null
  let tokens: OAuthTokens
  try {
    tokens = await ctx.platform.refreshToken(grant)
  } catch (error) {
    return afterRefusal(ctx, row, error)
  }
  const renewed = withTokens(ctx, grant, tokens)
  const credential = encryptGrant(ctx, renewed)
  const stored = await throughOutage(ctx, () => storeCredential(ctx.db, communityId, row.credential, credential))
  return stored ? renewed : null
}

/**
 * Runs a write that must not be lost; while the database is away it is tried again, for some seconds.
 * @throws what the write threw last
 */
export async function throughOutage<T>({ log }: Ctx, write: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + STORE_FOR_MS; ; await sleep(STORE_STEP_MS)) {
    try {
      return await write()
    } catch (error) {
      if (isDatabaseUnavailable(error) && performance.now() < until) continue
      log.error({ err: error }, 'new platform tokens could not be stored and are lost; the community has to reconnect')
      throw error
    }
  }
}

/** The refresh failed: the grant is dead, or renewed by somebody else, or the platform is away. */
async function afterRefusal(ctx: Ctx, row: ConnectionRow, error: unknown): Promise<null> {
  const { communityId } = ctx.community
  if (!(error instanceof PlatformFailure) || !error.authenticationFailed) {
    await settleCheck(ctx, 'connected', row.credential)
    throw error instanceof PlatformFailure ? refreshFailed(ctx, error) : error
  }
  const current = await findConnection(ctx.db, communityId)
  if (!current?.credential.equals(row.credential)) return null
  await settleCheck(ctx, 'reconnect_required', row.credential)
  // a process that died between the platform's answer and the database took the new tokens with it
  const reason = row.check_cut_off ? 'an earlier refresh was cut off and its tokens are lost' : 'the grant is dead'
  ctx.log.error(
    { communityId, reason },
    'the platform refuses the stored refresh token; the community has to reconnect',
  )
  throw reconnectRequired(error)
}

/** What the caller wanted was not begun, whatever became of the refresh. */
function refreshFailed({ log, community }: Ctx, failure: PlatformFailure): Error {
  const { communityId } = community
  if (failure.sent) {
    log.warn({ communityId, reason: failure.message }, 'a refresh was not answered: the refresh token may be spent')
  }
  const { kind, message, status, retryAfterSeconds } = failure
  return toDomainError(
    new PlatformFailure(kind, message, { retryAfterSeconds, ...(status === null ? {} : { status }) }),
  )
}
