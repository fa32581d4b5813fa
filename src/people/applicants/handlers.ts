// Operations tagged `applicants`.
import { timeOf } from '../../base/time'
import type { Ctx } from '../../context'
import type { Handlers, Schema } from '../../contract/types'
import { toShown } from '../../members/verifications/codes'
import { applicantCookie, attemptCookie } from '../cookies'
import { issueApplicantCode, leaveApplicantSession, signInWithCode } from './actions'
import { finishApplicantAtIssuer } from './issuer-sign-in'
import { nameOfCommunity } from '../queries'
import { namesOfAccount } from './queries'
import { applyPageOf } from './rules'

export const applicants = {
  async createApplicantCode(ctx, { body }) {
    const { userId } = body
    const { code, expiresAt } = await issueApplicantCode(ctx, userId)
    const pageUrl = applyPageOf(ctx.settings.publicUrl, ctx.community.communityId)
    const shown = toShown(code)
    // after the #: no server and no log sees it
    const link = `${pageUrl}#code=${shown}`
    return { status: 201, body: { data: { code: shown, userId: String(userId), expiresAt, pageUrl, link } } }
  },

  async getApplicantSession(ctx) {
    const { sessionId, userId, expiresAt } = ctx.applicant
    return { status: 200, body: { data: await toSession(ctx, { sessionId, userId, expiresAt: timeOf(expiresAt) }) } }
  },

  async createApplicantSession(ctx, { body }) {
    const { token, community, ...session } = await signInWithCode(ctx, body)
    return {
      status: 200,
      body: { data: await toSession({ db: ctx.db, community }, session) },
      headers: { 'Set-Cookie': applicantCookie(ctx.settings.publicUrl, token) },
    }
  },

  async finishApplicantSignIn(ctx, { body }) {
    const { token, community, ...session } = await finishApplicantAtIssuer(ctx, body)
    const { publicUrl } = ctx.settings
    return {
      status: 200,
      body: { data: await toSession({ db: ctx.db, community }, session) },
      headers: { 'Set-Cookie': [applicantCookie(publicUrl, token), attemptCookie(publicUrl, '')] },
    }
  },

  async endApplicantSession(ctx) {
    await leaveApplicantSession(ctx, ctx.applicant.sessionId)
    return { status: 204, headers: { 'Set-Cookie': applicantCookie(ctx.settings.publicUrl, '') } }
  },
} satisfies Handlers

interface Shown {
  readonly sessionId: string
  readonly userId: number
  readonly expiresAt: string
}

async function toSession(
  ctx: Pick<Ctx, 'db' | 'community'>,
  { sessionId, userId, expiresAt }: Shown,
): Promise<Schema<'ApplicantSession'>> {
  const { communityId } = ctx.community
  const communityName = await nameOfCommunity(ctx)
  return {
    communityId,
    communityName,
    sessionId,
    userId: String(userId),
    ...(await namesOfAccount(ctx, userId)),
    expiresAt,
  }
}
