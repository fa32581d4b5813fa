// Making a cluster, once.
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
  /** Of the superuser. */
  readonly passwords: Passwords
  /** Without waiting for the disk. */
  readonly fast: boolean
  log(message: string): void
}

/**
 * Makes the cluster when there is none: beside its final place, and moves it there, so that a half-made one is never met. Every
 * role needs a password.
 * @throws StartError when initdb fails, or the cluster is of another major version than the programs
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
      `the data in ${place.cluster} was written by PostgreSQL ${major} and this version brings PostgreSQL ${binaries.major}; ` +
        'dump it with the former version, or set DATA_DIR to an empty directory, or DATABASE_URL',
    )
  }
  removeDeadDrafts(place)
  const { pid, startTime } = ownIdentity()
  const draft = path.join(place.home, `init-${pid}-${startTime}-${Date.now()}`)
  log(`making a database cluster in ${place.cluster}`)
  try {
    makeDraft(draft, place.initialiser, passwords)
    await initdb(binaries, place, draft, fast)
    hand(path.join(draft, 'cluster'), place.account)
    renameSync(path.join(draft, 'cluster'), place.cluster)
  } catch (error) {
    // another process was faster
    if (!existsSync(versionFile)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A directory of initdb's account, with the superuser's password in a file. */
function makeDraft(draft: string, account: Account, passwords: Passwords): void {
  mkdirSync(draft, { mode: 0o700 })
  const file = path.join(draft, 'password')
  writeFileSync(file, `${passwords[superuser]}\n`, { mode: 0o600 })
  if (account) for (const one of [draft, file]) chownSync(one, account.uid, account.gid)
}

/** Gives a directory and all that is in it to the account. */
function hand(directory: string, account: Account): void {
  if (!account) return
  const inside = readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name))
  for (const one of [directory, ...inside]) lchownSync(one, account.uid, account.gid)
}

async function initdb(binaries: Binaries, place: ClusterPlace, draft: string, fast: boolean): Promise<void> {
  const parameters = ['-D', path.join(draft, 'cluster'), '--username', superuser, '--encoding=UTF8']
  parameters.push('--auth=scram-sha-256', `--pwfile=${path.join(draft, 'password')}`)
  // the same order and upper case on every machine, whatever locales it has
  parameters.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (fast) parameters.push('--no-sync')
  try {
    const options = { ...place.initialiser, cwd: '/', env: postgresEnvironment }
    await promisify(execFile)(path.join(binaries.directory, 'bin', 'initdb'), parameters, options)
  } catch (error) {
    // what initdb said, if it could be run at all
    const said = (error as { stderr?: string }).stderr
    const reason = errorMessage(said ? { message: said } : error)
    throw new StartError(
      `PostgreSQL's initdb failed in ${place.home} (${reason}); run as an account that the system knows by name, ` +
        'set DATA_DIR to another directory, or set DATABASE_URL',
      { cause: error },
    )
  }
}

/** What processes killed during initdb left behind. */
function removeDeadDrafts({ home }: ClusterPlace): void {
  for (const name of readdirSync(home)) {
    const [, pid, startTime] = /^init-(\d+)-(\d+)-/.exec(name)?.map(Number) ?? []
    if (pid === undefined || startTime === undefined || isRunning({ pid, startTime })) continue
    rmSync(path.join(home, name), { recursive: true, force: true })
  }
}
