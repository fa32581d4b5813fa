// The order of the checks is specified (Applications 4).
import { isOnHold, readApplicantStatus } from '../../identities/accounts/queries'
import {
  assertAllowed,
  assertNoBlacklistedGroups,
  assertNotOnHold,
  assertVerified,
} from '../../identities/accounts/rules'
import { passwordMatches } from '../forms/password'
import type { DefinedRow } from '../forms/queries'
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../base/errors'
import { callPlatform } from '../../platform-connection/connection'
import type { Connection } from '../../platform/platform'
import { deletePasswordAttempts, findPasswordDelay, recordWrongPassword } from './queries'

export interface Applicant {
  readonly userId: number
  readonly chatUserId: string
}

/**
 * @throws DomainError 403 `applicant_unverified`, `data_rights_restricted`, `applicant_restricted`,
 * `applicant_blacklisted`, `password_incorrect`, `password_attempts_exceeded`, `password_locked`,
 * `applicant_ineligible`; 503 `data_rights_unavailable`, `eligibility_unavailable`
 */
export async function checkAccess(
  ctx: Ctx,
  form: DefinedRow,
  { userId, password }: Pick<Schema<'ApplicantAccess'>, 'userId' | 'password'>,
): Promise<Applicant> {
  const applicant = await checkAccount(ctx, userId)
  await assertPassword(ctx, form, userId, password)
  await assertEligible(ctx, form, userId)
  return applicant
}

/** @throws DomainError as `checkAccess`, but none of a form */
export async function checkAccount(ctx: Ctx, userId: number): Promise<Applicant> {
  const status = await readApplicantStatus(ctx, userId)
  assertVerified(status)
  assertNotOnHold(await isOnHold(ctx.db, userId))
  assertAllowed(status)
  await assertNotInBlacklistedGroup(ctx, status.blacklistedGroups, userId)
  return { userId, chatUserId: status.chatUserId ?? '' }
}

async function assertNotInBlacklistedGroup(ctx: Ctx, groups: readonly number[], userId: number): Promise<void> {
  if (groups.length === 0) return
  assertNoBlacklistedGroups(
    await callPlatformOrDeny(ctx, (connection) => ctx.platform.groupsAmong(connection, userId, groups)),
  )
}

async function assertPassword(ctx: Ctx, form: DefinedRow, userId: number, password: string | undefined): Promise<void> {
  if (form.password_hash === null) return
  // not counted as an attempt
  if (password === undefined || password === '') throw passwordIncorrect()
  await assertNoPasswordDelay(ctx, form, userId)
  const right = await passwordMatches(form.password_hash, password)
  if (right) await deletePasswordAttempts(ctx, form.application_id, userId)
  else if (await recordWrongPassword(ctx, form.application_id, userId)) throw passwordIncorrect()
  // attempts concurrent with the fifth wrong one get the delay, right or wrong
  await assertNoPasswordDelay(ctx, form, userId)
  if (!right) throw passwordIncorrect()
}

/** 403, not 429: the caller's other requests may continue. */
async function assertNoPasswordDelay(ctx: Ctx, form: DefinedRow, userId: number): Promise<void> {
  const { seconds, locked } = await findPasswordDelay(ctx, form.application_id, userId)
  if (seconds <= 0) return
  if (locked) {
    throw new DomainError(
      'password_locked',
      'This account is locked out of this form for a day after 100 wrong passwords. A new form password ends the lock.',
    )
  }
  throw new DomainError(
    'password_attempts_exceeded',
    `This account sent too many wrong passwords for this form. Wait ${seconds} seconds; other accounts are not affected.`,
    { retryAfterSeconds: seconds, details: { scope: 'password', resetMs: seconds * 1_000 } },
  )
}

function passwordIncorrect(): DomainError {
  return new DomainError('password_incorrect', 'The form password is missing or wrong.')
}

function callPlatformOrDeny<T>(ctx: Ctx, ask: (connection: Connection) => Promise<T>): Promise<T> {
  return callPlatform(ctx, ask).catch((cause: unknown) => {
    if (!(cause instanceof DomainError)) throw cause
    throw new DomainError(
      'eligibility_unavailable',
      'The platform did not answer whether the account is eligible. Retry in 5 seconds.',
      { retryAfterSeconds: 5, cause },
    )
  })
}

async function assertEligible(ctx: Ctx, form: DefinedRow, userId: number): Promise<void> {
  const { minimumAccountAgeDays, groups = [] } = form.definition.eligibility ?? {}
  if (minimumAccountAgeDays === undefined && groups.length === 0) return
  const facts = await callPlatformOrDeny(ctx, async (connection) => ({
    createdAt: minimumAccountAgeDays === undefined ? null : await ctx.platform.accountCreatedAt(connection, userId),
    ranks:
      groups.length === 0
        ? new Map<number, number>()
        : await ctx.platform.ranksInGroups(
            connection,
            userId,
            groups.map((group) => group.groupId),
          ),
  }))
  const oldEnough =
    minimumAccountAgeDays === undefined ||
    (facts.createdAt !== null && ctx.now().getTime() - facts.createdAt.getTime() >= minimumAccountAgeDays * 86_400_000)
  const inGroups = groups.every(({ groupId, minimumRank = 1 }) => (facts.ranks.get(groupId) ?? 0) >= minimumRank)
  if (oldEnough && inGroups) return
  const why = oldEnough
    ? 'is not in the groups that this form requires'
    : `is younger than ${minimumAccountAgeDays} days`
  throw new DomainError('applicant_ineligible', `The account ${why}.`)
}
