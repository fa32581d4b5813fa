// The console at /console: the files that `npm run build` makes of console/.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import express, { type Router } from 'express'
import { projectRoot } from '../base/project-root'
import { filesIn, type Files } from './files'
import { FOREVER, policyFor } from './headers'

/** What Vite writes as the nonce (`html.cspNonce` in console/vite.config.ts). */
const PLACEHOLDER = '__NONCE__'
/** In console/index.html: whether the console asks for pictures of accounts. */
const AVATARS = '__AVATARS__'

export interface Console {
  /** Their names contain a hash of the text. */
  readonly files: Files
  /** The page of every screen. */
  readonly page: string
}

/** Null: it was not built. */
export function readConsole(folder = path.join(projectRoot, 'dist/console')): Console | null {
  const page = path.join(folder, 'index.html')
  return fs.existsSync(page) ? { files: filesIn(folder), page: fs.readFileSync(page, 'utf8') } : null
}

const isScreen = (at: string): boolean => path.posix.extname(at) === ''
const isAsset = ({ files }: Console, at: string): boolean =>
  files.has(at) && at.startsWith('/assets/') && !at.endsWith('.gz')

/** @param at a path below /console */
export const isOfConsole = (console: Console, at: string): boolean => isScreen(at) || isAsset(console, at)

export function consoleRouter(console: Console, hasAvatars: boolean): Router {
  const { files } = console
  const page = console.page.replace(AVATARS, hasAvatars ? 'on' : 'off')
  const router = express.Router({ caseSensitive: true, strict: true })
  router.use((request, response, next) => {
    if (!isScreen(request.path)) return next()
    const nonce = randomBytes(16).toString('base64')
    // not stored, because a nonce is for one answer (CSP 3, 7.1)
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policyFor(nonce) })
    response.type('html').end(page.replaceAll(PLACEHOLDER, nonce))
  })
  router.use(
    (request, response, next) => {
      if (!isAsset(console, request.path)) return next('router')
      response.set('Cache-Control', FOREVER)
      next()
    },
    ...files.serve,
  )
  return router
}
