// A session's person proves again who they are, as at the sign-in.
import { insertAuditEntry } from '../audit/queries'
import { timeOf } from '../base/time'
import { inTransaction, type Ctx, type SignedIn, type TxCtx } from '../context'
import type { Browser, Schema } from '../contract/types'
import { acceptAnswer, answeredAccount } from './issuer-sign-in'
import { storeProof } from './queries'
import { fromHandle, refused } from './rules'
import { ended } from './sessions'
import { acceptAssertion, verifyPasskeyOf } from './sign-in'

type ProofCtx = Ctx & { readonly person: SignedIn; readonly browser: Browser }

/**
 * The session keeps its cookie and its end.
 * @returns the time of the proof
 * @throws DomainError 401 `sign_in_refused` or `unauthorized`, 404 `issuer_not_configured`, 503 `issuer_unavailable`
 */
export async function proveSession(ctx: ProofCtx, { passkey, issuer }: Schema<'SessionProof'>): Promise<string> {
  const { sessionId, personId } = ctx.person
  const accept = issuer === undefined ? await passkeyProof(ctx, passkey) : await issuerProof(ctx, issuer)
  return inTransaction(ctx, async (tx) => {
    await accept(tx)
    const provedAt = timeOf(tx.now())
    if (!(await storeProof(tx, sessionId, provedAt))) throw ended()
    await insertAuditEntry(tx, { action: 'session.prove', after: { sessionId, personId } })
    return provedAt
  })
}

type Accept = (tx: TxCtx) => Promise<void>

async function passkeyProof(ctx: ProofCtx, assertion: Schema<'SignInAssertion'> | undefined): Promise<Accept> {
  const { personId } = ctx.person
  const { communityId } = ctx.community
  const named = assertion && fromHandle(assertion.userHandle)
  if (!assertion || named?.personId !== personId || named.communityId !== communityId) throw refused()
  const verified = await verifyPasskeyOf(ctx, { communityId, personId }, assertion)
  return (tx) => acceptAssertion(tx, personId, verified)
}

async function issuerProof(ctx: ProofCtx, answer: Schema<'IssuerSignInFinish'>): Promise<Accept> {
  const { account, attempt } = await answeredAccount(ctx, answer)
  if (attempt.maxAgeSeconds === undefined) throw refused()
  return (tx) => acceptAnswer(tx, ctx.person.personId, { account, begunAt: attempt.begunAt })
}
