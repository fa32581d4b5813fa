// The postmaster, PostgreSQL's first process: finds, identifies and starts it.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { ClusterPlace } from './directories'
import { isAlive } from './process'

export interface Postmaster {
  readonly pid: number
  /** Accepts connections; false while it starts, recovers or stops. */
  readonly ready: boolean
}

/** The superuser of embedded clusters, used only for setup. */
export const superuser = 'postgres'

/** A fixed environment for PostgreSQL's programs. */
export const postgresEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function lockFile(place: ClusterPlace): string {
  return path.join(place.cluster, 'postmaster.pid')
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The running postmaster of this cluster, whichever process started it. */
export function runningPostmaster(place: ClusterPlace): Postmaster | undefined {
  // lines of postmaster.pid (miscadmin.h): 1 the pid, 8 the state
  const lines = readLines(lockFile(place))
  const pid = Number(lines[0])
  if (!isPostmaster(pid, place.cluster)) return undefined
  return { pid, ready: (lines[7] ?? '').trim() === 'ready' }
}

/** Whether a process is the postmaster of this cluster. Its pid may have been reused. */
function isPostmaster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') {
    const listed = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return listed.stdout.includes('postgres')
  }
  let command: string[]
  try {
    command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch (error) {
    // out of file descriptors: unknown
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
  const directory = command[command.indexOf('-D') + 1]
  return path.basename(command[0] ?? '') === 'postgres' && directory !== undefined && sameDirectory(directory, cluster)
}

function sameDirectory(one: string, other: string): boolean {
  const a = statSync(one, { throwIfNoEntry: false })
  const b = statSync(other, { throwIfNoEntry: false })
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

/**
 * Removes lock files that PostgreSQL would respect although no postmaster holds them, because their pid belongs to a zombie or to
 * another program. PostgreSQL itself replaces locks of dead processes.
 */
export function discardStaleLocks(place: ClusterPlace, log: (message: string) => void): void {
  for (const file of [lockFile(place), path.join(place.socket, '.s.PGSQL.5432.lock')]) {
    const pid = Number(readLines(file)[0])
    if (!(pid > 0) || isPostmaster(pid, place.cluster)) continue
    log(`removing the stale lock ${path.basename(file)} of process ${pid}`)
    discardLock(file, pid)
  }
}

/** Renames the lock first, so that a new one, written in between by another process, can be restored. */
function discardLock(file: string, stalePid: number): void {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (Number(readLines(aside)[0]) !== stalePid) linkSync(aside, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

export interface Launch {
  readonly child: ChildProcess
  /** The end of stderr, before the log collector starts. */
  output(): string
  hasEnded(): boolean
  /** Detaches this process from the child. */
  release(): void
}

/**
 * Starts a postmaster that listens on the Unix socket only.
 * @param fast without durability: for tests
 */
export function launchPostmaster(binaries: string, place: ClusterPlace, fast: boolean): Launch {
  const options = [...settings, ...(fast ? fastSettings : [])].flatMap((setting) => ['-c', setting])
  const child = spawn(path.join(binaries, 'bin', 'postgres'), ['-D', place.cluster, '-k', place.socket, ...options], {
    ...place.account,
    cwd: '/',
    // own process group: Ctrl-C goes to the server, which stops PostgreSQL in order
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: postgresEnvironment,
  })
  let output = ''
  let ended = false
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000)
  })
  child.on('error', (error) => {
    ended = true
    output += error.message
  })
  // "close" comes after the last output, "exit" may not
  child.on('close', () => {
    ended = true
  })
  return {
    child,
    output: () => output.trim(),
    hasEnded: () => ended,
    release() {
      child.unref()
      child.stderr.destroy()
    },
  }
}

const settings = [
  'listen_addresses=',
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
