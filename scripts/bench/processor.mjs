// Processor time and memory from /proc; without /proc null. Varies less than rates on shared machines.
import fs from 'node:fs'

/** USER_HZ of Linux. */
const ticksPerSecond = 100
/** Of /proc/<pid>/stat after the process name. */
const field = { parent: 1, user: 11, system: 12, childrenUser: 13, childrenSystem: 14 }

/** Seconds. */
export function processorSecondsOf(pid) {
  const stat = readStat(pid)
  return stat && secondsOf(stat, field.user, field.system)
}

/** Seconds, of postmaster, running and ended children. */
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
 * @param ownSeconds of the measured processes without PostgreSQL
 * @param work returns the number of `completed` requests, with the warm-up
 * @returns also `cpuMicroseconds`, `postgresMicroseconds` and their sum `busyMicroseconds` per request
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

/** Bytes. */
export function residentBytesOf(pid) {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024
  } catch {
    return null
  }
}

/** Stolen and total, in ticks. */
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
    // the name may contain spaces
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function secondsOf(stat, ...fields) {
  return fields.reduce((sum, index) => sum + Number(stat[index]), 0) / ticksPerSecond
}
