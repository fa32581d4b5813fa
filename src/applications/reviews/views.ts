// Responses in the shape of the contract.
import type { Schema } from '../../contract/types'
import { totalOf } from '../../db/paging'
import { scoreOf } from '../submissions/rules'
import { MOST_OF_FORM, type DetailRow, type FormCount, type NotificationRow, type ResponseRow } from './queries'

export function toItem(row: ResponseRow): Schema<'ResponseItem'> {
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

export const toFormTotal = (row: FormCount): Schema<'FormTotal'> => ({
  applicationId: row.application_id,
  name: row.name,
  total: totalOf(row.count, MOST_OF_FORM),
})

export function toDetail(row: DetailRow): Schema<'ResponseDetail'> {
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

export function toNotification({ payload, ...row }: NotificationRow): Schema<'Notification'> {
  return {
    notificationId: String(row.notification_id),
    kind: row.kind,
    userId: row.user_id === null ? null : String(row.user_id),
    ...aboutIn(payload),
    createdAt: row.created_at,
  }
}

function aboutIn(payload: NotificationRow['payload']): Partial<Schema<'Notification'>> {
  if ('limit' in payload) return { limited: payload }
  if ('dependants' in payload) return { remaining: payload }
  return { response: { ...payload, applicantFeedback: payload.applicantFeedback ?? null } }
}
