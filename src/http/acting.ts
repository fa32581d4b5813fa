// The member for whom a key acts (`X-On-Behalf-Of`).
import { boundsOfRank, commonBounds } from '../auth/bounds/rules'
import { DomainError } from '../base/errors'
import type { Actor, Caller, Ctx } from '../context'
import { isWithin } from '../db/clock'
import { syncProfileOnce } from '../members/actions'
import { findMember, type MemberRow } from '../members/queries'
import type { AnyPrincipal } from '../people/rules'

export const ON_BEHALF_OF = 'x-on-behalf-of'

/** @throws DomainError 403 `acting_not_allowed` */
export function assertMayAct(principal: AnyPrincipal): void {
  if (principal.kind === 'key' && principal.actFor) return
  throw new DomainError(
    'acting_not_allowed',
    'The caller may not act for a member. Leave X-On-Behalf-Of out, or use a key with actFor.',
  )
}

/**
 * What the key does for the member is within the bounds of both.
 * @throws DomainError 403 `acting_account_not_in_group`
 */
export async function actingFor(
  ctx: Ctx,
  account: number,
): Promise<{ readonly actor: Actor; readonly caller: Caller }> {
  const { actor, caller } = ctx
  if (caller.kind !== 'key') throw new Error('only a key acts for a member')
  const rank = (await freshMember(ctx, account))?.rank_id ?? null
  if (rank === null) throw notInGroup(account)
  const acting = boundsOfRank(account, rank)
  const bounds = commonBounds(caller.bounds, acting)
  return { actor: { ...actor, onBehalfOf: account }, caller: { ...caller, bounds, acting } }
}

/** Without an answer of the platform, the stored member counts. */
async function freshMember(ctx: Ctx, account: number): Promise<MemberRow | null> {
  const known = await findMember(ctx, account)
  const isFresh = known !== null && isWithin(ctx.settings.profileStalenessSeconds, known.synced_at, ctx.now())
  if (isFresh || ctx.community.connection === 'none') return known
  try {
    await syncProfileOnce(ctx, account, known)
  } catch (error) {
    if (error instanceof DomainError) return known
    throw error
  }
  return findMember(ctx, account)
}

const notInGroup = (account: number): DomainError =>
  new DomainError(
    'acting_account_not_in_group',
    `The account ${account} of X-On-Behalf-Of has no rank in the group, so nothing was done for it. Check the id.`,
  )
