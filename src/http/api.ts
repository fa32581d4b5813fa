// The way of a request through the contract: route, entrance, validation, handler, reply check. openapi-backend dispatches by
// operationId; each step is one short function.
import { OpenAPIBackend, type Context, type Document } from 'openapi-backend'
import { errorStatus } from '../../generated/errors'
import { operationTable } from '../../generated/operations'
import { assertMayGive, isRefusedByBody } from '../auth/effects'
import { RateLimitExceeded } from '../auth/limits'
import { admit } from '../auth/rules'
import type { Ctx, Requirement } from '../context'
import { makeAjv } from '../contract/ajv'
import { ReplyCheck, type WireReply } from '../contract/replies'
import { IndexedRouter, toApiRequest, type ApiRequest } from '../contract/router'
import type { AllHandlers, OperationId } from '../contract/types'
import { SharedAjvValidator, toIgnoredHeader, toIssues } from '../contract/validator'
import { errorMessage } from '../error-message'
import { DomainError, invalid, validationFailed } from '../errors'
import { addressBucket } from './address'
import {
  chargeIfKnown,
  enter,
  requirementOf,
  takeOverSecurity,
  type EntranceDependencies,
  type Exchange,
} from './guards'
import { toDomainError, toReply } from './errors'
import { assertHost } from './malformed'

export interface ApiDependencies extends EntranceDependencies {
  readonly document: Document
  readonly handlers: AllHandlers
  /** What every handler gets, but for who asks. */
  readonly base: Omit<Ctx, 'community' | 'actor' | 'requestId' | 'log'>
}

export interface Api {
  /** Answers an exchange; never throws. */
  answer(exchange: Exchange): Promise<WireReply>
}

/**
 * Builds the dispatcher.
 * @throws when an operation has no handler, or a handler no operation
 */
export async function makeApi(deps: ApiDependencies): Promise<Api> {
  const backend = await makeBackend(deps.document)
  const check = new ReplyCheck(deps.document, makeAjv())
  registerSteps(backend, deps)
  registerHandlers(backend, deps)
  return {
    async answer(exchange) {
      let reply: HandlerReply
      try {
        assertHost(exchange.request)
        reply = await dispatch(backend, exchange)
      } catch (error) {
        reply = await refuse(error, exchange, deps)
      }
      return checked(check, exchange, withRate(reply, exchange))
    },
  }
}

/** The library in strict mode, with its router and validator replaced by ours. */
async function makeBackend(document: Document): Promise<OpenAPIBackend> {
  // its own validator would compile every schema of every operation at start, each on an Ajv of its own
  // `quick`: that the document is valid OpenAPI is seen to when it is generated; to ask again would be most of a start
  const definition = structuredClone(document)
  const backend = new OpenAPIBackend({ definition, strict: true, quick: true, validate: false })
  await backend.init()
  const router = new IndexedRouter(backend.definition)
  router.getOperations().forEach(takeOverSecurity)
  backend.router = router
  backend.validator = new SharedAjvValidator(backend.definition, router, makeAjv(), makeAjv(true))
  backend.validate = true
  return backend
}

function dispatch(backend: OpenAPIBackend, exchange: Exchange): Promise<HandlerReply> {
  const { method = 'GET', url = '/', headers } = exchange.request
  const request = toApiRequest(method, url, headers as ApiRequest['headers'])
  return backend.handleRequest(request, exchange) as Promise<HandlerReply>
}

function registerSteps(backend: OpenAPIBackend, deps: ApiDependencies): void {
  backend.register({
    notFound: (context: Context, exchange: Exchange) => routeNotFound(context.request as ApiRequest, exchange, deps),
    postSecurityHandler: (context: Context, exchange: Exchange) => enter(context, exchange, deps),
    validationFail: ({ validation }: Context) => {
      throw validationFailed(toIssues(validation.errors ?? []))
    },
  })
}

function registerHandlers(backend: OpenAPIBackend, deps: ApiDependencies): void {
  const operationIds = backend.getOperations().map(({ operationId = '' }) => operationId)
  const unserved = operationIds.filter((operationId) => !(operationId in deps.handlers))
  if (unserved.length > 0) throw new Error(`no handler for ${unserved.join(', ')}`)
  for (const operationId of Object.keys(operationTable) as OperationId[]) {
    // the one cast: what the contract validated is what the handler's types say
    const handler = deps.handlers[operationId] as unknown as AnyHandler
    const gives = isRefusedByBody(operationId)
    backend.register(operationId, ({ request }: Context, exchange: Exchange): Promise<HandlerReply> => {
      const { params: path, query, headers: header, requestBody: body } = request as ParsedParts
      exchange.ignored = (request as ApiRequest).ignored ?? []
      const ctx = toCtx(exchange, deps)
      if (gives && 'assertAlso' in ctx) assertMayGive(ctx, operationId, body)
      return handler(ctx, { path, query, header, body })
    })
  }
}

/** A handler whose operation is known at run time only. */
type AnyHandler = (
  ctx: Ctx | Omit<Ctx, 'community'>,
  input: { path: unknown; query: unknown; header: unknown; body: unknown },
) => Promise<HandlerReply>

/** What a handler answers. */
type HandlerReply = Pick<WireReply, 'status'> & Partial<WireReply>

/** What the contract validated of a request. */
interface ParsedParts {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly requestBody?: unknown
}

/** What a handler has in hand; where the platform is the caller, there is no community. */
function toCtx({ principal, signed, requestId, log, operation }: Exchange, deps: ApiDependencies) {
  if (signed) return { ...deps.base, actor: { kind: 'job', id: 'platform' } as const, requestId, log }
  if (!principal || !operation) throw new Error('a handler was reached without a principal')
  const { community, keyId, originKeyId } = principal
  const requires = requirementOf(operation)
  const assertAlso = (requirement: Requirement): void => admit(principal, requirement, deps.base.now().getTime())
  const actor = { kind: 'key', id: keyId, originKeyId } as const
  return { ...deps.base, community, actor, requestId, log, requires, assertAlso }
}

/** Unknown routes need no credentials; who sends valid ones is charged for them, not the address. */
async function routeNotFound(request: ApiRequest, exchange: Exchange, deps: ApiDependencies): Promise<never> {
  await chargeIfKnown(exchange, deps)
  if (request.malformedPath) throw invalid('/path', 'format', 'must be well-formed percent-encoded UTF-8')
  throw new DomainError('route_not_found', 'No operation has this method and path.')
}

/**
 * Turns a thrown error into the contract's error reply. A request without valid credentials, or with a key from outside its
 * networks, is charged to its address (429), unless the server failed: the credentials may be valid then. A request that the
 * platform signed is not charged, so that others behind its address cannot use up its limit.
 */
async function refuse(error: unknown, exchange: Exchange, deps: ApiDependencies): Promise<WireReply> {
  const refusal = toDomainError(error)
  const isUnknown = exchange.signed === null && (exchange.principal === null || refusal.code === 'address_not_allowed')
  const isAddressCharged = isUnknown && errorStatus[refusal.code] < 500 && !(refusal instanceof RateLimitExceeded)
  const reported = isAddressCharged ? await chargeAddress(refusal, exchange, deps) : refusal
  if (reported instanceof RateLimitExceeded) exchange.rate = reported.status
  report(reported, exchange)
  return toReply(reported)
}

async function chargeAddress(refusal: DomainError, exchange: Exchange, deps: ApiDependencies): Promise<DomainError> {
  if (!deps.limits) return refusal
  try {
    exchange.rate = await deps.limits.address.charge(addressBucket(exchange.address()))
    return refusal
  } catch (exceeded) {
    return toDomainError(exceeded)
  }
}

function report({ code, cause, message }: DomainError, { log }: Exchange): void {
  if (code === 'internal_error') log.error({ err: cause }, 'the request failed')
  else if (cause !== undefined) log.warn({ code, reason: errorMessage(cause) }, message)
}

/** The reply with the headers that every answer carries. */
export function withRate(
  reply: HandlerReply,
  { rate, requestId, ignored }: Pick<Exchange, 'rate' | 'requestId' | 'ignored'>,
): WireReply {
  const headers: Record<string, string | number> = { ...reply.headers, 'X-Request-Id': requestId }
  if (ignored?.length && reply.status < 400) headers['X-Ignored-Parameters'] = toIgnoredHeader(ignored)
  if (rate) {
    headers['RateLimit-Limit'] = rate.limit
    headers['RateLimit-Remaining'] = rate.remaining
    headers['RateLimit-Reset'] = Math.ceil(rate.resetMs / 1_000)
  }
  return { status: reply.status, body: reply.body, headers }
}

/** A reply that is not in the contract is a logged 500, not a leak. */
function checked(check: ReplyCheck, exchange: Exchange, reply: WireReply): WireReply {
  if (!exchange.operation) return reply
  const problem = check.problem(exchange.operation, reply)
  if (problem === null) return reply
  const { operationId } = exchange.operation
  exchange.log.error(
    { operationId, status: reply.status, problem },
    'a reply did not match the contract and was not sent',
  )
  return withRate(toReply(new Error(problem)), exchange)
}
