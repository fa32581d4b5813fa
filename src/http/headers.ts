// Headers of the pages.

/** For a path with the hash of the text. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** No inline styles and no inline scripts. */
const contentSecurityPolicy = withStyles("'self'")

/** For a page whose scripts add style elements with this nonce. */
export const policyFor = (nonce: string): string => withStyles(`'self' 'nonce-${nonce}'`)

function withStyles(sources: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${sources}`,
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** `no-cache`: revalidated each time. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}
