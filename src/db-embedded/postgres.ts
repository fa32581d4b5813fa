// PostgreSQL's own programs on an embedded cluster: initdb and pg_ctl.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, lchownSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { errorMessage } from '../base/error-message'
import { StartError } from '../base/errors'
import type { Account } from './account'
import type { Binaries } from './binaries'
import { replaceFile, type ClusterDirectories } from './directories'
import { makePasswords, readPasswords, roles, type EmbeddedRole, type Passwords } from './passwords'
import { isAlive } from '../base/process-identity'

export interface Cluster {
  readonly directories: ClusterDirectories
  readonly binaries: Binaries
  /** Without durability, for tests. */
  readonly fast: boolean
  log(message: string): void
}

/** Connection strings with the role's password; default: the superuser. */
export type EmbeddedUrls = (database: string, role?: EmbeddedRole) => string

/** Crash recovery takes time in proportion to the WAL since the last checkpoint. */
const START_SECONDS = 120
const STOP_SECONDS = 15
const MAX_ATTEMPTS = 8

const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

async function run({ binaries }: Cluster, account: Account, program: string, parameters: string[]): Promise<void> {
  const options = { ...account, cwd: '/', env: environment }
  try {
    await promisify(execFile)(path.join(binaries.directory, 'bin', program), parameters, options)
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(stderr?.trim() ? stderr.trim() : errorMessage(error), { cause: error })
  }
}

const accessFile = ({ cluster }: ClusterDirectories): string => path.join(cluster, 'pg_hba.conf')
/** A line, not a comment, that ends in the method `trust`: of initdb, or of earlier releases. */
const trustLine = /^([^#\n]*\s)trust[ \t]*$/gm

export const trustsEveryone = (directories: ClusterDirectories): boolean =>
  readFileSync(accessFile(directories), 'utf8').search(trustLine) >= 0

/**
 * Creates the cluster and its roles unless they exist, and requires passwords. The cluster must not be running.
 * @throws StartError when initdb fails, or the cluster has another major version
 */
export async function prepareCluster(cluster: Cluster): Promise<Passwords> {
  const { directories, binaries, log } = cluster
  const versionFile = path.join(directories.cluster, 'PG_VERSION')
  const isNew = !existsSync(versionFile)
  if (isNew) await initdb(cluster)
  const major = Number(readFileSync(versionFile, 'utf8'))
  if (major !== binaries.major) {
    throw new StartError(
      `The data in ${directories.cluster} was written by PostgreSQL ${major}; this version has PostgreSQL ${binaries.major}. ` +
        'Dump it with the version that wrote it, or set DATA_DIR to an empty directory, or DATABASE_URL.',
    )
  }
  const passwords = readPasswords(directories) ?? makePasswords(directories)
  if (trustsEveryone(directories)) {
    await startPostgres(cluster)
    await setRoles(urlsOf(directories, passwords)('postgres'), passwords)
    await stopPostgres(cluster)
    const text = readFileSync(accessFile(directories), 'utf8').replace(trustLine, '$1scram-sha-256')
    replaceFile(accessFile(directories), text, directories.account)
    if (!isNew) log('the embedded PostgreSQL now requires passwords')
  }
  return passwords
}

/** The host is the query parameter; `localhost` is there for URL parsers that require one. */
export function urlsOf({ socket }: Pick<ClusterDirectories, 'socket'>, passwords: Passwords): EmbeddedUrls {
  const host = encodeURIComponent(socket)
  return (database, role = 'postgres') =>
    `postgresql://${role}:${passwords[role]}@localhost/${encodeURIComponent(database)}?host=${host}`
}

async function setRoles(connectionString: string, passwords: Passwords): Promise<void> {
  const client = new Client({ connectionString, application_name: 'access' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
    for (const role of roles) {
      const verb = rows.some(({ name }) => name === role) ? 'alter' : 'create'
      await client.query(`${verb} role ${role} login password ${client.escapeLiteral(passwords[role])}`)
    }
    // backup restore disables triggers
    await client.query('grant set on parameter session_replication_role to community_owner')
  } finally {
    await client.end()
  }
}

/** In a draft directory, which is renamed when it is complete. */
async function initdb(cluster: Cluster): Promise<void> {
  const { directories, fast, log } = cluster
  log(`creating a database cluster in ${directories.cluster}`)
  const draft = path.join(directories.home, 'init')
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(draft, directories.initialiser)
  const parameters = ['-D', path.join(draft, 'cluster'), '--username=postgres', '--encoding=UTF8']
  // until prepareCluster has set passwords; the same collation on every machine
  parameters.push('--auth=trust', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  try {
    await run(cluster, directories.initialiser, 'initdb', fast ? [...parameters, '--no-sync'] : parameters)
    changeOwner(path.join(draft, 'cluster'), directories.account)
    renameSync(path.join(draft, 'cluster'), directories.cluster)
  } catch (error) {
    throw new StartError(
      `initdb failed in ${directories.home} (${errorMessage(error)}). Run the server under an account with a name in the system, ` +
        'set DATA_DIR to another directory, or set DATABASE_URL.',
      { cause: error },
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function changeOwner(directory: string, account: Account): void {
  if (!account) return
  const inside = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name))
  for (const one of [directory, ...inside]) lchownSync(one, account.uid, account.gid)
}

/** Of the running postmaster of this cluster, whichever process started it. */
export function postmasterPid({ cluster }: ClusterDirectories): number | undefined {
  const pid = pidIn(path.join(cluster, 'postmaster.pid'))
  return pid !== undefined && isPostmaster(pid, cluster) ? pid : undefined
}

function pidIn(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(cluster)
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`\0-D\0${cluster}\0`)
  } catch (error) {
    // out of file descriptors: unknown
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}

/** PostgreSQL respects a lock whose pid belongs to another program of its account, or to a zombie. */
function discardStaleLocks({ directories, log }: Cluster): void {
  for (const file of [
    path.join(directories.cluster, 'postmaster.pid'),
    path.join(directories.socket, '.s.PGSQL.5432.lock'),
  ]) {
    const pid = pidIn(file)
    if (pid === undefined || isPostmaster(pid, directories.cluster)) continue
    log(`removing the stale lock ${path.basename(file)} of process ${pid}`)
    rmSync(file, { force: true })
  }
}

/** Resolves when connections are accepted, on the Unix socket only. @throws StartError */
export async function startPostgres(cluster: Cluster): Promise<void> {
  const { directories, fast } = cluster
  const output = path.join(directories.home, 'start.log')
  const options = [...settings, ...(fast ? fastSettings : [])].map((setting) => `-c ${setting}`)
  const parameters = ['start', '-w', '-t', String(START_SECONDS), '-D', directories.cluster, '-l', output]
  for (let attempt = 1; ; attempt++) {
    discardStaleLocks(cluster)
    rmSync(output, { force: true })
    try {
      return await run(cluster, directories.account, 'pg_ctl', [
        ...parameters,
        '-o',
        `-k ${quoted(directories.socket)} ${options.join(' ')}`,
      ])
    } catch (error) {
      const said = existsSync(output) ? readFileSync(output, 'utf8').trim() : errorMessage(error)
      // the children of a killed postmaster are still ending
      if (attempt === MAX_ATTEMPTS || !said.includes('shared memory')) throw notStarting(directories, said)
    }
    await sleep(100 * attempt)
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function notStarting(directories: ClusterDirectories, said: string): StartError {
  return new StartError(
    `The embedded PostgreSQL did not become ready in ${directories.home} (${said.slice(-4000).replaceAll(/\s*\n\s*/g, ' ')}). See ${path.join(directories.cluster, 'log')}, ` +
      'or set DATABASE_URL to another PostgreSQL.',
  )
}

/** @param mode `immediate`: as in a crash */
export async function stopPostgres(cluster: Cluster, mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
  const { directories } = cluster
  if (postmasterPid(directories) === undefined) return
  try {
    const parameters = ['stop', '-w', '-t', String(STOP_SECONDS), '-D', directories.cluster, '-m', mode]
    await run(cluster, directories.account, 'pg_ctl', parameters)
  } catch (error) {
    if (postmasterPid(directories) === undefined) return
    if (mode === 'immediate') throw error
    await stopPostgres(cluster, 'immediate')
  }
}

const settings = [
  "listen_addresses=''",
  'unix_socket_permissions=0700',
  'max_connections=200',
  'timezone=UTC',
  'log_timezone=UTC',
  // one log file per weekday in <data directory>/cluster/log
  'logging_collector=on',
  'log_directory=log',
  'log_filename=postgresql-%a.log',
  'log_truncate_on_rotation=on',
  'log_rotation_age=1d',
  // compiling short statements costs more than it saves
  'jit=off',
]

const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
]
