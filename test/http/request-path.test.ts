// docs/architecture.md lists the files that a request passes.
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { startServerProcess, type ServerProcess } from '../ops/process'
import { group, startTestApp, type TestApp } from '../support/app'
import { sendRaw } from './raw'

const MAX_FILES = 26

let app: TestApp
let server: ServerProcess
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const preload = path.join(__dirname, 'report-executed-files.cjs')
  server = await startServerProcess(app, { ROLE: 'api', RATE_LIMITING: 'on', LOG_LEVEL: 'info' }, preload)
})
afterAll(async () => {
  await server.stop()
  await app.close()
})

/** Files that the server has executed since the last call. */
async function executedFiles(): Promise<Set<string>> {
  const reported = once(server.child, 'message')
  server.child.send('report')
  const [files] = (await reported) as [string[]]
  return new Set(files.map((file) => `${file}.ts`))
}

function listedFiles(): string[] {
  const page = fs.readFileSync(path.join(__dirname, '../../docs/architecture.md'), 'utf8')
  const [, walk = ''] = page.split(/^### The walk of .*$/m)
  const [list = ''] = walk.split(/^#/m)
  return [...list.matchAll(/^\d+\. `(src\/[^`]+)`/gm)].map(([, file = '']) => file)
}

it(`GET /v2/members/{userId} passes the files that docs/architecture.md lists, at most ${MAX_FILES}`, async () => {
  const { key, communityId } = await app.community()
  const get = async (): Promise<void> => {
    const headers = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
    const logged = server.output().split('"operationId":"getMember"').length
    const { status } = await sendRaw(server.url, { path: `/v2/members/${group.members[0]}`, headers })
    expect(status).toBe(200)
    while (server.output().split('"operationId":"getMember"').length === logged) await new Promise(setImmediate)
  }
  // creates the member and caches the key
  for (let count = 0; count < 3; count++) await get()
  const passed: Set<string>[] = []
  for (let count = 0; count < 5; count++) {
    await executedFiles()
    await get()
    passed.push(await executedFiles())
  }
  // a file of a background task is not executed in every round
  const inEach = [...(passed[0] ?? [])].filter((file) => passed.every((files) => files.has(file)))
  expect(inEach.sort()).toEqual(listedFiles().sort())
  expect(inEach.length).toBeLessThanOrEqual(MAX_FILES)
})
