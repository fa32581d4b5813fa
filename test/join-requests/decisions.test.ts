// acceptJoinRequest, declineJoinRequest and submitJoinOperation: each request is decided once, with a known outcome.
import { randomUUID } from 'node:crypto'
import type { FaultEffect } from '../../src/simulator/faults'
import { newestEntries } from '../support/audit'
import { group, startTestApp, testSettings, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { claimOperation } from '../../src/operations/dispatch/queries'
import { hold, release, settled, watchWrites } from '../operations/fixture'

let app: TestApp
let community: TestCommunity
let last = 50_000
/** An account that has asked to join; a new one for each test. */
let userId: number
beforeAll(async () => {
  app = await startTestApp({ settings: { ...testSettings, platformTimeoutMs: 1_500 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  await release(app)
  community = await app.community()
  userId = stranger()
  app.world.joins.send(group.id, userId)
})

function stranger(): number {
  app.world.addUser({ userId: ++last, username: `Stranger${last}` })
  return last
}

type Verb = 'accept' | 'decline'
const decide = (verb: Verb, id: number = userId, headers = {}, { client } = community): Promise<Answer> =>
  client.post(`/v2/join-requests/${id}/${verb}`, undefined, headers)
const submit = (action: Verb, more: object = {}, { client } = community): Promise<Answer> =>
  client.post('/v2/platform-operations/join-requests', { userId, action, ...more }, { 'Idempotency-Key': randomUUID() })
const ended = async (answer: Promise<Answer>) => settled(community, (await answer).body.data.id as string)
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const isMember = (id: number = userId): boolean => app.world.groups.get(group.id)?.members.has(id) === true
const isAsking = (id: number = userId): boolean => app.world.groups.get(group.id)?.joinRequests.has(id) === true
const state = (id: number = userId) => [isMember(id), isAsking(id)]
const decided = (verb: Verb) => ({ accept: [true, false], decline: [false, false] })[verb]
const decisionPath = '/join-requests/[0-9]+:(accept|decline)$'
const fail = (fault: FaultEffect, count?: number) =>
  app.simulator.faults.add({ ...fault, path: decisionPath, ...(count === undefined ? {} : { count }) })

describe.each(['accept', 'decline'] as const)('a decision (%s)', (verb) => {
  it('is applied once, audited, and answered when the platform shows it', async () => {
    const writes = watchWrites(app, userId)
    const { status, body } = await decide(verb)
    expect([status, body.data, body.meta.changed]).toEqual([
      ...[200, { userId: String(userId), decision: verb === 'accept' ? 'accepted' : 'declined' }, true],
    ])
    expect([state(), writes.applied().map((one) => one.verb)]).toEqual([decided(verb), [`${verb}JoinRequest`]])
    const entries = await newestEntries(app.app, community.communityId, 10)
    const rank = verb === 'accept' ? { name: 'recruit' } : null
    expect(entries.find(({ action }) => action === `join-request.${verb}`)).toMatchObject({
      user_id: userId,
      after: { rank },
    })
    expect(entries.find(({ action }) => action === 'operation.end')).toMatchObject({
      user_id: userId,
      after: { kind: `join.${verb}`, status: 'succeeded' },
    })
  })

  it('of an operation of the queue is found by its id', async () => {
    const operation = await ended(submit(verb))
    expect(operation).toMatchObject({
      kind: `join.${verb}`,
      status: 'succeeded',
      target: null,
      userId: String(userId),
      result: { changed: true },
    })
    expect(state()).toEqual(decided(verb))
  })

  it.each([
    ['lost', { kind: 'hang' }],
    ['applied and lost', { kind: 'applyThenHang' }],
    ['dropped', { kind: 'drop' }],
    ['applied and dropped', { kind: 'applyThenDrop' }],
    ['applied and answered 500', { kind: 'applyThenStatus', status: 500 }],
    ['throttled', { kind: 'throttle', retryAfter: 1 }],
  ] as [string, FaultEffect][])('whose write is %s succeeds, with one effect', async (_, fault) => {
    fail(fault, 1)
    const writes = watchWrites(app, userId)
    expect(await ended(submit(verb))).toMatchObject({ status: 'succeeded', result: { changed: true } })
    expect([state(), writes.applied()]).toEqual([decided(verb), [expect.objectContaining({ changed: true })]])
  })

  it('of concurrent requests is made once', async () => {
    const writes = watchWrites(app, userId)
    const answers = await Promise.all(Array.from({ length: 5 }, () => decide(verb)))
    expect(answers.filter(({ body }) => body.meta?.changed)).toHaveLength(1)
    const others = verb === 'accept' ? [200, undefined] : [404, 'join_request_not_found']
    expect(answers.filter(({ body }) => !body.meta?.changed).map(codeOf)).toEqual(Array(4).fill(others))
    expect(writes.applied()).toHaveLength(1)
  })

  it('without a request is refused, with what the audit log of the group tells', async () => {
    const other = stranger()
    const none = await decide(verb, other)
    expect(codeOf(none)).toEqual([404, 'join_request_not_found'])
    expect(none.text).toContain('never sent, was withdrawn, or was decided')
    app.world.joins.send(group.id, other)
    app.world.joins.decide(group.id, other, 'decline')
    expect((await decide(verb, other)).text).toContain('the last one was declined on the platform at')
    app.world.joins.send(group.id, other)
    app.world.joins.decide(group.id, other, 'accept')
    app.world.removeMember(group.id, other)
    expect((await decide(verb, other)).text).toContain('has left the group since')
  })

  it('without the permission fails, and says which is needed', async () => {
    fail({ kind: 'reject', status: 403 })
    const answer = await decide(verb)
    expect(codeOf(answer)).toEqual([502, 'authorization-intervention-required'])
    expect(answer.text).toContain('accept join requests')
    expect(state()).toEqual([false, true])
  })

  it('that the platform refuses as invalid fails with a code of its own', async () => {
    fail({ kind: 'reject', status: 400 })
    expect(codeOf(await decide(verb))).toEqual([409, 'join_request_refused'])
    expect(await ended(submit(verb))).toMatchObject({ status: 'failed', error: { code: 'join_request_refused' } })
    expect(state()).toEqual([false, true])
  })

  it('whose request is answered 404, although it is listed, changes nothing', async () => {
    fail({ kind: 'reject', status: 404 })
    expect(codeOf(await decide(verb))).toEqual([404, 'join_request_not_found'])
    expect(state()).toEqual([false, true])
  })

  it('needs joins.write, which reads and cancels its operations too', async () => {
    const reader = await community.clientWith(['joins.read', 'members.roles.write'])
    expect(codeOf(await reader.post(`/v2/join-requests/${userId}/${verb}`))).toEqual([403, 'insufficient_scope'])
    const { id } = (await submit(verb)).body.data as { id: string }
    expect(codeOf(await reader.get(`/v2/platform-operations/${id}`))).toEqual([403, 'insufficient_scope'])
    const writer = await community.clientWith(['joins.write'])
    expect((await writer.get(`/v2/platform-operations/${id}`)).status).toBe(200)
    await settled(community, id)
  })

  it('repeated with its key is answered as the first one, and a failed one is a new attempt', async () => {
    const other = stranger()
    const key = { 'Idempotency-Key': randomUUID() }
    expect(codeOf(await decide(verb, other, key))).toEqual([404, 'join_request_not_found'])
    app.world.joins.send(group.id, other)
    const first = await decide(verb, other, key)
    const again = await decide(verb, other, key)
    expect([first.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true'])
  })
})

it('a request that was sent after the decision is not decided with it', async () => {
  fail({ kind: 'applyThenHang' }, 1)
  const operation = submit('decline')
  await waitForWrite()
  app.world.joins.send(group.id, userId)
  expect(await ended(operation)).toMatchObject({ status: 'succeeded', result: { changed: true } })
  expect(state()).toEqual([false, true])
})

it('an account that leaves after it was accepted is not accepted again', async () => {
  fail({ kind: 'applyThenHang' }, 1)
  const operation = submit('accept')
  await waitForWrite()
  app.world.removeMember(group.id, userId)
  const end = await ended(operation)
  expect(end).toMatchObject({ status: 'failed', error: { code: 'join_request_gone' } })
  expect(end.error?.message).toContain('has left the group since')
  app.world.joins.send(group.id, userId)
  expect(await ended(submit('accept'))).toMatchObject({ status: 'succeeded', result: { changed: true } })
})

async function waitForWrite(): Promise<void> {
  for (;;) {
    if (app.simulator.journal.after().some((one) => one.userId === userId)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

it('an account that is accepted by hand before the write stays, and a decline says so', async () => {
  app.world.joins.decide(group.id, userId, 'accept')
  expect((await decide('accept')).body.meta).toEqual({ changed: false, auditId: null })
  expect(codeOf(await decide('decline'))).toEqual([409, 'join_request_accepted'])
})

it('a blacklisted account is not accepted, and may be declined', async () => {
  await community.client.post('/v2/blacklist-entries', { userId, reason: 'Raids' })
  expect(codeOf(await decide('accept'))).toEqual([409, 'member_blacklisted'])
  expect(state()).toEqual([false, true])
  expect((await decide('decline')).status).toBe(200)
})

it('an acceptance replaces a queued decline with supersede', async () => {
  await hold(app)
  const declined = await submit('decline')
  const accepted = submit('accept', { supersede: true })
  await accepted
  await release(app)
  expect(await ended(accepted)).toMatchObject({ status: 'succeeded' })
  const first = await settled(community, declined.body.data.id as string)
  expect([first.status, first.error?.code]).toEqual(['cancelled', 'operation_superseded'])
})

it('is charged so that at most a hundred are sent a minute', async () => {
  const idle = await startTestApp({ worker: false })
  try {
    const { client } = await idle.community()
    const path = '/v2/platform-operations/join-requests'
    await client.post(path, { userId: 101, action: 'accept' }, { 'Idempotency-Key': randomUUID() })
    await idle.app.db.insertInto('worker_process').values({ worker_id: 'here' }).execute()
    await client.post(path, { userId: 101, action: 'accept' }, { 'Idempotency-Key': randomUUID() })
    const claimed = await claimOperation(idle.app.db, { workerId: 'here', leaseSeconds: 30 }, ['bulk'])
    expect(claimed?.operation.kind).toBe('join.accept')
    const budget = await idle.app.db.selectFrom('platform_budget').select(['used', 'per_minute']).executeTakeFirst()
    expect(budget).toEqual({ used: 3, per_minute: 300 })
  } finally {
    await idle.close()
  }
})
