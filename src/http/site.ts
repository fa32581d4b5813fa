// The pages of /docs: the files that `npm run build` writes to dist/site (scripts/docs/site).
import path from 'node:path'
import express, { type Request, type RequestHandler, type Router } from 'express'
import { projectRoot } from '../base/project-root'
import { filesIn, type Files } from './files'
import { FOREVER } from './headers'

/** Such as `/docs/site.3f8Kq0vXw2Zc.js`. */
const hashed = /^(\/docs\/\w+)\.[\w-]{12}(\.(?:css|js|json|svg))$/

const MISSING = '/missing.html'

const leftOut =
  'This server was built without its documentation, which needs the development packages: run npm ci --include=dev and npm run build, then start it again.\n'

export interface Site {
  has(at: string): boolean
  readonly router: Router
  /** For a path of no page. */
  readonly missing: readonly RequestHandler[]
}

export function openSite(folder = path.join(projectRoot, 'dist/site')): Site {
  const files = filesIn(folder)
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use(
    (request, response, next) => {
      const file = fileOf(files, request.path)
      if (file === null) return next('router')
      if (file === request.path && hashed.test(file)) response.set('Cache-Control', FOREVER)
      request.url = file
      next()
    },
    ...files.serve,
  )
  const missing: RequestHandler = (request, response, next) => {
    request.url = MISSING
    response.status(404)
    if (files.has(MISSING)) next()
    else response.type('text').send(leftOut)
  }
  // where the pages are left out, their first one says so
  const has = (at: string): boolean => fileOf(files, at) !== null || (at === '/docs' && !files.has(MISSING))
  return { has, router, missing: [missing, ...files.serve] }
}

/** A page without its extension. An asset has any hash, because a page of another release asks for its own. */
function fileOf(files: Files, at: Request['path']): string | null {
  if (files.has(`${at}.html`)) return at === '/missing' ? null : `${at}.html`
  if (/\.(html|gz)$/.test(at)) return null
  return [at, at.replace(hashed, '$1$2')].find((name) => files.has(name)) ?? null
}
