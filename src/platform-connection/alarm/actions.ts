// The alarm of a group: many changes by hand in a minute are told, and nothing is stopped.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { findAlarm, listOwnSteps, lockAlarm, storeToldUntil } from './queries'
import { burstsOf, changedByHand, untold, type Burst, type GroupChange } from './rules'

/**
 * Each burst is told once, whatever workers read it and however often.
 * @param changes by anybody, also those of the minute before `readUntil`
 * @param readUntil a burst that ended before is not told: the log is older than the connection
 */
export async function raiseAlarm(ctx: Ctx, changes: readonly GroupChange[], readUntil: Date): Promise<void> {
  if (!changes.some(({ at }) => at > readUntil)) return
  const { most } = await findAlarm(ctx)
  if (most === null || burstsOf(changes, most).length === 0) return
  const own = await listOwnSteps(ctx, [...new Set(changes.map(({ userId }) => userId))])
  const bursts = burstsOf(changedByHand(changes, own), most).filter(({ last }) => last > readUntil)
  if (bursts.length === 0) return
  const told = await inTransaction(ctx, async (tx) => {
    const { toldUntil } = await lockAlarm(tx)
    const { told: unknown, until } = untold(bursts, toldUntil === null ? null : new Date(toldUntil))
    for (const burst of unknown) {
      await insertAuditEntry(tx, {
        action: 'group.alarm',
        userId: burst.userId,
        after: { ...factsOf(burst), limit: most },
      })
    }
    if (until !== null) await storeToldUntil(tx, until)
    return unknown
  })
  for (const burst of told)
    ctx.log.warn(
      { ...factsOf(burst), limit: most, account: burst.userId },
      'many members of the group were changed by hand in a minute',
    )
}

const factsOf = ({ first, counts }: Burst) => ({ since: first.toISOString(), ...counts })
