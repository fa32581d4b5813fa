// Creates a cluster with initdb.
import { execFile } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../errors'
import { errorMessage } from '../../error-message'
import type { Account } from './account'
import type { Binaries } from './binaries'
import type { ClusterPlace } from './directories'
import type { Passwords } from './passwords'
import { postgresEnvironment, superuser } from './postmaster'
import { isRunning, ownIdentity } from './process'

export interface InitialiseOptions {
  /** The superuser's is used. */
  readonly passwords: Passwords
  /** Does not sync to disk. */
  readonly fast: boolean
  log(message: string): void
}

/**
 * Creates the cluster unless it exists, in a draft directory that is renamed when it is complete. Every role needs a password.
 * @throws StartError when initdb fails, or an existing cluster has another major version
 */
export async function initialise(
  place: ClusterPlace,
  binaries: Binaries,
  { passwords, fast, log }: InitialiseOptions,
): Promise<void> {
  const versionFile = path.join(place.cluster, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const major = Number(readFileSync(versionFile, 'utf8'))
    if (major === binaries.major) return
    throw new StartError(
      `The data in ${place.cluster} was written by PostgreSQL ${major}; this version has PostgreSQL ${binaries.major}. ` +
        'Dump it with the version that wrote it, or set DATA_DIR to an empty directory, or DATABASE_URL.',
    )
  }
  removeDeadDrafts(place)
  const { pid, startTime } = ownIdentity()
  const draft = path.join(place.home, `init-${pid}-${startTime}-${Date.now()}`)
  log(`creating a database cluster in ${place.cluster}`)
  try {
    makeDraft(draft, place.initialiser, passwords)
    await initdb(binaries, place, draft, fast)
    changeOwner(path.join(draft, 'cluster'), place.account)
    renameSync(path.join(draft, 'cluster'), place.cluster)
  } catch (error) {
    // another process was faster
    if (!existsSync(versionFile)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A directory for initdb, with the superuser's password in a file. */
function makeDraft(draft: string, account: Account, passwords: Passwords): void {
  mkdirSync(draft, { mode: 0o700 })
  const file = path.join(draft, 'password')
  writeFileSync(file, `${passwords[superuser]}\n`, { mode: 0o600 })
  if (account) for (const one of [draft, file]) chownSync(one, account.uid, account.gid)
}

/** Changes the owner of a directory recursively. */
function changeOwner(directory: string, account: Account): void {
  if (!account) return
  const inside = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name))
  for (const one of [directory, ...inside]) lchownSync(one, account.uid, account.gid)
}

async function initdb(binaries: Binaries, place: ClusterPlace, draft: string, fast: boolean): Promise<void> {
  const parameters = ['-D', path.join(draft, 'cluster'), '--username', superuser, '--encoding=UTF8']
  parameters.push('--auth=scram-sha-256', `--pwfile=${path.join(draft, 'password')}`)
  // the same collation on every machine
  parameters.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (fast) parameters.push('--no-sync')
  try {
    const options = { ...place.initialiser, cwd: '/', env: postgresEnvironment }
    await promisify(execFile)(path.join(binaries.directory, 'bin', 'initdb'), parameters, options)
  } catch (error) {
    // stderr of initdb, if it could be started
    const { stderr } = error as { stderr?: string }
    const reason = errorMessage(stderr ? { message: stderr } : error)
    throw new StartError(
      `initdb failed in ${place.home} (${reason}). Run the server under an account with a name in the system, ` +
        'set DATA_DIR to another directory, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

/** Removes the drafts of processes that were killed. */
function removeDeadDrafts({ home }: ClusterPlace): void {
  for (const name of readdirSync(home)) {
    const [, pid, startTime] = /^init-(\d+)-(\d+)-/.exec(name)?.map(Number) ?? []
    if (pid === undefined || startTime === undefined || isRunning({ pid, startTime })) continue
    rmSync(path.join(home, name), { recursive: true, force: true })
  }
}
