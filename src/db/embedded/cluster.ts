// The life of an embedded cluster: made once, started or adopted, kept running, stopped by whoever leaves last.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../../errors'
import { reasonOf } from '../reason'
import { findNativePackage, runnableBinaries, type Binaries } from './binaries'
import { preparePlace, type ClusterPlace } from './directories'
import {
  discardStaleLocks,
  launchPostmaster,
  postgresEnvironment,
  runningPostmaster,
  superuser,
  type Launch,
} from './postmaster'
import { isRunning, ownIdentity } from './process'
import { joinCluster, type Membership } from './watchdog'

export interface EmbeddedOptions {
  /** Directory of the cluster, made when absent. Processes that name the same one share one PostgreSQL. */
  readonly dataDir: string
  /** Gives up safety on disk for speed: for tests. */
  readonly fast?: boolean
  readonly log?: (message: string) => void
}

export interface EmbeddedPostgres {
  /** Connection string of one of its databases, for `pg` and for PostgreSQL's own tools. */
  url(database: string): string
  /** Process id of the postmaster; another one after a restart. */
  readonly pid: number
  /** It was running already. */
  readonly adopted: boolean
  /** Stops it, unless another process uses it. Close connections first. */
  stop(): Promise<void>
}

/** What it takes to start the cluster, again and again. */
interface Cluster {
  readonly place: ClusterPlace
  readonly binaries: Binaries
  readonly membership: Membership
  readonly fast: boolean
  log(message: string): void
}

/** Crash recovery takes as long as the log written since the last checkpoint. */
const longestStartMs = 120_000
const mostAttempts = 8
const superviseMs = 500

/**
 * Starts the PostgreSQL of a data directory, or adopts the one that runs there. It listens on a Unix socket only, is restarted when
 * it ends by itself, and stops with the last process that uses it, also when that is killed.
 * @throws StartError which names what to do, at least setting DATABASE_URL
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `the embedded PostgreSQL does not start in ${options.dataDir} (${reasonOf(error)}); set DATA_DIR to a directory this account can ` +
        'write in, or DATABASE_URL to another PostgreSQL',
      { cause: error },
    )
  }
}

async function start({ dataDir, fast = false, log = () => undefined }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const native = findNativePackage()
  const place = preparePlace(dataDir, log)
  const binaries = runnableBinaries(native, place, log)
  const membership = joinCluster(place)
  const cluster: Cluster = { place, binaries, membership, fast, log }
  let started: Started
  try {
    await initialise(cluster)
    started = await ensureRunning(cluster)
  } catch (error) {
    await membership.leave()
    throw error
  }
  const supervision = supervise(cluster)
  log(`embedded PostgreSQL ${started.adopted ? 'adopted' : 'started'}: pid ${started.pid}, data in ${place.home}`)
  return {
    // `localhost` only makes it a URL that every parser takes; the parameter wins
    url: (database) => {
      const host = encodeURIComponent(place.socket)
      return `postgresql://${superuser}@localhost/${encodeURIComponent(database)}?host=${host}`
    },
    get pid() {
      return runningPostmaster(place)?.pid ?? started.pid
    },
    adopted: started.adopted,
    async stop() {
      await supervision.stop()
      await membership.leave()
    },
  }
}

/** Makes the cluster beside its final place and moves it there, so that a half-made one is never met. */
async function initialise({ place, binaries, fast, log }: Cluster): Promise<void> {
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

interface Started {
  readonly pid: number
  readonly adopted: boolean
}

/** Resolves when a postmaster takes connections: the one that runs, or a new one. Several processes may try at once. */
async function ensureRunning({ place, binaries, membership, fast, log }: Cluster): Promise<Started> {
  for (let attempt = 1; ; attempt++) {
    await membership.whenNotStopping()
    let launch: Launch | undefined
    if (!runningPostmaster(place)) {
      discardStaleLocks(place, log)
      launch = launchPostmaster(binaries.directory, place, fast)
    }
    const pid = await whenReady(place, launch)
    launch?.release()
    if (pid !== undefined) return { pid, adopted: pid !== launch?.child.pid }
    if (attempt === mostAttempts || !mayStartLater(launch)) throw notStarting(place, launch)
    await sleep(100 * attempt)
  }
}

/** Another process's postmaster has just ended, or what a killed one left is still busy with ending. */
function mayStartLater(launch: Launch | undefined): boolean {
  return launch === undefined || /lock file|shared memory/.test(launch.output())
}

/** The pid of the postmaster that became ready; undefined when it ended instead. */
async function whenReady(place: ClusterPlace, launch: Launch | undefined): Promise<number | undefined> {
  for (const deadline = Date.now() + longestStartMs; Date.now() < deadline; await sleep(10)) {
    const ended = launch?.hasEnded() ?? true
    const postmaster = runningPostmaster(place)
    if (postmaster?.ready) return postmaster.pid
    // a rival may have won the cluster's lock: then its postmaster is the one to wait for
    if (!postmaster && ended) return undefined
  }
  throw notStarting(place, launch)
}

function notStarting(place: ClusterPlace, launch: Launch | undefined): StartError {
  const reason = launch?.output().replaceAll(/\s*\n\s*/g, ' ') || 'it says nothing'
  return new StartError(
    `the embedded PostgreSQL does not get ready in ${place.home} (${reason}); see ${path.join(place.cluster, 'log')}, ` +
      'or set DATABASE_URL to another PostgreSQL',
  )
}

/** Starts the postmaster again when it has ended by itself, until told to stop. */
function supervise(cluster: Cluster): { stop(): Promise<void> } {
  let current: Promise<void> | undefined
  const restart = async (): Promise<void> => {
    cluster.log('the embedded PostgreSQL has ended: starting it again')
    try {
      const { pid } = await ensureRunning(cluster)
      cluster.log(`embedded PostgreSQL restarted: pid ${pid}`)
    } catch (error) {
      cluster.log(`${reasonOf(error)}; trying again`)
    }
  }
  const timer = setInterval(() => {
    if (current || runningPostmaster(cluster.place)) return
    current = restart().finally(() => (current = undefined))
  }, superviseMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
