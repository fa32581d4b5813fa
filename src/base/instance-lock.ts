// One server per data directory. The operator's commands share the database and take no lock.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './errors'
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity'
import { makeDirectory } from './make-directory'

/**
 * The lock is the file `server.pid` with the pid and start time of its holder. It ends with `release` or the process.
 * @param dataDir created if missing
 * @throws StartError when another server holds the lock
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const file = path.join(dataDir, 'server.pid')
  const holder = inDataDir(dataDir, () => take(file))
  if (holder) {
    throw new StartError(
      `Another server (pid ${holder.pid}) is running on the data directory ${dataDir}. ` +
        'Stop it, or set DATA_DIR or DATABASE_URL.',
    )
  }
  return { release: () => release(file) }
}

/** @param dataDir created if missing @throws StartError when it cannot be written */
export function inDataDir<Result>(dataDir: string, work: () => Result): Result {
  try {
    makeDirectory(dataDir)
    return work()
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error
    const reason = error.message.split(',')[0]
    throw new StartError(`${dataDir} cannot be written (${reason}); set DATA_DIR to a directory of this user`, {
      cause: error,
    })
  }
}

/** Runs the work while no other process, or part of this one, holds the file. */
export async function withFileLock<Result>(file: string, work: () => Result | Promise<Result>): Promise<Result> {
  while (take(file)) await sleep(20)
  try {
    return await work()
  } finally {
    release(file)
  }
}

/** @returns the process that holds the lock; undefined: this process took it */
function take(file: string): ProcessIdentity | undefined {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, ownLine())
  try {
    for (;;) {
      // link() is atomic and fails if the file exists
      if (linked(draft, file)) return undefined
      const line = read(file)
      if (line === undefined) continue
      const holder = parse(line)
      if (isRunning(holder)) return holder
      if (replaceDead(file, draft, line)) return undefined
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** A second lock keeps two processes that found the same dead lock from replacing each other's. */
function replaceDead(file: string, draft: string, deadLine: string): boolean {
  const guard = `${file}.takeover`
  if (take(guard)) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    return false
  }
  try {
    if (read(file) !== deadLine) return false
    renameSync(draft, file)
    return true
  } finally {
    release(guard)
  }
}

function release(file: string): void {
  if (read(file) === ownLine()) rmSync(file)
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function ownLine(): string {
  const { pid, startTime } = ownIdentity()
  return `${pid} ${startTime}\n`
}

/** An invalid line yields a pid that no process has. */
function parse(line: string): ProcessIdentity {
  const [pid = 0, startTime = 0] = line.split(' ').map(Number)
  return { pid, startTime }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
