// Pages beside the API, from memory: the contract, /docs and the console.
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { matchesEtag, type ReplyHeaders, type WireReply } from '../contract/replies'
import { postmanOf } from '../contract/postman'
import type { ContractTexts } from '../contract/subset'
import { isScreen, type Console } from './console'
import { assetHash, contentSecurityPolicy, policyFor, readSite, refusalPage, type PageText } from './site'
import { makeSubsets } from './subsets'

interface Representation {
  readonly etag: string
  readonly bytes: Buffer
  readonly encoding: 'gzip' | null
}

interface Page {
  readonly type: string
  readonly plain: Representation
  /** Absent before the first request; null: compression saves nothing. */
  packed?: Promise<Representation | null>
}

/** Relative, for proxies with a path prefix. */
const redirects: ReadonlyMap<string, string> = new Map([
  ['/', 'docs'],
  ['/docs/', '../docs'],
])

export interface Pages {
  has(request: IncomingMessage): boolean
  /** Supports `If-None-Match`; ignores `Range` and `If-Match`. */
  serve(request: IncomingMessage, response: ServerResponse, headers: ReplyHeaders): Promise<void>
}

let siteOfServer: ReturnType<typeof readSite> | null = null

/** @param console null: left out */
export function makePages(contract: ContractTexts, console: Console | null): Pages {
  const { yaml, json, json31 } = contract
  const site = (siteOfServer ??= readSite())
  const texts = new Map<string, () => PageText>([
    ...site.pages,
    ...(console?.files ?? []),
    ['/openapi.yaml', () => ({ type: 'application/yaml; charset=utf-8', text: yaml })],
    ['/openapi.json', () => ({ type: 'application/json; charset=utf-8', text: json })],
    ['/postman.json', () => ({ type: 'application/json; charset=utf-8', text: postmanOf(json) })],
    ['/openapi-3.1.json', () => ({ type: 'application/json; charset=utf-8', text: json31 })],
  ])
  const isConsole = (at: string): boolean => console !== null && isScreen(at)
  const subsetAt = makeSubsets(contract, (text) => text)
  const made = new WeakMap<() => PageText, Page>()
  const toPage = (text: () => PageText): Page => made.get(text) ?? remember(made, text)
  return {
    has: ({ method, url, headers }) =>
      (method === 'GET' || method === 'HEAD') &&
      (texts.has(withoutHash(url)) || isConsole(pathOf(url)) || redirects.has(pathOf(url)) || isBrowser({ headers })),
    async serve(request, response, headers) {
      const requested = pathOf(request.url)
      response.setHeaders(new Map([...safeHeaders, ...Object.entries(headers).map(toHeader)]))
      const redirect = redirects.get(requested)
      if (redirect !== undefined) return void response.writeHead(302, { Location: redirect, 'Content-Length': 0 }).end()
      if (console && isScreen(requested)) return sendScreen(request, response, console)
      if (site.assets.has(requested) || console?.files.has(requested))
        response.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
      const text = subsetAt(request.url) ?? texts.get(withoutHash(requested))
      const page = toPage(text ?? site.missing)
      const takesGzip = acceptsGzip(request.headers['accept-encoding'])
      const packed = takesGzip ? await (page.packed ??= pack(page.plain)) : null
      send(request, response, { status: text ? 200 : 404, type: page.type, ...(packed ?? page.plain) })
    },
  }
}

/** Not stored, because a nonce is for one answer (CSP 3, 7.1). */
function sendScreen({ method }: IncomingMessage, response: ServerResponse, { page }: Console): void {
  const nonce = randomBytes(16).toString('base64')
  const { type, text } = page(nonce)
  response.setHeader('Cache-Control', 'no-store').setHeader('Content-Security-Policy', policyFor(nonce))
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
  response.end(method === 'HEAD' ? undefined : text)
}

export function sendRefusal(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers }: WireReply,
  message: string,
): void {
  const { type, text } = refusalPage(status, message)
  response.setHeaders(new Map([...safeHeaders, ...Object.entries(headers).map(toHeader)]))
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) })
  response.end(method === 'HEAD' ? undefined : text)
}

export const isBrowser = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true

function remember(made: WeakMap<() => PageText, Page>, text: () => PageText): Page {
  const { type, text: content } = text()
  const bytes = Buffer.from(content)
  const hash = createHash('sha256').update(bytes).digest('base64url')
  const page = { type, plain: { etag: `"${hash}"`, bytes, encoding: null } }
  made.set(text, page)
  return page
}

async function pack({ bytes, etag }: Representation): Promise<Representation | null> {
  const packed = await promisify(gzip)(bytes)
  if (packed.length >= bytes.length) return null
  // a copy: the compressor's buffer is larger
  return { etag: etag.replace(/"$/, '-gzip"'), bytes: Buffer.from(packed), encoding: 'gzip' }
}

const pathOf = (url = ''): string => url.split('?', 1)[0] ?? ''

/** An asset is found under any hash, because a page of another release asks for its own. */
const withoutHash = (url: string | undefined): string => pathOf(url).replace(assetHash, '$1$2')

const toHeader = ([name, value]: [string, string | number | string[]]): [string, string] => [name, String(value)]

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
  { status, type, etag, bytes, encoding }: Representation & { readonly status: number; readonly type: string },
): void {
  response.setHeader('ETag', etag).setHeader('Vary', 'Accept-Encoding')
  const ifNoneMatch = headers['if-none-match']
  if (status === 200 && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag, 'weak'))
    return void response.writeHead(304).end()
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': bytes.length })
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** `Accept-Encoding` (RFC 9110, 12.5.3). */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const offers = String(header ?? '').split(',')
  const named = offers.find((one) => /^\s*(x-)?gzip\s*(;|$)/i.test(one)) ?? offers.find((one) => /^\s*\*/.test(one))
  return named !== undefined && !/;\s*q=0(\.0*)?\s*$/i.test(named)
}
