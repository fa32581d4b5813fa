// What can go wrong, in the domain's words. Codes come from the contract's enum; src/http/errors.ts turns them into statuses.
import type { components } from '../generated/openapi'

/** Every error code of the contract (openapi.yaml, ErrorCode). */
export type ErrorCode = components['schemas']['ErrorCode']

export interface DomainErrorOptions {
  /** What the caller may read beside the message. */
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds the caller should wait, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** The challenge of a 401 or of `insufficient_scope`, sent as `WWW-Authenticate`. */
  readonly challenge?: string
  /** The platform operation that goes on, or has the answer; sent as `Location` and `X-Platform-Operation-Id`. */
  readonly operationId?: string
  /** What the log needs and the caller must not see. */
  readonly cause?: unknown
}

/** A refusal the caller may know of: the code to branch on and a sentence that says what to do. */
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

  /** The same refusal with more details, for a caller further up who knows what was committed. */
  withDetails(more: Readonly<Record<string, unknown>>): DomainError {
    return new DomainError(this.code, this.message, {
      details: { ...this.details, ...more },
      ...(this.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: this.retryAfterSeconds }),
      ...(this.challenge === undefined ? {} : { challenge: this.challenge }),
      ...(this.operationId === undefined ? {} : { operationId: this.operationId }),
      cause: this.cause,
    })
  }
}

/** The server cannot start as it was told to; the message is the whole story and needs no stack. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}

/** A value that the contract's schema lets through and the rules do not: 400 `validation_failed` with one issue. */
export function invalid(instancePath: string, keyword: string, message: string): DomainError {
  return validationFailed([{ instancePath, keyword, message }])
}

/** 400 `validation_failed`; `details.issues` names each place (spec, Errors). */
export function validationFailed(issues: readonly components['schemas']['ValidationIssue'][]): DomainError {
  const places = issues.length === 1 ? `${issues[0]?.instancePath} ${issues[0]?.message}` : 'see details.issues'
  return new DomainError('validation_failed', `The request does not match the contract: ${places}.`.slice(0, 1_000), {
    details: { issues },
  })
}
