// Spellings of names that Unicode calls equal.
import type { Ctx } from '../../context'
import { storedNames, type Kind } from './queries'

/** Does a work on one name again, with the stored spelling, where nothing has the name as it was spelled. */
export async function asSpelled<T>(
  ctx: Ctx,
  kind: Kind,
  name: string,
  work: (name: string) => Promise<T>,
  isFound: (result: T) => boolean,
): Promise<T> {
  const result = await work(name)
  if (isFound(result)) return result
  const stored = (await storedNames(ctx, kind, [name])).get(name) ?? name
  return stored === name ? result : work(stored)
}
