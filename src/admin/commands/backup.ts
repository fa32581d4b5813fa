// `backup`: create, restore.
import { createHmac } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Base } from '../../communities/actions'
import { writeBackup, type BackupFigures } from '../../db/backup'
import { readBackup } from '../../db/restore'
import { pauseDeployment } from '../../operations/operator/actions'
import { UsageError } from '../failure'
import type { Answer, Terminal } from '../output'
import type { OpenStore } from '../session'
import { required, type AddNoun } from '../verbs'

/** Adds the noun. */
export function addBackup(noun: AddNoun): void {
  noun('backup', 'everything there is, in one file, and back')
    .verb<{ to: string }>({
      verb: 'create',
      says: 'write all data of this moment to a file; servers go on meanwhile',
      flags: [required('--to <file>', 'a new file; it is compressed')],
      examples: ['--to community.sql.gz'],
      help: 'The encryption key is not in it: keep ENCRYPTION_KEY, or encryption.key in DATA_DIR, in another place.',
      run: create,
    })
    .verb<{ from: string }>({
      verb: 'restore',
      says: 'read such a file into a database without communities; rank changes are paused afterwards',
      flags: [required('--from <file>', 'what backup create wrote')],
      examples: ['--from community.sql.gz'],
      help: 'Stop the servers first. Look at "operations list" before "operations resume": what was queued then may be done by now.',
      run: restore,
    })
}

/** Tells one key from another; from it nobody finds the key. */
const fingerprintOf = ({ encryptionKey }: OpenStore): string =>
  createHmac('sha256', encryptionKey).update('backup').digest('hex').slice(0, 16)

async function create(_: Base, { to }: { to: string }, _terminal: Terminal, store: OpenStore): Promise<Answer> {
  if (statSync(to, { throwIfNoEntry: false })) throw new UsageError(`${to} exists; give --to a new file`)
  const partial = `${to}.partial`
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(partial, { mode: 0o600 }))
  try {
    const figures = await writeBackup(store.connectionString, gzip, fingerprintOf(store))
    gzip.end()
    await written
    renameSync(partial, to)
    return answerOf(to, figures)
  } catch (error) {
    gzip.destroy()
    await written.catch(() => undefined)
    rmSync(partial, { force: true })
    throw error
  }
}

async function restore(
  base: Base,
  { from }: { from: string },
  { stderr }: Terminal,
  store: OpenStore,
): Promise<Answer> {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`${from} is no file; give --from a backup`)
  const log = (message: string): void => void stderr.write(`${message}\n`)
  const figures = await readBackup(store.connectionString, unpack(from), fingerprintOf(store), log)
  await pauseDeployment(base)
  return answerOf(from, figures)
}

/** What is packed in the file. An error of either shows where it is read. */
function unpack(file: string): Readable {
  const packed = createReadStream(file)
  const input = createGunzip()
  packed.on('error', (error) => input.destroy(error))
  // it may come before anybody reads, who then meets it all the same
  input.on('error', () => packed.destroy())
  return packed.pipe(input)
}

function answerOf(file: string, { madeAt, tables, rows }: BackupFigures): Answer {
  const bytes = statSync(file).size
  return {
    json: { file, bytes, madeAt, tables, rows },
    human: {
      fields: [
        ['file', file],
        ['bytes', bytes],
        ['made at', madeAt],
        ['tables', tables],
        ['rows', rows],
      ],
    },
  }
}
