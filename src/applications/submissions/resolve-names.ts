// Job: stores the names of an applicant who is not a member (spec, Applications 6).
import { isOnHold, lockAccount } from '../../identities/accounts/queries'
import { assertNotOnHold } from '../../identities/accounts/rules'
import { findCommunity } from '../../communities/queries'
import { inTransaction, type Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { enqueueLater, type JobPayloads } from '../../db/job-queue'
import { callPlatform } from '../../platform-connection/connection'
import type { PlatformUser } from '../../platform/platform'
import { findUnnamedApplicant, storeApplicantNames } from './queries'

const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 3_600
/** A week: ten attempts in 90 minutes, then hourly. */
const MAX_ATTEMPTS = 180

export async function resolveApplicantNames(
  base: Omit<Ctx, 'community' | 'actor' | 'requestId'>,
  payload: JobPayloads['resolve-applicant-names'],
): Promise<void> {
  const { communityId, responseId } = payload
  const community = await findCommunity(base.db, communityId)
  if (!community || community.connection === 'none') return
  const actor = { kind: 'job', id: 'resolve-applicant-names' } as const
  const ctx: Ctx = { ...base, community, actor, requestId: null, log: base.log.child({ communityId, responseId }) }
  try {
    await resolveNames(ctx, responseId)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await retryLater(ctx, payload, error)
  }
}

async function resolveNames(ctx: Ctx, responseId: string): Promise<void> {
  const userId = await findUnnamedApplicant(ctx, responseId)
  if (userId === null) return
  assertNotOnHold(await isOnHold(ctx.db, userId))
  const user = await callPlatform(ctx, (connection) => ctx.platform.getUser(connection, userId))
  if (user) await storeNames(ctx, responseId, user)
}

async function storeNames(ctx: Ctx, responseId: string, user: PlatformUser): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, user.userId)
    assertNotOnHold(await isOnHold(tx.db, user.userId))
    await storeApplicantNames(tx, responseId, user)
  })
}

async function retryLater(
  ctx: Ctx,
  payload: JobPayloads['resolve-applicant-names'],
  { code }: DomainError,
): Promise<void> {
  const attempt = (payload.attempt ?? 0) + 1
  if (attempt >= MAX_ATTEMPTS) {
    ctx.log.warn({ code }, 'the names of an applicant were not resolved')
    return
  }
  ctx.log.info({ code }, 'the names of an applicant could not be resolved yet')
  const seconds = Math.min(MAX_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (attempt - 1))
  const runAt = new Date(ctx.now().getTime() + seconds * 1_000)
  await enqueueLater(ctx.db, 'resolve-applicant-names', { ...payload, attempt }, runAt)
}
