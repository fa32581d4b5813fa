// Pages beside the API, from memory: the contract and /docs.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { contentSecurityPolicy, docsHtml, docsScript, docsStyle } from './docs-page'

export interface ContractTexts {
  readonly yaml: string
  readonly json: string
}

interface Representation {
  readonly etag: string
  readonly bytes: Buffer
  readonly encoding: 'gzip' | null
}

interface Page {
  readonly type: string
  readonly plain: Representation
  /** Absent before the first request; null when compression saves nothing. */
  packed?: Promise<Representation | null>
}

const rendererFiles = [
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
] as const

/** Relative, for proxies with a path prefix. */
const redirects: ReadonlyMap<string, string> = new Map([
  ['/', 'docs'],
  ['/docs/', '../docs'],
])

const pagePaths = new Set([
  ...redirects.keys(),
  ...['/openapi.yaml', '/openapi.json', '/docs', '/docs/docs.js', '/docs/docs.css'],
  ...rendererFiles.map(([name]) => `/docs/${name}`),
])

/** The API answers all other requests. */
export function isPage(method: string | undefined, url: string | undefined): boolean {
  return (method === 'GET' || method === 'HEAD') && pagePaths.has(pathOf(url))
}

export type Pages = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string | number>>,
) => Promise<void>

/** Supports `If-None-Match`; ignores `Range` and `If-Match`. */
export function makePages(contract: ContractTexts): Pages {
  const pages = new Map(Object.entries(readPages(contract)))
  return async (request, response, headers) => {
    const requested = pathOf(request.url)
    response.setHeaders(new Map([...safeHeaders, ...Object.entries(headers).map(toHeader)]))
    const page = pages.get(requested)
    if (!page) return void response.writeHead(302, { Location: redirects.get(requested), 'Content-Length': 0 }).end()
    const takesGzip = acceptsGzip(request.headers['accept-encoding'])
    const packed = takesGzip ? await (page.packed ??= pack(page.plain)) : null
    send(request, response, page.type, packed ?? page.plain)
  }
}

function readPages({ yaml, json }: ContractTexts): Record<string, Page> {
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'))
  const files = rendererFiles.map(([name, type]): [string, Page] => [
    `/docs/${name}`,
    toPage(type, fs.readFileSync(path.join(root, name))),
  ])
  return {
    '/openapi.yaml': toPage('application/yaml; charset=utf-8', Buffer.from(yaml)),
    '/openapi.json': toPage('application/json; charset=utf-8', Buffer.from(json)),
    '/docs': toPage('text/html; charset=utf-8', Buffer.from(docsHtml)),
    '/docs/docs.js': toPage('text/javascript; charset=utf-8', Buffer.from(docsScript)),
    '/docs/docs.css': toPage('text/css; charset=utf-8', Buffer.from(docsStyle)),
    ...Object.fromEntries(files),
  }
}

function toPage(type: string, bytes: Buffer): Page {
  const hash = createHash('sha256').update(bytes).digest('base64url')
  return { type, plain: { etag: `"${hash}"`, bytes, encoding: null } }
}

async function pack({ bytes, etag }: Representation): Promise<Representation | null> {
  const packed = await promisify(gzip)(bytes)
  if (packed.length >= bytes.length) return null
  // a copy: the compressor's buffer is larger
  return { etag: etag.replace(/"$/, '-gzip"'), bytes: Buffer.from(packed), encoding: 'gzip' }
}

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? ''

const toHeader = ([name, value]: [string, string | number]): [string, string] => [name, String(value)]

/** `no-cache`: revalidated each time. */
const safeHeaders: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-cache'],
  ['Content-Security-Policy', contentSecurityPolicy],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
]

function send(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  type: string,
  { etag, bytes, encoding }: Representation,
): void {
  response.setHeader('ETag', etag).setHeader('Vary', 'Accept-Encoding')
  if (isKnown(etag, headers['if-none-match'])) return void response.writeHead(304).end()
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length })
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** RFC 9110, 12.5.3. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const offers = String(header ?? '').split(',')
  const named = offers.find((one) => /^\s*(x-)?gzip\s*(;|$)/i.test(one)) ?? offers.find((one) => /^\s*\*/.test(one))
  return named !== undefined && !/;\s*q=0(\.0*)?\s*$/i.test(named)
}

/** RFC 9110, 13.1.2: weak comparison. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
