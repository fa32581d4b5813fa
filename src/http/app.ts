// The Express application.
import express, { type Express, type Router } from 'express'
import type { RateLimiter } from '../limits/limits'
import type { ContractTexts } from '../contract/subset'
import type { Logger } from '../base/logger'
import type { HandleRequest } from './api'
import { AVATAR_PATH } from './avatars'
import type { Console } from './console'
import { answerError } from './errors'
import { pagesRouter } from './pages'
import { serveApi } from './serve-api'

export interface WebParts {
  readonly handleRequest: HandleRequest
  readonly log: Logger
  readonly contract: ContractTexts
  /** Null: left out. */
  readonly console?: Console | null
  /** Of accounts; absent: without a database. */
  readonly avatars?: { readonly handle: HandleRequest; readonly areOn: boolean }
  /** /healthz, /readyz and /metrics; absent: on another port. */
  readonly probes?: Router
  /** Requests of an address for pages; null: off. */
  readonly pageLimit: Pick<RateLimiter, 'charge'> | null
  /** Express's `trust proxy`: the number of proxies, or their addresses. */
  readonly trustProxy: number | string | false
}

/**
 * Answers every request, also one for an unknown path. Mount it in another application, at any path:
 * `host.use('/community', createApp(parts))`, before the host's own body parsers, because each operation has its own
 * limits of a body. Without a port it serves tests: `supertest(createApp(parts)).get('/v2/ranks')`. Overload and slow
 * clients are refused before it (server.ts).
 */
export function createApp(parts: WebParts): Express {
  const { handleRequest, log, probes, avatars, trustProxy } = parts
  const app = express()
  app.disable('x-powered-by')
  // pages have an ETag of their text, replies that of the contract
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('trust proxy', trustProxy)
  const api = serveApi(handleRequest, log)
  // a route, because `use` would take the prefix from the path; first, because most requests are for it
  app.all(/^\/v2\//, api)
  if (probes) app.use(probes)
  if (avatars && parts.console) app.get(AVATAR_PATH, serveApi(avatars.handle, log))
  app.use(pagesRouter(parts))
  // no such path
  app.use(api)
  app.use(answerError(log))
  return app
}
