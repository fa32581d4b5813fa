// What the contract does not say about its operations as commands.
import type { OperationId } from '../../contract/types'

/** A property of the contract, or a heading with what is computed from the entry. */
export type Column = string | readonly [heading: string, value: (row: Values) => unknown]

type Values = Readonly<Record<string, unknown>>

export interface Override {
  readonly noun?: string
  readonly verb?: string
  readonly summary?: string
  /** Of the table, or the fields of a record; absent: all properties. */
  readonly columns?: readonly Column[]
  /** Instead of an empty table. */
  readonly none?: string
  /** What it does to others, as a sentence without a full stop; it then needs `--yes` or a confirmation. */
  readonly confirm?: string
  /** Names of flags, by place and name: `body/name`. */
  readonly flags?: Readonly<Record<string, string>>
}

/** Nouns that are not the singular of the first segment of the path. */
export const nounOfSegment: Readonly<Record<string, string>> = {
  'member-lookups': 'member',
  'blacklist-entries': 'blacklist',
  'audit-entries': 'audit',
  'award-batches': 'batch',
  'platform-operations': 'operations',
  'suspension-settings': 'suspension',
}

/** Of nouns that have no command by hand; absent: the description of the tag. */
export const nounSummaries: Readonly<Record<string, string>> = {
  batch: 'bulk awards of the API',
  leaderboard: 'the members with the most experience',
  'auto-rank': 'the settings of AutoRank',
  verification: 'links between platform accounts and chat accounts',
  'link-code': 'one-time codes that link accounts',
  'join-request': 'requests to join the group',
}

const changeOf = (points: unknown): unknown => (points as { readonly change: number } | null | undefined)?.change
const presentOf = (attendees: unknown): number => (attendees as { readonly present: number }).present

export const overrides: { readonly [Id in OperationId]?: Override } = {
  updateMedal: { flags: { 'body/name': 'to' } },
  updateQualification: { flags: { 'body/name': 'to' } },
  getAwardBatch: {
    verb: 'show',
    summary: 'show the result of each entry; kept for 24 hours',
    columns: [
      ['entry', ({ index }) => index],
      ['user', ({ userId }) => userId],
      'status',
      ['experience', ({ experience }) => changeOf(experience)],
      ['quota points', ({ quotaPoints }) => changeOf(quotaPoints)],
      'medals',
      ['why', ({ error }) => (error as { readonly message: string } | null)?.message],
    ],
  },
  createWarning: { verb: 'add', summary: 'warn an account; it becomes a member if needed' },
  revokeWarning: { summary: 'revoke a warning; it stays on record' },
  getBlacklistEntry: {
    summary: 'show an entry, its authors and reasons',
    columns: [
      ...['blacklistEntryId', 'userId', 'groupId', 'state', 'reason', 'evidenceUrl', 'createdAt', 'createdBy'],
      ...['expiresAt', 'liftedAt', 'liftedBy', 'liftReason'],
    ],
  },
  getSuspension: { summary: 'show a suspension' },
  updateSuspension: {
    summary: 'change the end or the reason of a suspension',
    flags: { 'body/endsAt': 'until' },
  },
  listEventTypes: {
    summary: 'list the types of a community, including archived ones, newest first',
    columns: [
      ['type', ({ eventTypeId }) => eventTypeId],
      'archived',
      ['rules', ({ awards }) => (awards as unknown[]).length],
      'createdAt',
      'name',
    ],
    none: 'This community has no event types.',
  },
  createEventType: { summary: 'create a type; without --awards it has no rewards' },
  listEvents: {
    summary: 'list the events of a community by start time, latest first',
    columns: ['eventId', 'state', 'startsAt', ['present', ({ attendees }) => presentOf(attendees)], 'name'],
  },
  cancelEvent: { summary: 'cancel an event that has not ended, without rewards' },
  listWebhooks: {
    summary: 'list the endpoints of a community, oldest first',
    columns: [
      'webhookId',
      'createdAt',
      // a URL may contain a secret
      ['host', ({ url }) => new URL(url as string).host],
      'enabled',
      ['reason', ({ disabledReason }) => disabledReason],
      'failingSince',
      ['types', ({ types }) => ((types as string[]).includes('*') ? 'all' : types)],
    ],
    none: 'There are no webhook endpoints.',
  },
  getWebhook: { summary: 'show an endpoint' },
  listWebhookDeliveries: {
    verb: 'deliveries',
    summary: 'list the messages of an endpoint, newest first',
    columns: [
      ['message', ({ deliveryId }) => deliveryId],
      'status',
      'type',
      ['user', ({ userId }) => userId],
      ['tried', ({ attempts }) => attempts],
      ['last', ({ lastError, lastStatus }) => lastError ?? lastStatus],
      'createdAt',
      ['next', ({ nextAttemptAt }) => nextAttemptAt],
    ],
    none: 'There are no messages.',
  },
  lookUpMembers: { verb: 'look-up' },
  getKeyById: { verb: 'show' },
  getAutoRankSettings: { verb: 'show' },
  updateAutoRankSettings: { verb: 'update' },
  getSuspensionSettings: { verb: 'show-settings' },
  updateSuspensionSettings: { verb: 'update-settings' },
  listTemplates: { columns: ['templateId', 'name', 'createdAt'] },
  listResponses: {
    noun: 'response',
    verb: 'list',
    columns: ['responseId', 'userId', 'username', 'status', 'score', 'submittedAt', 'reviewedAt'],
  },
  submitResponse: { noun: 'response', verb: 'submit' },
  getApplicationStatus: { noun: 'response', verb: 'show-result' },
  deleteTemplate: { confirm: 'the template is deleted, and cannot be restored' },
  deleteApplication: { confirm: 'applicants can no longer open or submit this form' },
  listIdentities: { verb: 'list-of-account', summary: 'list the ids of an account in universes and applications' },
  reportIdentity: { verb: 'report' },
  reportIdentities: { verb: 'report-many' },
  setVerification: { verb: 'set' },
  setVerifications: { verb: 'set-many' },
  deleteVerification: { confirm: 'the account is unlinked, and cannot apply until it is linked again' },
  removeEventAttendee: { confirm: 'the attendee is removed, and gets no awards of the event' },
  deleteWebhook: { confirm: 'the endpoint and its pending messages are deleted, and cannot be restored' },
  rotateWebhookSecret: { confirm: 'its receiver has to know the new secret before the overlap ends' },
  sendTestMessage: { verb: 'test' },
}

/** The command that does it, or why there is none. */
export const byHand: { readonly [Id in OperationId]?: { readonly command: string } | { readonly reason: string } } = {
  listMembers: { command: 'member find' },
  getMember: { command: 'member show' },
  changeExperience: { command: 'member award' },
  changeQuotaPoints: { command: 'member award' },
  awardMedal: { command: 'member award' },
  removeMedal: { command: 'member award' },
  awardQualification: { command: 'member award' },
  removeQualification: { command: 'member award' },
  setMemberRank: { command: 'member rank' },
  promoteMember: { command: 'member rank' },
  demoteMember: { command: 'member rank' },
  getKey: { reason: 'an operator has no key of its own' },
  listKeys: { command: 'key list' },
  createKey: { command: 'key create' },
  revokeKey: { command: 'key revoke' },
  rotateKey: { command: 'key rotate' },
  updateKey: { command: 'key set' },
  getSettings: { command: 'community show' },
  updateSettings: { command: 'community set' },
  listPlans: { command: 'community show' },
  explainAutoRank: { command: 'rank explain' },
  listRanks: { command: 'rank list' },
  syncRanks: { command: 'rank sync' },
  listMedals: { command: 'medal list' },
  createMedal: { command: 'medal create' },
  listQualifications: { command: 'qualification list' },
  createQualification: { command: 'qualification create' },
  listApplications: { command: 'application list' },
  createApplication: { command: 'application create' },
  getApplication: { command: 'application show' },
  getApplicationConfiguration: { command: 'application show' },
  getResponse: { command: 'response show' },
  reviewResponse: { command: 'response pass' },
  getIdentity: { command: 'identity show' },
  getPlatformOperation: { command: 'operations show' },
  cancelPlatformOperation: { command: 'operations cancel' },
  listBlacklistEntries: { command: 'blacklist list' },
  createBlacklistEntry: { command: 'blacklist add' },
  liftBlacklistEntry: { command: 'blacklist lift' },
  listWarnings: { command: 'warning list' },
  listSuspensions: { command: 'suspension list' },
  createSuspension: { command: 'suspension add' },
  liftSuspension: { command: 'suspension lift' },
  getEvent: { command: 'event show' },
  finishEvent: { command: 'event finish' },
  listAuditEntries: { command: 'audit list' },
  redeliverWebhookMessage: { command: 'webhook redeliver' },
  receivePlatformNotification: { reason: 'the platform signs it; see data-rights erase' },
}
