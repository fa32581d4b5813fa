// Which account an erasure request means: pure.

/** As the request names it. */
export interface AskedId {
  readonly id: number
  /** null: not named. */
  readonly domain: string | null
}

/** What is stored about ids. */
export interface Evidence {
  /** Ids of domains, with their accounts. */
  readonly identities: readonly { readonly domain: string; readonly id: number; readonly user_id: number }[]
  /** Accounts with data. */
  readonly accounts: ReadonlySet<number>
}

export type ParkedAs = 'unknown' | 'ambiguous'

/** The account, or why the request is parked: `unknown` (no account has the id), `ambiguous` (several accounts have it). */
export function accountOf({ id, domain }: AskedId, { identities, accounts }: Evidence): number | ParkedAs {
  const named = identities.filter((one) => one.id === id && (domain === null || one.domain === domain))
  const found = new Set(named.map((one) => one.user_id))
  if (domain === null && accounts.has(id)) found.add(id)
  const [account] = found
  if (account === undefined) return 'unknown'
  return found.size === 1 ? account : 'ambiguous'
}
