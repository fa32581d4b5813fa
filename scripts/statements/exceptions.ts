// What belongs to no community, with reasons.

/** `reference`: joined with a community's rows. */
export const wholeServer: Readonly<Record<string, { readonly as: 'reference' | 'local'; readonly because: string }>> = {
  plan: { as: 'reference', because: 'few rows; every key lookup joins its plan' },
  platform_operation_transition: { as: 'reference', because: 'rules that a trigger reads' },
  suspension_transition: { as: 'reference', because: 'rules that a trigger reads' },
  event_transition: { as: 'reference', because: 'rules that a trigger reads' },
  verified_account: { as: 'reference', because: 'an account has one owner in all communities' },
  account_restriction: { as: 'reference', because: 'an operator restricts an account in every community' },
  data_rights_hold: { as: 'reference', because: 'a hold applies in all communities' },
  dispatch_switch: { as: 'reference', because: 'one row: the pause of the whole deployment' },
  worker_process: { as: 'reference', because: 'a row for each worker; enqueuing checks that one is alive' },
  platform_budget: { as: 'reference', because: 'the platform counts calls by credential owner, over communities' },
  account_audit_entry: { as: 'local', because: "an account's own audit log, for the operator only" },
  erasure_request: { as: 'local', because: 'the platform names an account and no community' },
  encryption_key: { as: 'local', because: 'a row for each encryption key in use' },
  erasure_digest_key: { as: 'local', because: 'a row for each encryption key that was rotated' },
  rate_window: {
    as: 'local',
    because: 'requests by key and address, some without a community; unlogged, deleted within minutes',
  },
  rate_log: { as: 'local', because: 'requests by key; unlogged, deleted within minutes' },
  audit_history: { as: 'local', because: 'one row: the cluster whose transaction ids order the audit log' },
  schema_function: { as: 'local', because: 'applied functions' },
  schema_migration: { as: 'local', because: 'applied migrations' },
}

/** Not beginning with the community. */
export const otherIndexes: Readonly<Record<string, string>> = {
  api_key_by_expiry: 'the metrics count the keys of all communities that expire soon',
  api_key_by_id: 'the operator gives only the id of a key',
  audit_entry_user: 'an account in one community, and in all for erasure; the community is second',
  award_batch_created: 'a scheduled job',
  event_of_host: 'erasure has only the account',
  request_key_created: 'a scheduled job',
  platform_operation_queue: 'the claim iterates over the communities',
  platform_operation_deadline: 'a scheduled job',
  platform_operation_pending: 'a scheduled job',
  platform_operation_lease: 'a scheduled job',
  platform_operation_completed: 'a scheduled job',
  suspension_due: 'a scheduled job',
  webhook_delivery_over: 'a scheduled job',
}

const clock = 'a scheduled job: each shard processes its own rows, and compares no row with one of another shard'
const choice = 'a choice over all communities; with several shards a worker serves one of them'
const account = 'an account is erased or exported in every community, by its id alone'
const operator = 'the operator reads the whole deployment, or has an id without its community'
const news = 'a job that finds communities with pending work; the work itself is of one community'

/** By function or name. */
export const acrossCommunities: Readonly<Record<string, string>> = {
  'audit insertAuditEntries': operator,
  'auth countExpiringKeys': operator,
  'platform-connection countConnections': operator,
  read_webhook_backlog: operator,
  'auth findKeyById': operator,
  'communities describeCommunities': operator,
  'secrets listCredentials': operator,
  'secrets listWebhookSecrets': operator,
  'rank-changes/operator findCommunityOf': operator,
  'rank-changes/operator listPausedLanes': operator,
  'rank-changes/operator readBacklog': operator,
  'rank-changes/operator readLanes': operator,
  'rank-changes/operator readUnderWay': operator,
  'audit listCommunitiesWithOldEntries': news,
  'members/leaderboard listCommunitiesToCount': news,
  'audit listCommunitiesToSeal': news,
  'communities listConnectedCommunities': news,
  'webhooks/feed listCommunitiesWithNewEntries': news,
  'progression/batches deleteOldBatches': clock,
  'idempotency deleteOldRequestKeys': clock,
  'rank-changes/sweep cancelOverdue': clock,
  'rank-changes/sweep purgeOldOperations': clock,
  'applications/submissions purgePasswordAttempts': clock,
  'rank-changes/sweep promoteWaiting': clock,
  'rank-changes/sweep requeueExpiredLeases': clock,
  'rank-changes/sweep wakeDispatch': clock,
  'webhooks/delivery deleteOldDeliveries': clock,
  mark_suspensions_restoring: clock,
  'moderation/suspensions endKeptSuspensions': clock,
  claim_webhook_partitions: choice,
  'claim_platform_operation()': choice,
  'privacy/full-erasure eraseEverywhere': account,
  'erase_audit_account()': account,
  'erase_audit_texts()': account,
  'privacy closeMessages': account,
  'privacy deleteAccountRows': account,
  'privacy eraseBatchOutcomes': account,
  'privacy eraseNotifications': account,
  'privacy eraseProfiles': account,
  'privacy eraseReasons': account,
  'privacy eraseResponses': account,
  'privacy eraseWebhookDeliveries': account,
  read_community_exports: account,
}

/** Not for requests on a community's rows. */
export const otherFiles: Readonly<Record<string, string>> = {
  'audit/entry.ts': 'a fragment for statements, which are checked where they are sent',
  'audit/order.ts': 'at start: the order of the audit logs of a restored database',
  'db/backup.ts': 'all rows of every community, for a backup',
  'db/restore.ts': 'all rows of every community, from a backup',
  'db/database-exists.ts': 'at start: the database itself',
  'db/database.ts': 'session defaults behind a pooler',
  'db/expressions.ts': 'expressions of statements, which are checked where they are sent',
  'db/embedded/postgres.ts': 'at start: roles of the embedded cluster',
  'db/embedded/ownership.ts': 'at start: owner of the embedded database',
  'db/listener.ts': 'listens',
  'db/migrations/migrate.ts': 'migrations',
  'db/migrations/connection.ts': 'migrations',
  'db/migrations/failure.ts': 'migrations',
  'db/migrations/functions.ts': 'migrations',
  'db/migrations/state.ts': 'migrations',
  'db/paging.ts': 'a part of statements, which are checked where they are sent',
  'db/pooler.ts': 'at start: detection of a pooler, and session defaults',
  'job-queue.ts': 'adds a job',
  'db/replica.ts': 'a scheduled job: the lag of the replica',
  'db/server-role.ts': "at the start: rights of the server's role",
  'db/statements.ts': 'declares prepared statements, which are checked by name',
}
