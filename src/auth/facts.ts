// What a stored key has, and what its audit entries show. Pure.
import type { HolderState, Powers } from './handing-on/rules'
import { toBoundsShown } from './bounds/rules'
import type { KeyRow } from './queries'

const powersOf = (row: KeyRow): Powers => ({
  bounds: row.bounds,
  takesPerHour: row.takes_per_hour_limit,
  actFor: row.act_for,
  scopes: row.scopes,
  expiresAt: row.expires_at,
  allowedAddresses: row.allowed_addresses,
})

export function factsOf(row: KeyRow, change: object): object {
  const { bounds, takesPerHour: takesPerHourLimit, ...powers } = powersOf(row)
  const facts = Object.entries({ name: row.name, ...powers }).filter(([name]) => name in change)
  const shown = 'bounds' in change && { ...toBoundsShown(bounds), takesPerHourLimit }
  return { keyId: row.key_id, ...Object.fromEntries(facts), ...shown }
}

export const stateOfRow = (row: KeyRow): HolderState => ({
  ...powersOf(row),
  enabled: row.enabled,
  isRevoked: row.revoked_at !== null,
  isPaused: row.paused_at !== null,
})

export const shownFacts = ({
  domain,
  bounds,
  takesPerHour,
  ...facts
}: Powers & Pick<KeyRow, 'name' | 'domain'>): object => ({
  ...facts,
  ...toBoundsShown(bounds),
  takesPerHourLimit: takesPerHour,
  ...(domain === null ? {} : { domain }),
})
