// Breaking changes of the next release, which is a new major version. Empty after each release.

/** Changes as `npm run check -- --only compatibility` prints them, by reason. */
export const planned: readonly { readonly reason: string; readonly changes: readonly string[] }[] = [
  {
    reason:
      'Numbers and truth values of parameters have their type in generated clients; the wire has the same digits.',
    changes: [
      'RankUniqueIdPath has the type integer instead of string.',
      'AwardLimit has the type integer instead of string.',
      'ModerationLimit has the type integer instead of string.',
      'EventLimit has the type integer instead of string.',
      '/v2/members.get.limit has another pattern.',
      '/v2/applications/{applicationId}.delete.version has the type integer instead of string.',
      '/v2/applications/{applicationId}/responses.get.limit has the type integer instead of string.',
      '/v2/suspensions.get.limit has the type integer instead of string.',
      '/v2/events/{eventId}/finish.post.wait has the type boolean instead of string.',
      '/v2/audit-entries.get.limit has the type integer instead of string.',
      '/v2/webhooks/{webhookId}/deliveries.get.limit has the type integer instead of string.',
    ],
  },
  {
    reason: 'What an operation gives needs the scope of the operation that exists for it.',
    changes: [
      'RankTarget gained x-gives.',
      'RankUpdate gained x-gives.',
      'AutoRankSettingsUpdate gained x-gives.',
      'RankOperationRequest gained x-gives.',
      'SuspensionCreate gained x-gives.',
      'SuspensionSettingsUpdate gained x-gives.',
      'EventAwardRuleInput gained x-gives.',
      'BatchEntry gained x-gives.',
    ],
  },
  {
    reason: '3.0.0 did not say which enums are open.',
    changes: [
      'ErrorCode may gain values from now on.',
      'CommittedPart may gain values from now on.',
      'AutoRankReason may gain values from now on.',
      'SuspensionOutcome may gain values from now on.',
      'EventMedalRefusal may gain values from now on.',
      'PlatformOperationKind may gain values from now on.',
      'WebhookType may gain values from now on.',
    ],
  },
  {
    reason: 'Compatible: longer cursors are accepted, an empty one counts as absent.',
    changes: ['MemberCursor has the minLength 1 instead of none.', 'MemberCursor has another pattern.'],
  },
  {
    reason: 'Compatible: only true was accepted before, too, as an enum.',
    changes: [
      'RankUpdate.removeAutoRank gained x-true.',
      'SuspensionUpdate.removeReason gained x-true.',
      'SuspensionSettingsUpdate.removeRank gained x-true.',
    ],
  },
  {
    reason: 'Every id of the platform is a string in answers.',
    changes: ['GroupId has the type string instead of integer.'],
  },
  {
    reason: 'Compatible: 2,000 characters after trimming, as before.',
    changes: ['ResponseReview.applicantFeedback has the maxLength 2000 instead of 4000.'],
  },
  {
    reason: 'With `fields`, a list of members leaves properties out; without it, all are present.',
    changes: [
      ...['displayName', 'experience', 'quotaPoints', 'rank', 'medals', 'qualifications'],
      ...['createdAt', 'updatedAt', 'syncedAt'],
    ].map((name) => `MemberFields.${name} may be absent from answers.`),
  },
  {
    reason: 'Compatible: the same questions are accepted and answered, as unions by type.',
    changes: [
      'QuestionType was removed or renamed: generated types have its name.',
      'QuestionInput has other alternatives in its request.',
      'Question has other alternatives in its answer.',
      'KeyedQuestion has other alternatives in its answer.',
    ],
  },
  {
    reason: 'openapi-generator has a class Configuration of its own; the schema is ApplicationConfiguration.',
    changes: ['Configuration was removed or renamed: generated types have its name.'],
  },
  {
    reason: 'The account of an operation may have been erased.',
    changes: ['PlatformOperation.userId may be null in answers.'],
  },
  {
    reason: 'Compatible: the header still has the one value true.',
    changes: ['headers.IdempotentReplayed is no enum in its answer any more.'],
  },
  {
    reason: 'The status was declared and never sent.',
    changes: [
      '/v2/members/{userId}/auto-rank.get lost the status 409.',
      '/v2/auto-rank.get lost the status 409.',
      '/v2/medals.get lost the status 409.',
      '/v2/medals/{name}.get lost the status 409.',
      '/v2/qualifications.get lost the status 409.',
      '/v2/qualifications/{name}.get lost the status 409.',
      '/v2/platform-operations/{operationId}.get lost the status 409.',
      '/v2/blacklist-entries.get lost the status 409.',
      '/v2/blacklist-entries/{blacklistEntryId}.get lost the status 409.',
      '/v2/warnings.get lost the status 409.',
      '/v2/warnings/{warningId}.get lost the status 409.',
      '/v2/suspensions.get lost the status 409.',
      '/v2/suspensions/{suspensionId}.get lost the status 409.',
      '/v2/suspension-settings.get lost the status 409.',
      '/v2/event-types.get lost the status 409.',
      '/v2/event-types/{eventTypeId}.get lost the status 409.',
      '/v2/events.get lost the status 409.',
      '/v2/events/{eventId}.get lost the status 409.',
      '/v2/events/{eventId}/attendees.get lost the status 409.',
      '/v2/events/{eventId}/awards.get lost the status 409.',
      '/v2/award-batches/{batchId}.get lost the status 409.',
      '/v2/webhooks.get lost the status 409.',
      '/v2/webhooks/{webhookId}.get lost the status 409.',
      '/v2/webhooks/{webhookId}/deliveries.get lost the status 409.',
      '/v2/platform-notifications.post lost the status 409.',
    ],
  },
  {
    reason: 'Generators read a scheme called apiKey as one in a header of its own.',
    changes: ['securitySchemes.apiKey was removed or renamed: generated clients have its name.'],
  },
]
