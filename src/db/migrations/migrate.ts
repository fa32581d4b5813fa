// Applies sql/NNNN_name.sql: each file once, in order, in its own transaction, whoever else tries at the same moment.
// A file whose first line is `-- no-transaction` runs outside one. It holds one statement, which must bear being repeated, as
// `create index concurrently if not exists` does: nothing undoes it when the process ends before it is recorded.
// `-- compatible-from: 0017` says that a server which knows the files up to 0017 runs on this one too (docs/operations/upgrade.md).
import { Logger, runMigrations } from 'graphile-worker'
import { DatabaseError, type Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../errors'
import { connectForMigration } from './connection'
import { readMigrations, type MigrationFile } from './files'
import { settleSessionDefaults } from '../pooler'
import { errorMessage } from '../../error-message'
import { grantServerRights } from '../server-role'

/** Key of the advisory lock that every migrating process takes. */
const lockKey = 7_301_884_112

export interface MigrateOptions {
  /** Directory of the SQL files. */
  readonly sqlDir: string
  readonly log?: (message: string) => void
  /** The server connects through a pooler: its session settings become defaults of its role. */
  readonly pooled?: boolean
  /** Connection string of the server's own role, not through a pooler; absent: it is the role that migrates. */
  readonly serverUrl?: string
  /** What must be true of the data itself after the last file, for instance that it was not moved to another cluster. */
  readonly upkeep?: Upkeep
}

/** A check of the data and what makes it hold; runs under the migration lock. */
export interface Upkeep {
  isDone(client: Client): Promise<boolean>
  run(client: Client, log: (message: string) => void): Promise<void>
}

interface AppliedMigration {
  readonly name: string
  readonly sha256: string
  readonly compatible_from: string | null
}

/**
 * Brings a database up to date: the job queue's own tables, then every file not applied yet, then the rights of the server's
 * role. A role that does not own the tables changes nothing and only checks that every file is applied.
 * @returns the names of the files that this call applied
 * @throws StartError when the server cannot be reached or is too old, when an applied file was edited, is missing or would be
 *   overtaken, and when a file fails; a file that fails in its transaction leaves nothing behind
 */
export async function migrate(connectionString: string, options: MigrateOptions): Promise<string[]> {
  const { sqlDir, log = () => undefined } = options
  const files = readMigrations(sqlDir)
  const client = await connectForMigration(connectionString, log)
  try {
    if (!(await mayMigrate(client))) {
      await requireUpToDate(client, files, options)
      return []
    }
    await lock(client, log)
    // graphile-worker 0.16 takes no lock of its own: simultaneous first starts fail on "duplicate key"
    await runMigrations({ connectionString, logger: workerLogger(log) })
    const applied = await appliedMigrations(client)
    sayNewer(files, applied, log)
    const pending = pendingFiles(files, applied)
    for (const file of pending) {
      await apply(client, file)
      log(`applied the migration ${file.name}`)
    }
    await options.upkeep?.run(client, log)
    await prepareServerRole(client, options)
    return pending.map((file) => file.name)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`the database cannot be brought up to date: ${errorMessage(error)}`, { cause: error })
  } finally {
    // the end of the session releases the lock
    await client.end()
  }
}

/** Whether the connected role owns the record of migrations, or there is none yet. */
async function mayMigrate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(`
    select coalesce((select pg_has_role(relowner, 'usage') from pg_class
      where oid = to_regclass('schema_migration')), true) as may`)
  return rows[0]?.may === true
}

/** @throws StartError when a file of this version is not applied, or the audit trail must be placed after a change of clusters */
async function requireUpToDate(
  client: Client,
  files: readonly MigrationFile[],
  options: MigrateOptions,
): Promise<void> {
  const applied = await readApplied(client)
  sayNewer(files, applied, options.log ?? (() => undefined))
  const [missing] = pendingFiles(files, applied)
  const mend = 'run "npm run migrate" with DATABASE_MIGRATION_URL set to the role that owns the tables'
  if (missing)
    throw new StartError(`the migration ${missing.name} is not applied and this role may not apply it: ${mend}`)
  if (options.upkeep && !(await options.upkeep.isDone(client))) {
    throw new StartError(`the database was moved to another cluster, and this role may not prepare it: ${mend}`)
  }
  if (options.pooled) await settleSessionDefaults(client)
}

/** Rights and session defaults of the role that the server connects as. */
async function prepareServerRole(client: Client, { serverUrl, pooled, log }: MigrateOptions): Promise<void> {
  if (serverUrl === undefined) return void (pooled ? await settleSessionDefaults(client) : undefined)
  const server = await connectForMigration(serverUrl, log ?? (() => undefined))
  try {
    const { rows } = await server.query<{ role: string }>('select current_user as role')
    await grantServerRights(client, rows[0]?.role ?? '')
    if (pooled) await settleSessionDefaults(server)
  } finally {
    await server.end()
  }
}

/**
 * Waits by asking again. A session that waits inside pg_advisory_lock() holds a snapshot, and CREATE INDEX CONCURRENTLY in the
 * session that has the lock would wait for that snapshot to go: a deadlock.
 */
async function lock(client: Client, log: (message: string) => void): Promise<void> {
  for (let told = false; ; told = true) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey])
    if (rows[0]?.held) return
    if (!told) log('waiting for another process that is migrating the database')
    await sleep(50)
  }
}

function workerLogger(log: (message: string) => void): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log(message)
  })
}

async function appliedMigrations(client: Client): Promise<AppliedMigration[]> {
  await client.query(`
    create table if not exists schema_migration (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`)
  await client.query('alter table schema_migration add column if not exists compatible_from text')
  return readApplied(client)
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'select name, sha256, compatible_from from schema_migration order by name collate "C"',
  )
  return rows
}

/** The files to apply, once the database's history and the files agree. */
function pendingFiles(files: readonly MigrationFile[], applied: readonly AppliedMigration[]): MigrationFile[] {
  for (const one of applied) {
    const { name, sha256 } = one
    const file = files.find((candidate) => candidate.name === name)
    if (!file) {
      if (bears(files, one)) continue
      throw new StartError(
        `the database has the migration ${name}, which this version lacks: it was made by a newer version, run that one`,
      )
    }
    if (file.sha256 !== sha256) {
      throw new StartError(`the applied migration ${name} was edited: restore it and put the change in a new file`)
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const pending = files.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late)
    throw new StartError(`the migration ${late.name} comes before ${last}, which is applied: give it a higher number`)
  return pending
}

/** The migration of a newer version leaves what this one uses, as its file says. */
function bears(files: readonly MigrationFile[], { name, compatible_from: from }: AppliedMigration): boolean {
  const newest = files.at(-1)?.name ?? ''
  return from !== null && name > newest && newest.slice(0, 4) >= from
}

/** An upgrade is under way, or one was taken back: whoever reads the log should know which server is the older one. */
function sayNewer(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  log: (message: string) => void,
): void {
  const newest = applied.filter((one) => bears(files, one)).at(-1)
  if (newest) log(`the database is of a newer version (${newest.name}), which this one runs on`)
}

async function apply(client: Client, file: MigrationFile): Promise<void> {
  try {
    if (file.inTransaction) await client.query('begin')
    // without parameters, many statements go in one message
    await client.query(file.text)
    if (!file.inTransaction) await requireWholeIndexes(client, file)
    await client.query('insert into schema_migration (name, sha256, compatible_from) values ($1, $2, $3)', [
      file.name,
      file.sha256,
      file.compatibleFrom,
    ])
    if (file.inTransaction) await client.query('commit')
  } catch (error) {
    if (error instanceof StartError) throw error
    if (file.inTransaction) await client.query('rollback').catch(() => undefined)
    throw new StartError(`the migration ${file.name}${lineOf(error, file.text)} failed: ${errorMessage(error)}`, {
      cause: error,
    })
  }
}

/**
 * Outside a transaction an index may be left half built, and its name taken: `if not exists` then passes over what no query
 * may use and what still slows every write.
 * @throws StartError naming them, and how to remove them
 */
async function requireWholeIndexes(client: Client, { name }: MigrationFile): Promise<void> {
  const { rows } = await client.query<{ index: string }>(`
    select indexrelid::regclass::text as index from pg_index
    where not indisvalid and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
      and indexrelid not in (select index_relid from pg_stat_progress_create_index)`)
  if (rows.length === 0) return
  const drops = rows.map(({ index }) => `drop index concurrently ${index}`).join('; ')
  throw new StartError(
    `the migration ${name} was interrupted once and left an index half built: run "${drops}", then start again`,
  )
}

/** `:12` for an error in line 12; nothing when the server did not say where. */
function lineOf(error: unknown, text: string): string {
  if (!(error instanceof DatabaseError) || error.position === undefined) return ''
  // the server counts characters, from 1
  const before = Array.from(text).slice(0, Number(error.position) - 1)
  return `:${before.filter((character) => character === '\n').length + 1}`
}
