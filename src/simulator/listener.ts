// The HTTP server of a simulator.
import http from 'node:http'
import { StartError } from '../base/errors'
import type { Logger } from '../base/logger'
import { control } from './control'
import type { Faults } from './faults'
import { applyFault, sendReply } from './apply-fault'
import type { SimulatorReply, SimulatorRequest, Wire } from './messages'

export interface ListenOptions {
  /** Default: a free port. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Requests at level debug. */
  readonly log?: Logger
}

export interface LoggedRequest {
  readonly method: string
  readonly path: string
  /** Null: not answered. */
  status: number | null
  readonly at: Date
}

export interface Listening {
  /** Without a trailing slash. */
  readonly url: string
  /** The last 1,000, without the control API. */
  readonly requests: readonly LoggedRequest[]
  close(): Promise<void>
}

const keptRequests = 1_000
const maxBodyBytes = 1024 * 1024

export async function listen(wire: Wire, faults: Faults, options: ListenOptions): Promise<Listening> {
  const running: Running = { wire, faults, requests: [], log: options.log }
  const server = http.createServer((request, response) => void serve(running, request, response))
  const host = options.host ?? '127.0.0.1'
  const port = await bind(server, options.port ?? 0, host, wire.name)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    requests: running.requests,
    close: () => close(server),
  }
}

interface Running {
  readonly wire: Wire
  readonly faults: Faults
  readonly requests: LoggedRequest[]
  readonly log: Logger | undefined
}

async function serve(running: Running, incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { wire, faults } = running
  response.on('error', () => undefined)
  try {
    const request = await readRequest(incoming)
    if (request === null) sendReply(response, wire.refuse(413, { message: 'Request body too large.' }))
    else if (request.path.startsWith('/_simulator/')) sendReply(response, await control(wire, faults, request))
    else await answer(running, request, incoming.url ?? '/', response)
  } catch (error) {
    running.log?.error({ err: error }, `the ${wire.name} failed`)
    response.destroy()
  }
}

async function answer(
  { wire, faults, requests, log }: Running,
  request: SimulatorRequest,
  url: string,
  response: http.ServerResponse,
): Promise<void> {
  const logged: LoggedRequest = { method: request.method, path: url, status: null, at: new Date() }
  requests.push(logged)
  if (requests.length > keptRequests) requests.shift()
  const fault = faults.take(request.method, request.path)
  const apply = (): SimulatorReply => wire.reply(request)
  logged.status = fault ? await applyFault(fault, faults, apply, wire, response) : sendReply(response, apply())
  const { method, path, status } = logged
  log?.debug({ method, path, status, fault: fault?.kind }, `the ${wire.name} answered a request`)
}

async function readRequest(incoming: http.IncomingMessage): Promise<SimulatorRequest | null> {
  const url = new URL(incoming.url ?? '/', 'http://simulator')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  if (bytes > maxBodyBytes) return null
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: parseBody(Buffer.concat(chunks).toString('utf8'), incoming.headers['content-type'] ?? ''),
  }
}

function parseBody(text: string, contentType: string): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return parseForm(text)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** curl sends JSON as a form by default; no form field begins with a bracket. */
function parseForm(text: string): unknown {
  return /^\s*[{[]/.test(text) ? parseBody(text, '') : Object.fromEntries(new URLSearchParams(text))
}

function bind(server: http.Server, port: number, host: string, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'the port is in use' : cause.message
      reject(new StartError(`The ${name} cannot listen on ${host}:${port}: ${reason}`, { cause }))
    })
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
