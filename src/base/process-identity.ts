// Pids are reused, so a start time is compared too.
import { readFileSync } from 'node:fs'

export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot (proc(5), `stat` field 22); 0: unavailable. */
  readonly startTime: number
}

interface ProcStat {
  readonly state: string
  readonly startTime: number
}

/** Undefined without /proc or without the process. */
function procStat(pid: number): ProcStat | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // field 2, the command, may contain spaces and parentheses: count from field 3
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state: fields[0] ?? '', startTime: Number(fields[19]) }
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, startTime: procStat(process.pid)?.startTime ?? 0 }
}

/** A zombie is not alive. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs under another account
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const state = procStat(pid)?.state
  return state !== 'Z' && state !== 'X'
}

export function isRunning(identity: ProcessIdentity): boolean {
  if (!isAlive(identity.pid)) return false
  const startTime = procStat(identity.pid)?.startTime
  return identity.startTime === 0 || startTime === undefined || startTime === identity.startTime
}
