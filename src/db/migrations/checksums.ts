// Checksums of landed migrations and of the schema (sql/checksums.json): comments of a landed file may change, its statements
// may not.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../../base/errors'

export interface LandedChecksums {
  /** SHA-256 of the file's first text, in hex, which databases record. */
  readonly recorded: string
  /** SHA-256 of its statements, in hex. */
  readonly statements: string
}

/** By file name. */
export type ChecksumList = Readonly<Record<string, LandedChecksums>>

export const checksumListName = 'checksums.json'

/** White space and comments, or a captured directive, string, identifier, dollar-quoted text, word or sign. */
const token =
  /(?:\s|--(?! (?:no-transaction|compatible-from:|contract:))[^\n]*|\/\*[\s\S]*?\*\/)+|(--[^\n]*\n?|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'[^']*'|"[^"]*"|\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?\$\k<tag>\$|\w+(?!['\w])|\S)/g

/** Removes comments and line ends, but not in quoted text: PostgreSQL stores function bodies with theirs. */
export function statementsOf(text: string): string {
  return text.replace(token, (_match, code?: string) => code ?? ' ').trim()
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The line ends of a checkout do not count. */
export const unixLines = (text: string): string => text.replaceAll('\r\n', '\n')

/** Checksums of statements, by that of the text: a process reads the migrations several times. */
const statementSums = new Map<string, string>()

/** The checksum of the first text while the statements are unchanged, otherwise one that the migrator rejects. */
export function checksumOf(text: string, landed: LandedChecksums | undefined): string {
  const whole = sha256(text)
  if (landed === undefined || landed.recorded === whole) return whole
  const statements = statementSums.get(whole) ?? sha256(statementsOf(text))
  statementSums.set(whole, statements)
  return landed.statements === statements ? landed.recorded : whole
}

export interface FunctionsEntry {
  /** Grows with every change. */
  readonly revision: number
  readonly sha256: string
}

export const schemaName = 'schema.sql'

export interface SchemaEntry {
  /** SHA-256 of its statements, in hex. */
  readonly statements: string
  /** Names of the migrations that it replaces in a new database. */
  readonly contains: readonly string[]
}

/** Empty without a list. @throws StartError when the list is damaged */
export function readChecksums(sqlDir: string): ChecksumList {
  const files = Object.entries(readList<LandedChecksums>(sqlDir)).filter(
    ([name]) => name !== 'functions' && name !== schemaName,
  )
  return Object.fromEntries(files)
}

export const readSchemaEntry = (sqlDir: string): SchemaEntry | undefined => readList<SchemaEntry>(sqlDir)[schemaName]

export const readFunctionsEntry = (sqlDir: string): FunctionsEntry | undefined =>
  readList<FunctionsEntry>(sqlDir)['functions']

export function functionsEntry(
  entry: FunctionsEntry | undefined,
  files: readonly { sha256: string }[],
): FunctionsEntry {
  const sum = sha256(files.map((file) => file.sha256).join())
  return entry?.sha256 === sum ? entry : { revision: (entry?.revision ?? 0) + 1, sha256: sum }
}

function readList<Entry>(sqlDir: string): Record<string, Entry> {
  const file = path.join(sqlDir, checksumListName)
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Entry>
  } catch (error) {
    throw new StartError(`${file} is damaged (${(error as Error).message}). Restore it.`, { cause: error })
  }
}

export function withNewFiles(list: ChecksumList, texts: Readonly<Record<string, string>>): ChecksumList {
  const entries = Object.entries(texts).map(([name, text]) => {
    const added: LandedChecksums = { recorded: sha256(text), statements: sha256(statementsOf(text)) }
    return [name, list[name] ?? added] as const
  })
  return Object.fromEntries(entries)
}
