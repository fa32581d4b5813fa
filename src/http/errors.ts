// Turns errors into replies of the contract, and refused pages into answers.
import { STATUS_CODES } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { errorStatus } from '../../generated/errors'
import { RateLimitExceeded, type RateLimiter } from '../limits/limits'
import type { WireReply } from '../contract/replies'
import type { Schema } from '../contract/types'
import { mayBeStored, toDomainError } from '../db/errors'
import { errorCode, errorMessage } from '../base/error-message'
import { DomainError, firstSentence, helpLink, type ErrorCode } from '../base/errors'
import { given } from '../base/given'
import { FailureLog, type Logger } from '../base/logger'
import { operationHeaders } from '../operations/views'
import { addressBucket, callerAddress } from './address'
import { safeHeaders } from './headers'
import {
  arrivalOf,
  isBrowser,
  logRequest,
  makeRequestId,
  withCommonHeaders,
  type RequestContext,
} from './request-context'
import { sendReply } from './serve-api'

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

/** The last of the application: what a page refuses, as a page for a browser; the API answers its own errors. */
export function answerError(log: Logger): ErrorRequestHandler {
  const requestLog = log.unredacted()
  return (error: unknown, request, response, next) => {
    const requestId = response.get('X-Request-Id') ?? makeRequestId(request)
    const refusal = toDomainError(error)
    if (refusal.code === 'internal_error') log.error({ err: refusal.cause, requestId }, 'a page failed')
    // Express then closes the connection
    if (response.headersSent) return next(error)
    const rate = refusal instanceof RateLimitExceeded ? refusal.status : null
    const reply = withCommonHeaders(toReply(refusal), { rate, requestId })
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    if (isBrowser(request)) {
      response.status(reply.status).set({ ...safeHeaders, ...reply.headers })
      response.type('html').send(refusalPage(reply.status, refusal.message))
    } else sendReply(request, response, reply)
    const unknown = { route: undefined, operationId: undefined, communityId: undefined, keyId: undefined }
    const durationMs = performance.now() - arrivalOf(response)
    const outcome = { status: reply.status, code: refusal.code, address: callerAddress(request), durationMs }
    logRequest(requestLog, { requestId, method: request.method, ...unknown, ...outcome })
  }
}

/** Without assets, because clients above a limit get it. */
function refusalPage(status: number, message: string): string {
  const title = escapeText(STATUS_CODES[status] ?? 'Error')
  const head = `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">`
  return `${head}\n<title>${title}</title>\n<h1>${title}</h1>\n<p>${escapeText(message)}</p>\n\n</html>\n`
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
