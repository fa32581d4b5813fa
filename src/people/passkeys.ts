// Passkeys (WebAuthn, level 3) by @simplewebauthn/server. Attestations are not asked for.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Settings } from '../context'
import type { Schema } from '../contract/types'
import { timeOfChallenge, type Purpose } from './challenges'

export interface Passkey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly signCount: number
}

type At = Pick<Settings, 'publicUrl' | 'encryptionKey'>

export const relyingPartyOf = ({ publicUrl }: Pick<Settings, 'publicUrl'>): string => new URL(publicUrl).hostname

function expecting(settings: At, purpose: Purpose, now: Date) {
  let madeAt: Date | null = null
  return {
    options: {
      expectedChallenge: (challenge: string): boolean =>
        (madeAt = timeOfChallenge(settings.encryptionKey, purpose, challenge, now)) !== null,
      expectedOrigin: settings.publicUrl,
      expectedRPID: relyingPartyOf(settings),
      requireUserVerification: true,
    },
    madeAt: (): Date | null => madeAt,
  }
}

/** Null: refused. */
export async function verifyRegistration(
  settings: At,
  { credentialId: id, clientDataJSON, attestationObject }: Schema<'PasskeyRegistration'>,
  now: Date,
): Promise<Passkey | null> {
  const { options } = expecting(settings, 'registration', now)
  const response = { clientDataJSON, attestationObject }
  const passkey = { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} } as const
  const result = await verifyRegistrationResponse({ ...options, response: passkey }).catch(() => null)
  if (!result?.verified) return null
  const { id: credentialId, publicKey, counter: signCount } = result.registrationInfo.credential
  return { credentialId, publicKey: Buffer.from(publicKey), signCount }
}

export interface Assertion {
  readonly signCount: number
  readonly challengedAt: Date
}

/** Null: refused. */
export async function verifyAssertion(
  settings: At,
  { credentialId, publicKey, signCount: counter }: Passkey,
  { credentialId: id, clientDataJSON, authenticatorData, signature }: Schema<'SignInAssertion'>,
  now: Date,
): Promise<Assertion | null> {
  const { options, madeAt } = expecting(settings, 'sign-in', now)
  const result = await verifyAuthenticationResponse({
    ...options,
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature },
    },
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => null)
  const challengedAt = madeAt()
  if (!result?.verified || !challengedAt || id !== credentialId) return null
  return { signCount: result.authenticationInfo.newCounter, challengedAt }
}
