// Reads the state of the deployment for the metrics, with a short cache.
import { digestHeads } from '../audit/seals/queries'
import { countExpiringKeys, countPausedKeys } from '../auth/operator/queries'
import { EXPIRES_SOON_DAYS } from '../auth/rules'
import type { Db } from '../context'
import { countNodes } from '../db/distributed'
import { isReadOnly } from '../db/migrations/state'
import { countJobs, listRuns } from '../jobs/queries'
import { schedule } from '../jobs/tasks'
import { listStepsOff } from '../members/names/queries'
import type { StepName } from '../members/names/rules'
import { countPausedPeople } from '../people/queries'
import { leastSecondsLeft } from '../platform-connection/expiry/queries'
import { listAlarmed } from '../platform-connection/alarm/queries'
import { countPaused } from '../platform-connection/pause/queries'
import { countConnections } from '../platform-connection/queries'
import { countParkedRequests } from '../data-rights/requests/queries'
import { listBudgets, listWorkers, readQueues, readUnderWay } from '../operations/operator/queries'
import { showDatabase, showDeployment, showNodes, type DeploymentState } from '../base/telemetry/metrics'
import { readWebhookBacklog } from '../webhooks/delivery/queries'

const CACHE_MS = 5_000

/** @returns a function that updates the gauges; it never rejects, and removes them without a database */
export function deploymentReader(db: Db): () => Promise<void> {
  let last: Promise<void> | null = null
  let readAt = 0
  return () => {
    const now = performance.now()
    if (last && now - readAt < CACHE_MS) return last
    readAt = now
    return (last = readState(db))
  }
}

async function readState(db: Db): Promise<void> {
  // without a node, the statements on all communities fail
  await countNodes(db).then(showNodes, () => showNodes(null))
  const state = await readDeployment(db).catch(() => null)
  showDeployment(state)
  showDatabase(state !== null && !(await isReadOnly(db).catch(() => true)))
}

async function readDeployment(db: Db): Promise<DeploymentState> {
  const { delay_seconds: webhookDelay, pending: webhookMessages, ...webhookEndpoints } = await readWebhookBacklog(db)
  const { delay_seconds: jobDelay, ...jobs } = await countJobs(db)
  const workers = await listWorkers(db)
  const budgets = await listBudgets(db)
  const { seals, digest } = await digestHeads(db)
  return {
    ...(await readRankChanges(db)),
    webhookMessages,
    webhookDelay,
    webhookEndpoints,
    jobs,
    jobDelay,
    lateJobs: Object.fromEntries((await listRuns(db, schedule)).map(({ name, lateSeconds }) => [name, lateSeconds])),
    platformConnections: await countConnections(db),
    platformKeyExpiries: await leastSecondsLeft(db),
    nameStepsOff: await countStepsOff(db),
    parkedErasures: await countParkedRequests(db),
    blockedBudgets: budgets.filter(({ blocked_until }) => blocked_until !== null).length,
    workers: workers.filter(({ alive }) => alive).length,
    auditHeads: { [digest]: seals },
    alarmedGroups: (await listAlarmed(db)).length,
    pausedGroups: await countPaused(db),
    pausedKeys: await countPausedKeys(db),
    pausedPeople: await countPausedPeople(db),
    expiringKeys: await countExpiringKeys(db, EXPIRES_SOON_DAYS),
  }
}

async function countStepsOff(db: Db): Promise<Readonly<Record<StepName, number>>> {
  const off = await listStepsOff(db)
  const countOf = (step: StepName): number => off.filter((one) => one.step === step).length
  return { memberships: countOf('memberships'), open_cloud: countOf('open_cloud'), legacy: countOf('legacy') }
}

/** Each rank change is counted once. */
async function readRankChanges(db: Db): Promise<Pick<DeploymentState, 'rankChanges' | 'rankChangeAges'>> {
  const lanes = await readQueues(db)
  const underWay = await readUnderWay(db)
  const ofLanes = (field: 'queued' | 'oldest_seconds') =>
    Object.fromEntries(lanes.map((lane) => [`queued_${lane.lane}`, lane[field] ?? 0]))
  return {
    rankChanges: {
      ...ofLanes('queued'),
      executing: underWay.at_work,
      unsettled: underWay.outcome_pending + underWay.half_applied,
    },
    rankChangeAges: { ...ofLanes('oldest_seconds'), unsettled: underWay.oldest_pending_seconds ?? 0 },
  }
}
