// Domain errors; src/http/errors.ts maps them to statuses.
import { errorSentences } from '../../generated/error-sentences'
import type { components } from '../../generated/openapi'

export type ErrorCode = components['schemas']['ErrorCode']

export interface DomainErrorOptions {
  /** For the client. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** Sent as `WWW-Authenticate`. */
  readonly challenge?: string
  /** Sent as `Location` and `X-Platform-Operation-Id`. */
  readonly operationId?: string
  /** Logged, never sent. */
  readonly cause?: unknown
}

export class DomainError extends Error {
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly challenge: string | undefined
  readonly operationId: string | undefined

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: DomainErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'DomainError'
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.challenge = options.challenge
    this.operationId = options.operationId
  }
}

/** The first sentence of an error's message says what happened; the second says what to do. */
export const firstSentence = (message: string): string => message.split(/(?<=\.) /, 1)[0] ?? message

/** @throws DomainError 404 with the sentence of the code when there is no row */
export function orNotFound<Row>(row: Row, code: ErrorCode & `${string}_not_found`): NonNullable<Row> {
  if (row !== null && row !== undefined) return row
  throw new DomainError(code, errorSentences[code])
}

/** Printed without a stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

export const helpLink = (code: ErrorCode): string => `</docs/errors/${code}>; rel="help"`

export function invalid(instancePath: string, keyword: string, message: string): DomainError {
  return validationFailed([{ instancePath, keyword, message }])
}

export function validationFailed(issues: readonly components['schemas']['ValidationIssue'][]): DomainError {
  const places = issues.length === 1 ? `${issues[0]?.instancePath} ${issues[0]?.message}` : 'see details.issues'
  return new DomainError('validation_failed', `The request does not match the contract: ${places}.`.slice(0, 1_000), {
    details: { issues },
  })
}

/** @returns null without an error @throws an error that is no answer to the caller */
export function errorOf(check: () => void): DomainError | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
