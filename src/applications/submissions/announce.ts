// What follows a final decision on a response, automatic or by a reviewer.
import type { Ctx, TxCtx } from '../../context'
import { enqueue } from '../../db/job-queue'
import type { Acceptance } from '../../operations/enqueue/queries'
import { queueDecision } from '../../operations/join-requests/queue-decision'
import type { DefinedRow } from '../forms/queries'
import { joinDecision } from '../forms/rules'
import { givePassAwards, type Reviewer } from '../pass-awards/actions'
import type { Given } from '../pass-awards/rules'
import { insertDecisionNotification, insertResultMessage, type Decision } from './queries'

export interface Consequences {
  /** For the audit entry of the decision. */
  readonly given: Given | null
  readonly queued: readonly Acceptance[]
}

export const NOTHING: Consequences = { given: null, queued: [] }

/** Null: deleted, so nothing is given. */
type DecidedForm = Pick<DefinedRow, 'definition' | 'author_bounds'> | null

/** `followDecision` must be called after the commit. */
export async function carryOut(
  tx: TxCtx,
  form: DecidedForm,
  decision: Decision,
  reviewer: Reviewer | null = null,
): Promise<Consequences> {
  const { userId, status } = decision
  await announce(tx, decision)
  const joins = await queueDecision(tx, userId, form && joinDecision(form.definition, status))
  const awards = status === 'Passed' ? form?.definition.passAwards : undefined
  if (!form || !awards) return { ...NOTHING, queued: joins }
  const { given, queued } = await givePassAwards(tx, userId, awards, { author: form.author_bounds, reviewer })
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
