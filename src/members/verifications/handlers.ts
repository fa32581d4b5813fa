// Operations tagged `verifications`.
import type { HandlersFor } from '../../contract/types'
import { invalid } from '../../base/errors'
import { once } from '../../idempotency/actions'
import { requireLink, setLink, setLinks, unlink } from './actions'
import type { CodeSubject } from './queries'
import { issueCode, redeemCode } from './redeem'
import type { NewLink } from './rules'
import { toChanged, toLinkCode, toResult, toVerification } from './views'

const DEFAULT_SECONDS = 600

export const verifications: HandlersFor<'verifications'> = {
  async getVerification(ctx, { path }) {
    return { status: 200, body: { data: toVerification(await requireLink(ctx, idIn(path))) } }
  },

  async setVerification(ctx, { path, body }) {
    const link = { userId: idIn(path), chatUserId: body.chatUserId, transfer: body.transfer ?? false }
    return { status: 200, body: toChanged(await setLink(ctx, link, 'key')) }
  },

  async deleteVerification(ctx, { path }) {
    await unlink(ctx, idIn(path))
    return { status: 204 }
  },

  async setVerifications(ctx, { body }) {
    const links = body.verifications.map((one) => ({ ...one, transfer: one.transfer ?? false }))
    assertDifferent(links)
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
    const act = () => redeemCode(ctx, { code, enteredBy: subjectOf(body), transfer })
    return once(ctx, act, (linked) => ({ status: 200, body: toChanged(linked) }))
  },
}

/** The contract has checked the digits. @throws DomainError 400 above MAX_SAFE_INTEGER */
function idIn({ userId }: { readonly userId: string }): number {
  const id = Number(userId)
  if (Number.isSafeInteger(id)) return id
  throw invalid('/path/userId', 'maximum', `must be at most ${Number.MAX_SAFE_INTEGER}`)
}

/** The contract has checked that exactly one is there. */
function subjectOf(body: { readonly userId?: number; readonly chatUserId?: string }): CodeSubject {
  return { userId: body.userId ?? null, chatUserId: body.chatUserId ?? null }
}

function assertDifferent(links: readonly NewLink[]): void {
  const seen = new Set<number>()
  links.forEach(({ userId }, index) => {
    if (seen.has(userId)) throw invalid(`/body/verifications/${index}/userId`, 'uniqueItems', 'must occur only once')
    seen.add(userId)
  })
}
