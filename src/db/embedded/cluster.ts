// The lifecycle of an embedded cluster: created, started or adopted, supervised, stopped by its last user.
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
  /** Directory of the cluster, created if missing. Processes with the same directory share one PostgreSQL. */
  readonly dataDir: string
  /** Without durability: for tests. */
  readonly fast?: boolean
  readonly log?: (message: string) => void
}

export interface EmbeddedPostgres {
  /** Connection string of a database with the role's password; default: the superuser. */
  url(database: string, role?: EmbeddedRole): string
  /** Process id of the postmaster; changes with a restart. */
  readonly pid: number
  /** It was already running. */
  readonly adopted: boolean
  /** Stops PostgreSQL unless another process uses it. End pools first: their clients emit `error` when the server stops. */
  stop(): Promise<void>
}

interface Cluster {
  readonly place: ClusterPlace
  readonly binaries: Binaries
  readonly membership: Membership
  readonly fast: boolean
  log(message: string): void
}

/** Crash recovery takes time in proportion to the WAL since the last checkpoint. */
const START_TIMEOUT_MS = 120_000
const MAX_ATTEMPTS = 8
const SUPERVISE_MS = 500
const RESTART_PAUSE_MS = 5_000

/**
 * Starts the PostgreSQL of a data directory, or adopts the running one. It listens on a Unix socket with password authentication,
 * is restarted when it ends, and stops with its last user, even if that is killed.
 * @throws StartError with what to do, at least setting DATABASE_URL
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The embedded PostgreSQL cannot start in ${options.dataDir} (${errorMessage(error)}). Set DATA_DIR to a writable directory, or ` +
        'DATABASE_URL to another PostgreSQL.',
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

/** The host is the query parameter; `localhost` is there for URL parsers that require one. */
export function urlsOf({ socket }: Pick<ClusterPlace, 'socket'>, passwords: Passwords): EmbeddedPostgres['url'] {
  const host = encodeURIComponent(socket)
  return (database, role = superuser) =>
    `postgresql://${role}:${passwords[role]}@localhost/${encodeURIComponent(database)}?host=${host}`
}

interface Started {
  readonly pid: number
  readonly adopted: boolean
}

/** Resolves when a postmaster accepts connections: the running one or a new one. Safe for concurrent processes. */
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
    if (attempt === MAX_ATTEMPTS || !mayStartLater(launch)) throw notStarting(place, launch)
    await sleep(100 * attempt)
  }
}

/** Whether another postmaster is still ending: another process's, or the children of a killed one. */
function mayStartLater(launch: Launch | undefined): boolean {
  return launch === undefined || /lock file|shared memory/.test(launch.output())
}

/** The pid of the postmaster when it is ready; undefined: it ended. */
async function whenReady(place: ClusterPlace, launch: Launch | undefined): Promise<number | undefined> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(10)) {
    const ended = launch?.hasEnded() ?? true
    const postmaster = runningPostmaster(place)
    if (postmaster?.ready) return postmaster.pid
    // when another process holds the cluster's lock, its postmaster is awaited
    if (!postmaster && ended) return undefined
  }
  throw notStarting(place, launch)
}

function notStarting(place: ClusterPlace, launch: Launch | undefined): StartError {
  const reason = launch?.output().replaceAll(/\s*\n\s*/g, ' ') || 'no output'
  return new StartError(
    `The embedded PostgreSQL did not become ready in ${place.home} (${reason}). See ${path.join(place.cluster, 'log')}, ` +
      'or set DATABASE_URL to another PostgreSQL.',
  )
}

/** Restarts the postmaster when it ends, until stopped. Failures are logged and retried. */
function supervise(cluster: Cluster): { stop(): Promise<void> } {
  let current: Promise<void> | undefined
  let notBefore = 0
  const check = async (): Promise<void> => {
    try {
      if (runningPostmaster(cluster.place)) return
      cluster.log('the embedded PostgreSQL has ended and is restarted')
      const { pid } = await ensureRunning(cluster)
      cluster.log(`embedded PostgreSQL restarted: pid ${pid}`)
    } catch (error) {
      cluster.log(`${errorMessage(error)}; trying again in ${RESTART_PAUSE_MS / 1000} s`)
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
