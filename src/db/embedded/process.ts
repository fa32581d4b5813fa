// Which process is that? A pid alone may have been given to another process since; with its start time it is unique.
import { readFileSync } from 'node:fs'

export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot (proc(5), `stat` field 22); 0 where the system does not tell. */
  readonly startTime: number
}

interface ProcStat {
  readonly state: string
  readonly startTime: number
}

/** The fields of /proc/<pid>/stat used here; undefined without a /proc or without that process. */
function procStat(pid: number): ProcStat | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // field 2 is the command in parentheses and may itself hold spaces and parentheses: count from field 3
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startTime: Number(fields[19]) }
}

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTime: procStat(process.pid)?.startTime ?? 0 }
}

/** Whether a process with this pid runs; one that ended and was not reaped (a zombie) does not. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another account
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = procStat(pid)?.state
  return state !== 'Z' && state !== 'X'
}

/** Whether that very process still runs, and not another one that was given its pid. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false
  const startTime = procStat(identity.pid)?.startTime
  return identity.startTime === 0 || startTime === undefined || startTime === identity.startTime
}
