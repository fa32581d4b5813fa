// Making a cluster, once.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../errors'
import { reasonOf } from '../reason'
import type { Binaries } from './binaries'
import type { ClusterPlace } from './directories'
import { postgresEnvironment, superuser } from './postmaster'
import { isRunning, ownIdentity } from './process'

/**
 * Makes the cluster when there is none: beside its final place, and moves it there, so that a half-made one is never met.
 * @param fast without waiting for the disk
 * @throws StartError when initdb fails, or the cluster is of another major version than the programs
 */
export async function initialise(
  place: ClusterPlace,
  binaries: Binaries,
  fast: boolean,
  log: (message: string) => void,
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
    await initdb(binaries, place, draft, fast)
    renameSync(draft, place.cluster)
  } catch (error) {
    // another process was faster
    if (!existsSync(versionFile)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

async function initdb(binaries: Binaries, place: ClusterPlace, directory: string, fast: boolean): Promise<void> {
  const parameters = ['-D', directory, '--username', superuser, '--auth=trust', '--encoding=UTF8']
  // the same order and upper case on every machine, whatever locales it has
  parameters.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (fast) parameters.push('--no-sync')
  try {
    const options = { ...place.account, cwd: '/', env: postgresEnvironment }
    await promisify(execFile)(path.join(binaries.directory, 'bin', 'initdb'), parameters, options)
  } catch (error) {
    // what initdb said, if it could be run at all
    const said = (error as { stderr?: string }).stderr
    const reason = reasonOf(said ? { message: said } : error)
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
