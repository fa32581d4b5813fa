// Operations tagged `responses`.
import type { HandlersFor, Schema } from '../../contract/types'
import { readPage, type Page } from '../../db/paging'
import { filterId } from '../../ids'
import { scoreOf } from '../submissions/rules'
import { assertApplicationExisted, readResponse, reviewResponse } from './actions'
import { listResponses, positionOfResponse, type DetailRow, type ResponseRow } from './queries'

export const responses: HandlersFor<'responses'> = {
  async listResponses(ctx, { path, query }) {
    const { status, userId } = query
    const { applicationId } = path
    await assertApplicationExisted(ctx, applicationId)
    const read = (page: Page) => listResponses(ctx, applicationId, { status, userId: filterId(userId) }, page)
    const list = `responses ${applicationId} ${status ?? ''} ${userId ?? ''}`
    const page = await readPage(ctx, list, query, { read, positionOf: positionOfResponse, show: toItem })
    return { status: 200, body: { data: { items: page.data, ...page.meta } } }
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
