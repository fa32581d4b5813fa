// Where each table is stored when the database is distributed with Citus (docs/operations/citus.md).
import type { DB } from '../../generated/database'

/**
 * `distributed`: by community_id over the worker nodes. `reference`: a copy on every node, for triggers of distributed tables.
 * `local`: on the coordinator.
 */
export type Placement = 'distributed' | 'reference' | 'local'

export type Table = Exclude<keyof DB, `live_${string}`>

export const placements: Readonly<Record<Table, Placement>> = {
  account_audit_entry: 'local',
  account_link: 'local',
  account_restriction: 'local',
  api_key: 'local',
  application: 'distributed',
  application_response: 'distributed',
  application_template: 'distributed',
  application_version: 'distributed',
  audit_entry: 'distributed',
  audit_forgotten: 'distributed',
  audit_head: 'distributed',
  audit_history: 'local',
  audit_redaction: 'distributed',
  audit_seal: 'distributed',
  award_batch: 'local',
  blacklist_entry: 'local',
  community: 'local',
  community_storage: 'distributed',
  data_rights_hold: 'local',
  dispatch_lane: 'local',
  dispatch_switch: 'local',
  encryption_key: 'local',
  erasure_digest_key: 'local',
  erasure_request: 'local',
  event: 'distributed',
  event_attendee: 'distributed',
  event_award: 'distributed',
  event_transition: 'reference',
  event_type: 'distributed',
  idempotency_key: 'local',
  identity: 'distributed',
  leaderboard_step: 'distributed',
  legacy_key: 'local',
  link_attempt: 'local',
  link_code: 'local',
  medal: 'distributed',
  member: 'distributed',
  member_medal: 'distributed',
  member_qualification: 'distributed',
  name_step: 'local',
  notification: 'distributed',
  password_guess: 'local',
  plan: 'local',
  platform_budget: 'local',
  platform_connection: 'local',
  platform_operation: 'local',
  platform_operation_history: 'local',
  platform_operation_transition: 'local',
  qualification: 'distributed',
  rank: 'distributed',
  rate_log: 'local',
  rate_window: 'local',
  request_key: 'distributed',
  result_message: 'distributed',
  schema_function: 'local',
  schema_migration: 'local',
  subscription: 'local',
  suspension: 'local',
  suspension_settings: 'local',
  suspension_transition: 'local',
  verified_account: 'local',
  warning: 'local',
  webhook_delivery: 'local',
  webhook_endpoint: 'local',
  webhook_feed: 'local',
  webhook_line: 'local',
  worker_process: 'local',
}

export const placedTables = (placement: Placement): Table[] =>
  (Object.keys(placements) as Table[]).filter((table) => placements[table] === placement)
