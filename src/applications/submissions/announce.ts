// What follows a final decision on a response, automatic or by a reviewer.
import type { TxCtx } from '../../context'
import { enqueue } from '../../db/job-queue'
import { insertDecisionNotification, insertResultMessage, type Decision } from './queries'

export async function announceDecision(tx: TxCtx, decision: Decision): Promise<void> {
  const { responseId } = decision
  await insertDecisionNotification(tx, decision)
  await insertResultMessage(tx, responseId)
  await enqueue(tx.db, 'send-result-message', { communityId: tx.community.communityId, responseId })
}
