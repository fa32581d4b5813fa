// What the contract does not say about its operations as commands.
import type { Overrides, Values } from './override'
import { awardOverrides } from './overrides-awards'
import { eventOverrides } from './overrides-events'
import { formOverrides } from './overrides-forms'
import { keyOverrides } from './overrides-keys'
import { memberOverrides } from './overrides-members'
import { moderationOverrides } from './overrides-moderation'
import { operationOverrides } from './overrides-operations'
import { auditOverrides } from './overrides-audit'
import { peopleOverrides } from './overrides-people'
import { platformOverrides } from './overrides-platform'

const changeOf = (points: unknown): unknown => (points as { readonly change: number } | null | undefined)?.change

const decidedNote = ({ changed }: Values): string =>
  changed ? 'The platform has applied the decision.' : 'The account was in the group already.'

export const overrides: Overrides = {
  ...awardOverrides,
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
  ...moderationOverrides,
  ...formOverrides,
  ...keyOverrides,
  ...eventOverrides,
  ...memberOverrides,
  ...operationOverrides,
  ...auditOverrides,
  ...platformOverrides,
  ...peopleOverrides,
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
  updateWebhook: {
    variants: [
      {
        verb: 'disable',
        summary: 'disable an endpoint and park its pending messages',
        only: [],
        values: { 'body/enabled': false },
        confirm: 'its receiver gets no events until it is enabled again, and never those in between',
      },
      {
        verb: 'enable',
        summary: 'enable an endpoint for new events; send parked messages with redeliver-parked',
        only: [],
        values: { 'body/enabled': true },
      },
    ],
  },
  getWebhook: { summary: 'show an endpoint' },
  redeliverWebhookMessage: {
    verb: 'redeliver',
    summary: 'send a message again; webhook redeliver-parked sends all parked ones',
    note: () => 'Queued for delivery.',
    help: 'A message keeps its webhook-id, so that a receiver can detect duplicates.',
  },
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
  getAutoRankSettings: { verb: 'show' },
  updateAutoRankSettings: { verb: 'update' },
  getSuspensionSettings: { verb: 'show-settings' },
  updateSuspensionSettings: { verb: 'update-settings' },
  listJoinRequests: {
    summary: 'list the requests to join the group, as the platform has them now',
    columns: ['userId', 'requestedAt'],
    none: 'There is no request to join the group.',
  },
  acceptJoinRequest: {
    summary: 'accept the request of an account, which is in the group then',
    note: decidedNote,
    help: 'It goes through the queue of rank changes, so a worker must run.',
  },
  declineJoinRequest: {
    summary: 'decline the request of an account',
    note: decidedNote,
    help: 'It goes through the queue of rank changes, so a worker must run.',
  },
  getIdentity: {
    summary: 'show which account an id of a domain belongs to',
    columns: ['id', 'domain', 'groupUserId', 'state', 'username', 'source', 'reportedAt'],
  },
  listIdentities: { verb: 'list-of-account', summary: 'list the ids of an account in universes and applications' },
  reportIdentity: { verb: 'report' },
  reportIdentities: { verb: 'report-many' },
  setVerification: { verb: 'set' },
  setVerifications: { verb: 'set-many' },
  deleteVerification: { confirm: 'the account is unlinked, and cannot apply until it is linked again' },
  deleteReversal: { confirm: 'the reversal is deleted with the list of its entries; what was taken back stays so' },
  deleteWebhook: { confirm: 'the endpoint and its pending messages are deleted, and cannot be restored' },
  rotateWebhookSecret: { confirm: 'its receiver has to know the new secret before the overlap ends' },
  sendTestMessage: { verb: 'test' },
}
