// Pages beside the API: the contract, /docs and the console.
import express, { type RequestHandler, type Router } from 'express'
import type { RateLimiter } from '../limits/limits'
import { openApi31Of } from '../contract/openapi-31'
import { postmanOf } from '../contract/postman'
import type { ContractTexts } from '../contract/subset'
import { addressBucket, callerAddress } from './address'
import { consoleRouter, isOfConsole, type Console } from './console'
import { documentOf } from './document'
import { safeHeaders } from './headers'
import { isBrowser, makeRequestId, withCommonHeaders } from './request-context'
import { openSite } from './site'
import { makeSubsets } from './subsets'

export interface PageParts {
  readonly contract: ContractTexts
  /** Null: left out. */
  readonly console?: Console | null
  readonly avatars?: { readonly areOn: boolean }
  /** Requests of an address for pages; null: off. */
  readonly pageLimit: Pick<RateLimiter, 'charge'> | null
}

/** Relative, for proxies with a path prefix. */
const redirects: Readonly<Record<string, string>> = { '/': 'docs', '/docs/': '../docs' }

/** GET and HEAD of a page, and of any path for a browser; all else is left to the API. */
export function pagesRouter({ contract, console = null, avatars, pageLimit }: PageParts): Router {
  const site = openSite()
  const documents: Readonly<Record<string, RequestHandler>> = {
    '/openapi.yaml': documentOf(() => ({ type: 'application/yaml; charset=utf-8', text: contract.yaml })),
    '/openapi.json': documentOf(() => ({ type: JSON_TYPE, text: contract.json })),
    '/postman.json': documentOf(() => ({ type: JSON_TYPE, text: postmanOf(contract.json) })),
    '/openapi-3.1.json': documentOf(() => ({ type: JSON_TYPE, text: openApi31Of(contract.json) })),
  }
  const subsetAt = makeSubsets(contract, documentOf)
  const isPage = (path: string): boolean =>
    site.has(path) ||
    path in documents ||
    path in redirects ||
    (console !== null && /^\/console(\/|$)/.test(path) && isOfConsole(console, path.slice('/console'.length)))
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use((request, _response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    next(isRead && (isPage(request.path) || isBrowser(request)) ? undefined : 'router')
  })
  router.use(preparePage(pageLimit))
  for (const [path, to] of Object.entries(redirects)) router.get(path, (_request, response) => response.redirect(to))
  for (const [path, whole] of Object.entries(documents))
    router.get(path, (request, response, next) => (subsetAt(request.url) ?? whole)(request, response, next))
  if (console) router.use('/console', consoleRouter(console, avatars?.areOn === true))
  router.use(site.router, ...site.missing)
  return router
}

const JSON_TYPE = 'application/json; charset=utf-8'

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
