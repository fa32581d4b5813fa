// The one place where whatever was thrown becomes a status and the error envelope.
import { errorStatus } from '../../generated/errors'
import type { WireReply } from '../contract/replies'
import type { Schema } from '../contract/types'
import { isDatabaseUnavailable, toStorageLimit } from '../db/errors'
import { DomainError } from '../errors'
import { operationHeaders } from '../rank-changes/views'

/** The contract's answer to an error: a 500 says nothing to the caller. */
export function toReply(error: unknown): WireReply {
  const refusal = toDomainError(error)
  return {
    status: errorStatus[refusal.code],
    body: envelope(refusal),
    headers: {
      ...(refusal.retryAfterSeconds === undefined ? {} : { 'Retry-After': refusal.retryAfterSeconds }),
      ...(refusal.challenge === undefined ? {} : { 'WWW-Authenticate': refusal.challenge }),
      ...(refusal.operationId === undefined ? {} : operationHeaders(refusal.operationId)),
    },
  }
}

/** What the caller may know of an error: itself when it is a refusal, else that the database or the server failed. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  const limitReached = toStorageLimit(error)
  if (limitReached) return limitReached
  if (isDatabaseUnavailable(error)) {
    return new DomainError('dependency_unavailable', 'The database cannot be reached. Retry in a second.', {
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  return new DomainError('internal_error', 'The server failed. Give the operator the X-Request-Id of this answer.', {
    cause: error,
  })
}

function envelope({ code, message, details }: DomainError): Schema<'ErrorResponse'> {
  return { error: { code, message, ...(details === undefined ? {} : { details }) } }
}
