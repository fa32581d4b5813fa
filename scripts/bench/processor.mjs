// Processor time from /proc of Linux. On shared machines it varies less than rates.
import fs from 'node:fs'
import { timesOf } from '../../test/support/processor/times.cjs'

/** Seconds of a process so far. */
export const processorSeconds = (pid) => timesOf(pid).own

/** Seconds of a PostgreSQL server: the postmaster, and its children that run or have ended. */
export function postgresSeconds(postmaster) {
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === postmaster)
  const { own, ended } = timesOf(postmaster)
  return children.reduce((sum, times) => sum + times.own, own + ended)
}

/** Ticks of the machine so far; `stolen` by other virtual machines. */
export function machineTicks() {
  const [first] = fs.readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = first.trim().split(/\s+/).slice(1, 9).map(Number)
  return { stolen: ticks[7], all: ticks.reduce((sum, value) => sum + value, 0) }
}
