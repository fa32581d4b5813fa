// What follows a final decision on a response, automatic or by a reviewer.
import type { Ctx, TxCtx } from '../../context'
import { enqueue } from '../../db/job-queue'
import type { Acceptance } from '../../operations/enqueue/queries'
import { queueDecision } from '../../operations/join-requests/queue-decision'
import { joinDecision, type Definition } from '../forms/rules'
import { givePassAwards } from '../pass-awards/actions'
import type { Given } from '../pass-awards/rules'
import { insertDecisionNotification, insertResultMessage, type Decision } from './queries'

export interface Consequences {
  /** For the audit entry of the decision. */
  readonly given: Given | null
  readonly queued: readonly Acceptance[]
}

export const NOTHING: Consequences = { given: null, queued: [] }

/** `followDecision` must be called after the commit. @param form null: deleted, so nothing is given */
export async function carryOut(tx: TxCtx, form: Definition | null, decision: Decision): Promise<Consequences> {
  const { userId, status } = decision
  await announce(tx, decision)
  const joins = await queueDecision(tx, userId, form && joinDecision(form, status))
  const awards = status === 'Passed' ? form?.passAwards : undefined
  if (!awards) return { ...NOTHING, queued: joins }
  const { given, queued } = await givePassAwards(tx, userId, awards)
  return { given, queued: [...joins, ...queued] }
}

export function followDecision(ctx: Ctx, queued: readonly Acceptance[]): void {
  if (queued.length > 0) ctx.rankChanges.dispatch?.()
}

async function announce(tx: TxCtx, decision: Decision): Promise<void> {
  const { responseId } = decision
  await insertDecisionNotification(tx, decision)
  await insertResultMessage(tx, responseId)
  await enqueue(tx.db, 'send-result-message', { communityId: tx.community.communityId, responseId })
}
