// The cookie of a session (RFC 6265bis). Over HTTPS, `__Host-` binds it to this host and to Secure.
import { SESSION_MS } from './rules'

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')
const nameFor = (publicUrl: string): string => (isSecure(publicUrl) ? '__Host-session' : 'session')

export function sessionCookie(publicUrl: string, token: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  const age = token === '' ? 0 : SESSION_MS / 1_000
  return `${nameFor(publicUrl)}=${token}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
}

/** Of two cookies of the name, a page of another host wrote one, so none counts. */
export function readCookie(publicUrl: string, header: string | undefined): string | null {
  if (header === undefined) return null
  const start = `${nameFor(publicUrl)}=`
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
