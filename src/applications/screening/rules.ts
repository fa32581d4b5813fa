// Detects sensitive information in user texts. Pure.
import { Budget } from './budget'
import { hasEmail } from './email'
import { hasIpAddress } from './ip-address'
import { readable, unbracketed } from './normalise'
import { hasPaymentCard } from './payment-card'
import { hasPhone } from './phone'
import { hasPlatformCookie, hasSecret } from './secret'

export type SensitiveKind = 'email' | 'phone' | 'payment_card' | 'secret' | 'platform_cookie' | 'ip_address'

export type NamedText = readonly [field: string, text: string]

/** Specific kinds come first: a cookie looks like a token, card groups like a phone number. */
const screens: readonly (readonly [SensitiveKind, (text: string, budget: Budget) => boolean])[] = [
  ['platform_cookie', hasPlatformCookie],
  ['secret', hasSecret],
  ['payment_card', hasPaymentCard],
  ['email', hasEmail],
  ['ip_address', hasIpAddress],
  ['phone', hasPhone],
]

/**
 * Takes linear time.
 * @throws BudgetExceeded
 */
export function findSensitive(text: string, budget = new Budget()): SensitiveKind | null {
  const plain = unbracketed(readable(text))
  // a compatibility character may expand to eighteen
  budget.spend(Math.max(0, plain.length - text.length) / 10)
  return screens.find(([, matches]) => matches(plain, budget))?.[0] ?? null
}

/** Exercises every pattern without a finding. */
const everyPattern =
  "a @ a.com.1 at b. 81.2.0.14 build 2001:1:2 + 4111 1111 1111 1113 call 100 200 100, 1 dot 2 'a@-a.com' token"

/** Takes 100 ms: call it before the first request. */
export function compileScreens(): void {
  // V8 compiles one-byte and two-byte strings apart, at the second use
  for (const text of [everyPattern, everyPattern, `${everyPattern}\u4e00`, `${everyPattern}\u4e00`]) findSensitive(text)
}
