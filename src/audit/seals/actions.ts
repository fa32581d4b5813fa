// Seals and verifies audit entries.
import type { Db } from '../../context'
import { findBreak, type SealRead } from '../rules'
import { countUnsealed, listCommunitiesToSeal, readSeals, sealOldest } from './queries'

/** Hashing them takes 10 ms. */
const SEAL_BATCH = 1_000

/** Those with final positions. */
export async function sealEntries(db: Db): Promise<void> {
  for (const communityId of await listCommunitiesToSeal(db)) {
    while ((await sealOldest(db, communityId, SEAL_BATCH)) === SEAL_BATCH);
  }
}

export interface ChainReport {
  readonly communityId: string
  readonly seals: number
  /** Including those deleted by retention. */
  readonly sealed: number
  /** Changed by erasure. */
  readonly redacted: number
  /** Entries after the last seal. */
  readonly unsealed: number
  /** In hex; null: none. */
  readonly head: string | null
  /** As a sentence; null: none. */
  readonly broken: string | null
}

/** Per statement. */
const SEALS_PER_READ = 20

/**
 * Stops at the first mismatch.
 * @param knownHead a recorded hash that one seal must have; null: none
 */
export async function verifyChain(db: Db, communityId: string, knownHead: string | null): Promise<ChainReport> {
  let last: SealRead | null = null
  let broken: string | null = null
  let isKnown = knownHead === null
  const counts = { seals: 0, sealed: 0, redacted: 0 }
  for (let page = await readSeals(db, communityId, 0, SEALS_PER_READ); page.length > 0 && broken === null;) {
    for (const seal of page) {
      broken ??= findBreak(seal, last)
      last = seal
      isKnown ||= seal.hash === knownHead
      counts.seals++
      counts.sealed += seal.entries
      counts.redacted += seal.redacted
    }
    page = await readSeals(db, communityId, last?.number ?? 0, SEALS_PER_READ)
  }
  if (!isKnown) broken ??= 'no seal has the recorded hash: seals were removed or recomputed'
  const unsealed = await countUnsealed(db, communityId)
  return { communityId, ...counts, unsealed, head: last?.hash ?? null, broken }
}
