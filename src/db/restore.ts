// A backup read back into a database that has the same schema and serves nobody yet: all of it or nothing.
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../errors'
import {
  endMark,
  headerMark,
  listMigrations,
  listTables,
  rowsEnd,
  withSession,
  type BackupFigures,
  type BackupHeader,
} from './backup'
import { errorMessage } from '../error-message'
import type { Upkeep } from './migrations/migrate'

/**
 * Reads a backup into the database, then brings the data up to date with the cluster that it is in now.
 * @throws StartError, with nothing changed, when the text is no whole backup, was made under another encryption key or on
 *   another schema, or the database serves somebody
 */
export function readBackup(
  connectionString: string,
  input: Readable,
  keyFingerprints: readonly string[],
  log: (message: string) => void,
  upkeep: Upkeep,
): Promise<BackupFigures> {
  return withSession(connectionString, async (client) => {
    const lines = linesOf(input)
    const header = await readHeader(lines)
    if (!keyFingerprints.includes(header.keyFingerprint)) {
      throw new StartError(
        'this is not the encryption key of the backup: set ENCRYPTION_KEY to the one that it was made with',
      )
    }
    await client.query('begin')
    await requireFit(client, header)
    await emptyTables(client)
    const figures = await readTables(client, lines)
    await requireEnd(lines)
    await client.query('commit')
    await upkeep.run(client, log)
    return { madeAt: header.madeAt, ...figures }
  })
}

type Lines = AsyncGenerator<Buffer, void, void>

/** Only line feeds end a line: COPY escapes those inside a value. */
async function* linesOf(input: Readable): Lines {
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of input) {
      rest = Buffer.concat([rest, chunk as Buffer])
      let start = 0
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
        yield rest.subarray(start, end)
        start = end + 1
      }
      rest = rest.subarray(start)
    }
    if (rest.length > 0) throw new Error('its last line has no end')
  } catch (error) {
    // what was packed does not unpack, or the disk fails
    throw new StartError(`the backup cannot be read to its end (${errorMessage(error)}): it is cut off or damaged`, {
      cause: error,
    })
  }
}

const cutOff = (): StartError => new StartError('the backup is cut off: its end is missing, so nothing was restored')

async function next(lines: Lines): Promise<Buffer> {
  const { value } = await lines.next()
  if (!value) throw cutOff()
  return value
}

async function readHeader(lines: Lines): Promise<BackupHeader> {
  const text = (await next(lines)).toString()
  if (text.startsWith(headerMark)) return JSON.parse(text.slice(headerMark.length)) as BackupHeader
  throw new StartError('this is no backup of this server')
}

async function requireFit(client: Client, { migrations }: BackupHeader): Promise<void> {
  const here = await listMigrations(client)
  if (JSON.stringify(here) !== JSON.stringify(migrations)) {
    const newest = (list: BackupHeader['migrations']): string => list.at(-1)?.name ?? 'none'
    throw new StartError(
      `the backup's newest migration is ${newest(migrations)} and this version's ${newest(here)}: restore it with the ` +
        'version that made it, then start this one',
    )
  }
  const { rows } = await client.query<{ serves: boolean }>('select exists (select from community) as serves')
  if (rows[0]?.serves) {
    throw new StartError('the database has communities: restore into an empty one (another DATA_DIR or DATABASE_URL)')
  }
}

async function emptyTables(client: Client): Promise<void> {
  try {
    // the rows were whole where they come from: no trigger and no foreign key has to look again
    await client.query('set local session_replication_role to replica')
  } catch (error) {
    throw new StartError(
      'this role may not restore (session_replication_role): give it that right, or use pg_dump and pg_restore',
      { cause: error },
    )
  }
  const names = (await listTables(client)).map(({ name }) => name)
  await client.query(`truncate ${names.join(', ')}`)
}

/** The statements are put together anew from what they name: a backup cannot bring statements of its own. */
async function readTables(client: Client, lines: Lines): Promise<{ tables: number; rows: number }> {
  const known = new Map(
    (await listTables(client)).map(({ name, columns }) => [`COPY ${name} (${columns}) FROM stdin;`, name]),
  )
  let [tables, rows] = [0, 0]
  for (let line = (await next(lines)).toString(); line !== endMark; line = (await next(lines)).toString()) {
    const [, sequence, value] = /^SELECT pg_catalog\.setval\('([\w.]+)', (\d+), true\);$/.exec(line) ?? []
    if (sequence !== undefined) await client.query('select setval($1::regclass, $2::bigint, true)', [sequence, value])
    else if (known.has(line)) {
      rows += await readRows(client, line, lines)
      tables++
    } else throw new StartError(`the backup has a line that is none of a backup: ${line.slice(0, 60)}`)
  }
  return { tables, rows }
}

/** Reads to the end of the file: only there do its checksum and its encryption show that nothing is missing. */
async function requireEnd(lines: Lines): Promise<void> {
  const { done } = await lines.next()
  if (done !== true) throw new StartError('the backup goes on after its end mark, so nothing was restored')
}

async function readRows(client: Client, statement: string, lines: Lines): Promise<number> {
  const copy = client.query(copyFrom(statement))
  const done = new Promise<void>((resolve, reject) => {
    copy.once('finish', resolve)
    copy.once('error', reject)
  })
  done.catch(() => undefined)
  let rows = 0
  try {
    for (let line = await next(lines); !line.equals(endOfRows); line = await next(lines), rows++) {
      if (!copy.write(Buffer.concat([line, newline]))) await Promise.race([once(copy, 'drain'), done])
    }
    copy.end()
    await done
  } catch (error) {
    copy.destroy()
    throw error
  }
  return rows
}

const newline = Buffer.from('\n')
const endOfRows = Buffer.from(rowsEnd)
