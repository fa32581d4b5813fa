// Operations tagged `responses`.
import type { HandlersFor, Schema } from '../../contract/types'
import { readPage, type Page } from '../../db/paging'
import { scoreOf } from '../submissions/rules'
import { assertApplicationExisted, readResponse, reviewResponse } from './actions'
import { listResponses, positionOfResponse, type DetailRow, type ResponseRow } from './queries'

export const responses: HandlersFor<'responses'> = {
  async listResponses(ctx, { path, query }) {
    const { status, userId, cursor } = query
    await assertApplicationExisted(ctx, path.applicationId)
    const list = `responses ${path.applicationId} ${status ?? ''} ${userId ?? ''}`
    const scope = { communityId: ctx.community.communityId, list, secret: ctx.settings.encryptionKey }
    const read = (page: Page) => listResponses(ctx, path.applicationId, { status, userId }, page)
    const page = await readPage(scope, cursor, Number(query.limit), read, positionOfResponse)
    return { status: 200, body: { data: { items: page.rows.map(toItem), nextCursor: page.nextCursor } } }
  },

  async getResponse(ctx, { path }) {
    return { status: 200, body: { data: toDetail(await readResponse(ctx, path.applicationId, path.responseId)) } }
  },

  async reviewResponse(ctx, { path, body }) {
    const row = await reviewResponse(ctx, path.applicationId, path.responseId, body)
    return { status: 200, body: { data: toDetail(row) } }
  },
}

function toItem(row: ResponseRow): Schema<'ResponseItem'> {
  return {
    responseId: row.response_id,
    applicationId: row.application_id,
    applicationVersion: row.application_version,
    userId: String(row.user_id),
    username: row.username,
    displayName: row.display_name,
    status: row.status,
    revision: row.revision,
    score: scoreOf(row.correct, row.graded),
    submittedAt: row.submitted_at,
    reviewedAt: row.reviewed_at,
  }
}

function toDetail(row: DetailRow): Schema<'ResponseDetail'> {
  return {
    ...toItem(row),
    questions: row.questions ?? [],
    answers: row.answers ?? {},
    privateNote: row.private_note,
    applicantFeedback: row.applicant_feedback,
    decidedBy:
      row.decided_by_kind === null || row.decided_by_id === null
        ? null
        : { kind: row.decided_by_kind, id: row.decided_by_id },
  }
}
