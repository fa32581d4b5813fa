// `npm run audit`: an advisory service that does not answer means "not checked", not "no vulnerabilities".
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(__dirname, '../..')
type Answer = (response: http.ServerResponse, request: http.IncomingMessage) => void

interface Outcome {
  readonly code: number | null
  readonly output: string
}

function run(program: string, values: readonly string[], env: NodeJS.ProcessEnv, cwd = root): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(program, values, { cwd, env: { ...process.env, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Runs the audit against a service with this answer; null: nothing listens. */
async function audit(answer: Answer | null): Promise<Outcome> {
  const service = http.createServer((request, response) => answer?.(response, request))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const close = () => new Promise((resolve) => (service.close(resolve), service.closeAllConnections()))
  if (answer === null) await close()
  const npm = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' }
  try {
    return await run(process.execPath, ['scripts/audit.mjs'], { ...npm, npm_config_fetch_timeout: '1000' })
  } finally {
    if (answer !== null) await close()
  }
}

const json =
  (status: number, body: object) =>
  (response: http.ServerResponse): unknown =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('npm run audit', () => {
  it.each<[string, Answer | null]>([
    ['refuses connections', null],
    ['never answers', () => undefined],
    ['does not exist', json(404, { error: 'not found' })],
    ['fails', json(500, { error: 'failed' })],
    ['answers HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
  ])('says "not checked" and exits with 2 when the advisory service %s', async (_, answer) => {
    const { code, output } = await audit(answer)
    expect([code, output]).toEqual([2, expect.stringMatching(/^not checked: the advisory service .* did not answer/)])
  })

  it('exits with 0 when there are no advisories', async () => {
    const { code, output } = await audit(json(200, {}))
    expect([code, output]).toEqual([0, expect.stringMatching(/^\d+ production packages, 0 with known vulnerabilities/)])
  })

  it('exits with 1 when a production package has one', async () => {
    const advisory = { id: 1, url: 'https://example.org', title: 'a flaw', severity: 'high', vulnerable_versions: '*' }
    const known = { name: 'tlds', version: '1.261.0' }
    const versions = { name: 'tlds', 'dist-tags': { latest: known.version }, versions: { [known.version]: known } }
    // npm asks for the advisories (POST), then for the package
    const { code, output } = await audit((response, { method }) =>
      json(200, method === 'POST' ? { tlds: [{ ...advisory, cwe: [] }] } : versions)(response),
    )
    expect([code, output]).toEqual([1, expect.stringContaining('high: tlds')])
  })
})

it.each([
  ['no vulnerabilities', 0, 0],
  ['a vulnerability', 1, 1],
  ['not checked', 2, 0],
])('the run of all checks takes %s for what it is', async (_, audited, expected) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'checks-'))
  fs.mkdirSync(path.join(folder, '.ci'))
  fs.mkdirSync(path.join(folder, 'bin'))
  fs.copyFileSync(path.join(root, '.ci/run'), path.join(folder, '.ci/run'))
  fs.mkdirSync(path.join(folder, 'scripts'))
  fs.copyFileSync(path.join(root, 'scripts/ci-results.mjs'), path.join(folder, 'scripts/ci-results.mjs'))
  const npm = `#!/bin/sh
case "$*" in *audit*) exit ${audited};; esac
for flag in "$@"; do case "$flag" in --outputFile=*)
  echo '{"numPassedTests":1,"testResults":[]}' > "\${flag#--outputFile=}";;
esac; done
`
  fs.writeFileSync(path.join(folder, 'bin/npm'), npm, { mode: 0o755 })
  const { code, output } = await run(
    path.join(folder, '.ci/run'),
    [],
    { PATH: `${folder}/bin:${process.env['PATH']}` },
    folder,
  )
  expect(code).toBe(expected)
  expect(output.includes('vulnerabilities: not checked')).toBe(audited === 2)
  fs.rmSync(folder, { recursive: true })
})
