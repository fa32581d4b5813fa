// Recomputes stored ranks after a declaration.
import type { Db } from '../../context'
import { recomputeRanksAfter } from './queries'

/** Members get no audit entries: the declaration has one, and no role was given or taken. */
export async function recomputeRanks(db: Db, communityId: string): Promise<void> {
  let after: number | null = 0
  while (after !== null) after = await recomputeRanksAfter(db, communityId, after)
}
