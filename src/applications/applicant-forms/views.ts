// Forms as a player sees them.
import type { Schema } from '../../contract/types'
import type { ApplicantFormRow } from './queries'

export const toForm = (row: ApplicantFormRow): Schema<'ApplicantForm'> => ({
  applicationId: row.application_id,
  name: row.name,
  description: row.description,
  state: row.state,
  version: row.version,
  questionCount: row.question_count,
  passwordRequired: row.password_required,
  mayApply: row.may_apply,
  response: row.password_required ? null : responseOf(row),
})

function responseOf(row: ApplicantFormRow): Schema<'ApplicantFormResponse'> {
  const { status, application_version: applicationVersion, submitted_at: submittedAt, reviewed_at: reviewedAt } = row
  if (status === null || applicationVersion === null || submittedAt === null) return null
  return { status, applicationVersion, submittedAt, reviewedAt }
}
