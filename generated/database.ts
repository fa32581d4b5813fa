// Generated from sql/ by `npm run generate`. Do not edit.

import type { ColumnType } from "kysely";

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

export interface ApiKey {
  community_id: string;
  created_at: Generated<string>;
  enabled: Generated<boolean>;
  expires_at: string | null;
  key_hash: Buffer;
  key_id: string;
  last_used_at: string | null;
  name: string;
  revoked_at: string | null;
  scopes: string[];
}

export interface AuditEntry {
  action: string;
  actor_id: string;
  actor_kind: string;
  after: Json | null;
  at: Generated<string>;
  audit_id: Generated<number>;
  before: Json | null;
  community_id: string;
  reason: string | null;
  request_id: string | null;
  user_id: number | null;
}

export interface Community {
  api_enabled: Generated<boolean>;
  auto_rank_demotes: Generated<boolean>;
  community_id: string;
  created_at: Generated<string>;
  experience_award_limit: Generated<number>;
  name: string;
  quota_award_limit: Generated<number>;
}

export interface LegacyKey {
  community_id: string;
  imported_at: Generated<string>;
  key_hash: Buffer;
}

export interface Medal {
  community_id: string;
  created_at: Generated<string>;
  medal_id: Generated<number>;
  name: string;
}

export interface Member {
  community_id: string;
  created_at: Generated<string>;
  display_name: string | null;
  experience: Generated<number>;
  medal_occurrences: Generated<number>;
  quota_points: Generated<number>;
  rank_unique_id: number | null;
  synced_at: string | null;
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

export interface Plan {
  api_access: boolean;
  automatic_grading: boolean;
  features: string[];
  name: string;
}

export interface PlatformConnection {
  checking_until: string | null;
  community_id: string;
  connected_at: Generated<string>;
  credential: Buffer;
  credential_kind: string;
  group_id: number;
  owner_user_id: number | null;
  status: Generated<string>;
}

export interface Qualification {
  community_id: string;
  created_at: Generated<string>;
  name: string;
  qualification_id: Generated<number>;
}

export interface Rank {
  auto_rank_experience: number | null;
  community_id: string;
  member_count: number | null;
  name: string;
  rank_id: number;
  synced_at: Generated<string>;
  unique_id: number;
}

export interface RankChange {
  actor_id: string;
  actor_kind: string;
  community_id: string;
  error_code: string | null;
  finished_at: string | null;
  kind: string;
  lease_until: string;
  rank_change_id: Generated<number>;
  request_id: string | null;
  sent: Generated<boolean>;
  started_at: Generated<string>;
  status: Generated<string>;
  target_unique_id: number | null;
  user_id: number;
}

export interface RateWindow {
  bucket: string;
  used: number;
  window_start: number;
}

export interface SchemaMigration {
  applied_at: Generated<string>;
  name: string;
  sha256: string;
}

export interface Subscription {
  community_id: string;
  ends_at: string | null;
  kind: string;
  plan: string;
}

export interface DB {
  api_key: ApiKey;
  audit_entry: AuditEntry;
  community: Community;
  legacy_key: LegacyKey;
  medal: Medal;
  member: Member;
  member_medal: MemberMedal;
  member_qualification: MemberQualification;
  plan: Plan;
  platform_connection: PlatformConnection;
  qualification: Qualification;
  rank: Rank;
  rank_change: RankChange;
  rate_window: RateWindow;
  schema_migration: SchemaMigration;
  subscription: Subscription;
}
