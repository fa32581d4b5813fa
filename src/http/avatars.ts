// Pictures of accounts for the console. They are no operation of the contract: those answer JSON, take keys too, and count
// against the person's limit of requests, which the pictures of a few lists would use up.
import { assertAddress, authorize } from '../auth/rules'
import { DomainError } from '../base/errors'
import { platformIdIn } from '../base/ids'
import { etagOf, matchesEtag, type HandlerReply } from '../contract/replies'
import type { RateLimiter } from '../limits/limits'
import type { Avatars } from '../members/avatars/avatars'
import { listAccountNames } from '../names/queries'
import type { Api, HandleRequest } from './api'
import { assertActive, authenticate, idOf } from './caller'
import { factsOf, KEYS_AND_SESSIONS, SESSIONS } from './credentials'
import { refuse } from './errors'
import { safeHeaders } from './headers'
import { withCommonHeaders, type RequestContext } from './request-context'

export interface AvatarParts extends Pick<Api, 'keys' | 'sessions' | 'applicants' | 'base' | 'now'> {
  readonly limits: (NonNullable<Api['limits']> & { readonly pictures: Pick<RateLimiter, 'charge'> }) | null
  /** Null: off. */
  readonly avatars: Avatars | null
}

export const AVATAR_PATH = '/console/avatars/:userId'

/** Whoever may read a member may see its picture. */
const needed = factsOf('getMember')
const requirement = { scope: needed.scope ?? '', feature: needed.feature }

/** Not shown to the next person of the same browser. */
const common = { ...safeHeaders, Vary: 'Cookie' }
const SHOWN_FOR = 'private, max-age=3600'
const ABSENT_FOR = 'private, max-age=300'

export function makeAvatarHandler(parts: AvatarParts): HandleRequest {
  return async (context) => {
    const reply = await replyTo(context, parts).catch((error: unknown) => refuse(error, context, parts.limits))
    return withCommonHeaders(reply, context)
  }
}

async function replyTo(context: RequestContext, parts: AvatarParts): Promise<HandlerReply> {
  const { limits, base, avatars, now } = parts
  const principal = (context.principal = await authenticate(context, parts, SESSIONS))
  assertAddress(principal, context.address)
  const { community } = principal
  if (limits) context.rate = await limits.pictures.charge(`pictures ${community.communityId} ${idOf(principal)}`)
  authorize(principal, requirement, now().getTime())
  assertActive(principal, { facts: needed, takes: KEYS_AND_SESSIONS })
  const userId = platformIdIn(String(context.request.params['userId']))
  const held = userId === null ? [] : await listAccountNames({ db: base.db, community }, [userId])
  if (userId === null || held.length === 0)
    throw new DomainError('member_not_found', 'No account that this community has met has this id.')
  const picture = avatars === null ? null : await avatars.pictureOf(community.communityId, userId)
  if (!picture)
    return { status: 404, headers: { ...common, 'Cache-Control': picture === null ? ABSENT_FOR : 'no-store' } }
  const etag = etagOf(picture.bytes)
  const headers = { ...common, 'Cache-Control': SHOWN_FOR, ETag: etag }
  const { 'if-none-match': ifNoneMatch } = context.request.headers
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag, 'weak')) return { status: 304, headers }
  return { status: 200, headers: { ...headers, 'Content-Type': picture.type }, body: picture.bytes }
}
