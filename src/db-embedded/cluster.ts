// The lifecycle of an embedded cluster: created, started or adopted, supervised, stopped by its last user.
import { spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { errorMessage } from '../base/error-message'
import { StartError } from '../base/errors'
import { withFileLock } from '../base/instance-lock'
import { findNativePackage, runnableBinaries } from './binaries'
import { prepareDirectories, type ClusterDirectories } from './directories'
import { makePasswords, passwordFile, readPasswords } from './passwords'
import {
  type Cluster,
  type EmbeddedUrls,
  postmasterPid,
  prepareCluster,
  startPostgres,
  stopPostgres,
  trustsEveryone,
  urlsOf,
} from './postgres'
import { isRunning, ownIdentity } from '../base/process-identity'

export interface EmbeddedOptions {
  /** Created if missing. Processes with the same directory share one PostgreSQL. */
  readonly dataDir: string
  /** Without durability, for tests. */
  readonly fast?: boolean
  readonly log?: (message: string) => void
}

export interface EmbeddedPostgres {
  readonly url: EmbeddedUrls
  /** Of the postmaster; changes with a restart. */
  readonly pid: number
  /** Whether it was already running. */
  readonly adopted: boolean
  /**
   * Stops PostgreSQL unless another process uses it. End pools first, because their clients emit `error` when the
   * server stops.
   */
  stop(): Promise<void>
}

const SUPERVISE_MS = 500
const RESTART_PAUSE_MS = 5_000
const INVALID_PASSWORD = '28P01'

/**
 * Starts the PostgreSQL of a data directory, or adopts the running one. It is restarted when it ends, and stops with
 * its last user, even if that is killed.
 * @throws StartError with what to do, at least setting DATABASE_URL
 */
export async function startEmbedded({
  dataDir,
  fast = false,
  log = () => undefined,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    const native = findNativePackage()
    const directories = prepareDirectories(dataDir, log)
    return await start({ directories, binaries: runnableBinaries(native, directories, log), fast, log })
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The embedded PostgreSQL cannot start in ${dataDir} (${errorMessage(error)}). Set DATA_DIR to a writable directory, or ` +
        'DATABASE_URL to another PostgreSQL.',
      { cause: error },
    )
  }
}

async function start(cluster: Cluster): Promise<EmbeddedPostgres> {
  const { directories, log } = cluster
  const leave = await alone(directories, () => join(directories))
  const stop = (): Promise<void> =>
    alone(directories, async () => {
      leave()
      if (usersOf(directories).length === 0) await stopPostgres(cluster)
    })
  try {
    const adopted = await alone(directories, () => ensureRunning(cluster))
    const url = urlsOf(directories, readPasswords(directories) ?? makePasswords(directories))
    await assertPassword(url('postgres'), directories)
    log(
      `embedded PostgreSQL ${adopted ? 'adopted' : 'started'}: pid ${postmasterPid(directories)}, data in ${directories.home}`,
    )
    const supervision = supervise(cluster)
    let stopped: Promise<void> | undefined
    return {
      url,
      adopted,
      get pid() {
        return postmasterPid(directories) ?? 0
      },
      stop: () => (stopped ??= supervision.stop().then(stop)),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starting and stopping exclude each other, over all processes. */
const alone = <Result>({ home }: ClusterDirectories, work: () => Result | Promise<Result>): Promise<Result> =>
  withFileLock(path.join(home, 'lock'), work)

/** @returns whether it was running */
async function ensureRunning(cluster: Cluster): Promise<boolean> {
  const { directories } = cluster
  if (postmasterPid(directories) !== undefined) {
    if (!trustsEveryone(directories)) return true
    await stopFormer(cluster)
  }
  await prepareCluster(cluster)
  await startPostgres(cluster)
  return false
}

/** A postmaster of a release without passwords. @throws StartError when it is in use */
async function stopFormer(cluster: Cluster): Promise<void> {
  const { directories } = cluster
  if (usersOf(directories).some((name) => !name.startsWith(`${process.pid}-`))) {
    throw new StartError(
      `A server of an earlier release is running on ${directories.home}. Stop it first, because this release changes the authentication of the cluster.`,
    )
  }
  await stopPostgres(cluster)
}

async function assertPassword(connectionString: string, directories: ClusterDirectories): Promise<void> {
  const client = new Client({ connectionString, application_name: 'access' })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_PASSWORD) throw error
    throw new StartError(
      `${passwordFile(directories)} does not belong to this cluster. Restore it, or stop every process that uses the cluster, add ` +
        `"local all all trust" to ${path.join(directories.cluster, 'pg_hba.conf')} and start again to set new passwords.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Outlives a killed process: reads a pipe until the process ends, and then stops PostgreSQL unless another process uses
 * it. Runs as this process's account, because root may signal every account. Removes its mark before it looks for
 * others: of processes killed together, which are zombies until they are reaped, the last one's watchdog finds no mark.
 */
const watchdog = `
trap '' HUP INT TERM
while read -r _; do :; done
rm -f "$2"
for user in "$1"/*; do
  pid=\${user##*/}
  ! kill -0 "\${pid%%-*}" || exit 0
done
kill -s INT "$(head -n 1 "$3/postmaster.pid")"
`
let count = 0

/** Registers this process as a user of the cluster. @returns the opposite */
function join(directories: ClusterDirectories): () => void {
  const { pid, startTime } = ownIdentity()
  const mark = path.join(directories.users, `${pid}-${startTime}-${++count}`)
  writeFileSync(mark, '')
  const child = spawn('/bin/sh', ['-c', watchdog, 'postgres-watchdog', directories.users, mark, directories.cluster], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
  return () => {
    child.kill('SIGKILL')
    rmSync(mark, { force: true })
  }
}

/** Marks of running processes; those of dead ones are removed. */
function usersOf({ users }: ClusterDirectories): string[] {
  return readdirSync(users).filter((name) => {
    const [pid = 0, startTime = 0] = name.split('-').map(Number)
    if (isRunning({ pid, startTime })) return true
    rmSync(path.join(users, name), { force: true })
    return false
  })
}

function supervise(cluster: Cluster): { stop(): Promise<void> } {
  const { directories, log } = cluster
  let current: Promise<void> | undefined
  let notBefore = 0
  const check = async (): Promise<void> => {
    try {
      if (postmasterPid(directories) !== undefined) return
      log('the embedded PostgreSQL has ended and is restarted')
      await alone(directories, () => ensureRunning(cluster))
      log(`embedded PostgreSQL restarted: pid ${postmasterPid(directories)}`)
    } catch (error) {
      log(`${errorMessage(error)}; trying again in ${RESTART_PAUSE_MS / 1000} s`)
      notBefore = Date.now() + RESTART_PAUSE_MS
    }
  }
  const timer = setInterval(() => {
    if (current || Date.now() < notBefore) return
    current = check().finally(() => (current = undefined))
  }, SUPERVISE_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
