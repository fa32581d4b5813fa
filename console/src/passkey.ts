// Registration and sign-in with a passkey (WebAuthn).
import type { Schema } from './api'
import { begun } from './patterns/acts'

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

type Session = Schema<'CurrentSession'>

const ES256 = -7
const RS256 = -257

/** @throws RequestError, or DOMException when the person declines */
export async function register(invitation: string): Promise<Session> {
  const { data } = await begun('beginRegistration', { body: { invitation } })
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: toBytes(data.challenge),
    rp: { id: data.relyingPartyId, name: data.communityName },
    user: { id: toBytes(data.userHandle), name: data.userName, displayName: data.userName },
    pubKeyCredParams: [ES256, RS256].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  }
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  const body = {
    invitation,
    credentialId: toText(made.rawId),
    clientDataJSON: toText(response.clientDataJSON),
    attestationObject: toText(response.attestationObject),
  }
  return (await begun('finishRegistration', { body })).data
}

/** @throws RequestError, or DOMException when the person declines */
export const signIn = async (): Promise<Session> => (await begun('finishSignIn', { body: await assertionOf() })).data

/** @throws RequestError, or DOMException when the person declines */
export async function assertionOf(): Promise<Schema<'SignInAssertion'>> {
  const { data } = await begun('beginSignIn', {})
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: toBytes(data.challenge),
    rpId: data.relyingPartyId,
    userVerification: 'required',
  }
  const chosen = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const response = chosen.response as AuthenticatorAssertionResponse
  return {
    credentialId: toText(chosen.rawId),
    userHandle: toText(response.userHandle ?? new ArrayBuffer(0)),
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
  }
}
