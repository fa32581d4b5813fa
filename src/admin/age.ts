// The age file format (https://age-encryption.org/v1).
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { errorMessage } from '../base/error-message'
import { Refused, UsageError } from './failure'

export const ageMark = 'age-encryption.org/v1\n'

/** Public keys: `age1…`. */
export type Recipients = { readonly passphrase: string } | { readonly publicKeys: readonly string[] }

/** Secret keys: `AGE-SECRET-KEY-…`. */
export type Identities = { readonly passphrase: string } | { readonly secretKeys: readonly string[] }

type Transform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** @throws UsageError when a public key is malformed */
export async function encryptFor(recipients: Recipients): Promise<Transform> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  if ('passphrase' in recipients) encrypter.setPassphrase(recipients.passphrase)
  else for (const key of recipients.publicKeys) addKey(() => encrypter.addRecipient(key), 'a public key (age1…)')
  return async function* (source) {
    yield* Readable.fromWeb((await encrypter.encrypt(toWeb(source))) as ReadableStream<Uint8Array>)
  }
}

/**
 * The stream fails when the file was altered or truncated.
 * @throws UsageError when an identity is malformed, or none decrypts the file
 */
export async function decryptWith(identities: Identities, file: Readable, name: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  if ('passphrase' in identities) decrypter.addPassphrase(identities.passphrase)
  else for (const key of identities.secretKeys) addKey(() => decrypter.addIdentity(key), 'a secret key')
  try {
    return Readable.fromWeb((await decrypter.decrypt(toWeb(file))) as ReadableStream<Uint8Array>)
  } catch (error) {
    file.destroy()
    throw new Refused(`${name} cannot be decrypted with this passphrase or identity (${errorMessage(error)})`)
  }
}

/** The library's error may contain the key. */
function addKey(add: () => void, what: string): void {
  try {
    add()
  } catch {
    throw new UsageError(`${what} is malformed; create a pair with age-keygen`)
  }
}

const toWeb = (source: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> =>
  Readable.toWeb(source instanceof Readable ? source : Readable.from(source)) as globalThis.ReadableStream<Uint8Array>
