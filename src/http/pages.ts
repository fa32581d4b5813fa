// The pages beside the API, served by Express: the contract as YAML and JSON, and a reference made from it at /docs.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import express, { type Express, type Response } from 'express'
import { contentSecurityPolicy, docsHtml, docsScript, docsStyle } from './docs-page'

/** The contract in both forms: the text of openapi.yaml, and the same document as JSON. */
export interface ContractTexts {
  readonly yaml: string
  readonly json: string
}

interface Page {
  readonly type: string
  readonly text: string
}

/** What the reference loads of its renderer, as named in swagger-ui-dist. */
const rendererFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

const textPages = ({ yaml, json }: ContractTexts): Record<string, Page> => ({
  '/openapi.yaml': { type: 'application/yaml', text: yaml },
  '/openapi.json': { type: 'application/json', text: json },
  '/docs': { type: 'text/html', text: docsHtml },
  '/docs/docs.js': { type: 'text/javascript', text: docsScript },
  '/docs/docs.css': { type: 'text/css', text: docsStyle },
})

const pagePaths = new Set([
  ...['/', '/docs/'],
  ...Object.keys(textPages({ yaml: '', json: '' })),
  ...rendererFiles.map((name) => `/docs/${name}`),
])

/** Whether a request is for one of the pages; everything else is the API's, its 404 too. */
export function isPage(method: string | undefined, url: string): boolean {
  if (url.startsWith('/v2/')) return false
  if (method !== 'GET' && method !== 'HEAD') return false
  const query = url.indexOf('?')
  return pagePaths.has(query < 0 ? url : url.slice(0, query))
}

/**
 * Makes the pages. Each text has a strong ETag; with `If-None-Match` Express answers 304, and to HEAD without a body.
 * @throws when swagger-ui-dist is not installed
 */
export function makePages(contract: ContractTexts): Express {
  const app = express()
  app.disable('x-powered-by')
  app.enable('strict routing')
  app.use((request, _response, next) => {
    // said of caches on the way; Express would take it as a wish for a body, and fetch sends it beside If-None-Match
    delete request.headers['cache-control']
    next()
  })
  for (const [address, { type, text }] of Object.entries(textPages(contract))) {
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    // asked for rarely, and long: kept packed
    const packed = gzipSync(text)
    app.get(address, (_request, response) => {
      setSafeHeaders(response).set('ETag', etag).type(type).send(gunzipSync(packed).toString())
    })
  }
  const root = path.dirname(require.resolve('swagger-ui-dist/package.json'))
  for (const name of rendererFiles) {
    app.get(`/docs/${name}`, (_request, response) => {
      setSafeHeaders(response).sendFile(name, { root, cacheControl: false })
    })
  }
  // relative, for a proxy that serves all this under a prefix
  app.get('/', (_request, response) => void response.redirect('docs'))
  app.get('/docs/', (_request, response) => void response.redirect('../docs'))
  return app
}

/** `no-cache`: kept by the browser, but asked for each time, which a 304 answers. */
function setSafeHeaders(response: Response): Response {
  return response.set({
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
}
