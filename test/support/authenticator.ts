// A passkey in software: ES256, attestation "none" (WebAuthn, level 3).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Schema } from '../../src/contract/types'

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const encoded = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64url')

const USER_PRESENT_AND_VERIFIED = 0x05
const WITH_CREDENTIAL = 0x40

/** The head of a CBOR byte string or text (RFC 8949), for lengths up to 65,535. */
const head = (major: number, length: number): Buffer =>
  length < 24 ? Buffer.of((major << 5) | length) : Buffer.of((major << 5) | 25, length >> 8, length & 255)
const bytesOf = (bytes: Buffer): Buffer => Buffer.concat([head(2, bytes.length), bytes])
const textOf = (text: string): Buffer => Buffer.concat([head(3, text.length), Buffer.from(text)])

interface Asked {
  readonly challenge: string
  readonly relyingPartyId: string
  readonly origin?: string
}

export class Authenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly credentialId = encoded(randomBytes(32))
  userHandle = ''
  private count = 0

  constructor(private readonly origin: string) {}

  register(invitation: string, asked: Asked & { readonly userHandle: string }): Schema<'PasskeyRegistration'> {
    this.userHandle = asked.userHandle
    const id = Buffer.from(this.credentialId, 'base64url')
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    // COSE key (RFC 9053): kty EC2, alg ES256, crv P-256
    const key = Buffer.concat([
      Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
      bytesOf32(x),
      Buffer.of(0x22),
      bytesOf32(y),
    ])
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key])
    const data = Buffer.concat([this.dataFor(asked, USER_PRESENT_AND_VERIFIED | WITH_CREDENTIAL), credential])
    const attestation = [Buffer.of(0xa3), textOf('fmt'), textOf('none'), textOf('attStmt'), Buffer.of(0xa0)]
    return {
      invitation,
      credentialId: this.credentialId,
      clientDataJSON: this.clientDataOf('webauthn.create', asked),
      attestationObject: encoded(Buffer.concat([...attestation, textOf('authData'), bytesOf(data)])),
    }
  }

  assert(asked: Asked, flags = USER_PRESENT_AND_VERIFIED): Schema<'SignInAssertion'> {
    const data = this.dataFor(asked, flags)
    const clientDataJSON = this.clientDataOf('webauthn.get', asked)
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      credentialId: this.credentialId,
      userHandle: this.userHandle,
      clientDataJSON,
      authenticatorData: encoded(data),
      signature: encoded(sign('sha256', signed, this.keys.privateKey)),
    }
  }

  private dataFor({ relyingPartyId }: Asked, flags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++this.count)
    return Buffer.concat([sha256(relyingPartyId), Buffer.of(flags), count])
  }

  private clientDataOf(type: string, { challenge, origin = this.origin }: Asked): string {
    return encoded(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}

const bytesOf32 = (coordinate: string): Buffer =>
  Buffer.concat([Buffer.of(0x58, 0x20), Buffer.from(coordinate, 'base64url')])
