// Requests and replies between a simulator's HTTP server and its wire.
import type { IncomingHttpHeaders } from 'node:http'
import type { Rejection } from './faults'

export interface SimulatorRequest {
  readonly method: string
  /** Excluding the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Parsed JSON or form fields; undefined: no body, or another format. */
  readonly body: unknown
}

export interface SimulatorReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A simulated API: its replies and its error format. */
export interface Wire {
  /** In messages: `platform simulator`. */
  readonly name: string
  /** Executes a request and returns the reply. */
  reply(request: SimulatorRequest): SimulatorReply
  /** An error response; absent fields get the wire's defaults. */
  refuse(status: number, rejection?: Rejection): SimulatorReply
  /** A 429, with `retryAfter` seconds if given. */
  throttle(retryAfter?: number): SimulatorReply
  /** The state for `GET /_simulator/state`. */
  state(): object
  /** Further operations under `/_simulator/`; null: not found. */
  control?(request: SimulatorRequest): SimulatorReply | Promise<SimulatorReply> | null
}

export function ok(body: unknown): SimulatorReply {
  return { status: 200, body }
}
