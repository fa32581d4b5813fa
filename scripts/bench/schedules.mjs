// The jobs of many connected communities: how long it takes to queue them, and what one worker carries.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../dist/src/db/database.js'
import { enqueueTurns } from '../../dist/src/db/job-queue.js'
import { encryptCredential } from '../../dist/src/encryption/credentials.js'
import { Keyring } from '../../dist/src/encryption/keyring.js'
import { makeLogger } from '../../dist/src/base/logger.js'
import { queueTurns } from '../../dist/src/jobs/turns.js'
import { openBenchDatabase } from './database.mjs'
import { processorSeconds, startProcess, stopProcess } from './fleet.mjs'
import { say } from './progress.mjs'
import { schedulerWorld } from './scheduler-world.mjs'

const scriptAt = (name) => fileURLToPath(new URL(name, import.meta.url))

const communities = 10_000
const platformDelayMs = 150
/** Seconds of the interval of each job. Memberships are read with OAuth only. */
const intervals = {
  'sync-ranks': 600,
  'refresh-drifted-members': 60,
  'check-platform-keys': 3_600,
}
const others = ['send-result-message', 'erase-account', 'seal-audit-entries']
const saturatedMs = 20_000
const steadyMs = 60_000
const minuteMs = 60_000

/** @returns the settings, and by round the times of the statements and of a worker */
export async function measureSchedules({ rounds }) {
  const database = await openBenchDatabase()
  const simulator = fork(scriptAt('servers/simulator.mjs'))
  const { db, close } = openDatabase(database.connectionString, 1, makeLogger('silent'))
  try {
    const world = schedulerWorld(4)
    simulator.send(world)
    const [{ url: platformUrl }] = await once(simulator, 'message')
    const encryptionKey = randomBytes(32).toString('hex')
    await seedConnected(database)
    await setCredentials(database, world.groups[0], encryptionKey)
    const fault = { kind: 'delay', ms: platformDelayMs }
    await fetch(`${platformUrl}/_simulator/faults`, { method: 'POST', body: JSON.stringify(fault) })
    const bench = { db, database, environment: environmentOf(database, platformUrl, encryptionKey) }
    const results = []
    for (let round = 1; round <= rounds; round++) {
      const result = { ...(await measureQueueing(bench)), ...(await measureWorker(bench)) }
      results.push(result)
      say(`round ${round} of ${rounds}: ${JSON.stringify(result)}`)
    }
    return { postgres: database.version, settings: { rounds, communities, platformDelayMs }, results }
  } finally {
    simulator.kill()
    await close()
    await database.close()
  }
}

const environmentOf = (database, platformUrl, encryptionKey) => ({
  DATABASE_URL: database.connectionString,
  PLATFORM_API_URL: platformUrl,
  ENCRYPTION_KEY: encryptionKey,
  LOG_LEVEL: 'info',
  ROLE: 'worker',
})

/** Each community has a connection, with an owner of its own. */
async function seedConnected({ query }) {
  await query(
    `insert into community (community_id, name)
     select 'cmt_' || translate(lpad(n::text, 20, '0'), '0189', 'abcd'), 'Bench' from generate_series(1, $1::int) n`,
    [communities],
  )
  await query(`insert into platform_connection (community_id, group_id, credential_kind, credential, owner_user_id, status)
    select community_id, 1, 'api_key', '\\x00', row_number() over (), 'connected' from community`)
}

async function setCredentials({ query }, { groupId, ownerUserId, apiKey }, encryptionKey) {
  const keys = new Keyring(Buffer.from(encryptionKey, 'hex'))
  const rows = await query('select community_id as id from platform_connection')
  const ids = rows.map(({ id }) => id)
  await query(
    `update platform_connection c set credential = one.credential, group_id = $3, owner_user_id = $4
     from unnest($1::text[], $2::bytea[]) as one (id, credential) where c.community_id = one.id`,
    [ids, ids.map((id) => encryptCredential(keys, id, apiKey)), groupId, ownerUserId],
  )
  await query('vacuum analyze')
}

const emptyQueue = ({ database }) => database.query('delete from graphile_worker._private_jobs')

/** Milliseconds of the longest of ten minutes, for all jobs of a minute. */
async function measureQueueing(bench) {
  await emptyQueue(bench)
  const times = []
  for (let minute = 0; minute < 10; minute++) {
    const ts = new Date(Date.now() + minute * minuteMs).toISOString()
    const startedAt = performance.now()
    for (const [job, seconds] of Object.entries(intervals))
      await queueTurns(bench.db, job, { seconds, oauthOnly: false }, { _cron: { ts } })
    times.push(performance.now() - startedAt)
  }
  const jobs = await countJobs(bench)
  if (jobs < communities * 2) throw new Error(`only ${jobs} jobs were queued for ${communities} communities`)
  return { queueMinuteMs: Math.max(...times) }
}

async function measureWorker(bench) {
  await emptyQueue(bench)
  await queueAllAtOnce(bench)
  const worker = await startProcess({ id: 'worker', script: scriptAt('../../dist/src/main.js') }, bench.environment)
  try {
    await untilWorking(bench)
    const jobsPerSecond = await rateOf(bench)
    await emptyQueue(bench)
    return { jobsPerSecond, ...(await measureSteady(bench, worker)) }
  } finally {
    await stopProcess(worker)
  }
}

/** In the proportions of a day: the rate of these jobs is the number of communities that a worker carries. */
async function queueAllAtOnce({ db, database }) {
  const rows = await database.query('select community_id as id from platform_connection')
  const now = Date.now()
  for (const [job, seconds] of Object.entries(intervals)) {
    const share = rows.filter((_, nth) => nth % (seconds / 60) === 0)
    const turns = share.map(({ id: communityId }) => ({ communityId, runAt: new Date(now - Math.random() * minuteMs) }))
    await enqueueTurns(db, job, turns)
  }
}

const countJobs = async ({ database }) =>
  (await database.query('select count(*)::int as jobs from graphile_worker._private_jobs'))[0].jobs

async function untilWorking(bench) {
  for (const before = await countJobs(bench); (await countJobs(bench)) > before - 500;) await sleep(100)
}

async function rateOf(bench) {
  const [before, startedAt] = [await countJobs(bench), performance.now()]
  await sleep(saturatedMs)
  return ((before - (await countJobs(bench))) * 1_000) / (performance.now() - startedAt)
}

/** The jobs of this minute are queued here, and the worker queues the next. */
async function measureSteady(bench, worker) {
  const { db, database } = bench
  const ts = new Date().toISOString()
  for (const [job, seconds] of Object.entries(intervals))
    await queueTurns(db, job, { seconds, oauthOnly: false }, { _cron: { ts } })
  // those of the minute that is over
  await database.query('delete from graphile_worker._private_jobs where run_at < now() and locked_at is null')
  const [cpuBefore, startedAt] = [processorSeconds(worker), performance.now()]
  let slowest = 0
  let latest = 0
  while (performance.now() - startedAt < steadyMs) {
    const askedAt = performance.now()
    for (const task of others) {
      await database.query(`select graphile_worker.add_job($1, payload => '{}', job_key => 'bench ' || $1)`, [task])
    }
    while (await isWaiting(database)) await sleep(20)
    slowest = Math.max(slowest, performance.now() - askedAt)
    latest = Math.max(latest, await latenessOf(database))
    await sleep(1_000)
  }
  const cores = ((processorSeconds(worker) - cpuBefore) * 1_000) / (performance.now() - startedAt)
  return { startMs: slowest, latestSeconds: latest, cores }
}

async function isWaiting({ query }) {
  const rows = await query(
    `select from graphile_worker.jobs where key like 'bench %' and locked_at is null and attempts = 0 limit 1`,
  )
  return rows.length > 0
}

async function latenessOf({ query }) {
  const [row] = await query(
    `select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds from graphile_worker._private_jobs
     where locked_at is null and run_at < now() and attempts < max_attempts and key not like 'bench %'`,
  )
  return row.seconds
}
