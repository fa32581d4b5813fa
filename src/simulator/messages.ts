// Requests and replies between a simulator's HTTP server and its wire.
import type { IncomingHttpHeaders } from 'node:http'
import type { Rejection } from './faults'

export interface SimulatorRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** JSON or form fields; undefined: neither. */
  readonly body: unknown
}

export interface SimulatorReply {
  readonly status: number
  /** Sent as JSON; a Buffer as it is. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A simulated API. */
export interface Wire {
  /** In messages, such as `platform simulator`. */
  readonly name: string
  reply(request: SimulatorRequest): SimulatorReply
  /** Absent fields get the wire's defaults. */
  refuse(status: number, rejection?: Rejection): SimulatorReply
  throttle(retryAfter?: number): SimulatorReply
  /** Answer of `GET /_simulator/state`. */
  state(): object
  /** Under `/_simulator/`; null: not found. */
  control?(request: SimulatorRequest): SimulatorReply | Promise<SimulatorReply> | null
}

export function ok(body: unknown): SimulatorReply {
  return { status: 200, body }
}
