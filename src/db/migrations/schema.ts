// sql/schema.sql: the tables of a new database in one file, in place of the migrations before it.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../../base/errors'
import { checksumListName, readSchemaEntry, schemaName, sha256, statementsOf, unixLines } from './checksums'
import type { MigrationFile } from './files'

export interface Schema {
  readonly text: string
  /** Recorded as applied. */
  readonly contains: readonly MigrationFile[]
}

/**
 * @param files of the same directory
 * @returns null: without the file, a new database gets each migration
 * @throws StartError when its statements were changed, or its migrations are not those of the directory
 */
export function readSchema(sqlDir: string, files: readonly MigrationFile[]): Schema | null {
  const file = path.join(sqlDir, schemaName)
  if (!existsSync(file)) return null
  const text = unixLines(readFileSync(file, 'utf8'))
  const entry = readSchemaEntry(sqlDir)
  if (entry?.statements !== sha256(statementsOf(text))) {
    throw new StartError(
      `The statements of ${file} are not those that ${checksumListName} names. Restore both files; a change of the schema is a new migration.`,
    )
  }
  const known = new Set(entry.contains)
  const contains = files.filter(({ name }) => known.has(name))
  const names = new Set(contains.map(({ name }) => name))
  const lost = entry.contains.find((name) => !names.has(name))
  if (lost !== undefined) {
    throw new StartError(`The migration ${lost}, which ${schemaName} contains, is missing in ${sqlDir}. Restore it.`)
  }
  const newest = contains.at(-1)?.name ?? ''
  const left = files.find(({ name }) => name < newest && !names.has(name))
  if (left !== undefined) {
    throw new StartError(
      `The migration ${left.name} precedes ${newest}, but ${schemaName} does not contain it. Give it a higher number.`,
    )
  }
  return { text, contains }
}
