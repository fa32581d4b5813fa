// Lists on a real streaming replica. Who answered is seen in PostgreSQL's own view of its sessions, and by what each of the
// two databases knows while the replica is held back.
import { operationTable } from '../../generated/operations'
import { projectRoot } from '../../src/config'
import type { OperationId } from '../../src/contract/types'
import { migrate } from '../../src/db/migrations/migrate'
import path from 'node:path'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { ask, startClusters, type TestCluster, type TestClusters } from '../support/cluster'
import { makeForms, successOf } from '../support/successes'
import { until } from '../support/until'

jest.setTimeout(90_000)

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
  })
  home = await app.community()
  await makeForms(app, home)
  await replicaAnswers()
})
afterAll(async () => {
  await app?.close()
  await clusters?.close()
})

/** What the application's sessions asked that cluster since a moment of its own clock, but for the looks at the replica. */
async function askedSince(cluster: TestCluster, since: string): Promise<string[]> {
  const rows = await ask<{ query: string }>(
    cluster.url(DATABASE),
    `select query from pg_stat_activity
     where application_name = 'community-server' and query_start > '${since}' and query not like '%pg_control_system%'`,
  )
  return rows.map(({ query }) => query)
}

const momentOf = async (cluster: TestCluster): Promise<string> =>
  (await ask<{ at: string }>(cluster.url(DATABASE), 'select clock_timestamp()::text as at'))[0]?.at ?? ''

/** Who was asked while a list was fetched. */
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

/** On a machine that is very busy a replica may count as too old for a moment. */
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

test.each(marked)('%s is answered by the replica, and the primary is not asked', async (id) => {
  await onlyReplicaAnswers(id)
})

test.each(['listAuditEntries', 'getMember', 'listEventAwards', 'listRanks'] as const)('%s is not', async (id) => {
  expect((await whoAnswers(id)).replica).toBe(0)
})

test('a replica that is behind answers for as long as it may, then the primary does, then the replica again', async () => {
  await onReplica('select pg_wal_replay_pause()')
  expect(await meet(103)).toBe(200)
  const writtenAt = Date.now()
  // the write is not there: the replica has answered
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

test('a primary that writes nothing does not make its replica old', async () => {
  await new Promise((resolve) => setTimeout(resolve, MAX_LAG_MS + 1_000))
  await onlyReplicaAnswers()
})

test('what the replica does not know yet is asked of the primary: the list of a form made a moment ago', async () => {
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

test('nobody notices that the replica is killed in the middle of their lists, nor that it comes back', async () => {
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

test('a replica that falls silent is not waited for', async () => {
  const sessions = await onReplica(`select pid from pg_stat_activity where application_name = 'community-server'`)
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

test('one that was promoted is a database of its own, and is not read any more', async () => {
  await clusters.replica.promote()
  await primaryAnswers()
  expect(app.logs.map(({ reason }) => reason)).toContain('it is no longer a replica')
  expect(await whoAnswers()).toMatchObject({ replica: 0 })
  expect(await meet(104)).toBe(200)
  expect(await userIds()).toContain('104')
})
