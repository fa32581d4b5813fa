// Stored ranks after a declaration of which roles are ranks.
import type { Db } from '../../context'
import { recomputeRanksAfter } from './queries'

/** Without audit entries: the declaration has one, and no role was given or taken. */
export async function recomputeRanks(db: Db, communityId: string): Promise<void> {
  let after: number | null = 0
  while (after !== null) after = await recomputeRanksAfter(db, communityId, after)
}
