// What is shown of a URL, and whether it reads as it was meant.

/** Everything before the last @ may be a password or a part of it. */
export const withoutCredentials = (text: string): string => text.replace(/^(\w[\w+.-]*:\/\/)?.*@/s, '$1…@')

/** Parameters of PostgreSQL in whose values an @ is usual. */
const mayHaveAt = /^(user|password|application_name|options)=/

/**
 * False: the URL cannot be read, or an unencoded `/`, `?` or `#` of the password ends the part with the host, so that
 * a piece of the password would be taken for a host, a database or a parameter.
 */
export function readsAsMeant(url: string): boolean {
  const [, path = '', query = '', fragment = ''] = /^[a-z]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url) ?? []
  if (fragment !== '' || path.includes('@')) return false
  const parameters = query.slice(1).split('&')
  if (parameters.some((one) => one.includes('@') && !(path !== '' && mayHaveAt.test(one)))) return false
  try {
    // without a host the socket is in a parameter
    const { username, password } = new URL(url.replace(/@\//, '@host/'))
    // the driver encodes a lone % itself
    if (!/%(?![a-f\d]{2})/i.test(url)) decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
