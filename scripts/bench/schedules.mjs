// The jobs of many connected communities: how long it takes to queue them, and what one worker carries.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/db/database.ts'
import { enqueueStaggered } from '../../src/db/job-queue.ts'
import { encryptCredential } from '../../src/encryption/credentials.ts'
import { Keyring } from '../../src/encryption/keyring.ts'
import { makeLogger } from '../../src/base/logger.ts'
import { queueStaggered } from '../../src/jobs/staggered.ts'
import { median, say } from '../command.ts'
import { controlOf } from '../faults/simulator-control.ts'
import { makeWorld } from '../faults/world.ts'
import { renderRows, thousands } from '../markdown.mjs'
import { withDatabase } from './database.mjs'
import { startProcess, stopProcess, withSimulator } from './fleet.mjs'
import { processorSeconds } from './processor.mjs'
import { ours } from './servers/index.mjs'

const communities = 10_000
const platformDelayMs = 150
/** Interval of each job in seconds. That of the memberships is missing: they are read with OAuth only. */
const intervals = { 'sync-ranks': 600, 'refresh-drifted-members': 60, 'check-platform-keys': 3_600 }
/** Of a community: 6 syncs of the ranks, 60 looks for changes by hand, 1 check of the key. */
const jobsOfAnHour = 67
const others = ['send-result-message', 'erase-account', 'seal-audit-entries']
const saturatedMs = 20_000
const steadyMs = 60_000
const minuteMs = 60_000

/** @returns the settings, and by round the times of the statements and of a worker */
async function measure({ rounds }) {
  return withDatabase(async (database) => {
    const { directory, url } = database
    const stateFile = path.join(directory, 'simulator.json')
    const [group] = makeWorld(stateFile, { communities: 1, members: 4, roles: 'single' })
    const { db, close } = openDatabase(url, 1, makeLogger('silent'))
    return withSimulator(stateFile, async (platformUrl) => {
      const encryptionKey = randomBytes(32).toString('hex')
      await seedConnected(database, group, new Keyring(Buffer.from(encryptionKey, 'hex')))
      await controlOf(platformUrl).setFaults([{ kind: 'delay', ms: platformDelayMs }])
      const settings = { DATABASE_URL: url, PLATFORM_API_URL: platformUrl, ENCRYPTION_KEY: encryptionKey }
      const bench = { db, database, environment: { ...settings, LOG_LEVEL: 'info', ROLE: 'worker' } }
      const results = []
      for (let round = 1; round <= rounds; round++) {
        const result = { ...(await measureQueueing(bench)), ...(await measureWorker(bench)) }
        results.push(result)
        say(`round ${round} of ${rounds}: ${JSON.stringify(result)}`)
      }
      return { postgres: database.version, rounds, results }
    }).finally(close)
  })
}

/** All communities are connected to the same group. */
async function seedConnected({ query }, { groupId, apiKey }, keys) {
  const ids = Array.from({ length: communities }, (_, number) => {
    const digits = String(number + 1).padStart(20, '0')
    return `cmt_${digits.replace(/[0189]/g, (digit) => 'abcd'['0189'.indexOf(digit)])}`
  })
  await query(`insert into community (community_id, name) select unnest($1::text[]), 'Bench'`, [ids])
  await query(
    `insert into platform_connection (community_id, group_id, credential_kind, credential, owner_user_id, status)
     select id, $3, 'api_key', credential, $3, 'connected' from unnest($1::text[], $2::bytea[]) as one (id, credential)`,
    [ids, ids.map((id) => encryptCredential(keys, id, apiKey)), groupId],
  )
  await query('vacuum analyze')
}

const emptyQueue = ({ database }) => database.query('delete from graphile_worker._private_jobs')

const countJobs = async ({ database }) =>
  (await database.query('select count(*)::int as jobs from graphile_worker._private_jobs'))[0].jobs

async function queueMinute({ db }, at) {
  for (const [job, seconds] of Object.entries(intervals))
    await queueStaggered(db, job, { seconds, oauthOnly: false }, { _cron: { ts: new Date(at).toISOString() } })
}

/** @returns milliseconds to queue the jobs of a minute, the longest of ten minutes */
async function measureQueueing(bench) {
  await emptyQueue(bench)
  const times = []
  for (let minute = 0; minute < 10; minute++) {
    const startedAt = performance.now()
    await queueMinute(bench, Date.now() + minute * minuteMs)
    times.push(performance.now() - startedAt)
  }
  const jobs = await countJobs(bench)
  if (jobs < communities * 2) throw new Error(`only ${jobs} jobs were queued for ${communities} communities`)
  return { queueMinuteMs: Math.max(...times) }
}

async function measureWorker(bench) {
  await emptyQueue(bench)
  await queueAllAtOnce(bench)
  const worker = await startProcess(ours, bench.environment)
  try {
    for (const before = await countJobs(bench); (await countJobs(bench)) > before - 500;) await sleep(100)
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
    await enqueueStaggered(db, job, turns)
  }
}

async function rateOf(bench) {
  const [before, startedAt] = [await countJobs(bench), performance.now()]
  await sleep(saturatedMs)
  return ((before - (await countJobs(bench))) * 1_000) / (performance.now() - startedAt)
}

/** The jobs of this minute are queued here, and the worker queues the next. */
async function measureSteady(bench, { pid }) {
  const { query } = bench.database
  await queueMinute(bench, Date.now())
  // those of the minute that is over
  await query('delete from graphile_worker._private_jobs where run_at < now() and locked_at is null')
  const [cpuBefore, startedAt] = [processorSeconds(pid), performance.now()]
  let [startMs, latestSeconds] = [0, 0]
  while (performance.now() - startedAt < steadyMs) {
    const askedAt = performance.now()
    for (const task of others) {
      await query(`select graphile_worker.add_job($1, payload => '{}', job_key => 'bench ' || $1)`, [task])
    }
    while (await isWaiting(query)) await sleep(20)
    startMs = Math.max(startMs, performance.now() - askedAt)
    latestSeconds = Math.max(latestSeconds, await latenessOf(query))
    await sleep(1_000)
  }
  const cores = ((processorSeconds(pid) - cpuBefore) * 1_000) / (performance.now() - startedAt)
  return { startMs, latestSeconds, cores }
}

async function isWaiting(query) {
  const rows = await query(
    `select from graphile_worker.jobs where key like 'bench %' and locked_at is null and attempts = 0 limit 1`,
  )
  return rows.length > 0
}

async function latenessOf(query) {
  const [row] = await query(
    `select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds from graphile_worker._private_jobs
     where locked_at is null and run_at < now() and attempts < max_attempts and key not like 'bench %'`,
  )
  return row.seconds
}

export const schedules = {
  id: 'schedules',
  what: `jobs of ${thousands(communities)} connected communities`,
  measure,
  render({ rounds, results }) {
    const of = (figure) => median(results.map((result) => result[figure]))
    const lines = [
      ['jobs a second of one worker that is never idle', of('jobsPerSecond').toFixed(0)],
      ['communities that one worker carries', thousands((of('jobsPerSecond') * 3_600) / jobsOfAnHour)],
      [`a core, at ${thousands(communities)} communities`, `${Math.round(of('cores') * 100)}%`],
      ['the latest job of a community, s', of('latestSeconds').toFixed(1)],
      ['a result message, an erasure and a seal start within, s', (of('startMs') / 1_000).toFixed(1)],
      ['to queue the jobs of a minute, ms', of('queueMinuteMs').toFixed(0)],
    ]
    return [
      `**Jobs of ${thousands(communities)} connected communities, where the platform answers after ${platformDelayMs} ms**`,
      renderRows(['', 'measured'], lines),
      `Medians of ${rounds} rounds. The worker has a minute of each; the last row is the longest of its round.`,
    ]
  },
}
