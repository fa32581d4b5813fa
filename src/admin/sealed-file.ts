// Files of rows that a command writes or reads: its flags, the encryption, and stdin and stdout.
import { statSync } from 'node:fs'
import type { Option } from 'commander'
import type { Readable, Writable } from 'node:stream'
import type { Identities, Recipients } from './age'
import { list } from './arguments'
import { createBackupFile, openBackupFile, streamBackup, unpackBackup } from './backup-file'
import { UsageError } from './failure'
import type { Terminal } from './output'
import { readIdentities, readPassphrase, secretFileHint } from './secrets'
import { optional } from './options'

export interface RecipientFlags {
  readonly recipient?: readonly string[]
  readonly passphraseFile?: string
}

export interface IdentityFlags {
  readonly identityFile?: string
  readonly passphraseFile?: string
}

export const recipientFlags = (): Option[] => [
  optional('--recipient <age1…>', 'encrypt for these age public keys, comma-separated', list).conflicts(
    'passphraseFile',
  ),
  optional('--passphrase-file <file>', `encrypt with the passphrase in a file; ${secretFileHint}`),
]

export const identityFlags = (): Option[] => [
  optional('--identity-file <file>', `the age secret key of a --recipient; ${secretFileHint}`).conflicts(
    'passphraseFile',
  ),
  optional('--passphrase-file <file>', `the passphrase of the file; ${secretFileHint}`),
]

/** Null: not encrypted. */
export async function readRecipients(flags: RecipientFlags, terminal: Terminal): Promise<Recipients | null> {
  if (flags.recipient) return { publicKeys: flags.recipient }
  if (flags.passphraseFile === undefined) return null
  return { passphrase: await readPassphrase(flags.passphraseFile, terminal) }
}

export interface Sealed<T> {
  readonly file: string
  readonly bytes: number
  readonly figures: T
  readonly isStdoutUsed: boolean
}

/** Compressed. @param to a file that does not exist; `-`: stdout @param recipients null: not encrypted */
export async function writeSealed<T>(
  to: string,
  recipients: Recipients | null,
  terminal: Terminal,
  write: (output: Writable) => Promise<T>,
): Promise<Sealed<T>> {
  if (to === '-') {
    const { figures, bytes } = await streamBackup(terminal.stdout, recipients, write)
    return { file: 'stdout', bytes, figures, isStdoutUsed: true }
  }
  const figures = await createBackupFile(to, recipients, write)
  return { file: to, bytes: statSync(to).size, figures, isStdoutUsed: false }
}

export interface Opened {
  readonly input: Readable
  readonly name: string
  readonly bytes: number | null
  readonly encrypted: boolean
}

/** @throws UsageError when the file cannot be opened, or an identity is missing or not needed */
export async function openSealed(
  flags: IdentityFlags & { readonly from: string },
  terminal: Terminal,
): Promise<Opened> {
  const isPiped = flags.from === '-'
  if (isPiped && [flags.identityFile, flags.passphraseFile].includes('-'))
    throw new UsageError('stdin cannot be both the file and its key; put the key into a file')
  const name = isPiped ? 'stdin' : flags.from
  const packed = isPiped ? terminal.stdin : openBackupFile(flags.from)
  const identities = await readAnyIdentities(flags, terminal)
  const input = await unpackBackup(packed, name, identities)
  return { input, name, bytes: isPiped ? null : statSync(name).size, encrypted: identities !== null }
}

async function readAnyIdentities(flags: IdentityFlags, terminal: Terminal): Promise<Identities | null> {
  if (flags.identityFile !== undefined) return { secretKeys: await readIdentities(flags.identityFile, terminal) }
  if (flags.passphraseFile === undefined) return null
  return { passphrase: await readPassphrase(flags.passphraseFile, terminal) }
}
