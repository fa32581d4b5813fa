// Queues operations of which several may be of one member.
import type { TxCtx } from '../../context'
import { enqueueAll, type Acceptance, type NewOperation } from './queries'

/** Each batch has a member once, because two operations of one member need two statements. */
export async function enqueueOnePerMember(tx: TxCtx, operations: readonly NewOperation[]): Promise<Acceptance[]> {
  const batches: NewOperation[][] = []
  const counts = new Map<number, number>()
  for (const operation of operations) {
    const nth = counts.get(operation.userId) ?? 0
    counts.set(operation.userId, nth + 1)
    const others = (batches[nth] ??= [])
    others.push(operation)
  }
  const acceptances: Acceptance[] = []
  for (const batch of batches) acceptances.push(...(await enqueueAll(tx, batch)))
  return acceptances
}
