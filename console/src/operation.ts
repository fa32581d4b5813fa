// What an operation on the platform says: what it changes, why it waits, why it failed.
import type { Schema } from './api'
import { RequestError } from './api'
import { sentenceOf } from './patterns/errors'
import { catalogue, textsOf, type Catalogue } from './patterns/texts'
import { dateTimeText, dayOfTime, timeText } from './patterns/time'

export type Operation = Schema<'PlatformOperationSummary'>
type Kind = Operation['kind']
type Status = Operation['status']

/** The word for each state. */
export const stateTexts = catalogue('operation-states', {
  queued: 'waits',
  dispatching: 'runs',
  outcome_pending: 'being checked',
  failed: 'failed',
  cancelled: 'cancelled',
  succeeded: 'done',
}) satisfies Catalogue<Readonly<Record<Status, string>>>

export const stateColours: Readonly<Record<Status, string>> = {
  queued: 'blue',
  dispatching: 'blue',
  outcome_pending: 'yellow',
  failed: 'red',
  cancelled: 'gray',
  succeeded: 'teal',
}

const kinds = catalogue('operation-kinds', {
  'rank.set': 'set the rank to {target}',
  'rank.promote': 'promote to {target}',
  'rank.demote': 'demote to {target}',
  'rank.auto': 'AutoRank to {target}',
  'rank.suspend': 'suspend, with the rank {target}',
  'rank.restore': 'end the suspension, with the rank {target}',
  'role.assign': 'give the role {target}',
  'role.unassign': 'take the role {target}',
  'join.accept': 'accept the request to join',
  'join.decline': 'decline the request to join',
}) satisfies Catalogue<Readonly<Record<Kind, string>>>

/** For an operation whose rank is not known yet. */
const withoutTarget = catalogue('operation-kinds-without-target', {
  'rank.promote': 'promote',
  'rank.demote': 'demote',
  'rank.auto': 'AutoRank',
  'rank.suspend': 'suspend',
  'rank.restore': 'end the suspension',
})

/** What an operation changes, in words; a newer server may have more kinds. */
export function changeText({ kind, target }: Operation): string {
  if (target === null && Object.hasOwn(withoutTarget.english, kind)) return textsOf(withoutTarget)(kind as 'rank.auto')
  if (!Object.hasOwn(kinds.english, kind)) return kind
  return textsOf(kinds)(kind as 'rank.set', { target: target?.name ?? target?.uniqueId ?? '' })
}

const texts = catalogue('operation', {
  unknownAccount: 'an unknown account',
  queued: 'Waits for its turn. What is not sent by {until} is cancelled.',
  delayed: 'Waits: {why}. The server tries again until {until}, then it is cancelled.',
  paused: 'Waits: {why}. It is sent when somebody resumes them; its time stands still until then.',
  dispatching: 'Runs now.',
  pending: 'Was sent, and the server reads whether it took effect.',
  pendingWhy: 'Was sent, and the server reads whether it took effect: {why}.',
  done: 'Done.',
  doneAt: 'Done at {at}.',
  failed: 'Failed.',
  failedWhy: 'Failed: {why}',
  cancelled: 'Cancelled.',
  cancelledWhy: 'Cancelled: {why}',
})

export const memberText = ({ username, userId }: Operation): string =>
  username ?? userId ?? textsOf(texts)('unknownAccount')

const delays = catalogue('operation-delays', {
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
})

const delayOf = (reason: string): string =>
  Object.hasOwn(delays.english, reason) ? textsOf(delays)(reason as keyof typeof delays.english) : reason

/** Why it failed or was cancelled, as a sentence; null: nothing is known. */
export const failureOf = ({ error }: Pick<Operation, 'error'>): string | null =>
  error === null ? null : sentenceOf(new RequestError(409, error.code, error.message))

/** With the day, unless it is today. */
const momentText = (at: string): string => (dayOfTime(at) === dayOfTime(Date.now()) ? timeText(at) : dateTimeText(at))

/** The state of the operation, as a sentence. */
export function stateText(operation: Operation): string {
  const t = textsOf(texts)
  const { status, waitingFor, deadlineAt, completedAt } = operation
  const [until, failure] = [momentText(deadlineAt), failureOf(operation)]
  const why = waitingFor === null ? null : delayOf(waitingFor)
  switch (status) {
    case 'queued':
      if (why === null) return t('queued', { until })
      return waitingFor === 'writes_paused' ? t('paused', { why }) : t('delayed', { why, until })
    case 'dispatching':
      return t('dispatching')
    case 'outcome_pending':
      return why === null ? t('pending') : t('pendingWhy', { why })
    case 'succeeded':
      return completedAt === null ? t('done') : t('doneAt', { at: momentText(completedAt) })
    case 'failed':
      return failure === null ? t('failed') : t('failedWhy', { why: failure })
    case 'cancelled':
      return failure === null ? t('cancelled') : t('cancelledWhy', { why: failure })
  }
}

export const isOver = ({ status }: Pick<Operation, 'status'>): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled'

/** The scope that cancelling or retrying it needs. */
export function scopeOf(kind: Kind): string {
  if (kind.startsWith('role.')) return 'members.roles.write'
  if (kind.startsWith('join.')) return 'joins.write'
  return isOfSuspension(kind) ? 'suspensions.write' : 'members.ranks.write'
}

/** Such an operation is not retried: the suspension or its end asks for it anew. */
export const isOfSuspension = (kind: Kind): boolean => kind === 'rank.suspend' || kind === 'rank.restore'
