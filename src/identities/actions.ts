// Stores reports of ids in the domains of the platform.
import type { Ctx } from '../context'
import { isLockConflict, violatedConstraint } from '../db/errors'
import { storeReports } from './queries'
import type { IdentitySource, Report, Reported } from './rules'

/** Concurrent requests may report the same ids or accounts. */
const ATTEMPTS = 5

/**
 * One statement, unless another transaction writes the same ids or accounts at the same time.
 * @param reports of different ids
 * @returns in the order of the reports
 */
export async function storeIdentities(
  ctx: Ctx,
  domain: string,
  reports: readonly Report[],
  source: IdentitySource,
): Promise<Reported[]> {
  const results = new Map<number, Reported>()
  let open = reports
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt++) {
    for (const { id, outcome, user_id, was_known, audit_id, is_done } of await tryToStore(ctx, domain, open, source)) {
      const auditId = audit_id === null ? null : String(audit_id)
      if (is_done) results.set(id, { outcome, userId: user_id, wasKnown: was_known, auditId })
    }
    open = open.filter(({ id }) => !results.has(id))
  }
  if (open.length > 0) throw new Error(`${open.length} reports of ${domain} met a concurrent report at each attempt`)
  return reports.map(({ id }) => results.get(id) as Reported)
}

/** Nothing where another transaction gave one of the accounts another id. */
async function tryToStore(...[ctx, domain, reports, source]: Parameters<typeof storeReports>) {
  try {
    return await storeReports(ctx, domain, reports, source)
  } catch (error) {
    // a shard of a distributed database adds its number to the name
    if (isLockConflict(error) || violatedConstraint(error)?.startsWith('identity_account')) return []
    throw error
  }
}
