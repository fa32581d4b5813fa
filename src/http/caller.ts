// The caller of a request: a key, a person in a browser, or none before the sign-in.
import { assertNotPaused, authorize, describeKey } from '../auth/rules'
import { DomainError, invalid } from '../base/errors'
import type { Actor, Caller, CallerKey, Requirement } from '../context'
import type { Browser } from '../contract/types'
import { isSameOrigin, readCookie } from '../people/cookies'
import { assertProved, assertRoleCounts, type AnyPrincipal } from '../people/rules'
import { holdingsNow } from '../people/sessions'
import { addressBucket } from './address'
import type { Api, Route, Takes } from './api'
import { SESSIONS } from './credentials'
import type { RequestContext } from './request-context'

/**
 * The credentials that count. An `Authorization` decides; a cookie counts where the operation takes its sessions, that
 * of an applicant first, and in a write only when the request comes from the server's own pages.
 * @param takes null: the operation is unknown
 * @throws DomainError as `KeyCache.authenticate` and `Sessions.authenticate`
 */
export function authenticate(
  context: RequestContext,
  {
    keys,
    sessions,
    applicants,
    limits,
    base: { settings },
  }: Pick<Api, 'keys' | 'sessions' | 'applicants' | 'limits' | 'base'>,
  takes: Takes | null,
): AnyPrincipal | Promise<AnyPrincipal> {
  const { authorization, cookie, 'x-community-id': communityId } = context.request.headers
  const refusal = (): DomainError | null => limits?.address.refusalOf(addressBucket(context.address())) ?? null
  if (authorization === undefined && cookie !== undefined) {
    const read = (name: 'session' | 'applicant') => countingCookie(context, settings.publicUrl, name)
    const named = (principal: AnyPrincipal) => assertNamed(principal, communityId)
    const applicant = takes?.applicants === false ? null : read('applicant')
    if (applicant !== null) return applicants.authenticate(applicant, refusal).then(named)
    const token = takes?.sessions === false ? null : read('session')
    if (token !== null) return sessions.authenticate(token, refusal).then(named)
  }
  if (takes?.keys === false) throw noSession()
  return keys.authenticate({ authorization, communityId: communityId as string | undefined }, refusal)
}

/** A request that names another community is not meant for the one of the cookie. @throws DomainError 401 `unauthorized` */
function assertNamed<P extends AnyPrincipal>(principal: P, named: string | string[] | undefined): P {
  if (named === undefined || named === principal.community.communityId) return principal
  throw new DomainError(
    'unauthorized',
    'The session is of another community than X-Community-Id. Leave the header out, or sign in to that community.',
    { challenge: 'Bearer error="invalid_token"' },
  )
}

function countingCookie(
  { request: { method, headers } }: RequestContext,
  publicUrl: string,
  name: 'session' | 'applicant',
): string | null {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead || isSameOrigin(publicUrl, headers) ? readCookie(publicUrl, headers.cookie, name) : null
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
    isElsewhere: headers.origin !== undefined && headers.origin !== publicUrl,
    cookie: readCookie(publicUrl, headers.cookie),
    applicant: readCookie(publicUrl, headers.cookie, 'applicant'),
    attempt: readCookie(publicUrl, headers.cookie, 'issuer'),
    client: headers['user-agent'] ?? null,
  }
}

/** The holder of a limit: all sessions of a person, or of an applicant's account, share one. */
export function idOf(principal: AnyPrincipal): string {
  if (principal.kind === 'key') return principal.keyId
  return principal.kind === 'person' ? principal.personId : `applicant ${principal.userId}`
}

export function actorOf(principal: AnyPrincipal): Actor {
  if (principal.kind === 'key') return { kind: 'key', id: principal.keyId, originKeyId: principal.originKeyId }
  return principal.kind === 'person'
    ? { kind: 'person', id: principal.personId }
    : { kind: 'applicant', id: principal.sessionId }
}

export function callerOf(
  principal: AnyPrincipal,
  requirement: Requirement,
  { now }: Pick<Api, 'now'>,
  rates: () => Pick<CallerKey, 'rateLimit' | 'accessLimit'>,
  isConfirmed: boolean,
): Caller {
  const assertMay = (other: Requirement): void => authorize(principal, other, now().getTime())
  const { bounds, takesPerHour } = principal
  const bounded = { requirement, bounds, takesPerHour, assertMay }
  if (principal.kind === 'key') return { kind: 'key', ...bounded, describe: () => describeKey(principal, rates()) }
  if (principal.kind === 'applicant') return { kind: 'applicant', ...bounded }
  const { personId, sessionId } = principal
  const confirmed = { isConfirmed, ...(isConfirmed && { takesPerHour: null }) }
  return {
    kind: 'person',
    ...bounded,
    ...confirmed,
    sessionId,
    holdingsNow: (ctx) => holdingsNow(ctx, personId, requirement),
  }
}

/**
 * The own session may always be read and ended.
 * @throws DomainError 403 `insufficient_scope`, or for a write `key_paused` or `person_paused`
 */
export function assertActive(principal: AnyPrincipal, { facts, takes }: Pick<Route, 'facts' | 'takes'>): void {
  if (takes === SESSIONS) return
  if (principal.kind === 'person') assertRoleCounts(principal.roleLoss)
  const isRead = facts.method === 'get' || facts.scope?.endsWith('.read') === true
  if (!isRead && principal.kind !== 'applicant') assertNotPaused(principal)
}

/** Keys have no person who could prove anything. @throws DomainError 403 `proof_required` */
export function assertProof(principal: AnyPrincipal, { facts }: Route, { now }: Pick<Api, 'now'>): void {
  if (facts.needsProof && principal.kind === 'person') assertProved(principal, now().getTime())
}

export const CONFIRMED = 'x-confirmed'

/**
 * Whether a person confirms what the request takes.
 * @throws DomainError 403 `proof_required`, 400 `validation_failed` for a caller without a person
 */
export function confirms(
  principal: AnyPrincipal,
  { request: { headers } }: Pick<RequestContext, 'request'>,
  { now }: Pick<Api, 'now'>,
): boolean {
  if (headers[CONFIRMED] === undefined) return false
  if (principal.kind !== 'person')
    throw invalid(`/headers/${CONFIRMED}`, 'not', 'must not be sent by a key: only a person in a session confirms')
  assertProved(principal, now().getTime())
  return true
}

/** @throws DomainError 403 `other_applicant` */
export function assertOwnAccount(principal: AnyPrincipal | null, { requirement, request }: Route): void {
  if (principal?.kind !== 'applicant' || requirement === null) return
  const { params, requestBody } = request as { readonly params?: Named; readonly requestBody?: Named }
  const named = [params?.userId, requestBody?.userId].filter((userId) => userId !== undefined)
  if (named.length > 0 && named.every((userId) => Number(userId) === principal.userId)) return
  throw new DomainError(
    'other_applicant',
    'This session is of another account. Sign in with a code of the account that applies.',
  )
}

interface Named {
  readonly userId?: unknown
}
