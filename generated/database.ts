// Generated from sql/ by `npm run generate`. Do not edit.

import type { ColumnType } from "kysely";
import type { components } from "./openapi";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export interface AccountAuditEntry {
  action: string;
  actor_id: string;
  at: Generated<string>;
  audit_id: Generated<number>;
  details: Json | null;
  user_id: number | null;
}

export interface AccountLink {
  chat_user_id: string;
  community_id: string;
  linked_at: Generated<string>;
  method: "key" | "game-code" | "chat-code" | "operator";
  user_id: number;
}

export interface AccountRestriction {
  reason: string | null;
  restricted_at: Generated<string>;
  user_id: number;
}

export interface ApiKey {
  act_for: Generated<boolean>;
  allowed_addresses: string[] | null;
  community_id: string;
  created_at: Generated<string>;
  creator_key_id: string | null;
  creator_person_id: string | null;
  domain: string | null;
  enabled: Generated<boolean>;
  expires_at: string | null;
  highest_rank_given: Generated<number | null>;
  highest_rank_touched: Generated<number | null>;
  key_hash: Buffer;
  key_id: string;
  last_used_at: string | null;
  lowest_rank_touched: Generated<number | null>;
  name: string;
  origin_key_id: string | null;
  paused_at: string | null;
  revoked_at: string | null;
  scopes: string[];
  takes_per_hour_limit: Generated<number | null>;
}

export interface ApplicantCode {
  code_hash: Buffer;
  community_id: string;
  expires_at: string;
  user_id: number;
}

export interface ApplicantSession {
  attempt_hash: Buffer | null;
  chat_user_id: string | null;
  community_id: string;
  created_at: string;
  expires_at: string;
  last_used_at: string;
  session_id: string;
  token_hash: Buffer;
  user_id: number;
}

export interface Application {
  application_id: string;
  automatic_grading: boolean;
  community_id: string;
  created_at: Generated<string>;
  deleted_at: string | null;
  description: string;
  name: string;
  password_hash: string | null;
  question_count: number;
  required: Generated<boolean>;
  state: "open" | "closed";
  updated_at: Generated<string>;
  version: number;
}

export interface ApplicationResponse {
  answers: ColumnType<components["schemas"]["Answers"] | null, string | null, string | null>;
  applicant_feedback: string | null;
  application_id: string;
  application_version: number;
  chat_user_id: string | null;
  community_id: string;
  correct: number | null;
  decided_by_id: string | null;
  decided_by_kind: "key" | "operator" | "person" | null;
  display_name: string | null;
  erased_at: string | null;
  graded: number | null;
  private_note: string | null;
  questions: ColumnType<components["schemas"]["Question"][] | null, string | null, string | null>;
  response_id: string;
  reviewed_at: string | null;
  revision: Generated<number>;
  status: "Pending" | "Passed" | "Failed";
  submitted_at: Generated<string>;
  user_id: number;
  username: string | null;
}

export interface ApplicationTemplate {
  community_id: string;
  created_at: Generated<string>;
  definition: ColumnType<Omit<components["schemas"]["Definition"], "eligibility"> & Pick<components["schemas"]["DefinitionInput"], "eligibility">, string, string>;
  definition_bytes: Generated<number>;
  name: string;
  template_id: string;
}

export interface ApplicationVersion {
  application_id: string;
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  community_id: string;
  created_at: Generated<string>;
  definition: ColumnType<Omit<components["schemas"]["Definition"], "eligibility"> & Pick<components["schemas"]["DefinitionInput"], "eligibility">, string, string>;
  round_version: number | null;
  version: number;
}

export interface AuditEntry {
  action: string;
  actor_id: string;
  actor_kind: "key" | "operator" | "job" | "person" | "applicant" | "platform";
  after: ColumnType<Readonly<Record<string, unknown>> | null, string | null, string | null>;
  at: Generated<string>;
  audit_id: Generated<number>;
  before: ColumnType<Readonly<Record<string, unknown>> | null, string | null, string | null>;
  community_id: string;
  on_behalf_of: number | null;
  position: Generated<number>;
  reason: string | null;
  request_id: string | null;
  user_id: number | null;
}

export interface AuditForgotten {
  audit_id: number;
  community_id: string;
  position: number;
}

export interface AuditHead {
  community_id: string;
  first: number;
  hash: Buffer;
  mac: Buffer;
  number: number;
}

export interface AuditHistory {
  history: string;
  only_row: Generated<boolean>;
}

export interface AuditNews {
  community_id: string;
  reader: string;
}

export interface AuditReader {
  position: number | null;
  reader: string;
}

export interface AuditRedaction {
  audit_id: number;
  cause: "erasure" | "other";
  community_id: string;
  hash: Buffer;
  part_hashes: ArrayType<Buffer> | null;
  part_salts: ArrayType<Buffer> | null;
  redacted_at: Generated<string>;
}

export interface AuditSeal {
  audit_id: number;
  audit_ids: ArrayType<number>;
  community_id: string;
  hash: Buffer;
  hashes: ArrayType<Buffer>;
  mac: Buffer | null;
  number: number;
  position: number;
  previous: Buffer | null;
  salts: string[];
  sealed_at: string;
}

export interface AwardBatch {
  batch_id: string;
  community_id: string;
  created_at: Generated<string>;
  fingerprint: Buffer;
  outcome: Generated<Json>;
  owner: Generated<string>;
}

export interface BlacklistEntry {
  blacklist_entry_id: string;
  community_id: string;
  created_at: Generated<string>;
  created_by_id: string | null;
  created_by_kind: "key" | "operator" | "person" | null;
  evidence_url: string | null;
  expires_at: string | null;
  expiry_noted: Generated<boolean>;
  group_id: number | null;
  lift_reason: string | null;
  lifted_at: string | null;
  lifted_by_id: string | null;
  lifted_by_kind: "key" | "operator" | "person" | null;
  reason: string | null;
  user_id: number | null;
}

export interface Community {
  alarm_changes_per_minute: Generated<number | null>;
  alarmed_at: string | null;
  api_enabled: Generated<boolean>;
  auto_rank_demotes: Generated<boolean>;
  auto_rank_enabled: Generated<boolean>;
  community_id: string;
  created_at: Generated<string>;
  experience_award_limit: Generated<number>;
  key_limit: number | null;
  moved_at: string | null;
  name: string;
  platform_paused_at: string | null;
  queue_limit: number | null;
  quota_award_limit: Generated<number>;
  rank_ambiguous_at: string | null;
  single_rank: Generated<boolean>;
  webhook_limit: number | null;
}

export interface CommunityStorage {
  community_id: string;
  own_limit: number | null;
  quota: string;
  used: Generated<number>;
}

export interface DataRightsHold {
  held_at: Generated<string>;
  reason: string | null;
  user_id: number;
}

export interface DispatchLane {
  bulk_ready: Generated<boolean>;
  bulk_until: string | null;
  community_id: string;
  paused_at: string | null;
  turn_at: string | null;
  urgent_ready: Generated<boolean>;
  urgent_until: string | null;
}

export interface DispatchSwitch {
  only_row: Generated<boolean>;
  paused_at: string | null;
}

export interface EncryptionKey {
  first_used_at: Generated<string>;
  key_id: string;
}

export interface ErasureDigestKey {
  key_id: string;
  sealed: Buffer;
}

export interface ErasureRequest {
  account_digest: Buffer;
  completed_at: string | null;
  domain: string | null;
  ended_as: "closed" | "no-data" | null;
  erased: ColumnType<Readonly<Record<string, number>> | null, string | null, string | null>;
  notification_id: string;
  parked_as: "unknown" | "ambiguous" | null;
  parked_id: number | null;
  received_at: Generated<string>;
  resolved_at: string | null;
  user_id: number | null;
}

export interface Event {
  attendee_count: Generated<number>;
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  awards: Generated<ColumnType<components["schemas"]["EventAwardRule"][], string, string>>;
  cancel_reason: string | null;
  cancelled_at: string | null;
  community_id: string;
  created_at: Generated<string>;
  description: Generated<string>;
  ends_at: string | null;
  event_id: string;
  event_type_id: string;
  finished_at: string | null;
  host_user_id: number | null;
  name: string;
  started_at: string | null;
  starts_at: string;
  state: Generated<"scheduled" | "active" | "finished" | "cancelled">;
  updated_at: Generated<string>;
}

export interface EventAttendee {
  added_at: Generated<string>;
  attendance: "registered" | "present" | "absent" | "excused";
  community_id: string;
  event_id: string;
  role: "host" | "co-host" | "staff" | "participant";
  updated_at: Generated<string>;
  user_id: number;
}

export interface EventAward {
  amount: number | null;
  audit_id: number | null;
  awarded_at: Generated<string>;
  change: number | null;
  clamped: Generated<boolean>;
  code: string | null;
  community_id: string;
  event_id: string;
  goal: Json | null;
  kind: "experience" | "quotaPoints" | "medals" | "rank";
  medals: Json | null;
  operation_id: string | null;
  status: "pending" | "succeeded" | "failed" | "skipped" | null;
  user_id: number;
}

export interface EventTransition {
  from_state: string;
  to_state: string;
}

export interface EventType {
  archived_at: string | null;
  awards: Generated<ColumnType<components["schemas"]["EventAwardRule"][], string, string>>;
  community_id: string;
  created_at: Generated<string>;
  description: Generated<string>;
  event_type_id: string;
  name: string;
  updated_at: Generated<string>;
}

export interface IdempotencyKey {
  community_id: string;
  created_at: Generated<string>;
  fingerprint: Buffer;
  key: string;
  operation_id: string;
  owner: Generated<string>;
}

export interface Identity {
  community_id: string;
  conflict_at: string | null;
  conflict_user_id: number | null;
  display_name: string | null;
  domain: string;
  id: number;
  reported_at: Generated<string>;
  resolved_at: string | null;
  source: "report" | "name" | "oauth" | "operator" | "vendor";
  user_id: number | null;
  username: string | null;
}

export interface LeaderboardStep {
  at_or_above: number;
  community_id: string;
  counted_at: string;
  experience: number;
}

export interface LegacyKey {
  community_id: string;
  imported_at: Generated<string>;
  key_hash: Buffer;
}

export interface LinkAttempt {
  attempts: number;
  community_id: string;
  ends_at: string;
  subject: Buffer;
}

export interface LinkCode {
  chat_user_id: string | null;
  code_hash: Buffer;
  community_id: string;
  expires_at: string;
  user_id: number | null;
}

export interface LiveBlacklistEntry {
  blacklist_entry_id: string;
  community_id: string;
  created_at: string;
  created_by_id: string | null;
  created_by_kind: "key" | "operator" | "person" | null;
  evidence_url: string | null;
  expires_at: string | null;
  expiry_noted: boolean;
  group_id: number | null;
  lift_reason: string | null;
  lifted_at: string | null;
  lifted_by_id: string | null;
  lifted_by_kind: "key" | "operator" | "person" | null;
  reason: string | null;
  user_id: number | null;
}

export interface LiveSuspension {
  actor_id: string;
  actor_kind: "key" | "operator" | "job" | "person";
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  community_id: string;
  created_at: string;
  ended_at: string | null;
  ends_at: string;
  error_code: components["schemas"]["ErrorCode"] | null;
  former_role_ids: ArrayType<number> | null;
  former_unique_id: number | null;
  lifted_at: string | null;
  lifted_by_id: string | null;
  lifted_by_kind: "key" | "operator" | "job" | "person" | null;
  operation_id: string | null;
  outcome: "restored" | "superseded" | "failed" | "unrestored" | "kept" | null;
  reason: string | null;
  state: "suspending" | "active" | "restoring" | "ended";
  suspended_unique_id: number | null;
  suspension_id: string;
  user_id: number;
}

export interface LiveWarning {
  community_id: string;
  created_at: string;
  expires_at: string | null;
  issued_by_id: string;
  issued_by_kind: "key" | "operator" | "person";
  points: number;
  reason: string | null;
  revoke_reason: string | null;
  revoked_at: string | null;
  revoked_by_id: string | null;
  revoked_by_kind: "key" | "operator" | "person" | null;
  user_id: number;
  warning_id: string;
}

export interface Medal {
  archived: Generated<boolean>;
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  community_id: string;
  created_at: Generated<string>;
  description: Generated<string>;
  medal_id: Generated<number>;
  name: string;
  role_unique_id: number | null;
  updated_at: Generated<string>;
}

export interface Member {
  community_id: string;
  created_at: Generated<string>;
  display_name: string | null;
  experience: Generated<number>;
  left_at: string | null;
  left_role_ids: ArrayType<number> | null;
  medal_occurrences: Generated<number>;
  named_at: string | null;
  qualifications_held: Generated<number>;
  quota_points: Generated<number>;
  rank_unique_id: number | null;
  role_ids: Generated<ArrayType<number>>;
  synced_at: string | null;
  unfinished_role_ids: Generated<ArrayType<number>>;
  updated_at: Generated<string>;
  user_id: number;
  username: string | null;
}

export interface MemberMedal {
  awarded_at: Generated<string>;
  community_id: string;
  count: number;
  medal_id: number;
  user_id: number;
}

export interface MemberQualification {
  awarded_at: Generated<string>;
  community_id: string;
  qualification_id: number;
  user_id: number;
}

export interface NameStep {
  failing_since: string;
  failures: number;
  off_at: string | null;
  reason: string;
  retry_at: string | null;
  scope: string;
  step: string;
}

export interface Notification {
  community_id: string;
  created_at: Generated<string>;
  kind: "response.decided" | "key.limited" | "person.limited" | "key.dependants" | "person.dependants";
  notification_id: Generated<number>;
  payload: ColumnType<(Omit<components["schemas"]["NotifiedResponse"], "applicantFeedback"> & Partial<Pick<components["schemas"]["NotifiedResponse"], "applicantFeedback">>) | components["schemas"]["NotifiedLimit"] | components["schemas"]["NotifiedDependants"], string, string>;
  user_id: number | null;
}

export interface PasswordGuess {
  application_id: string;
  blocked_until: Generated<string>;
  community_id: string;
  failures: number;
  user_id: number;
}

export interface Person {
  challenged_at: string | null;
  community_id: string;
  created_at: Generated<string>;
  creator_key_id: string | null;
  creator_person_id: string | null;
  credential_id: string | null;
  enabled: Generated<boolean>;
  highest_rank_given: Generated<number | null>;
  highest_rank_touched: Generated<number | null>;
  invitation_expires_at: string | null;
  invitation_hash: Buffer | null;
  inviter_key_id: string | null;
  inviter_person_id: string | null;
  issuer: string | null;
  last_sign_in_at: string | null;
  lowest_rank_touched: Generated<number | null>;
  lowest_rank_unique_id: number | null;
  name: string;
  paused_at: string | null;
  person_id: string;
  public_key: Buffer | null;
  rank_read_at: string | null;
  rank_unique_id: number | null;
  role: string;
  sign_count: Generated<number>;
  subject: string | null;
  takes_per_hour_limit: Generated<number | null>;
  user_id: number | null;
}

export interface PersonSession {
  client: string | null;
  community_id: string;
  created_at: string;
  ended_at: string | null;
  expires_at: string;
  last_used_at: string;
  person_id: string;
  proved_at: string | null;
  session_id: string;
  token_hash: Buffer;
}

export interface Plan {
  api_access: boolean;
  automatic_grading: boolean;
  features: string[];
  name: string;
}

export interface PlatformBudget {
  blocked_until: Generated<string>;
  owner: string;
  per_minute: number;
  throttles: Generated<number>;
  used: Generated<number>;
  window_started_at: Generated<string>;
}

export interface PlatformConnection {
  audit_log_retry_at: string | null;
  audit_log_seen_at: string | null;
  checking_until: string | null;
  community_id: string;
  connected_at: Generated<string>;
  credential: Buffer;
  credential_kind: "api_key" | "oauth";
  expires_at: string | null;
  expiry_checked_at: string | null;
  expiry_noticed_at: string | null;
  group_id: number;
  memberships_page: string | null;
  memberships_read_at: string | null;
  owner_user_id: number | null;
  status: Generated<"connected" | "reconnect_required">;
  used_at: string | null;
}

export interface PlatformOperation {
  actor_id: string;
  actor_kind: "key" | "operator" | "job" | "person" | "applicant";
  awaited: boolean;
  claims: Generated<number>;
  community_id: string;
  completed_at: string | null;
  created_at: Generated<string>;
  deadline_at: string;
  dispatched_at: string | null;
  error_code: components["schemas"]["ErrorCode"] | null;
  error_message: string | null;
  event_id: string | null;
  failures: Generated<number>;
  first_in_line: Generated<boolean>;
  gift_bounds: Json | null;
  kind: "rank.set" | "rank.promote" | "rank.demote" | "rank.auto" | "rank.suspend" | "rank.restore" | "role.assign" | "role.unassign" | "join.accept" | "join.decline";
  lease_until: string | null;
  not_before: Generated<string>;
  on_behalf_of: number | null;
  operation_id: string;
  reason: string | null;
  request_id: string | null;
  required_feature: string | null;
  required_scope: string | null;
  result: Json | null;
  retry_after_seconds: number | null;
  reversal: Json | null;
  roles_written: Json | null;
  sent: Generated<boolean>;
  seq: Generated<number>;
  settle_at: string | null;
  status: Generated<"queued" | "dispatching" | "outcome_pending" | "succeeded" | "failed" | "cancelled">;
  steps: Generated<Json>;
  supersede: Generated<boolean>;
  take_counted: Generated<boolean>;
  target_unique_id: number | null;
  urgent: boolean;
  user_id: number;
  username: string | null;
  worker_id: string | null;
}

export interface PlatformOperationHistory {
  at: Generated<string>;
  community_id: string;
  from_status: string | null;
  history_id: Generated<number>;
  operation_id: string;
  reason: string | null;
  to_status: string;
  worker_id: string | null;
}

export interface PlatformOperationTransition {
  from_status: string;
  to_status: string;
}

export interface Qualification {
  archived: Generated<boolean>;
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  community_id: string;
  created_at: Generated<string>;
  description: Generated<string>;
  name: string;
  qualification_id: Generated<number>;
  role_unique_id: number | null;
  updated_at: Generated<string>;
}

export interface Rank {
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  auto_rank_experience: number | null;
  community_id: string;
  given_by_people: boolean | null;
  managed: Generated<boolean>;
  member_count: number | null;
  name: string;
  powers: Json | null;
  rank_id: number;
  synced_at: Generated<string>;
  unique_id: number;
}

export interface RateLog {
  bucket: string;
  slot: number;
  taken: number[];
}

export interface RateWindow {
  bucket: string;
  granted: Generated<number>;
  used: number;
  window_start: number;
}

export interface RequestKey {
  community_id: string;
  created_at: Generated<string>;
  effect: Json | null;
  fingerprint: Buffer;
  key: Buffer;
  owner: string;
  reply: Buffer | null;
  user_ids: Generated<ArrayType<number>>;
}

export interface ResultMessage {
  attempts: Generated<number>;
  community_id: string;
  error: string | null;
  finished_at: string | null;
  queued_at: Generated<string>;
  response_id: string;
  status: Generated<"queued" | "sent" | "closed" | "failed">;
}

export interface Reversal {
  actor_id: string;
  actor_kind: "key" | "operator" | "person";
  community_id: string;
  completed_at: string | null;
  created_at: Generated<string>;
  dry_run: boolean;
  entries: Generated<number>;
  error_code: string | null;
  from_at: string | null;
  impossible: Generated<number>;
  kinds: string[];
  next_position: number | null;
  reason: string | null;
  request_id: string | null;
  reversal_id: string;
  source: "key" | "person" | "operator" | "job" | "batch" | "event" | "entry" | "reversal" | "account";
  source_id: string;
  state: Generated<"collecting" | "working" | "finished" | "failed">;
  superseded: Generated<number>;
  taken_back: Generated<number>;
  to_at: string | null;
}

export interface ReversalItem {
  audit_id: number;
  change: number | null;
  changed_at: string | null;
  clamped: Generated<boolean>;
  community_id: string;
  error_code: string | null;
  held_role_ids: ArrayType<number> | null;
  kind: "experience" | "quotaPoints" | "medal" | "qualification" | "rank" | "role" | "removal" | "ban" | null;
  nth: number;
  object: string | null;
  operation_id: string | null;
  position: number;
  reason: string | null;
  record_kind: "warning" | "blacklistEntry" | "suspension" | "application" | null;
  result_audit_id: number | null;
  reversal_id: string;
  state: Generated<"open" | "queued" | "taken_back" | "superseded" | "impossible">;
  superseded_by: number | null;
  taken: Generated<boolean>;
  user_id: number | null;
  value_after: number | null;
  value_before: number | null;
}

export interface ScheduledJob {
  name: string;
  ran_at: Generated<string>;
  slot: number;
}

export interface SchemaFunction {
  applied_at: Generated<string>;
  name: string;
  revision: number;
  sha256: string;
}

export interface SchemaMigration {
  applied_at: Generated<string>;
  compatible_from: string | null;
  name: string;
  sha256: string;
}

export interface StaffRole {
  community_id: string;
  name: string;
  scopes: string[];
  takes_per_hour_limit: Generated<number | null>;
}

export interface Subscription {
  community_id: string;
  ends_at: string | null;
  kind: "subscription" | "trial";
  plan: string;
}

export interface Suspension {
  actor_id: Generated<string>;
  actor_kind: Generated<"key" | "operator" | "job" | "person">;
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  community_id: string;
  created_at: Generated<string>;
  ended_at: string | null;
  ends_at: string;
  error_code: components["schemas"]["ErrorCode"] | null;
  former_role_ids: ArrayType<number> | null;
  former_unique_id: number | null;
  lifted_at: string | null;
  lifted_by_id: string | null;
  lifted_by_kind: "key" | "operator" | "job" | "person" | null;
  operation_id: string | null;
  outcome: "restored" | "superseded" | "failed" | "unrestored" | "kept" | null;
  reason: string | null;
  state: Generated<"suspending" | "active" | "restoring" | "ended">;
  suspended_unique_id: number | null;
  suspension_id: Generated<string>;
  user_id: number;
}

export interface SuspensionSettings {
  author_bounds: ColumnType<Readonly<Record<"highestGiven" | "lowestTouched" | "highestTouched", number>> | null, string | null, string | null>;
  community_id: string;
  rank_unique_id: number;
  updated_at: Generated<string>;
}

export interface SuspensionTransition {
  from_state: string;
  to_state: string;
}

export interface TakeWindow {
  community_id: string;
  gifts_told_at: string | null;
  minute: number;
  owner: string;
  taken: number[];
  told_at: string | null;
}

export interface VerifiedAccount {
  chat_user_id: string;
  user_id: number;
  verified_at: Generated<string>;
}

export interface Warning {
  community_id: string;
  created_at: Generated<string>;
  expires_at: string | null;
  issued_by_id: string;
  issued_by_kind: "key" | "operator" | "person";
  points: number;
  reason: string | null;
  revoke_reason: string | null;
  revoked_at: string | null;
  revoked_by_id: string | null;
  revoked_by_kind: "key" | "operator" | "person" | null;
  user_id: number;
  warning_id: string;
}

export interface WebhookDelivery {
  attempts: Generated<number>;
  audit_id: number | null;
  body: string;
  community_id: string;
  created_at: Generated<string>;
  delivery_id: string;
  finished_at: string | null;
  last_attempt_at: string | null;
  last_error: string | null;
  last_status: number | null;
  next_attempt_at: string | null;
  seq: Generated<number>;
  status: Generated<"pending" | "delivered" | "parked">;
  type: string;
  user_id: number;
  webhook_id: string;
}

export interface WebhookEndpoint {
  community_id: string;
  created_at: Generated<string>;
  description: Generated<string>;
  disabled_at: string | null;
  disabled_reason: "requested" | "gone" | "failing" | null;
  enabled: Generated<boolean>;
  failing_since: string | null;
  not_before: Generated<string>;
  previous_secret: Buffer | null;
  previous_secret_until: string | null;
  secret: Buffer;
  since: Generated<number>;
  types: string[] | null;
  updated_at: Generated<string>;
  url: string;
  webhook_id: string;
}

export interface WebhookFeed {
  audit_id: Generated<number>;
  community_id: string;
  position: Generated<number>;
}

export interface WebhookLine {
  claim: Generated<number>;
  community_id: string;
  due_at: string;
  last_seq: number;
  lease_until: string | null;
  user_id: number;
  webhook_id: string;
}

export interface WorkerProcess {
  beat_at: Generated<string>;
  job_workers: Generated<string[]>;
  started_at: Generated<string>;
  worker_id: string;
}

export interface DB {
  account_audit_entry: AccountAuditEntry;
  account_link: AccountLink;
  account_restriction: AccountRestriction;
  api_key: ApiKey;
  applicant_code: ApplicantCode;
  applicant_session: ApplicantSession;
  application: Application;
  application_response: ApplicationResponse;
  application_template: ApplicationTemplate;
  application_version: ApplicationVersion;
  audit_entry: AuditEntry;
  audit_forgotten: AuditForgotten;
  audit_head: AuditHead;
  audit_history: AuditHistory;
  audit_news: AuditNews;
  audit_reader: AuditReader;
  audit_redaction: AuditRedaction;
  audit_seal: AuditSeal;
  award_batch: AwardBatch;
  blacklist_entry: BlacklistEntry;
  community: Community;
  community_storage: CommunityStorage;
  data_rights_hold: DataRightsHold;
  dispatch_lane: DispatchLane;
  dispatch_switch: DispatchSwitch;
  encryption_key: EncryptionKey;
  erasure_digest_key: ErasureDigestKey;
  erasure_request: ErasureRequest;
  event: Event;
  event_attendee: EventAttendee;
  event_award: EventAward;
  event_transition: EventTransition;
  event_type: EventType;
  idempotency_key: IdempotencyKey;
  identity: Identity;
  leaderboard_step: LeaderboardStep;
  legacy_key: LegacyKey;
  link_attempt: LinkAttempt;
  link_code: LinkCode;
  live_blacklist_entry: LiveBlacklistEntry;
  live_suspension: LiveSuspension;
  live_warning: LiveWarning;
  medal: Medal;
  member: Member;
  member_medal: MemberMedal;
  member_qualification: MemberQualification;
  name_step: NameStep;
  notification: Notification;
  password_guess: PasswordGuess;
  person: Person;
  person_session: PersonSession;
  plan: Plan;
  platform_budget: PlatformBudget;
  platform_connection: PlatformConnection;
  platform_operation: PlatformOperation;
  platform_operation_history: PlatformOperationHistory;
  platform_operation_transition: PlatformOperationTransition;
  qualification: Qualification;
  rank: Rank;
  rate_log: RateLog;
  rate_window: RateWindow;
  request_key: RequestKey;
  result_message: ResultMessage;
  reversal: Reversal;
  reversal_item: ReversalItem;
  scheduled_job: ScheduledJob;
  schema_function: SchemaFunction;
  schema_migration: SchemaMigration;
  staff_role: StaffRole;
  subscription: Subscription;
  suspension: Suspension;
  suspension_settings: SuspensionSettings;
  suspension_transition: SuspensionTransition;
  take_window: TakeWindow;
  verified_account: VerifiedAccount;
  warning: Warning;
  webhook_delivery: WebhookDelivery;
  webhook_endpoint: WebhookEndpoint;
  webhook_feed: WebhookFeed;
  webhook_line: WebhookLine;
  worker_process: WorkerProcess;
}
