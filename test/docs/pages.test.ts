// The contract in both forms, and the reference.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { operationTable } from '../../generated/operations'
import { loadContract } from '../../src/contract/document'
import { sendRaw } from '../http/raw'
import { startTestApp, type TestApp } from '../support/app'

const written = fs.readFileSync(path.resolve(__dirname, '../../openapi.yaml'), 'utf8')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = (page: string, { headers, ...init }: RequestInit = {}) =>
  fetch(`${app.url}${page}`, { redirect: 'manual', headers: { 'Accept-Encoding': 'identity', ...headers }, ...init })

/** Resolved against the page. */
async function assetsOf(page: string): Promise<string[]> {
  const html = await (await ask(page)).text()
  const named = [...html.matchAll(/<(?:link|script)\b[^>]*?\s(?:href|src)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  )
  return named.map((address) => new URL(address, app.url + page).href.replace(app.url, ''))
}

const pages: [string, string][] = [
  ['/openapi.yaml', 'application/yaml'],
  ['/openapi.json', 'application/json'],
  ['/docs', 'text/html'],
  ['/docs/docs.js', 'text/javascript'],
  ['/docs/docs.css', 'text/css'],
  ['/docs/swagger-ui-bundle.js', 'text/javascript'],
  ['/docs/swagger-ui.css', 'text/css'],
  ['/docs/favicon-32x32.png', 'image/png'],
]

describe.each(pages)('%s', (page, type) => {
  it('is served with a policy that allows only this server', async () => {
    const answer = await ask(page)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(new RegExp(`^${type}\\b`))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none';/)
    const sources = policy.split('; ').flatMap((directive) => directive.split(' ').slice(1))
    expect([...new Set(sources)].sort()).toEqual(["'none'", "'self'", 'data:'])
    expect((await answer.text()).length).toBeGreaterThan(0)
  })

  it('has an ETag, and answers 304 for it', async () => {
    const etag = (await ask(page)).headers.get('etag') ?? ''
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    const same = await ask(page, { headers: { 'If-None-Match': `"another", ${etag}` } })
    expect([same.status, (await same.text()).length, same.headers.get('etag')]).toEqual([304, 0, etag])
    const other = await ask(page, { headers: { 'If-None-Match': '"another"' } })
    expect(other.status).toBe(200)
    await other.body?.cancel()
  })

  it('answers HEAD like GET without the body, and other methods with 404', async () => {
    const [head, get] = [await ask(page, { method: 'HEAD' }), await ask(page)]
    expect([head.status, (await head.text()).length]).toEqual([200, 0])
    const bytes = (await get.arrayBuffer()).byteLength
    for (const answer of [head, get]) expect(answer.headers.get('content-length')).toBe(String(bytes))
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    const posted = await ask(page, { method: 'POST' })
    expect([posted.status, await posted.json()]).toMatchObject([404, { error: { code: 'route_not_found' } }])
  })
})

it('the contract is openapi.yaml, and the same document as JSON', async () => {
  expect((await (await ask('/openapi.yaml')).text()) === written).toBe(true)
  // openapi.yaml: test/contract
  expect(await (await ask('/openapi.json?version=3')).json()).toEqual(loadContract())
})

it.each(['/openapi.yaml', '/openapi.json', '/docs'])('the ETag of %s depends only on its text', async (page) => {
  const answer = await ask(page)
  const hash = createHash('sha256')
    .update(await answer.text())
    .digest('base64url')
  expect(answer.headers.get('etag')).toBe(`"${hash}"`)
})

it('/ and /docs/ redirect to the reference, also under a prefix', async () => {
  for (const [from, to] of [
    ['/', 'docs'],
    ['/docs/', '../docs'],
  ] as const) {
    const { status, headers } = await ask(from)
    expect([status, headers.get('location')]).toEqual([302, to])
    expect(new URL(to, `https://example.com/prefix${from}`).pathname).toBe('/prefix/docs')
  }
})

it.each(['/docs/../package.json', '/docs/swagger-ui.js', '/docs/%2e%2e/openapi.yaml', '/Docs', '/openapi.yaml/'])(
  '%s is no page',
  async (page) => {
    const answer = await sendRaw(app.url, { path: page })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'route_not_found'])
  },
)

describe('the reference', () => {
  it('loads only files of this server, which load nothing from other hosts', async () => {
    const assets = await assetsOf('/docs')
    expect(assets.sort()).toEqual(
      pages
        .map(([page]) => page)
        .filter((page) => page.startsWith('/docs/'))
        .sort(),
    )
    for (const asset of ['/docs', ...assets]) {
      const text = await (await ask(asset)).text()
      const styled = [...text.matchAll(/url\(\s*["']?([^"')]+)|@import\s+["']?([^"';]+)/g)].map(
        ([, url, at]) => url ?? at,
      )
      if (!asset.endsWith('.js')) expect(styled.filter((address) => !address?.startsWith('data:'))).toEqual([])
      if (asset === '/docs') expect(text).not.toMatch(/\/\/[a-z]|<style|style=|<script>|\son[a-z]+=|javascript:/i)
    }
  })

  it('loads a document with every operation', async () => {
    const script = await (await ask('/docs/docs.js')).text()
    const address = /url: '([^']+)'/.exec(script)?.[1] ?? ''
    const document = (await (await ask(new URL(address, `${app.url}/docs`).pathname)).json()) as {
      paths: Record<string, Record<string, { operationId?: string }>>
    }
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((one) => one.operationId ?? []),
    )
    expect(ids.sort()).toEqual(Object.keys(operationTable).sort())
  })
})
