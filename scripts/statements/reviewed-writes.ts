// Writes by key, and why no concurrent transaction invalidates them. Before adding one, try to repeat the condition or
// to lock the row in the statement.

interface Review {
  readonly tables: readonly string[]
  readonly because: string
}

const lockedBy = (lock: string, ...tables: string[]): Review => ({
  tables,
  because: `the caller locks the row first in the same transaction (${lock}) and decides on the locked row`,
})
const unconditional = (why: string, ...tables: string[]): Review => ({
  tables,
  because: `it depends on no earlier read: ${why}`,
})

const erasure = 'an erasure removes the data of the account, whatever the rows contain'

export const reviewedWrites: Readonly<Record<string, Review>> = {
  'identities/accounts deleteMark': lockedBy('lockAccount', 'account_restriction', 'data_rights_hold'),
  'identities/accounts deleteVerified': lockedBy('lockAccount', 'verified_account'),
  'applications/forms deleteTemplate': unconditional('a template is deleted whatever it holds', 'application_template'),
  'applications/forms deleteAllPasswordAttempts': lockedBy('lockApplication', 'password_guess'),
  'applications/forms markDeleted': lockedBy('lockApplication', 'application', 'application_version'),
  'applications/forms storeRequired': lockedBy('lockApplication', 'application'),
  'applications/forms storeVersion': lockedBy('lockApplication', 'application'),
  'limits deleteOldWindows': unconditional('windows of the past count nothing', 'rate_window'),
  'auth touchKeys': unconditional('the time of the last use is coarse', 'api_key'),
  'members/names forgetFailures': unconditional('an answer is newer than the failures before it', 'name_step'),
  'members/leaderboard deleteSteps': unconditional('a count replaces the last one', 'leaderboard_step'),
  'people updatePerson': lockedBy('lockPerson', 'person'),
  'people/own-roles removeOwnRole': lockedBy('lockAuthority', 'staff_role'),
  'auth updateKey': lockedBy('lockKey', 'api_key'),
  'resume_platform_writes()': unconditional(
    'a resumption begins the count anew, whatever was counted',
    'change_window',
  ),
  'claim_platform_operation()': lockedBy('choose_queued or choose_unsettled', 'platform_operation', 'dispatch_lane'),
  'communities deleteSubscription': lockedBy('lockSubscription', 'subscription'),
  'transfer/communities holdWebhooks': unconditional('no endpoint of a moved community sends', 'webhook_endpoint'),
  'transfer/communities markMoved': lockedBy('lockMovedAt', 'community'),
  'communities updateCommunity': lockedBy('lockSettings or lockAutoRankSettings', 'community'),
  'platform-connection/pause storePause': lockedBy('lockGuard', 'community'),
  'count_qualification()': unconditional('it adds or subtracts one on the row itself', 'member'),
  'awards/medals/awards storeCounts': lockedBy('lockHolders', 'member_medal', 'member_qualification'),
  'awards/medals/awards storeOccurrences': lockedBy('lockHolders', 'member'),
  'reversals countItems': lockedBy('lockReversal', 'reversal'),
  'reversals updateReversal': lockedBy('lockReversal', 'reversal'),
  'awards/batches storeOutcome': lockedBy('insertBatch or lockBatch', 'award_batch'),
  'awards/batches insertMedals': lockedBy('lockHolders', 'member'),
  'data-rights closeMessages': unconditional(erasure, 'result_message'),
  'data-rights/account-rows deleteAccountRows': unconditional(
    erasure,
    ...['account_link', 'account_restriction', 'password_guess', 'verified_account'],
  ),
  'data-rights eraseNotifications': unconditional(erasure, 'notification'),
  'data-rights eraseProfiles': unconditional(erasure, 'member'),
  'data-rights eraseReasons': unconditional(erasure, 'blacklist_entry', 'data_rights_hold', 'suspension', 'warning'),
  'data-rights eraseReportedNames': unconditional(erasure, 'identity'),
  'data-rights eraseWebhookDeliveries': unconditional(erasure, 'webhook_delivery'),
  'data-rights/full-erasure eraseEverywhere': unconditional(
    erasure,
    ...['account_link', 'account_restriction', 'application_response', 'blacklist_entry', 'data_rights_hold'],
    ...['event_attendee', 'event_award', 'member', 'member_medal', 'member_qualification', 'notification'],
    ...['password_guess', 'person', 'platform_budget', 'platform_operation', 'result_message', 'reversal_item'],
    ...['suspension', 'verified_account', 'warning', 'webhook_delivery', 'webhook_line'],
  ),
  'data-rights/requests deletePendingIdentities': unconditional(erasure, 'identity'),
  'events updateEvent': lockedBy('lockEvent', 'event'),
  'events updateEventType': lockedBy('lockEventType', 'event_type'),
  'forget_audit_seals()': unconditional('the caller has locked the chain of the community', 'audit_seal'),
  'forget_audit_entries()': unconditional('entries never change, and their age only grows', 'audit_entry'),
  give_event_medals: lockedBy('lockPresent', 'member'),
  'platform-connection deleteConnection': unconditional(
    'a connection is removed whatever its state',
    'platform_connection',
  ),
  'ranks replaceRanks': unconditional('it stores what the platform shows', 'rank'),
  'ranks storeRankSettings': lockedBy('lockRank', 'rank'),
  'jobs deregister': unconditional('a process removes its own row', 'worker_process'),
  'members/profile markSynced': unconditional('every value is computed from the row itself', 'member'),
  'moderation/blacklist liftEntry': lockedBy('lockEntry', 'blacklist_entry'),
  'moderation/blacklist updateEntry': lockedBy('lockEntry', 'blacklist_entry'),
  'moderation/warnings updateRevoked': lockedBy('lockAccount', 'warning'),
  end_operation: unconditional('the roles are those of the rank change that ends here', 'member'),
  report_identities: {
    tables: ['identity'],
    because: 'it changes the row only while it has the account that was read; names and times are of the last report',
  },
  record_platform_calls: unconditional('every value is computed from the row itself', 'platform_budget'),
  put_event_attendees: lockedBy('lockEvent', 'event'),
  remove_event_attendee: lockedBy('lockEvent', 'event', 'event_attendee'),
  remove_medal: lockedBy('the CTE "holder", on the member', 'member_medal'),
  remove_qualification: lockedBy('the CTE "holder", on the member', 'member_qualification'),
  'applications/reviews decideResponse': lockedBy('lockApplicant, lockResponse', 'application_response'),
  'moderation/suspensions changeSuspension': lockedBy('lockSuspension', 'suspension'),
  'moderation/suspensions markLifted': lockedBy('lockSuspension', 'suspension'),
  'moderation/suspensions storeSuspendedRank': unconditional('the last setting holds', 'suspension_settings'),
  'identities/operator deleteIdentity': lockedBy('lockIdentity', 'identity'),
  'members/verifications deleteLink': lockedBy('lockAccounts', 'account_link'),
  'webhooks deleteEndpoint': lockedBy('lockEndpoint', 'webhook_endpoint'),
  'webhooks storeDisabled': lockedBy('lockEndpoint', 'webhook_endpoint', 'webhook_line'),
  'webhooks storeEnabled': lockedBy('lockEndpoint', 'webhook_endpoint'),
  'webhooks storeSecret': lockedBy('lockEndpoint', 'webhook_endpoint'),
  'webhooks updateEndpoint': lockedBy('lockEndpoint', 'webhook_endpoint'),
  'webhooks/delivery recordFailure': unconditional('every value is computed from the row itself', 'webhook_endpoint'),
  'webhooks/feed moveCursor': lockedBy('lockFeed', 'webhook_feed'),
  'webhooks/feed requeueDeliveries': lockedBy('its first statement, on the lines', 'webhook_delivery'),
  'encryption/rotation removeOtherKeyIds': unconditional('the operator decides which key is valid', 'encryption_key'),
}
