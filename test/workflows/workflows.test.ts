// The Arazzo documents of docs/workflows, run against a live server.
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { parse, stringify } from 'yaml'
import { packaged } from '../../scripts/packages/path'
import { verifyAccount } from '../../src/identities/accounts/actions'
import { group, startTestApp, type TestApp } from '../support/app'

const root = path.resolve(__dirname, '../..')
const folder = path.join(root, 'docs/workflows')
const redocly = packaged('@redocly/cli/bin/cli.js')

interface Step {
  readonly stepId: string
  successCriteria: { condition: string }[]
  onFailure?: unknown
}
interface Workflow {
  readonly workflows: { readonly steps: Step[] }[]
  sourceDescriptions: { url: string }[]
}

let app: TestApp
let receiver: http.Server
let changed: string
beforeAll(async () => {
  app = await startTestApp()
  receiver = http.createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  changed = fs.mkdtempSync(path.join(os.tmpdir(), 'workflows-'))
  await verifyAccount(app.base, 101, '80351110224678912')
})
afterAll(async () => {
  receiver.close()
  fs.rmSync(changed, { recursive: true })
  await app.close()
})

const inputsOf = (name: string): Record<string, string | number> =>
  ({
    recruitment: { userId: '101', rankId: 10 },
    'award-night': { firstUserId: '101', secondUserId: '102', medal: 'Night owl', batchId: 'night-1' },
    suspension: { userId: '103', rankUniqueId: group.roles.private },
    event: { userId: '104', eventType: 'Night training' },
    'rank-operation': { userId: '105', rankId: 50, idempotencyKey: 'change-1' },
    webhooks: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` },
  })[name] ?? {}

/** Runs a document in a new community. */
async function run(file: string, name: string): Promise<{ failed: boolean; output: string }> {
  const { client, key, communityId } = await app.community()
  await client.post('/v2/ranks/sync')
  const inputs = { key, communityId, ...inputsOf(name) }
  const args = ['respect', file, '--server', `api=${app.url}`, '--input', JSON.stringify(inputs)]
  const env = { ...process.env, NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', CI: 'true' }
  return new Promise((resolve) => {
    execFile(process.execPath, [redocly, ...args], { env, cwd: changed }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: stdout + stderr }),
    )
  })
}

const names = fs
  .readdirSync(folder)
  .filter((file) => file.endsWith('.arazzo.yaml'))
  .map((file) => path.basename(file, '.arazzo.yaml'))

const documentOf = (name: string): Workflow =>
  parse(fs.readFileSync(path.join(folder, `${name}.arazzo.yaml`), 'utf8')) as Workflow

it.each(names)('%s runs as its document says, and meets each expectation', async (name) => {
  const { failed, output } = await run(path.join(folder, `${name}.arazzo.yaml`), name)
  expect([failed, failed ? output : '']).toEqual([false, ''])
  for (const { successCriteria } of documentOf(name).workflows.flatMap(({ steps }) => steps)) {
    // the tool cuts longer conditions
    for (const { condition } of successCriteria)
      expect(output).toContain(`✓ success criteria check - ${condition.slice(0, 45)}`)
  }
})

it('a document fails when the expectation of its last step is wrong', async () => {
  const document = documentOf('suspension')
  const last = document.workflows[0]?.steps.at(-1) as Step
  const criterion = last.successCriteria.at(-1) as { condition: string }
  criterion.condition = criterion.condition.replace('==', '!=')
  for (const source of document.sourceDescriptions) source.url = path.join(root, 'openapi.yaml')
  const file = path.join(changed, 'suspension.arazzo.yaml')
  fs.writeFileSync(file, stringify(document))
  const { failed, output } = await run(file, 'suspension')
  expect(failed).toBe(true)
  expect(output).toContain(last.stepId)
})
