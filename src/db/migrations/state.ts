// Checks the schema of a running server's database.
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../generated/database'
import { migrateCommand } from '../../base/commands'
import type { MigrationFile } from './files'
import { findFunctionGap, type AppliedFunction, type FunctionSet } from './functions'

/** Whether it refuses every write: a standby, or `default_transaction_read_only`. */
export async function isReadOnly(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ setting: string }>`select current_setting('transaction_read_only') as setting`.execute(
    db,
  )
  return rows[0]?.setting === 'on'
}

/**
 * The first missing or different migration or function, as a sentence; null: none. Those of newer versions are ignored,
 * because old processes keep running during an upgrade.
 */
export async function findMigrationGap(
  db: Kysely<DB>,
  files: readonly MigrationFile[],
  functions: FunctionSet,
): Promise<string | null> {
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from schema_migration`.execute(db)
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const missing = files.find(({ name }) => !applied.has(name))
  if (missing)
    return `The migration ${missing.name} is not applied. Run \`${migrateCommand}\`, or restart this process.`
  const edited = files.find(({ name, sha256 }) => applied.get(name) !== sha256)
  if (edited) return `The applied migration ${edited.name} differs from this version's. Restore it.`
  const stored = await sql<AppliedFunction>`select name, sha256, revision from schema_function`.execute(db)
  const stale = findFunctionGap(functions, stored.rows)
  return stale && `The function ${stale} is not up to date. Run \`${migrateCommand}\`, or restart this process.`
}
