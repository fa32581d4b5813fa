// `backup`: create, restore.
import { createHmac } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Writable } from 'node:stream'
import type { Base } from '../../communities/actions'
import { writeBackup, type BackupFigures } from '../../db/backup'
import { auditOrder } from '../../audit/order'
import { readBackup } from '../../db/restore'
import { pauseDeployment } from '../../rank-changes/operator/actions'
import type { Identities, Recipients } from '../age'
import { list } from '../arguments'
import { createBackupFile, openBackupFile, streamBackup, unpackBackup } from '../backup-file'
import { UsageError } from '../failure'
import type { Answer, Terminal } from '../output'
import type { OpenStore } from '../session'
import { readIdentities, readPassphrase, secretFileHint } from '../secrets'
import { optional, required, type AddNoun } from '../verbs'

interface CreateFlags {
  readonly to: string
  readonly recipient?: readonly string[]
  readonly passphraseFile?: string
}

interface RestoreFlags {
  readonly from: string
  readonly identityFile?: string
  readonly passphraseFile?: string
}

export function addNouns(noun: AddNoun): void {
  noun('backup')
    .verb<CreateFlags>({
      verb: 'create',
      summary: 'write a consistent snapshot of all data to a file; servers may run',
      flags: [
        required('--to <file>', 'the file to create, compressed; - is stdout'),
        optional('--recipient <age1…>', 'encrypt for these age public keys, comma-separated', list).conflicts(
          'passphraseFile',
        ),
        optional('--passphrase-file <file>', `encrypt with the passphrase in a file; ${secretFileHint}`),
      ],
      examples: [
        '--to community.sql.gz',
        '--to community.sql.gz.age --recipient age1…',
        '--to community.sql.gz.age --passphrase-file backup.passphrase',
        '--to - --recipient age1… | aws s3 cp - s3://bucket/community.sql.gz.age',
      ],
      help: createHelp,
      run: create,
    })
    .verb<RestoreFlags>({
      verb: 'restore',
      summary: 'restore a backup into a database without communities, and pause rank changes',
      flags: [
        required('--from <file>', 'a file of backup create; - is stdin'),
        optional('--identity-file <file>', `the age secret key of a --recipient; ${secretFileHint}`).conflicts(
          'passphraseFile',
        ),
        optional('--passphrase-file <file>', `the passphrase of the backup; ${secretFileHint}`),
      ],
      examples: ['--from community.sql.gz', '--from community.sql.gz.age --identity-file backup.key'],
      help: 'Stop the servers first. Check "operations list" before "operations resume": queued rank changes may have been made since.',
      run: restore,
    })
}

const createHelp = `The backup does not contain the encryption key: keep ENCRYPTION_KEY, or encryption.key in DATA_DIR, elsewhere.
An encrypted backup is an age file (https://age-encryption.org): age --decrypt decrypts it, and age-keygen creates a
key pair. With --recipient this machine cannot decrypt its own backups.`

/** Does not disclose the key. */
const fingerprintOf = (encryptionKey: Buffer): string =>
  createHmac('sha256', encryptionKey).update('backup').digest('hex').slice(0, 16)

async function create(_: Base, flags: CreateFlags, terminal: Terminal, store: OpenStore): Promise<Answer> {
  const recipients = await readRecipients(flags, terminal)
  const write = (output: Writable): Promise<BackupFigures> =>
    writeBackup(store.ownerUrl, output, fingerprintOf(store.encryptionKey.current))
  const encrypted = recipients !== null
  if (flags.to === '-') {
    const { figures, bytes } = await streamBackup(terminal.stdout, recipients, write)
    return { ...answerOf({ file: 'stdout', bytes, encrypted, figures }), isStdoutUsed: true }
  }
  const figures = await createBackupFile(flags.to, recipients, write)
  return answerOf({ file: flags.to, bytes: statSync(flags.to).size, encrypted, figures })
}

async function readRecipients(flags: CreateFlags, terminal: Terminal): Promise<Recipients | null> {
  if (flags.recipient) return { publicKeys: flags.recipient }
  if (flags.passphraseFile === undefined) return null
  return { passphrase: await readPassphrase(flags.passphraseFile, terminal) }
}

async function restore(base: Base, flags: RestoreFlags, terminal: Terminal, store: OpenStore): Promise<Answer> {
  const log = (message: string): void => void terminal.stderr.write(`${message}\n`)
  const isPiped = flags.from === '-'
  if (isPiped && [flags.identityFile, flags.passphraseFile].includes('-'))
    throw new UsageError('stdin cannot be both the backup and its key; put the key into a file')
  const name = isPiped ? 'stdin' : flags.from
  const packed = isPiped ? terminal.stdin : openBackupFile(flags.from)
  const identities = await readAnyIdentities(flags, terminal)
  const input = await unpackBackup(packed, name, identities)
  const keys = store.encryptionKey.all().map(fingerprintOf)
  const figures = await readBackup(store.ownerUrl, input, keys, log, auditOrder)
  await pauseDeployment(base)
  const bytes = isPiped ? null : statSync(name).size
  return answerOf({ file: name, bytes, encrypted: identities !== null, figures })
}

async function readAnyIdentities(flags: RestoreFlags, terminal: Terminal): Promise<Identities | null> {
  if (flags.identityFile !== undefined) return { secretKeys: await readIdentities(flags.identityFile, terminal) }
  if (flags.passphraseFile === undefined) return null
  return { passphrase: await readPassphrase(flags.passphraseFile, terminal) }
}

interface Outcome {
  readonly file: string
  /** null: not known. */
  readonly bytes: number | null
  readonly encrypted: boolean
  readonly figures: BackupFigures
}

function answerOf({ file, bytes, encrypted, figures: { madeAt, tables, rows } }: Outcome): Answer {
  return {
    json: { file, bytes, encrypted, madeAt, tables, rows },
    human: {
      fields: [
        ['file', file],
        ['bytes', bytes],
        ['encrypted', encrypted ? 'yes' : 'no'],
        ['made at', madeAt],
        ['tables', tables],
        ['rows', rows],
      ],
    },
  }
}
