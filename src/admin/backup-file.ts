// Backup files: compressed, optionally encrypted; created with O_EXCL and mode 0600, renamed when complete.
import fs from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorMessage } from '../error-message'
import { ageMark, decryptWith, encryptFor, type Identities, type Recipients } from './age'
import { UsageError } from './failure'

/**
 * Removed on failure.
 * @param recipients null: not encrypted
 * @throws UsageError when the file exists or cannot be created
 */
export async function createBackupFile<T>(
  to: string,
  recipients: Recipients | null,
  write: (output: Writable) => Promise<T>,
): Promise<T> {
  requireAbsent(to)
  const encrypt = recipients === null ? null : await encryptFor(recipients)
  const partial = openPartial(`${to}.partial`)
  const file = fs.createWriteStream('', { fd: partial.fd, flush: true })
  const gzip = createGzip()
  const written = encrypt === null ? pipeline(gzip, file) : pipeline(gzip, encrypt, file)
  written.catch(() => undefined)
  try {
    const figures = await write(gzip)
    gzip.end()
    await written
    requireAbsent(to)
    if (!partial.exists()) throw new UsageError(`another backup to ${to} replaced this one; repeat the command`)
    fs.renameSync(partial.name, to)
    return figures
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    if (partial.exists()) fs.rmSync(partial.name)
    throw error
  }
}

/**
 * The stream fails when the file is damaged.
 * @param identities null: not encrypted
 * @throws UsageError when the file is absent, or an identity is missing or not needed
 */
export async function openBackupFile(from: string, identities: Identities | null): Promise<Readable> {
  if (!fs.statSync(from, { throwIfNoEntry: false })?.isFile()) {
    throw new UsageError(`${from} is not a file; give --from a backup file`)
  }
  const encrypted = startOf(from) === ageMark
  if (encrypted && identities === null) {
    throw new UsageError(`${from} is encrypted; give --passphrase-file or --identity-file`)
  }
  if (!encrypted && identities !== null) {
    throw new UsageError(
      `${from} is not encrypted, so its origin is not authenticated; restore it without a passphrase or identity`,
    )
  }
  const file = fs.createReadStream(from)
  return unpack(identities === null ? file : await decryptWith(identities, file, from))
}

/** Errors of either stream reach the reader. */
function unpack(packed: Readable): Readable {
  const input = createGunzip()
  packed.on('error', (error) => input.destroy(error))
  // handled before the first read
  input.on('error', () => packed.destroy())
  return packed.pipe(input)
}

function startOf(file: string): string {
  const fd = fs.openSync(file, 'r')
  try {
    const start = Buffer.alloc(ageMark.length)
    return start.toString('latin1', 0, fs.readSync(fd, start, 0, start.length, 0))
  } finally {
    fs.closeSync(fd)
  }
}

function requireAbsent(to: string): void {
  if (fs.lstatSync(to, { throwIfNoEntry: false })) throw new UsageError(`${to} exists; give --to a new file`)
}

interface Partial {
  readonly name: string
  readonly fd: number
  /** Whether the name still refers to this file. */
  exists(): boolean
}

const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants

/** Replaces the file of a killed backup only. */
function openPartial(name: string): Partial {
  const left = fs.lstatSync(name, { throwIfNoEntry: false })
  if (left) {
    if (!left.isFile() || left.uid !== (process.getuid?.() ?? left.uid)) {
      throw new UsageError(`${name} exists and is not a partial backup of this user; remove it or choose another --to`)
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
    throw new UsageError(`${name} cannot be created (${errorMessage(error)}); choose another --to`)
  }
}
