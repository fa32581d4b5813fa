// `npm run overload`.
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../bench/child.mjs'
import { openBenchDatabase } from '../bench/database.mjs'
import {
  environmentOf,
  processorSeconds,
  residentBytes,
  startProcess,
  stopProcess,
  whenListening,
} from '../bench/fleet.mjs'
import { seed } from '../bench/seed.mjs'
import { ours } from '../bench/servers/index.mjs'
import { headersOf, pathOf } from '../bench/workloads.mjs'
import { readOptions } from './options.mjs'
import { renderRun } from './table.mjs'

const startedAt = performance.now()
/** Full load without rejections. */
const widthOfPeak = 64
const warmUpSeconds = 4
const halfLoad = 0.5
const recoverySeconds = 8
const sampleMs = 100

function say(message) {
  process.stderr.write(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s  ${message}\n`)
}

async function main() {
  const options = readOptions(process.argv.slice(2))
  const database = await openBenchDatabase()
  let server = null
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server?.child.kill('SIGTERM'))
  try {
    const access = await seed(database, options.members)
    say(`${options.members} members`)
    const { pool, role } = options
    const environment = { ...ours.environment, DATABASE_POOL_SIZE: String(pool), ROLE: role }
    server = await startProcess(ours, environmentOf({ ...ours, environment }, database, access))
    await whenListening(server)
    const steps = await runSteps(server, textsOf(options, access), options)
    const run = { machine: machineLine(), options, widthOfPeak, steps }
    process.stdout.write(options.json ? `${JSON.stringify(run, null, 2)}\n` : `${renderRun(run)}\n`)
  } finally {
    if (server) await stopProcess(server)
    await database.close()
  }
}

/** For different members. */
function textsOf({ workload, members }, access) {
  const head = Object.entries(headersOf(workload, access)).map(([name, value]) => `${name}: ${value}\r\n`)
  return Array.from({ length: 997 }, (_, index) => {
    const path = pathOf(workload, (index * 7_919) % members)
    return `${workload.method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${workload.body ?? ''}`
  })
}

/** Warm-up, peak, half the peak; per round each multiple, half the peak, and peaks around, as machine speed varies. */
async function runSteps(server, texts, { seconds, factors, rounds, connections, impatient }) {
  const load = startChild('../overload/load.mjs')
  const step = async (name, job) => {
    const result = await watched(server, load, { port: server.port, connections, impatient, texts, ...job })
    say(
      `${name}: ${Math.round(result.served / result.seconds)}/s served, ${Math.round(result.refused / result.seconds)}/s refused`,
    )
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
  let done = false
  let mostBytes = 0
  const watching = (async () => {
    for (; !done; await sleep(sampleMs)) mostBytes = Math.max(mostBytes, residentBytes(server) ?? 0)
  })()
  const cpuBefore = processorSeconds(server)
  const result = await load.ask(job).finally(() => (done = true))
  const cpuSeconds = processorSeconds(server) - cpuBefore
  await watching
  return { ...result, mostBytes, serverCpu: cpuSeconds / result.seconds }
}

function machineLine() {
  const [cpu] = os.cpus()
  return `${cpu?.model.trim() ?? 'unknown CPU'}, ${os.availableParallelism()} cores; Node ${process.versions.node}.`
}

main().catch((error) => {
  process.stderr.write(`${error.stack}\n`)
  process.exitCode = 1
})
