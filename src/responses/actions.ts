// Reading and deciding responses. A decision, its notification and the message it owes commit together.
import { isHeld } from '../accounts/queries'
import { notFound as applicationNotFound } from '../applications/actions'
import { applicationExisted } from '../applications/queries'
import { assertNotSensitive } from '../applications/rules'
import { insertAuditEntry } from '../audit/queries'
import { inTransaction, type Ctx, type TxCtx } from '../context'
import type { Schema } from '../contract/types'
import { enqueue } from '../db/queue'
import { DomainError, invalid } from '../errors'
import { insertDecisionNotification } from '../submissions/queries'
import { decideResponse, findResponse, insertResultMessage, lockResponse, type DetailRow } from './queries'

const MOST_FEEDBACK = 2_000

/** The form must exist or have existed: its responses stay readable. @throws DomainError 404 `application_not_found` */
export async function assertApplicationExisted(ctx: Ctx, applicationId: string): Promise<void> {
  if (!(await applicationExisted(ctx, applicationId))) throw applicationNotFound()
}

/** The response, or 404 `response_not_found`. */
export async function requireResponse(ctx: Ctx, applicationId: string, responseId: string): Promise<DetailRow> {
  const row = await findResponse(ctx, applicationId, responseId)
  if (row) return row
  throw notFound()
}

/**
 * Decides a pending response; the decision is the key's.
 * @throws DomainError 409 `response_already_reviewed`, `revision_conflict` or `response_protected`
 */
export async function reviewResponse(
  ctx: Ctx,
  applicationId: string,
  responseId: string,
  review: Schema<'ResponseReview'>,
): Promise<DetailRow> {
  const applicantFeedback = trimFeedback(review.applicantFeedback)
  if (applicantFeedback !== null) assertNotSensitive([['applicantFeedback', applicantFeedback]])
  const { status, privateNote = null } = review
  return inTransaction(ctx, async (tx) => {
    const row = await lockResponse(tx, applicationId, responseId)
    if (!row) throw notFound()
    await assertReviewable(tx, row, review.revision)
    await decideResponse(tx, responseId, { status, privateNote, applicantFeedback })
    await insertDecisionNotification(tx, { responseId, applicationId, userId: row.user_id, status, applicantFeedback })
    await insertResultMessage(tx, responseId)
    await enqueue(tx.db, 'send-result-message', { communityId: tx.community.communityId, responseId })
    await insertAuditEntry(tx, {
      action: 'application.response.review',
      userId: row.user_id,
      before: { responseId, status: row.status },
      after: { responseId, status },
    })
    return requireResponse(tx, applicationId, responseId)
  })
}

async function assertReviewable(tx: TxCtx, row: DetailRow, revision: number): Promise<void> {
  if (row.status !== 'Pending') {
    throw new DomainError('response_already_reviewed', 'This response has already been decided.')
  }
  if (row.revision !== revision) {
    throw new DomainError('revision_conflict', `The response is at revision ${row.revision} now. Read it again.`)
  }
  // erased answers cannot be judged either
  if (row.answers === null || (await isHeld(tx.db, row.user_id))) {
    throw new DomainError('response_protected', 'A data-rights request protects this response.')
  }
}

function trimFeedback(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? ''
  if ([...trimmed].length > MOST_FEEDBACK) {
    throw invalid(
      '/body/applicantFeedback',
      'maxLength',
      `must not be longer than ${MOST_FEEDBACK} characters after trimming`,
    )
  }
  return trimmed === '' ? null : trimmed
}

function notFound(): DomainError {
  return new DomainError('response_not_found', 'This application has no such response.')
}
