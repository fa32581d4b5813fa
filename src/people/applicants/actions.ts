// A one-time code signs a player in to apply, for one account of one community.
import { insertAuditEntry } from '../../audit/queries'
import { timeOf } from '../../base/time'
import { findCommunity } from '../../communities/queries'
import { inTransaction, type Ctx, type TxCtx } from '../../context'
import type { Schema } from '../../contract/types'
import { lockAccount } from '../../identities/accounts/queries'
import { hashesOf, makeCode, toCode } from '../../members/verifications/codes'
import { hashSecret, makeToken, newApplicantSessionId, parseApplicantToken } from '../secrets'
import { assertNotElsewhere, type SignInCtx } from '../sign-in'
import {
  consumeCode,
  countCodes,
  endApplicantSession,
  findCode,
  insertApplicantSession,
  insertCode,
  lockCodes,
  type ApplicantOrigin,
} from './queries'
import {
  APPLICANT_SESSION_MS,
  CODE_LETTERS,
  CODE_SECONDS,
  codeRefused,
  MAX_APPLICANT_SESSIONS,
  MAX_CODES,
  tooManyCodes,
} from './rules'

export interface ApplicantCode {
  readonly code: string
  readonly expiresAt: string
}

const textOf = (code: string): string => `applicant ${code}`

/** @throws DomainError 409 `applicant_code_limit_reached` */
export function issueApplicantCode(ctx: Ctx, userId: number): Promise<ApplicantCode> {
  const keys = ctx.settings.encryptionKey
  keys.reload()
  const code = makeCode(CODE_LETTERS)
  const [hash] = hashesOf(keys, ctx.community.communityId, textOf(code))
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, userId)
    await lockCodes(tx)
    const expiresAt = await insertCode(tx, hash, userId, CODE_SECONDS)
    if ((await countCodes(tx)) > MAX_CODES) throw tooManyCodes()
    await insertAuditEntry(tx, { action: 'applicant.code', userId, after: { expiresAt } })
    return { code, expiresAt }
  })
}

export interface StartedApplicant {
  readonly sessionId: string
  readonly userId: number
  readonly token: string
  readonly expiresAt: string
  readonly community: Ctx['community']
}

/** @throws DomainError 401 `sign_in_refused` */
export async function signInWithCode(
  ctx: SignInCtx,
  { communityId, code }: Schema<'ApplicantSignIn'>,
): Promise<StartedApplicant> {
  assertNotElsewhere(ctx)
  if (!ctx.browser.isSameOrigin) throw codeRefused()
  const keys = ctx.settings.encryptionKey
  keys.reload()
  const hashes = hashesOf(keys, communityId, textOf(toCode(code)))
  const userId = await findCode({ db: ctx.db, community: { communityId } }, hashes)
  const community = userId === null ? null : await findCommunity(ctx.db, communityId)
  if (userId === null || !community) throw codeRefused()
  const sessionId = newApplicantSessionId()
  const actor = { kind: 'applicant', id: sessionId } as const
  return inTransaction({ ...ctx, community, actor }, async (tx) => {
    await lockAccount(tx.db, userId)
    if (!(await consumeCode(tx, hashes))) throw codeRefused()
    return startApplicantSession(tx, sessionId, { userId, origin: null, cookie: ctx.browser.applicant })
  })
}

interface Beginning {
  readonly userId: number
  readonly origin: ApplicantOrigin
  /** The session of this cookie ends: a sign-in always has a new one. */
  readonly cookie: string | null
}

/** The caller has locked the account. */
export async function startApplicantSession(
  tx: TxCtx,
  sessionId: string,
  { userId, origin, cookie }: Beginning,
): Promise<StartedApplicant> {
  const { communityId } = tx.community
  const former = cookie === null ? null : parseApplicantToken(cookie)
  if (former?.communityId === communityId) await recordApplicantEnd(tx, former.id, former.hash)
  const now = tx.now().getTime()
  const token = makeToken(communityId, sessionId)
  const expiresAt = timeOf(now + APPLICANT_SESSION_MS)
  const session = { sessionId, userId, hash: hashSecret(token), origin, createdAt: timeOf(now), expiresAt }
  await insertApplicantSession(tx, session, MAX_APPLICANT_SESSIONS)
  await insertAuditEntry(tx, {
    action: 'applicant.sign-in',
    userId,
    after: { sessionId, by: origin === null ? 'code' : 'issuer' },
  })
  return { sessionId, userId, token, expiresAt, community: tx.community }
}

export function leaveApplicantSession(ctx: Ctx, sessionId: string): Promise<void> {
  return inTransaction(ctx, (tx) => recordApplicantEnd(tx, sessionId))
}

async function recordApplicantEnd(tx: TxCtx, sessionId: string, hash?: Buffer): Promise<void> {
  const userId = await endApplicantSession(tx, sessionId, timeOf(tx.now()), hash)
  if (userId === null) return
  await insertAuditEntry(tx, { action: 'applicant.sign-out', userId, after: { sessionId } })
}
