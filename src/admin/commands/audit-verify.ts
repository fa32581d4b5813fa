// `audit verify`.
import { digestHeads } from '../../audit/seals/queries'
import { verifyChain, type ChainReport } from '../../audit/seals/actions'
import { requireCommunity, type Base } from '../../communities/actions'
import { describeCommunities } from '../../communities/queries'
import { UsageError } from '../failure'
import type { Answer } from '../output'

export interface VerifyFlags {
  readonly community?: string
  readonly head?: string
}

export async function verifyAudit(base: Base, { community, head }: VerifyFlags): Promise<Answer> {
  if (head !== undefined && community === undefined) throw new UsageError('give --community with --head')
  const communities =
    community === undefined
      ? (await describeCommunities(base.db, null)).map((row) => row.community_id)
      : [(await requireCommunity(base, community)).communityId]
  const reports: ChainReport[] = []
  for (const communityId of communities) reports.push(await verifyChain(base, communityId, head ?? null))
  const heads = community === undefined && reports.length > 0 ? await digestHeads(base.db) : null
  const broken = reports.filter((report) => report.broken !== null)
  return {
    json: { communities: reports, ...(heads && { heads }) },
    human: {
      table: {
        columns: ['COMMUNITY', 'SEALS', 'SEALED', 'REDACTED', 'UNSEALED', 'MAC FROM SEAL', 'HEAD', 'RESULT'],
        rows: reports.map(
          ({ communityId, seals, sealed, redacted, otherwise, unsealed, firstMac, head: hash, broken: why }) => [
            communityId,
            seals,
            sealed,
            redacted,
            unsealed,
            firstMac,
            hash,
            why ?? (otherwise > 0 ? `intact; ${otherwise} entries lost data without an erasure` : 'intact'),
          ],
        ),
      },
      ...(reports.length === 0 && { note: 'There are no communities.' }),
      ...(heads && { note: `Heads: ${heads.seals} seals, digest ${heads.digest}` }),
    },
    ...(broken.length > 0 && { failure: explainBreaks(broken) }),
  }
}

function explainBreaks(broken: readonly ChainReport[]): string {
  const reasons = broken.map(({ communityId, broken: why }) => `${communityId}: ${why ?? ''}`)
  return `the audit log was changed outside of the server: ${reasons.join('; ')}`
}
