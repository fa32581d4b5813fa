// Sign-in with an account of the issuer (OpenID Connect): the browser goes there, and comes back to /console/signed-in.
import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, type Schema } from './api'
import { begun } from './patterns/acts'
import { sentenceOf } from './patterns/errors'
import { catalogue, textsOf } from './patterns/texts'

const texts = catalogue('issuer', {
  noWindow: 'The browser opened no window. Allow it to, then try again.',
  notConfirmed: 'The issuer did not confirm it.',
})

/** What the server offers before the sign-in. */
export const offeredQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: async () => (await begun('beginSignIn', {})).data,
  staleTime: Infinity,
})

/** Sends the browser to the issuer. @param body what the person signs in for */
export async function goToIssuer(body: Schema<'IssuerSignInBegin'>): Promise<void> {
  const { data } = await begun('beginIssuerSignIn', { body })
  window.location.assign(data.authorizationUrl)
}

export const finishAtIssuer = async (body: Schema<'IssuerSignInFinish'>): Promise<Schema<'CurrentSession'>> =>
  (await begun('finishIssuerSignIn', { body })).data

/** Where the player of this tab applies, while the browser is at the issuer. */
const APPLYING = 'applying'

export interface Applying {
  readonly community: string
  readonly form?: string | undefined
}

export async function goToIssuerAsPlayer(applying: Applying, userId?: string): Promise<void> {
  window.sessionStorage.setItem(APPLYING, JSON.stringify(applying))
  const communityId = applying.community
  await goToIssuer({ communityId, applicant: true, ...(userId !== undefined && { userId: Number(userId) }) })
}

/** Null: no player has gone to the issuer in this tab, or the player is back. */
export function applyingHere(): Applying | null {
  const kept = window.sessionStorage.getItem(APPLYING)
  return kept === null ? null : (JSON.parse(kept) as Applying)
}

export const forgetApplying = (): void => window.sessionStorage.removeItem(APPLYING)

export const finishAsPlayer = async (body: Schema<'IssuerSignInFinish'>): Promise<Schema<'ApplicantSession'>> =>
  (await begun('finishApplicantSignIn', { body })).data

/** What another tab of this browser waits for: a proof, or a sign-in. */
const PROVING = 'proving'
const PROOFS = 'proofs'

/** In a window of its own, so that this page stays. @throws Error or RequestError */
async function inWindow(body: Schema<'IssuerSignInBegin'>): Promise<void> {
  // the click allows it; later it is a pop-up, which browsers block
  const opened = window.open('about:blank', '_blank', 'popup,width=500,height=700')
  if (opened === null) throw new Error(textsOf(texts)('noWindow'))
  const channel = new BroadcastChannel(PROOFS)
  try {
    const ended = new Promise<string>((resolve) => {
      channel.onmessage = ({ data }: MessageEvent<string>) => resolve(data)
    })
    const { data } = await begun('beginIssuerSignIn', { body })
    const state = new URL(data.authorizationUrl).searchParams.get('state') ?? ''
    window.localStorage.setItem(PROVING, JSON.stringify({ state, isProof: body.prove === true }))
    opened.location.href = data.authorizationUrl
    const refusal = await ended
    if (refusal !== '') throw new Error(refusal)
  } finally {
    channel.close()
    window.localStorage.removeItem(PROVING)
  }
}

export const proveAtIssuer = (): Promise<void> => inWindow({ prove: true })

/** Signs in again, in the community of the session that has ended. */
export async function signInAtIssuer(communityId: string | undefined): Promise<Schema<'CurrentSession'>> {
  await inWindow(communityId === undefined ? {} : { communityId })
  return (await answerOf(api.GET('/v2/session'))).data
}

/** What another tab waits for. */
function proving(): { readonly state: string; readonly isProof: boolean } | null {
  const kept = window.localStorage.getItem(PROVING)
  return kept === null ? null : (JSON.parse(kept) as ReturnType<typeof proving>)
}

/** Whether another tab of this browser waits for the answer. */
export const isAwaited = (answer: FromIssuer): boolean => {
  const awaited = proving()
  return awaited !== null && (answer === null || answer.state === awaited.state)
}

/** In the other window: sends the answer, and tells the page that waits. */
export async function finishProof(issuer: FromIssuer): Promise<void> {
  const send = async (): Promise<string> => {
    if (issuer === null) return textsOf(texts)('notConfirmed')
    if (proving()?.isProof) await begun('proveSession', { body: { issuer } })
    else await finishAtIssuer(issuer)
    return ''
  }
  const refusal = await send().catch(sentenceOf)
  const channel = new BroadcastChannel(PROOFS)
  channel.postMessage(refusal)
  channel.close()
  window.close()
}

/** Null: the issuer signed nobody in, or the person declined. */
type FromIssuer = Schema<'IssuerSignInFinish'> | null

let held: FromIssuer | undefined

/**
 * Holds the answer of the issuer in memory, because its code must not stay in the address.
 * @returns whether there was one
 */
export function holdAnswer(search: string): boolean {
  const parameters = new URLSearchParams(search)
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => parameters.get(name))
  if (!code && !parameters.has('error')) return false
  held = code && state ? { code, state, ...(iss && { iss }) } : null
  return true
}

/** @returns the answer that is held; undefined the second time */
export function takeAnswer(): FromIssuer | undefined {
  const answer = held
  held = undefined
  return answer
}

/** Where the person was, while the browser is at the issuer. */
const RETURN = 'return'

export const holdReturn = (to: string): void => window.sessionStorage.setItem(RETURN, to)

export function takeReturn(): string {
  const to = window.sessionStorage.getItem(RETURN)
  window.sessionStorage.removeItem(RETURN)
  return to ?? '/'
}
