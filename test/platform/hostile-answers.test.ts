// Malformed, huge, HTML, cut, deeply nested and redirected answers to every platform call, seen through the API.
import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { FaultEffect } from '../../src/simulator/faults'
import { group, startTestApp, type Answer, type TestApp } from '../support/app'

const marker = 'planted-in-an-answer-of-the-platform'

let app: TestApp
/** The target of redirects, which must not be followed. `visits` counts its requests. */
let trap: http.Server
let visits = 0
beforeAll(async () => {
  app = await startTestApp()
  trap = http.createServer((_request, response) => {
    visits++
    response.end('{}')
  })
  await once(trap.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  trap.close()
  await app.close()
})

const trapUrl = (): string => `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`

const answers: readonly (readonly [string, () => FaultEffect])[] = [
  ['HTML', () => ({ kind: 'garbage', body: 'html' })],
  ['half of a body', () => ({ kind: 'garbage', body: 'truncated' })],
  ['10 MB', () => ({ kind: 'garbage', body: 'huge' })],
  ['a body that is cut', () => ({ kind: 'garbage', body: 'cut' })],
  ['10 MB of text', () => ({ kind: 'garbage', text: marker.repeat(300_000) })],
  ['another shape', () => ({ kind: 'garbage', text: JSON.stringify({ groupMemberships: marker, id: marker }) })],
  ['200,000 open arrays', () => ({ kind: 'garbage', text: '['.repeat(200_000) })],
  ['a prototype', () => ({ kind: 'garbage', text: `{"__proto__":{"status":"${marker}"},"constructor":{}}` })],
  ['a redirect', () => ({ kind: 'redirect', location: trapUrl() })],
  ['a redirect that keeps the method', () => ({ kind: 'redirect', location: trapUrl(), status: 307 })],
  ['a refusal', () => ({ kind: 'reject', status: 403, message: marker, code: marker })],
  ['an error of a gateway', () => ({ kind: 'reject', status: 500, style: 'gateway', message: marker })],
]

it.each(answers)(
  'no answer and no log line contains what the platform answers, and none is 500: %s',
  async (_, fault) => {
    const { client } = await app.community()
    app.logs.length = 0
    app.simulator.faults.add(fault())
    const replies: Answer[] = [
      await client.get(`/v2/members/${group.members[0]}?refresh=true`),
      await client.post(`/v2/members/${group.members[1]}/rank/promote`),
      await client.post('/v2/ranks/sync'),
      await client.get('/v2/members/never_seen?by=username'),
    ]
    app.simulator.faults.clear()
    expect(replies.map(({ status }) => status)).not.toContain(500)
    expect(replies.filter(({ status }) => status >= 400).length).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify([replies.map(({ text }) => text), app.logs])).not.toContain(marker)
    expect(visits).toBe(0)
  },
)
