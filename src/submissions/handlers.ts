// Operations tagged `submissions`.
import { withoutKeys } from '../applications/rules'
import type { HandlersFor, Schema } from '../contract/types'
import { openForm, readStatus, submitResponse } from './actions'
import type { ResultRow } from './queries'

export const submissions: HandlersFor<'submissions'> = {
  async openApplication(ctx, { path, body }) {
    const form = await openForm(ctx, path.applicationId, body)
    const { application_id: applicationId, version, name, description, definition } = form
    const questions = withoutKeys(definition.questions)
    return { status: 200, body: { data: { applicationId, version, name, description, questions } } }
  },

  async submitResponse(ctx, { path, body }) {
    return { status: 201, body: { data: { response: toResult(await submitResponse(ctx, path.applicationId, body)) } } }
  },

  async getApplicationStatus(ctx, { path, body }) {
    const result = await readStatus(ctx, path.applicationId, body)
    return { status: 200, body: { data: { response: result && toResult(result) } } }
  },
}

function toResult(row: ResultRow): Schema<'ApplicantResult'> {
  return {
    responseId: row.response_id,
    status: row.status,
    applicationVersion: row.application_version,
    submittedAt: row.submitted_at,
    reviewedAt: row.reviewed_at,
    applicantFeedback: row.applicant_feedback,
  }
}
