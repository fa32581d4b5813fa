// A batch is applied once, however often it is sent.
import { sql } from 'kysely'
import { makeApp } from '../../../src/process/app'
import { createAward } from '../../../src/awards/medals/actions'
import { eraseAccount, exportAccount } from '../../../src/data-rights/actions'
import { group, serve, startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { waitingForLocks } from '../../support/locks'
import { until } from '../../support/until'
import { addMembers, auditOf, codesOf, newBatchId, numbersOf, outcomesOf, plus, range, send } from './fixture'

let app: TestApp
let community: TestCommunity
let other: { url: string; close(): Promise<void> }
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  other = await serve(await makeApp(app.parts))
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  app.simulator.faults.clear()
  community = await app.community({ connected: false })
  await createAward(await community.ctx(), 'medal', 'Valor')
})

const entries = [
  { userId: 1, experience: plus(5), medals: ['Valor'] },
  { userId: 2, medals: ['Valour'] },
]

it('returns the first outcome for the same batch in any notation, and awards nothing', async () => {
  const first = await send(community.client, entries, 'same')
  const written = [
    { userId: '1', by: 'userId', medals: ['Valor'], experience: { amount: 5, op: 'increment' } },
    { userId: '2', medals: ['Valour'] },
  ]
  const again = await send(community.client, written, 'same')
  expect(again.body).toEqual({ ...first.body, meta: { ...first.body.meta, replayed: true } })
  expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 5 })
  expect(await auditOf(app, community, 1)).toHaveLength(2)
})

it('returns the outcome by batchId to the community of the batch only', async () => {
  const first = await send(community.client, entries, 'read-me')
  const read = await community.client.get('/v2/award-batches/read-me')
  expect(read.body).toEqual({ ...first.body, meta: { ...first.body.meta, replayed: true } })
  const elsewhere = await app.community({ connected: false })
  const absent = [
    await elsewhere.client.get('/v2/award-batches/read-me'),
    await community.client.get('/v2/award-batches/none'),
  ]
  expect(absent.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([404, absent[0]?.text]))
  expect(absent[0]?.body.error.code).toBe('batch_not_found')
  // the other community has not used the id
  expect((await send(elsewhere.client, entries, 'read-me')).body.meta.replayed).toBe(false)
})

it.each<[string, readonly object[]]>([
  ['another amount', [{ ...entries[0], experience: plus(6) }, entries[1] ?? {}]],
  ['another order', [...entries].reverse()],
  ['one entry less', entries.slice(0, 1)],
  ['another reason', [{ ...entries[0], reason: 'Twice' }, entries[1] ?? {}]],
])('rejects a used batchId with %s', async (_, changed) => {
  await send(community.client, entries, 'reused')
  const { status, body } = await send(community.client, changed, 'reused')
  expect([status, body.error.code]).toEqual([409, 'batch_id_reused'])
  expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 5 })
})

it('keeps an outcome with an error of the platform; a new batchId tries again', async () => {
  const connected = await app.community()
  app.simulator.faults.add({ kind: 'reject', status: 500 })
  const batch = [{ userId: group.members[0], experience: plus(1) }]
  expect(codesOf((await send(connected.client, batch, 'unlucky')).body.data.entries)).toEqual([
    'platform_cloud_unavailable',
  ])
  app.simulator.faults.clear()
  expect(codesOf((await send(connected.client, batch, 'unlucky')).body.data.entries)).toEqual([
    'platform_cloud_unavailable',
  ])
  expect(codesOf(await outcomesOf(connected.client, batch))).toEqual(['succeeded'])
})

it('applies one of twenty concurrent requests in two processes, and returns the same outcome to all', async () => {
  const elsewhere = clientAt(other.url)
  const answers = await Promise.all(
    range(0, 20).map((place) => send(place % 2 ? community.client : elsewhere, entries, 'at-once')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size).toBe(1)
  expect(answers.filter(({ body }) => !body.meta.replayed)).toHaveLength(1)
  expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 5, medal_occurrences: 1 })
  expect(await auditOf(app, community, 1)).toHaveLength(2)
})

function clientAt(url: string): Client {
  return { ...community.client, send: moved, post: (path, body) => moved('POST', path, body) }
  async function moved(method: string, path: string, body?: unknown) {
    const answer = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${community.key}`,
        'X-Community-Id': community.communityId,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    return { status: answer.status, body: JSON.parse(text) as never, headers: {}, text }
  }
}

it('loses no award and has no deadlock with concurrent overlapping batches and single awards', async () => {
  const members = range(100, 30)
  await addMembers(app, community, members)
  const batch = (order: readonly number[]) =>
    order.map((userId) => ({ userId, experience: plus(1), quotaPoints: plus(1) }))
  const rotated = range(0, 12).map((turn) => [...members.slice(turn * 2), ...members.slice(0, turn * 2)])
  const answers = await Promise.all([
    ...rotated.map((order, turn) => send(community.client, batch(turn % 2 ? order : [...order].reverse()))),
    ...members.map((userId) => community.client.post(`/v2/members/${userId}/experience`, plus(1))),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  for (const userId of members) {
    expect(await numbersOf(app, community, userId)).toMatchObject({ experience: 13, quota_points: 12 })
  }
})

it('locks members by user id, whatever the order of the entries', async () => {
  const members = range(200, 10)
  await addMembers(app, community, members)
  const backwards = [...members].reverse().map((userId) => ({ userId, experience: plus(1) }))
  const lock = (userId: number) =>
    sql`select from member where community_id = ${community.communityId} and user_id = ${userId} for update nowait`
  const answer = await app.app.db.transaction().execute(async (db) => {
    await lock(200).execute(db)
    const sent = send(community.client, backwards)
    await waitingBatches('%from "member"%for no key update')
    for (const userId of members) await lock(userId).execute(db)
    return { sent }
  })
  expect((await answer.sent).body.meta).toEqual({ succeeded: 10, failed: 0, replayed: false })
})

/** Waits until batches wait for a lock. @returns the ids of their PostgreSQL processes */
async function waitingBatches(statement: string): Promise<number[]> {
  let pids: number[] = []
  await until('a batch waits', async () => {
    pids = await waitingForLocks(app.app.db, statement)
    return pids.length > 0
  })
  return pids
}

it('applies nothing of a batch whose database connection is lost', async () => {
  await addMembers(app, community, [1, 2, 3])
  const three = [1, 2, 3].map((userId) => ({
    userId,
    experience: plus(5),
    ...(userId === 2 ? { medals: ['Valor'] } : {}),
  }))
  const batchId = newBatchId()
  const answer = await app.app.db.transaction().execute(async (db) => {
    // the batch stops at its medal, after its points are written
    await sql`select from medal where community_id = ${community.communityId} for update`.execute(db)
    const sent = send(community.client, three, batchId)
    for (const pid of await waitingBatches('insert into "member_medal"%'))
      await sql`select pg_terminate_backend(${pid})`.execute(app.app.db)
    return sent
  })
  expect([answer.status, answer.body.error.code]).toEqual([503, 'dependency_unavailable'])
  expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 0 })
  expect(await auditOf(app, community, 1)).toEqual([])
  expect((await community.client.get(`/v2/award-batches/${batchId}`)).status).toBe(404)
  const again = await send(community.client, three, batchId)
  expect(again.body.meta).toEqual({ succeeded: 3, failed: 0, replayed: false })
  expect(await numbersOf(app, community, 3)).toMatchObject({ experience: 5 })
})

describe('after 24 hours', () => {
  const age = (batchId: string) =>
    sql`update award_batch set created_at = now() - interval '24 hours' where batch_id = ${batchId}`.execute(app.app.db)

  it('a batchId can be used again, even before its outcome is deleted', async () => {
    await send(community.client, entries, 'old')
    await age('old')
    expect((await community.client.get('/v2/award-batches/old')).status).toBe(404)
    const answers = await Promise.all(range(0, 5).map(() => send(community.client, entries, 'old')))
    expect(answers.filter(({ body }) => !body.meta.replayed)).toHaveLength(1)
    expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 10 })
  })

  it('the scheduled task deletes the outcome and keeps newer ones', async () => {
    await send(community.client, entries, 'old-one')
    await send(community.client, entries, 'young-one')
    await age('old-one')
    await tasksOf(app)['purge-batches']()
    const { rows } = await sql<{ batch_id: string }>`
      select batch_id from award_batch where community_id = ${community.communityId}`.execute(app.app.db)
    expect(rows).toEqual([{ batch_id: 'young-one' }])
  })
})

it('an erasure removes the account from stored outcomes, and a retry awards nothing', async () => {
  await send(community.client, entries, 'erase-me')
  const [held] = (await exportAccount(app.base, 1)).communities.filter(
    ({ communityId }) => communityId === community.communityId,
  )
  expect(held?.awardBatchEntries).toEqual([
    {
      batchId: 'erase-me',
      createdAt: expect.any(String) as string,
      outcome: expect.objectContaining({ userId: '1' }) as object,
    },
  ])
  await eraseAccount(app.base, 1, false)
  const { body } = await send(community.client, entries, 'erase-me')
  expect(body.data.entries.map(({ userId }: { userId: string | null }) => userId)).toEqual([null, '2'])
  expect(body.meta.replayed).toBe(true)
  const { rows } = await sql`select from award_batch where outcome @> '[{"userId": "1"}]'`.execute(app.app.db)
  expect(rows).toEqual([])
})
