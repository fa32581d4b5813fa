// The command `operations`, with a worker.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { sentenceOf } from '../../src/admin/sentences'
import { claimOperation } from '../../src/operations/dispatch/queries'
import { read, resetRoles, settled, submit, rolesOnPlatform } from '../operations/fixture'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { adminOf, runIn, type Admin } from './support'

let app: TestApp
let community: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp()
  admin = adminOf(app)
})
afterAll(() => app.close())

const { roles } = group
const [first, second, third] = group.members
const time = expect.stringMatching(/^\d{4}-.*Z$/)
it.each(['half-applied', 'worker-lost', 'platform-budget', 'writes_paused', 'member_suspended'])(
  'has a sentence for the reason %s',
  (reason) => {
    expect(sentenceOf(reason)).toMatch(/^[A-Z].* .*\.$/)
  },
)

const nowhere = 'op_zzzzzzzzzzzzzzzzzzzz'

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  community = await app.community()
  // the platform is not asked again when changes are accepted
  for (const userId of group.members) await community.client.get(`/v2/members/${userId}`)
})

const post = (body: object) => submit(community, body, randomUUID())
const accepted = async (body: object): Promise<string> => {
  const answer = await post(body)
  expect([answer.status, answer.body.error]).toEqual([202, undefined])
  return answer.body.data.id as string
}
const ended = async (body: object) => settled(community, await accepted(body))
const inCommunity = (verb: string, ...more: string[]) => [
  ...['operations', verb, '--community', community.communityId],
  ...more,
]
const on = (verb: string, operationId: string) => ['operations', verb, '--operation', operationId]
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const auditLog = async (limit = 1) =>
  (await admin.json(['audit', 'list', '--community', community.communityId, '--limit', String(limit)])).auditEntries
const parked = (id: string) =>
  until(`${id} is parked`, async () => {
    const { status, attempts } = await read(community, id)
    return status === 'queued' && attempts.length > 1
  })

describe('list', () => {
  test('prints rank changes newest first, by status and member, in pages', async () => {
    const one = await ended({ userId: first, rankId: 50 })
    const two = await ended({ userId: second, rankId: 10 })
    app.world.removeMember(group.id, third)
    const three = await ended({ userId: third, rankId: 10 })
    app.world.addMember(group.id, third)
    const idsOf = async (...flags: string[]) => {
      const { platformOperations, nextCursor } = await admin.json(inCommunity('list', ...flags))
      return { ids: platformOperations.map(({ id }: { id: string }) => id), nextCursor }
    }
    expect(await idsOf()).toEqual({ ids: [three.id, two.id, one.id], nextCursor: null })
    expect(await idsOf('--status', 'failed')).toEqual({ ids: [three.id], nextCursor: null })
    expect(await idsOf('--user', String(second))).toEqual({ ids: [two.id], nextCursor: null })
    const { ids, nextCursor } = await idsOf('--limit', '2')
    expect(ids).toEqual([three.id, two.id])
    expect(await idsOf('--limit', '2', '--cursor', nextCursor)).toEqual({ ids: [one.id], nextCursor: null })
    const { stdout } = await admin.run(inCommunity('list', '--limit', '1'))
    expect(stdout).toMatch(/^ID +USER +USERNAME +KIND +STATUS +CREATED\n/)
    expect(stdout).toMatch(
      new RegExp(`^${three.id} [^]*by: key [^]*error: code: member_not_in_group, message: The account is not in`, 'm'),
    )
    expect(stdout).toContain('Next page: --cursor ')
  })

  test('prints a note when there are none, and refuses an unknown status', async () => {
    community = await app.community()
    expect((await admin.run(inCommunity('list'))).stdout).toBe('There are no platform operations.\n')
    expect(await admin.failure(inCommunity('list', '--status', 'lost'))).toContain('queued, dispatching')
  })
})

describe('show', () => {
  test('finds an operation by its id, with its history', async () => {
    const { id } = await ended({ userId: first, rankId: 50 })
    const shown = await admin.json(on('show', id))
    expect(shown).toMatchObject({
      communityId: community.communityId,
      operationId: id,
      status: 'succeeded',
      sent: true,
      steps: [{ verb: 'assign', role: roles.sergeant, at: time }],
      requiredScope: 'members.ranks.write',
      result: { changed: true, auditId: expect.any(String) },
      error: null,
    })
    expect(shown.attempts.map(({ to }: { to: string }) => to)).toEqual(['queued', 'dispatching', 'succeeded'])
    const { stdout } = await admin.run(on('show', id))
    expect(stdout).toMatch(/^by +key \S+ \([^)]+\)$/m)
    expect(stdout).toMatch(/^required scope +members\.ranks\.write$/m)
    expect(stdout).toMatch(new RegExp(`^steps +at: \\S+Z, role: ${roles.sergeant}, verb: assign$`, 'm'))
    expect(stdout).toMatch(/Z +succeeded +dispatching/)
  })

  test('prints the error of a failed operation, and rejects an unknown id', async () => {
    app.world.removeMember(group.id, third)
    const { id } = await ended({ userId: third, move: 'promote' })
    app.world.addMember(group.id, third)
    expect((await admin.run(on('show', id))).stdout).toMatch(/^error +code: member_not_in_group, .*must join/m)
    expect(await admin.failure(on('show', nowhere))).toContain(`There is no operation ${nowhere}`)
  })
})

describe('pause and resume', () => {
  test('hold queued and refuse new rank changes of one community, with one audit entry each', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const held = await accepted({ userId: first, rankId: 50 })
    await parked(held)
    const said = { communityId: community.communityId, deploymentPausedAt: null, queued: 1, underWay: 0 }
    expect(await admin.json(inCommunity('pause', '--yes'))).toEqual({ ...said, communityPausedAt: time, changed: true })
    expect(await admin.json(inCommunity('pause', '--yes'))).toEqual({
      ...said,
      communityPausedAt: time,
      changed: false,
    })
    app.simulator.faults.clear()
    expect(codeOf(await post({ userId: second, rankId: 50 }))).toEqual([503, 'scheduler-disabled'])
    const synchronous = await community.client.put(`/v2/members/${second}/rank`, { rankId: 50 })
    expect(codeOf(synchronous)).toEqual([503, 'roblox_scheduler_unavailable'])
    const other = await app.community()
    expect((await other.client.put(`/v2/members/${third}/rank`, { rankId: 50 })).status).toBe(200)
    await sql`update platform_operation set not_before = now() where operation_id = ${held}`.execute(app.app.db)
    const process = { workerId: 'another', leaseSeconds: 60 }
    expect(await claimOperation(app.app.db, process, ['urgent', 'bulk'])).toBeNull()
    expect((await read(community, held)).status).toBe('queued')

    expect(await admin.json(inCommunity('resume'))).toMatchObject({ communityPausedAt: null, changed: true })
    expect(await settled(community, held)).toMatchObject({ status: 'succeeded' })
    expect(await admin.json(inCommunity('resume'))).toEqual({
      ...said,
      communityPausedAt: null,
      changed: false,
      queued: 0,
    })
    expect((await post({ userId: second, rankId: 50 })).status).toBe(202)
    const actor = { kind: 'operator' }
    const actions = (await auditLog(20)).filter(({ action }: { action: string }) => action.startsWith('operations.'))
    expect(actions).toMatchObject([
      { action: 'operations.resume', actor },
      { action: 'operations.pause', actor },
    ])
  })

  test('do nothing for a community that is not paused', async () => {
    expect((await admin.run(inCommunity('resume'))).stdout).toContain('It was not paused.')
    expect(await auditLog()).not.toMatchObject([{ action: 'operations.resume' }])
  })

  test('hold every community of the deployment, with a warning for each change', async () => {
    const pause = () => admin.run(['operations', 'pause', '--yes'])
    try {
      const paused = await pause()
      expect(paused).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('every community were paused by') })
      expect(paused.stdout).toContain('Paused: queued rank changes keep their deadline')
      expect(await pause()).toMatchObject({ stderr: '', stdout: expect.stringContaining('It was paused already.') })
      for (const one of [community, await app.community()]) {
        expect(codeOf(await submit(one, { userId: first, rankId: 1 }, 'k'))).toEqual([503, 'scheduler-disabled'])
      }
      const resumed = await admin.run(inCommunity('resume'))
      expect(resumed.stdout).toContain('The whole deployment is still paused.')
    } finally {
      const resumed = await admin.run(['operations', 'resume'])
      expect(resumed.stderr).toContain('every community were resumed by')
    }
    expect(await admin.json(['operations', 'resume'])).toMatchObject({ communityId: null, changed: false })
    expect(await ended({ userId: first, rankId: 50 })).toMatchObject({ status: 'succeeded' })
  })
})

describe('retry', () => {
  const failedAtFirst = async (body: object) => {
    app.world.removeMember(group.id, third)
    const { id, status } = await ended({ userId: third, ...body })
    expect(status).toBe('failed')
    app.world.addMember(group.id, third)
    return id
  }

  test('creates a new operation of the operator and does not change the old one', async () => {
    const id = await failedAtFirst({ rankId: 50 })
    const before = await read(community, id)
    const { id: operationId } = await admin.json(on('retry', id))
    expect(await settled(community, operationId)).toMatchObject({ kind: 'rank.set', status: 'succeeded' })
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit, roles.sergeant])
    expect(await read(community, id)).toEqual(before)
    const shown = await admin.json(on('show', operationId))
    expect(shown).toMatchObject({ actor: { kind: 'operator' }, requiredScope: null, awaited: false })
    expect(await auditLog(4)).toMatchObject([
      { action: 'operation.end', actor: { kind: 'operator' }, after: { operationId, status: 'succeeded' } },
      { action: 'member.rank', actor: { kind: 'operator' }, userId: String(third) },
      { action: 'operations.retry', userId: String(third), before: { operationId: id }, after: { operationId } },
      { action: 'operation.submit', actor: { kind: 'operator' }, after: { operationId, status: 'queued' } },
    ])
  })

  test('rejects an operation that succeeded, has not ended, is unknown or was retried', async () => {
    const { id } = await ended({ userId: first, rankId: 50 })
    expect(await admin.failure(on('retry', id))).toContain('succeeded; there is nothing to retry')
    expect(await admin.failure(on('retry', nowhere))).toContain('There is no operation')
    const off = await runIn({ DATABASE_URL: app.databaseUrl, SCHEDULER: 'off' }, on('retry', id))
    expect(off).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('SCHEDULER=off') })
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const live = await accepted({ userId: first, rankId: 10 })
    await parked(live)
    expect(await admin.failure(on('retry', live))).toMatch(/is (queued|dispatching) and may still succeed/)
    app.simulator.faults.clear()
    await settled(community, live)

    const failed = await failedAtFirst({ rankId: 50 })
    const ran = await Promise.all([1, 2, 3].map(() => admin.run([...on('retry', failed), '--json'])))
    expect(ran.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1])
    const { id: operationId } = JSON.parse(ran.find(({ exitCode }) => exitCode === 0)?.stdout ?? '') as Record<
      string,
      string
    >
    expect(await admin.failure(on('retry', failed))).toContain(`was retried already, as ${operationId} (`)
    await settled(community, operationId as string)
  })

  test('applies to a failed retry instead of its origin', async () => {
    const failed = await failedAtFirst({ rankId: 50 })
    app.world.removeMember(group.id, third)
    const { id: operationId } = await admin.json(on('retry', failed))
    await settled(community, operationId)
    app.world.addMember(group.id, third)
    expect(await admin.failure(on('retry', failed))).toContain('(failed). Retry that one.')
    const again = await admin.json(on('retry', operationId))
    expect(await settled(community, again.id)).toMatchObject({ status: 'succeeded' })
  })

  test('does not promote twice when the target was resolved', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 403, path: ':assignRole$', count: 1 })
    const { id, status, target } = await ended({ userId: first, move: 'promote' })
    expect([status, target?.uniqueId]).toEqual(['failed', roles.private])
    // the platform had made the change that it refused
    app.world.giveRole(group.id, first, roles.private)
    const { id: operationId } = await admin.json(on('retry', id))
    expect(await settled(community, operationId)).toMatchObject({
      kind: 'rank.promote',
      status: 'succeeded',
      result: { changed: false },
    })
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.private])
  })

  test('promotes from the current rank when the target was not resolved', async () => {
    const id = await failedAtFirst({ move: 'promote' })
    app.world.giveRole(group.id, third, roles.private)
    const { id: operationId } = await admin.json(on('retry', id))
    await settled(community, operationId)
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit, roles.sergeant])
  })

  test('is rejected during a pause and possible afterwards', async () => {
    const id = await failedAtFirst({ rankId: 50 })
    await admin.json(inCommunity('pause', '--yes'))
    expect(await admin.failure(on('retry', id))).toContain('Rank changes are paused. Resume them')
    await admin.json(inCommunity('resume'))
    const { id: operationId } = await admin.json(on('retry', id))
    expect(await settled(community, operationId)).toMatchObject({ status: 'succeeded' })
  })
})

describe('status', () => {
  test('prints workers, lanes, pauses and budgets', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const held = await accepted({ userId: first, rankId: 50 })
    await parked(held)
    await admin.json(inCommunity('pause', '--yes'))
    app.simulator.faults.clear()
    const owner = `key ${group.owner}`
    await sql`update platform_budget set blocked_until = now() + interval '1 minute' where owner = ${owner}`.execute(
      app.app.db,
    )
    const status = await admin.json(['operations', 'status'])
    expect(status).toMatchObject({
      workers: [{ workerId: expect.stringMatching(/^worker /), startedAt: time, alive: true }],
      lanes: [
        { lane: 'urgent', queued: 0, due: 0, oldestSeconds: null },
        { lane: 'bulk', queued: 1, oldestSeconds: expect.any(Number) },
      ],
      atWork: 0,
      outcomePending: 0,
      halfApplied: 0,
      deploymentPausedAt: null,
      pausedCommunities: [{ communityId: community.communityId, name: 'Test community', pausedAt: time, held: 1 }],
      budgets: expect.arrayContaining([
        { owner, used: expect.any(Number), perMinute: expect.any(Number), blockedUntil: time },
      ]),
    })
    const { stdout } = await admin.run(['operations', 'status'])
    expect(stdout).toMatch(/^workers alive +1$/m)
    expect(stdout).toMatch(/^queued bulk +1, \d due, the oldest \d+ s old$/m)
    expect(stdout).toMatch(new RegExp(`^budget ${owner} +\\d+ of \\d+ calls this minute, blocked until `, 'm'))
    await sql`update platform_budget set blocked_until = '-infinity'`.execute(app.app.db)
    await admin.json(inCommunity('resume'))
    await settled(community, held)
    const after = await admin.json(['operations', 'status'])
    expect(after.pausedCommunities).toEqual([])
    expect(after.budgets).toContainEqual(expect.objectContaining({ owner, blockedUntil: null }))
  })

  test('prints a note when no worker is alive', async () => {
    const silent = await startTestApp({ worker: false })
    try {
      expect((await adminOf(silent).run(['operations', 'status'])).stdout).toContain('No worker is alive')
    } finally {
      await silent.close()
    }
  })
})

describe('platform connect', () => {
  const connect = (apiKey: string) =>
    admin.json([
      ...['platform', 'connect', '--community', community.communityId],
      ...['--group', String(group.id), '--api-key', apiKey],
    ])
  const newKey = (): string => {
    const key = randomUUID()
    app.world.addKey(key, { name: 'test', ownerUserId: group.owner, groupIds: [group.id] })
    return key
  }
  const assignments = (since: number) =>
    app.simulator.requests.slice(since).filter(({ path }) => path.endsWith(':assignRole')).length
  /** Puts an operation off by an hour. */
  const putOff = (operationId: string, status: string) =>
    until(`${operationId} is ${status}`, async () => {
      const { numAffectedRows } = await sql`
        update platform_operation set not_before = now() + interval '1 hour'
        where operation_id = ${operationId} and status = ${status} and lease_until is null`.execute(app.app.db)
      return numAffectedRows === 1n
    })

  test('releases operations that were parked because the key was revoked', async () => {
    const dying = newKey()
    await connect(dying)
    app.world.changeKey(dying, { enabled: false })
    const one = await accepted({ userId: first, rankId: 50 })
    await until('the revoked key is detected', async () => {
      const { status } = await admin.json(['platform', 'status', '--community', community.communityId])
      return status === 'reconnect_required'
    })
    const two = await accepted({ userId: second, rankId: 10 })
    for (const id of [one, two]) await putOff(id, 'queued')
    const before = app.simulator.requests.length
    await connect(newKey())
    for (const id of [one, two]) {
      expect(await settled(community, id, 5_000)).toMatchObject({ status: 'succeeded', result: { changed: true } })
    }
    expect(rolesOnPlatform(app, first)).toEqual([roles.recruit, roles.sergeant])
    expect(rolesOnPlatform(app, second)).toEqual([roles.recruit, roles.private])
    expect(assignments(before)).toBe(2)
  })

  test('does not execute a synchronous change that was answered with an error', async () => {
    const dying = newKey()
    await connect(dying)
    app.world.changeKey(dying, { enabled: false })
    const before = app.simulator.requests.length
    const setRank = (userId: number) => community.client.put(`/v2/members/${userId}/rank`, { rankId: 50 })
    const refused = [await setRank(first), await setRank(second)]
    expect(refused.map(({ status }) => status)).not.toContain(200)
    expect(codeOf(refused[1] as Answer)).toEqual([409, 'platform_cloud_reconnect_required'])
    const asked = await admin.json(inCommunity('list'))
    expect(asked.platformOperations).toMatchObject([{ userId: String(first), status: 'failed' }])
    await connect(newKey())
    // by now, operations queued before it would have been executed
    expect(await ended({ userId: third, rankId: 50 })).toMatchObject({ status: 'succeeded' })
    expect(assignments(before)).toBe(1)
    for (const userId of [first, second]) expect(rolesOnPlatform(app, userId)).toEqual([roles.recruit])
    expect((await admin.json(inCommunity('list', '--user', String(first)))).platformOperations).toEqual(
      asked.platformOperations,
    )
  })

  test('checks sent operations with unknown outcome at once, and sends nothing twice', async () => {
    const before = app.simulator.requests.length
    app.simulator.faults.add({ kind: 'applyThenHang', path: ':assignRole$', count: 1 })
    const id = await accepted({ userId: first, rankId: 50 })
    await until('it was sent', () => assignments(before) === 1)
    app.simulator.faults.add({ kind: 'reject', status: 503, method: 'GET' })
    await putOff(id, 'outcome_pending')
    app.simulator.faults.clear()
    await connect(newKey())
    expect(await settled(community, id, 5_000)).toMatchObject({ status: 'succeeded' })
    expect(assignments(before)).toBe(1)
  })
})
