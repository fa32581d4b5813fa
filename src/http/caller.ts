// The caller of a request: a key, a person in a browser, or none before the sign-in.
import { budgetOf } from '../auth/change-limits/actions'
import { assertNotPaused } from '../auth/change-limits/rules'
import { authorize, describeKey } from '../auth/rules'
import { DomainError } from '../base/errors'
import type { Actor, Browser, Caller, CallerKey, Requirement } from '../context'
import { isSameOrigin, readCookie } from '../people/cookies'
import { assertRoleCounts, type AnyPrincipal } from '../people/rules'
import { holdingsNow } from '../people/sessions'
import { addressBucket } from './address'
import type { Api, Route } from './api'
import { SESSIONS } from './credentials'
import type { RequestContext } from './request-context'

/**
 * The credentials that count. An `Authorization` decides; a cookie counts where the operation takes sessions, and in a
 * write only when the request comes from the server's own pages.
 * @param takes null: the operation is unknown
 * @throws DomainError as `KeyCache.authenticate` and `Sessions.authenticate`
 */
export function authenticate(
  context: RequestContext,
  { keys, sessions, limits, base: { settings } }: Api,
  takes: { readonly keys: boolean; readonly sessions: boolean } | null,
): AnyPrincipal | Promise<AnyPrincipal> {
  const { authorization, cookie, 'x-community-id': communityId } = context.request.headers
  const refusal = (): DomainError | null => limits?.address.refusalOf(addressBucket(context.address())) ?? null
  if (authorization === undefined && cookie !== undefined && takes?.sessions !== false) {
    const token = countingCookie(context, settings.publicUrl)
    if (token !== null) return sessions.authenticate(token, refusal)
  }
  if (takes?.keys === false) throw noSession()
  return keys.authenticate({ authorization, communityId: communityId as string | undefined }, refusal)
}

function countingCookie({ request: { method, headers } }: RequestContext, publicUrl: string): string | null {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead || isSameOrigin(publicUrl, headers) ? readCookie(publicUrl, headers.cookie) : null
}

const noSession = (): DomainError =>
  new DomainError(
    'missing_credentials',
    'The request has no cookie of a session that counts here. Sign in, and send it from a page of this server.',
    { challenge: 'Bearer' },
  )

export function browserOf({ request: { headers } }: RequestContext, publicUrl: string): Browser {
  return {
    isSameOrigin: isSameOrigin(publicUrl, headers),
    cookie: readCookie(publicUrl, headers.cookie),
    attempt: readCookie(publicUrl, headers.cookie, 'issuer'),
    client: headers['user-agent'] ?? null,
  }
}

export const idOf = (principal: AnyPrincipal): string =>
  principal.kind === 'key' ? principal.keyId : principal.personId

export function actorOf(principal: AnyPrincipal): Actor {
  return principal.kind === 'key'
    ? { kind: 'key', id: principal.keyId, originKeyId: principal.originKeyId }
    : { kind: 'person', id: principal.personId }
}

export function callerOf(
  principal: AnyPrincipal,
  requirement: Requirement,
  { now, shares }: Pick<Api, 'now' | 'shares'>,
  rates: () => Pick<CallerKey, 'rateLimit' | 'accessLimit'>,
): Caller {
  const assertMay = (other: Requirement): void => authorize(principal, other, now().getTime())
  const { bounds, limits, community } = principal
  const owner = { communityId: community.communityId, limits }
  if (principal.kind === 'key') {
    const describe = (): CallerKey => describeKey(principal, rates())
    return {
      ...{ kind: 'key', requirement, bounds, describe, assertMay },
      get budget() {
        return budgetOf({ ...owner, owner: principal.originKeyId }, shares)
      },
    }
  }
  const { personId, sessionId } = principal
  return {
    ...{ kind: 'person', requirement, bounds, sessionId, assertMay },
    holdingsNow: (ctx) => holdingsNow(ctx, personId, requirement),
    get budget() {
      return budgetOf({ ...owner, owner: personId }, shares)
    },
  }
}

/**
 * The own session may always be read and ended.
 * @throws DomainError 403 `insufficient_scope`, or for a write `key_paused` or `person_paused`
 */
export function assertActive(principal: AnyPrincipal, { facts, takes }: Route): void {
  if (takes === SESSIONS) return
  if (principal.kind === 'person') assertRoleCounts(principal.roleLoss)
  const isRead = facts.method === 'get' || facts.scope?.endsWith('.read') === true
  if (!isRead) assertNotPaused(principal)
}
