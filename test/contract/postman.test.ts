// The collection for Postman and Bruno, sent whole to the demo.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import vm from 'node:vm'
import { randomUUID } from 'node:crypto'
import { ensureDemo, startPlatform } from '../../src/process/demo'
import { HttpPlatform } from '../../src/platform/http-platform'
import { startTestApp, testSettings } from '../support/app'

interface Entry {
  readonly key: string
  readonly value: string
  readonly disabled?: true
}
interface Item {
  readonly name: string
  readonly event: readonly { readonly script: { readonly exec: readonly string[] } }[]
  readonly request: {
    readonly method: string
    readonly header: readonly Entry[]
    readonly url: {
      readonly path: readonly string[]
      readonly query: readonly Entry[]
      readonly variable: readonly Entry[]
    }
    readonly body?: { readonly raw: string }
  }
}
interface Collection {
  readonly auth: { readonly bearer: readonly Entry[] }
  readonly event: Item['event']
  readonly variable: readonly Entry[]
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[]
}

let folder: string
beforeAll(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postman-'))))
afterAll(() => fs.rmSync(folder, { recursive: true }))

async function startDemo() {
  const simulator = await startPlatform(folder)
  const settings = { ...testSettings, platformTimeoutMs: 5_000 }
  const platform = new HttpPlatform({ apiUrl: simulator.url, usersUrl: simulator.url, timeoutMs: 5_000 })
  const app = await startTestApp({ settings, platform })
  const demo = await ensureDemo(app.base, folder, () => undefined)
  const stop = async (): Promise<void> => {
    await app.close()
    await simulator.close()
  }
  return { app, demo, stop }
}

/** Replaces variables as Postman does. */
const filled = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replace(/\{\{([\w$]+)\}\}/g, (whole, name: string) => {
    if (name === '$guid') return randomUUID()
    if (name === '$timestamp') return String(Math.floor(Date.now() / 1_000))
    return variables.get(name) ?? whole
  })

/** Runs the scripts of an answer with the objects of Postman that they use. @returns the tests that failed */
function runScripts(
  scripts: Item['event'],
  method: string,
  { code, text }: { readonly code: number; readonly text: string },
  variables: Map<string, string>,
): string[] {
  const failed: string[] = []
  const expect = (list: unknown[]) => ({
    to: {
      include(value: unknown): void {
        if (!list.includes(value)) throw new Error(`${String(value)} is not among ${list.join(', ')}`)
      },
    },
  })
  const pm = {
    request: { method },
    response: { code, json: () => JSON.parse(text) as unknown },
    collectionVariables: { set: (name: string, value: string) => void variables.set(name, value) },
    expect,
    test(name: string, check: () => void): void {
      try {
        check()
      } catch (error) {
        failed.push(`${name}: ${(error as Error).message}`)
      }
    },
  }
  for (const { script } of scripts) vm.runInNewContext(`{${script.exec.join('\n')}}`, { pm })
  return failed
}

/** Documented answers of what cannot succeed after the requests before. */
const inDemo = [
  'POST /v2/platform-operations/roles 404 rank_not_found',
  'POST /v2/platform-operations/:operationId/retry 409 operation_not_retriable',
  'POST /v2/platform-operations/:operationId/cancel 409 operation_not_cancellable',
  'POST /v2/sessions/:sessionId/revoke 404 session_not_found',
  'POST /v2/join-requests/:userId/decline 409 join_request_accepted',
  'POST /v2/events/:eventId/cancel 409 event_state_conflict',
  'DELETE /v2/events/:eventId/attendees/:userId 409 event_state_conflict',
]

it('is sent whole to a fresh demo: no request is malformed, and each answers as documented', async () => {
  const { app, demo, stop } = await startDemo()
  try {
    const collection = (await (await fetch(`${app.url}/postman.json`)).json()) as Collection
    const variables = new Map(collection.variable.map(({ key, value }) => [key, value]))
    for (const [name, value] of Object.entries({ baseUrl: app.url, apiKey: demo.key, communityId: demo.communityId })) {
      expect(variables.has(name)).toBe(true)
      variables.set(name, value)
    }
    const answers: string[] = []
    const faults: string[] = []
    let count = 0
    for (const { request, name, event } of collection.item.flatMap(({ item }) => item)) {
      count++
      const { method, url, header, body } = request
      const own = new Map(url.variable.map(({ key, value }) => [key, filled(value, variables)]))
      const steps = url.path.map((step) =>
        step.startsWith(':') ? encodeURIComponent(own.get(step.slice(1)) ?? step) : step,
      )
      const query = url.query
        .filter(({ disabled }) => !disabled)
        .map(({ key, value }) => [key, filled(value, variables)])
      const headers = header
        .filter(({ disabled }) => !disabled)
        .map(({ key, value }) => [key, filled(value, variables)])
      const answer = await fetch(
        `${app.url}/${steps.join('/')}?${new URLSearchParams(query as [string, string][]).toString()}`,
        {
          method,
          headers: {
            Authorization: `Bearer ${filled(collection.auth.bearer[0]?.value ?? '', variables)}`,
            ...(Object.fromEntries(headers) as Record<string, string>),
          },
          ...(body === undefined ? {} : { body: filled(body.raw, variables) }),
        },
      )
      const text = await answer.text()
      const code = answer.status < 300 ? '' : (JSON.parse(text) as { error: { code: string } }).error.code
      if (answer.status >= 300) answers.push(`${method} /${url.path.join('/')} ${answer.status} ${code}`)
      if ([400, 401, 403, 415, 422, 429].includes(answer.status) || answer.status >= 500)
        faults.push(`${name}: ${text}`)
      const failed = runScripts([...collection.event, ...event], method, { code: answer.status, text }, variables)
      faults.push(...failed.map((why) => `${name}: ${why}`))
    }
    expect(faults).toEqual([])
    expect(inDemo).toEqual(expect.arrayContaining(answers))
    expect(count).toBeGreaterThan(120)
  } finally {
    await stop()
  }
})
