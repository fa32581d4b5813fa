// Keys in the form of the contract.
import type { Ctx } from '../context'
import type { Schema } from '../contract/types'
import { timeOf } from '../base/time'
import { toAuthor } from './handing-on/author'
import type { KeyRow } from './queries'
import { stateOf } from './rules'
import { toBoundsShown } from './bounds/rules'

export function toCurrentKey({ caller, community }: Ctx): Schema<'CurrentKey'> {
  if (caller.kind !== 'key') throw new Error('only a key can read its own key')
  const {
    keyId,
    name,
    scopes,
    domain,
    expiresAt,
    allowedAddresses,
    bounds,
    takesPerHour,
    actFor,
    pausedAt,
    rateLimit: rate,
    accessLimit,
  } = caller.describe()
  return {
    communityId: community.communityId,
    keyId,
    name,
    domain,
    accessLimit,
    actFor,
    pausedAt,
    ...toBoundsShown(bounds),
    takesPerHourLimit: takesPerHour,
    scopes: [...scopes],
    expiresAt: expiresAt === null ? null : timeOf(expiresAt),
    allowedAddresses: allowedAddresses && [...allowedAddresses],
    rateLimit: rate && { limit: rate.limit, remaining: rate.remaining, resetMs: Math.ceil(rate.resetMs) },
  }
}

export function toApiKey(row: KeyRow, now: Date): Schema<'ApiKey'> {
  return {
    keyId: row.key_id,
    name: row.name,
    scopes: [...row.scopes],
    state: stateOf(row, now),
    createdAt: row.created_at,
    createdByKeyId: row.creator_key_id,
    createdBy: toAuthor({ keyId: row.creator_key_id, personId: row.creator_person_id }),
    domain: row.domain,
    // by the day: the ETag of a used key must not change every minute
    lastUsedOn: row.last_used_at && row.last_used_at.slice(0, 10),
    expiresAt: row.expires_at,
    allowedAddresses: row.allowed_addresses && [...row.allowed_addresses],
    revokedAt: row.revoked_at,
    ...toBoundsShown(row.bounds),
    takesPerHourLimit: row.takes_per_hour_limit,
    actFor: row.act_for,
    pausedAt: row.paused_at,
  }
}
