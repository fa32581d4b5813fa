// OAuth, rate limits and the audit log of the group.
import { inspect } from 'node:util'
import type { CallLimits, Connection } from '../../src/platform/platform'
import { demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import { until } from '../support/until'
import { assignSergeant, connection, failureOf, keyed, rolesOfPrivate, useSimulator } from './fixture'

const fixture = useSimulator(500)
let count = 0

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
  test('returns a new pair of tokens with its scopes', async () => {
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

  test('fails with credentials for an invalid grant, and the error contains no token', async () => {
    const { grant, known } = newGrant()
    await fixture.platform.refreshToken(grant)
    const invalid = { kind: 'credentials', authenticationFailed: true, sent: false }
    const failure = await failureOf(fixture.platform.refreshToken(grant))
    expect(failure).toMatchObject({ ...invalid, status: 400 })
    expect(inspect(failure)).not.toContain(grant.refreshToken)
    fixture.simulator.world.grants.remove(known)
    expect(await failureOf(fixture.platform.refreshToken(grant))).toMatchObject({ ...invalid, status: 401 })
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
  ])('fails after %j with %s, sent: %s', async (fault, kind, sent) => {
    fixture.simulator.faults.add({ ...fault, count: 1 })
    const failure = await failureOf(fixture.platform.refreshToken(newGrant().grant))
    expect(failure).toMatchObject({ kind, sent, authenticationFailed: false })
  })

  test('keeps received tokens even if other fields are missing', async () => {
    fixture.simulator.faults.add({ kind: 'garbage', text: '{"access_token":"a"}', count: 1 })
    const { grant } = newGrant()
    const kept = { accessToken: 'a', refreshToken: grant.refreshToken, expiresInSeconds: 899, scopes: [] }
    expect(await fixture.platform.refreshToken(grant)).toEqual(kept)
  })
})

test('an access token works like a key, and an invalid one fails with credentials', async () => {
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

describe('onLimits', () => {
  const reported: CallLimits[] = []
  const observed: Connection = { ...connection, onLimits: (limits) => void reported.push(limits) }
  beforeEach(() => reported.splice(0))

  test('is called after every response, including errors', async () => {
    await fixture.platform.listRoles(observed)
    fixture.simulator.faults.add(
      { kind: 'throttle', retryAfter: 7, count: 1 },
      { kind: 'reject', status: 500, count: 1 },
    )
    await failureOf(fixture.platform.listRoles(observed))
    await failureOf(assignSergeant(fixture.platform, observed))
    const none = { limit: null, remaining: null, resetSeconds: null, retryAfterSeconds: null, throttled: false }
    expect(reported).toEqual([
      { ...none, limit: 3_000_000, remaining: expect.any(Number), resetSeconds: expect.any(Number) },
      { ...none, retryAfterSeconds: 7, throttled: true },
      none,
    ])
  })

  test('is not called without a response', async () => {
    fixture.simulator.faults.add({ kind: 'drop', count: 1 })
    await failureOf(fixture.platform.listRoles(observed))
    expect(reported).toEqual([])
  })
})

describe('listGroupChanges', () => {
  const change = (give: boolean, actorUserId: number): void => {
    const { world } = fixture.simulator
    const what = [demoGroupId, demoUsers.recruit, demoRoles.lieutenant, actorUserId] as const
    if (give) world.giveRole(...what)
    else world.takeRole(...what)
  }

  test('returns the newest changes first, limited by number and time', async () => {
    for (let round = 0; round < 120; round++) change(round % 2 === 0, 7)
    const all = await fixture.platform.listGroupChanges(connection, { limit: 110 })
    expect(all).toHaveLength(110)
    const [newest] = all
    expect(newest).toEqual({
      actorUserId: 7,
      userId: demoUsers.recruit,
      at: expect.any(Date),
      action: 'UnassignRole',
      given: null,
      taken: demoRoles.lieutenant,
    })
    const after = newest?.at ?? new Date()
    expect(await fixture.platform.listGroupChanges(connection, { limit: 10, after })).toEqual([])
    await until('the clock has moved on', () => Date.now() > after.getTime())
    change(true, 8)
    const later = await fixture.platform.listGroupChanges(connection, { limit: 10, after })
    expect(later).toMatchObject([{ actorUserId: 8, action: 'AssignRole' }])
  })

  test('skips other entries and unreadable ones', async () => {
    const actor = { user: { userId: 5 } }
    const created = '2026-01-02T03:04:05.6789Z'
    const data = [
      { actor, actionType: 'ChangeRank', description: { TargetId: '9', NewRoleSetId: 3, OldRoleSetId: '2' }, created },
      { actor, actionType: 'JoinGroup', description: {}, created },
      { actor, actionType: 'RemoveMember', description: { TargetId: 10, TargetName: 'Ten' }, created },
      { actor, actionType: 'BanMember', description: { TargetId: '11' }, created },
      { actor, actionType: 'UnbanMember', description: { TargetId: 11 }, created },
      { actor: {}, actionType: 'AssignRole', description: { TargetId: 9 }, created },
      { actor, actionType: 'AssignRole', description: null, created },
      { actor, actionType: 'AssignRole', description: { TargetId: 9 }, created: 'then' },
      null,
    ]
    fixture.simulator.faults.add({ kind: 'garbage', text: JSON.stringify({ data, nextPageCursor: null }), count: 1 })
    const by = { actorUserId: 5, at: new Date('2026-01-02T03:04:05.678Z') }
    expect(await fixture.platform.listGroupChanges(connection, { limit: 100 })).toEqual([
      { ...by, userId: 9, action: 'ChangeRank', given: 3, taken: 2 },
      { ...by, userId: 10, action: 'RemoveMember', given: null, taken: null },
      { ...by, userId: 11, action: 'BanMember', given: null, taken: null },
    ])
  })

  test('stops after ten pages', async () => {
    const text = JSON.stringify({ data: [], nextPageCursor: 'more' })
    fixture.simulator.faults.add({ kind: 'garbage', text })
    const before = fixture.simulator.requests.length
    expect(await fixture.platform.listGroupChanges(connection, { limit: 1 })).toEqual([])
    expect(fixture.simulator.requests.length - before).toBe(10)
  })

  test('fails without the permission and with an invalid body', async () => {
    fixture.simulator.world.addKey('no-manage', { auditLog: false })
    const refused = await failureOf(fixture.platform.listGroupChanges(keyed('no-manage'), { limit: 1 }))
    expect(refused).toMatchObject({ kind: 'credentials', status: 403, authenticationFailed: false })
    fixture.simulator.faults.add({ kind: 'garbage', text: '{}', count: 1 })
    const unread = await failureOf(fixture.platform.listGroupChanges(connection, { limit: 1 }))
    expect(unread).toMatchObject({ kind: 'unavailable' })
  })
})
