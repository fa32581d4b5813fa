// Parsers of Discord's JSON and errors.
import { limitWait, type Answer } from '../../base/http-client'
import type { ChatFailureKind } from './chat'

/** Discord, "Opcodes and Status Codes": unknown user, blocked, invalid recipient, no guild in common. */
const closedCodes = new Set([10_013, 50_007, 50_033, 50_278])

/** A rate limit that is sent as a 403 without a delay. */
const openingTooFast = 40_003

/** Temporary, whatever the status: feature disabled, blocked by Cloudflare, overloaded. */
const temporaryCodes = new Set([40_004, 40_006, 40_333, 130_000])

export function readId(body: unknown): string | null {
  const id = fieldOf(body, 'id')
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : null
}

export function readErrorCode(body: unknown): number | null {
  const code = fieldOf(body, 'code')
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null
}

/** Seconds: `retry_after` of the body, or the header. */
export function readRetryAfter(answer: Answer): number | null {
  const seconds = fieldOf(answer.body, 'retry_after')
  return typeof seconds === 'number' ? limitWait(seconds) : answer.retryAfterSeconds
}

/** The error concerns the recipient: 400 or 404 from Create DM, 403 from Create Message. */
export function isClosed(status: number, code: number | null): boolean {
  return [400, 403, 404].includes(status) && code !== null && closedCodes.has(code)
}

export function kindOf(status: number, code: number | null): ChatFailureKind {
  if (status === 401) return 'credentials'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  // without a code it comes from a proxy
  if (status < 400 || status > 499 || code === null) return 'unavailable'
  if (code === openingTooFast) return 'rate_limited'
  return temporaryCodes.has(code) ? 'unavailable' : 'rejected'
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
}
