// Prints the processor seconds of a run: its own, PostgreSQL's, and those of the heaviest files. Elapsed time says little
// beside other work. Linux only, as it reads /proc.
const { readFileSync, readdirSync } = require('node:fs')
const path = require('node:path')

const HEAVIEST = 10
/** A constant of Linux. */
const TICKS_PER_SECOND = 100

/** Of a process: its parent, its own seconds, those of its ended children. null after its end. */
function timesOf(pid) {
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

/** Of the cluster of this run, which runs until the teardown. */
function secondsOfPostgres() {
  const { embedded } = globalThis.testRun ?? {}
  if (!embedded) return 0
  const file = path.join(embedded.directory, 'postgres', 'cluster', 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const { own, ended } = timesOf(postmaster)
  const running = readdirSync('/proc')
    .map(timesOf)
    .filter((times) => times?.parent === postmaster)
  return running.reduce((sum, times) => sum + times.own, own + ended)
}

module.exports = class {
  files = []

  onTestResult(_, { testFilePath, processor }) {
    if (processor) this.files.push({ name: path.basename(testFilePath), ...processor })
  }

  onRunComplete() {
    if (process.platform !== 'linux') return
    const { own, ended } = timesOf('self')
    const postgres = secondsOfPostgres()
    const latest = Math.max(0, ...this.files.map(({ toFirstResult }) => toFirstResult))
    const heaviest = this.files.sort((a, b) => b.total - a.total).slice(0, HEAVIEST)
    const lines = heaviest.map(
      ({ name, total, toFirstResult }) =>
        `${total.toFixed(1).padStart(8)} ${toFirstResult.toFixed(1).padStart(15)}  ${name}`,
    )
    console.log(
      [
        `\nProcessor seconds: ${(own + ended + postgres).toFixed(0)} (jest ${(own + ended).toFixed(0)}, PostgreSQL ${postgres.toFixed(0)})`,
        ' seconds to first result  heaviest files',
        ...lines,
        `The latest first result came after ${latest.toFixed(1)} s.`,
      ].join('\n'),
    )
  }
}
