const { readFileSync } = require('node:fs')

/** A constant of Linux. */
const TICKS_PER_SECOND = 100

/** Of a process: its parent, its own seconds, those of its ended children. null after its end, and where there is no /proc. */
exports.timesOf = (pid) => {
  try {
    // the fields after the name, which may contain spaces
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const seconds = (first) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND
    return { parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
  } catch {
    return null
  }
}
