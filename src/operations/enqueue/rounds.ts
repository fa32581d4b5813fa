// Queues operations of which several may be of one member.
import type { TxCtx } from '../../context'
import { enqueueAll, type Acceptance, type NewOperation } from './queries'

/** Each round has a member once, because two operations of one member need two statements. */
export async function enqueueInRounds(tx: TxCtx, operations: readonly NewOperation[]): Promise<Acceptance[]> {
  const rounds: NewOperation[][] = []
  const counts = new Map<number, number>()
  for (const operation of operations) {
    const round = counts.get(operation.userId) ?? 0
    counts.set(operation.userId, round + 1)
    const others = (rounds[round] ??= [])
    others.push(operation)
  }
  const acceptances: Acceptance[] = []
  for (const round of rounds) acceptances.push(...(await enqueueAll(tx, round)))
  return acceptances
}
