// Operations whose commands are written by hand, and the names of nouns.
import type { OperationId } from '../../contract/types'

/** Nouns that are not the singular of the first segment of the path. */
export const nounOfSegment: Readonly<Record<string, string>> = {
  'member-lookups': 'member',
  'blacklist-entries': 'blacklist',
  'audit-entries': 'audit',
  'award-batches': 'batch',
  people: 'person',
  'platform-operations': 'operations',
  'platform-connection': 'platform',
  'suspension-settings': 'suspension',
}

/** Of nouns without commands by hand; absent: the description of the tag. */
export const nounSummaries: Readonly<Record<string, string>> = {
  event: 'events of a community',
  person: 'people who sign in, and their invitations',
  session: 'sessions of people who signed in',
  blacklist: 'accounts and groups that may not apply or be promoted',
  batch: 'bulk awards of the API',
  leaderboard: 'the members with the most experience',
  'auto-rank': 'the settings of AutoRank',
  verification: 'links between platform accounts and chat accounts',
  'link-code': 'one-time codes that link accounts',
  notification: 'notifications of the staff',
  'join-requirement': 'the forms that are required to join',
  'join-request': 'requests to join the group on the platform',
  'event-type': 'types of events',
  warning: 'warnings of members',
  rank: 'ranks and AutoRank thresholds',
  medal: 'the medals of a community',
  qualification: 'the qualifications of a community',
}

/** The command that does it, or why there is none. */
export const byHand: { readonly [Id in OperationId]?: { readonly command?: string; readonly reason: string } } = {
  getSettings: { command: 'community show', reason: 'it also shows what only the operator sets' },
  updateSettings: { command: 'community set', reason: 'it also sets what only the operator sets' },
  listPlans: { command: 'community show', reason: 'it also shows what only the operator sets' },
  getPlatformConnection: { command: 'platform status', reason: 'it also shows the credential and the ranks' },
  getKey: { reason: 'an operator has no key of its own' },
  receivePlatformNotification: { reason: 'the platform signs it; see data-rights erase' },
}
