// The life of an embedded cluster: made, started or adopted, kept running, stopped by whoever leaves last.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../errors'
import { errorMessage } from '../../error-message'
import { settleAccess } from './access'
import { findNativePackage, runnableBinaries, type Binaries } from './binaries'
import { preparePlace, type ClusterPlace } from './directories'
import { initialise } from './initialise'
import { keptPasswords, type EmbeddedRole, type Passwords } from './passwords'
import { discardStaleLocks, launchPostmaster, runningPostmaster, superuser, type Launch } from './postmaster'
import { joinCluster, type Membership } from './watchdog'

export interface EmbeddedOptions {
  /** Directory of the cluster, made when absent. Processes that name the same one share one PostgreSQL. */
  readonly dataDir: string
  /** Gives up safety on disk for speed: for tests. */
  readonly fast?: boolean
  readonly log?: (message: string) => void
}

export interface EmbeddedPostgres {
  /** Connection string of one of its databases, with the role's password; as superuser unless another role is named. */
  url(database: string, role?: EmbeddedRole): string
  /** Process id of the postmaster; another one after a restart. */
  readonly pid: number
  /** It was running already. */
  readonly adopted: boolean
  /** Stops it, unless another process uses it. End pools first: a client whose server goes emits `error`. */
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
const restartPauseMs = 5_000

/**
 * Starts the PostgreSQL of a data directory, or adopts the one that runs there. It listens on a Unix socket only, where every role
 * needs its password, is restarted when it ends by itself, and stops with the last process that uses it, also when that is killed.
 * @throws StartError which names what to do, at least setting DATABASE_URL
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `the embedded PostgreSQL does not start in ${options.dataDir} (${errorMessage(error)}); set DATA_DIR to a directory this account can ` +
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
  let url: EmbeddedPostgres['url']
  try {
    const passwords = keptPasswords(place)
    url = urlsOf(place, passwords)
    await initialise(place, binaries, { passwords, fast, log })
    started = await ensureRunning(cluster)
    await settleAccess({ place, passwords, superuserUrl: url('postgres'), adopted: started.adopted, log })
  } catch (error) {
    await membership.leave()
    throw error
  }
  const supervision = supervise(cluster)
  log(`embedded PostgreSQL ${started.adopted ? 'adopted' : 'started'}: pid ${started.pid}, data in ${place.home}`)
  return {
    url,
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

/** `localhost` only makes it a URL that every parser takes; the parameter wins. */
export function urlsOf({ socket }: Pick<ClusterPlace, 'socket'>, passwords: Passwords): EmbeddedPostgres['url'] {
  const host = encodeURIComponent(socket)
  return (database, role = superuser) =>
    `postgresql://${role}:${passwords[role]}@localhost/${encodeURIComponent(database)}?host=${host}`
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

/** Starts the postmaster again when it has ended by itself, until told to stop. Whatever fails is logged and tried again. */
function supervise(cluster: Cluster): { stop(): Promise<void> } {
  let current: Promise<void> | undefined
  let notBefore = 0
  const look = async (): Promise<void> => {
    try {
      if (runningPostmaster(cluster.place)) return
      cluster.log('the embedded PostgreSQL has ended: starting it again')
      const { pid } = await ensureRunning(cluster)
      cluster.log(`embedded PostgreSQL restarted: pid ${pid}`)
    } catch (error) {
      cluster.log(`${errorMessage(error)}; trying again in ${restartPauseMs / 1000} s`)
      notBefore = Date.now() + restartPauseMs
    }
  }
  const timer = setInterval(() => {
    if (current || Date.now() < notBefore) return
    current = look().finally(() => (current = undefined))
  }, superviseMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}
