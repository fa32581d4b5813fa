// What an operation on the platform says: what it changes, why it waits, why it failed.
import type { Schema } from './api'
import { clockText } from './list'

export type Operation = Schema<'PlatformOperationSummary'>
type Kind = Operation['kind']

/** Followed by the rank or role. */
const kinds: Readonly<Record<Kind, string>> = {
  'rank.set': 'set the rank to',
  'rank.promote': 'promote to',
  'rank.demote': 'demote to',
  'rank.auto': 'AutoRank to',
  'rank.suspend': 'suspend, with the rank',
  'rank.restore': 'end the suspension, with the rank',
  'role.assign': 'give the role',
  'role.unassign': 'take the role',
  'join.accept': 'accept the request to join',
  'join.decline': 'decline the request to join',
}

/** For an operation whose rank is not known yet. */
const withoutTarget: Partial<Record<Kind, string>> = {
  'rank.promote': 'promote',
  'rank.demote': 'demote',
  'rank.auto': 'AutoRank',
  'rank.suspend': 'suspend',
  'rank.restore': 'end the suspension',
}

/** What an operation changes, in words; a newer server may have more kinds. */
export function changeText({ kind, target }: Operation): string {
  if (target === null) return withoutTarget[kind] ?? kinds[kind] ?? kind
  return `${kinds[kind] ?? kind} ${target.name ?? target.uniqueId}`
}

export const memberText = ({ username, userId }: Operation): string => username ?? userId ?? 'an unknown account'

const delays: Readonly<Record<string, string>> = {
  'authorization-intervention-required':
    'the platform refuses the credential of the community, and an operator must connect it again',
  platform_cloud_not_configured: 'the community is not connected to the platform, and an operator must connect it',
  platform_cloud_refresh_pending: 'the connection to the platform is being checked',
  platform_cloud_configuration_unavailable: 'the server cannot read the stored connection, and its log has the reason',
  platform_cloud_timeout: 'the platform did not answer in time',
  platform_cloud_unavailable: 'the platform does not work',
  'provider-rejected-408': 'the platform did not finish in time',
  'provider-rejected-429': 'the platform allows no more calls for now',
  rank_not_found: 'the platform does not find the member or the rank',
  'worker-lost': 'the process that ran it has ended',
  'half-applied': 'a part was applied, and another write is needed',
  'platform-budget': 'the calls to the platform of this minute are used',
  'scheduler-disabled': 'the operator of the server has paused rank changes',
  writes_paused: 'somebody has paused the changes of the group',
}

/** The state of the operation, as a sentence. */
export function stateText({ status, waitingFor, deadlineAt, completedAt, error }: Operation): string {
  const delay = waitingFor === null ? null : (delays[waitingFor] ?? waitingFor)
  const until = clockText(deadlineAt)
  switch (status) {
    case 'queued':
      return delay === null
        ? `Waits for its turn, until ${until} at the latest.`
        : `Waits: ${delay}. The server tries again until ${until}.`
    case 'dispatching':
      return 'Runs now.'
    case 'outcome_pending':
      return `Was sent, and the server reads whether it took effect${delay === null ? '' : `: ${delay}`}.`
    case 'succeeded':
      return `Done${completedAt === null ? '' : ` at ${clockText(completedAt)}`}.`
    case 'failed':
      return error === null ? 'Failed.' : `Failed: ${error.message} (${error.code})`
    case 'cancelled':
      return error === null ? 'Cancelled.' : `Cancelled: ${error.message}`
  }
}

/** The scope that cancelling or retrying it needs. */
export function scopeOf(kind: Kind): string {
  if (kind.startsWith('role.')) return 'members.roles.write'
  if (kind.startsWith('join.')) return 'joins.write'
  return isOfSuspension(kind) ? 'suspensions.write' : 'members.ranks.write'
}

/** Such an operation is not retried: the suspension or its end asks for it anew. */
export const isOfSuspension = (kind: Kind): boolean => kind === 'rank.suspend' || kind === 'rank.restore'
