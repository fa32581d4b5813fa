// Operations whose commands are written by hand.
import type { OperationId } from '../../contract/types'

export const nounOfSegment: Readonly<Record<string, string>> = {
  'member-lookups': 'member',
  'blacklist-entries': 'blacklist',
  'audit-entries': 'audit',
  'award-batches': 'batch',
  'platform-operations': 'operations',
  'suspension-settings': 'suspension',
}

export const nounSummaries: Readonly<Record<string, string>> = {
  batch: 'bulk awards of the API',
  leaderboard: 'the members with the most experience',
  'auto-rank': 'the settings of AutoRank',
  verification: 'links between platform accounts and chat accounts',
  'link-code': 'one-time codes that link accounts',
  'join-request': 'requests to join the group on the platform',
  'event-type': 'types of events',
  warning: 'warnings of members',
  rank: 'ranks and AutoRank thresholds',
  medal: 'the medals of a community',
  qualification: 'the qualifications of a community',
}

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
  getSettings: { command: 'community show' },
  updateSettings: { command: 'community set' },
  listPlans: { command: 'community show' },
  getApplication: { command: 'application show' },
  getResponse: { command: 'response show' },
  reviewResponse: { command: 'response pass' },
  getPlatformOperation: { command: 'operations show' },
  cancelPlatformOperation: { command: 'operations cancel' },
  createBlacklistEntry: { command: 'blacklist add' },
  liftBlacklistEntry: { command: 'blacklist lift' },
  createSuspension: { command: 'suspension add' },
  liftSuspension: { command: 'suspension lift' },
  getEvent: { command: 'event show' },
  listAuditEntries: { command: 'audit list' },
  redeliverWebhookMessage: { command: 'webhook redeliver' },
  receivePlatformNotification: { reason: 'the platform signs it; see data-rights erase' },
}
