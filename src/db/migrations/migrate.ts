// Applies sql/NNNN_name.sql: each file once, in order, in a transaction of its own, under an advisory lock; then the
// changed files of sql/functions. A new database gets sql/schema.sql in one transaction, which counts as the migrations in
// sql/before-4.0.0; databases of earlier versions get these. The file is frozen since 4.0.0: a change of the schema is a new
// migration, which both get. `-- no-transaction` as the first line: one idempotent statement. `-- compatible-from:
// 0017`: servers that have the files up to 0017 can run on it.
import { Client } from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateCommand } from '../../base/commands'
import { StartError } from '../../base/errors'
import { connectForMigration } from './connection'
import { schemaName } from './checksums'
import { failure } from './failure'
import { readMigrations, type MigrationFile } from './files'
import { applyFunctions, findFunctionGap, readAppliedFunctions, readFunctions } from './functions'
import { readSchema } from './schema'
import { isJobQueueMigrated, migrateJobQueue } from './job-queue'
import { splitStatements } from './split'
import { isDistributed } from '../distributed'
import { requireOwnSession, settleSessionDefaults } from '../pooler'
import { errorMessage } from '../../base/error-message'
import type { Print } from '../../base/logger'
import { isForbidden } from '../errors'
import { grantServerRights, planServerRights } from '../server-role'

/** Of the advisory lock. */
const lockKey = 7_301_884_112

export interface MigrateOptions {
  readonly sqlDir: string
  readonly log?: Print
  /** The server connects through a pooler, so its session settings become defaults of its role. */
  readonly pooled?: boolean
  /** The variable with the connection string, for errors; default `DATABASE_URL`. */
  readonly variable?: string
  /** Connection string of the server's role, without a pooler; absent: the role that migrates. */
  readonly serverUrl?: string
  /** Runs after the last file, such as for a database that was moved to another cluster. */
  readonly upkeep?: Upkeep
}

/** Adapts data under the migration lock. */
export interface Upkeep {
  isDone(client: Client, log: (message: string) => void): Promise<boolean>
  run(client: Client, log: (message: string) => void): Promise<void>
}

/** A migration, or the schema. */
interface Step {
  readonly name: string
  /** For messages. */
  readonly what: string
  readonly text: string
  readonly inTransaction: boolean
  /** Recorded as applied. */
  readonly contains: readonly MigrationFile[]
}

interface AppliedMigration {
  readonly name: string
  readonly sha256: string
  readonly compatible_from: string | null
}

/**
 * A database that has all files and rights, or whose tables the role does not own, is only checked.
 * @returns the names of the files applied by this call; `schema.sql` for a new database
 * @throws StartError when the server cannot be used, an applied file was changed or is missing, a pending file precedes
 * an applied one, or a file fails
 */
export async function migrate(connectionString: string, options: MigrateOptions): Promise<string[]> {
  const { sqlDir, log = () => undefined } = options
  const files = readMigrations(sqlDir)
  const client = await connectForMigration(connectionString, log, options.variable)
  try {
    const gap = await findGap(client, files, options)
    if (!(await mayMigrate(client))) {
      if (gap !== null) throw new StartError(`${gap}, and this role may not change that. ${asOwner}`)
      if (options.pooled) await settleSessionDefaults(client)
      return []
    }
    if (gap === null && !options.pooled && (await hasServerRights(client, options))) return []
    await requireOwnSession(client, connectionString)
    await lock(client, log)
    await migrateJobQueue(connectionString, log)
    const applied = await appliedMigrations(client)
    const pending = pendingFiles(files, applied)
    const steps = stepsFor(sqlDir, files, pending)
    const functions = async (): Promise<void> => {
      const count = await applyFunctions(client, readFunctions(sqlDir), steps.length > 0)
      if (count > 0) log(`applied ${count} SQL functions`, steps.length > 0 ? 'debug' : undefined)
    }
    const migrations = steps.filter(({ name }) => name !== schemaName)
    if (steps.length > migrations.length) log('making the tables of a new database')
    else if (migrations.length > 0) log(`applying ${migrations.length} migrations`)
    logIncompatible(pending, applied, log)
    const toMessages = steps.length > 0 && (await isDistributed(client)) ? splitStatements : toOneMessage
    for (const step of steps) {
      await apply(client, step, toMessages, step === steps.at(-1) ? functions : () => Promise.resolve())
      log(`applied ${step.what}`, 'debug')
    }
    if (steps.length === 0) await inTransaction(client, functions)
    if (options.upkeep && !(await options.upkeep.isDone(client, log))) await options.upkeep.run(client, log)
    await prepareServerRole(client, options)
    return steps.map(({ name }) => name)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(explain(error), { cause: error })
  } finally {
    // releases the lock
    await client.end()
  }
}

function explain(error: unknown): string {
  const text = `the database could not be migrated: ${errorMessage(error)}`
  return isForbidden(error) ? `${text}. ${asOwner}` : text
}

const asOwner = `Run "${migrateCommand}" with DATABASE_MIGRATION_URL set to the role that owns the tables.`

async function mayMigrate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(`
    select coalesce((select pg_has_role(relowner, 'usage') from pg_class
      where oid = to_regclass('schema_migration')), true) as may`)
  return rows[0]?.may === true
}

/**
 * @returns what the database lacks, as a clause, or null
 * @throws StartError when the applied files do not match this version's
 */
async function findGap(
  client: Client,
  files: readonly MigrationFile[],
  { sqlDir, upkeep, log = () => undefined }: MigrateOptions,
): Promise<string | null> {
  const { rows } = await client.query<{ recorded: boolean }>(`
    select to_regclass('schema_function') is not null and to_regclass('graphile_worker.migrations') is not null
      and exists (select from pg_attribute
        where attrelid = to_regclass('schema_migration') and attname = 'compatible_from') as recorded`)
  if (!rows[0]?.recorded) return 'The database is not migrated by this version'
  const applied = await readApplied(client)
  logNewer(files, applied, log)
  const [missing] = pendingFiles(files, applied)
  if (missing) return `The migration ${missing.name} is not applied`
  const stale = findFunctionGap(readFunctions(sqlDir), await readAppliedFunctions(client))
  if (stale !== null) return `The function ${stale} is not up to date`
  if (!(await isJobQueueMigrated(client))) return "The job queue's tables are of another version"
  if (upkeep && !(await upkeep.isDone(client, log))) return 'The database was moved to another cluster'
  return null
}

async function hasServerRights(client: Client, { serverUrl }: MigrateOptions): Promise<boolean> {
  const role = serverUrl === undefined ? undefined : new Client({ connectionString: serverUrl }).user
  return role === undefined || (await planServerRights(client, role)).length === 0
}

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
 * A session that is blocked in pg_advisory_lock() holds a snapshot. CREATE INDEX CONCURRENTLY in the session with the
 * lock would wait for it: a deadlock. So the lock is polled.
 */
async function lock(client: Client, log: (message: string) => void): Promise<void> {
  for (let isLogged = false; ; isLogged = true) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockKey])
    if (rows[0]?.held) return
    if (!isLogged) log('waiting for another process that is migrating the database')
    await sleep(50)
  }
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

function pendingFiles(files: readonly MigrationFile[], applied: readonly AppliedMigration[]): MigrationFile[] {
  for (const one of applied) {
    const { name, sha256 } = one
    const file = files.find((candidate) => candidate.name === name)
    if (!file) {
      if (isCompatible(files, one)) continue
      const isNewer = name > (files.at(-1)?.name ?? '')
      throw new StartError(
        `The database has the migration ${name} of ${isNewer ? 'a newer' : 'another'} version, which this version does not have. ` +
          `Run the ${isNewer ? 'newer' : 'other'} version, or restore a backup made before that migration.`,
      )
    }
    if (file.sha256 !== sha256) {
      throw new StartError(`The applied migration ${name} was changed. Restore it and put the change in a new file.`)
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const pending = files.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late)
    throw new StartError(`The migration ${late.name} precedes ${last}, which is applied. Give it a higher number.`)
  return pending
}

/** A database without any migration begins with the schema. */
function stepsFor(sqlDir: string, files: readonly MigrationFile[], pending: readonly MigrationFile[]): Step[] {
  const schema = pending.length === files.length ? readSchema(sqlDir, files) : null
  const later = pending.filter((file) => !schema?.contains.includes(file))
  return [
    ...(schema ? [{ name: schemaName, what: `the schema (${schemaName})`, inTransaction: true, ...schema }] : []),
    ...later.map((file) => ({ ...file, what: `the migration ${file.name}`, contains: [file] })),
  ]
}

/** Whether this version can run on a migration of a newer version, by its `compatible-from`. */
function isCompatible(files: readonly MigrationFile[], { name, compatible_from: from }: AppliedMigration): boolean {
  const newest = files.at(-1)?.name ?? ''
  return from !== null && name > newest && newest.slice(0, 4) >= from
}

/** Logs the file after which the previous version cannot run. */
function logIncompatible(
  pending: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  log: (message: string) => void,
): void {
  const newest = applied.at(-1)?.name.slice(0, 4)
  const file = pending.find(({ compatibleFrom }) => newest !== undefined && (compatibleFrom ?? '9999') > newest)
  if (file)
    log(`after the migration ${file.name} older versions do not start: to go back, restore a backup made before it`)
}

function logNewer(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
  log: (message: string) => void,
): void {
  const newest = applied.filter((one) => isCompatible(files, one)).at(-1)
  if (newest)
    log(`the database has a migration of a newer version (${newest.name}), with which this version is compatible`)
}

const toOneMessage = (text: string): string[] => [text]

async function apply(
  client: Client,
  step: Step,
  toMessages: (text: string) => string[],
  functions: () => Promise<void>,
): Promise<void> {
  const run = async (): Promise<void> => {
    for (const message of toMessages(step.text)) {
      await client.query(message).catch((error: unknown) => {
        throw failure(step.what, step.text, error)
      })
    }
    if (!step.inTransaction) await requireValidIndexes(client, step)
    const { contains } = step
    await client.query(
      `insert into schema_migration (name, sha256, compatible_from)
       select * from unnest($1::text[], $2::text[], $3::text[])`,
      [
        contains.map(({ name }) => name),
        contains.map(({ sha256 }) => sha256),
        contains.map(({ compatibleFrom }) => compatibleFrom),
      ],
    )
  }
  if (step.inTransaction) return inTransaction(client, () => run().then(functions))
  await run()
  await inTransaction(client, functions)
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Outside a transaction an interruption leaves an invalid index, which `if not exists` skips.
 * @throws StartError naming the invalid indexes and how to remove them
 */
async function requireValidIndexes(client: Client, { name }: Step): Promise<void> {
  const { rows } = await client.query<{ index: string }>(`
    select indexrelid::regclass::text as index from pg_index
    where not indisvalid and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)
      and indexrelid not in (select index_relid from pg_stat_progress_create_index)`)
  if (rows.length === 0) return
  const drops = rows.map(({ index }) => `drop index concurrently ${index}`).join('; ')
  throw new StartError(
    `The migration ${name} was interrupted and left an invalid index. Run "${drops}", then start again.`,
  )
}
