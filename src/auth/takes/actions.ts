// Counts the takes of a key or a person against its number an hour, and reports an excess.
import { insertAuditEntry } from '../../audit/queries'
import { DomainError } from '../../base/errors'
import { countLimited } from '../../base/telemetry/metrics'
import { boundedCaller, inTransaction, ownerOf, type Ctx, type TxCtx } from '../../context'
import { insertNotification } from '../queries'
import { countTakes, markTold, type Taker } from './queries'
import { confirmWith, tooManyTakes } from './rules'

/** What `countTakesOfCaller` throws: nothing was changed, and nobody was told yet. */
export class TakesExceeded extends DomainError {
  constructor({ code, message, retryAfterSeconds, details }: DomainError, more: object) {
    super(code, message, {
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      details: { ...details, ...more },
    })
  }
}

/** Locks the count of the caller, so it is the last statement of the transaction. @throws TakesExceeded */
export async function countTakesOfCaller(tx: TxCtx, takes: number): Promise<void> {
  const most = boundedCaller(tx.caller)?.takesPerHour ?? null
  if (most === null || takes === 0) return
  const counted = await countTakes(tx.db, takerIn(tx), takes, most)
  if (counted.granted) return
  throw new TakesExceeded(tooManyTakes({ ...counted, limit: most }), confirmWith(tx.caller))
}

const takerIn = ({ community, actor }: Pick<Ctx, 'community' | 'actor'>): Taker => ({
  communityId: community.communityId,
  owner: actor.kind === 'person' ? actor.id : ownerOf(actor),
})

/**
 * Reports the first excess of an hour: an audit entry, which becomes a message of webhooks, a notification, a metric,
 * and a line in the log.
 * @param ctx of the taker, outside of the transaction that was rolled back
 * @param owner the first key of a chain of rotations; the default is that of the actor
 */
export async function tellOfExcess(ctx: Ctx, limit: unknown, owner = takerIn(ctx).owner): Promise<void> {
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
