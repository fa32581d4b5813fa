// Reads the migrations in sql/, and before them those of earlier versions, which have a folder of their own.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../../base/errors'
import { checksumOf, readChecksums, schemaName, unixLines } from './checksums'

export interface MigrationFile {
  readonly name: string
  /** Recorded by databases, in hex; see checksums.ts. */
  readonly sha256: string
  readonly text: string
  /** False when the first line is `-- no-transaction`. */
  readonly inTransaction: boolean
  /** The newest migration that a server must have to run on this one, such as `0017`; null: this one. */
  readonly compatibleFrom: string | null
}

/** @throws StartError when the directory cannot be read or has none, or a file has an invalid name or number */
export function readMigrations(sqlDir: string): MigrationFile[] {
  const places = listMigrations(sqlDir)
  const numbers = new Map<string, string>()
  for (const { name } of places) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
      throw new StartError(`The migration ${name} in ${sqlDir} must have a name like 0001_words.sql.`)
    }
    const number = name.slice(0, 4)
    const other = numbers.get(number)
    if (other !== undefined)
      throw new StartError(`The migrations ${other} and ${name} in ${sqlDir} have the same number. Change one.`)
    numbers.set(number, name)
  }
  const landed = readChecksums(sqlDir)
  return places.map(({ name, file }) => {
    const text = unixLines(readFileSync(file, 'utf8'))
    const sha256 = checksumOf(text, landed[name])
    const [firstLine] = text.split('\n', 1)
    const compatibleFrom = /^-- compatible-from: *(.*)$/m.exec(text)?.[1]?.trim() ?? null
    if (compatibleFrom !== null && !(numbers.has(compatibleFrom) && compatibleFrom < name.slice(0, 4))) {
      throw new StartError(
        `The migration ${name} has "compatible-from: ${compatibleFrom}". Set the number of an earlier migration.`,
      )
    }
    return { name, sha256, text, inTransaction: firstLine?.trim() !== '-- no-transaction', compatibleFrom }
  })
}

/** In sql/: the migrations of databases that an earlier version made. */
export const earlierFolder = 'before-4.0.0'

interface Place {
  readonly name: string
  readonly file: string
}

/** By number. @throws StartError when the directory cannot be read or has none */
export function listMigrations(sqlDir: string): Place[] {
  const earlier = path.join(sqlDir, earlierFolder)
  const places = [...listSqlFiles(sqlDir), ...(existsSync(earlier) ? listSqlFiles(earlier) : [])]
  if (places.length === 0) throw new StartError(`There are no migrations in ${sqlDir}.`)
  return places.sort((one, other) => (one.name < other.name ? -1 : 1))
}

function listSqlFiles(directory: string): Place[] {
  let names: string[]
  try {
    names = readdirSync(directory)
  } catch (error) {
    throw new StartError(`The migrations in ${directory} cannot be read (${(error as Error).message}).`, {
      cause: error,
    })
  }
  return names
    .filter((name) => name.endsWith('.sql') && name !== schemaName)
    .map((name) => ({ name, file: path.join(directory, name) }))
}
