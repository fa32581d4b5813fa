// Who comes in: credentials or the platform's signature, key limit, key, plan, scope, feature, and the body. What a request
// must have before it is validated; everything else refuses it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Operation } from 'openapi-backend'
import { operationTable } from '../../generated/operations'
import { assertSigned, unconfigured } from '../auth/platform-signature'
import { closerToExhaustion, type ExactLimiter, type RateLimiter, type RateStatus } from '../auth/limits'
import type { Principals } from '../auth/key-cache'
import { admit, assertAddress, type Principal } from '../auth/rules'
import type { Ctx, Requirement } from '../context'
import type { OperationId } from '../contract/types'
import { invalid, type DomainError } from '../errors'
import type { Logger } from '../logger'
import { addressBucket } from './address'
import { hasBody, parseBytes, readBody, readBytes } from './body'

/** One request on its way. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  readonly log: Logger
  /** The caller's IP address; behind trusted proxies, the one they name. */
  readonly address: () => string
  /** Set once the credentials were recognised. */
  principal: Principal | null
  /** Set once the platform's signature was found good: the bytes it is over. */
  signed: Buffer | null
  /** Set once a limit was charged: of several, the one with the fewest requests left. */
  rate: RateStatus | null
  /** Set once the route was found. */
  operation: Operation | null
  /** Unknown query parameters, once the request was validated. */
  ignored?: readonly string[]
}

/** What decides who comes in. */
export interface EntranceDependencies {
  readonly principals: Principals
  /** What the platform may sign its notifications with; none: it cannot be believed. */
  readonly platformSecrets: readonly string[]
  /** null: rate limiting is off. */
  readonly limits: {
    readonly key: RateLimiter
    readonly address: RateLimiter
    /** Over the application access routes together. */
    readonly access: Pick<ExactLimiter | RateLimiter, 'charge'>
  } | null
  readonly base: Pick<Ctx, 'now'>
}

type Facts = (typeof operationTable)[OperationId]

const factsOf = ({ operationId }: Operation): Facts => operationTable[operationId as OperationId]

/** What the contract asks of a key. An operation that asks for no scope is none that a key is for. */
export function requirementOf(operation: Operation): Requirement {
  const { scope, feature } = factsOf(operation)
  if (scope === null) throw new Error('a key was recognised where the platform signs')
  return { scope, feature }
}

/** Whether the platform is the caller, and signs. */
const isSigned = (operation: Operation): boolean => factsOf(operation)?.scope === null

/**
 * Takes the question for credentials over from the library, which makes half a dozen promises of it at every request: a
 * twentieth of a read's processor time. Call it for each operation at the start; `enter` asks instead.
 * @throws when the contract asks for credentials that `enter` does not look at
 */
export function takeOverSecurity(operation: Operation): void {
  const [asked = {}, ...others] = operation.security ?? []
  const schemes = Object.keys(asked).sort().join(' and ')
  if (others.length > 0 || schemes !== (isSigned(operation) ? 'platformSignature' : 'apiKey and communityId')) {
    throw new Error(`${operation.operationId} asks for ${schemes || 'no credentials'}: nobody would check that`)
  }
  operation.security = []
}

/**
 * Everything between route and validation: credentials (401), key limit (429), key, plan, scope and feature (403), body (400).
 * Most requests have nothing to wait for here, and wait for nothing: every promise on the way costs each of them.
 */
export function enter(context: Context, exchange: Exchange, deps: EntranceDependencies): void | Promise<void> {
  const { operation } = context
  exchange.operation = operation
  if (isSigned(operation)) return believe(context, exchange, deps)
  const found = identify(exchange, deps)
  if (found instanceof Promise) return found.then((principal) => enterKnown(context, principal, exchange, deps))
  return enterKnown(context, found, exchange, deps)
}

/** Credentials (401). Beyond its limit an address has no new key looked up in the database (429). */
function identify(exchange: Exchange, { principals, limits }: EntranceDependencies): Principal | Promise<Principal> {
  const { authorization, 'x-community-id': communityId } = exchange.request.headers
  const refusal = (): DomainError | null => limits?.address.refusalOf(addressBucket(exchange.address())) ?? null
  const found = principals.authenticate({ authorization, communityId: communityId as string | undefined }, refusal)
  const remember = (principal: Principal): Principal => (exchange.principal = principal)
  return found instanceof Promise ? found.then(remember) : remember(found)
}

/** The platform's signature (401), over the bytes as they came: nothing is read from them before. */
async function believe(
  { operation, request: parsed }: Context,
  exchange: Exchange,
  { platformSecrets, base }: EntranceDependencies,
): Promise<void> {
  if (platformSecrets.length === 0) throw unconfigured()
  const { request, response } = exchange
  const { 'roblox-signature': signature } = request.headers
  const { maxBodyBytes, maxBodyValues } = factsOf(operation)
  const bytes = await readBytes(request, response, maxBodyBytes)
  assertSigned({ signature: signature as string | undefined, bytes }, platformSecrets, base.now().getTime())
  exchange.signed = bytes
  parsed.requestBody = parseBytes(bytes, maxBodyValues)
}

/** What comes after the credentials. */
function enterKnown(
  context: Context,
  principal: Principal,
  exchange: Exchange,
  deps: EntranceDependencies,
): void | Promise<void> {
  // before the key's limit: a stolen key cannot use it up from elsewhere
  assertAddress(principal, exchange.address)
  const charged = chargeKey(principal, exchange, deps)
  if (charged) return charged.then(() => enterCharged(context, principal, exchange, deps))
  return enterCharged(context, principal, exchange, deps)
}

/** What comes after the key's limit. */
function enterCharged(
  { operation, request }: Context,
  principal: Principal,
  exchange: Exchange,
  { base, limits }: EntranceDependencies,
): void | Promise<void> {
  const facts = factsOf(operation)
  admit(principal, requirementOf(operation), base.now().getTime())
  const read = (): void | Promise<void> => {
    assertNoIdempotencyKey(operation, exchange)
    if (!hasBody(exchange.request)) return
    const body = readBody(exchange.request, exchange.response, operation, facts)
    return body.then((value) => void (request.requestBody = value))
  }
  if (!facts.accessLimited || !limits) return read()
  return chargeAccess(principal, exchange, limits).then(read)
}

/** @returns a promise only where the limit's store is asked */
function chargeKey(principal: Principal, exchange: Exchange, { limits }: EntranceDependencies): Promise<void> | null {
  if (!limits) return null
  const remember = (rate: RateStatus): void => void (exchange.rate = rate)
  const rate = limits.key.charge(bucketOf('key', principal))
  if (rate instanceof Promise) return rate.then(remember)
  remember(rate)
  return null
}

async function chargeAccess(
  principal: Principal,
  exchange: Exchange,
  { access }: NonNullable<EntranceDependencies['limits']>,
): Promise<void> {
  exchange.rate = closerToExhaustion(exchange.rate, await access.charge(bucketOf('access', principal)))
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

/** Charges whoever asks for a route that is none: no credentials are needed for that, but good ones are charged for it. */
export async function chargeIfKnown(exchange: Exchange, deps: EntranceDependencies): Promise<void> {
  let principal: Principal
  try {
    principal = await identify(exchange, deps)
    assertAddress(principal, exchange.address)
  } catch {
    exchange.principal = null
    return
  }
  await chargeKey(principal, exchange, deps)
}
