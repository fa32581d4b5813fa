// Operations tagged `verifications`.
import type { Ctx } from '../../context'
import type { Handlers } from '../../contract/types'
import { once } from '../../idempotency/actions'
import { assertDistinct, idInPath } from '../request-ids'
import { requireLink, setLink, setLinks, unlink } from './actions'
import type { CodeSubject } from './queries'
import { issueCode, redeemCode } from './redeem'
import { toChanged, toLinkCode, toResult, toVerification } from './views'

/** The contract's default: ten minutes. */
const DEFAULT_SECONDS = 600

export const verifications = {
  async getVerification(ctx, { path }) {
    return { status: 200, body: { data: toVerification(await requireLink(ctx, idInPath('userId', path.userId))) } }
  },

  async setVerification(ctx, { path, body }) {
    const link = {
      userId: idInPath('userId', path.userId),
      chatUserId: body.chatUserId,
      transfer: body.transfer ?? false,
    }
    return { status: 200, body: toChanged(await setLink(ctx, link, 'key')) }
  },

  async deleteVerification(ctx, { path }) {
    await unlink(ctx, idInPath('userId', path.userId))
    return { status: 204 }
  },

  async setVerifications(ctx, { body }) {
    const links = body.verifications.map((one) => ({ ...one, transfer: one.transfer ?? false }))
    assertDistinct(
      'verifications',
      'userId',
      links.map(({ userId }) => userId),
    )
    const results = await setLinks(ctx, links)
    const data = links.map(({ userId }, index) => toResult(userId, results[index] as (typeof results)[number]))
    return { status: 200, body: { data } }
  },

  async createLinkCode(ctx, { body }) {
    const issued = await issueCode(ctx, subjectOf(body), body.expiresInSeconds ?? DEFAULT_SECONDS)
    return { status: 201, body: { data: toLinkCode(issued) } }
  },

  async redeemLinkCode(ctx, { body }) {
    const { code, transfer = false } = body
    const act = (ctx: Ctx) => redeemCode(ctx, { code, enteredBy: subjectOf(body), transfer })
    return once(ctx, act, (linked) => ({ status: 200, body: toChanged(linked) }))
  },
} satisfies Handlers

/** The contract has checked that exactly one is there. */
function subjectOf(body: { readonly userId?: number; readonly chatUserId?: string }): CodeSubject {
  return { userId: body.userId ?? null, chatUserId: body.chatUserId ?? null }
}
