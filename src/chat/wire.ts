// Discord's JSON, read with distrust, and what its refusals mean.
import { waitOf, type Answer } from '../http-client'
import type { ChatFailureKind } from './chat'

/**
 * JSON error codes (Discord, "Opcodes and Status Codes") that say that this account takes no messages from us: unknown user,
 * blocked or not accepting, invalid recipient, no guild in common.
 */
const closedCodes = new Set([10_013, 50_007, 50_033, 50_278])

/** "You are opening direct messages too fast": a limit that comes as a 403 and does not say for how long. */
const openingTooFast = 40_003

/** Sending or the feature temporarily disabled, Cloudflare in the way, overloaded: it passes, whatever the status. */
const passingCodes = new Set([40_004, 40_006, 40_333, 130_000])

/** The id of what was made, a snowflake; null: the answer is not one of Discord's. */
export function readId(body: unknown): string | null {
  const id = fieldOf(body, 'id')
  return typeof id === 'string' && /^\d{1,20}$/.test(id) ? id : null
}

/** The error code of a refusal; null: its body is not in Discord's form. */
export function readErrorCode(body: unknown): number | null {
  const code = fieldOf(body, 'code')
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : null
}

/** The wait a refusal asks for: `retry_after` of the body, which is to the fraction, or else the header, which is not. */
export function readRetryAfter(answer: Answer): number | null {
  const seconds = fieldOf(answer.body, 'retry_after')
  return typeof seconds === 'number' ? waitOf(seconds) : answer.retryAfterSeconds
}

/** Whether a refusal is about the recipient: Create DM says so with 400 or 404, Create Message with 403. */
export function isClosed(status: number, code: number | null): boolean {
  return [400, 403, 404].includes(status) && code !== null && closedCodes.has(code)
}

/** What kind of failure an answer other than a 2xx is. */
export function kindOf(status: number, code: number | null): ChatFailureKind {
  if (status === 401) return 'credentials'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  // every refusal of Discord's own has a code: one without comes from what stands between us, and says nothing of the message
  if (status < 400 || status > 499 || code === null) return 'unavailable'
  if (code === openingTooFast) return 'rate_limited'
  return passingCodes.has(code) ? 'unavailable' : 'rejected'
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
}
