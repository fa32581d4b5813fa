// Whether a running server's database is the one it was made for.
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../generated/database'
import type { MigrationFile } from './files'

/** Asks the database whether it is there. */
export async function ping(db: Kysely<DB>): Promise<void> {
  await sql`select 1`.execute(db)
}

/**
 * What is missing or different, as a sentence; null: every file of this version is applied. Files of a newer version are none
 * of its business: while a deployment is renewed, the old processes run on the new schema.
 */
export async function findMigrationGap(db: Kysely<DB>, files: readonly MigrationFile[]): Promise<string | null> {
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from schema_migration`.execute(db)
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const missing = files.find(({ name }) => !applied.has(name))
  if (missing) return `the migration ${missing.name} is not applied; run \`npm run migrate\`, or restart this process`
  const edited = files.find(({ name, sha256 }) => applied.get(name) !== sha256)
  return edited ? `the applied migration ${edited.name} is another than this version's; restore it` : null
}
