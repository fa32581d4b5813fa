// What the contract does not say about its operations as commands.
import type { Overrides } from './override'
import { awardOverrides } from './overrides-awards'
import { moderationOverrides } from './overrides-moderation'

const changeOf = (points: unknown): unknown => (points as { readonly change: number } | null | undefined)?.change
const presentOf = (attendees: unknown): number => (attendees as { readonly present: number }).present

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
        summary: 'enable an endpoint for new events; send parked messages with redeliver',
        only: [],
        values: { 'body/enabled': true },
      },
    ],
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
