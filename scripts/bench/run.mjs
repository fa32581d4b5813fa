// `npm run bench`: this server and its peers.
import fs from 'node:fs'
import os from 'node:os'
import { assertMarked, writeMarked } from '../markdown.mjs'
import { readOptions } from './options.mjs'
import { machineTicks } from './processor.mjs'
import { say, sayHeading } from './progress.mjs'
import { sections } from './sections.mjs'
import { checkHot } from './hot.mjs'
import { renderRun } from './tables/index.mjs'
import { assertWrk } from './wrk.mjs'

async function main() {
  const options = readOptions(process.argv.slice(2))
  if (options.writeDocs) assertMarked('bench')
  if (options.check) return checkHot(options)
  const run = options.from === null ? await measure(options) : JSON.parse(fs.readFileSync(options.from, 'utf8'))
  const tables = renderRun(run)
  process.stdout.write(`${tables}\n`)
  if (!options.writeDocs) return
  say(`wrote the tables to ${writeMarked('bench', tables)}`)
}

async function measure(options) {
  await assertWrk()
  // shows disturbances
  const loadBefore = os.loadavg()[0]
  const ticksBefore = machineTicks()
  const run = { machine: null, results: {} }
  for (const { id, what, measure: measureSection } of sections.filter((section) => options.only.has(section.id))) {
    sayHeading(`${id}: ${what}`)
    run.results[id] = await measureSection(options)
    run.machine = machineFacts(run.results, loadBefore, ticksBefore)
    // a later section may fail
    if (options.json !== null) fs.writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`)
  }
  return run
}

function machineFacts(results, loadBefore, before) {
  const [cpu] = os.cpus()
  const after = machineTicks()
  return {
    cpu: cpu?.model.trim() ?? 'unknown CPU',
    cores: os.availableParallelism(),
    gigabytes: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.arch()}`,
    node: process.versions.node,
    postgres: Object.values(results).find((result) => result.postgres)?.postgres ?? null,
    loadBefore,
    stolen: before && after ? (after.stolen - before.stolen) / (after.all - before.all) : null,
  }
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
