// Reports a credential that ends within PLATFORM_KEY_NOTICE_DAYS (default 14).
import type { Ctx } from '../../context'
import { PlatformFailure } from '../../platform/platform'
import { resolveConnection } from '../connection'
import { findCredentialLife, noticeExpiry, storeExpiry } from './queries'

/**
 * The owner of a key may change the date, so it is read once a day.
 * @throws DomainError that of the connection
 */
export async function checkExpiry(ctx: Ctx): Promise<void> {
  const life = await findCredentialLife(ctx)
  if (life?.is_check_due) await readExpiry(ctx, life.credential)
  const expiresAt = await noticeExpiry(ctx, ctx.settings.platformKeyNoticeDays)
  if (expiresAt === null) return
  const { communityId } = ctx.community
  ctx.log.warn({ communityId, expiresAt }, 'the platform credential of a community ends soon; renew it')
}

/** A key that is not active is refused by the next call, which stores it. */
async function readExpiry(ctx: Ctx, stored: Buffer): Promise<void> {
  const { credential } = await resolveConnection(ctx)
  if (credential.kind !== 'api_key') return
  const key = await ctx.platform.introspectKey(credential.apiKey).catch((error: unknown) => {
    if (error instanceof PlatformFailure) return null
    throw error
  })
  if (key?.active) await storeExpiry(ctx, stored, key.expiresAt)
}
