// Every way the platform can refuse, break or lie, over real HTTP: what kind of failure it is, and whether a write may have happened.
import type { FailureKind } from '../../src/platform/platform'
import { demoRoles } from '../../src/simulator/demo-world'
import type { FaultEffect } from '../../src/simulator/faults'
import { startSimulator } from '../../src/simulator/server'
import { assignSergeant, connection, failureOf, rolesOfPrivate, useSimulator } from './fixture'

const fixture = useSimulator()

interface Row {
  readonly fault: FaultEffect
  readonly kind: FailureKind
  /** Whether a write is reported as possibly done. */
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

/** What a row promises, as the failure shows it. */
function promised(row: Row, sent: boolean): object {
  const status = row.status === undefined && 'status' in row.fault ? row.fault.status : row.status
  return {
    kind: row.kind,
    sent,
    status,
    retryAfterSeconds: row.retryAfterSeconds ?? null,
    authenticationFailed: row.authenticationFailed ?? false,
  }
}

test.each(rows)('a read meeting $fault', async (row) => {
  fixture.simulator.faults.add({ ...row.fault, count: 1 })
  expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject(promised(row, false))
  expect(fixture.simulator.faults.list()).toEqual([])
})

test.each(rows)('a write meeting $fault', async (row) => {
  fixture.simulator.faults.add({ ...row.fault, count: 1 })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject(promised(row, row.sent))
  expect(fixture.simulator.faults.list()).toEqual([])
})

test('a failure is not sticky: the next call succeeds', async () => {
  fixture.simulator.faults.add({ kind: 'drop', count: 1 })
  await failureOf(fixture.platform.listRoles(connection))
  expect(await fixture.platform.listRoles(connection)).toHaveLength(6)
})

test.each(['applyThenDrop', 'garbage'] as const)('%s leaves the effect', async (kind) => {
  fixture.simulator.faults.add({ kind, count: 1 })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject({ sent: true })
  expect(rolesOfPrivate(fixture)).toContain(demoRoles.sergeant)
})

test('a dropped write leaves none, and says it may have', async () => {
  fixture.simulator.faults.add({ kind: 'drop', count: 1 })
  expect(await failureOf(assignSergeant(fixture.platform))).toMatchObject({ sent: true })
  expect(rolesOfPrivate(fixture)).not.toContain(demoRoles.sergeant)
})

test('a redirect is not followed, wherever it points', async () => {
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

test('bodies of the wrong shape are not believed', async () => {
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

test('numbers sent as strings, absent tokens and odd counts are tolerated', async () => {
  const role = { id: 2, displayName: '', rank: '255', memberCount: 'many' }
  fixture.simulator.faults.add({ kind: 'garbage', text: JSON.stringify({ groupRoles: [role] }), count: 1 })
  const expected = [{ uniqueId: 2, rankId: 255, name: '', memberCount: null }]
  expect(await fixture.platform.listRoles(connection)).toEqual(expected)
})

test('a list that does not end is given up', async () => {
  const page = { groupRoles: [{ id: '2', displayName: 'A', rank: 1 }], nextPageToken: 'again' }
  fixture.simulator.faults.add({ kind: 'garbage', text: JSON.stringify(page) })
  const before = fixture.simulator.requests.length
  expect(await failureOf(fixture.platform.listRoles(connection))).toMatchObject({ kind: 'unavailable', sent: false })
  expect(fixture.simulator.requests.length - before).toBe(50)
})

test('a refusal by the users host says nothing about the key', async () => {
  for (const status of [401, 403]) {
    fixture.simulator.faults.add({ kind: 'reject', status, path: '/usernames/', count: 1 })
    const failure = await failureOf(fixture.platform.findUserByName('MaraVoss'))
    expect(failure).toMatchObject({ kind: 'unavailable', status, authenticationFailed: false })
  }
})
