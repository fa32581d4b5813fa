// Reads the backlog for the metrics, with a short cache.
import { countExpiringKeys } from '../../auth/queries'
import type { Db } from '../../context'
import { showBacklog, type Backlog } from '../../telemetry/metrics'
import { listWorkers, readLanes, readUnderWay } from './queries'

const CACHE_MS = 5_000
const KEY_EXPIRY_DAYS = 30

/** @returns a function that updates the gauges; it never rejects, and removes them without a database */
export function backlogReader(db: Db): () => Promise<void> {
  let last: Promise<void> | null = null
  let readAt = 0
  return () => {
    const now = performance.now()
    if (last && now - readAt < CACHE_MS) return last
    readAt = now
    return (last = readBacklog(db).then(showBacklog, () => showBacklog(null)))
  }
}

async function readBacklog(db: Db): Promise<Backlog> {
  const lanes = await readLanes(db)
  const underWay = await readUnderWay(db)
  const workers = await listWorkers(db)
  const keysExpiring = await countExpiringKeys(db, KEY_EXPIRY_DAYS)
  const { at_work, outcome_pending, half_applied, oldest_pending_seconds } = underWay
  const queued = lanes.map(({ lane, queued, oldest_seconds }) => [
    `queued_${lane}`,
    { count: queued, oldestSeconds: oldest_seconds ?? 0 },
  ])
  return {
    operations: {
      ...(Object.fromEntries(queued) as Backlog['operations']),
      at_work: { count: at_work },
      outcome_pending: { count: outcome_pending },
      half_applied: { count: half_applied },
      // sent, with an unknown outcome
      unsettled: { count: outcome_pending + half_applied, oldestSeconds: oldest_pending_seconds ?? 0 },
    },
    workersAlive: workers.filter(({ alive }) => alive).length,
    keysExpiring,
  }
}
