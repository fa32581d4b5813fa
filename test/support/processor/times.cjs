const { readFileSync } = require('node:fs')

/** Ticks in /proc (USER_HZ); 100 on Linux. */
const TICKS_PER_SECOND = 100

/**
 * Processor seconds of a process, of its ended children, and its parent's pid (proc(5), stat). null: it has ended, or
 * there is no /proc.
 */
exports.timesOf = (pid) => {
  try {
    // fields after the name, which may contain spaces
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const seconds = (first) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND
    return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
  } catch {
    return null
  }
}
