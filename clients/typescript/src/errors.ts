import { codesWithoutEffect } from './operations.js'
import type { components } from './schema.js'

export type ErrorCode = components['schemas']['ErrorCode']

/** A response with an error of the API. Branch on `code`, show `message`. */
export class ApiError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ApiError'
  readonly code: Code
  readonly status: number
  readonly details: Readonly<Record<string, unknown>>
  /** Give it to the operator when you report a problem. */
  readonly requestId: string | null
  /** Of the rank change that the response refers to. */
  readonly operationId: string | null
  readonly retryAfterSeconds: number | null
  /** The change may have been made all the same: read before you repeat it. */
  readonly maybeDone: boolean

  /** In an answer that is a success, the error is of one entry, of which nothing was applied. */
  constructor(
    response: Pick<Response, 'status' | 'headers'>,
    error: { code: Code; message: string; details?: Record<string, unknown> },
  ) {
    super(error.message)
    this.code = error.code
    this.status = response.status
    this.details = error.details ?? {}
    this.requestId = response.headers.get('x-request-id')
    this.operationId = response.headers.get('x-platform-operation-id')
    this.retryAfterSeconds = retryAfterOf(response)
    this.maybeDone = response.status >= 400 && mayHaveEffect(error)
  }
}

/** No response of the API: the connection failed, the time limit passed, or something else answered. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  /** Of a response that is none of the API's, such as a proxy's. */
  readonly status: number | null
  readonly maybeDone = true

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.status = options.status ?? null
  }
}

/** Whether an error is the API's, with one of these codes; with none given, any. */
export function isApiError<Code extends ErrorCode>(error: unknown, ...codes: readonly Code[]): error is ApiError<Code> {
  return error instanceof ApiError && (codes.length === 0 || (codes as readonly ErrorCode[]).includes(error.code))
}

/** Of a code that the client does not know: yes. */
export function mayHaveEffect({ code, details }: { code: string; details?: Record<string, unknown> }): boolean {
  return details?.['committed'] !== undefined || !codesWithoutEffect.has(code)
}

/** In seconds; the API sends no date. */
export function retryAfterOf(response: Pick<Response, 'headers'>): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
