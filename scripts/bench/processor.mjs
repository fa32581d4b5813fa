// Processor time from /proc of Linux. It varies less than rates on shared machines.
import fs from 'node:fs'
import { timesOf } from '../../test/support/processor/times.cjs'

/** Of a process. */
export const processorSeconds = (pid) => timesOf(pid).own

/** Of the postmaster, and of its children that run or have ended. */
export function postgresSeconds(postmaster) {
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((times) => times?.parent === postmaster)
  const { own, ended } = timesOf(postmaster)
  return children.reduce((sum, times) => sum + times.own, own + ended)
}

/** Of the machine, in ticks; `stolen` by other virtual machines. */
export function machineTicks() {
  const [first] = fs.readFileSync('/proc/stat', 'utf8').split('\n')
  const ticks = first.trim().split(/\s+/).slice(1, 9).map(Number)
  return { stolen: ticks[7], all: ticks.reduce((sum, value) => sum + value, 0) }
}
