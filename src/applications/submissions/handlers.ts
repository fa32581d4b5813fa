// Operations tagged `submissions`.
import { withoutKeys } from '../forms/rules'
import type { Handlers, Schema } from '../../contract/types'
import { readPage, type Page } from '../../db/paging'
import { listFormsFor, positionOfForm } from '../applicant-forms/queries'
import { toForm } from '../applicant-forms/views'
import { checkAccount } from './access'
import { openForm, readStatus, submitResponse } from './actions'
import type { ResultRow } from './queries'

export const submissions = {
  async listApplicantForms(ctx, { path, query }) {
    const userId = Number(path.userId)
    await checkAccount(ctx, userId)
    const read = (page: Page) => listFormsFor(ctx, userId, page)
    const list = `applicant-forms ${userId}`
    return { status: 200, body: await readPage(ctx, list, query, { read, positionOf: positionOfForm, show: toForm }) }
  },

  async openApplication(ctx, { path, body }) {
    const form = await openForm(ctx, path.applicationId, body)
    const { application_id: applicationId, version, name, description, definition, submittedVersion } = form
    const questions = withoutKeys(definition.questions)
    return { status: 200, body: { data: { applicationId, version, name, description, questions, submittedVersion } } }
  },

  async submitResponse(ctx, { path, body }) {
    return { status: 201, body: { data: { response: toResult(await submitResponse(ctx, path.applicationId, body)) } } }
  },

  async getApplicationStatus(ctx, { path, body }) {
    const { response, passed } = await readStatus(ctx, path.applicationId, body)
    return {
      status: 200,
      body: { data: { response: response && toResult(response), passed: passed && toResult(passed) } },
    }
  },
} satisfies Handlers

function toResult(row: ResultRow): Schema<'ApplicantResult'> {
  return {
    responseId: row.response_id,
    username: row.username,
    displayName: row.display_name,
    status: row.status,
    applicationVersion: row.application_version,
    submittedAt: row.submitted_at,
    reviewedAt: row.reviewed_at,
    applicantFeedback: row.applicant_feedback,
  }
}
