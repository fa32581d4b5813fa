// Authorises what is stored and gives later: when it is stored, and when a change adds a gift or widens who gets it.
import { assertMay, boundsOfCaller, type Ctx } from '../../context'
import { listRanks } from '../../ranks/queries'
import { toAuthorBounds } from '../bounds/rules'
import { requirementFor } from '../effects'
import { giftsToAuthorize, type StoringId } from './changes'
import { listBoundRoles } from './queries'
import { assertGiftsWithinBounds, awardsIn, type Gift, type Recorded } from './rules'

/**
 * Both are in the shape of the body of the operation. An effect that the body does not have is at its own name.
 * @param before null: it is new
 * @throws DomainError 403 `insufficient_scope`, `feature_unavailable` or `rank_out_of_bounds`, 409 `rank_not_assignable` for a
 * rank that people give
 */
export async function assertMayStore(
  ctx: Ctx,
  operationId: StoringId,
  before: object | null,
  after: object,
): Promise<Recorded> {
  const gifts = giftsToAuthorize(operationId, before, after)
  for (const effect of new Set(gifts.map((gift) => gift.effect))) assertMay(ctx, requirementFor(effect))
  await assertGiftsInReach(ctx, gifts)
  return before !== null && gifts.length === 0
    ? { keep: true }
    : { keep: false, bounds: toAuthorBounds(boundsOfCaller(ctx)) }
}

async function assertGiftsInReach(ctx: Ctx, gifts: readonly Gift[]): Promise<void> {
  const bounds = boundsOfCaller(ctx)
  if (bounds === null || gifts.length === 0) return
  const names = { medals: awardsIn(gifts, 'medals'), qualifications: awardsIn(gifts, 'qualifications') }
  const [ranks, bound] = [await listRanks(ctx), await listBoundRoles(ctx, names)]
  assertGiftsWithinBounds(bounds, gifts, { ranks, bound })
}
