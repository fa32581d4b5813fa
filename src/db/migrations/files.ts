// The files of sql/: their names, their order, their fingerprints.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../../errors'

export interface MigrationFile {
  readonly name: string
  /** Of the text, in hex; the same on a checkout that turned line ends into CRLF. */
  readonly sha256: string
  readonly text: string
  /** False when the first line is `-- no-transaction`. */
  readonly inTransaction: boolean
  /** Number of the newest migration that a server must know to run on this one: `0017`; null: only servers that have this file. */
  readonly compatibleFrom: string | null
}

/**
 * Reads the migrations of a directory, in the order they are applied in.
 * @throws StartError when the directory cannot be read or holds none, or a file's name or number is not acceptable
 */
export function readMigrations(sqlDir: string): MigrationFile[] {
  const names = listSqlFiles(sqlDir)
  const numbers = new Map<string, string>()
  for (const name of names) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      throw new StartError(`the migration ${name} in ${sqlDir} is not named like 0001_words.sql`)
    }
    const number = name.slice(0, 4)
    const other = numbers.get(number)
    if (other !== undefined)
      throw new StartError(`the migrations ${other} and ${name} in ${sqlDir} have the same number`)
    numbers.set(number, name)
  }
  return names.map((name) => {
    const text = readFileSync(path.join(sqlDir, name), 'utf8').replaceAll('\r\n', '\n')
    const sha256 = createHash('sha256').update(text).digest('hex')
    const [firstLine] = text.split('\n', 1)
    const compatibleFrom = /^-- compatible-from: *(.*)$/m.exec(text)?.[1]?.trim() ?? null
    if (compatibleFrom !== null && !(numbers.has(compatibleFrom) && compatibleFrom < name.slice(0, 4))) {
      throw new StartError(
        `the migration ${name} says "compatible-from: ${compatibleFrom}": write the number of an earlier migration`,
      )
    }
    return { name, sha256, text, inTransaction: firstLine?.trim() !== '-- no-transaction', compatibleFrom }
  })
}

function listSqlFiles(sqlDir: string): string[] {
  let names: string[]
  try {
    names = readdirSync(sqlDir)
  } catch (error) {
    throw new StartError(`the migrations in ${sqlDir} cannot be read (${(error as Error).message})`, { cause: error })
  }
  const files = names.filter((name) => name.endsWith('.sql')).sort()
  if (files.length === 0) throw new StartError(`there are no migrations in ${sqlDir}`)
  return files
}
