// Who may do what: pure, over what is remembered of the key and its community (spec, Authentication 2, 3, 5).
import { livePlans } from '../communities/rules'
import type { Community, Requirement } from '../context'
import { DomainError } from '../errors'
import { isAllowed, type Network } from './addresses'

/** A key that was recognised, with its community. */
export interface Principal {
  readonly keyId: string
  /** The first key of its chain of rotations: what is the key's own stays so when it is rotated. */
  readonly originKeyId: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly enabled: boolean
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null
  /** Where it may be used from; null: anywhere. */
  readonly networks: readonly Network[] | null
  readonly community: Community
}

/**
 * Refuses a key outside its networks. Keys without networks cost one comparison.
 * @param address the caller's IP address, called when the key has networks
 * @throws DomainError `address_not_allowed` (403)
 */
export function assertAddress({ networks }: Principal, address: () => string): void {
  if (networks === null || isAllowed(networks, address())) return
  throw new DomainError(
    'address_not_allowed',
    'This API key may not be used from this address. Ask the operator to allow it.',
  )
}

/**
 * Lets a principal in or throws, in this order: key, API switch, subscription, plan, scope, feature.
 * @param now milliseconds since the epoch
 * @throws DomainError `key_disabled`, `api_disabled`, `entitlement_required`, `api_access_unavailable`,
 *   `insufficient_scope`, `feature_unavailable` (all 403)
 */
export function admit(principal: Principal, requirement: Requirement, now: number): void {
  assertKeyEnabled(principal, now)
  assertEntitled(principal.community, now)
  assertScope(principal.scopes, requirement.scope)
  if (requirement.feature !== null) assertFeature(principal.community, requirement.feature, now)
}

function assertKeyEnabled(principal: Principal, now: number): void {
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
  if (granted.includes(required)) return
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
