// What a stored key has, and what its audit entries show. Pure.
import type { KeyState, Powers } from './authority'
import { toBoundsShown } from './bounds/rules'
import type { KeyRow } from './queries'

const powersOf = ({ scopes, expires_at, allowed_addresses, bounds }: KeyRow): Powers => ({
  bounds,
  scopes,
  expiresAt: expires_at,
  allowedAddresses: allowed_addresses,
})

export function factsOf(row: KeyRow, change: object): object {
  const { bounds, ...powers } = powersOf(row)
  const facts = Object.entries({ name: row.name, ...powers }).filter(([name]) => name in change)
  return { keyId: row.key_id, ...Object.fromEntries(facts), ...('bounds' in change && toBoundsShown(bounds)) }
}

export const stateOfRow = (row: KeyRow): KeyState => ({
  ...powersOf(row),
  enabled: row.enabled,
  isRevoked: row.revoked_at !== null,
})

export const shownFacts = ({ domain, bounds, ...facts }: Powers & Pick<KeyRow, 'name' | 'domain'>): object => ({
  ...{ ...facts, ...toBoundsShown(bounds) },
  ...(domain === null ? {} : { domain }),
})
