// Columns with accounts or texts about them; the test of erasure plants an account in each (test/data-rights/plant.ts).

export const EXPORTED = 'exported'

/** `table.column`: {@link EXPORTED}, or why an export omits it. */
export const accountColumns: Readonly<Record<string, string>> = {
  'account_audit_entry.user_id': EXPORTED,
  'account_link.chat_user_id': EXPORTED,
  'account_link.user_id': EXPORTED,
  'account_restriction.user_id': EXPORTED,
  'application_response.chat_user_id': EXPORTED,
  'application_response.user_id': EXPORTED,
  'audit_entry.user_id': EXPORTED,
  'blacklist_entry.user_id': EXPORTED,
  'data_rights_hold.user_id': EXPORTED,
  'erasure_request.user_id': EXPORTED,
  'event.host_user_id': EXPORTED,
  'event_attendee.user_id': EXPORTED,
  'event_award.user_id': EXPORTED,
  'identity.conflict_user_id': 'the account that a report of an id without account names',
  'identity.user_id': EXPORTED,
  'link_code.chat_user_id': 'a code that expires within 15 minutes',
  'link_code.user_id': 'a code that expires within 15 minutes',
  'member.user_id': EXPORTED,
  'member_medal.user_id': EXPORTED,
  'member_qualification.user_id': EXPORTED,
  'notification.user_id': EXPORTED,
  'password_guess.user_id': EXPORTED,
  'platform_connection.owner_user_id': 'the owner of the credential that a community stored',
  'platform_operation.user_id': EXPORTED,
  'request_key.user_ids': 'accounts in the answer to a request, which repeats records that are exported; for 24 hours',
  'suspension.user_id': EXPORTED,
  'verified_account.chat_user_id': EXPORTED,
  'verified_account.user_id': EXPORTED,
  'warning.user_id': EXPORTED,
  'webhook_delivery.user_id': EXPORTED,
  'webhook_line.user_id': 'the order of deliveries, which are exported',
}

/** May describe the account. */
export const personalTexts: readonly string[] = [
  'account_audit_entry.details',
  'account_restriction.reason',
  'application_response.answers',
  'application_response.applicant_feedback',
  'application_response.display_name',
  'application_response.private_note',
  'application_response.username',
  'audit_entry.after',
  'audit_entry.before',
  'audit_entry.reason',
  'blacklist_entry.evidence_url',
  'blacklist_entry.lift_reason',
  'blacklist_entry.reason',
  'data_rights_hold.reason',
  'event.cancel_reason',
  'identity.display_name',
  'identity.username',
  'member.display_name',
  'member.username',
  'notification.payload',
  'suspension.reason',
  'warning.reason',
  'warning.revoke_reason',
]

/** Personal texts that an export omits. */
export const keptFromExport: Readonly<Record<string, string>> = {
  'application_response.private_note': 'a note of the staff, which belongs to them',
}

const CODE = 'a name or code that the server defines'
const SENTENCE = 'a sentence of the server'

/** In tables with accounts; each with its content. */
export const otherTexts: Readonly<Record<string, string>> = {
  'account_audit_entry.action': CODE,
  'account_link.method': CODE,
  'application_response.questions': 'the questions of the form',
  'audit_entry.action': CODE,
  'erasure_request.domain': 'a domain of the platform',
  'erasure_request.ended_as': CODE,
  'erasure_request.erased': 'numbers',
  'erasure_request.parked_as': CODE,
  'event.awards': 'rules of the community',
  'event.description': 'what the community does',
  'event.name': 'what the community does',
  'event_attendee.attendance': CODE,
  'event_attendee.role': CODE,
  'event_award.code': CODE,
  'event_award.goal': 'a rank',
  'event_award.medals': 'names of medals',
  'identity.domain': 'a domain of the platform',
  'identity.source': CODE,
  'platform_connection.memberships_page': 'a position in a list of the platform',
  'platform_operation.error_code': CODE,
  'platform_operation.error_message': SENTENCE,
  'platform_operation.reason': CODE,
  'platform_operation.required_feature': CODE,
  'platform_operation.required_scope': CODE,
  'platform_operation.result': 'ranks',
  'platform_operation.roles_written': 'roles',
  'platform_operation.steps': 'roles',
  'platform_operation.username': 'a name until its account is resolved, for an hour at most; then null',
  'request_key.effect': 'ids of records',
  'request_key.owner': 'an API key',
  'suspension.error_code': CODE,
  'suspension.outcome': CODE,
  'webhook_delivery.body': 'ids and numbers',
  'webhook_delivery.last_error': SENTENCE,
  'webhook_delivery.type': CODE,
}
