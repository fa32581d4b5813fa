// Permissions of a key and its community (spec, Authentication 2, 3, 5). Pure.
import type { CallerKey, Community, AssignedPlan, RankBounds, Requirement } from '../context'
import { DomainError } from '../base/errors'
import { isAllowed, type Network } from './addresses'

export interface Principal {
  readonly kind: 'key'
  readonly keyId: string
  /** The first key of the chain of rotations, which owns what is created. */
  readonly originKeyId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly enabled: boolean
  /** Of the ids in requests and replies; null: ids of the group. */
  readonly domain: string | null
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null
  /** Null: any. */
  readonly networks: readonly Network[] | null
  readonly bounds: RankBounds
  /** Null: any number. */
  readonly takesPerHour: number | null
  readonly actFor: boolean
  readonly pausedAt: string | null
  readonly community: Community
}

/** `key list`, `community health` and the metrics report it this early. */
export const EXPIRES_SOON_DAYS = 30

export type Grants = Pick<Principal, 'scopes' | 'enabled' | 'expiresAt' | 'community'>

export function assertAddress({ networks }: Pick<Principal, 'networks'>, address: () => string): void {
  if (networks === null || isAllowed(networks, address())) return
  throw new DomainError(
    'address_not_allowed',
    'This API key may not be used from this address. Ask the operator to allow it.',
  )
}

/**
 * In this order: key, API switch, subscription, plan, scope, feature.
 * @param now milliseconds since the epoch
 * @throws DomainError `key_disabled`, `api_disabled`, `entitlement_required`, `api_access_unavailable`,
 * `insufficient_scope`, `feature_unavailable` (all 403)
 */
export function authorize(principal: Grants, requirement: Requirement, now: number): void {
  assertKeyEnabled(principal, now)
  assertEntitled(principal.community, now)
  assertScope(principal.scopes, requirement.scope)
  if (requirement.feature !== null) assertFeature(principal.community, requirement.feature, now)
}

export function describeKey(
  { keyId, name, scopes, domain, expiresAt, networks, bounds, takesPerHour, actFor, pausedAt }: Principal,
  rates: Pick<CallerKey, 'rateLimit' | 'accessLimit'>,
): CallerKey {
  const allowedAddresses = networks && networks.map(([address, bits]) => `${address.toString()}/${bits}`)
  return { keyId, name, scopes, domain, expiresAt, allowedAddresses, bounds, takesPerHour, actFor, pausedAt, ...rates }
}

interface Ends {
  readonly enabled: boolean
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

export function stateOf(key: Ends, now: Date): 'revoked' | 'disabled' | 'expired' | 'enabled' {
  if (key.revoked_at !== null) return 'revoked'
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime()) return 'expired'
  return key.enabled ? 'enabled' : 'disabled'
}

function livePlans(community: Community, now: number): AssignedPlan[] {
  return community.plans.filter((plan) => plan.endsAt === null || plan.endsAt > now)
}

export function hasAutomaticGrading(community: Community, now: number): boolean {
  return livePlans(community, now).some((plan) => plan.automaticGrading)
}

function assertKeyEnabled(principal: Grants, now: number): void {
  if (!principal.enabled)
    throw new DomainError('key_disabled', 'This API key is disabled. Ask the operator to enable it.')
  if (principal.expiresAt !== null && principal.expiresAt <= now) {
    throw new DomainError('key_disabled', 'This API key has expired. Ask the operator for a new one.')
  }
}

function assertEntitled(community: Community, now: number): void {
  if (!community.apiEnabled) {
    throw new DomainError(
      'api_disabled',
      'The API is switched off for this community. Ask the operator to switch it on.',
    )
  }
  const live = livePlans(community, now)
  if (live.length === 0) {
    throw new DomainError('entitlement_required', 'This community has no live subscription or trial.')
  }
  if (!live.some((plan) => plan.apiAccess)) {
    throw new DomainError('api_access_unavailable', "This community's plan does not include the API.")
  }
}

function assertScope(granted: readonly string[], required: string): void {
  if (required === 'any' || granted.includes(required)) return
  throw new DomainError('insufficient_scope', `This API key lacks the scope ${required}.`, {
    challenge: `Bearer error="insufficient_scope", scope="${required}"`,
    details: { required: [required], granted },
  })
}

function assertFeature(community: Community, feature: string, now: number): void {
  if (livePlans(community, now).some((plan) => plan.features.includes(feature))) return
  throw new DomainError('feature_unavailable', `This community's plan does not include ${feature}.`, {
    details: { feature },
  })
}

interface PauseState {
  readonly kind: 'key' | 'person'
  readonly pausedAt: string | null
}

/** @throws DomainError 403 `key_paused` or `person_paused` */
export function assertNotPaused({ kind, pausedAt }: PauseState): void {
  if (pausedAt === null) return
  const [code, who] = kind === 'key' ? (['key_paused', 'API key'] as const) : (['person_paused', 'person'] as const)
  throw new DomainError(
    code,
    `This ${who} is paused and may only read. Ask an administrator to look at what was done and to resume the ${who}.`,
  )
}
