// One server per data directory. The operator's commands use the same database beside it and take no lock.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../errors'
import { isRunning, ownIdentity, type ProcessIdentity } from './embedded/process'

/**
 * Takes a data directory for this server until `release` or the end of the process, however it ends. The lock is the file
 * `server.pid` in it, with the pid and start time of its holder; the lock of a dead process is taken over.
 * @param dataDir made when absent
 * @throws StartError when another server holds it
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true })
  const file = path.join(dataDir, 'server.pid')
  const rival = take(file)
  if (rival) {
    throw new StartError(
      `another server (pid ${rival.pid}) is already running on the data directory ${dataDir}; ` +
        'stop it, or set DATA_DIR or DATABASE_URL',
    )
  }
  return { release: () => release(file) }
}

/** Returns the running process that holds the lock, or nothing when we hold it now. */
function take(file: string): ProcessIdentity | undefined {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, ownLine())
  try {
    for (;;) {
      // a link appears at once and whole, and fails when the name is taken
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

/**
 * Puts our draft in the place of a dead process's lock. Of two that judge the same lock dead, the second would replace the first:
 * so whoever replaces holds a second lock, taken in the same way, and looks again.
 */
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

/** The holder a lock names. A lock that names none parses to a pid no process has. */
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
