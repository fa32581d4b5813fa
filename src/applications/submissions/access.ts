// Whether a player may open, submit or read a result, in the spec's order: verification, data rights, restriction,
// blacklist, password, eligibility.
import { isHeld, readStanding } from '../../accounts/queries'
import { assertAllowed, assertInNone, assertNotHeld, assertVerified } from '../../accounts/rules'
import { passwordMatches } from '../forms/password'
import type { DefinedRow } from '../forms/queries'
import type { Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import { DomainError } from '../../errors'
import { callPlatform } from '../../platform-connection/connection'
import type { Connection } from '../../platform/platform'
import { forgetGuesses, guessDelay, noteWrongGuess } from './queries'

/** A player who passed every check. */
export interface Applicant {
  readonly userId: number
  /** The chat owner of the account now; the message of a decision goes to the one at submission. */
  readonly chatUserId: string
}

/**
 * Checks the player's access to the form.
 * @throws DomainError 403 `applicant_unverified`, `data_rights_restricted`, `applicant_restricted`, `applicant_blacklisted`,
 *   `password_incorrect`, `password_attempts_exceeded`, `password_locked`, `applicant_ineligible`; 503
 *   `data_rights_unavailable`, `eligibility_unavailable`
 */
export async function checkAccess(
  ctx: Ctx,
  form: DefinedRow,
  { userId, password }: Pick<Schema<'ApplicantAccess'>, 'userId' | 'password'>,
): Promise<Applicant> {
  const standing = await readStanding(ctx, userId)
  assertVerified(standing)
  assertNotHeld(await isHeld(ctx.db, userId))
  assertAllowed(standing)
  await assertNotInBlacklistedGroup(ctx, standing.blacklistedGroups, userId)
  await assertPassword(ctx, form, userId, password)
  await assertEligible(ctx, form, userId)
  return { userId, chatUserId: standing.chatUserId ?? '' }
}

/** The platform is asked only where the community has blacklisted a group. */
async function assertNotInBlacklistedGroup(ctx: Ctx, groups: readonly number[], userId: number): Promise<void> {
  if (groups.length === 0) return
  assertInNone(await askOrRefuse(ctx, (connection) => ctx.platform.groupsAmong(connection, userId, groups)))
}

async function assertPassword(ctx: Ctx, form: DefinedRow, userId: number, password: string | undefined): Promise<void> {
  if (form.password_hash === null) return
  // a missing password is no guess
  if (password === undefined) throw incorrect()
  await assertNoWait(ctx, form, userId)
  const right = await passwordMatches(form.password_hash, password)
  if (right) await forgetGuesses(ctx, form.application_id, userId)
  else if (await noteWrongGuess(ctx, form.application_id, userId)) throw incorrect()
  // of guesses made at once, those judged after the fifth wrong one wait too, and nobody learns whether they were right
  await assertNoWait(ctx, form, userId)
  if (!right) throw incorrect()
}

/** 403, not 429: what one applicant must wait for is no limit of the key, and a caller must not pause its other requests. */
async function assertNoWait(ctx: Ctx, form: DefinedRow, userId: number): Promise<void> {
  const { seconds, locked } = await guessDelay(ctx, form.application_id, userId)
  if (seconds <= 0) return
  if (locked) {
    throw new DomainError(
      'password_locked',
      'After 100 wrong passwords this account is locked out of this form for a day. Another password of the form ends the lock.',
    )
  }
  throw new DomainError(
    'password_attempts_exceeded',
    `Too many wrong passwords of this account for this form. Wait ${seconds} seconds; other accounts are not affected.`,
    { retryAfterSeconds: seconds, details: { scope: 'password', resetMs: seconds * 1_000 } },
  )
}

function incorrect(): DomainError {
  return new DomainError('password_incorrect', 'The password of this form is missing or wrong.')
}

/** What the platform says now. Where it cannot say, access is refused. */
function askOrRefuse<T>(ctx: Ctx, ask: (connection: Connection) => Promise<T>): Promise<T> {
  return callPlatform(ctx, ask).catch((cause: unknown) => {
    if (!(cause instanceof DomainError)) throw cause
    throw new DomainError(
      'eligibility_unavailable',
      'The platform could not say whether the account is eligible. Retry shortly.',
      { retryAfterSeconds: 5, cause },
    )
  })
}

/** Account age and groups, as the platform says now. */
async function assertEligible(ctx: Ctx, form: DefinedRow, userId: number): Promise<void> {
  const { minimumAccountAgeDays, groups = [] } = form.definition.eligibility ?? {}
  if (minimumAccountAgeDays === undefined && groups.length === 0) return
  const facts = await askOrRefuse(ctx, async (connection) => ({
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
  const why = oldEnough ? 'is not in the groups this form asks for' : `is younger than ${minimumAccountAgeDays} days`
  throw new DomainError('applicant_ineligible', `The account ${why}.`)
}
