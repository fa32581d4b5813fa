// Processor time and memory of processes, as Linux tells them. On a machine that is shared or throttled rates swing, and
// processor time far less. Elsewhere there is no /proc: every figure is then null.
import fs from 'node:fs'

/** Linux counts processor time in these, whatever the machine. */
const ticksPerSecond = 100
/** Where /proc/<pid>/stat has them, counted from the field after the name. */
const field = { parent: 1, user: 11, system: 12, childrenUser: 13, childrenSystem: 14 }

/** Processor time a process has used so far, in seconds. */
export function processorSecondsOf(pid) {
  const stat = readStat(pid)
  return stat && secondsOf(stat, field.user, field.system)
}

/** Processor time of the children this process has seen end, in seconds. */
export function endedChildrenSeconds() {
  const stat = readStat('self')
  return stat && secondsOf(stat, field.childrenUser, field.childrenSystem)
}

/** Processor time of PostgreSQL: the postmaster, its children, and those that ended, in seconds. */
export function postgresSeconds(postmaster) {
  const own = readStat(postmaster)
  if (own === null) return null
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.[field.parent] === String(postmaster))
  const ended = secondsOf(own, field.childrenUser, field.childrenSystem)
  return [own, ...children].reduce((sum, stat) => sum + secondsOf(stat, field.user, field.system), ended)
}

/**
 * Does work that answers requests, and says what each cost.
 * @param ownSeconds processor time so far of what is measured, beside PostgreSQL's
 * @param work its result counts the `completed` requests, those of the warm-up, too
 * @returns the result with `cpuMicroseconds`, `postgresMicroseconds` and their sum `busyMicroseconds`, each of one request
 */
export async function withProcessorTime(ownSeconds, postmaster, work) {
  const before = [ownSeconds(), postgresSeconds(postmaster)]
  const result = await work()
  const after = [ownSeconds(), postgresSeconds(postmaster)]
  const [cpuMicroseconds, postgresMicroseconds] = after.map((seconds, index) =>
    seconds === null || before[index] === null ? null : ((seconds - before[index]) * 1e6) / result.completed,
  )
  const isKnown = cpuMicroseconds !== null && postgresMicroseconds !== null
  const busyMicroseconds = isKnown ? cpuMicroseconds + postgresMicroseconds : null
  return { ...result, cpuMicroseconds, postgresMicroseconds, busyMicroseconds }
}

/** Resident memory of a process in bytes. */
export function residentBytesOf(pid) {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024
  } catch {
    return null
  }
}

/** Processor time of the whole machine so far: what others took from a virtual one, and all there was, in ticks. */
export function machineTicks() {
  try {
    const [first] = fs.readFileSync('/proc/stat', 'utf8').split('\n')
    const ticks = first.trim().split(/\s+/).slice(1, 9).map(Number)
    return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, value) => sum + value, 0) }
  } catch {
    return null
  }
}

function readStat(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the name before may hold spaces
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function secondsOf(stat, ...fields) {
  return fields.reduce((sum, index) => sum + Number(stat[index]), 0) / ticksPerSecond
}
