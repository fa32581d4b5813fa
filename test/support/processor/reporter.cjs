// Prints the processor seconds of a run: its own, PostgreSQL's, and those of the heaviest files. Elapsed time says
// little when other work runs. Linux only (/proc).
const { readFileSync, readdirSync } = require('node:fs')
const path = require('node:path')
const { timesOf } = require('./times.cjs')

/** Number of files shown; ALL_FILES=1 shows all. */
const HEAVIEST = process.env.ALL_FILES ? Infinity : 20

/** Processor seconds of the embedded cluster, which runs until the teardown. */
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

const shown = (seconds) => seconds.toFixed(1).padStart(8)

module.exports = class {
  files = []
  latest = 0

  onTestResult(_, { testFilePath, processor }) {
    if (!processor) return
    const { parts, toFirstResult, own, children, requests } = processor
    this.latest = Math.max(this.latest, toFirstResult)
    const whole = { name: path.relative('test', testFilePath), own, children, requests }
    this.files.push(...(parts.length > 0 ? parts : [whole]))
  }

  onRunComplete() {
    if (process.platform !== 'linux') return
    const { own, ended } = timesOf('self')
    const postgres = secondsOfPostgres()
    const heaviest = this.files.sort((a, b) => b.own + b.children - a.own - a.children).slice(0, HEAVIEST)
    const lines = heaviest.map(
      (file) => `${shown(file.own)} ${shown(file.children)} ${String(file.requests).padStart(8)}  ${file.name}`,
    )
    console.log(
      [
        `\nProcessor seconds: ${(own + ended + postgres).toFixed(0)} (jest ${(own + ended).toFixed(0)}, PostgreSQL ${postgres.toFixed(0)})`,
        '   jest, processes it started, requests: heaviest files',
        ...lines,
        `The latest first result came after ${this.latest.toFixed(1)} s.`,
      ].join('\n'),
    )
  }
}
