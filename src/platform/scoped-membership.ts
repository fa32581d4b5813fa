// A membership that the platform lists under another id than the one of the filter: the account's id in the group.
import type { Membership } from './platform'
import type { ListedMembership, Page } from './wire'

/** No account has this id. */
const NOBODY = Number.MAX_SAFE_INTEGER

/**
 * The only membership of the page, if the filter works: it finds nothing for an id that nobody has, and the same one again.
 * @param ask the page of a filter by user
 * @returns null: the filter was ignored, so that the page proves nothing
 */
export async function confirmScoped(
  [one, ...others]: readonly ListedMembership[],
  userId: number,
  ask: (userId: number) => Promise<Page<ListedMembership>>,
): Promise<Membership | null> {
  if (!one || others.length > 0) return null
  const ofNobody = await ask(NOBODY)
  const again = await ask(userId)
  const isSame = again.items.length === 1 && again.items[0]?.userId === one.userId && again.nextPageToken === null
  if (ofNobody.items.length > 0 || !isSame) return null
  return { ...one.membership, groupUserId: one.userId }
}
