// Sign-in with an account of the issuer (OpenID Connect): the browser goes there, and comes back to /console/signed-in.
import { queryOptions } from '@tanstack/react-query'
import { answerOf, api, type Schema } from './api'

/** What the server offers before the sign-in. */
export const offeredQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: async () => (await answerOf(api.POST('/v2/sign-in'))).data,
  staleTime: Infinity,
})

/** What a person signs in for. */
export async function goToIssuer(body: Schema<'IssuerSignInBegin'>): Promise<void> {
  const { data } = await answerOf(api.POST('/v2/sign-in/issuer', { body }))
  window.location.assign(data.authorizationUrl)
}

export const finishAtIssuer = async (body: Schema<'IssuerSignInFinish'>): Promise<Schema<'CurrentSession'>> =>
  (await answerOf(api.POST('/v2/sign-in/issuer/finish', { body }))).data

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

export function takeApplying(): Applying | null {
  const kept = window.sessionStorage.getItem(APPLYING)
  window.sessionStorage.removeItem(APPLYING)
  return kept === null ? null : (JSON.parse(kept) as Applying)
}

export const finishAsPlayer = async (body: Schema<'IssuerSignInFinish'>): Promise<Schema<'ApplicantSession'>> =>
  (await answerOf(api.POST('/v2/applicant-session/issuer', { body }))).data

/** Null: the issuer signed nobody in, or the person declined. */
type FromIssuer = Schema<'IssuerSignInFinish'> | null

let held: FromIssuer | undefined

/** The code must not stay in the address, so it is held in memory. @returns whether there was an answer */
export function holdAnswer(search: string): boolean {
  const parameters = new URLSearchParams(search)
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => parameters.get(name))
  if (!code && !parameters.has('error')) return false
  held = code && state ? { code, state, ...(iss && { iss }) } : null
  return true
}

/** It is undefined the second time. */
export function takeAnswer(): FromIssuer | undefined {
  const answer = held
  held = undefined
  return answer
}
