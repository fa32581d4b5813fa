// An API key may do what its account may do in the group.
import type { Ctx } from '../context'
import { DomainError } from '../base/errors'
import { listRanks, type RankRow } from '../ranks/queries'
import { isAssignable, isRank, OWNER } from '../ranks/rules'
import { callPlatform } from './connection'

export interface KeyAccount {
  readonly role: RankRow | null
  /** The highest rank that the role manages. */
  readonly top: RankRow | null
  /** The lowest role below the owner's that may manage as much. */
  readonly enough: RankRow | null
  readonly mayDoMore: boolean
}

/** A role manages the ranks below it. @param ranks lowest first */
export function judgeAccount(ranks: readonly RankRow[], held: readonly number[]): KeyAccount {
  const role = ranks.findLast(({ unique_id }) => held.includes(unique_id)) ?? null
  const top = (role && ranks.findLast((rank) => isRank(rank) && rank.rank_id < role.rank_id)) ?? null
  const enough = ranks.find((rank) => isAssignable(rank) && rank.rank_id > (top?.rank_id ?? 0)) ?? null
  const mayDoMore = role !== null && (role.rank_id === OWNER || (enough !== null && enough.rank_id < role.rank_id))
  return { role, top, enough, mayDoMore }
}

/**
 * One call of the platform, or three for an account with an id of the group. Null: the platform does not answer.
 */
export async function readKeyAccount(ctx: Ctx, ownerUserId: number): Promise<KeyAccount | null> {
  const membership = await callPlatform(ctx, (connection) => ctx.platform.getMembership(connection, ownerUserId)).catch(
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      ctx.log.warn({ code: error.code }, 'the role of the account of the key could not be read')
      return undefined
    },
  )
  return membership === undefined ? null : judgeAccount(await listRanks(ctx), membership?.roles ?? [])
}
