// Restores a backup into an empty database with the same schema, in one transaction.
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
 * Restores a backup and adapts the data to the current cluster.
 * @throws StartError, with nothing changed, when the backup is incomplete, has another encryption key or schema, or the database
 *   has communities
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
      throw new StartError('The backup was made with another encryption key. Set ENCRYPTION_KEY to that key.')
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

/** Lines end only in line feeds: COPY escapes those inside values. */
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
    if (rest.length > 0) throw new Error('its last line is incomplete')
  } catch (error) {
    // decompression or the disk failed
    throw new StartError(`The backup cannot be read to its end (${errorMessage(error)}). It is truncated or damaged.`, {
      cause: error,
    })
  }
}

const cutOff = (): StartError => new StartError('The backup is truncated: its end is missing. Nothing was restored.')

async function next(lines: Lines): Promise<Buffer> {
  const { value } = await lines.next()
  if (!value) throw cutOff()
  return value
}

async function readHeader(lines: Lines): Promise<BackupHeader> {
  const text = (await next(lines)).toString()
  if (text.startsWith(headerMark)) return JSON.parse(text.slice(headerMark.length)) as BackupHeader
  throw new StartError('This is not a backup of this server.')
}

async function requireFit(client: Client, { migrations }: BackupHeader): Promise<void> {
  const here = await listMigrations(client)
  if (JSON.stringify(here) !== JSON.stringify(migrations)) {
    const newest = (list: BackupHeader['migrations']): string => list.at(-1)?.name ?? 'none'
    throw new StartError(
      `The backup's newest migration is ${newest(migrations)}, this version's is ${newest(here)}. Restore it with the ` +
        'version that made it, then upgrade.',
    )
  }
  const { rows } = await client.query<{ inUse: boolean }>('select exists (select from community) as "inUse"')
  if (rows[0]?.inUse) {
    throw new StartError(
      'The database has communities. Restore into an empty one: set another DATA_DIR or DATABASE_URL.',
    )
  }
}

async function emptyTables(client: Client): Promise<void> {
  try {
    // skip triggers and foreign keys: the rows are consistent
    await client.query('set local session_replication_role to replica')
  } catch (error) {
    await client.query('rollback')
    const { rows } = await client.query<{ role: string }>('select quote_ident(current_user) as role')
    throw new StartError(
      'This role may not set session_replication_role, which a restore needs. As a superuser of PostgreSQL 15 or newer run: ' +
        `grant set on parameter session_replication_role to ${rows[0]?.role};  (older: use pg_dump and pg_restore)`,
      { cause: error },
    )
  }
  const names = (await listTables(client)).map(({ name }) => name)
  await client.query(`truncate ${names.join(', ')}`)
}

/** Builds every statement itself, so that a backup cannot inject one. */
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
    } else throw new StartError(`The backup has an invalid line: ${line.slice(0, 60)}`)
  }
  return { tables, rows }
}

/** Reads to the end of the file, where its checksum and encryption are verified. */
async function requireEnd(lines: Lines): Promise<void> {
  const { done } = await lines.next()
  if (done !== true) throw new StartError('The backup continues after its end mark. Nothing was restored.')
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
