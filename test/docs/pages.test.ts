// The contract as YAML and JSON, and the pages of the reference.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { operationTable } from '../../generated/operations'
import { loadContract } from '../../src/contract/document'
import { sendRaw } from '../http/raw'
import { startTestApp, type TestApp } from '../support/app'

const written = fs.readFileSync(path.resolve(__dirname, '../../openapi.yaml'), 'utf8')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const ask = (page: string, { headers, ...init }: RequestInit = {}) =>
  fetch(`${app.url}${page}`, { redirect: 'manual', headers: { 'Accept-Encoding': 'identity', ...headers }, ...init })

const pages: [string, string][] = [
  ['/openapi.yaml', 'application/yaml'],
  ['/openapi.json', 'application/json'],
  ['/openapi-3.1.json', 'application/json'],
  ['/docs', 'text/html'],
  ['/docs.md', 'text/markdown'],
  ['/docs/reference/members', 'text/html'],
  ['/docs/reference/members.md', 'text/markdown'],
  ['/docs/errors/medal_not_found', 'text/html'],
  ['/docs/guides/webhooks', 'text/html'],
  ['/docs/site.js', 'text/javascript'],
  ['/docs/site.css', 'text/css'],
  ['/docs/minisearch.js', 'text/javascript'],
  ['/docs/search.json', 'application/json'],
  ['/docs/icon.svg', 'image/svg+xml'],
  ['/llms.txt', 'text/plain'],
  ['/llms-full.txt', 'text/plain'],
]

describe.each(pages)('%s', (page, type) => {
  it('is served with a policy that allows only this server', async () => {
    const answer = await ask(page)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(new RegExp(`^${type.replace('+', '\\+')}\\b`))
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none';/)
    const sources = policy.split('; ').flatMap((directive) => directive.split(' ').slice(1))
    expect([...new Set(sources)].sort()).toEqual(["'none'", "'self'"])
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

it('shows the pictures of a guide, and of those that are not served the text', async () => {
  const guide = await (await ask('/docs/guides/game-screens')).text()
  const [source = ''] = /(?<=<img src=")[^"]+\.svg(?=" alt="The board)/.exec(guide) ?? []
  const picture = await ask(new URL(source, 'http://localhost/docs/guides/').pathname)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await (await ask('/docs/about')).text()).toMatch(/<p>A response that waits/)
})

describe('the assets', () => {
  const assetsOf = (html: string): string[] =>
    [...html.matchAll(/="(docs\/[^"]+\.(?:css|js|json|svg))"/g)].map(([, address = '']) => `/${address}`)

  it('have the hash of their text in their names, and are kept by the browser for a year', async () => {
    const assets = assetsOf(await (await ask('/docs')).text())
    expect(assets.map((name) => name.replace(/\.[\w-]{12}(?=\.)/, '')).sort()).toEqual([
      ...['/docs/icon.svg', '/docs/minisearch.js', '/docs/search.json', '/docs/site.css', '/docs/site.js'],
    ])
    for (const name of assets) {
      const answer = await ask(name)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
      const hash = createHash('sha256')
        .update(await answer.text())
        .digest('base64url')
      expect(name).toContain(`.${hash.slice(0, 12)}.`)
    }
  })

  it('are found under the hash of another release, and are not kept then', async () => {
    const current = await (await ask('/docs/site.css')).text()
    const other = await ask('/docs/site.0123456789ab.css')
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(await other.text()).toBe(current)
    for (const wrong of ['/docs/other.0123456789ab.css', '/docs/site.0123.css', '/docs/reference.0123456789ab.md'])
      expect((await sendRaw(app.url, { path: wrong })).status).toBe(404)
  })
})

it('the contract is openapi.yaml, and the same document as JSON', async () => {
  expect((await (await ask('/openapi.yaml')).text()) === written).toBe(true)
  // the content of openapi.yaml is tested in test/contract
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

it.each(['/docs/../package.json', '/docs/nothing.js', '/docs/%2e%2e/openapi.yaml', '/Docs', '/openapi.yaml/'])(
  '%s is no page',
  async (page) => {
    const answer = await sendRaw(app.url, { path: page })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'route_not_found'])
  },
)

/** Everything that the pages link to, from the home page on, by path. */
async function crawl(): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const left = ['/docs']
  for (let page = left.pop(); page !== undefined; page = left.pop()) {
    if (found.has(page)) continue
    const answer = await ask(page)
    const text = await answer.text()
    found.set(page, answer.status === 200 ? text : `status ${answer.status}`)
    if (answer.headers.get('content-type')?.startsWith('text/html')) left.push(...linksOf(page, text))
  }
  return found
}

/** Paths of the links to this server. */
const linksOf = (page: string, html: string): string[] =>
  [...html.matchAll(/\s(?:href|src)="([^"]+)"/g)]
    .map(([, address = '']) => new URL(address, app.url + page))
    .filter(({ origin }) => origin === app.url)
    .map(({ pathname }) => pathname)

describe('the pages', () => {
  let found: Map<string, string>
  beforeAll(async () => {
    found = await crawl()
  })

  it('link only to pages that exist', () => {
    expect([...found].filter(([, text]) => text.startsWith('status '))).toEqual([])
    expect(found.size).toBeGreaterThan(100)
  })

  it('are all reached from the home page, and each is Markdown too', async () => {
    const names = fs.readdirSync(path.resolve(__dirname, '../../dist/site'), { recursive: true, encoding: 'utf8' })
    const all = names.filter((name) => name.endsWith('.md')).map((name) => `/${name.replace(/\.md$/, '')}`)
    expect(all.length).toBeGreaterThan(100)
    expect(all.filter((page) => !found.has(page))).toEqual([])
    for (const page of all) {
      const markdown = await ask(`${page}.md`)
      expect([page, markdown.status, markdown.headers.get('content-type')]).toEqual([
        page,
        ...[200, 'text/markdown; charset=utf-8'],
      ])
      expect(await markdown.text()).toMatch(/^# /m)
    }
  })

  it('lead to a heading or an operation where a link names one', () => {
    const broken = [...found].flatMap(([page, html]) =>
      [...html.matchAll(/\shref="([^"]*#[^"]+)"/g)].flatMap(([, address = '']) => {
        const { pathname, hash, origin } = new URL(address, app.url + page)
        const isThere = found.get(pathname)?.includes(` id="${decodeURIComponent(hash.slice(1))}"`)
        return origin !== app.url || isThere ? [] : [`${page}: ${address}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('have no inline script, inline style or address of another host in a resource', () => {
    for (const [page, text] of found) {
      if (!text.startsWith('<!doctype html>')) continue
      const resources = [...text.matchAll(/<(?:script|link|img|iframe)\b[^>]*>/g)].map(([tag]) => tag)
      expect([page, resources.filter((tag) => /="(?:https?:)?\/\//.test(tag))]).toEqual([page, []])
      expect([page, /<style|\sstyle=|<script>|\son[a-z]+="/i.exec(text)?.[0]]).toEqual([page, undefined])
    }
  })

  it('weigh at most 30 KB each as they are sent, with the shared files, and the changelog 60', async () => {
    const sizeOf = async (page: string): Promise<number> =>
      gzipSync(Buffer.from(await (await ask(page)).arrayBuffer())).length
    const shared = (await sizeOf('/docs/site.js')) + (await sizeOf('/docs/site.css')) + (await sizeOf('/docs/icon.svg'))
    const heavy = [...found]
      .filter(([, text]) => text.startsWith('<!doctype html>'))
      .map(([page, text]): [string, number] => [page, gzipSync(text).length + shared])
      // bytes; the changelog grows with each release
      .filter(([page, size]) => size > (page === '/docs/changelog' ? 60_000 : 30_000))
    expect(heavy).toEqual([])
  })

  it('show every operation with its samples in four languages', () => {
    const shown = [...found]
      .filter(([page]) => page.startsWith('/docs/reference/'))
      .map(([, text]) => text)
      .join('')
    for (const [operationId, { scope }] of Object.entries(operationTable)) {
      const [, operation = ''] = shown.split(`<div id="${operationId}">`)
      const languages = [...(operation.split('</details>')[0] ?? '').matchAll(/data-language="(\w+)"/g)].map(
        ([, name]) => name,
      )
      const expected = scope === null ? [] : ['sh', 'ts', 'python', 'lua']
      expect([operationId, languages.filter((name) => name !== 'json')]).toEqual([operationId, expected])
    }
  })
})

it('llms.txt links only to pages that exist', async () => {
  const text = await (await ask('/llms.txt')).text()
  const linked = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address)
  expect(linked.length).toBeGreaterThan(30)
  for (const address of linked) expect([address, (await ask(address)).status]).toEqual([address, 200])
})
