// What does not belong to one community, each with its reason: tables, indexes and statements.

/** Tables without a community. `reference`: statements of a community read it beside its own rows. */
export const wholeServer: Readonly<Record<string, { readonly as: 'reference' | 'local'; readonly because: string }>> = {
  plan: { as: 'reference', because: 'what is sold, a handful of rows; every key is looked up with its plan' },
  platform_operation_transition: { as: 'reference', because: 'a rule, which a trigger asks' },
  suspension_transition: { as: 'reference', because: 'a rule, which a trigger asks' },
  event_transition: { as: 'reference', because: 'a rule, which a trigger asks' },
  verified_account: { as: 'reference', because: 'an account of the platform has one owner in every community' },
  account_restriction: { as: 'reference', because: 'an operator restricts an account in every community' },
  data_rights_hold: { as: 'reference', because: 'what an account may ask holds in every community' },
  dispatch_switch: { as: 'reference', because: 'one row: the pause of the whole deployment' },
  worker_process: { as: 'reference', because: 'a row for each process; what is accepted asks whether one lives' },
  platform_budget: { as: 'reference', because: 'the platform counts calls by credential owner, over communities' },
  account_audit_entry: { as: 'local', because: "an account's own trail, which the operator reads alone" },
  erasure_request: { as: 'local', because: 'the platform names an account and no community' },
  erasure_digest_key: { as: 'local', because: 'a row for each encryption key that was rotated' },
  rate_window: {
    as: 'local',
    because: 'requests counted by key and address, some of nobody; unlogged, gone within minutes',
  },
  rate_log: { as: 'local', because: 'requests counted by key; unlogged, deleted within minutes' },
  audit_history: { as: 'local', because: 'one row: the cluster whose transactions the trail counts' },
  schema_migration: { as: 'local', because: 'what was migrated' },
}

/** Indexes of a community's table that begin with something else. */
export const otherIndexes: Readonly<Record<string, string>> = {
  api_key_by_expiry: 'the metrics count the keys of all communities that expire soon',
  api_key_by_id: 'the operator names a key by its id alone',
  audit_entry_user: 'an account in one community, and for erasure in every one; the community comes second',
  award_batch_created: 'a job by the clock',
  event_of_host: 'erasure has nothing but the account',
  platform_operation_queue: 'the fair choice over all communities walks from one to the next',
  platform_operation_deadline: 'a job by the clock',
  platform_operation_pending: 'a job by the clock',
  platform_operation_lease: 'a job by the clock',
  platform_operation_completed: 'a job by the clock',
  suspension_due: 'a job by the clock',
  webhook_delivery_over: 'a job by the clock',
}

const clock = 'a job by the clock: each shard sees to its own rows, and no row of one is compared with one of another'
const choice = 'a choice over all communities; with several shards a worker serves one of them'
const account = 'an account is erased or exported in every community, once, with nothing but its id'
const operator = "the operator's look at the whole deployment, or at a name without its community"
const news = 'a job that finds the communities which have something to do; what it does then is of one'

/** Statements, by where they are heard, that speak of rows of any community. */
export const acrossCommunities: Readonly<Record<string, string>> = {
  'audit insertAuditEntries': operator,
  'auth countExpiringKeys': operator,
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
  'audit listCommunitiesToSeal': news,
  'communities listConnectedCommunities': news,
  'webhooks/feed listCommunitiesWithNewEntries': news,
  'progression/batches deleteOldBatches': clock,
  'rank-changes/sweep cancelOverdue': clock,
  'rank-changes/sweep purgeOldOperations': clock,
  'applications/submissions purgePasswordAttempts': clock,
  'rank-changes/sweep promoteWaiting': clock,
  'rank-changes/sweep requeueExpiredLeases': clock,
  'rank-changes/sweep wakeDispatch': clock,
  'webhooks/delivery deleteOldDeliveries': clock,
  enqueue_suspension_restores: clock,
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
  'privacy readCommunityExports': account,
}

/** Files beside the queries.ts files that hold SQL; none of it is on a community's rows while requests are served. */
export const otherFiles: Readonly<Record<string, string>> = {
  'audit/order.ts': 'at the start: the order of the trails of a restored database',
  'db/backup.ts': 'all rows of every community, for a backup',
  'db/restore.ts': 'all rows of every community, from a backup',
  'db/database-exists.ts': 'at the start: the database itself',
  'db/client.ts': 'hands statements on to the driver',
  'db/database.ts': 'what sessions begin with behind a pooler',
  'db/embedded/access.ts': 'at the start: roles of the embedded cluster',
  'db/embedded/ownership.ts': 'at the start: owner of the embedded database',
  'db/listener.ts': 'listens',
  'db/migrations/migrate.ts': 'migrations',
  'db/migrations/connection.ts': 'migrations',
  'db/migrations/state.ts': 'migrations',
  'db/pooler.ts': 'at the start: whether a pooler stands before the database, and what sessions begin with',
  'job-queue.ts': 'adds a job',
  'db/replica.ts': 'by the clock: how far the replica has come',
  'db/server-role.ts': "at the start: rights of the server's role",
  'db/statements.ts': 'declares prepared statements, each of which is read under its name',
}
