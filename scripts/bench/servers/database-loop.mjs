// Without pgbench: one process repeats a statement on as many connections as the servers use.
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { firstUserId } from '../workloads.mjs'

process.once('message', async (job) => {
  process.send(await run(job).catch((error) => ({ error: error.message })))
  process.disconnect()
})

async function run(job) {
  const state = { measuring: false, ended: false, completed: 0, measured: 0, latency: createHistogram() }
  const all = Promise.all(Array.from({ length: job.connections }, () => drive(job, state)))
  await Promise.race([all, sleep(job.warmUpSeconds * 1_000)])
  const startedAt = performance.now()
  state.measuring = true
  await Promise.race([all, sleep(job.seconds * 1_000)])
  const seconds = (performance.now() - startedAt) / 1_000
  state.measuring = false
  state.ended = true
  await all
  const { measured, completed, latency } = state
  const p50Ms = latency.percentile(50) / 1_000
  return { perSecond: measured / seconds, p50Ms, p99Ms: latency.percentile(99) / 1_000, completed }
}

async function drive({ connectionString, statement, parameters: [communityId, , ...rest], members }, state) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  while (!state.ended) {
    const values = [communityId, firstUserId + Math.floor(Math.random() * members), ...rest]
    const sentAt = performance.now()
    await client.query({ ...statement, values })
    state.completed++
    if (!state.measuring) continue
    state.measured++
    state.latency.record(Math.max(1, Math.round((performance.now() - sentAt) * 1_000)))
  }
  await client.end()
}
