// A script of COPY statements with their rows, written and read in bounded memory.
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { errorMessage } from '../base/error-message'
import { StartError } from '../base/errors'

const rowsEnd = '\\.'

export interface CopiedTable {
  /** With its schema. */
  readonly name: string
  /** Comma-separated. */
  readonly columns: string
}

export const copyStatement = ({ name, columns }: CopiedTable): string => `COPY ${name} (${columns}) FROM stdin;`

export type Put = (text: string | Buffer) => Promise<void>

/** @param signal its reason is thrown once it is aborted */
export const putTo =
  (output: Writable, signal?: AbortSignal): Put =>
  async (text) => {
    signal?.throwIfAborted()
    if (output.write(text)) return
    try {
      await once(output, 'drain', { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  }

/** @param source what PostgreSQL copies: a query in parentheses with the same columns @returns the number of rows */
export async function writeTable(
  client: Client,
  put: Put,
  table: CopiedTable,
  source = `(select ${table.columns} from ${table.name})`,
): Promise<number> {
  await put(`${copyStatement(table)}\n`)
  const rows = client.query(copyTo(`copy ${source} to stdout`))
  for await (const chunk of rows) await put(chunk as Buffer)
  await put(`${rowsEnd}\n`)
  return rows.rowCount ?? 0
}

export type Lines = AsyncGenerator<Buffer, void, void>

/** 64 MiB. A row of this server is far smaller. */
const MAX_LINE_BYTES = 64 * 2 ** 20

/** A larger id or position in a file is refused, because it would leave the server no exact integers of JSON (2^53). */
export const LARGEST_NUMBER = 2n ** 53n - 2n ** 50n

/** Lines end only in line feeds: COPY escapes those inside values. */
export async function* linesOf(input: Readable): Lines {
  let begun: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        const last = chunk.subarray(start, end)
        yield begun.length === 0 ? last : Buffer.concat([...begun, last])
        begun = []
        bytes = 0
        start = end + 1
      }
      if (start === chunk.length) continue
      begun.push(chunk.subarray(start))
      bytes += chunk.length - start
      if (bytes > MAX_LINE_BYTES) throw new Error(`a line is longer than ${MAX_LINE_BYTES} bytes`)
    }
    if (bytes > 0) throw new Error('its last line is incomplete')
  } catch (error) {
    // decompression or the disk failed
    throw new StartError(`The file cannot be read to its end (${errorMessage(error)}). It is truncated or damaged.`, {
      cause: error,
    })
  }
}

export async function nextLine(lines: Lines): Promise<Buffer> {
  const { value } = await lines.next()
  if (!value) throw new StartError('The file is truncated: its end is missing. Nothing was changed.')
  return value
}

export function parseObject<T extends object>(text: string): Partial<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw damagedLine(error)
  }
  if (typeof value === 'object' && value !== null) return value
  throw damagedLine()
}

export const damagedLine = (cause?: unknown): StartError =>
  new StartError('A line of the file is damaged. Nothing was changed; make the file again.', { cause })

/**
 * Reads to the end of the file, where its checksum and encryption are verified.
 * @throws StartError when more follows
 */
export async function requireEnd(lines: Lines): Promise<void> {
  const { done } = await lines.next()
  if (done !== true) throw new StartError('The file continues after its end mark. Nothing was changed.')
}

/**
 * @param check throws for a row that must not be stored
 * @returns the number of rows
 */
export async function readRows(
  client: Client,
  statement: string,
  lines: Lines,
  check: (row: Buffer) => void = () => undefined,
): Promise<number> {
  const copy = client.query(copyFrom(statement))
  const done = new Promise<void>((resolve, reject) => {
    copy.once('finish', resolve)
    // destroy() fails again when the connection is lost
    copy.on('error', reject)
  })
  done.catch(() => undefined)
  let rows = 0
  try {
    for (let line = await nextLine(lines); !line.equals(endOfRows); line = await nextLine(lines), rows++) {
      check(line)
      if (!copy.write(Buffer.concat([line, newline]))) await Promise.race([once(copy, 'drain'), done])
    }
    copy.end()
    await done
  } catch (error) {
    copy.destroy()
    throw toRefusedRow(error, statement) ?? error
  }
  return rows
}

/** Null for an error that is not about the data. Without PostgreSQL's text, which would contain the data. */
function toRefusedRow(error: unknown, statement: string): StartError | null {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  if (typeof code !== 'string' || !/^2[23]/.test(code)) return null
  const reason = typeof constraint === 'string' ? `constraint ${constraint}` : `SQLSTATE ${code}`
  const text = `The file has a row that ${statement.split(' ')[1]} does not accept (${reason}). Nothing was changed.`
  return new StartError(text, { cause: error })
}

export async function requireOwner(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: string; owns: boolean }>(
    `select current_user as role, pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'schema_migration'::regclass`,
  )
  if (rows[0]?.owns !== false) return
  throw new StartError(
    `The role ${rows[0].role} does not own the tables, which this command needs. Set DATABASE_MIGRATION_URL to the role that does.`,
  )
}

/**
 * Turns triggers and foreign keys off for the transaction: the rows of a snapshot are consistent.
 * @throws StartError without the right
 */
export async function skipTriggers(client: Client): Promise<void> {
  try {
    await client.query('set local session_replication_role to replica')
  } catch (error) {
    await client.query('rollback')
    const { rows } = await client.query<{ role: string }>('select quote_ident(current_user) as role')
    throw new StartError(
      'This role may not set session_replication_role, which this command needs. As a superuser of PostgreSQL 15 or newer run: ' +
        `grant set on parameter session_replication_role to ${rows[0]?.role};  (older: use pg_dump and pg_restore)`,
      { cause: error },
    )
  }
}

const newline = Buffer.from('\n')
const endOfRows = Buffer.from(rowsEnd)
