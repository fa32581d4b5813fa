// Seals and verifies audit entries.
import { errorMessage } from '../../base/error-message'
import { countSeal } from '../../base/telemetry/metrics'
import { listCommunitiesWithNews } from '../news/queries'
import { findBreak, type SealRead } from '../rules'
import { headMac, isMacOf, macKeysOf, sealMac, type SealBase } from './macs'
import { countUnsealed, findHead, findNewestSeal, readSeals, sealOldest, signSeal, type Head } from './queries'

type MacKeys = readonly [Buffer, ...Buffer[]]

/** Entries of one transaction; hashing them takes 10 ms. */
const SEAL_BATCH = 1_000

/**
 * Seals entries with final positions. A community whose chain does not end at its head gets no seal, and an error in
 * the log.
 */
export async function sealEntries(base: SealBase): Promise<void> {
  const keys = await macKeysOf(base)
  for (const communityId of await listCommunitiesWithNews(base.db, 'seal')) {
    await logged(base, communityId, async () => {
      while ((await sealOnce(base, communityId, keys)) === SEAL_BATCH);
    })
  }
}

export const sealOnce = (base: SealBase, communityId: string, keys: MacKeys, limit = SEAL_BATCH): Promise<number> =>
  base.db.transaction().execute(async (db) => {
    const sealed = await sealOldest(db, communityId, limit)
    // a release before the MACs has made seals without a head
    if (sealed > 0 || !(await findHead(db, communityId))) await sign({ ...base, db }, communityId, keys)
    return sealed
  })

async function sign({ db, log }: SealBase, communityId: string, keys: MacKeys): Promise<void> {
  const seal = await findNewestSeal(db, communityId)
  if (!seal) return
  const head = await findHead(db, communityId)
  if (head) {
    const isOurs = isMacOf(head.mac, keys, (key) => headMac(key, communityId, head))
    if (!isOurs || head.number !== seal.number - 1 || head.hash !== seal.previous) {
      throw new Error(`seal ${seal.number} does not follow the head ${head.number}; run audit verify`)
    }
  }
  const next = { number: seal.number, hash: seal.hash, first: head?.first ?? seal.number }
  const mac = headMac(keys[0], communityId, next)
  await signSeal(db, communityId, sealMac(keys[0], communityId, next), { ...next, mac })
  countSeal('sealed')
  log.info({ communityId, number: next.number, head: next.hash }, 'audit log sealed')
}

async function logged({ log }: SealBase, communityId: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    countSeal('failed')
    log.error({ communityId, reason: errorMessage(error) }, 'the audit log could not be sealed')
  })
}

export interface ChainReport {
  readonly communityId: string
  readonly seals: number
  /** Entries, with those that retention has deleted. */
  readonly sealed: number
  /** Entries that were changed after they were sealed, as erasure does. */
  readonly redacted: number
  /** Of these, by a statement that is not an erasure. */
  readonly otherwise: number
  /** Number of the first seal with a MAC; null: none. */
  readonly firstMac: number | null
  /** Entries after the last seal. */
  readonly unsealed: number
  /** Hash of the last seal, in hex; null: none. */
  readonly head: string | null
  /** A sentence; null: the chain is intact. */
  readonly broken: string | null
}

const SEALS_PER_READ = 20

/**
 * Stops at the first mismatch.
 * @param knownHead a recorded hash that one seal must have; null: none
 */
export async function verifyChain(base: SealBase, communityId: string, knownHead: string | null): Promise<ChainReport> {
  const { db } = base
  const keys = await macKeysOf(base)
  const head = await findHead(db, communityId)
  let last: SealRead | null = null
  let broken = head && !isMacOf(head.mac, keys, (key) => headMac(key, communityId, head)) ? foreignHead : null
  let isKnown = knownHead === null
  const counts = { seals: 0, sealed: 0, redacted: 0, otherwise: 0 }
  for (let page = await readSeals(db, communityId, 0, SEALS_PER_READ); page.length > 0 && broken === null;) {
    for (const seal of page) {
      broken ??= findBreak(seal, last) ?? findMacBreak(seal, head, communityId, keys)
      last = seal
      isKnown ||= seal.hash === knownHead
      counts.seals++
      counts.sealed += seal.entries
      counts.redacted += seal.redacted
      counts.otherwise += seal.otherwise
    }
    page = await readSeals(db, communityId, last?.number ?? 0, SEALS_PER_READ)
  }
  if (!isKnown) broken ??= 'no seal has the recorded hash: seals were removed or recomputed'
  // a worker may have sealed meanwhile
  const now = (last?.number ?? 0) > (head?.number ?? 0) ? await findHead(db, communityId) : head
  const { count: unsealed, isStale, isNew } = await countUnsealed(db, communityId)
  // until the worker signs, no seal of another server has a MAC
  if (!isNew || now !== null) broken ??= findHeadBreak(last, head, now)
  if (isStale && !isNew) broken ??= 'entries older than an hour are not sealed: no worker seals them'
  return { communityId, ...counts, firstMac: head?.first ?? null, unsealed, head: last?.hash ?? null, broken }
}

const foreignHead = 'the head was changed, or made with another key'

function findMacBreak({ number, hash, mac }: SealRead, head: Head | null, communityId: string, keys: MacKeys) {
  if (!head || number < head.first) return null
  if (mac === null) return `seal ${number} has no MAC`
  if (isMacOf(mac, keys, (key) => sealMac(key, communityId, { number, hash }))) return null
  return `seal ${number} was made with another key`
}

/** @param before read before the seals; `now` after them */
function findHeadBreak(last: SealRead | null, before: Head | null, now: Head | null): string | null {
  if (before && before.number > (last?.number ?? 0)) return `seal ${before.number}, the newest, is missing`
  if (!last) return null
  if (!now) return 'no seal has a MAC: the next run of the worker makes the first'
  if (now.number < last.number) return `seal ${last.number} is not known to the head ${now.number}`
  return now.number === last.number && now.hash !== last.hash ? `seal ${last.number} is not that of the head` : null
}
