// Reads and reviews of responses.
import { isOnHold } from '../../identities/accounts/queries'
import { applicationExisted, findApplication } from '../forms/queries'
import { assertNotSensitive } from '../forms/screen'
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import type { Schema } from '../../contract/types'
import type { Position } from '../../db/paging'
import { DomainError, orNotFound } from '../../base/errors'
import type { Reviewer } from '../pass-awards/actions'
import { carryOut, followDecision } from '../submissions/announce'
import {
  decideResponse,
  findResponse,
  findResponseAudited,
  findResponseKey,
  lockApplicant,
  lockResponse,
  type DetailRow,
} from './queries'

/** Responses to deleted forms stay readable. @throws DomainError 404 `application_not_found` */
export async function assertApplicationExisted(ctx: Ctx, applicationId: string): Promise<void> {
  orNotFound((await applicationExisted(ctx, applicationId)) || null, 'application_not_found')
}

async function requireResponse(ctx: Ctx, applicationId: string, responseId: string): Promise<DetailRow> {
  return orNotFound(await findResponse(ctx, applicationId, responseId), 'response_not_found')
}

export interface ResponsePlace extends Position {
  readonly applicationId: string
  readonly revision: number
}

export async function requireResponseKey(ctx: Ctx, responseId: string): Promise<ResponsePlace> {
  const row = orNotFound(await findResponseKey(ctx, responseId), 'response_not_found')
  return { applicationId: row.application_id, revision: row.revision, at: row.submitted_at, id: responseId }
}

export async function readResponse(ctx: Ctx, applicationId: string, responseId: string): Promise<DetailRow> {
  return orNotFound(await findResponseAudited(ctx, applicationId, responseId), 'response_not_found')
}

/**
 * @throws DomainError 409 `response_already_reviewed`, `revision_conflict` or `response_protected`, 403 `rank_out_of_bounds` when
 * the form gives what the account for which the key acts may not give
 */
export async function reviewResponse(
  ctx: Ctx,
  applicationId: string,
  responseId: string,
  review: Schema<'ResponseReview'>,
): Promise<DetailRow> {
  const applicantFeedback = review.applicantFeedback || null
  if (applicantFeedback !== null) {
    await assertReviewable(ctx, await requireResponse(ctx, applicationId, responseId), review.revision)
    await assertNotSensitive(ctx, [['applicantFeedback', applicantFeedback]])
  }
  const { status, privateNote = null } = review
  const { row, queued } = await inTransaction(ctx, async (tx) => {
    await lockApplicant(tx, applicationId, responseId)
    const row = orNotFound(await lockResponse(tx, applicationId, responseId), 'response_not_found')
    await assertReviewable(tx, row, review.revision)
    await decideResponse(tx, responseId, { status, privateNote, applicantFeedback })
    const form = await findApplication(tx, applicationId)
    const decision = { responseId, applicationId, userId: row.user_id, status, applicantFeedback }
    const { given, queued } = await carryOut(tx, form, decision, reviewerOf(tx))
    await insertAuditEntry(tx, {
      action: 'application.response.review',
      userId: row.user_id,
      before: { responseId, status: row.status },
      after: { responseId, status, ...(given && { given }) },
    })
    const reviewed = await requireResponse(tx, applicationId, responseId)
    return { row: reviewed, queued }
  })
  followDecision(ctx, queued)
  return row
}

/** Null: the caller acts for no member, and the form gives. */
function reviewerOf({ actor, caller }: Ctx): Reviewer | null {
  const { onBehalfOf } = actor
  const acting = caller.kind === 'key' ? caller.acting : undefined
  return onBehalfOf == null || !acting ? null : { onBehalfOf, bounds: acting }
}

async function assertReviewable(ctx: Ctx, row: DetailRow, revision: number): Promise<void> {
  if (row.status !== 'Pending') {
    throw new DomainError('response_already_reviewed', 'This response was already reviewed.')
  }
  if (row.revision !== revision) {
    throw new DomainError('revision_conflict', `The response is at revision ${row.revision}. Read it again.`)
  }
  // null when erased
  if (row.answers === null || (await isOnHold(ctx.db, row.user_id))) {
    throw new DomainError('response_protected', 'A data-rights request protects this response.')
  }
}
