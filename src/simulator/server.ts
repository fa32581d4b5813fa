// The simulator over HTTP: one server that speaks both of the platform's hosts, whose paths never clash.
import http from 'node:http'
import { StartError } from '../errors'
import type { Logger } from '../logger'
import { control } from './control'
import { demoWorld } from './demo-world'
import { Faults } from './faults'
import { misbehave, sendReply } from './misbehave'
import { RateLimits } from './rate-limits'
import { reply } from './routes'
import { gatewayError, type SimulatorRequest } from './wire'
import type { World } from './world'
import { openWorldFile } from './world-file'

export interface SimulatorOptions {
  /** The demo's world when absent. With a `stateFile` that exists, the file's world is used instead. */
  readonly world?: World
  /** A free one when absent. */
  readonly port?: number
  /** 127.0.0.1 when absent. */
  readonly host?: string
  /** Keeps the world across restarts. */
  readonly stateFile?: string
  /** Refuse what goes over the platform's documented limits; off when absent. */
  readonly rateLimits?: boolean
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

export interface Simulator {
  /** The base URL of both Open Cloud and the users host, without a slash at the end. */
  readonly url: string
  readonly world: World
  readonly faults: Faults
  /** The last thousand requests to the platform, oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Stops listening and cuts every connection, hanging ones too. */
  close(): Promise<void>
}

const keptRequests = 1_000
const maxBodyBytes = 1024 * 1024

/**
 * Starts a simulator.
 * @throws StartError when the port is taken or the state file is not one
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const seed = options.world ?? demoWorld()
  const world = options.stateFile === undefined ? seed : openWorldFile(options.stateFile, seed)
  const running: Running = {
    world,
    faults: new Faults(),
    requests: [],
    limits: new RateLimits(options.rateLimits ?? false),
    log: options.log,
  }
  const server = http.createServer((request, response) => void serve(running, request, response))
  const host = options.host ?? '127.0.0.1'
  const port = await listen(server, options.port ?? 0, host)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    world,
    faults: running.faults,
    requests: running.requests,
    close: () => close(server),
  }
}

interface Running {
  readonly world: World
  readonly faults: Faults
  readonly requests: LoggedRequest[]
  readonly limits: RateLimits
  readonly log: Logger | undefined
}

async function serve(running: Running, incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  // a client that hangs up is not our failure
  response.on('error', () => undefined)
  try {
    const request = await readRequest(incoming)
    if (request === null) sendReply(response, gatewayError(413, 0, 'Request body too large.'))
    else if (request.path.startsWith('/_simulator/')) {
      sendReply(response, control(running.world, running.faults, request))
    } else await answer(running, request, incoming.url ?? '/', response)
  } catch (error) {
    running.log?.error({ err: error }, 'the platform simulator failed')
    response.destroy()
  }
}

async function answer(
  running: Running,
  request: SimulatorRequest,
  url: string,
  response: http.ServerResponse,
): Promise<void> {
  const logged: LoggedRequest = { method: request.method, path: url, status: null, at: new Date() }
  running.requests.push(logged)
  if (running.requests.length > keptRequests) running.requests.shift()
  const fault = running.faults.take(request.method, request.path)
  const apply = (): ReturnType<typeof reply> => reply(running.world, running.limits, request)
  logged.status = fault ? await misbehave(fault, apply, response) : sendReply(response, apply())
  const { method, path, status } = logged
  running.log?.debug({ method, path, status, fault: fault?.kind }, 'the platform simulator was asked')
}

/** null: the body is larger than any request of this wire. */
async function readRequest(incoming: http.IncomingMessage): Promise<SimulatorRequest | null> {
  const url = new URL(incoming.url ?? '/', 'http://simulator')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  if (bytes > maxBodyBytes) return null
  const apiKey = incoming.headers['x-api-key']
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    apiKey: typeof apiKey === 'string' ? apiKey : null,
    body: parsed(Buffer.concat(chunks).toString('utf8')),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function listen(server: http.Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'another process listens there' : cause.message
      reject(new StartError(`The platform simulator cannot listen on ${host}:${port}: ${why}`, { cause }))
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
