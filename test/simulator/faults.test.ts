// Fault rules, request log, control API and state file of the simulator.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../../src/base/errors'
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import { Faults } from '../../src/simulator/faults'
import { startSimulator, type Simulator } from '../../src/simulator/server'

const headers = { 'x-api-key': demoApiKey }
const group = `/cloud/v2/groups/${demoGroupId}`

describe('a fault rule', () => {
  test('applies to matching calls until its count is reached', () => {
    const faults = new Faults()
    faults.add({ kind: 'drop', method: 'post', path: ':assignRole$', count: 2 }, { kind: 'throttle', count: 1 })
    expect(faults.take('GET', '/a')?.kind).toBe('throttle')
    expect(faults.take('GET', '/a')).toBeNull()
    expect(faults.take('POST', '/m:unassignRole')).toBeNull()
    expect(faults.take('POST', '/m:assignRole')?.kind).toBe('drop')
    expect(faults.list()).toEqual([{ kind: 'drop', method: 'post', path: ':assignRole$', count: 1 }])
    expect(faults.take('POST', '/m:assignRole')?.kind).toBe('drop')
    expect(faults.take('POST', '/m:assignRole')).toBeNull()
    expect(faults.list()).toEqual([])
  })

  test('applies until cleared without a count, and to every n-th call with `every`', () => {
    const faults = new Faults()
    faults.add({ kind: 'throttle', every: 10 })
    const taken = Array.from({ length: 1_000 }, () => faults.take('GET', '/a'))
    expect(taken.filter((fault) => fault !== null)).toHaveLength(100)
    faults.clear()
    expect(Array.from({ length: 20 }, () => faults.take('GET', '/a')).every((fault) => fault === null)).toBe(true)
  })

  test('is rejected when its path is not a regular expression', () => {
    expect(() => new Faults().add({ kind: 'drop', path: '(' })).toThrow(SyntaxError)
  })
})

describe('the control API', () => {
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(() => simulator.close())

  async function post(body: unknown): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${simulator.url}/_simulator/faults`, { method: 'POST', body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }

  test('sets and clears faults', async () => {
    const fault = { kind: 'throttle', path: '/roles$', count: 1, retryAfter: 3 }
    expect(await post(fault)).toEqual({ status: 200, body: { faults: [fault] } })
    const faulted = await fetch(`${simulator.url}${group}/roles`, { headers })
    expect([faulted.status, faulted.headers.get('retry-after')]).toEqual([429, '3'])
    expect((await post([{ kind: 'hang' }, { kind: 'garbage', body: 'huge', every: 2 }])).status).toBe(200)
    expect(simulator.faults.list()).toHaveLength(2)
    const cleared = await fetch(`${simulator.url}/_simulator/faults`, { method: 'DELETE' })
    expect(await cleared.json()).toEqual({ faults: [] })
    expect((await fetch(`${simulator.url}${group}/roles`, { headers })).status).toBe(200)
  })

  test.each([
    [null],
    [undefined],
    ['drop'],
    [{}],
    [{ kind: 'explode' }],
    [{ kind: 'reject' }],
    [{ kind: 'reject', status: 'many' }],
    [{ kind: 'delay', ms: -1 }],
    [{ kind: 'redirect' }],
    [{ kind: 'drop', path: '(' }],
    [{ kind: 'drop', count: 0 }],
    [{ kind: 'drop', colour: 'red' }],
    [[{ kind: 'drop' }, { kind: 'nope' }]],
  ])('rejects %j as a fault', async (body) => {
    const answer = await post(body)
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringContaining('Invalid fault') }] },
    })
    expect(simulator.faults.list()).toEqual([])
  })

  test('accepts every kind of fault', async () => {
    const kinds = [
      { kind: 'throttle' },
      { kind: 'reject', status: 403, style: 'gateway', code: 'A', message: 'b' },
      { kind: 'delay', ms: 5 },
      { kind: 'hold' },
      { kind: 'hang' },
      { kind: 'applyThenHang' },
      { kind: 'drop', method: 'GET' },
      { kind: 'applyThenDrop' },
      { kind: 'applyThenStatus', status: 500 },
      { kind: 'garbage' },
      { kind: 'redirect', location: '/', status: 307 },
    ]
    expect(await post(kinds)).toEqual({ status: 200, body: { faults: kinds } })
    simulator.faults.clear()
  })

  test('shows the world and the faults, but no key', async () => {
    simulator.faults.add({ kind: 'drop', path: 'never' })
    const text = await (await fetch(`${simulator.url}/_simulator/state`)).text()
    simulator.faults.clear()
    const state = JSON.parse(text) as { groups: { name: string }[] }
    expect(state).toMatchObject({ version: 1, faults: [{ kind: 'drop', path: 'never' }] })
    expect(state.groups[0]?.name).toBe('Northern Watch')
    expect(text).not.toContain(demoApiKey)
    expect((await fetch(`${simulator.url}/_simulator/nothing`)).status).toBe(404)
  })

  test('keeps the last 1,000 requests', async () => {
    const before = simulator.requests.length
    simulator.faults.add({ kind: 'drop', count: 1 })
    await fetch(`${simulator.url}${group}/roles?maxPageSize=2`, { headers }).catch(() => undefined)
    await fetch(`${simulator.url}${group}`, { headers })
    expect(simulator.requests.slice(before)).toEqual([
      { method: 'GET', path: `${group}/roles?maxPageSize=2`, status: null, at: expect.any(Date) },
      { method: 'GET', path: group, status: 200, at: expect.any(Date) },
    ])
    for (let call = 0; call < 1_010; call++) await fetch(`${simulator.url}/nothing`)
    expect(simulator.requests).toHaveLength(1_000)
  })

  test('refuses a large body with 413', async () => {
    const body = 'x'.repeat(2 * 1024 * 1024)
    expect((await fetch(`${simulator.url}/v1/usernames/users`, { method: 'POST', body })).status).toBe(413)
  })
})

test('close ends hanging requests', async () => {
  const simulator = await startSimulator()
  simulator.faults.add({ kind: 'hang' })
  const hanging = fetch(simulator.url, { headers }).then(
    () => 'answered',
    () => 'closed',
  )
  while (simulator.requests.length === 0) await new Promise(setImmediate)
  await simulator.close()
  expect(await hanging).toBe('closed')
})

test('fails with one sentence when the port is in use', async () => {
  const simulator = await startSimulator()
  const port = Number(new URL(simulator.url).port)
  const second = startSimulator({ port })
  await expect(second).rejects.toThrow(StartError)
  await expect(second).rejects.toThrow(`cannot listen on 127.0.0.1:${port}: the port is in use`)
  await simulator.close()
})

describe('the state file', () => {
  let directory: string
  beforeEach(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'simulator-'))
  })
  afterEach(() => fs.rmSync(directory, { recursive: true }))

  test('contains a change before it is answered, and no key in plain text', async () => {
    const stateFile = path.join(directory, 'state.json')
    const first = await startSimulator({ stateFile })
    first.faults.add({ kind: 'applyThenDrop' })
    const url = `${first.url}${group}/memberships/${demoUsers.recruit}:assignRole`
    const body = JSON.stringify({ role: `groups/${demoGroupId}/roles/${demoRoles.sergeant}` })
    await expect(fetch(url, { method: 'POST', headers, body })).rejects.toThrow()
    const text = fs.readFileSync(stateFile, 'utf8')
    await first.close()
    expect(text).not.toContain(demoApiKey)
    fs.writeFileSync(stateFile, text)
    const second = await startSimulator({ stateFile })
    expect(second.world.highestRankOf(demoGroupId, demoUsers.recruit)).toBe(50)
    expect((await fetch(second.url + group, { headers })).status).toBe(200)
    await second.close()
  })

  test('is not overwritten when it is invalid', async () => {
    const stateFile = path.join(directory, 'state.json')
    fs.writeFileSync(stateFile, '{"version":1}')
    await expect(startSimulator({ stateFile })).rejects.toThrow(StartError)
    expect(fs.readFileSync(stateFile, 'utf8')).toBe('{"version":1}')
  })
})
