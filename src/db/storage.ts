// What ends the growth of each table, from which the page of storage limits follows.
import type { Table } from './tables'

/**
 * `quota`: a number of the community (sql/functions/storage_quotas.sql). `most`: another number. `deleted`: when a job
 * deletes its rows. `as`: as the rows of another table, which it follows. Each may say what a row is.
 */
export type End =
  | { readonly quota: string; readonly note?: string }
  | { readonly most: string }
  | { readonly deleted: string }
  | { readonly as: Table; readonly note?: string }

const quota = (name: string, note?: string): End => ({ quota: name, ...(note !== undefined && { note }) })
const most = (number: string): End => ({ most: number })
const deleted = (after: string): End => ({ deleted: after })
const as = (table: Table, note?: string): End => ({ as: table, ...(note !== undefined && { note }) })

const retention = '`AUDIT_RETENTION_DAYS` (400)'
const perDeployment = (rows: string): End => most(`${rows} of the deployment`)
const rules = most('fixed: rules that a migration stores')

/** A new table must be added here to compile. */
export const ends: { readonly [Name in Table]: End } = {
  account_audit_entry: deleted(`after ${retention}`),
  account_link: quota('verifications'),
  account_restriction: most('one for an account that an operator restricted'),
  api_key: deleted(
    `after ${retention}, from its end; \`key-limit\` of a community live at once. One that made a key or a person, or was rotated, stays as long as these`,
  ),
  applicant_code: deleted('within 10 minutes after it expired'),
  applicant_session: deleted('an hour after its end'),
  application: quota('forms'),
  application_response: most('one for each linked account (quota `verifications`) and form version (quota `forms`)'),
  application_template: quota('templates'),
  application_version: quota('forms'),
  audit_entry: deleted(`after ${retention}, a [month](../guides/audit-log.md#partitions) at a time`),
  audit_forgotten: most('one a community'),
  audit_head: most('one a community'),
  audit_history: perDeployment('one row'),
  audit_news: most('one a community and reader'),
  audit_reader: perDeployment('one for each job that reads the log'),
  audit_redaction: as('audit_entry'),
  audit_seal: as('audit_entry', 'about 80 bytes for each entry'),
  award_batch: quota('batches'),
  blacklist_entry: quota('moderation'),
  community: most('created by the operator'),
  community_storage: most('one a community and quota'),
  data_rights_hold: most('one for an account that an operator holds'),
  dispatch_lane: most('one a community'),
  dispatch_switch: perDeployment('one row'),
  encryption_key: perDeployment('one for each key in use'),
  erasure_digest_key: perDeployment('one for each rotated key'),
  erasure_request: deleted(`after ${retention}, from its completion; one that waits stays`),
  event: quota('events'),
  event_attendee: quota('events', 'at most 1,000 an event'),
  event_award: quota('events', 'counted when the event finishes'),
  event_transition: rules,
  event_type: quota('events'),
  idempotency_key: deleted('24 hours after the end of its rank change'),
  identity: quota('identities'),
  leaderboard_step: most('one for each 1,000 members of a community'),
  legacy_key: most('as many as were imported'),
  link_attempt: deleted('15 minutes after the last attempt'),
  link_code: most('1,000 valid ones a community; deleted within 25 minutes'),
  medal: quota('medals'),
  member: most('one for each account of the platform that was looked up or reported, of fixed size'),
  member_medal: most('1,000 medals a member'),
  member_qualification: as('qualification', 'each once a member'),
  name_step: most('one a community and step'),
  notification: as('application_response', 'one for each decision'),
  password_guess: deleted('30 days after its last block'),
  person: quota('people'),
  person_session: most('20 a person; deleted 30 days after its end'),
  plan: most('created by the operator'),
  platform_budget: perDeployment('one for each owner of a credential'),
  platform_connection: most('one a community'),
  platform_operation: deleted('30 days after its end; at most `queue-limit` wait'),
  platform_operation_history: as('platform_operation'),
  platform_operation_transition: rules,
  qualification: quota('qualifications'),
  rank: most('the roles of the group'),
  rate_log: deleted('10 minutes after the last request of a key'),
  rate_window: deleted('after 10 minutes'),
  request_key: quota('request-keys'),
  result_message: as('application_response', 'one for each decision'),
  reversal: quota('reversals'),
  reversal_item: quota('reversals'),
  scheduled_job: perDeployment('one for each scheduled job'),
  schema_function: perDeployment('one for each function'),
  schema_migration: perDeployment('one for each migration'),
  staff_role: most('50 a community'),
  subscription: most('two a community'),
  suspension: quota('moderation'),
  suspension_settings: most('one a community'),
  suspension_transition: rules,
  take_window: deleted('61 minutes after it began'),
  verified_account: most('one for each account that an operator linked'),
  warning: quota('moderation'),
  webhook_delivery: quota('webhook-messages'),
  webhook_endpoint: most('10 a community, or `webhook-limit`'),
  webhook_feed: most('one a community'),
  webhook_line: as('webhook_delivery', 'one for each endpoint and member with messages'),
  worker_process: deleted('20 seconds after its last heartbeat'),
}
