// Generated from src/ and sql/ by `npm run generate`. Do not edit.

import type { SelectType } from 'kysely'
import type { DB, JsonArray } from './database'

type Of<Table extends keyof DB, Column extends keyof DB[Table]> = Known<SelectType<DB[Table][Column]>>
type Known<Value> = JsonArray extends Value ? Json : Value

/** A JSON value, whose type `columns` declares. */
export interface Json {
  readonly json: never
}

/** An integer array as a PostgreSQL literal. */
export type IntegerList = `{${string}}`

/** Parameters and rows of the prepared statements, by name. */
export interface Statements {
  award_medal: {
    parameters: { communityId: string; userId: number; name: string; follows: boolean; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      award_exists: boolean
      archived: boolean
      member_exists: boolean
      already_held: boolean
      at_limit: boolean
      change: number
      audit_id: number | null
      role_unique_id: number | null
      waits: boolean
      author_bounds: Json | null
    }
  }
  award_qualification: {
    parameters: { communityId: string; userId: number; name: string; follows: boolean; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      award_exists: boolean
      archived: boolean
      member_exists: boolean
      already_held: boolean
      at_limit: boolean
      change: number
      audit_id: number | null
      role_unique_id: number | null
      waits: boolean
      author_bounds: Json | null
    }
  }
  change_points: {
    parameters: { communityId: string; singleRank: boolean; withMembers: boolean; userIds: readonly (number | null)[] | IntegerList; properties: readonly (string | null)[] | null; ops: readonly (string | null)[]; amounts: readonly (number | null)[] | IntegerList; lowests: readonly (number | null)[] | IntegerList; actions: readonly (string | null)[]; befores: readonly (string | null)[]; afters: readonly (string | null)[]; reasons: readonly (string | null)[] | null; actorKinds: readonly (string | null)[]; actorIds: readonly (string | null)[]; requestIds: readonly (string | null)[] | null; onBehalfOfs: readonly (number | null)[] | IntegerList | null }
    row: {
      changed: Json | null
    }
  }
  claim_operation: {
    parameters: { claimer: string; priorities: readonly (string | null)[]; leaseSeconds: number; mostInFlight: number; calls: number }
    row: {
      community_id: string
      operation_id: string
      kind: string
      user_id: number
      target_unique_id: number | null
      status: string
      reason: string | null
      awaited: boolean
      urgent: boolean
      worker_id: string | null
      claims: number
      sent: boolean
      settle_at: string | null
      failures: number
      actor_kind: string
      actor_id: string
      required_scope: string | null
      required_feature: string | null
      request_id: string | null
      created_at: string
      deadline_at: string
      dispatched_at: string | null
      completed_at: string | null
      error_code: string | null
      error_message: string | null
      retry_after_seconds: number | null
      on_behalf_of: number | null
      steps: Json
      result: Json | null
      roles_written: Json | null
      reversal: Json | null
      authority: Json
      ranks: Json
      connection: Json | null
      suspension: Json | null
      experience: number
    }
  }
  claim_webhook_partitions: {
    parameters: { limit: number; leaseSeconds: number }
    row: {
      community_id: Of<'webhook_line', 'community_id'>
      webhook_id: Of<'webhook_line', 'webhook_id'>
      user_id: Of<'webhook_line', 'user_id'>
      claim: Of<'webhook_line', 'claim'>
      delivery_id: Of<'webhook_delivery', 'delivery_id'>
      seq: Of<'webhook_delivery', 'seq'>
      type: Of<'webhook_delivery', 'type'>
      body: Of<'webhook_delivery', 'body'>
      attempts: Of<'webhook_delivery', 'attempts'>
      url: Of<'webhook_endpoint', 'url'>
      secret: Of<'webhook_endpoint', 'secret'>
      previous_secret: Buffer | null
      failing_since: Of<'webhook_endpoint', 'failing_since'>
      failing_seconds: number | null
    }
  }
  count_jobs: {
    parameters: Record<string, never>
    row: {
      waiting: number
      ready: number
      executing: number
      failed: number
      delay_seconds: number
    }
  }
  count_members_by_change: {
    parameters: { rankUniqueId: number | null; medal: string | null; communityId: string; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterChange: string; afterId: number }
    row: {
      count: number
      more: boolean
    }
  }
  count_members_by_experience: {
    parameters: { rankUniqueId: number | null; medal: string | null; communityId: string; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterExperience: number; afterId: number }
    row: {
      count: number
      more: boolean
    }
  }
  count_members_named: {
    parameters: { exactId: number; name: string | null; communityId: string; afterId: number }
    row: {
      count: number
      more: boolean
    }
  }
  count_members_of_rank: {
    parameters: { rankUniqueId: number | null; medal: string | null; communityId: string; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterId: number }
    row: {
      count: number
      more: boolean
    }
  }
  count_members_with_medal: {
    parameters: { rankUniqueId: number | null; medal: string | null; communityId: string; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterId: number }
    row: {
      count: number
      more: boolean
    }
  }
  count_members_with_qualification: {
    parameters: { rankUniqueId: number | null; medal: string | null; communityId: string; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterId: number }
    row: {
      count: number
      more: boolean
    }
  }
  count_request: {
    parameters: { bucket: string; seconds: number; limit: number }
    row: {
      granted: boolean
      remaining: number
      resetMs: number
    }
  }
  count_takes: {
    parameters: { communityId: string; kind: string; id: string; needed: number }
    row: {
      granted: boolean
      remaining: number | null
      resetMs: number | null
      most: number | null
      owner: string | null
    }
  }
  digest_audit_heads: {
    parameters: Record<string, never>
    row: {
      seals: number
      digest: string
    }
  }
  end_operation: {
    parameters: { code: string; message: string; retryAfterSeconds: number | null; written: string | null; communityId: string; operationId: string; workerId: string; claims: number; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: never
  }
  enqueue_operations: {
    parameters: { communityId: string; operations: string }
    row: {
      requested_id: string
      reused_id: Of<'platform_operation', 'operation_id'> | null
      refusal: string | null
      blocked_seconds: number | null
      queued_id: Of<'platform_operation', 'operation_id'> | null
      community_id: Of<'platform_operation', 'community_id'>
      operation_id: Of<'platform_operation', 'operation_id'>
      kind: Of<'platform_operation', 'kind'>
      user_id: Of<'platform_operation', 'user_id'>
      target_unique_id: Of<'platform_operation', 'target_unique_id'> | null
      status: Of<'platform_operation', 'status'>
      reason: Of<'platform_operation', 'reason'> | null
      awaited: Of<'platform_operation', 'awaited'>
      urgent: Of<'platform_operation', 'urgent'>
      worker_id: Of<'platform_operation', 'worker_id'> | null
      claims: Of<'platform_operation', 'claims'>
      sent: Of<'platform_operation', 'sent'>
      settle_at: Of<'platform_operation', 'settle_at'> | null
      failures: Of<'platform_operation', 'failures'>
      actor_kind: Of<'platform_operation', 'actor_kind'>
      actor_id: Of<'platform_operation', 'actor_id'>
      required_scope: Of<'platform_operation', 'required_scope'> | null
      required_feature: Of<'platform_operation', 'required_feature'> | null
      request_id: Of<'platform_operation', 'request_id'> | null
      created_at: Of<'platform_operation', 'created_at'>
      deadline_at: Of<'platform_operation', 'deadline_at'>
      dispatched_at: Of<'platform_operation', 'dispatched_at'> | null
      completed_at: Of<'platform_operation', 'completed_at'> | null
      error_code: Of<'platform_operation', 'error_code'> | null
      error_message: Of<'platform_operation', 'error_message'> | null
      retry_after_seconds: Of<'platform_operation', 'retry_after_seconds'> | null
      on_behalf_of: Of<'platform_operation', 'on_behalf_of'> | null
      steps: Of<'platform_operation', 'steps'>
      result: Of<'platform_operation', 'result'> | null
      roles_written: Of<'platform_operation', 'roles_written'> | null
      reversal: Of<'platform_operation', 'reversal'> | null
      target_rank_id: Of<'rank', 'rank_id'> | null
      target_name: Of<'rank', 'name'> | null
      held_unique_id: Of<'member', 'rank_unique_id'> | null
      held_role_ids: Of<'member', 'role_ids'> | null
      unfinished_role_ids: Of<'member', 'unfinished_role_ids'> | null
      found_unique_id: number | null
    }
  }
  find_applicant_session: {
    parameters: { communityId: string; sessionId: string }
    row: {
      user_id: Of<'applicant_session', 'user_id'>
      token_hash: Of<'applicant_session', 'token_hash'>
      is_linked: boolean
      last_used_at_ms: number
      expires_at_ms: number
      facts: Json
    }
  }
  find_auto_rank_facts: {
    parameters: { communityId: string; userId: number }
    row: {
      user_id: Of<'member', 'user_id'>
      experience: Of<'member', 'experience'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      role_ids: Of<'member', 'role_ids'>
      unfinished: Of<'member', 'unfinished_role_ids'>
      blacklisted: boolean
      suspended: boolean
      ranks: Json
    }
  }
  find_batch_medals: {
    parameters: { communityId: string; names: readonly (string | null)[] }
    row: {
      medalId: Of<'medal', 'medal_id'>
      name: Of<'medal', 'name'>
      archived: Of<'medal', 'archived'>
      role: number | null
      giftBounds: Of<'medal', 'author_bounds'> | null
    }
  }
  find_bounds_of_actor: {
    parameters: { communityId: string; actorKind: string; actorId: string }
    row: {
      bounds: Json | null
    }
  }
  find_community: {
    parameters: { communityId: string }
    row: {
      facts: Json
    }
  }
  find_connection: {
    parameters: { communityId: string }
    row: {
      group_id: Of<'platform_connection', 'group_id'>
      credential_kind: Of<'platform_connection', 'credential_kind'>
      credential: Of<'platform_connection', 'credential'>
      status: Of<'platform_connection', 'status'>
      owner_user_id: Of<'platform_connection', 'owner_user_id'>
      connected_at: Of<'platform_connection', 'connected_at'>
      being_checked: boolean
      check_interrupted: boolean
    }
  }
  find_event: {
    parameters: { communityId: string; eventId: string }
    row: {
      event_id: Of<'event', 'event_id'>
      event_type_id: Of<'event', 'event_type_id'>
      name: Of<'event', 'name'>
      description: Of<'event', 'description'>
      state: Of<'event', 'state'>
      starts_at: Of<'event', 'starts_at'>
      ends_at: Of<'event', 'ends_at'>
      host_user_id: Of<'event', 'host_user_id'>
      awards: Of<'event', 'awards'>
      started_at: Of<'event', 'started_at'>
      finished_at: Of<'event', 'finished_at'>
      cancelled_at: Of<'event', 'cancelled_at'>
      cancel_reason: Of<'event', 'cancel_reason'>
      created_at: Of<'event', 'created_at'>
      updated_at: Of<'event', 'updated_at'>
      author_bounds: Of<'event', 'author_bounds'> | null
      attendees: Json | null
    }
  }
  find_key: {
    parameters: { communityId: string; keyId: string }
    row: {
      name: Of<'api_key', 'name'>
      key_hash: Of<'api_key', 'key_hash'>
      scopes: Of<'api_key', 'scopes'>
      enabled: Of<'api_key', 'enabled'>
      domain: Of<'api_key', 'domain'>
      expires_at_ms: number | null
      allowed_addresses: Of<'api_key', 'allowed_addresses'>
      origin_key_id: string
      bounds: Json
      takes_per_hour_limit: Of<'api_key', 'takes_per_hour_limit'>
      act_for: Of<'api_key', 'act_for'>
      paused_at: Of<'api_key', 'paused_at'>
      facts: Json
    }
  }
  find_member: {
    parameters: { communityId: string; userId: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
    }
  }
  find_member_by_username: {
    parameters: { communityId: string; username: string }
    row: {
      user_id: number
      named_at: string | null
    }
  }
  find_members: {
    parameters: { communityId: string; userIds: readonly (number | null)[] | IntegerList }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
    }
  }
  find_operation_with_history: {
    parameters: { communityId: string; operationId: string }
    row: {
      community_id: Of<'platform_operation', 'community_id'>
      operation_id: Of<'platform_operation', 'operation_id'>
      kind: Of<'platform_operation', 'kind'>
      user_id: Of<'platform_operation', 'user_id'>
      target_unique_id: Of<'platform_operation', 'target_unique_id'>
      status: Of<'platform_operation', 'status'>
      reason: Of<'platform_operation', 'reason'>
      awaited: Of<'platform_operation', 'awaited'>
      urgent: Of<'platform_operation', 'urgent'>
      worker_id: Of<'platform_operation', 'worker_id'>
      claims: Of<'platform_operation', 'claims'>
      sent: Of<'platform_operation', 'sent'>
      settle_at: Of<'platform_operation', 'settle_at'>
      failures: Of<'platform_operation', 'failures'>
      actor_kind: Of<'platform_operation', 'actor_kind'>
      actor_id: Of<'platform_operation', 'actor_id'>
      required_scope: Of<'platform_operation', 'required_scope'>
      required_feature: Of<'platform_operation', 'required_feature'>
      request_id: Of<'platform_operation', 'request_id'>
      created_at: Of<'platform_operation', 'created_at'>
      deadline_at: Of<'platform_operation', 'deadline_at'>
      dispatched_at: Of<'platform_operation', 'dispatched_at'>
      completed_at: Of<'platform_operation', 'completed_at'>
      error_code: Of<'platform_operation', 'error_code'>
      error_message: Of<'platform_operation', 'error_message'>
      retry_after_seconds: Of<'platform_operation', 'retry_after_seconds'>
      on_behalf_of: Of<'platform_operation', 'on_behalf_of'>
      steps: Of<'platform_operation', 'steps'>
      result: Of<'platform_operation', 'result'> | null
      roles_written: Of<'platform_operation', 'roles_written'> | null
      reversal: Of<'platform_operation', 'reversal'> | null
      target_rank_id: Of<'rank', 'rank_id'> | null
      target_name: Of<'rank', 'name'> | null
      paused: boolean
      writesPaused: boolean
      lacksCalls: boolean
      history: Json
    }
  }
  find_rank_change_blocks: {
    parameters: { communityId: string; userId: number }
    row: {
      blacklisted: boolean
      suspended: boolean
      unfinished: number[]
    }
  }
  find_reversal_facts: {
    parameters: { communityId: string; names: readonly (string | null)[]; actions: readonly (string | null)[]; userIds: readonly (number | null)[] | IntegerList; positions: readonly (number | null)[] | IntegerList }
    row: {
      user_id: number
      known: boolean
      experience: number
      quota_points: number
      medal_occurrences: number
      rank_unique_id: Of<'member', 'rank_unique_id'> | null
      role_ids: number[]
      unfinished_role_ids: number[]
      blacklisted: boolean
      suspended: boolean
      medals: Json
      qualifications: Json
      bound: Json
      entries: Json
      taken: Json
    }
  }
  find_reversal_log: {
    parameters: { communityId: string; first: number; actions: readonly (string | null)[]; objects: readonly (string | null)[] }
    row: {
      entries: Json
      taken: Json
    }
  }
  find_session: {
    parameters: { communityId: string; sessionId: string }
    row: {
      person_id: Of<'person_session', 'person_id'>
      token_hash: Of<'person_session', 'token_hash'>
      name: Of<'person', 'name'>
      role: Of<'person', 'role'>
      enabled: Of<'person', 'enabled'>
      takes_per_hour_limit: Of<'person', 'takes_per_hour_limit'>
      paused_at: Of<'person', 'paused_at'>
      bounds: Json
      role_loss: Json | null
      own_scopes: string[] | null
      last_used_at_ms: number
      expires_at_ms: number
      ended_at_ms: number | null
      proved_at_ms: number
      has_passkey: boolean
      facts: Json
    }
  }
  flag_ambiguous_member: {
    parameters: { userId: number; message: string; communityId: string; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: never
  }
  give_event_medals: {
    parameters: { communityId: string; eventId: string; roles: readonly (string | null)[]; names: readonly (string | null)[]; refusedIds: readonly (number | null)[] | IntegerList; refusedNames: readonly (string | null)[]; refusals: readonly (string | null)[]; actorKind: string; actorId: string; requestId: string | null; reason: string; onBehalfOf: number | null }
    row: never
  }
  group_members_for_preview: {
    parameters: { communityId: string; steps: readonly (number | null)[] | IntegerList }
    row: {
      rank_unique_id: number | null
      role_ids: number[]
      unfinished: number[]
      reached: number
      blacklisted: boolean
      suspended: boolean
      members: number
      total: number
    }
  }
  insert_event_points_awards: {
    parameters: { communityId: string; eventId: string; userIds: readonly (number | null)[] | IntegerList; kinds: readonly (string | null)[]; amounts: readonly (number | null)[] | IntegerList; clamped: readonly (boolean | null)[]; changes: readonly (number | null)[] | IntegerList; auditIds: readonly (number | null)[] | IntegerList }
    row: never
  }
  insert_event_rank_awards: {
    parameters: { communityId: string; eventId: string; userIds: readonly (number | null)[] | IntegerList; goals: readonly (string | null)[]; operationIds: readonly (string | null)[]; codes: readonly (string | null)[] }
    row: never
  }
  insert_medal: {
    parameters: { communityId: string; name: string; description: string; role: number | null; bounds: string | null; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      id: Of<'medal', 'medal_id'>
      name: Of<'medal', 'name'>
      description: Of<'medal', 'description'>
      archived: Of<'medal', 'archived'>
      role_unique_id: Of<'medal', 'role_unique_id'>
      created_at: Of<'medal', 'created_at'>
      updated_at: Of<'medal', 'updated_at'>
      audit_id: Of<'audit_entry', 'audit_id'>
    }
  }
  insert_member: {
    parameters: { communityId: string; userId: number; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: never
  }
  insert_qualification: {
    parameters: { communityId: string; name: string; description: string; role: number | null; bounds: string | null; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      id: Of<'qualification', 'qualification_id'>
      name: Of<'qualification', 'name'>
      description: Of<'qualification', 'description'>
      archived: Of<'qualification', 'archived'>
      role_unique_id: Of<'qualification', 'role_unique_id'>
      created_at: Of<'qualification', 'created_at'>
      updated_at: Of<'qualification', 'updated_at'>
      audit_id: Of<'audit_entry', 'audit_id'>
    }
  }
  is_leaderboard_stale: {
    parameters: { communityId: string }
    row: {
      isStale: boolean
    }
  }
  lease_permits: {
    parameters: { limit: number; bucket: string; start: number; weightMs: number; used: number; permits: number }
    row: {
      taken: Of<'rate_window', 'used'>
      granted: Of<'rate_window', 'granted'>
      previous: number
    }
  }
  list_dependants: {
    parameters: { kind: string; communityId: string; id: string; now: string }
    row: {
      kind: string
      id: string
      name: string
      at: string
    }
  }
  list_event_awards: {
    parameters: { communityId: string; eventId: string; afterUserId: number; limit: number }
    row: {
      user_id: Of<'event_award', 'user_id'>
      role: Of<'event_attendee', 'role'>
      awards: Json
      more: boolean
      size_before: number | null
    }
  }
  list_event_roles: {
    parameters: { communityId: string; eventId: string }
    row: {
      userId: Of<'event_award', 'user_id'>
      roleUniqueId: Of<'rank', 'unique_id'>
      boundBy: Of<'medal', 'author_bounds'> | null
    }
  }
  list_event_types: {
    parameters: { communityId: string; afterAt: string | null; afterId: string; limit: number }
    row: {
      event_type_id: Of<'event_type', 'event_type_id'>
      name: Of<'event_type', 'name'>
      description: Of<'event_type', 'description'>
      awards: Of<'event_type', 'awards'>
      archived_at: Of<'event_type', 'archived_at'>
      created_at: Of<'event_type', 'created_at'>
      updated_at: Of<'event_type', 'updated_at'>
      more: boolean
      size_before: number | null
    }
  }
  list_fullest_storage: {
    parameters: Record<string, never>
    row: {
      community_id: Of<'community_storage', 'community_id'>
      quota: Of<'community_storage', 'quota'>
      used: Of<'community_storage', 'used'>
      limit: number
    }
  }
  list_givers: {
    parameters: { communityId: string; most: number }
    row: {
      owner: string
      kind: Of<'audit_entry', 'actor_kind'>
      id: string
      members: number
    }
  }
  list_late_jobs: {
    parameters: { names: readonly (string | null)[]; minutes: readonly (number | null)[] | IntegerList }
    row: {
      name: Of<'scheduled_job', 'name'>
      ranAt: Of<'scheduled_job', 'ran_at'>
      lateSeconds: number
    }
  }
  list_makers: {
    parameters: { kind: string; id: string; communityId: string }
    row: {
      kind: string
      owner: string
    }
  }
  list_members: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; afterUserId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      more: boolean
    }
  }
  list_members_by_change: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterChange: string; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_by_change_desc: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterChange: string; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_by_display_name: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; exactId: number; name: string | null; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_by_experience: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterExperience: number; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_by_experience_desc: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterExperience: number; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_by_name_part: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; exactId: number; name: string | null; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_by_username: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; exactId: number; name: string | null; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_filtered: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_of_rank: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterId: number; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_with_medal: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterId: number; limit: number }
    row: {
      user_id: Of<'member_medal', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_members_with_qualification: {
    parameters: { communityId: string; medals: boolean; qualifications: boolean; rankUniqueId: number | null; medal: string | null; qualification: string | null; minExperience: number; maxExperience: number; changedSince: string; name: string | null; afterId: number; limit: number }
    row: {
      user_id: Of<'member_qualification', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      medals: Json
      qualifications: Json
      at: string
      matches: boolean
      is_end: boolean
      more: boolean
    }
  }
  list_own_steps: {
    parameters: { communityId: string; userIds: readonly (number | null)[] | IntegerList }
    row: {
      user_id: Of<'platform_operation', 'user_id'>
      verb: string
      role: number
      at: string
    }
  }
  list_ranks: {
    parameters: { communityId: string }
    row: {
      unique_id: Of<'rank', 'unique_id'>
      rank_id: Of<'rank', 'rank_id'>
      name: Of<'rank', 'name'>
      member_count: Of<'rank', 'member_count'>
      auto_rank_experience: Of<'rank', 'auto_rank_experience'>
      managed: boolean
      given_by_people: Of<'rank', 'given_by_people'>
      powers: Of<'rank', 'powers'> | null
      author_bounds: Of<'rank', 'author_bounds'> | null
    }
  }
  list_storage: {
    parameters: { communityId: string }
    row: {
      quota: string
      unit: string
      used: number
      limit: number
      own: boolean
    }
  }
  lock_due_suspensions: {
    parameters: { communityId: string | null; suspensionId: string | null; most: number }
    row: {
      community_id: Of<'suspension', 'community_id'>
      suspension_id: Of<'suspension', 'suspension_id'>
      user_id: Of<'suspension', 'user_id'>
      former_unique_id: Of<'suspension', 'former_unique_id'>
      author_bounds: Of<'suspension', 'author_bounds'> | null
    }
  }
  look_up_members: {
    parameters: { userIds: readonly (number | null)[] | IntegerList; usernames: readonly (string | null)[]; communityId: string; medals: boolean; qualifications: boolean }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      quota_points: Of<'member', 'quota_points'>
      rank_unique_id: Of<'member', 'rank_unique_id'>
      rank_id: Of<'rank', 'rank_id'> | null
      rank_name: Of<'rank', 'name'> | null
      created_at: Of<'member', 'created_at'>
      updated_at: Of<'member', 'updated_at'>
      synced_at: Of<'member', 'synced_at'>
      roles: Json | null
      is_remaining: boolean
      medals: Json
      qualifications: Json
    }
  }
  mark_suspensions_restoring: {
    parameters: { communityIds: readonly (string | null)[]; suspensionIds: readonly (string | null)[]; operationIds: readonly (string | null)[] }
    row: never
  }
  put_event_attendees: {
    parameters: { userIds: readonly (number | null)[] | IntegerList; roles: readonly (string | null)[]; attendances: readonly (string | null)[]; communityId: string; eventId: string; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      user_id: number
      role: string
      attendance: string
      role_before: Of<'event_attendee', 'role'> | null
      attendance_before: Of<'event_attendee', 'attendance'> | null
      changed: boolean
      added_at: string
      updated_at: string
    }
  }
  queue_scheduled_jobs: {
    parameters: { names: readonly (string | null)[]; minutes: readonly (number | null)[] | IntegerList; ats: readonly (number | null)[] | IntegerList }
    row: {
      queued: boolean
    }
  }
  read_audit_seals: {
    parameters: { communityId: string; after: number; limit: number }
    row: {
      number: Of<'audit_seal', 'number'>
      previous: string | null
      hash: string
      mac: Of<'audit_seal', 'mac'> | null
      isPurged: boolean
      isIntact: boolean
      entries: number
      redacted: number
      otherwise: number
      differingEntry: number | null
      difference: string | null
    }
  }
  read_community_export: {
    parameters: { communityId: string; userId: number }
    row: {
      responses: Json
      notifications: Json
      eventsAttended: Json
      eventsHosted: Json
      auditEntries: Json
      actedFor: Json
      identities: Json
    }
  }
  read_community_export_rest: {
    parameters: { communityId: string; userId: number }
    row: {
      blacklistEntries: Json
      warnings: Json
      suspensions: Json
      passwordGuesses: Json
      rankChanges: Json
      awardBatchEntries: Json
      webhookDeliveries: Json
      accountLinks: Json
      staff: Json
      applicantSessions: Json
      applicantCodes: Json
    }
  }
  read_leaderboard: {
    parameters: { communityId: string; limit: number }
    row: {
      user_id: Of<'member', 'user_id'>
      username: Of<'member', 'username'>
      display_name: Of<'member', 'display_name'>
      experience: Of<'member', 'experience'>
      place: number
    }
  }
  read_leaderboard_place: {
    parameters: { communityId: string; userId: number; around: number }
    row: {
      user_id: number | null
      username: string | null
      display_name: string | null
      experience: number
      counted_at: Of<'leaderboard_step', 'counted_at'> | null
      place: number | null
    }
  }
  read_webhook_backlog: {
    parameters: Record<string, never>
    row: {
      pending: number
      delay_seconds: number
      healthy: number
      failing: number
      disabled: number
    }
  }
  recompute_ranks: {
    parameters: { communityId: string; after: number }
    row: {
      last: number | null
      count: number
    }
  }
  record_operation_steps: {
    parameters: { begins: boolean; communityId: string; operationId: string; workerId: string; claims: number; takes: boolean; target: number | null; steps: string; leaseSeconds: number; formerRank: number | null; formerRoles: readonly (number | null)[] | IntegerList | null }
    row: {
      authority: Json | null
      isOpen: boolean
      granted: boolean | null
      remaining: number | null
      resetMs: number | null
      most: number | null
      owner: string | null
    }
  }
  record_platform_calls: {
    parameters: { perMinute: number | null; calls: number; remaining: number | null; throttled: boolean; blockedSeconds: number | null; communityId: string }
    row: never
  }
  remove_event_attendee: {
    parameters: { communityId: string; eventId: string; userId: number; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      user_id: Of<'audit_entry', 'user_id'>
    }
  }
  remove_medal: {
    parameters: { communityId: string; userId: number; name: string; follows: boolean; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      award_exists: boolean
      member_exists: boolean
      archived: boolean
      already_held: boolean
      at_limit: boolean
      change: number
      audit_id: number | null
      role_unique_id: number | null
      waits: boolean
      author_bounds: Json | null
    }
  }
  remove_qualification: {
    parameters: { communityId: string; userId: number; name: string; follows: boolean; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      award_exists: boolean
      member_exists: boolean
      archived: boolean
      already_held: boolean
      at_limit: boolean
      change: number
      audit_id: number | null
      role_unique_id: number | null
      waits: boolean
      author_bounds: Json | null
    }
  }
  report_identities: {
    parameters: { ids: readonly (number | null)[] | IntegerList; usernames: readonly (string | null)[] | null; displayNames: readonly (string | null)[] | null; accounts: readonly (number | null)[] | IntegerList | null; communityId: string; domain: string; freshSeconds: number; source: string; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      id: number
      outcome: string
      user_id: number | null
      was_known: boolean
      audit_id: Of<'audit_entry', 'audit_id'> | null
      is_done: boolean
    }
  }
  reschedule_operation: {
    parameters: { status: string; reason: string; inSeconds: number; failures: number; sent: boolean; unsent: number; settleSeconds: number; communityId: string; operationId: string; workerId: string; claims: number }
    row: never
  }
  resolve_ids: {
    parameters: { ids: readonly (number | null)[] | IntegerList; communityId: string; domain: string }
    row: {
      id: Of<'identity', 'id'>
      user_id: NonNullable<Of<'identity', 'user_id'>>
    }
  }
  settle_webhook_delivery: {
    parameters: { status: string; delaySeconds: number; seq: number; communityId: string; webhookId: string; userId: number; claim: number; httpStatus: number | null; error: string | null; deliveryId: string }
    row: {
      delivery_id: Of<'webhook_delivery', 'delivery_id'>
    }
  }
  store_member_name: {
    parameters: { communityId: string; userId: number; username: string; displayName: string }
    row: never
  }
  store_member_rank: {
    parameters: { communityId: string; userId: number; rankUniqueId: number | null; roleIds: readonly (number | null)[] | IntegerList; requestId: string | null }
    row: never
  }
  store_profile: {
    parameters: { communityId: string; userId: number; username: string; displayName: string; rankUniqueId: number | null; roleIds: readonly (number | null)[] | IntegerList; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      user_id: number | null
    }
  }
  succeed_operation: {
    parameters: { communityId: string; operationId: string; workerId: string; claims: number; actorKind: string; actorId: string; requestId: string | null; action: string; before: string | null; after: string | null; onBehalfOf: number | null; rank: number | null; roles: readonly (number | null)[] | IntegerList; formerRank: number | null; formerRoles: readonly (number | null)[] | IntegerList | null; target: number | null; written: string | null }
    row: {
      operation_id: Of<'platform_operation', 'operation_id'>
    }
  }
  summarize_event_awards: {
    parameters: { communityId: string; eventId: string }
    row: {
      members: number
      experience: number
      quota_points: number
      medals: number
      medals_withheld: number
      pending: number
      succeeded: number
      failed: number
      skipped: number
      pending_operations: Json
    }
  }
  update_medal: {
    parameters: { communityId: string; current: string; name: string | null; description: string | null; archived: boolean | null; removesRole: boolean; role: number | null; bounds: string | null; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      id: number
      name: string
      description: string
      archived: boolean
      role_unique_id: number | null
      created_at: string
      updated_at: string
      audit_id: number | null
    }
  }
  update_qualification: {
    parameters: { communityId: string; current: string; name: string | null; description: string | null; archived: boolean | null; removesRole: boolean; role: number | null; bounds: string | null; actorKind: string; actorId: string; requestId: string | null; onBehalfOf: number | null }
    row: {
      id: number
      name: string
      description: string
      archived: boolean
      role_unique_id: number | null
      created_at: string
      updated_at: string
      audit_id: number | null
    }
  }
}
