// The actions of audit entries, for filters.
const awards = ['medal', 'qualification'] as const

export const auditActions: readonly string[] = [
  ...['restrict', 'transfer', 'unrestrict', 'unverify', 'verify'].map((verb) => `account.${verb}`),
  ...['code', 'sign-in', 'sign-out'].map((verb) => `applicant.${verb}`),
  ...['create', 'delete', 'require', 'restore', 'rollback', 'update'].map((verb) => `application.${verb}`),
  ...['message', 'read', 'review', 'submit'].map((verb) => `application.response.${verb}`),
  ...['create', 'delete'].map((verb) => `application.template.${verb}`),
  'auto-rank.update',
  ...['add', 'lift', 'restore', 'update'].map((verb) => `blacklist.${verb}`),
  ...['create', 'export', 'import', 'reopen', 'set', 'set-storage'].map((verb) => `community.${verb}`),
  ...['close', 'erase', 'export', 'hold', 'no-data', 'park', 'release', 'request', 'resolve'].map(
    (verb) => `data-rights.${verb}`,
  ),
  ...['archive', 'create', 'update'].map((verb) => `event-type.${verb}`),
  ...['attendee.remove', 'attendee.set', 'cancel', 'create', 'finish', 'start', 'update'].map(
    (verb) => `event.${verb}`,
  ),
  ...['conflict', 'delete', 'resolve', 'set'].map((verb) => `identity.${verb}`),
  ...['accept', 'decline'].map((verb) => `join-request.${verb}`),
  ...['create', 'disabled', 'enabled', 'import-legacy', 'paused', 'resumed', 'revoked', 'rotate', 'set'].map(
    (verb) => `key.${verb}`,
  ),
  ...awards.flatMap((kind) => [`${kind}.create`, `${kind}.update`]),
  ...awards.flatMap((kind) => [`member.${kind}.award`, `member.${kind}.remove`]),
  ...['create', 'experience', 'quotaPoints', 'rank', 'role'].map((verb) => `member.${verb}`),
  ...['cancel', 'end', 'submit'].map((verb) => `operation.${verb}`),
  ...['pause', 'resume', 'retry'].map((verb) => `operations.${verb}`),
  ...['bind', 'create', 'invite', 'paused', 'register', 'resumed', 'unbind', 'update'].map((verb) => `person.${verb}`),
  'plan.set',
  ...['connect', 'disconnect', 'expiring', 'paused', 'resumed', 'status'].map((verb) => `platform.${verb}`),
  ...['ambiguous', 'managed', 'sync', 'threshold'].map((verb) => `rank.${verb}`),
  ...['create', 'finish'].map((verb) => `reversal.${verb}`),
  ...['create', 'end'].map((verb) => `session.${verb}`),
  ...['delete', 'set'].map((verb) => `staff-role.${verb}`),
  'subscription.set',
  'trial.set',
  'suspension-settings.update',
  ...['add', 'apply', 'end', 'lift', 'restore', 'update'].map((verb) => `suspension.${verb}`),
  ...['code', 'link', 'transfer', 'unlink'].map((verb) => `verification.${verb}`),
  ...['create', 'restore', 'revoke'].map((verb) => `warning.${verb}`),
  ...['create', 'delete', 'disable', 'enable', 'redeliver', 'rotate-secret', 'test', 'update'].map(
    (verb) => `webhook.${verb}`,
  ),
]
