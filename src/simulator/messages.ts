// What passes between a simulator's listener and the wire it speaks.
import type { IncomingHttpHeaders } from 'node:http'
import type { Rejection } from './faults'

export interface SimulatorRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON body, or the fields of a form; undefined: none, or neither. */
  readonly body: unknown
}

export interface SimulatorReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The other end of a wire: how it answers rightly, and the form its refusals have. */
export interface Wire {
  /** For messages: `platform simulator`. */
  readonly name: string
  /** The true reply, its effect done. */
  reply(request: SimulatorRequest): SimulatorReply
  /** A refusal with this status; what is not said of it is as this wire would have it. */
  refuse(status: number, rejection?: Rejection): SimulatorReply
  /** A 429 that asks for so many seconds, or does not say. */
  throttle(retryAfter?: number): SimulatorReply
  /** Everything known, for `GET /_simulator/state`. */
  state(): object
  /** What else this wire answers under `/_simulator/`; null: nothing of that name. */
  control?(request: SimulatorRequest): SimulatorReply | Promise<SimulatorReply> | null
}

export function ok(body: unknown): SimulatorReply {
  return { status: 200, body }
}
