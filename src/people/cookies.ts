// The cookies of a session and of a sign-in (RFC 6265bis). Over HTTPS, `__Host-` binds them to this host and to Secure.
import { ATTEMPT_MS } from './issuer-attempts'
import { APPLICANT_SESSION_MS } from './applicants/rules'
import { SESSION_MS } from './rules'

const ages = { session: SESSION_MS, issuer: ATTEMPT_MS, applicant: APPLICANT_SESSION_MS }
type Cookie = keyof typeof ages

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')
const nameFor = (publicUrl: string, cookie: Cookie): string => (isSecure(publicUrl) ? `__Host-${cookie}` : cookie)

function toCookie(publicUrl: string, cookie: Cookie, value: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const age = value === '' ? 0 : ages[cookie] / 1_000
  return `${nameFor(publicUrl, cookie)}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}

/** An empty token removes the cookie. */
export const sessionCookie = (publicUrl: string, token: string): string => toCookie(publicUrl, 'session', token)

/** An empty token removes the cookie. */
export const applicantCookie = (publicUrl: string, token: string): string => toCookie(publicUrl, 'applicant', token)

/** An empty text removes the cookie. */
export const attemptCookie = (publicUrl: string, sealed: string): string => toCookie(publicUrl, 'issuer', sealed)

/** Of two cookies of the name, a page of another host wrote one, so none counts. */
export function readCookie(publicUrl: string, header: string | undefined, cookie: Cookie = 'session'): string | null {
  if (header === undefined) return null
  const start = `${nameFor(publicUrl, cookie)}=`
  const found = header.split(';').flatMap((pair) => {
    const text = pair.trim()
    return text.startsWith(start) ? [text.slice(start.length)] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

interface Sent {
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
}

/** A page of another site can send the cookie, but not these headers. */
export function isSameOrigin(publicUrl: string, { origin, 'sec-fetch-site': site }: Sent): boolean {
  return origin === undefined ? site === 'same-origin' : origin === publicUrl
}
