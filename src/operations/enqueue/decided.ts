// What the author may not do is said before the operation is stored.
import { boundsOfCaller, type Ctx } from '../../context'
import { listRanks } from '../../ranks/queries'
import { problemAsStored } from '../decision/rules'
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
  const stored = { ranks: await listRanks(ctx), member: found, community: ctx.community, bounds: boundsOfCaller(ctx) }
  const problem = problemAsStored({ kind: operation.kind, target: found.targetUniqueId }, stored)
  return problem ? { ...acceptance, problem } : enqueueOne(ctx, { ...operation, decided: true })
}
