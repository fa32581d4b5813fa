// The platform may list an account under its id in the group, which is not the one of the filter.
import type { Page } from './json'

/** No account uses this id. */
export const UNUSED_ID = Number.MAX_SAFE_INTEGER

/**
 * The only item of the page belongs to the account if the filter works: it finds nothing for an unused id, and the same
 * item again.
 * @param ask the page of a filter by user
 * @returns null: the filter was ignored, so that the page proves nothing
 */
export async function confirmScoped<T extends { readonly userId: number }>(
  [one, ...others]: readonly T[],
  userId: number,
  ask: (userId: number) => Promise<Page<T>>,
): Promise<T | null> {
  if (!one || others.length > 0) return null
  const ofUnused = await ask(UNUSED_ID)
  const again = await ask(userId)
  const isSame = again.items.length === 1 && again.items[0]?.userId === one.userId && again.nextPageToken === null
  return ofUnused.items.length > 0 || !isSame ? null : one
}
