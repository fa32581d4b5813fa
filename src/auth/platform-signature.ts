// The platform's signature: an HMAC-SHA-256 over time and raw body.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../base/errors'

/** Older signatures are replays. */
const REPLAY_WINDOW_SECONDS = 600

export interface Signed {
  /** Header `roblox-signature`: `t=<unix>,v1=<base64>`. */
  readonly signature: string | undefined
  readonly bytes: Buffer
}

/**
 * @param secrets several during a replacement
 * @param now milliseconds since the epoch
 * @throws DomainError 401 `unauthorized`; the log has the cause
 */
export function assertSigned({ signature, bytes }: Signed, secrets: readonly string[], now: number): void {
  const parsed = parseSignature(signature)
  if (typeof parsed === 'string') throw refused(parsed)
  const { time, macs } = parsed
  if (Math.abs(now / 1_000 - Number(time)) > REPLAY_WINDOW_SECONDS) {
    throw refused('outside the replay window: replayed, or the clocks differ')
  }
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(bytes).digest())
  // all pairs, in constant time
  const matches = expected.flatMap((one) => macs.map((mac) => timingSafeEqual(one, mac)))
  if (!matches.includes(true)) throw refused('no secret matches')
}

interface ParsedSignature {
  /** Unix seconds. */
  readonly time: string
  /** 32 bytes each. */
  readonly macs: readonly Buffer[]
}

/** @returns a text when malformed */
function parseSignature(signature: string | undefined): ParsedSignature | string {
  if (signature === undefined || signature === '') return 'not signed'
  const parts = signature.split(',').map((part) => part.trim())
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(name)).map((part) => part.slice(name.length))
  const [time, ...more] = valuesOf('t=')
  const macs = valuesOf('v1=').map((text) => Buffer.from(text, 'base64'))
  const isWellFormed = time !== undefined && /^\d{1,12}$/.test(time) && more.length === 0 && macs.length <= 10
  if (!isWellFormed || macs.length === 0 || macs.some((mac) => mac.length !== 32)) return 'malformed signature'
  return { time, macs }
}

function refused(why: string): DomainError {
  return new DomainError('unauthorized', 'The signature of the notification is missing, wrong or too old.', {
    challenge: 'PlatformSignature header="roblox-signature"',
    cause: new Error(why),
  })
}

/** 503, so that the platform retries. */
export function unconfigured(): DomainError {
  return new DomainError(
    'data_rights_unavailable',
    'Notifications of the platform cannot be verified, because PLATFORM_WEBHOOK_SECRETS is not set.',
    { retryAfterSeconds: 60, cause: new Error('PLATFORM_WEBHOOK_SECRETS is not set') },
  )
}
