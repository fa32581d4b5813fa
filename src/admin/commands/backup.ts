// `backup`: create, restore.
import { createHmac } from 'node:crypto'
import { statSync } from 'node:fs'
import type { Base } from '../../communities/actions'
import { writeBackup, type BackupFigures } from '../../db/backup'
import { auditOrder } from '../../audit/order'
import { readBackup } from '../../db/restore'
import { pauseDeployment } from '../../rank-changes/operator/actions'
import type { Identities, Recipients } from '../age'
import { list } from '../arguments'
import { createBackupFile, openBackupFile } from '../backup-file'
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

/** Adds the noun. */
export function addBackup(noun: AddNoun): void {
  noun('backup', 'everything there is, in one file, and back')
    .verb<CreateFlags>({
      verb: 'create',
      says: 'write all data of this moment to a file; servers go on meanwhile',
      flags: [
        required('--to <file>', 'a new file; it is compressed'),
        optional('--recipient <age1…>', 'encrypt it for these public keys of age, with commas', list).conflicts(
          'passphraseFile',
        ),
        optional('--passphrase-file <file>', `encrypt it with the passphrase in a file; ${secretFileHint}`),
      ],
      examples: [
        '--to community.sql.gz',
        '--to community.sql.gz.age --recipient age1…',
        '--to community.sql.gz.age --passphrase-file backup.passphrase',
      ],
      help: createHelp,
      run: create,
    })
    .verb<RestoreFlags>({
      verb: 'restore',
      says: 'read such a file into a database without communities; rank changes are paused afterwards',
      flags: [
        required('--from <file>', 'what backup create wrote'),
        optional('--identity-file <file>', `the secret key of age, for --recipient; ${secretFileHint}`).conflicts(
          'passphraseFile',
        ),
        optional('--passphrase-file <file>', `the passphrase it was encrypted with; ${secretFileHint}`),
      ],
      examples: ['--from community.sql.gz', '--from community.sql.gz.age --identity-file backup.key'],
      help: 'Stop the servers first. Look at "operations list" before "operations resume": what was queued then may be done by now.',
      run: restore,
    })
}

const createHelp = `The encryption key is not in it: keep ENCRYPTION_KEY, or encryption.key in DATA_DIR, in another place.
An encrypted backup is a file of age (https://age-encryption.org): age --decrypt reads it too, and age-keygen makes a
pair of keys. With --recipient this machine cannot decrypt its own backups.`

/** Tells one key from another; from it nobody finds the key. */
const fingerprintOf = (encryptionKey: Buffer): string =>
  createHmac('sha256', encryptionKey).update('backup').digest('hex').slice(0, 16)

async function create(_: Base, flags: CreateFlags, terminal: Terminal, store: OpenStore): Promise<Answer> {
  const recipients = await readRecipients(flags, terminal)
  const figures = await createBackupFile(flags.to, recipients, (output) =>
    writeBackup(store.ownerUrl, output, fingerprintOf(store.encryptionKey.current)),
  )
  return answerOf(flags.to, figures, recipients !== null)
}

async function readRecipients(flags: CreateFlags, terminal: Terminal): Promise<Recipients | null> {
  if (flags.recipient) return { publicKeys: flags.recipient }
  if (flags.passphraseFile === undefined) return null
  return { passphrase: await readPassphrase(flags.passphraseFile, terminal) }
}

async function restore(base: Base, flags: RestoreFlags, terminal: Terminal, store: OpenStore): Promise<Answer> {
  const identities = await readAnyIdentities(flags, terminal)
  const log = (message: string): void => void terminal.stderr.write(`${message}\n`)
  const input = await openBackupFile(flags.from, identities)
  const keys = store.encryptionKey.all().map(fingerprintOf)
  const figures = await readBackup(store.ownerUrl, input, keys, log, auditOrder)
  await pauseDeployment(base)
  return answerOf(flags.from, figures, identities !== null)
}

async function readAnyIdentities(flags: RestoreFlags, terminal: Terminal): Promise<Identities | null> {
  if (flags.identityFile !== undefined) return { secretKeys: await readIdentities(flags.identityFile, terminal) }
  if (flags.passphraseFile === undefined) return null
  return { passphrase: await readPassphrase(flags.passphraseFile, terminal) }
}

function answerOf(file: string, { madeAt, tables, rows }: BackupFigures, encrypted: boolean): Answer {
  const bytes = statSync(file).size
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
