// Runs the command of docs/conformance.md on the demo, whose data must survive; in `npm run test:long`, twice.
import { setTimeout as wait } from 'node:timers/promises'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { main } from '../../clients/conformance/src/main'
import { readContract } from '../../clients/conformance/src/contract'
import { issueKey } from '../../src/auth/actions'
import { requireCommunity } from '../../src/communities/actions'
import { ensureDemo } from '../../src/process/demo'
import { HttpPlatform } from '../../src/platform/http-platform'
import { demoUsers, demoWorld } from '../../src/simulator/demo-world'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { operationTable } from '../../generated/operations'
import { startTestApp, type TestApp } from '../support/app'
import { isWhole } from '../support/runs'

const secret = 'a-secret-of-the-platform-webhook'
const root = path.resolve(__dirname, '../..')
const contract = readContract(path.join(root, 'generated/contract.json'))

let simulator: Simulator
let app: TestApp
let dataDir: string
beforeAll(async () => {
  simulator = await startSimulator({ world: demoWorld() })
  // the platform is slower than the server's answers, so that queued rank changes can be cancelled
  const ms = process.env['CITUS_URL'] === undefined ? 20 : 200
  simulator.faults.add({ kind: 'delay', ms, path: '/memberships$' })
  const platform = new HttpPlatform({ apiUrl: simulator.url, usersUrl: simulator.url, timeoutMs: 2_000 })
  app = await startTestApp({ platformSecrets: [secret], platform })
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'demo-'))
})
afterAll(async () => {
  await app.close()
  await simulator.close()
  fs.rmSync(dataDir, { recursive: true })
})

/** Flags of the command on the page, without credentials and report file. */
function flagsOfPage(): string[] {
  const page = fs.readFileSync(path.join(root, 'docs/conformance.md'), 'utf8')
  const shown = /npm run conformance -- --url \S+ --key \S+ --community \S+ --limited-key \S+ \\\n\s*(.*) --junit/.exec(
    page,
  )
  if (!shown?.[1]) throw new Error('docs/conformance.md shows no conformance command')
  return shown[1].split(' ')
}

async function verifiedAccounts(): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`select user_id from verified_account order by 1`.execute(app.app.db)
  return rows.map((row) => row.user_id)
}

const second = isWhole ? ', in a second run all but the decline of a request to join too' : ''

it(`every operation but one succeeds with the flags of docs/conformance.md${second}, and no account of the demo is erased`, async () => {
  const demo = await ensureDemo(app.base, dataDir, () => undefined)
  const ctx = { ...app.base, community: await requireCommunity(app.base, demo.communityId) }
  const limited = await issueKey(ctx, { name: 'limited', scopes: ['ranks.read'], expiresAt: null })
  const before = await verifiedAccounts()
  expect(before).toEqual([demoUsers.recruit, demoUsers.notInGroup])
  const flags = [
    ...['--url', app.url, '--key', demo.key, '--community', demo.communityId, '--limited-key', limited.key],
    ...[...flagsOfPage(), '--platform-secret', secret, '--webhook-url', 'https://hooks.example.com/', '--quick'],
  ]
  const all = Object.keys(operationTable).length
  for (const run of isWhole ? [1, 2] : [1]) {
    let out = ''
    const code = await main(flags, {
      env: {},
      out: (text) => void (out += text),
      err: (text) => void (out += text),
      say: () => undefined,
      paint: (_, text) => text,
      // rate limits follow the clock of the test, and jobs that of the machine
      sleep: (ms) => wait(Math.min(ms, 250), app.advance(ms)),
      readContract: () => contract,
    })
    expect([run, out.match(/^\d+ of \d+ operations succeeded/m)?.[0], code]).toEqual([
      run,
      // not possible: ending a session and, in the second run, accepting a request to join
      `${run === 1 ? all - 1 : all - 2} of ${all} operations succeeded`,
      0,
    ])
  }
  expect(await verifiedAccounts()).toEqual(before)
})
