// Lists from a streaming replica. Who answered is seen in pg_stat_activity, or from the data of a paused replica.
import { operationTable } from '../../generated/operations'
import { projectRoot } from '../../src/base/project-root'
import type { OperationId } from '../../src/contract/types'
import type { Logger } from '../../src/base/logger'
import { openDatabase } from '../../src/db/database'
import { Replica } from '../../src/db/replica'
import { migrate } from '../../src/db/migrations/migrate'
import path from 'node:path'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { ask, startClusters, type TestCluster, type TestClusters } from '../support/cluster'
import { makeForms, successOf } from '../support/successes'
import { until } from '../support/until'

const DATABASE = 'community'
const MAX_LAG_MS = 5_000
const marked = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].readReplica)

let clusters: TestClusters
let app: TestApp
let home: TestCommunity

beforeAll(async () => {
  clusters = await startClusters()
  await ask(clusters.primary.url('postgres'), `create database ${DATABASE} template template0 encoding 'UTF8'`)
  await migrate(clusters.primary.url(DATABASE), { sqlDir: path.join(projectRoot, 'sql') })
  app = await startTestApp({
    connectionString: clusters.primary.url(DATABASE),
    replica: { url: clusters.replica.url(DATABASE), maxLagMs: MAX_LAG_MS },
    // a worker asks the primary at any time
    worker: false,
  })
  home = await app.community()
  await makeForms(app, home)
  await replicaAnswers()
})
afterAll(async () => {
  await app?.close()
  await clusters?.close()
})

/**
 * Queries of requests since a time of the cluster's clock; not those of the listener and of the lag measurement, which
 * run all the time.
 */
async function askedSince(cluster: TestCluster, since: string): Promise<string[]> {
  const rows = await ask<{ query: string }>(
    cluster.url(DATABASE),
    `select query from pg_stat_activity
     where application_name in ('community-server-api', 'community-server-replica') and query_start > '${since}'`,
  )
  return rows.map(({ query }) => query)
}

const momentOf = async (cluster: TestCluster): Promise<string> =>
  (await ask<{ at: string }>(cluster.url(DATABASE), 'select clock_timestamp()::text as at'))[0]?.at ?? ''

/** Number of queries on each server while a list was fetched. */
async function whoAnswers(id: OperationId = 'listMembers'): Promise<{ replica: number; primary: number }> {
  const [onReplica, onPrimary] = [await momentOf(clusters.replica), await momentOf(clusters.primary)]
  const { path: at } = successOf(id)
  const answer = await home.client.get(at)
  expect(answer.status).toBe(200)
  return {
    replica: (await askedSince(clusters.replica, onReplica)).length,
    primary: (await askedSince(clusters.primary, onPrimary)).length,
  }
}

/** Waits: on a busy machine the replica may be stale for a moment. */
const onlyReplicaAnswers = (id?: OperationId): Promise<void> =>
  until('the replica answers, and the primary is not asked', async () => {
    const { replica, primary } = await whoAnswers(id)
    return replica > 0 && primary === 0
  })

const told = (): string =>
  app.logs
    .map(({ msg }) => String(msg))
    .filter((msg) => msg.startsWith('lists are'))
    .at(-1) ?? ''
const replicaAnswers = (): Promise<void> =>
  until('the replica answers', () => told() === 'lists are answered by the replica')
const primaryAnswers = (): Promise<void> =>
  until('the primary answers', () => told() === 'lists are answered by the primary, not by the replica')

const onReplica = (statement: string) => ask(clusters.replica.url(DATABASE), statement)
const userIds = async (): Promise<string[]> =>
  (await home.client.get('/v2/members')).body.data.map(({ userId }: { userId: string }) => userId)
const meet = (userId: number) =>
  home.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 1 }).then(({ status }) => status)

test.each(marked)('reads %s from the replica only', async (id) => {
  await onlyReplicaAnswers(id)
})

test.each(['listAuditEntries', 'getMember', 'listEventAwards', 'listRanks'] as const)(
  'does not read %s from the replica',
  async (id) => {
    expect((await whoAnswers(id)).replica).toBe(0)
  },
)

test('reads from a lagging replica within the limit, then from the primary, then from the replica again', async () => {
  await onReplica('select pg_wal_replay_pause()')
  expect(await meet(103)).toBe(200)
  const writtenAt = Date.now()
  // the list lacks the write: the replica answered
  expect(await userIds()).not.toContain('103')
  await until('the write is in the list', async () => (await userIds()).includes('103'))
  expect(Date.now() - writtenAt).toBeLessThan(MAX_LAG_MS + 1_000)
  await primaryAnswers()
  expect(await whoAnswers()).toMatchObject({ replica: 0 })
  await onReplica('select pg_wal_replay_resume()')
  await replicaAnswers()
  await onlyReplicaAnswers()
  expect(await userIds()).toContain('103')
})

test('keeps using the replica of an idle primary', async () => {
  // measured by the last transaction, the lag of an idle primary would grow with time
  await new Promise((resolve) => setTimeout(resolve, MAX_LAG_MS + 1_000))
  await onlyReplicaAnswers()
})

test('reads the list of a new form from the primary while the replica lags', async () => {
  await onReplica('select pg_wal_replay_pause()')
  const definition = { name: 'Young', state: 'open', questions: [{ id: 'q', type: 'short', title: 'Why?' }] }
  const { body } = await home.client.post('/v2/applications', { definition })
  const list = await home.client.get(`/v2/applications/${body.data.applicationId}/responses`)
  expect(list.status).toBe(200)
  const none = await home.client.get('/v2/applications/app_aaaaaaaaaaaaaaaaaaaa/responses')
  expect(none.body.error.code).toBe('application_not_found')
  await onReplica('select pg_wal_replay_resume()')
  await replicaAnswers()
})

test('answers every list while the replica is killed and restarted', async () => {
  let going = true
  const statuses: number[] = []
  const callers = Array.from({ length: 8 }, async () => {
    while (going) statuses.push((await home.client.get('/v2/members')).status)
  })
  await until('lists are read', () => statuses.length > 50)
  await clusters.replica.kill()
  await primaryAnswers()
  const before = statuses.length
  await until('lists are read without it', () => statuses.length > before + 50)
  await clusters.replica.start()
  await replicaAnswers()
  going = false
  await Promise.all(callers)
  expect([...new Set(statuses)]).toEqual([200])
  await onlyReplicaAnswers()
})

test('does not wait for a replica that hangs', async () => {
  const sessions = await onReplica(`select pid from pg_stat_activity where application_name like 'community-server%'`)
  const pids = (sessions as { pid: number }[]).map(({ pid }) => pid)
  expect(pids.length).toBeGreaterThan(1)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  const since = Date.now()
  const answers = await Promise.all(Array.from({ length: 4 }, () => home.client.get('/v2/members')))
  const waited = Date.now() - since
  for (const pid of pids) process.kill(pid, 'SIGCONT')
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(waited).toBeLessThan(6_000)
  await replicaAnswers()
  await onlyReplicaAnswers()
})

test('does not use a replica of another database of the cluster', async () => {
  const open = (url: string) => openDatabase(url, 1, app.base.log)
  const reasons: string[] = []
  const log = { ...app.base.log, warn: ({ reason }: { reason: string }) => reasons.push(reason) } as unknown as Logger
  const [reads, probe] = [open(clusters.replica.url('postgres')), open(clusters.replica.url('postgres'))]
  const replica = new Replica({ reads, probe, primary: open(clusters.primary.url(DATABASE)) }, MAX_LAG_MS, log)
  await until('it is refused', () => reasons.includes('it is a replica of another database'))
  expect(replica.isFresh()).toBe(false)
  await replica.close()
})

test('stops using a replica that was promoted', async () => {
  await clusters.replica.promote()
  await primaryAnswers()
  expect(app.logs.map(({ reason }) => reason)).toContain('it is no longer a replica')
  expect(await whoAnswers()).toMatchObject({ replica: 0 })
  expect(await meet(104)).toBe(200)
  expect(await userIds()).toContain('104')
})
