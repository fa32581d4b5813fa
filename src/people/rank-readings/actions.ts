// Reads on the platform which ranks the staff hold whose roles depend on one.
import type { Ctx } from '../../context'
import { loadRanksFor } from '../../members/actions'
import { callPlatform } from '../../platform-connection/connection'
import { isOAuth } from '../../platform-connection/memberships/queries'
import { rankHeld } from '../../ranks/rules'
import { listAccountsToRead, storeReading } from './queries'

/** Accounts that are read. */
const PER_ROUND = 50
/** A token reads 10 accounts a minute, and a minute has two rounds. */
const PER_ROUND_WITH_OAUTH = 3
/** Concurrent calls of the platform. */
const PAGE = 10

/** @throws DomainError the platform's error */
export async function readStaffRanks(ctx: Ctx): Promise<void> {
  const accounts = await listAccountsToRead(ctx, (await isOAuth(ctx)) ? PER_ROUND_WITH_OAUTH : PER_ROUND)
  let failure: PromiseRejectedResult | undefined
  for (let from = 0; from < accounts.length; from += PAGE) {
    const page = accounts.slice(from, from + PAGE)
    const results = await Promise.allSettled(page.map((userId) => readRank(ctx, userId)))
    const failures = results.filter((result) => result.status === 'rejected')
    failure ??= failures[0]
    if (failures.length === page.length) break
  }
  if (failure) throw failure.reason
}

async function readRank(ctx: Ctx, userId: number): Promise<void> {
  const from = performance.now()
  const membership = await callPlatform(ctx, (connection) => ctx.platform.getMembership(connection, userId))
  const ago = (performance.now() - from) / 1_000
  const rank = membership ? rankHeld(await loadRanksFor(ctx, membership), membership.roles) : null
  await storeReading(ctx, userId, rank?.unique_id ?? null, ago)
}
