// What each column of a table about accounts contains, from which the export of an account and the erasure of its texts
// follow.
import type { DB } from '../../generated/database'
import type { Table } from './tables'

/** Columns whose names end in user_id or user_ids. */
type AccountColumn = `${string}user_id` | `${string}user_ids`
export type TableOfAccounts = {
  [Name in Table]: Extract<keyof DB[Name], AccountColumn> extends never ? never : Name
}[Table]

/**
 * An export contains every use but the last two. `fact` is nothing that a person wrote about the account, and `id` a
 * number that is exported as text. An erasure that keeps the rows clears `words` and `staff-words`. `internal` names who
 * of the staff did something, is the key of the list, or is needed for execution only.
 */
export type Use = 'fact' | 'id' | 'time' | 'words' | 'staff-words' | 'internal'

const as =
  <U extends Use>(use: U) =>
  <Column extends string>(...columns: Column[]): Readonly<Record<Column, U>> =>
    Object.fromEntries(columns.map((column) => [column, use])) as Record<Column, U>
const facts = as('fact')
const ids = as('id')
const times = as('time')
const words = as('words')
const staffWords = as('staff-words')
const internal = as('internal')

/** A new column must be added here to compile. `because` says why the export omits the table. */
export const accountColumns = {
  account_audit_entry: {
    ...facts('action', 'actor_id'),
    ...ids('audit_id'),
    ...times('at'),
    ...words('details'),
    ...internal('user_id'),
  },
  account_link: {
    ...facts('method'),
    ...times('linked_at'),
    ...words('chat_user_id'),
    ...internal('community_id', 'user_id'),
  },
  account_restriction: {
    ...times('restricted_at'),
    ...words('reason'),
    ...internal('user_id'),
  },
  applicant_code: { ...times('expires_at'), ...internal('community_id', 'user_id', 'code_hash') },
  applicant_session: {
    ...facts('session_id'),
    ...times('created_at', 'last_used_at', 'expires_at'),
    ...words('chat_user_id'),
    ...internal('community_id', 'user_id', 'token_hash', 'attempt_hash'),
  },
  application_response: {
    ...facts(
      'response_id',
      'application_id',
      'application_version',
      'status',
      'revision',
      'correct',
      'graded',
      'questions',
    ),
    ...times('submitted_at', 'reviewed_at', 'erased_at'),
    ...words('chat_user_id', 'username', 'display_name', 'answers', 'applicant_feedback'),
    ...staffWords('private_note'),
    ...internal('community_id', 'decided_by_id', 'decided_by_kind', 'user_id'),
  },
  audit_entry: {
    ...facts('action'),
    ...ids('audit_id'),
    ...times('at'),
    ...words('before', 'after', 'reason'),
    // an object has the actor
    ...internal('actor_id', 'actor_kind', 'community_id', 'on_behalf_of', 'position', 'request_id', 'user_id'),
  },
  blacklist_entry: {
    ...facts('blacklist_entry_id'),
    ...times('created_at', 'expires_at', 'lifted_at'),
    ...words('reason', 'evidence_url', 'lift_reason'),
    ...internal(
      'community_id',
      'created_by_id',
      'created_by_kind',
      'expiry_noted',
      'group_id',
      'lifted_by_id',
      'lifted_by_kind',
      'user_id',
    ),
  },
  data_rights_hold: {
    ...times('held_at'),
    ...words('reason'),
    ...internal('user_id'),
  },
  erasure_request: {
    ...facts('notification_id', 'erased'),
    ...times('completed_at', 'received_at'),
    ...internal('account_digest', 'domain', 'ended_as', 'parked_as', 'parked_id', 'resolved_at', 'user_id'),
  },
  event: {
    ...facts('event_id', 'name', 'state'),
    ...times('starts_at'),
    ...words('cancel_reason'),
    ...internal(
      'attendee_count',
      'author_bounds',
      'awards',
      'cancelled_at',
      'community_id',
      'created_at',
      'description',
      'ends_at',
      'event_type_id',
      'finished_at',
      'host_user_id',
      'started_at',
      'updated_at',
    ),
  },
  event_attendee: {
    ...facts('event_id', 'role', 'attendance'),
    ...times('added_at', 'updated_at'),
    ...internal('community_id', 'user_id'),
  },
  event_award: {
    ...facts('kind', 'amount', 'change', 'medals', 'goal', 'status', 'code'),
    ...times('awarded_at'),
    ...internal('audit_id', 'clamped', 'community_id', 'event_id', 'operation_id', 'user_id'),
  },
  identity: {
    ...facts('domain', 'source'),
    ...ids('id'),
    ...times('reported_at', 'resolved_at'),
    ...words('username', 'display_name'),
    ...internal('community_id', 'conflict_at', 'conflict_user_id', 'user_id'),
  },
  link_code: { because: 'a code that expires within 15 minutes' },
  member: {
    ...facts('experience', 'quota_points', 'rank_unique_id', 'role_ids', 'left_at', 'left_role_ids'),
    ...times('created_at', 'updated_at', 'synced_at'),
    ...words('username', 'display_name'),
    ...internal(
      'community_id',
      'medal_occurrences',
      'named_at',
      'qualifications_held',
      'unfinished_role_ids',
      'user_id',
    ),
  },
  member_medal: {
    ...facts('medal_id', 'count'),
    ...times('awarded_at'),
    ...internal('community_id', 'user_id'),
  },
  member_qualification: {
    ...facts('qualification_id'),
    ...times('awarded_at'),
    ...internal('community_id', 'user_id'),
  },
  notification: {
    ...facts('kind'),
    ...ids('notification_id'),
    ...times('created_at'),
    ...words('payload'),
    ...internal('community_id', 'user_id'),
  },
  person: {
    ...facts('person_id', 'role', 'enabled', 'highest_rank_given', 'lowest_rank_touched', 'highest_rank_touched'),
    ...facts('takes_per_hour_limit', 'lowest_rank_unique_id', 'rank_unique_id'),
    ...times('created_at', 'invitation_expires_at', 'challenged_at', 'last_sign_in_at', 'paused_at', 'rank_read_at'),
    ...words('name', 'credential_id', 'issuer', 'subject'),
    ...internal('community_id', 'user_id', 'invitation_hash', 'public_key', 'sign_count'),
    // who made the record, which is no data about the account
    ...internal('creator_key_id', 'creator_person_id', 'inviter_key_id', 'inviter_person_id'),
  },
  password_guess: {
    ...facts('application_id', 'failures'),
    ...times('blocked_until'),
    ...internal('community_id', 'user_id'),
  },
  platform_connection: { because: 'the credential of the community, which one account owns' },
  platform_operation: {
    ...facts('operation_id', 'kind', 'target_unique_id', 'status', 'error_code'),
    ...times('created_at', 'completed_at'),
    ...internal(
      'actor_id',
      'actor_kind',
      'awaited',
      'claims',
      'community_id',
      'deadline_at',
      'dispatched_at',
      'error_message',
      'take_counted',
      'event_id',
      'failures',
      'first_in_line',
      'gift_bounds',
      'lease_until',
      'not_before',
      'on_behalf_of',
      'reason',
      'request_id',
      'required_feature',
      'required_scope',
      'result',
      'retry_after_seconds',
      'reversal',
      'roles_written',
      'sent',
      'seq',
      'settle_at',
      'steps',
      'supersede',
      'urgent',
      'user_id',
      'username',
      'worker_id',
    ),
  },
  request_key: { because: 'answers to requests, which repeat records that are exported; for 24 hours' },
  reversal_item: { because: 'which audit entries a reversal takes back; these are exported' },
  suspension: {
    ...facts('suspension_id', 'state', 'suspended_unique_id', 'former_unique_id', 'outcome'),
    ...times('created_at', 'ends_at', 'lifted_at', 'ended_at'),
    ...words('reason'),
    ...internal(
      'actor_id',
      'actor_kind',
      'author_bounds',
      'community_id',
      'error_code',
      'former_role_ids',
      'lifted_by_id',
      'lifted_by_kind',
      'operation_id',
      'user_id',
    ),
  },
  verified_account: {
    ...times('verified_at'),
    ...words('chat_user_id'),
    ...internal('user_id'),
  },
  warning: {
    ...facts('warning_id', 'points'),
    ...times('created_at', 'expires_at', 'revoked_at'),
    ...words('reason', 'revoke_reason'),
    ...internal('community_id', 'issued_by_id', 'issued_by_kind', 'revoked_by_id', 'revoked_by_kind', 'user_id'),
  },
  webhook_delivery: {
    ...facts('delivery_id', 'type', 'status', 'body'),
    ...times('created_at'),
    ...internal(
      'attempts',
      'audit_id',
      'community_id',
      'finished_at',
      'last_attempt_at',
      'last_error',
      'last_status',
      'next_attempt_at',
      'seq',
      'user_id',
      'webhook_id',
    ),
  },
  webhook_line: { because: 'the order of deliveries, which are exported' },
} satisfies {
  readonly [Name in TableOfAccounts]: { readonly [Column in keyof DB[Name]]: Use } | { readonly because: string }
}

type Exported = { [Name in TableOfAccounts]: (typeof accountColumns)[Name] extends { because: string } ? never : Name }
export type ExportedTable = Exported[TableOfAccounts]

export const usesOf = (table: TableOfAccounts): Readonly<Record<string, Use>> =>
  'because' in accountColumns[table] ? {} : accountColumns[table]

export const columnsUsedAs = (table: TableOfAccounts, ...uses: readonly Use[]): string[] =>
  Object.entries(usesOf(table))
    .filter(([, use]) => uses.includes(use))
    .map(([column]) => column)

export const wordsAboutAccounts: readonly string[] = (Object.keys(accountColumns) as TableOfAccounts[]).flatMap(
  (table) => columnsUsedAs(table, 'words', 'staff-words').map((column) => `${table}.${column}`),
)
