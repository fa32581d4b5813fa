// For each operation with an optional Idempotency-Key, a request that has an effect.
import { operationTable } from '../../generated/operations'
import type { OperationId } from '../../src/contract/types'
import { randomBase32 } from '../../src/base/ids'
import { keepRank } from '../../src/moderation/suspensions/actions'
import { failedOperation, queueOperation } from '../support/successes'
import { group, type TestApp, type TestCommunity } from '../support/app'

type Table = typeof operationTable
export type KeyedId = { [Id in OperationId]: Table[Id]['takesKey'] extends true ? Id : never }[OperationId]

export const keyedIds = (Object.keys(operationTable) as OperationId[]).filter(
  (id): id is KeyedId => operationTable[id].takesKey,
)

export interface Place {
  readonly app: TestApp
  readonly home: TestCommunity
}

export interface Subject {
  readonly path: string
  readonly body?: object
  /** Another request of the operation, if its path or body can differ. */
  readonly other?: { readonly path?: string; readonly body?: object }
}

const startsAt = '2026-03-06T18:00:00Z'
const unique = () => randomBase32(12)
let account = 900_000
const newAccount = (app: TestApp): number => {
  app.world.addUser({ userId: ++account, username: `Account${account}` })
  return account
}
let nextMember = 0
const aMember = (): number => group.members[nextMember++ % group.members.length] as number

async function made({ home }: Place, path: string, body: object): Promise<Record<string, string>> {
  return (await home.client.post(path, body)).body.data as Record<string, string>
}

async function anEvent(place: Place): Promise<string> {
  const { eventTypeId } = await made(place, '/v2/event-types', { name: unique() })
  return (await made(place, '/v2/events', { eventTypeId, startsAt }))['eventId'] ?? ''
}

async function aWebhook(place: Place): Promise<string> {
  const webhooks = (await place.home.client.get('/v2/webhooks')).body.data as { webhookId: string }[]
  for (const { webhookId } of webhooks.slice(5)) await place.home.client.delete(`/v2/webhooks/${webhookId}`)
  return (await made(place, '/v2/webhooks', { url: 'http://127.0.0.1:9/' }))['webhookId'] ?? ''
}

const named = (path: string) => (): Subject => ({ path, body: { name: unique() }, other: { body: { name: unique() } } })

const joining =
  (verb: 'accept' | 'decline') =>
  ({ app }: Place): Subject => {
    const [one, other] = [newAccount(app), newAccount(app)]
    for (const userId of [one, other]) app.world.joins.send(group.id, userId)
    return { path: `/v2/join-requests/${one}/${verb}`, other: { path: `/v2/join-requests/${other}/${verb}` } }
  }

export const subjects: { readonly [Id in KeyedId]: (place: Place) => Promise<Subject> | Subject } = {
  acceptJoinRequest: joining('accept'),
  declineJoinRequest: joining('decline'),
  createKey: () => ({
    path: '/v2/keys',
    body: { name: unique(), scopes: ['members.read'] },
    other: { body: { name: unique(), scopes: ['members.read'] } },
  }),
  createPerson: () => ({
    path: '/v2/people',
    body: { name: unique(), role: 'viewer' },
    other: { body: { name: unique(), role: 'viewer' } },
  }),
  async invitePerson(place) {
    const [one, other] = [
      await made(place, '/v2/people', { name: unique(), role: 'viewer' }),
      await made(place, '/v2/people', { name: unique(), role: 'viewer' }),
    ]
    return { path: `/v2/people/${one.personId}/invite`, other: { path: `/v2/people/${other.personId}/invite` } }
  },
  async rotateKey(place) {
    const { keyId } = await made(place, '/v2/keys', { name: unique(), scopes: ['members.read'] })
    const path = `/v2/keys/${keyId}/rotate`
    return { path, body: { overlapSeconds: 0 }, other: { body: { overlapSeconds: 1 } } }
  },
  createMedal: named('/v2/medals'),
  createQualification: named('/v2/qualifications'),
  createEventType: named('/v2/event-types'),
  syncRanks({ app }) {
    const roleId = ++account
    app.world.addRole(group.id, { roleId, rank: 60, name: unique() })
    return { path: '/v2/ranks/sync' }
  },
  async cancelPlatformOperation({ app, home }) {
    return { path: `/v2/platform-operations/${await queueOperation(app, home)}/cancel` }
  },
  async retryPlatformOperation({ app, home }) {
    const [one, other] = [await failedOperation(app, home), await failedOperation(app, home)]
    return {
      path: `/v2/platform-operations/${one}/retry`,
      other: { path: `/v2/platform-operations/${other}/retry` },
    }
  },
  createBlacklistEntry: ({ app }) => ({
    path: '/v2/blacklist-entries',
    body: { userId: newAccount(app), reason: 'Raids' },
    other: { body: { userId: newAccount(app), reason: 'Raids' } },
  }),
  async liftBlacklistEntry(place) {
    const { blacklistEntryId } = await made(place, '/v2/blacklist-entries', {
      userId: newAccount(place.app),
      reason: 'x',
    })
    const path = `/v2/blacklist-entries/${blacklistEntryId}/lift`
    return { path, body: { reason: 'Appeal' }, other: { body: { reason: 'Another' } } }
  },
  async redeemLinkCode(place) {
    const codeOf = async (chatUserId: string) => (await made(place, '/v2/link-codes', { chatUserId }))['code']
    const body = { code: await codeOf(unique()), userId: newAccount(place.app) }
    return { path: '/v2/link-codes/redeem', body, other: { body: { ...body, code: await codeOf(unique()) } } }
  },
  createReversal: () => ({
    path: '/v2/reversals',
    // a batch that does not exist: the job of the reversal then adds no audit entry
    body: { source: 'batch', sourceId: unique() },
    other: { body: { source: 'batch', sourceId: unique() } },
  }),
  createWarning: () => ({
    path: '/v2/warnings',
    body: { userId: aMember(), reason: 'Left a raid' },
    other: { body: { userId: aMember(), reason: 'Left another raid' } },
  }),
  async revokeWarning(place) {
    const { warningId } = await made(place, '/v2/warnings', { userId: aMember(), reason: 'x' })
    return { path: `/v2/warnings/${warningId}/revoke`, body: { reason: 'a' }, other: { body: { reason: 'b' } } }
  },
  createSuspension({ app }) {
    const userId = newAccount(app)
    app.world.addMember(group.id, userId)
    const body = { userId, durationSeconds: 3_600, rankUniqueId: group.roles.private }
    return { path: '/v2/suspensions', body, other: { body: { ...body, durationSeconds: 7_200 } } }
  },
  async liftSuspension({ app, home }) {
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const held = await keepRank(await home.ctx(), { userId: newAccount(app), reason: null, endsAt })
    return {
      path: `/v2/suspensions/${held.suspension_id}/lift`,
      body: { reason: 'a' },
      other: { body: { reason: 'b' } },
    }
  },
  async createEvent(place) {
    const { eventTypeId } = await made(place, '/v2/event-types', { name: unique() })
    return {
      path: '/v2/events',
      body: { eventTypeId, startsAt },
      other: { body: { eventTypeId, startsAt, name: 'B' } },
    }
  },
  async startEvent(place) {
    return {
      path: `/v2/events/${await anEvent(place)}/start`,
      other: { path: `/v2/events/${await anEvent(place)}/start` },
    }
  },
  async finishEvent(place) {
    const path = `/v2/events/${await anEvent(place)}`
    await place.home.client.post(`${path}/start`)
    return { path: `${path}/finish`, other: { path: `${path}/finish?wait=false` } }
  },
  async cancelEvent(place) {
    const path = `/v2/events/${await anEvent(place)}/cancel`
    return { path, body: { reason: 'Rain' }, other: { body: { reason: 'Snow' } } }
  },
  async createWebhook(place) {
    await aWebhook(place)
    const url = 'http://127.0.0.1:9/'
    return { path: '/v2/webhooks', body: { url }, other: { body: { url, description: 'b' } } }
  },
  async rotateWebhookSecret(place) {
    const path = `/v2/webhooks/${await aWebhook(place)}/rotate-secret`
    return { path, body: { overlapSeconds: 60 }, other: { body: { overlapSeconds: 61 } } }
  },
  async sendTestMessage(place) {
    return { path: `/v2/webhooks/${await aWebhook(place)}/test` }
  },
  async redeliverWebhookMessage(place) {
    const path = `/v2/webhooks/${await aWebhook(place)}`
    const { deliveryId } = await made(place, `${path}/test`, {})
    return { path: `${path}/deliveries/${deliveryId}/redeliver` }
  },
}
