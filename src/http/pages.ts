// Pages beside the API: the contract, /docs and the console.
import express, { type RequestHandler, type Router } from 'express'
import type { RateLimiter } from '../limits/limits'
import { openApi31Of } from '../contract/openapi-31'
import { postmanOf } from '../contract/postman'
import type { ContractTexts } from '../contract/subset'
import { addressBucket, callerAddress } from './address'
import { consoleRouter, isOfConsole, type Console } from './console'
import { documentOf } from './document'
import { FOREVER, safeHeaders } from './headers'
import { isBrowser, makeRequestId, withCommonHeaders } from './request-context'
import { assetHash, readSite, type PageText } from './site'
import { makeSubsets } from './subsets'

export interface PageParts {
  readonly contract: ContractTexts
  /** Null: left out. */
  readonly console?: Console | null
  /** Requests of an address for pages; null: off. */
  readonly pageLimit: Pick<RateLimiter, 'charge'> | null
}

/** Relative, for proxies with a path prefix. */
const redirects: Readonly<Record<string, string>> = { '/': 'docs', '/docs/': '../docs' }

let siteOfServer: ReturnType<typeof readSite> | null = null

/** GET and HEAD of a page, and of any path for a browser; all else is left to the API. */
export function pagesRouter({ contract, console = null, pageLimit }: PageParts): Router {
  const site = (siteOfServer ??= readSite())
  const texts: readonly [string, () => PageText][] = [
    ...site.pages,
    ['/openapi.yaml', () => ({ type: 'application/yaml; charset=utf-8', text: contract.yaml })],
    ['/openapi.json', () => ({ type: 'application/json; charset=utf-8', text: contract.json })],
    ['/postman.json', () => ({ type: 'application/json; charset=utf-8', text: postmanOf(contract.json) })],
    ['/openapi-3.1.json', () => ({ type: 'application/json; charset=utf-8', text: openApi31Of(contract.json) })],
  ]
  const documents = new Map(texts.map(([path, make]) => [path, documentOf(make)]))
  const subsetAt = makeSubsets(contract, documentOf)
  const documentAt = (path: string): RequestHandler | undefined => documents.get(path.replace(assetHash, '$1$2'))
  const isPage = (path: string): boolean =>
    documentAt(path) !== undefined ||
    path in redirects ||
    (console !== null && /^\/console(\/|$)/.test(path) && isOfConsole(console, path.slice('/console'.length)))
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use((request, _response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    next(isRead && (isPage(request.path) || isBrowser(request)) ? undefined : 'router')
  })
  router.use(preparePage(pageLimit))
  for (const [path, to] of Object.entries(redirects)) router.get(path, (_request, response) => response.redirect(to))
  if (console) router.use('/console', consoleRouter(console))
  const noSuchPage = documentOf(site.missing)
  const missing: RequestHandler = (request, response, next) => noSuchPage(request, response.status(404), next)
  router.use((request, response, next) => {
    const document = subsetAt(request.url) ?? documentAt(request.path)
    if (document && site.assets.has(request.path)) response.set('Cache-Control', FOREVER)
    return (document ?? missing)(request, response, next)
  })
  return router
}

/** For changes, and for caches: `fetch` sends `Cache-Control: no-cache` with `If-None-Match`, and Express would not answer 304. */
const ignored = ['if-match', 'if-unmodified-since', 'cache-control'] as const

const preparePage =
  (limit: PageParts['pageLimit']): RequestHandler =>
  async (request, response, next) => {
    for (const name of ignored) delete request.headers[name]
    const requestId = makeRequestId(request)
    response.set({ ...safeHeaders, 'X-Request-Id': requestId })
    const rate = (await limit?.charge(`pages ${addressBucket(callerAddress(request))}`)) ?? null
    response.set(withCommonHeaders({ status: 200 }, { rate, requestId }).headers)
    next()
  }
