// Counts the takes of a key or a person against its number an hour, and reports an excess.
import { insertAuditEntry } from '../../audit/queries'
import { DomainError } from '../../base/errors'
import { countLimited } from '../../base/telemetry/metrics'
import { boundedCaller, inTransaction, type Ctx, type TxCtx } from '../../context'
import { insertNotification } from '../queries'
import { countTakes, markTold } from './queries'
import { confirmWith, tooManyTakes } from './rules'

/** What `countTakesOfCaller` throws: nothing was changed, and nobody was told yet. */
export class TakesExceeded extends DomainError {
  /** @param owner whose number it is: that of the caller, or of what made it */
  constructor(
    { code, message, retryAfterSeconds, details }: DomainError,
    more: object,
    readonly owner: string,
  ) {
    super(code, message, {
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      details: { ...details, ...more },
    })
  }
}

/**
 * Locks the count of the caller, so it is the last statement of the transaction. What a person confirmed is no take.
 * @throws TakesExceeded
 */
export async function countTakesOfCaller({ db, community, actor, caller }: TxCtx, takes: number): Promise<void> {
  if (takes === 0 || boundedCaller(caller) === null || (caller.kind === 'person' && caller.isConfirmed)) return
  const counted = await countTakes(db, { communityId: community.communityId, ...actor }, takes)
  const { granted, most, owner, remaining, resetMs } = counted
  if (granted || most === null || owner === null) return
  throw new TakesExceeded(tooManyTakes({ limit: most, remaining: remaining ?? 0, resetMs }), confirmWith(caller), owner)
}

/**
 * Reports the first excess of an hour: an audit entry, which becomes a message of webhooks, a notification, a metric,
 * and a line in the log.
 * @param ctx of the taker, outside of the transaction that was rolled back
 * @param owner whose number it is: a person, or the first key of a chain of rotations
 */
export async function tellOfExcess(ctx: Ctx, limit: unknown, owner: string): Promise<void> {
  const kind = ctx.actor.kind === 'person' ? 'person' : 'key'
  const taker = { [`${kind}Id`]: ctx.actor.id }
  const isFirst = await inTransaction(ctx, async (tx) => {
    if (!(await markTold(tx.db, { communityId: tx.community.communityId, owner }, 'told_at'))) return false
    await insertAuditEntry(tx, { action: `${kind}.limited`, after: { ...taker, limit } })
    await insertNotification(tx, `${kind}.limited`, { ...taker, limit })
    return true
  })
  if (!isFirst) return
  countLimited()
  ctx.log.warn({ ...taker, limit }, 'a caller went beyond its takes an hour')
}
