// The database without a server, by pgbench.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { poolSize } from './fleet.mjs'
import { endedChildrenSeconds, withProcessorTime } from './processor.mjs'
import { percentile } from './statistics.mjs'
import { experience, statementText, statementValues } from './servers/statements.mjs'
import { firstUserId } from './workloads.mjs'

/** Logged transactions, for the percentiles. */
const sampling = 0.1

/** The contestant `database`. @throws when pgbench is not installed */
export function databaseAlone(database, access) {
  const measure = measureBy(findPgbench(), database, access)
  return {
    id: 'database',
    label: 'the database alone (pgbench)',
    database,
    // no other child of this run ends meanwhile
    measure: (...cell) => withProcessorTime(endedChildrenSeconds, database.postmaster, () => measure(...cell)),
  }
}

function findPgbench() {
  const versions = '/usr/lib/postgresql'
  const debian = fs.existsSync(versions)
    ? fs.readdirSync(versions).map((version) => path.join(versions, version, 'bin'))
    : []
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), ...debian]
  const found = directories.map((directory) => path.join(directory, 'pgbench')).find((file) => fs.existsSync(file))
  if (!found)
    throw new Error(
      'pgbench is not installed; install it with: apt-get install postgresql-contrib, or leave it out of --peers',
    )
  return found
}

function measureBy(pgbench, database, access) {
  return async (workload, seconds, warmUpSeconds) => {
    const script = writeScript(database.directory, workload, access)
    const definitions = parametersOf(workload, access).flatMap((value, index) =>
      value === null ? [] : [`--define=p${index + 1}=${value}`],
    )
    const run = (time) => runPgbench(pgbench, [...definitions, `--file=${script}`, `--time=${time}`], database)
    const warmUp = await run(warmUpSeconds)
    const measured = await run(seconds)
    return { ...measured, completed: measured.completed + warmUp.completed }
  }
}

async function runPgbench(pgbench, what, { connectionString, directory }) {
  const logs = fs.mkdtempSync(path.join(directory, 'pgbench-'))
  // fails when a statement fails
  const { stdout } = await promisify(execFile)(pgbench, [
    ...['--no-vacuum', '--protocol=prepared', `--client=${poolSize}`],
    ...['--log', `--log-prefix=${path.join(logs, 'log')}`, `--sampling-rate=${sampling}`],
    ...what,
    connectionString,
  ])
  const latencies = readLatencies(logs)
  fs.rmSync(logs, { recursive: true })
  return {
    perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)[1]),
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    completed: Number(/actually processed: (\d+)/.exec(stdout)[1]),
  }
}

/** Milliseconds, ascending. */
function readLatencies(directory) {
  const lines = fs
    .readdirSync(directory)
    .flatMap((name) => fs.readFileSync(path.join(directory, name), 'utf8').trim().split('\n'))
  return lines.map((line) => Number(line.split(' ')[2]) / 1_000).sort((a, b) => a - b)
}

/** In the parameters of every statement; random per request. */
const userPosition = 1

function parametersOf({ statement }, { communityId, keyId }) {
  const requestId = '00000000-0000-4000-8000-000000000000'
  const actor = { actorKind: 'key', actorId: keyId, requestId }
  return statementValues(statement, { communityId, userId: firstUserId, ...experience, amount: 1, ...actor })
}

function writeScript(directory, workload, access) {
  const file = path.join(directory, `${workload.id}.pgbench`)
  const draw = `\\set p${userPosition + 1} random(${firstUserId}, ${firstUserId + access.memberCount - 1})`
  fs.writeFileSync(file, `${draw}\n${forPgbench(statementText(workload.statement), parametersOf(workload, access))};\n`)
  return file
}

/** `$1` becomes `:p1`; colons in quoted text are escaped, as pgbench reads variables there. */
function forPgbench(statement, parameters) {
  return statement
    .replaceAll(/'[^']*'/g, (quoted) => (quoted.includes(':') ? `E${quoted.replaceAll(':', '\\x3a')}` : quoted))
    .replaceAll(/\$(\d+)/g, (_, number) => (parameters[number - 1] === null ? 'null' : `:p${number}`))
}
