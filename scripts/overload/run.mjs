// `npm run overload`.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { startChild } from '../bench/child.mjs'
import { openBenchDatabase } from '../bench/database.mjs'
import { processorSeconds, residentBytes, withServers } from '../bench/fleet.mjs'
import { say } from '../bench/progress.mjs'
import { seed } from '../bench/seed.mjs'
import { ours } from '../bench/servers/index.mjs'
import { reads, requestTexts } from '../bench/workloads.mjs'
import { renderRun } from './table.mjs'

const help = `npm run overload -- [options]

Overloads a server at a fixed arrival rate and prints served and rejected reads, their latency, memory and the recovery time.
The table shows the round with the median share of the peak.

  --seconds N       seconds of each step (default 5)
  --factors A,B     multiples of the peak rate (default 1,2,5)
  --rounds N        interleaved rounds of each multiple (default 3)
  --connections N   keep-alive connections of the clients (default 2000)
  --help            print this help

Progress goes to stderr, the result to stdout. Generator, server and PostgreSQL share the machine: stop other programs first.
`
const members = 10_000
/** Full load without rejections. */
const widthOfPeak = 64
const warmUpSeconds = 4
const halfLoad = 0.5
const recoverySeconds = 8
const sampleMs = 100

/** @throws for an unknown option or an invalid value */
function readOptions() {
  const text = (value) => ({ type: 'string', default: value })
  const { values } = parseArgs({
    options: {
      ...{ seconds: text('5'), factors: text('1,2,5'), rounds: text('3'), connections: text('2000') },
      help: { type: 'boolean' },
    },
  })
  const numbers = (name) => {
    if (/^[1-9]\d{0,8}(,[1-9]\d{0,2})*$/.test(values[name])) return values[name].split(',').map(Number)
    throw new Error(`--${name} is "${values[name]}"; it must be a whole number from 1`)
  }
  const [[seconds], [rounds], [connections]] = ['seconds', 'rounds', 'connections'].map(numbers)
  return { help: values.help, seconds, rounds, connections, factors: numbers('factors') }
}

async function main() {
  const options = readOptions()
  if (options.help) return void process.stdout.write(help)
  const database = await openBenchDatabase()
  try {
    const access = await seed(database, members)
    say(`${members} members`)
    // for different members
    const [[before, after]] = requestTexts(reads, access)
    const texts = Array.from(
      { length: 997 },
      (_, index) => `${before}${1_000_001 + ((index * 7_919) % members)}${after}`,
    )
    const steps = await withServers([{ server: ours, database, access }], ([server]) =>
      runSteps(server, texts, options),
    )
    const machine = `${os.cpus()[0]?.model.trim()}, ${os.availableParallelism()} cores; Node ${process.versions.node}.`
    process.stdout.write(`${renderRun({ machine, options, widthOfPeak, steps })}\n`)
  } finally {
    await database.close()
  }
}

/** Warm-up, peak, half the peak; per round each multiple, half the peak, and peaks around, as machine speed varies. */
async function runSteps(server, texts, { seconds, factors, rounds, connections }) {
  const load = startChild('../overload/load.mjs')
  const step = async (name, job) => {
    const result = await watched(server, load, { port: server.port, connections, texts, ...job })
    const each = (count) => Math.round(count / result.seconds)
    say(`${name}: ${each(result.served)}/s served, ${each(result.refused)}/s refused`)
    return { name, rate: job.rate, ...result }
  }
  try {
    await step('warm-up', { rate: null, width: widthOfPeak, seconds: warmUpSeconds })
    const measurePeak = () => step('peak', { rate: null, width: widthOfPeak, seconds })
    const perSecond = (peak) => peak.served / peak.seconds
    const first = await measurePeak()
    let peak = first
    const calm = await step('half the peak', { rate: perSecond(first) * halfLoad, seconds })
    const above = factors.map(() => [])
    for (let round = 0; round < rounds; round++) {
      for (const [index, factor] of factors.entries()) {
        const result = await step(`${factor} × the peak`, { rate: perSecond(peak) * factor, seconds })
        const after = await step('half the peak again', { rate: perSecond(peak) * halfLoad, seconds: recoverySeconds })
        const next = await measurePeak()
        above[index].push({ ...result, peak: together(peak, next), after })
        peak = next
      }
    }
    return { peak: first, calm, above }
  } finally {
    load.end()
  }
}

/** Two steps as one. */
function together(a, b) {
  const seconds = a.seconds + b.seconds
  const serverCpu = (a.serverCpu * a.seconds + b.serverCpu * b.seconds) / seconds
  return { served: a.served + b.served, seconds, serverCpu }
}

/** With the server's memory and processor time. */
async function watched(server, load, job) {
  let mostBytes = 0
  const watching = setInterval(() => (mostBytes = Math.max(mostBytes, residentBytes(server) ?? 0)), sampleMs)
  const cpuBefore = processorSeconds(server)
  const result = await load.ask(job).finally(() => clearInterval(watching))
  return { ...result, mostBytes, serverCpu: (processorSeconds(server) - cpuBefore) / result.seconds }
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
