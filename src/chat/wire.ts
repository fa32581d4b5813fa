// Parsers of Discord's JSON, and the classification of its errors.
import { limitWait, type Answer } from '../http-client'
import type { ChatFailureKind } from './chat'

/**
 * JSON error codes (Discord, "Opcodes and Status Codes") of an account that does not accept messages: unknown user,
 * blocked, invalid recipient, no guild in common.
 */
const closedCodes = new Set([10_013, 50_007, 50_033, 50_278])

/** "You are opening direct messages too fast": a rate limit sent as a 403 without a delay. */
const openingTooFast = 40_003

/** Temporary conditions, whatever the status: sending or the feature disabled, blocked by Cloudflare, overloaded. */
const temporaryCodes = new Set([40_004, 40_006, 40_333, 130_000])

/** The snowflake of a created object; null: invalid body. */
export function readId(body: unknown): string | null {
  const id = fieldOf(body, 'id')
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : null
}

/** Null: the body is not in Discord's format. */
export function readErrorCode(body: unknown): number | null {
  const code = fieldOf(body, 'code')
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null
}

/** The requested delay in seconds: `retry_after` of the body, with fractions, or the header. */
export function readRetryAfter(answer: Answer): number | null {
  const seconds = fieldOf(answer.body, 'retry_after')
  return typeof seconds === 'number' ? limitWait(seconds) : answer.retryAfterSeconds
}

/** Whether an error concerns the recipient: 400 or 404 from Create DM, 403 from Create Message. */
export function isClosed(status: number, code: number | null): boolean {
  return [400, 403, 404].includes(status) && code !== null && closedCodes.has(code)
}

/** Classifies a response other than a 2xx. */
export function kindOf(status: number, code: number | null): ChatFailureKind {
  if (status === 401) return 'credentials'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  // errors of Discord have a code; others come from a proxy and do not concern the message
  if (status < 400 || status > 499 || code === null) return 'unavailable'
  if (code === openingTooFast) return 'rate_limited'
  return temporaryCodes.has(code) ? 'unavailable' : 'rejected'
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
}
