// Which account an erasure request means. Pure.

export interface AskedId {
  readonly id: number
  /** Null: not named. */
  readonly domain: string | null
}

export interface Evidence {
  readonly identities: readonly { readonly domain: string; readonly id: number; readonly user_id: number }[]
  readonly accounts: ReadonlySet<number>
}

export type ParkedAs = 'unknown' | 'ambiguous'

/** `unknown`: no account has the id; `ambiguous`: several accounts have it. */
export function accountOf({ id, domain }: AskedId, { identities, accounts }: Evidence): number | ParkedAs {
  const named = identities.filter((one) => one.id === id && (domain === null || one.domain === domain))
  const found = new Set(named.map((one) => one.user_id))
  if (domain === null && accounts.has(id)) found.add(id)
  const [account] = found
  if (account === undefined) return 'unknown'
  return found.size === 1 ? account : 'ambiguous'
}
