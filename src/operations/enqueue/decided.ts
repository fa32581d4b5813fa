// What the author may not do is said before the operation is stored.
import { countTakesOfCaller } from '../../auth/takes/actions'
import { boundsOfCaller, type Ctx, type TxCtx } from '../../context'
import { listRanks } from '../../ranks/queries'
import { isTakeAsStored, problemAsStored } from '../decision/rules'
import { enqueueOne, type Acceptance, type NewOperation } from './queries'

/**
 * One statement where the numbers of the ranks decide. Otherwise the decision is made with what is stored, as the
 * execution will make it with what the platform says, and another statement stores the operation.
 * @returns `refused` with the problem that the decision has found
 */
export async function enqueueDecided(ctx: Ctx, operation: NewOperation): Promise<Acceptance> {
  const acceptance = await enqueueOne(ctx, operation)
  if (acceptance.outcome !== 'refused' || acceptance.refusal !== 'undecided') return acceptance
  const { found } = acceptance
  const facts = { ranks: await listRanks(ctx), member: found, community: ctx.community, bounds: boundsOfCaller(ctx) }
  const asked = { kind: operation.kind, target: found.targetUniqueId }
  const problem = problemAsStored(asked, facts)
  if (problem) return { ...acceptance, problem }
  const isTake = operation.countsTake === true && isTakeAsStored(asked, facts)
  const stored = await enqueueOne(ctx, { ...operation, decided: { isTake } })
  return stored.outcome === 'queued' ? { ...stored, isTake } : stored
}

/**
 * A person is asked to confirm a take beyond the number (auth/takes), so it is counted when the operation is accepted, whatever becomes
 * of it; the execution counts what the stored record did not show. An operation of a key waits until the key may take again.
 */
export const countsWhenAccepted = ({ caller }: Ctx): boolean => caller.kind === 'person' && !caller.isConfirmed

/**
 * The last statement of the transaction that queued it with `countsTake`.
 * @throws TakesExceeded
 */
export async function countAccepted(tx: TxCtx, acceptance: Acceptance): Promise<void> {
  if (acceptance.outcome === 'queued') await countTakesOfCaller(tx, acceptance.isTake ? 1 : 0)
}
