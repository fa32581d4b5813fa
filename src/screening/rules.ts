// The screen for sensitive information in what people write: pure, and the same for applications and feedback.
import { hasEmail } from './email'
import { hasIpAddress } from './ip-address'
import { readable, unbracketed } from './normalise'
import { hasPaymentCard } from './payment-card'
import { hasPhone } from './phone'
import { hasPlatformCookie, hasSecret } from './secret'

export type SensitiveKind = 'email' | 'phone' | 'payment_card' | 'secret' | 'platform_cookie' | 'ip_address'

/** Narrow kinds before wide ones: a cookie holds what looks like a token, a card's groups look like a phone number. */
const screens: readonly (readonly [SensitiveKind, (text: string) => boolean])[] = [
  ['platform_cookie', hasPlatformCookie],
  ['secret', hasSecret],
  ['payment_card', hasPaymentCard],
  ['email', hasEmail],
  ['ip_address', hasIpAddress],
  ['phone', hasPhone],
]

/** The first kind of sensitive information in the text, or null. Linear in the text's length; never throws. */
export function findSensitive(text: string): SensitiveKind | null {
  const plain = unbracketed(readable(text))
  return screens.find(([, holds]) => holds(plain))?.[0] ?? null
}
