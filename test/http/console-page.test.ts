// The page of the console, and the nonce that its policy allows.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readConsole } from '../../src/http/console'
import { sendRaw } from './raw'
import { startStubApi, type StubApi } from './stub-api'

const page = `<!doctype html>
<meta property="csp-nonce" nonce="__NONCE__">
<script type="module" src="/console/assets/main-B1.js" nonce="__NONCE__"></script>
`

let folder: string
let api: StubApi
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'console-'))
  fs.mkdirSync(path.join(folder, 'assets'))
  fs.writeFileSync(path.join(folder, 'index.html'), page)
  fs.writeFileSync(path.join(folder, 'assets/main-B1.js'), 'export const one = 1\n')
  api = await startStubApi({ console: readConsole(folder) })
})
afterAll(async () => {
  await api.close()
  fs.rmSync(folder, { recursive: true })
})

const ask = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(api.url + at, { method, headers })

it('has a nonce of its own in each answer, which the policy allows to styles only', async () => {
  const nonces = new Set<string>()
  for (const screen of ['/console', '/console/members', '/console/members/1', '/console?a=b']) {
    const answer = await ask(screen)
    const [, nonce = ''] = /<meta property="csp-nonce" nonce="([A-Za-z0-9+/]{22}==)">/.exec(await answer.text()) ?? []
    const policy = (answer.headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self'")
    expect(policy.filter((directive) => directive.includes('nonce'))).toHaveLength(1)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

it('is stored nowhere, and answered whole to a conditional request, because a nonce is for one answer', async () => {
  const first = await ask('/console')
  expect([first.headers.get('cache-control'), first.headers.get('etag')]).toEqual(['no-store', null])
  const again = await ask('/console', { 'If-None-Match': '*' })
  expect([again.status, (await again.text()).length]).toEqual([200, (await first.text()).length])
  const head = await ask('/console', {}, 'HEAD')
  expect([head.status, await head.text(), head.headers.get('content-type')]).toEqual([
    ...[200, '', 'text/html; charset=utf-8'],
  ])
})

it('has no nonce under another address, and its files have none', async () => {
  const asset = await ask('/console/assets/main-B1.js')
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect(asset.headers.get('content-security-policy')).not.toContain('nonce')
  for (const other of [
    '/console/index.html',
    '/console/',
    '/console/assets/',
    '/console/assets/main-B2.js',
    '/Console',
  ])
    expect([other, await (await ask(other)).text()]).not.toEqual([other, expect.stringContaining('__NONCE__')])
  expect((await sendRaw(api.url, { path: '/console/assets/main-B2.js' })).status).toBe(404)
})
