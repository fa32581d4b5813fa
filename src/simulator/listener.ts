// A simulator over HTTP, whichever wire it speaks: requests read, logged, spoiled by faults or answered, and driven over
// `/_simulator/…`.
import http from 'node:http'
import { StartError } from '../errors'
import type { Logger } from '../logger'
import { control } from './control'
import type { Faults } from './faults'
import { misbehave, sendReply } from './apply-fault'
import type { SimulatorReply, SimulatorRequest, Wire } from './messages'

export interface ListenOptions {
  /** A free one when absent. */
  readonly port?: number
  /** 127.0.0.1 when absent. */
  readonly host?: string
  /** Gets a line for each request, at level debug. */
  readonly log?: Logger
}

export interface LoggedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** null: not answered, or not yet. */
  status: number | null
  readonly at: Date
}

export interface Listening {
  /** Scheme, host and port, without a slash at the end. */
  readonly url: string
  /** The last thousand requests to the wire, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Stops listening and cuts every connection, hanging ones too. */
  close(): Promise<void>
}

const keptRequests = 1_000
const maxBodyBytes = 1024 * 1024

/**
 * Serves a wire.
 * @throws StartError when the port is taken
 */
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
  // a client that hangs up is not our failure
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
  logged.status = fault ? await misbehave(fault, apply, wire, response) : sendReply(response, apply())
  const { method, path, status } = logged
  log?.debug({ method, path, status, fault: fault?.kind }, `the ${wire.name} was asked`)
}

/** null: the body is larger than any request of these wires. */
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
    body: parsed(Buffer.concat(chunks).toString('utf8'), incoming.headers['content-type'] ?? ''),
  }
}

function parsed(text: string, contentType: string): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return formOf(text)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A form's fields. curl calls JSON a form too unless told otherwise, and no field of a form begins with a bracket. */
function formOf(text: string): unknown {
  return /^\s*[{[]/.test(text) ? parsed(text, '') : Object.fromEntries(new URLSearchParams(text))
}

function bind(server: http.Server, port: number, host: string, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'another process listens there' : cause.message
      reject(new StartError(`The ${name} cannot listen on ${host}:${port}: ${why}`, { cause }))
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
