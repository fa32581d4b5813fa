// The age format (https://age-encryption.org/v1): files that the age command line tools read and write too.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { reasonOf } from '../error-message'
import { UsageError } from './failure'

/** The first bytes of a binary age file. */
export const ageMark = 'age-encryption.org/v1\n'

/** Whom a file is encrypted for: the holders of a passphrase, or of the identities of public keys (`age1…`). */
export type Recipients = { readonly passphrase: string } | { readonly publicKeys: readonly string[] }

/** What decrypts a file: a passphrase, or the secret keys of an identity file (`AGE-SECRET-KEY-…`). */
export type Identities = { readonly passphrase: string } | { readonly secretKeys: readonly string[] }

type Transform = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/**
 * A step of a pipeline that encrypts.
 * @throws UsageError for a public key that is none
 */
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
 * The plain text of an encrypted file. The stream fails where the file was altered, and at its end when it was cut off.
 * @throws UsageError when an identity is malformed, or none of them decrypts the file
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
    throw new UsageError(`${name} cannot be decrypted with what was given (${reasonOf(error)})`)
  }
}

/** The library's errors about a key may repeat it. */
function addKey(add: () => void, what: string): void {
  try {
    add()
  } catch {
    throw new UsageError(`${what} is malformed; age-keygen makes a pair`)
  }
}

const toWeb = (source: AsyncIterable<Uint8Array>): globalThis.ReadableStream<Uint8Array> =>
  Readable.toWeb(source instanceof Readable ? source : Readable.from(source)) as globalThis.ReadableStream<Uint8Array>
