// Sign-in with an account of the issuer. The invitation binds the account to the person; nothing else does.
import { invalid } from '../base/errors'
import { timeOf } from '../base/time'
import { inTransaction, type TxCtx } from '../context'
import type { Schema } from '../contract/types'
import { violatedConstraint } from '../db/errors'
import { IssuerRefusal, type IssuerAccount, type SignInIssuer } from '../issuer/issuer'
import { newAttempt, openAttempt, sealAttempt, type IssuerAttempt } from './issuer-attempts'
import { findPeopleOfAccount, lockPerson, updatePerson, type PersonRow } from './queries'
import {
  choiceRequired,
  issuerNotConfigured,
  issuerNotForApplicants,
  MAX_SUBJECT,
  PROOF_MS,
  refused,
  signInOf,
} from './rules'
import {
  acceptInvitation,
  assertSameOrigin,
  ctxOf,
  requireInvited,
  startSession,
  type SignInCtx,
  type StartedSession,
} from './sign-in'

export interface BegunAtIssuer {
  readonly authorizationUrl: string
  readonly sealed: string
}

const redirectUriOf = ({ settings }: SignInCtx): string => `${settings.publicUrl}/console/signed-in`

function requireIssuer({ settings: { issuer } }: SignInCtx): SignInIssuer {
  if (issuer === null) throw issuerNotConfigured()
  return issuer
}

/** @throws DomainError 401 `sign_in_refused`, 404 `issuer_not_configured`, 503 `issuer_unavailable` */
export async function beginAtIssuer(
  ctx: SignInCtx,
  { invitation, communityId, applicant = false, userId, prove = false }: Schema<'IssuerSignInBegin'>,
): Promise<BegunAtIssuer> {
  const issuer = requireIssuer(ctx)
  assertSameOrigin(ctx)
  if (applicant) assertForApplicants(issuer, { invitation, communityId })
  if (prove) assertForProof({ invitation, applicant })
  if (invitation !== undefined) await requireInvited(ctx, invitation)
  const facts = {
    invitation: invitation ?? null,
    communityId: communityId ?? null,
    applicant: applicant ? { userId: userId ?? null } : null,
    ...(prove && { maxAgeSeconds: PROOF_MS / 1_000 }),
  }
  const attempt = newAttempt({ begunAt: ctx.now().getTime(), ...facts })
  const authorizationUrl = await issuer.addressFor(attempt, redirectUriOf(ctx))
  return { authorizationUrl, sealed: sealAttempt(ctx.settings.encryptionKey, issuer.id, attempt) }
}

function assertForProof({
  invitation,
  applicant,
}: {
  readonly invitation: string | undefined
  readonly applicant: boolean
}) {
  if (invitation !== undefined) throw invalid('/body/invitation', 'not', 'must not be sent with prove')
  if (applicant) throw invalid('/body/applicant', 'not', 'must not be true with prove')
}

function assertForApplicants(
  issuer: SignInIssuer,
  { invitation, communityId }: Readonly<Record<'invitation' | 'communityId', string | undefined>>,
): void {
  if (!issuer.hasChatAccounts) throw issuerNotForApplicants()
  if (invitation !== undefined) throw invalid('/body/invitation', 'additionalProperties', 'is not for an applicant')
  if (communityId === undefined) throw invalid('/body/communityId', 'required', 'is required for an applicant')
}

/** @throws DomainError as `beginAtIssuer`, and 409 `community_choice_required` */
export async function finishAtIssuer(ctx: SignInCtx, answer: Schema<'IssuerSignInFinish'>): Promise<StartedSession> {
  const { account, attempt } = await answeredAccount(ctx, answer)
  if (attempt.applicant !== null || attempt.maxAgeSeconds !== undefined) throw refused()
  return attempt.invitation === null ? signInWith(ctx, account, attempt) : bind(ctx, account, attempt.invitation)
}

export interface Answered {
  readonly account: IssuerAccount
  readonly attempt: IssuerAttempt
}

/** What the issuer says for the attempt of this browser. @throws DomainError as `beginAtIssuer` */
export async function answeredAccount(ctx: SignInCtx, answer: Schema<'IssuerSignInFinish'>): Promise<Answered> {
  const issuer = requireIssuer(ctx)
  assertSameOrigin(ctx)
  const { attempt: sealed } = ctx.browser
  const attempt = sealed === null ? null : openAttempt(ctx.settings.encryptionKey, issuer.id, sealed, ctx.now())
  if (!attempt || attempt.state !== answer.state) throw refused()
  const account = await issuer.accountOf(answer, attempt, redirectUriOf(ctx)).catch((error: unknown) => {
    throw error instanceof IssuerRefusal ? refused(error) : error
  })
  if (account.subject.length > MAX_SUBJECT) throw refused()
  return { account, attempt }
}

function bind(ctx: SignInCtx, { issuer, subject }: IssuerAccount, invitation: string): Promise<StartedSession> {
  const passkey = { credential_id: null, public_key: null, sign_count: 0 }
  return acceptInvitation(ctx, invitation, { issuer, subject, ...passkey }).catch((error: unknown) => {
    throw violatedConstraint(error)?.startsWith('person_issuer') === true ? refused() : error
  })
}

async function signInWith(ctx: SignInCtx, account: IssuerAccount, attempt: IssuerAttempt): Promise<StartedSession> {
  const { communityId, begunAt } = attempt
  const all = await findPeopleOfAccount(ctx.db, account)
  const people = communityId === null ? all : all.filter((person) => person.communityId === communityId)
  if (people.length > 1) throw choiceRequired(people)
  const [found] = people
  if (!found) throw refused()
  const { personId } = found
  return inTransaction(await ctxOf(ctx, found.communityId, personId), async (tx) => {
    await acceptAnswer(tx, personId, { account, begunAt })
    const person = await updatePerson(tx, personId, { last_sign_in_at: timeOf(tx.now()) })
    return startSession(tx, person, ctx.browser)
  })
}

/** The attempt is used up. @throws DomainError 401 `sign_in_refused` */
export async function acceptAnswer(
  tx: TxCtx,
  personId: string,
  { account, begunAt }: { readonly account: IssuerAccount; readonly begunAt: number },
): Promise<void> {
  const person = await lockPerson(tx, personId)
  if (!person || !isOf(person, account) || isRepeated(person, begunAt)) throw refused()
  await updatePerson(tx, personId, { challenged_at: timeOf(begunAt) })
}

const isOf = (person: PersonRow, { issuer, subject }: IssuerAccount): boolean =>
  person.enabled && signInOf(person) === 'issuer' && person.issuer === issuer && person.subject === subject

/** Each attempt is accepted once, also from an issuer that accepts a code twice. */
const isRepeated = ({ challenged_at: last }: PersonRow, begunAt: number): boolean =>
  last !== null && Date.parse(last) >= begunAt
