// The platform's signature on what it sends: an HMAC over the time and the bytes as they came. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../errors'

/** How far `t` may be from now, in seconds: what was recorded on the way cannot be sent again after that. */
export const REPLAY_WINDOW_SECONDS = 600

/** What a request must show to be believed. */
export interface Signed {
  /** The header `roblox-signature`: `t=<unix>,v1=<base64>`. */
  readonly signature: string | undefined
  /** The body as it came. */
  readonly bytes: Buffer
}

/**
 * Believes a request that one of the secrets signed at about this time.
 * @param secrets all that are good: several while one is replaced by another
 * @param now milliseconds since the epoch
 * @throws DomainError 401 `unauthorized`, the same whatever is wrong; its cause says what, for the log
 */
export function assertSigned({ signature, bytes }: Signed, secrets: readonly string[], now: number): void {
  const parsed = parseSignature(signature)
  if (typeof parsed === 'string') throw refused(parsed)
  const { time, macs } = parsed
  if (Math.abs(now / 1_000 - Number(time)) > REPLAY_WINDOW_SECONDS) {
    throw refused('signed too long ago, or the clocks differ')
  }
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(bytes).digest())
  // every pair is compared, so that the time taken says nothing of which one fits
  const fits = expected.flatMap((one) => macs.map((mac) => timingSafeEqual(one, mac)))
  if (!fits.includes(true)) throw refused('no secret fits')
}

interface ParsedSignature {
  /** As it was signed: digits. */
  readonly time: string
  /** 32 bytes each. */
  readonly macs: readonly Buffer[]
}

/** @returns what is wrong with it, where something is */
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

/** 503: without a secret nothing can be believed. The platform repeats what it could not deliver, and its owner is told. */
export function unconfigured(): DomainError {
  return new DomainError(
    'data_rights_unavailable',
    "No secret of the platform's webhook is configured here, so no notification can be believed.",
    { retryAfterSeconds: 60, cause: new Error('PLATFORM_WEBHOOK_SECRETS is not set') },
  )
}
