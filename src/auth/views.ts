// Keys in the form of the contract.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'

/** @throws Error without a key */
export function toCurrentKey({ callerKey, community }: Ctx): Schema<'CurrentKey'> {
  if (!callerKey) throw new Error('an operator has no key')
  const { keyId, name, scopes, expiresAt, allowedAddresses, rateLimit: rate, accessLimit } = callerKey()
  return {
    ...{ communityId: community.communityId, keyId, name, accessLimit },
    scopes: [...scopes],
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    allowedAddresses: allowedAddresses && [...allowedAddresses],
    rateLimit: rate && { limit: rate.limit, remaining: rate.remaining, resetMs: Math.ceil(rate.resetMs) },
  }
}
