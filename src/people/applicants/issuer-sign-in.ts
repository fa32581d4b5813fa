// A player signs in with the chat account at the issuer, to which the platform account is linked.
import { findCommunity } from '../../communities/queries'
import { inTransaction } from '../../context'
import type { Schema } from '../../contract/types'
import { violatedConstraint } from '../../db/errors'
import { lockAccount } from '../../identities/accounts/queries'
import { answeredAccount } from '../issuer-sign-in'
import { issuerNotForApplicants, refused } from '../rules'
import { hashSecret, newApplicantSessionId } from '../secrets'
import type { SignInCtx } from '../sign-in'
import { startApplicantSession, type StartedApplicant } from './actions'
import { findAccountsOf } from './queries'
import { accountChoiceRequired } from './rules'

/** @throws DomainError 401 `sign_in_refused`, 404 `issuer_not_configured`, 409 `account_choice_required`, 503 `issuer_unavailable` */
export async function finishApplicantAtIssuer(
  ctx: SignInCtx,
  answer: Schema<'IssuerSignInFinish'>,
): Promise<StartedApplicant> {
  if (ctx.settings.issuer?.hasChatAccounts !== true) throw issuerNotForApplicants()
  const { account, attempt } = await answeredAccount(ctx, answer)
  const { communityId, applicant, state } = attempt
  const community = communityId === null || applicant === null ? null : await findCommunity(ctx.db, communityId)
  if (!community || !applicant) throw refused()
  const { subject: chatUserId } = account
  const linked = await findAccountsOf({ db: ctx.db, community }, chatUserId)
  const accounts = applicant.userId === null ? linked : linked.filter(({ userId }) => userId === applicant.userId)
  if (accounts.length > 1) throw accountChoiceRequired(accounts)
  const [found] = accounts
  if (!found) throw refused()
  const { userId } = found
  const sessionId = newApplicantSessionId()
  const actor = { kind: 'applicant', id: sessionId } as const
  const origin = { chatUserId, attempt: hashSecret(state) }
  return inTransaction({ ...ctx, community, actor }, async (tx) => {
    await lockAccount(tx.db, userId)
    return startApplicantSession(tx, sessionId, { userId, origin, cookie: ctx.browser.applicant })
  }).catch((error: unknown) => {
    // the attempt was accepted before
    throw violatedConstraint(error) === 'applicant_session_attempt' ? refused() : error
  })
}
