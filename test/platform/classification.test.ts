// The kind of each platform error, and whether a write may have been applied.
import type { FailureKind } from '../../src/platform/platform'
import { readRole } from '../../src/platform/wire'
import { demoRoles } from '../../src/simulator/demo-world'
import type { FaultEffect } from '../../src/simulator/faults'
import { startSimulator } from '../../src/simulator/server'
import { assignSergeant, connection, failureOf, rolesOfPrivate, useSimulator } from './fixture'

const fixture = useSimulator()

interface Row {
  readonly fault: FaultEffect
  readonly kind: FailureKind
  /** Whether a write may have been applied. */
  readonly sent: boolean
  readonly status?: number | null
  readonly retryAfterSeconds?: number
  readonly authenticationFailed?: boolean
}

const gatewayInvalidKey = { style: 'gateway', message: 'Invalid API Key' } as const

const rows: Row[] = [
  { fault: { kind: 'reject', status: 401 }, kind: 'credentials', sent: false, authenticationFailed: true },
  {
    fault: { kind: 'reject', status: 401, style: 'v2', code: 'X' },
    kind: 'credentials',
    sent: false,
    authenticationFailed: true,
  },
  { fault: { kind: 'reject', status: 403 }, kind: 'credentials', sent: false },
  { fault: { kind: 'reject', status: 403, code: 'INSUFFICIENT_SCOPE' }, kind: 'credentials', sent: false },
  {
    fault: { kind: 'reject', status: 403, ...gatewayInvalidKey },
    kind: 'credentials',
    sent: false,
    authenticationFailed: true,
  },
  {
    fault: { kind: 'reject', status: 400, ...gatewayInvalidKey },
    kind: 'credentials',
    sent: false,
    authenticationFailed: true,
  },
  { fault: { kind: 'reject', status: 400 }, kind: 'rejected', sent: false },
  { fault: { kind: 'reject', status: 409 }, kind: 'rejected', sent: false },
  { fault: { kind: 'reject', status: 422 }, kind: 'rejected', sent: false },
  { fault: { kind: 'reject', status: 404 }, kind: 'not_found', sent: false },
  { fault: { kind: 'reject', status: 404, style: 'gateway' }, kind: 'not_found', sent: false },
  { fault: { kind: 'reject', status: 408 }, kind: 'request_timeout', sent: true },
  { fault: { kind: 'throttle' }, kind: 'rate_limited', sent: false, status: 429 },
  { fault: { kind: 'throttle', retryAfter: 7 }, kind: 'rate_limited', sent: false, status: 429, retryAfterSeconds: 7 },
  { fault: { kind: 'throttle', retryAfter: 0 }, kind: 'rate_limited', sent: false, status: 429, retryAfterSeconds: 0 },
  { fault: { kind: 'reject', status: 499 }, kind: 'unavailable', sent: true },
  { fault: { kind: 'reject', status: 500 }, kind: 'unavailable', sent: true },
  { fault: { kind: 'reject', status: 501 }, kind: 'unavailable', sent: true },
  { fault: { kind: 'reject', status: 503 }, kind: 'unavailable', sent: true },
  { fault: { kind: 'reject', status: 504 }, kind: 'unavailable', sent: true },
  { fault: { kind: 'applyThenStatus', status: 500 }, kind: 'unavailable', sent: true, status: 500 },
  { fault: { kind: 'garbage', body: 'html' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'garbage', body: 'truncated' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'garbage', body: 'huge' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'garbage', body: 'cut' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'garbage', text: '' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'garbage', text: 'null' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'garbage', text: '{}' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'garbage', text: '[[[[]]]]' }, kind: 'unavailable', sent: true, status: 200 },
  { fault: { kind: 'redirect', location: 'http://127.0.0.1:9/' }, kind: 'unavailable', sent: true, status: 302 },
  { fault: { kind: 'redirect', location: '/elsewhere', status: 308 }, kind: 'unavailable', sent: true, status: 308 },
  { fault: { kind: 'drop' }, kind: 'unavailable', sent: true, status: null },
  { fault: { kind: 'applyThenDrop' }, kind: 'unavailable', sent: true, status: null },
]

function expected(row: Row, sent: boolean): object {
  const status = row.status === undefined && 'status' in row.fault ? row.fault.status : row.status
  return {
    kind: row.kind,
    sent,
    status,
    retryAfterSeconds: row.retryAfterSeconds ?? null,
    authenticationFailed: row.authenticationFailed ?? false,
  }
}

test.each(rows)('a read that fails with $fault is $kind', async (row) => {
  fixture.simulator.faults.add({ ...row.fault, count: 1 })
  expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject(expected(row, false))
  expect(fixture.simulator.faults.list()).toEqual([])
})

test.each(rows)('a write that fails with $fault is $kind', async (row) => {
  fixture.simulator.faults.add({ ...row.fault, count: 1 })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject(expected(row, row.sent))
  expect(fixture.simulator.faults.list()).toEqual([])
})

test('the call after a failure succeeds', async () => {
  fixture.simulator.faults.add({ kind: 'drop', count: 1 })
  await failureOf(fixture.platform.listRoles(connection))
  expect(await fixture.platform.listRoles(connection)).toHaveLength(6)
})

test.each(['applyThenDrop', 'garbage'] as const)('a write with %s is applied', async (kind) => {
  fixture.simulator.faults.add({ kind, count: 1 })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject({ sent: true })
  expect(rolesOfPrivate(fixture)).toContain(demoRoles.sergeant)
})

test('a dropped write is not applied, and is reported as possibly applied', async () => {
  fixture.simulator.faults.add({ kind: 'drop', count: 1 })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject({ sent: true })
  expect(rolesOfPrivate(fixture)).not.toContain(demoRoles.sergeant)
})

test('a redirect is not followed', async () => {
  const elsewhere = await startSimulator()
  try {
    for (const status of [301, 302, 303, 307, 308]) {
      fixture.simulator.faults.add({ kind: 'redirect', location: `${elsewhere.url}/cloud/v2/x`, status, count: 2 })
      expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject({ kind: 'unavailable', status })
      expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject({ kind: 'unavailable', status })
    }
    expect(elsewhere.requests).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test('invalid bodies are unavailable', async () => {
  const role = { path: 'groups/1/roles/2', id: '2', displayName: 'A', rank: 1 }
  const bodies = [
    { groupRoles: 'no' },
    { groupRoles: [] },
    { groupRoles: [role, null] },
    { groupRoles: [{ ...role, id: '99999999999999999999' }] },
    { groupRoles: [{ ...role, id: 9007199254740993 }] },
    { groupRoles: [{ ...role, id: 0 }] },
    { groupRoles: [{ ...role, id: '-1' }] },
    { groupRoles: [{ ...role, rank: 256 }] },
    { groupRoles: [{ ...role, rank: 1.5 }] },
    { groupRoles: [{ ...role, displayName: 7 }] },
    { groupRoles: [{ ...role, displayName: 'a\0b' }] },
    { groupRoles: [{ ...role, displayName: 'x'.repeat(1_000) }] },
    { groupRoles: [role], nextPageToken: 7 },
  ]
  for (const body of bodies) {
    fixture.simulator.faults.add({ kind: 'garbage', text: JSON.stringify(body), count: 1 })
    expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject({ kind: 'unavailable', status: 200 })
  }
})

test('numbers as strings, absent tokens and invalid counts are accepted', async () => {
  const role = { id: 2, displayName: '', rank: '255', memberCount: 'many' }
  fixture.simulator.faults.add({ kind: 'garbage', text: JSON.stringify({ groupRoles: [role] }), count: 1 })
  const expected = [{ uniqueId: 2, rankId: 255, name: '', memberCount: null, powers: null }]
  expect(await fixture.platform.listRoles(connection)).toEqual(expected)
})

test('a list stops after 50 pages', async () => {
  const page = { groupRoles: [{ id: '2', displayName: 'A', rank: 1 }], nextPageToken: 'again' }
  fixture.simulator.faults.add({ kind: 'garbage', text: JSON.stringify(page) })
  const before = fixture.simulator.requests.length
  expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject({ kind: 'unavailable', sent: false })
  expect(fixture.simulator.requests.length - before).toBe(50)
})

test('a 401 or 403 of the users host does not concern the key', async () => {
  for (const status of [401, 403]) {
    fixture.simulator.faults.add({ kind: 'reject', status, path: '/usernames/', count: 1 })
    const failure = await failureOf(fixture.platform.findUserByName('MaraVoss'))
    expect(failure).toMatchObject({ kind: 'unavailable', status, authenticationFailed: false })
  }
})

it.each([
  [undefined, null],
  ['all', null],
  [{}, []],
  [{ exileMembers: true, banMembers: false, changeRank: 'yes', spendGroupFunds: true }, ['remove']],
  [
    { acceptRequests: true, changeRank: true, banMembers: true, exileMembers: true },
    ['remove', 'ban', 'rank', 'accept'],
  ],
])('reads the permissions %j of a role as the powers %j', (permissions, powers) => {
  expect(readRole({ id: '2', displayName: 'Staff', rank: 100, permissions })?.powers).toEqual(powers)
})
