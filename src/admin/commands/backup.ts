// `backup`: create, restore.
import { createHmac } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { Base } from '../../communities/actions'
import { writeBackup, type BackupFigures } from '../../transfer/backup'
import { auditOrder } from '../../audit/order'
import { readBackup } from '../../transfer/restore'
import { pauseDeployment } from '../../operations/operator/actions'
import type { Answer, Terminal } from '../output'
import { progressOf } from '../progress'
import {
  identityFlags,
  openSealed,
  readRecipients,
  recipientFlags,
  writeSealed,
  type IdentityFlags,
  type RecipientFlags,
} from '../sealed-file'
import type { OpenStore } from '../session'
import { required } from '../options'
import type { Noun } from '../verbs'

interface CreateFlags extends RecipientFlags {
  readonly to: string
}

interface RestoreFlags extends IdentityFlags {
  readonly from: string
}

export function addVerbs(noun: Noun): void {
  noun
    .verb<CreateFlags>({
      verb: 'create',
      summary: 'write a consistent snapshot of all data to a file; servers may run',
      flags: [required('--to <file>', 'the file to create, compressed; - is stdout'), ...recipientFlags()],
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
      anyKey: true,
      verb: 'restore',
      createsDatabase: true,
      summary: 'restore a backup into a database without communities, and pause rank changes',
      flags: [required('--from <file>', 'a file of backup create; - is stdin'), ...identityFlags()],
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
    writeBackup(store.ownerUrl, output, fingerprintOf(store.encryptionKey.current), progressOf(terminal))
  const { figures, isStdoutUsed, ...file } = await writeSealed(flags.to, recipients, terminal, write)
  return { ...answerOf({ ...file, encrypted: recipients !== null, figures }), isStdoutUsed }
}

async function restore(base: Base, flags: RestoreFlags, terminal: Terminal, store: OpenStore): Promise<Answer> {
  const notice = (message: string): void => void terminal.stderr.write(`${message}\n`)
  const { input, name, bytes, encrypted } = await openSealed(flags, terminal)
  const keys = store.encryptionKey.all().map(fingerprintOf)
  const report = progressOf(terminal)
  const figures = await readBackup(store.ownerUrl, input, keys, { upkeep: auditOrder, notice, report })
  await pauseDeployment(base)
  return answerOf({ file: name, bytes, encrypted, figures })
}

interface Outcome {
  readonly file: string
  readonly bytes: number | null
  readonly encrypted: boolean
  readonly figures: BackupFigures
}

function answerOf({ file, bytes, encrypted, figures: { madeAt, tables, rows } }: Outcome): Answer {
  return {
    json: { file, bytes, encrypted, madeAt, tables, rows },
    human: {
      fields: { file, bytes, encrypted: encrypted ? 'yes' : 'no', 'made at': madeAt, tables, rows },
    },
  }
}
