// Registration and sign-in. Every refusal is the same error, so an answer does not tell who exists.
import { timingSafeEqual } from 'node:crypto'
import { insertAuditEntry } from '../audit/queries'
import { timeOf } from '../base/time'
import { findCommunity } from '../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import type { Browser, Schema } from '../contract/types'
import { recordEnd } from './actions'
import { verifyAssertion, verifyRegistration, type Assertion } from './passkeys'
import {
  deleteOldSessions,
  findPerson,
  insertSession,
  lockPerson,
  nameOfCommunity,
  updatePerson,
  type PersonRow,
} from './queries'
import { fromHandle, KEPT_MS, MAX_SESSIONS, refused, refusedElsewhere, SESSION_MS, signInOf } from './rules'
import { hashSecret, makeToken, newSessionId, parseInvitation, parseToken, type Secret } from './secrets'

/** Of a request before the sign-in. */
export type SignInCtx = Omit<Ctx, 'community'> & { readonly browser: Browser }

export interface StartedSession {
  readonly person: PersonRow
  readonly sessionId: string
  readonly token: string
  readonly expiresAt: string
  /** A sign-in is a proof. */
  readonly provedAt: string
  readonly communityName: string
}

/** @throws DomainError 401 `sign_in_refused` */
export async function requireInvited(ctx: SignInCtx, invitation: string): Promise<PersonRow> {
  const secret = parseInvitation(invitation)
  const person = secret && (await findPerson({ db: ctx.db, community: secret }, secret.id))
  if (!secret || !person || !isInvited(person, secret, ctx.now())) throw refused()
  return person
}

function isInvited(
  { enabled, invitation_hash, invitation_expires_at }: PersonRow,
  { hash }: Secret,
  now: Date,
): boolean {
  if (!enabled || invitation_hash === null || invitation_expires_at === null) return false
  return timingSafeEqual(invitation_hash, hash) && Date.parse(invitation_expires_at) > now.getTime()
}

/** @throws DomainError 401 `sign_in_refused` */
export async function register(ctx: SignInCtx, request: Schema<'PasskeyRegistration'>): Promise<StartedSession> {
  assertSameOrigin(ctx)
  await requireInvited(ctx, request.invitation)
  const passkey = await verifyRegistration(ctx.settings, request, ctx.now())
  if (!passkey) throw refused()
  const { credentialId: credential_id, publicKey: public_key, signCount: sign_count } = passkey
  return acceptInvitation(ctx, request.invitation, { credential_id, public_key, sign_count, ...withoutAccount })
}

const withoutAccount = { issuer: null, subject: null }

type Credentials = Pick<PersonRow, 'credential_id' | 'public_key' | 'sign_count' | 'issuer' | 'subject'>

/**
 * The invitation is used up.
 * @throws DomainError 401 `sign_in_refused`
 */
export async function acceptInvitation(
  ctx: SignInCtx,
  invitation: string,
  credentials: Credentials,
): Promise<StartedSession> {
  const { person_id: personId, community_id: communityId } = await requireInvited(ctx, invitation)
  return inTransaction(await ctxOf(ctx, communityId, personId), async (tx) => {
    const person = await lockPerson(tx, personId)
    const secret = parseInvitation(invitation)
    if (!person || !secret || !isInvited(person, secret, tx.now())) throw refused()
    const registered = await updatePerson(tx, personId, {
      invitation_hash: null,
      invitation_expires_at: null,
      last_sign_in_at: timeOf(tx.now()),
      ...credentials,
    })
    await insertAuditEntry(tx, { action: 'person.register', after: { personId, signIn: signInOf(registered) } })
    return startSession(tx, registered, ctx.browser)
  })
}

/** @throws DomainError 401 `sign_in_refused` */
export async function signIn(ctx: SignInCtx, assertion: Schema<'SignInAssertion'>): Promise<StartedSession> {
  assertSameOrigin(ctx)
  const key = fromHandle(assertion.userHandle)
  if (!key) throw refused()
  const verified = await verifyPasskeyOf(ctx, key, assertion)
  return inTransaction(await ctxOf(ctx, key.communityId, key.personId), async (tx) => {
    await acceptAssertion(tx, key.personId, verified)
    const signedIn = await updatePerson(tx, key.personId, { last_sign_in_at: timeOf(tx.now()) })
    return startSession(tx, signedIn, ctx.browser)
  })
}

interface Verified extends Assertion {
  readonly credentialId: string
}

/** @throws DomainError 401 `sign_in_refused` */
export async function verifyPasskeyOf(
  { db, settings, now }: Pick<Ctx, 'db' | 'settings' | 'now'>,
  { communityId, personId }: { readonly communityId: string; readonly personId: string },
  assertion: Schema<'SignInAssertion'>,
): Promise<Verified> {
  const found = await findPerson({ db, community: { communityId } }, personId)
  if (!found?.enabled || found.credential_id === null || found.public_key === null) throw refused()
  const { credential_id: credentialId, public_key: publicKey, sign_count: signCount } = found
  const verified = await verifyAssertion(settings, { credentialId, publicKey, signCount }, assertion, now())
  if (!verified) throw refused()
  return { ...verified, credentialId }
}

/** The challenge is used up. @throws DomainError 401 `sign_in_refused` */
export async function acceptAssertion(
  tx: TxCtx,
  personId: string,
  { credentialId, challengedAt, signCount }: Verified,
): Promise<void> {
  const person = await lockPerson(tx, personId)
  const last = person?.challenged_at ?? null
  const isRepeated = last !== null && Date.parse(last) >= challengedAt.getTime()
  if (!person?.enabled || person.credential_id !== credentialId || isRepeated) throw refused()
  await updatePerson(tx, personId, { sign_count: signCount, challenged_at: timeOf(challengedAt) })
}

export function assertSameOrigin(ctx: SignInCtx): void {
  assertNotElsewhere(ctx)
  if (!ctx.browser.isSameOrigin) throw refused()
}

/** Passkeys and cookies belong to the origin of PUBLIC_URL: a page elsewhere would fail later, and not say why. */
export function assertNotElsewhere({ browser, settings }: Pick<SignInCtx, 'browser' | 'settings'>): void {
  if (browser.isElsewhere) throw refusedElsewhere(settings.publicUrl)
}

export async function ctxOf(ctx: SignInCtx, communityId: string, personId: string): Promise<Ctx> {
  const community = await findCommunity(ctx.db, communityId)
  if (!community) throw refused()
  return { ...ctx, community, actor: { kind: 'person', id: personId } }
}

/** The session of the cookie that was sent ends: a sign-in always has a new cookie. */
export async function startSession(tx: TxCtx, person: PersonRow, { cookie, client }: Browser): Promise<StartedSession> {
  const { person_id: personId, community_id: communityId } = person
  const former = cookie === null ? null : parseToken(cookie)
  if (former?.communityId === communityId) await recordEnd(tx, former.id, former.hash)
  const now = tx.now().getTime()
  const sessionId = newSessionId()
  const token = makeToken(communityId, sessionId)
  const expiresAt = timeOf(now + SESSION_MS)
  const session = { sessionId, personId, hash: hashSecret(token), client: client?.slice(0, 200) ?? null }
  await insertSession(tx, { ...session, createdAt: timeOf(now), expiresAt })
  await deleteOldSessions(tx, personId, { before: timeOf(now - KEPT_MS), keep: MAX_SESSIONS })
  await insertAuditEntry(tx, { action: 'session.create', after: { sessionId, personId } })
  return { person, sessionId, token, expiresAt, provedAt: timeOf(now), communityName: await nameOfCommunity(tx) }
}
