// An API request from route to checked reply. The first step that throws a DomainError decides the reply.
import type { Context, Document, Operation } from 'openapi-backend'
import { assertMayGive, isRefusedByBody } from '../auth/effects'
import { closerToExhaustion } from '../limits/limits'
import { assertAddress, authorize } from '../auth/rules'
import { loadContract } from '../contract/document'
import { toIssues } from '../contract/issues'
import { toConditional, type HandlerReply, type WireReply } from '../contract/replies'
import { toApiRequest, type ApiRequest } from '../contract/router'
import type { AllHandlers, ServedId } from '../contract/types'
import { DomainError, invalid, validationFailed } from '../base/errors'
import { actingFor, assertMayAct, ON_BEHALF_OF } from './acting'
import { readAccountIds, type AccountIds } from './account-ids'
import { addressBucket } from './address'
import type { Api, ApiParts, HandleRequest, Route, CompiledContract } from './api'
import type { AnyPrincipal } from '../people/rules'
import {
  actorOf,
  assertActive,
  assertOwnAccount,
  assertProof,
  CONFIRMED,
  confirms,
  authenticate,
  browserOf,
  callerOf,
  idOf,
} from './caller'
import { ANY, factsOf, ownSession, takesOf } from './credentials'
import { compileContract } from './compile-contract'
import { readJsonBody } from './body'
import { withDeprecation } from './deprecation'
import { refuse, toReply } from './errors'
import { formsOf, Precondition } from './preconditions'
import { countFaultyReply } from '../base/telemetry/metrics'
import { hasBody, PLATFORM, withCommonHeaders, type RequestContext } from './request-context'
import { requestKeyOf } from './idempotency-key'
import { tellIfExceeded } from './takes'
import { verifySignature } from './signed-request'

async function handleRequest(context: RequestContext, api: Api): Promise<WireReply> {
  let reply: HandlerReply
  let ids: AccountIds | null = null
  try {
    assertHost(context) // 400
    const route = await matchRoute(context, api) // 404; 400 for a malformed path
    if (route.takes === 'signature') {
      await verifySignature(route, context, api) // 401; reads the body, which the signature covers
    } else if (route.takes === 'nothing') {
      await limitAddress(context, api) // 429
      await readBody(route, context) // 400
    } else {
      const principal = (context.principal = await authenticate(context, api, route.takes)) // 401
      assertAddress(principal, context.address) // 403
      await limitRate(principal, context, api) // 429
      authorize(principal, route.requirement ?? ANY, api.now().getTime()) // 403
      assertActive(principal, route) // 403
      assertProof(principal, route, api) // 403
      await limitAccess(principal, route, context, api) // 429
      await readBody(route, context) // 400
    }
    validate(route, context, api) // 400
    assertOwnAccount(context.principal, route) // 403
    const isActing = context.request.headers[ON_BEHALF_OF] !== undefined
    if (isActing && context.principal) assertMayAct(context.principal) // 403
    let ctx = toHandlerContext(route, context, api)
    authorizeEffects(route, ctx, api) // 403
    context.write = writeOf(route, ctx)
    if (context.principal?.domain) ids = await readAccountIds(route, context.principal, api) // 404
    if (isActing) ctx = await actFor(ctx, context) // 403
    reply = await handle(route, { ctx, ids }, context, api)
  } catch (error) {
    await tellIfExceeded(error, context, api)
    reply = await refuse(error, context, api.limits)
    if (ids) reply = ids.inError(reply)
  }
  const checked = checkReply(withCommonHeaders(reply, context), context, api)
  const deprecation = api.deprecations.get(context.operation?.operationId ?? '')
  return deprecation ? withDeprecation(checked, deprecation) : checked
}

/** A proxy in front may read another one of two (RFC 9112, 3.2). */
function assertHost({ request: { headers, httpVersion, rawHeaders } }: RequestContext): void {
  if (headers.host === undefined && httpVersion === '1.1') throw invalid('/headers/host', 'required', 'is required')
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
  if (hosts.length > 1) throw invalid('/headers/host', 'maxItems', 'must not be sent twice')
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
  const operationId = operation.operationId as ServedId
  const facts = factsOf(operationId)
  const requirement = facts.scope === null ? null : { scope: facts.scope, feature: facts.feature }
  return { operation, operationId, facts, requirement, takes: takesOf(operationId, facts), request }
}

async function chargeIfAuthenticated(context: RequestContext, api: Api): Promise<void> {
  let principal: AnyPrincipal
  try {
    principal = context.principal = await authenticate(context, api, null)
    assertAddress(principal, context.address)
  } catch {
    context.principal = null
    return
  }
  await limitRate(principal, context, api)
}

/** Attempts to sign in count like wrong keys, also those that succeed. */
async function limitAddress(context: RequestContext, { limits }: Api): Promise<void> {
  if (limits) context.rate = await limits.address.charge(addressBucket(context.address()))
}

async function limitRate(principal: AnyPrincipal, context: RequestContext, { limits }: Api): Promise<void> {
  if (limits) context.rate = await limits.key.charge(bucketOf('key', principal))
}

async function limitAccess(
  principal: AnyPrincipal,
  { facts }: Route,
  context: RequestContext,
  { limits }: Api,
): Promise<void> {
  if (!facts.accessLimited || !limits) return
  const rate = await limits.access.charge(bucketOf('access', principal))
  context.rate = closerToExhaustion(context.rate, rate)
}

const bucketOf = (limit: 'key' | 'access', principal: AnyPrincipal): string =>
  `${limit} ${principal.community.communityId} ${idOf(principal)}`

async function readBody(route: Route, { request, response }: RequestContext): Promise<void> {
  const { operation, facts } = route
  const { safeRepeat } = facts
  assertDeclared(operation, request.headers, 'idempotency-key', safeRepeat?.replaceAll('`', ''))
  if (operation.method !== 'get') assertDeclared(operation, request.headers, 'if-match')
  assertDeclared(operation, request.headers, ON_BEHALF_OF)
  assertDeclared(operation, request.headers, CONFIRMED)
  if (hasBody(request)) route.request.requestBody = await readJsonBody(request, response, operation, facts)
}

/** A client would rely on a header that has no effect. */
function assertDeclared(
  { parameters = [] }: Operation,
  headers: Readonly<Record<string, unknown>>,
  name: string,
  instead = 'leave it out',
): void {
  if (headers[name] === undefined) return
  if (parameters.some((parameter) => 'name' in parameter && parameter.name.toLowerCase() === name)) return
  throw invalid(`/headers/${name}`, 'additionalProperties', `is not accepted by this operation; ${instead}`)
}

function validate({ operation, request }: Route, context: RequestContext, { validator }: Api): void {
  if (request.malformedQuery) throw invalid('/query', 'format', 'must be well-formed percent-encoded UTF-8')
  const { errors } = validator.validateRequest(request, operation)
  if (errors) throw validationFailed(toIssues(errors))
  context.ignored = request.ignored ?? []
}

function toHandlerContext(route: Route, context: RequestContext, api: Api) {
  const { base, now, limits } = api
  const { requirement, takes } = route
  const { principal, requestId, log } = context
  // a spread goes last: V8 adds properties to a spread object slowly
  if (takes === 'signature') return { now, ...PLATFORM, requestId, log, ...base }
  if (takes === 'nothing') {
    return { now, ...PLATFORM, requestId, log, browser: browserOf(context, base.settings.publicUrl), ...base }
  }
  if (principal === null) throw new Error('the request was not authenticated')
  const limitsNow = () => ({ rateLimit: context.rate, accessLimit: limits?.access.limit ?? null })
  return {
    now,
    community: principal.community,
    actor: actorOf(principal),
    requestId,
    log,
    caller: callerOf(principal, requirement ?? ANY, api, limitsNow, confirms(principal, context, api)),
    ...ownSession(takes, principal, () => browserOf(context, base.settings.publicUrl)),
    requestKey: route.facts.takesKey ? requestKeyOf(route, context) : undefined,
    ...base,
  }
}

function writeOf({ facts }: Route, { requestKey }: { readonly requestKey?: object | undefined }) {
  if (facts.method === 'get') return undefined
  return { isRepeatable: facts.repeatable || requestKey !== undefined }
}

type HandlerContext = ReturnType<typeof toHandlerContext>

async function actFor(ctx: HandlerContext, { request: { headers } }: RequestContext): Promise<HandlerContext> {
  if (!('community' in ctx)) throw new Error('only an operation for keys takes X-On-Behalf-Of')
  return { ...ctx, ...(await actingFor(ctx, Number(headers[ON_BEHALF_OF]))) }
}

function authorizeEffects({ operationId, request }: Route, ctx: HandlerContext, { withEffects }: Api): void {
  if (withEffects.has(operationId)) assertMayGive(ctx, operationId, request.requestBody)
}

type Handled = { readonly ctx: HandlerContext; readonly ids: AccountIds | null }

async function handle(route: Route, { ctx, ids }: Handled, context: RequestContext, api: Api): Promise<HandlerReply> {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = context.request.headers
  const { request, facts, operation } = route
  const dispatch = async (by: HandlerContext): Promise<HandlerReply> => {
    const reply = (await api.backend.handleRequest(
      request,
      ids ? { ...by, keyDomain: ids } : by,
      api.handlers,
    )) as HandlerReply
    return ids ? ids.inReply(reply, operation) : reply
  }
  if (facts.hasEtag) return toConditional(await dispatch(ctx), ifNoneMatch)
  if (facts.guardedBy === null || ifMatch === undefined) return dispatch(ctx)
  const read = handlerOf(api.handlers, facts.guardedBy)
  const guarding = api.router.getOperation(facts.guardedBy)
  const precondition = new Precondition(ifMatch, formsOf(guarding), async (tx, query) => {
    const input = { path: (request as RequestParts).params, query, header: {}, body: undefined }
    const found = await read(tx, input)
    return ids && guarding ? ids.inReply(found, guarding, tx.db) : found
  })
  const reply = await dispatch({ ...ctx, assertUnchanged: precondition.assertUnchanged })
  precondition.assertChecked()
  return reply
}

/**
 * A reply of a read outside the contract is replaced by 500: an undeclared property may be secret. That of a write is
 * sent, because its effect is committed and a 500 would deny it.
 */
function checkReply(reply: WireReply, context: RequestContext, { replies }: Api): WireReply {
  const { operation, log, write } = context
  if (!operation) return reply
  const problem = replies.problem(operation, reply)
  if (problem === null) return reply
  const { operationId = '' } = operation
  const message = write
    ? 'a reply did not match the contract and was sent, because the request may have been stored'
    : 'a reply did not match the contract and was not sent'
  log.error({ operationId, status: reply.status, problem }, message)
  countFaultyReply(operationId)
  return write ? reply : withCommonHeaders(toReply(new Error(problem)), context)
}

export function makeRequestHandler({ contract, ...parts }: ApiParts): HandleRequest {
  const { now = () => new Date() } = parts
  const operationIds = contract.backend.getOperations().map(({ operationId = '' }) => operationId)
  const unserved = operationIds.filter((operationId) => !(operationId in parts.handlers))
  if (unserved.length > 0) throw new Error(`no handler for ${unserved.join(', ')}`)
  const withEffects = new Set(operationIds.filter(isRefusedByBody))
  const api: Api = { ...parts, ...contract, now, withEffects }
  return (context) => handleRequest(context, api)
}

export const toContract = (document: Document): Promise<CompiledContract> => compileContract(document, dispatchTo)

let ofServer: Promise<CompiledContract> | null = null

export const serverContract = (): Promise<CompiledContract> => (ofServer ??= toContract(loadContract()))

const dispatchTo =
  (operationId: ServedId) =>
  ({ request }: Context, ctx: object, handlers: AllHandlers): Promise<HandlerReply> => {
    const { params: path, query, headers: header, requestBody: body } = request as RequestParts
    return handlerOf(handlers, operationId)(ctx, { path, query, header, body })
  }

/** Safe: the contract has validated the input. */
const handlerOf = (handlers: AllHandlers, operationId: ServedId): AnyHandler =>
  handlers[operationId] as unknown as AnyHandler

interface RequestParts {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly requestBody?: unknown
}

type AnyHandler = (
  ctx: object,
  input: { path: unknown; query: unknown; header: unknown; body: unknown },
) => Promise<HandlerReply>
