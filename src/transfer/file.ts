// The form of backups and of moved communities: a header, the rows of each table, other lines, and a checksum.
import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import { StartError } from '../base/errors'
import {
  copyStatement,
  linesOf,
  nextLine,
  readRows,
  requireEnd,
  writeTable,
  type CopiedTable,
  type Lines,
  type Put,
} from './copy-script'

export interface FileKind {
  /** Begins the first line; the header follows as JSON. */
  readonly headerMark: string
  /** Begins the last line; the SHA-256 of all lines above follows in hex. */
  readonly endMark: string
  readonly name: string
}

export interface Figures {
  readonly tables: number
  readonly rows: number
}

export interface Writing {
  readonly put: Put
  end(): Promise<void>
}

export async function beginFile({ headerMark, endMark }: FileKind, send: Put, header: object): Promise<Writing> {
  const checksum = createHash('sha256')
  const put: Put = (text) => {
    checksum.update(text)
    return send(text)
  }
  await put(`${headerMark}${JSON.stringify(header)}\n`)
  return { put, end: () => send(`${endMark}${checksum.digest('hex')}\n`) }
}

/**
 * @param sourceOf what PostgreSQL copies of a table
 * @param report after each table with rows
 */
export async function writeTables<Table extends CopiedTable>(
  client: Client,
  put: Put,
  tables: readonly Table[],
  report: (message: string) => void,
  sourceOf: (table: Table) => string | undefined = () => undefined,
): Promise<Figures> {
  let rows = 0
  for (const table of tables) {
    const count = await writeTable(client, put, table, sourceOf(table))
    if (count > 0) report(`wrote ${shortName(table)}: ${count} rows`)
    rows += count
  }
  return { tables: tables.length, rows }
}

const shortName = ({ name }: CopiedTable): string => name.replace('public.', '')

export interface Reading {
  /** The JSON of the first line; not yet verified. */
  readonly header: string
  readonly kind: FileKind
  readonly lines: Lines
  readonly checksum: Hash
}

/** @throws StartError for a file of another kind */
export async function openFile(kind: FileKind, input: Readable): Promise<Reading> {
  const checksum = createHash('sha256')
  const lines = summed(linesOf(input), checksum, Buffer.from(kind.endMark))
  const first = (await nextLine(lines)).toString()
  if (!first.startsWith(kind.headerMark)) throw new StartError(`This is not ${kind.name}.`)
  return { header: first.slice(kind.headerMark.length), kind, lines, checksum }
}

/** Adds the lines before the end mark to the checksum. */
async function* summed(lines: Lines, checksum: Hash, endMark: Buffer): Lines {
  let isEnd = false
  for await (const line of lines) {
    isEnd ||= line.subarray(0, endMark.length).equals(endMark)
    if (!isEnd) checksum.update(line).update('\n')
    yield line
  }
}

export interface Judging {
  /** Throws for a row that must not be stored. */
  readonly check?: (row: Buffer) => void
  /** Takes a line between the tables; false: unknown. */
  readonly take: (line: string) => boolean | Promise<boolean>
  /** After each table with rows. */
  readonly report: (message: string) => void
}

/**
 * Reads the file to its end. Builds every statement itself, so that a file cannot inject one.
 * @throws StartError when the checksum is wrong, a table is missing or a line is unknown
 */
export async function readTables(
  client: Client,
  { kind, lines, checksum }: Reading,
  tables: readonly CopiedTable[],
  { check, take, report }: Judging,
): Promise<Figures> {
  const missing = new Map(tables.map((table) => [copyStatement(table), table]))
  let rows = 0
  for (;;) {
    const line = (await nextLine(lines)).toString()
    const table = missing.get(line)
    if (table !== undefined) {
      missing.delete(line)
      const count = await readRows(client, line, lines, check)
      if (count > 0) report(`read ${shortName(table)}: ${count} rows`)
      rows += count
    } else if (line.startsWith(kind.endMark)) {
      requireChecksum(line.slice(kind.endMark.length), checksum)
      requireNone([...missing.values()])
      await requireEnd(lines)
      return { tables: tables.length, rows }
    } else if (!(await take(line))) {
      throw new StartError(`The file has an invalid line: ${line.slice(0, 60)}`)
    }
  }
}

function requireChecksum(found: string, checksum: Hash): void {
  if (found === checksum.digest('hex')) return
  throw new StartError('The checksum of the file is wrong: it was changed or damaged. Nothing was changed.')
}

function requireNone([missing]: readonly CopiedTable[]): void {
  if (missing) throw new StartError(`The file lacks the table ${missing.name}. Nothing was changed.`)
}
