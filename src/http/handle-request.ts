// The way of an API request, from its route to its checked reply. Each step throws a DomainError to refuse the request.
import type { IncomingMessage } from 'node:http'
import type { Context, Document, OpenAPIBackend, Operation } from 'openapi-backend'
import { operationTable } from '../../generated/operations'
import { assertMayGive, isRefusedByBody } from '../auth/effects'
import type { KeyCache } from '../auth/key-cache'
import { closerToExhaustion, type ExactLimiter, type RateLimiter } from '../auth/limits'
import { assertSigned, unconfigured } from '../auth/platform-signature'
import { assertAddress, authorize, type Principal } from '../auth/rules'
import type { Ctx, Requirement } from '../context'
import { makeAjv } from '../contract/ajv'
import { toIssues } from '../contract/issues'
import { ReplyCheck, type WireReply } from '../contract/replies'
import { toApiRequest, type ApiRequest, type IndexedRouter } from '../contract/router'
import type { AllHandlers, OperationId } from '../contract/types'
import { RequestValidator, toIgnoredHeader } from '../contract/validator'
import { DomainError, invalid, validationFailed } from '../errors'
import { addressBucket } from './address'
import { makeBackend } from './backend'
import { parseJson, readJsonBody, readRawBody } from './body'
import { refuse, toReply } from './errors'
import type { RequestContext } from './request-context'

export interface ApiParts {
  readonly document: Document
  readonly handlers: AllHandlers
  readonly keys: KeyCache
  /** Secrets that the platform may sign notifications with; empty: notifications are refused. */
  readonly platformSecrets: readonly string[]
  /** null: rate limiting is off. */
  readonly limits: {
    readonly key: RateLimiter
    readonly address: RateLimiter
    /** Covers the application access routes together. */
    readonly access: Pick<ExactLimiter | RateLimiter, 'charge'>
  } | null
  /** The part of a handler's context that no request changes. */
  readonly base: Omit<Ctx, 'community' | 'actor' | 'requestId' | 'log' | 'now'>
  /** Absent: the system clock. */
  readonly now?: (() => Date) | undefined
}

/** Answers one request; never rejects. */
export type HandleRequest = (context: RequestContext) => Promise<WireReply>

interface Api extends ApiParts {
  readonly now: () => Date
  readonly router: IndexedRouter
  readonly validator: RequestValidator
  /** Dispatches validated requests to the handlers by operationId. */
  readonly backend: OpenAPIBackend
  readonly replies: ReplyCheck
  /** Operations whose body may need further scopes and features. */
  readonly withEffects: ReadonlySet<string>
}

/** The operation that a request asks for. */
interface Route {
  readonly operation: Operation
  readonly operationId: OperationId
  readonly facts: (typeof operationTable)[OperationId]
  /** What the key must be allowed; null: the platform signs the request instead. */
  readonly requirement: Requirement | null
  readonly request: ApiRequest
}

/** What a handler returns. */
type HandlerReply = Pick<WireReply, 'status'> & Partial<WireReply>

async function handleRequest(context: RequestContext, api: Api): Promise<WireReply> {
  let reply: HandlerReply
  try {
    assertHost(context) // 400
    const route = await matchRoute(context, api) // 404; 400 for a malformed path
    if (route.requirement === null) {
      await verifySignature(route, context, api) // 401; reads the body, which the signature covers
    } else {
      const principal = await authenticate(context, api) // 401
      assertAddress(principal, context.address) // 403
      await limitRate(principal, context, api) // 429
      authorize(principal, route.requirement, api.now().getTime()) // 403
      await limitAccess(principal, route, context, api) // 429
      await readBody(route, context) // 400
    }
    validate(route, context, api) // 400
    const ctx = toHandlerContext(route, context, api)
    authorizeEffects(route, ctx, api) // 403
    reply = await handle(route, ctx, api)
  } catch (error) {
    reply = await refuse(error, context, api.limits)
  }
  return checkReply(withCommonHeaders(reply, context), context, api)
}

/** HTTP/1.1 requires a host (RFC 9112, 3.2). */
function assertHost({ request: { headers, httpVersion } }: RequestContext): void {
  if (headers.host !== undefined || httpVersion !== '1.1') return
  throw invalid('/headers/host', 'required', 'is required')
}

async function matchRoute(context: RequestContext, api: Api): Promise<Route> {
  const { method = 'GET', url = '/', headers } = context.request
  const request = toApiRequest(method, url, headers as ApiRequest['headers'])
  const operation = api.router.match(request)
  if (!operation) {
    await chargeIfAuthenticated(context, api)
    if (request.malformedPath) throw invalid('/path', 'format', 'must be well-formed percent-encoded UTF-8')
    throw new DomainError('route_not_found', 'No operation has this method and path.')
  }
  context.operation = operation
  const operationId = operation.operationId as OperationId
  const facts = operationTable[operationId]
  const requirement = facts.scope === null ? null : { scope: facts.scope, feature: facts.feature }
  return { operation, operationId, facts, requirement, request }
}

/** An unknown route needs no credentials; a request with valid ones is charged to its key instead of its address. */
async function chargeIfAuthenticated(context: RequestContext, api: Api): Promise<void> {
  let principal: Principal
  try {
    principal = await authenticate(context, api)
    assertAddress(principal, context.address)
  } catch {
    context.principal = null
    return
  }
  await limitRate(principal, context, api)
}

/** The platform's signature covers the raw body. */
async function verifySignature({ facts, request }: Route, context: RequestContext, api: Api): Promise<void> {
  if (api.platformSecrets.length === 0) throw unconfigured()
  const bytes = hasBody(context.request)
    ? await readRawBody(context.request, context.response, facts.maxBodyBytes)
    : Buffer.alloc(0)
  const signature = context.request.headers['roblox-signature'] as string | undefined
  assertSigned({ signature, bytes }, api.platformSecrets, api.now().getTime())
  context.signed = bytes
  request.requestBody = parseJson(bytes, facts.maxBodyValues)
}

/** Above the address limit, a key that this process has not seen is refused without a lookup (429). */
async function authenticate(context: RequestContext, { keys, limits }: Api): Promise<Principal> {
  const { authorization, 'x-community-id': communityId } = context.request.headers
  const refusal = (): DomainError | null => limits?.address.refusalOf(addressBucket(context.address())) ?? null
  const credentials = { authorization, communityId: communityId as string | undefined }
  return (context.principal = await keys.authenticate(credentials, refusal))
}

async function limitRate(principal: Principal, context: RequestContext, { limits }: Api): Promise<void> {
  if (limits) context.rate = await limits.key.charge(bucketOf('key', principal))
}

async function limitAccess(
  principal: Principal,
  { facts }: Route,
  context: RequestContext,
  { limits }: Api,
): Promise<void> {
  if (!facts.accessLimited || !limits) return
  const rate = await limits.access.charge(bucketOf('access', principal))
  context.rate = closerToExhaustion(context.rate, rate)
}

const bucketOf = (limit: 'key' | 'access', { community, keyId }: Principal): string =>
  `${limit} ${community.communityId} ${keyId}`

async function readBody(route: Route, { request, response }: RequestContext): Promise<void> {
  const { operation, facts } = route
  assertNoIdempotencyKey(operation, request.headers)
  if (hasBody(request)) route.request.requestBody = await readJsonBody(request, response, operation, facts)
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Operations that do not declare the header refuse it, so that a client cannot rely on it in vain (spec). */
function assertNoIdempotencyKey({ parameters = [] }: Operation, headers: Readonly<Record<string, unknown>>): void {
  if (headers['idempotency-key'] === undefined) return
  if (parameters.some((parameter) => 'name' in parameter && /^idempotency-key$/i.test(parameter.name))) return
  throw invalid('/headers/idempotency-key', 'additionalProperties', 'is not accepted by this operation; leave it out')
}

function validate({ operation, request }: Route, context: RequestContext, { validator }: Api): void {
  const { errors } = validator.validateRequest(request, operation)
  if (errors) throw validationFailed(toIssues(errors))
  context.ignored = request.ignored ?? []
}

function toHandlerContext({ requirement }: Route, { principal, requestId, log }: RequestContext, { base, now }: Api) {
  if (requirement === null) return { ...base, now, actor: { kind: 'job', id: 'platform' } as const, requestId, log }
  if (principal === null) throw new Error('the request was not authenticated')
  const { community, keyId, originKeyId } = principal
  return {
    ...base,
    now,
    community,
    actor: { kind: 'key', id: keyId, originKeyId } as const,
    requestId,
    log,
    requires: requirement,
    assertAlso: (other: Requirement): void => authorize(principal, other, now().getTime()),
  }
}

type HandlerContext = ReturnType<typeof toHandlerContext>

/** Experience, ranks and the like in a body need the scope and feature of the operation that exists for them (`x-gives`). */
function authorizeEffects({ operationId, request }: Route, ctx: HandlerContext, { withEffects }: Api): void {
  if (withEffects.has(operationId)) assertMayGive(ctx, operationId, request.requestBody)
}

function handle({ request }: Route, ctx: HandlerContext, { backend }: Api): Promise<HandlerReply> {
  return backend.handleRequest(request, ctx) as Promise<HandlerReply>
}

/** The reply with the headers of every reply. */
export function withCommonHeaders(
  reply: HandlerReply,
  { rate, requestId, ignored }: Pick<RequestContext, 'rate' | 'requestId' | 'ignored'>,
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

/** A reply outside the contract is logged and replaced by a 500. */
function checkReply(reply: WireReply, context: RequestContext, { replies }: Api): WireReply {
  const { operation, log } = context
  if (!operation) return reply
  const problem = replies.problem(operation, reply)
  if (problem === null) return reply
  const { operationId } = operation
  log.error({ operationId, status: reply.status, problem }, 'a reply did not match the contract and was not sent')
  return withCommonHeaders(toReply(new Error(problem)), context)
}

/**
 * Builds the request handler.
 * @throws Error when an operation has no handler, a handler no operation, or an operation asks for credentials that no step checks
 */
export async function makeRequestHandler(parts: ApiParts): Promise<HandleRequest> {
  const { now = () => new Date() } = parts
  const { backend, router } = await makeBackend(parts.document)
  const operationIds = registerHandlers(backend, parts.handlers)
  const api: Api = {
    ...parts,
    now,
    router,
    validator: new RequestValidator(backend.definition, router, makeAjv(), makeAjv(true)),
    backend,
    replies: new ReplyCheck(parts.document, makeAjv()),
    withEffects: new Set(operationIds.filter(isRefusedByBody)),
  }
  return (context) => handleRequest(context, api)
}

function registerHandlers(backend: OpenAPIBackend, handlers: AllHandlers): string[] {
  const operationIds = backend.getOperations().map(({ operationId = '' }) => operationId)
  const unserved = operationIds.filter((operationId) => !(operationId in handlers))
  if (unserved.length > 0) throw new Error(`no handler for ${unserved.join(', ')}`)
  for (const operationId of Object.keys(operationTable) as OperationId[]) {
    // the one cast: the contract has validated what the handler's types say
    const handler = handlers[operationId] as unknown as AnyHandler
    backend.register(operationId, ({ request }: Context, ctx: HandlerContext) => {
      const { params: path, query, headers: header, requestBody: body } = request as RequestParts
      return handler(ctx, { path, query, header, body })
    })
  }
  return operationIds
}

/** The validated parts of a request. */
interface RequestParts {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly requestBody?: unknown
}

/** A handler whose operation is known at run time only. */
type AnyHandler = (
  ctx: HandlerContext,
  input: { path: unknown; query: unknown; header: unknown; body: unknown },
) => Promise<HandlerReply>
