// Files that `npm run build` made, sent by express.static: compressed where the build wrote a `.gz` beside the file.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import express, { type RequestHandler, type Response } from 'express'

export interface Files {
  /** Reads the names once: a new build needs a new process. @param at a path below the folder, with a slash before it */
  has(at: string): boolean
  readonly serve: readonly RequestHandler[]
}

export function filesIn(folder: string): Files {
  const found = fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const names = found
    .filter((one) => one.isFile() && !one.name.startsWith('.'))
    .map((one) => `/${path.relative(folder, path.join(one.parentPath, one.name)).split(path.sep).join('/')}`)
  const all = new Set(names)
  const preferCompressed: RequestHandler = (request, response, next) => {
    const { path: at } = request
    if (all.has(`${at}.gz`)) {
      response.vary('Accept-Encoding')
      if (request.acceptsEncodings('gzip', 'identity') === 'gzip') {
        response.type(path.extname(at)).set('Content-Encoding', 'gzip')
        request.url = `${at}.gz`
      }
    }
    next()
  }
  // callers set Cache-Control
  const options = { index: false, redirect: false, acceptRanges: false, cacheControl: false, lastModified: false }
  const send = express.static(folder, { ...options, setHeaders: addEtag() })
  return { has: (at) => all.has(at), serve: [inTurn, preferCompressed, send] }
}

/** A response opens its file when it can be sent, so that a connection holds one file, however much it pipelines. */
const inTurn: RequestHandler = (_request, response, next) => {
  if (response.socket === null) response.once('socket', () => next())
  else next()
}

/** Of the text alone, so that the servers behind a load balancer have the same; the library's is of size and time. */
function addEtag(): (response: Response, file: string) => void {
  const etags = new Map<string, string>()
  const make = (file: string): string => {
    const etag = `"${createHash('sha256').update(fs.readFileSync(file)).digest('base64url')}"`
    etags.set(file, etag)
    return etag
  }
  return (response, file) => void response.set('ETag', etags.get(file) ?? make(file))
}
