// The way of a request through the contract: route, credentials (or the platform's signature), key limit, key and plan,
// scope, feature, body, validation, handler, reply check. openapi-backend dispatches by operationId; each step is one short function.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { OpenAPIBackend, type Context, type Document, type Operation } from 'openapi-backend'
import { errorStatus } from '../../generated/errors'
import { operationTable } from '../../generated/operations'
import { assertSigned, unconfigured } from '../auth/platform-signature'
import type { ExactLimiter, RateLimiter, RateStatus } from '../auth/limits'
import { RateLimitExceeded } from '../auth/limits'
import type { Principals } from '../auth/principals'
import { admit, type Principal } from '../auth/rules'
import type { Ctx, Requirement } from '../context'
import { makeAjv } from '../contract/ajv'
import { ReplyCheck, type WireReply } from '../contract/replies'
import { IndexedRouter, toApiRequest, type ApiRequest } from '../contract/router'
import type { AllHandlers, OperationId } from '../contract/types'
import { SharedAjvValidator, toIssues } from '../contract/validator'
import { reasonOf } from '../db/reason'
import { DomainError, invalid, validationFailed } from '../errors'
import type { Logger } from '../logger'
import { hasBody, parseBytes, readBody, readBytes } from './body'
import { toDomainError, toReply } from './errors'
import { assertHost } from './malformed'

export interface ApiDependencies {
  readonly document: Document
  readonly handlers: AllHandlers
  readonly principals: Principals
  /** What the platform may sign its notifications with; none: it cannot be believed. */
  readonly platformSecrets: readonly string[]
  /** null: rate limiting is off. */
  readonly limits: {
    readonly key: RateLimiter
    readonly address: RateLimiter
    /** Over the application access routes together; exact, so it asks the store each time. */
    readonly access: ExactLimiter
  } | null
  /** What every handler gets, but for who asks. */
  readonly base: Omit<Ctx, 'community' | 'actor' | 'requestId' | 'log'>
}

/** One request on its way. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly log: Logger
  /** The caller's address, for those without valid credentials. */
  readonly address: () => string
  /** Set once the credentials were recognised. */
  principal: Principal | null
  /** Set once the platform's signature was found good: the bytes it is over. */
  signed: Buffer | null
  /** Set once a limit was charged. */
  rate: RateStatus | null
  /** Set once the route was found. */
  operation: Operation | null
}

export interface Api {
  /** Answers an exchange; never throws. */
  answer(exchange: Exchange): Promise<WireReply>
}

type SecurityRequirement = Readonly<Record<string, string[]>>

type Facts = (typeof operationTable)[OperationId]

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
  for (const operation of router.getOperations()) operation.security = operation.security?.map(askedOnce) ?? []
  backend.router = router
  backend.validator = new SharedAjvValidator(backend.definition, router, makeAjv())
  backend.validate = true
  return backend
}

/** Key and community are recognised together, by the key's handler: the library would wait for each by itself. */
function askedOnce({ communityId, ...others }: SecurityRequirement): SecurityRequirement {
  return communityId && !('apiKey' in others) ? { communityId } : others
}

function dispatch(backend: OpenAPIBackend, exchange: Exchange): Promise<HandlerReply> {
  const { method = 'GET', url = '/', headers } = exchange.request
  const request = toApiRequest(method, url, headers as ApiRequest['headers'])
  return backend.handleRequest(request, exchange) as Promise<HandlerReply>
}

function registerSteps(backend: OpenAPIBackend, deps: ApiDependencies): void {
  backend.registerSecurityHandler('apiKey', (_: Context, exchange: Exchange) => identify(exchange, deps))
  backend.registerSecurityHandler('platformSignature', ({ operation }: Context, exchange: Exchange) =>
    believe(operation, exchange, deps),
  )
  backend.register({
    notFound: (context: Context, exchange: Exchange) => routeNotFound(context.request as ApiRequest, exchange, deps),
    postSecurityHandler: (context: Context, exchange: Exchange) => enter(context, exchange, deps),
    // the library keeps what a security handler threw; a database that is away must not look like a wrong key
    unauthorizedHandler: ({ security = {} }: Context) => {
      throw ((security['apiKey'] ?? security['platformSignature']) as { error: unknown }).error
    },
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
    backend.register(operationId, ({ request }: Context, exchange: Exchange): Promise<HandlerReply> => {
      const { params: path, query, headers: header, requestBody: body } = request as ParsedParts
      return handler(toCtx(exchange, deps), { path, query, header, body })
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
  const { community, keyId } = principal
  const requires = requirementOf(factsOf(operation))
  const assertAlso = (requirement: Requirement): void => admit(principal, requirement, deps.base.now().getTime())
  const actor = { kind: 'key', id: keyId } as const
  return { ...deps.base, community, actor, requestId, log, requires, assertAlso }
}

const factsOf = ({ operationId }: Operation): Facts => operationTable[operationId as OperationId]

/** What the contract asks of a key. An operation that asks for no scope is none that a key is for. */
function requirementOf({ scope, feature }: Facts): Requirement {
  if (scope === null) throw new Error('a key was recognised where the platform signs')
  return { scope, feature }
}

/** Credentials (401). */
function identify(exchange: Exchange, { principals }: ApiDependencies): Principal | Promise<Principal> {
  const { authorization, 'x-community-id': communityId } = exchange.request.headers
  const found = principals.authenticate({ authorization, communityId: communityId as string | undefined })
  const remember = (principal: Principal): Principal => (exchange.principal = principal)
  return found instanceof Promise ? found.then(remember) : remember(found)
}

/** The platform's signature (401), over the bytes as they came: nothing is read from them before. */
async function believe(operation: Operation, exchange: Exchange, deps: ApiDependencies): Promise<true> {
  if (deps.platformSecrets.length === 0) throw unconfigured()
  const { request, response } = exchange
  const { 'roblox-signature': signature } = request.headers
  const bytes = await readBytes(request, response, factsOf(operation).maxBodyBytes)
  assertSigned({ signature: signature as string | undefined, bytes }, deps.platformSecrets, deps.base.now().getTime())
  exchange.signed = bytes
  return true
}

/**
 * Everything between credentials and validation: key limit (429), key, plan, scope and feature (403), body (400). Most requests
 * have nothing to wait for here, and wait for nothing: every promise on the way costs each of them.
 */
function enter(context: Context, exchange: Exchange, deps: ApiDependencies): void | Promise<void> {
  const { operation, request } = context
  exchange.operation = operation
  const { principal, signed } = exchange
  if (signed) request.requestBody = parseBytes(signed)
  if (!principal) return
  const charged = chargeKey(principal, exchange, deps)
  if (charged) return charged.then(() => enterCharged(context, principal, exchange, deps))
  return enterCharged(context, principal, exchange, deps)
}

/** What comes after the key's limit. */
function enterCharged(
  { operation, request }: Context,
  principal: Principal,
  exchange: Exchange,
  deps: ApiDependencies,
): void | Promise<void> {
  const facts = factsOf(operation)
  admit(principal, requirementOf(facts), deps.base.now().getTime())
  const read = (): void | Promise<void> => {
    assertNoIdempotencyKey(operation, exchange)
    if (!hasBody(exchange.request)) return
    const body = readBody(exchange.request, exchange.response, operation, facts.maxBodyBytes)
    return body.then((value) => void (request.requestBody = value))
  }
  if (!facts.accessLimited || !deps.limits) return read()
  return deps.limits.access.charge(bucketOf('access', principal)).then(read)
}

/** @returns a promise only where the limit's store is asked */
function chargeKey(principal: Principal, exchange: Exchange, deps: ApiDependencies): Promise<void> | null {
  if (!deps.limits) return null
  const remember = (rate: RateStatus): void => void (exchange.rate = rate)
  const rate = deps.limits.key.charge(bucketOf('key', principal))
  if (rate instanceof Promise) return rate.then(remember)
  remember(rate)
  return null
}

const bucketOf = (limit: 'key' | 'access', { community, keyId }: Principal): string =>
  `${limit} ${community.communityId} ${keyId}`

/** Synchronous routes do not accept the header (spec): a caller that relies on it must hear so. */
function assertNoIdempotencyKey(operation: Operation, { request }: Exchange): void {
  if (request.headers['idempotency-key'] === undefined) return
  const declared = (operation.parameters ?? []).some(
    (parameter) => 'name' in parameter && /^idempotency-key$/i.test(parameter.name),
  )
  if (declared) return
  throw invalid('/headers/idempotency-key', 'additionalProperties', 'is not accepted by this operation; leave it out')
}

/** The principal, where the credentials are good. */
async function recognised(exchange: Exchange, deps: ApiDependencies): Promise<Principal | null> {
  try {
    return await identify(exchange, deps)
  } catch {
    return null
  }
}

/** Unknown routes need no credentials; who sends valid ones is charged for them, not the address. */
async function routeNotFound(request: ApiRequest, exchange: Exchange, deps: ApiDependencies): Promise<never> {
  const principal = await recognised(exchange, deps)
  if (principal) await chargeKey(principal, exchange, deps)
  if (request.malformedPath) throw invalid('/path', 'format', 'must be well-formed percent-encoded UTF-8')
  throw new DomainError('route_not_found', 'No operation has this method and path.')
}

/**
 * Whatever was thrown, as the contract's error. Without valid credentials it is charged to the address (429), unless the
 * server failed: then the credentials may well have been valid. What the platform signed is charged to nobody, so that
 * others behind its address cannot use up the room for its requests.
 */
async function refuse(error: unknown, exchange: Exchange, deps: ApiDependencies): Promise<WireReply> {
  const refusal = toDomainError(error)
  const isUnknown = exchange.principal === null && exchange.signed === null
  const isAddressCharged = isUnknown && errorStatus[refusal.code] < 500
  const reported = isAddressCharged ? await chargeAddress(refusal, exchange, deps) : refusal
  if (reported instanceof RateLimitExceeded) exchange.rate = reported.status
  report(reported, exchange)
  return toReply(reported)
}

async function chargeAddress(refusal: DomainError, exchange: Exchange, deps: ApiDependencies): Promise<DomainError> {
  if (!deps.limits) return refusal
  try {
    exchange.rate = await deps.limits.address.charge(`address ${exchange.address()}`)
    return refusal
  } catch (exceeded) {
    return toDomainError(exceeded)
  }
}

function report({ code, cause, message }: DomainError, { log }: Exchange): void {
  if (code === 'internal_error') log.error({ err: cause }, 'the request failed')
  else if (cause !== undefined) log.warn({ code, reason: reasonOf(cause) }, message)
}

function withRate(reply: HandlerReply, { rate, requestId }: Exchange): WireReply {
  const headers: Record<string, string | number> = { ...reply.headers, 'X-Request-Id': requestId }
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
