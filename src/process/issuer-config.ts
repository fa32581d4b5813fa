// OIDC_…: the issuer with which people may sign in.
import { withoutCredentials } from '../base/url-text'
import type { IssuerOptions } from '../issuer/openid-issuer'

const required = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
const all = `${required.slice(0, -1).join(', ')} and ${required.at(-1)}`
const MAX_NAME = 60
const CHAT_ACCOUNT = 'chat-account'

export function readIssuer(read: (variable: string) => string | null, problems: string[]): IssuerOptions | null {
  const [issuer, clientId, clientSecret] = required.map(read)
  const [name, subject] = [read('OIDC_NAME'), read('OIDC_SUBJECT')]
  const wrong = (problem: string): null => {
    problems.push(problem)
    return null
  }
  if (!issuer || !clientId || !clientSecret) {
    const given = [...required, 'OIDC_NAME', 'OIDC_SUBJECT'].filter((variable) => read(variable) !== null)
    const missing = required.filter((variable) => read(variable) === null)
    if (given.length === 0) return null
    const isOne = missing.length === 1
    return wrong(`${given[0]} is set and ${missing.join(' and ')} ${isOne ? 'is' : 'are'} not; set ${all}, or none`)
  }
  if (!isIssuer(issuer)) {
    const remedy =
      'set it to a URL that begins with https:// and has no user, password or query, or with http://localhost'
    return wrong(`OIDC_ISSUER is "${withoutCredentials(issuer)}"; ${remedy}`)
  }
  if (name !== null && name.length > MAX_NAME)
    return wrong(`OIDC_NAME has ${name.length} characters; set it to at most ${MAX_NAME}`)
  if (subject !== null && subject !== CHAT_ACCOUNT)
    return wrong(`OIDC_SUBJECT is "${subject}"; set it to ${CHAT_ACCOUNT}, or leave it out`)
  const hasChatAccounts = subject === CHAT_ACCOUNT
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname, hasChatAccounts }
}

/** Only TLS shows that an answer comes from the issuer. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLocal)
  return isSafe && [username, password, search, hash].every((part) => part === '')
}
