// OAuth, limits and the audit log, as the client reads them.
import { inspect } from 'node:util'
import type { CallLimits, Connection } from '../../src/platform/platform'
import { demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import { assignSergeant, connection, failureOf, keyed, rolesOfPrivate, useSimulator } from './fixture'

const fixture = useSimulator(500)
let count = 0

/** A grant of its own for each test. */
function newGrant() {
  const grant = { clientId: `app ${++count}&=`, clientSecret: 'app-secret-%', refreshToken: `refresh-${count}` }
  const known = fixture.simulator.world.addGrant({ ...grant, ownerUserId: demoUsers.owner, groupIds: [demoGroupId] })
  return { grant, known }
}

async function tokenConnection(): Promise<Connection> {
  const { accessToken } = await fixture.platform.refreshToken(newGrant().grant)
  return { groupId: demoGroupId, credential: { kind: 'oauth', accessToken } }
}

describe('refreshToken', () => {
  test('a new pair, with what it may do', async () => {
    const { grant } = newGrant()
    const tokens = await fixture.platform.refreshToken(grant)
    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/./),
      refreshToken: expect.not.stringMatching(`^${grant.refreshToken}$`),
      expiresInSeconds: 899,
      scopes: ['group:read', 'group:write', 'legacy-group:manage'],
    })
    expect((await fixture.platform.refreshToken({ ...grant, refreshToken: tokens.refreshToken })).scopes).toHaveLength(
      3,
    )
  })

  test('a dead grant is a refused credential, and nothing of it is repeated', async () => {
    const { grant, known } = newGrant()
    await fixture.platform.refreshToken(grant)
    const dead = { kind: 'credentials', authenticationFailed: true, sent: false }
    const failure = await failureOf(fixture.platform.refreshToken(grant))
    expect(failure).toMatchObject({ ...dead, status: 400 })
    expect(inspect(failure)).not.toContain(grant.refreshToken)
    fixture.simulator.world.grants.remove(known)
    expect(await failureOf(fixture.platform.refreshToken(grant))).toMatchObject({ ...dead, status: 401 })
  })

  test.each([
    [{ kind: 'reject', status: 503 } as const, 'unavailable', true],
    [{ kind: 'reject', status: 400 } as const, 'rejected', false],
    [{ kind: 'reject', status: 401 } as const, 'unavailable', false],
    [{ kind: 'throttle' } as const, 'rate_limited', false],
    [{ kind: 'applyThenHang' } as const, 'timeout', true],
    [{ kind: 'applyThenDrop' } as const, 'unavailable', true],
    [{ kind: 'garbage' } as const, 'unavailable', true],
    [{ kind: 'garbage', text: '{"access_token":"a b"}' } as const, 'unavailable', true],
    [{ kind: 'garbage', text: '{"access_token":"a","refresh_token":""}' } as const, 'unavailable', true],
  ])('%j is %s, sent: %s', async (fault, kind, sent) => {
    fixture.simulator.faults.add({ ...fault, count: 1 })
    const failure = await failureOf(fixture.platform.refreshToken(newGrant().grant))
    expect(failure).toMatchObject({ kind, sent, authenticationFailed: false })
  })

  test('tokens that came are never thrown away for what is missing beside them', async () => {
    fixture.simulator.faults.add({ kind: 'garbage', text: '{"access_token":"a"}', count: 1 })
    const { grant } = newGrant()
    const kept = { accessToken: 'a', refreshToken: grant.refreshToken, expiresInSeconds: 899, scopes: [] }
    expect(await fixture.platform.refreshToken(grant)).toEqual(kept)
  })
})

test('an access token does what a key does; a refused one is a refused credential', async () => {
  const own = await tokenConnection()
  expect(await fixture.platform.listRoles(own)).toHaveLength(6)
  await assignSergeant(fixture.platform, own)
  expect(rolesOfPrivate(fixture)).toContain(demoRoles.sergeant)
  for (const accessToken of ['unknown', 'planted\ntoken']) {
    const call = fixture.platform.listRoles({ ...own, credential: { kind: 'oauth', accessToken } })
    const failure = await failureOf(call)
    expect(failure).toMatchObject({ kind: 'credentials', authenticationFailed: true })
    expect(inspect(failure)).not.toContain('planted')
  }
})

describe('heed', () => {
  const heard: CallLimits[] = []
  const heeding: Connection = { ...connection, heed: (limits) => void heard.push(limits) }
  beforeEach(() => heard.splice(0))

  test('every answer is told of, refusals too', async () => {
    await fixture.platform.listRoles(heeding)
    fixture.simulator.faults.add(
      { kind: 'throttle', retryAfter: 7, count: 1 },
      { kind: 'reject', status: 500, count: 1 },
    )
    await failureOf(fixture.platform.listRoles(heeding))
    await failureOf(assignSergeant(fixture.platform, heeding))
    const nothing = { limit: null, remaining: null, resetSeconds: null, retryAfterSeconds: null, throttled: false }
    expect(heard).toEqual([
      { ...nothing, limit: 3_000_000, remaining: expect.any(Number), resetSeconds: expect.any(Number) },
      { ...nothing, retryAfterSeconds: 7, throttled: true },
      nothing,
    ])
  })

  test('no answer is nothing to tell', async () => {
    fixture.simulator.faults.add({ kind: 'drop', count: 1 })
    await failureOf(fixture.platform.listRoles(heeding))
    expect(heard).toEqual([])
  })
})

describe('listRoleChanges', () => {
  const change = (give: boolean, actorUserId: number): void => {
    const { world } = fixture.simulator
    const what = [demoGroupId, demoUsers.recruit, demoRoles.lieutenant, actorUserId] as const
    if (give) world.giveRole(...what)
    else world.takeRole(...what)
  }

  test('newest first, at most so many, only those after a moment', async () => {
    for (let round = 0; round < 120; round++) change(round % 2 === 0, 7)
    const all = await fixture.platform.listRoleChanges(connection, { limit: 110 })
    expect(all).toHaveLength(110)
    const [newest] = all
    expect(newest).toEqual({ actorUserId: 7, userId: demoUsers.recruit, at: expect.any(Date), action: 'UnassignRole' })
    const after = newest?.at ?? new Date()
    expect(await fixture.platform.listRoleChanges(connection, { limit: 10, after })).toEqual([])
    await new Promise((resolve) => setTimeout(resolve, 2))
    change(true, 8)
    const later = await fixture.platform.listRoleChanges(connection, { limit: 10, after })
    expect(later).toMatchObject([{ actorUserId: 8, action: 'AssignRole' }])
  })

  test('what is no change of roles, or cannot be read, is passed over', async () => {
    const actor = { user: { userId: 5 } }
    const created = '2026-01-02T03:04:05.6789Z'
    const data = [
      { actor, actionType: 'ChangeRank', description: { TargetId: '9' }, created },
      { actor, actionType: 'JoinGroup', description: {}, created },
      { actor: {}, actionType: 'AssignRole', description: { TargetId: 9 }, created },
      { actor, actionType: 'AssignRole', description: null, created },
      { actor, actionType: 'AssignRole', description: { TargetId: 9 }, created: 'then' },
      null,
    ]
    fixture.simulator.faults.add({ kind: 'garbage', text: JSON.stringify({ data, nextPageCursor: null }), count: 1 })
    expect(await fixture.platform.listRoleChanges(connection, { limit: 100 })).toEqual([
      { actorUserId: 5, userId: 9, action: 'ChangeRank', at: new Date('2026-01-02T03:04:05.678Z') },
    ])
  })

  test('a log that never ends is not read to its end', async () => {
    const text = JSON.stringify({ data: [], nextPageCursor: 'more' })
    fixture.simulator.faults.add({ kind: 'garbage', text })
    const before = fixture.simulator.requests.length
    expect(await fixture.platform.listRoleChanges(connection, { limit: 1 })).toEqual([])
    expect(fixture.simulator.requests.length - before).toBe(10)
  })

  test('without the permission, and with an answer that is none', async () => {
    fixture.simulator.world.addKey('no-manage', { auditLog: false })
    const refused = await failureOf(fixture.platform.listRoleChanges(keyed('no-manage'), { limit: 1 }))
    expect(refused).toMatchObject({ kind: 'credentials', status: 403, authenticationFailed: false })
    fixture.simulator.faults.add({ kind: 'garbage', text: '{}', count: 1 })
    const unread = await failureOf(fixture.platform.listRoleChanges(connection, { limit: 1 }))
    expect(unread).toMatchObject({ kind: 'unavailable' })
  })
})
