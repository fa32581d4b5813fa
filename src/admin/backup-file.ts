// Backups: compressed, optionally encrypted. A file is created with O_EXCL and mode 0600, and renamed when complete.
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorMessage } from '../base/error-message'
import { ageMark, decryptWith, encryptFor, type Identities, type Recipients } from './age'
import { Refused, UsageError } from './failure'

/**
 * Removes the file on failure.
 * @param recipients null: not encrypted
 * @throws UsageError when the file exists or cannot be created
 */
export async function createBackupFile<T>(
  to: string,
  recipients: Recipients | null,
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  requireAbsent(to)
  const partial = openPartial(`${to}.partial`)
  const file = fs.createWriteStream('', { fd: partial.fd, flush: true })
  try {
    const { figures } = await pack(file, recipients, write, { end: true })
    requireAbsent(to)
    if (!partial.exists()) throw new Refused(`another backup to ${to} replaced this one; repeat the command`)
    fs.renameSync(partial.name, to)
    return figures
  } catch (error) {
    if (partial.exists()) fs.rmSync(partial.name)
    throw error
  }
}

/**
 * To a pipe, which stays open. A reader has to check that the command succeeded, because a backup that failed is cut
 * off.
 * @param recipients null: not encrypted
 * @throws UsageError for a terminal
 */
export async function streamBackup<T>(
  to: Writable & { readonly isTTY?: boolean },
  recipients: Recipients | null,
  write: (output: Writable) => Promise<T>,
): Promise<{ figures: T; bytes: number }> {
  if (to.isTTY) throw new UsageError('--to - writes to a pipe, not to a terminal; add | and the program that stores it')
  return pack(to, recipients, write, { end: false })
}

async function pack<T>(
  to: Writable,
  recipients: Recipients | null,
  write: (output: Writable) => Promise<T>,
  options: { readonly end: boolean },
): Promise<{ figures: T; bytes: number }> {
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const gzip = createGzip()
  const encrypt = recipients === null ? null : await encryptFor(recipients)
  const written = encrypt === null ? pipeline(gzip, count, to, options) : pipeline(gzip, encrypt, count, to, options)
  written.catch(() => undefined)
  try {
    const figures = await write(gzip)
    gzip.end()
    await written
    return { figures, bytes }
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    throw error
  }
}

/** @throws UsageError when there is no such file */
export function openBackupFile(from: string): Readable {
  if (fs.statSync(from, { throwIfNoEntry: false })?.isFile()) return fs.createReadStream(from)
  throw new Refused(`${from} is not a file; give --from a backup file, or - for standard input`)
}

/**
 * The stream fails when the backup is damaged.
 * @param name in messages
 * @param identities null: not encrypted
 * @throws UsageError when an identity is missing or not needed
 */
export async function unpackBackup(packed: Readable, name: string, identities: Identities | null): Promise<Readable> {
  const encrypted = (await startOf(packed)) === ageMark
  if (encrypted && identities === null) {
    throw new UsageError(`${name} is encrypted; give --passphrase-file or --identity-file`)
  }
  if (!encrypted && identities !== null) {
    throw new UsageError(
      `${name} is not encrypted, so its origin is not authenticated; restore it without a passphrase or identity`,
    )
  }
  return unpack(identities === null ? packed : await decryptWith(identities, packed, name))
}

/** Errors of either stream reach the reader. */
function unpack(packed: Readable): Readable {
  const input = createGunzip()
  packed.on('error', (error) => input.destroy(error))
  // handled before the first read
  input.on('error', () => packed.destroy())
  return packed.pipe(input)
}

async function startOf(packed: Readable): Promise<string> {
  let start = Buffer.alloc(0)
  while (start.length < ageMark.length) {
    const chunk = packed.read() as Buffer | null
    if (chunk !== null) start = Buffer.concat([start, chunk])
    else if (packed.readableEnded) break
    else await Promise.race([once(packed, 'readable'), once(packed, 'end')])
  }
  if (start.length > 0) packed.unshift(start)
  return start.toString('latin1', 0, ageMark.length)
}

function requireAbsent(to: string): void {
  if (fs.lstatSync(to, { throwIfNoEntry: false })) throw new Refused(`${to} exists; give --to a new file`)
}

interface Partial {
  readonly name: string
  readonly fd: number
  exists(): boolean
}

const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants

function openPartial(name: string): Partial {
  const left = fs.lstatSync(name, { throwIfNoEntry: false })
  if (left) {
    if (!left.isFile() || left.uid !== (process.getuid?.() ?? left.uid)) {
      throw new Refused(`${name} exists and is not a partial backup of this user; remove it or choose another --to`)
    }
    fs.rmSync(name, { force: true })
  }
  const fd = openNew(name)
  const { dev, ino } = fs.fstatSync(fd, { bigint: true })
  const exists = (): boolean => {
    const now = fs.lstatSync(name, { bigint: true, throwIfNoEntry: false })
    return now?.dev === dev && now.ino === ino
  }
  return { name, fd, exists }
}

function openNew(name: string): number {
  try {
    // O_EXCL fails for any name, also a dangling symbolic link
    return fs.openSync(name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600)
  } catch (error) {
    const directory = path.dirname(name)
    if (!fs.existsSync(directory)) throw new Refused(`the directory ${directory} does not exist; create it first`)
    throw new Refused(`${name} cannot be created (${errorMessage(error)}); choose another --to`)
  }
}
