// Turns errors into replies of the contract.
import { errorStatus } from '../../generated/errors'
import { RateLimitExceeded, type RateLimiter } from '../limits/limits'
import type { WireReply } from '../contract/replies'
import type { Schema } from '../contract/types'
import { mayBeStored, toDomainError } from '../db/errors'
import { errorCode, errorMessage } from '../base/error-message'
import { DomainError, firstSentence, helpLink, type ErrorCode } from '../base/errors'
import { given } from '../base/given'
import { FailureLog } from '../base/logger'
import { operationHeaders } from '../operations/views'
import { addressBucket } from './address'
import type { RequestContext } from './request-context'

/**
 * Charges the address for refused credentials, but not for a refused signature: many callers share the platform's
 * addresses.
 */
export async function refuse(
  error: unknown,
  context: RequestContext,
  limits: { readonly address: Pick<RateLimiter, 'charge'> } | null,
): Promise<WireReply> {
  const refusal = uncertain(toDomainError(error), context)
  const isUnknown =
    context.signed === null &&
    context.rate === null &&
    (context.principal === null || refusal.code === 'address_not_allowed')
  const isCharged =
    limits !== null && isUnknown && errorStatus[refusal.code] < 500 && !(refusal instanceof RateLimitExceeded)
  const reported = isCharged ? await chargeAddress(refusal, context, limits.address) : refusal
  if (reported instanceof RateLimitExceeded) context.rate = reported.status
  logError(reported, context)
  return toReply(reported)
}

/**
 * A write may have been stored before a failure of the database or the server, so the text must not tell the caller to
 * repeat it. With an `Idempotency-Key` a repetition has one effect.
 */
function uncertain(refusal: DomainError, { write }: RequestContext): DomainError {
  const { code, message, cause, details, retryAfterSeconds } = refusal
  if (!write || write.isRepeatable || details?.['committed'] !== undefined) return refusal
  // without a cause, a statement was not sent (db/batcher.ts): one before it may have been committed
  const isUnsent = code === 'dependency_unavailable' && cause === undefined
  if (code !== 'internal_error' && !isUnsent && !mayBeStored(cause)) return refusal
  const text = `${firstSentence(message)} It is unknown whether the request was stored: read the record before you repeat it.`
  return new DomainError(code, text, { cause, ...given({ retryAfterSeconds }) })
}

async function chargeAddress(
  refusal: DomainError,
  context: RequestContext,
  limiter: Pick<RateLimiter, 'charge'>,
): Promise<DomainError> {
  try {
    context.rate = await limiter.charge(addressBucket(context.address()))
    return refusal
  } catch (exceeded) {
    return toDomainError(exceeded)
  }
}

/** Logged once for a cause: without the database, or under another encryption key, all requests fail. */
const shared: readonly ErrorCode[] = ['dependency_unavailable', 'platform_cloud_configuration_unavailable']
const failures = new FailureLog()

function logError({ code, cause, message }: DomainError, { log }: RequestContext): void {
  if (code === 'internal_error') log.error({ err: cause }, 'the request failed')
  else if (cause !== undefined && shared.includes(code)) {
    failures.report(log, 'warn', `${code} ${errorCode(cause)}`, { code, reason: errorMessage(cause) }, message)
  } else if (cause !== undefined) log.warn({ code, reason: errorMessage(cause) }, message)
}

export function toReply(error: unknown): WireReply {
  const refusal = toDomainError(error)
  return {
    status: errorStatus[refusal.code],
    body: envelope(refusal),
    headers: {
      Link: helpLink(refusal.code),
      ...given({ 'Retry-After': refusal.retryAfterSeconds, 'WWW-Authenticate': refusal.challenge }),
      ...(refusal.operationId === undefined ? {} : operationHeaders(refusal.operationId)),
    },
  }
}

function envelope({ code, message, details }: DomainError): Schema<'ErrorResponse'> {
  return { error: { code, message, ...given({ details }) } }
}
