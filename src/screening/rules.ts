// The screen for sensitive information in what people write: pure, and the same for applications and feedback.
import { Budget } from './budget'
import { hasEmail } from './email'
import { hasIpAddress } from './ip-address'
import { readable, unbracketed } from './normalise'
import { hasPaymentCard } from './payment-card'
import { hasPhone } from './phone'
import { hasPlatformCookie, hasSecret } from './secret'

export type SensitiveKind = 'email' | 'phone' | 'payment_card' | 'secret' | 'platform_cookie' | 'ip_address'

/** A text and the name of its field. */
export type NamedText = readonly [field: string, text: string]

/** Narrow kinds before wide ones: a cookie holds what looks like a token, a card's groups look like a phone number. */
const screens: readonly (readonly [SensitiveKind, (text: string, budget: Budget) => boolean])[] = [
  ['platform_cookie', hasPlatformCookie],
  ['secret', hasSecret],
  ['payment_card', hasPaymentCard],
  ['email', hasEmail],
  ['ip_address', hasIpAddress],
  ['phone', hasPhone],
]

/**
 * The first kind of sensitive information in the text, or null. Linear in the text's length.
 * @throws BudgetExceeded
 */
export function findSensitive(text: string, budget = new Budget()): SensitiveKind | null {
  const plain = unbracketed(readable(text))
  // compatibility characters stand for up to eighteen others
  budget.spend(Math.max(0, plain.length - text.length) / 10)
  return screens.find(([, holds]) => holds(plain, budget))?.[0] ?? null
}

/** Reaches every pattern without ending at one. */
const everyPattern =
  "a @ a.com.1 at b. 81.2.0.14 build 2001:1:2 + 4111 1111 1111 1113 call 100 200 100, 1 dot 2 'a@-a.com' token"

/** Compiles the patterns, which takes 100 ms, now and not in the first request. */
export function compileScreens(): void {
  // strings of one and of two bytes a character are matched by different code, which is made at the second use
  for (const text of [everyPattern, everyPattern, `${everyPattern}\u4e00`, `${everyPattern}\u4e00`]) findSensitive(text)
}
