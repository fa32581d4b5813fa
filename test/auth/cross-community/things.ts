// How to create each object, by the name of the parameter or property with its id.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { issueKey } from '../../../src/auth/actions'
import { makeKey } from '../../../src/auth/keys'
import { setPlan, setSubscription } from '../../../src/communities/actions'
import type { OperationId } from '../../../src/contract/types'
import { randomBase32 } from '../../../src/base/ids'
import { keepRank } from '../../../src/moderation/suspensions/actions'
import { applicant, newUserId as someone } from '../../applications/submissions/fixture'
import { group } from '../../support/app'
import type { NewNames } from './cases'
import { account, makeAwards, numbers, type Place } from './communities'

export type Ids = Readonly<Record<string, string>>

interface Thing {
  /** Objects that must be created first. */
  readonly under?: readonly string[]
  /** @param ids those of the objects in `under` */
  readonly make: (place: Place, ids: Ids) => Promise<string> | string
  /** A well-formed id that no object has. */
  readonly never: () => string
}

const idOf = (prefix: string) => (): string => `${prefix}_${randomBase32(20)}`
export const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString()

async function post<T>({ client }: Place, path: string, body: object = {}): Promise<T> {
  const answer = await client.post(path, body)
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data as T
}

function definitionOf({ word }: Place): object {
  const options = ['up', 'down'].map((id) => ({ id, label: `${id} ${word}` }))
  const questions = [
    { id: 'q1', type: 'short', title: `Why, ${word}?` },
    { id: 'q2', type: 'multiple', title: `Where to, ${word}?`, options },
  ]
  return { name: `Form ${word}`, state: 'open', questions }
}

const rank: Thing = { make: ({ rankUniqueId }) => String(rankUniqueId), never: () => '987654321' }

const form: Thing = {
  make: async (place) => {
    const definition = definitionOf(place)
    return (await post<{ applicationId: string }>(place, '/v2/applications', { definition })).applicationId
  },
  never: idOf('app'),
}

const things: Readonly<Record<string, Thing>> = {
  applicationId: form,
  applicationIds: form,
  templateId: {
    make: async (place) => {
      const template = { name: `Template ${place.word}`, definition: definitionOf(place) }
      return (await post<{ templateId: string }>(place, '/v2/applications/templates', template)).templateId
    },
    never: idOf('tpl'),
  },
  responseId: {
    under: ['applicationId'],
    make: async (place, { applicationId }) => {
      const submission = {
        userId: await applicant(place.app),
        version: 1,
        answers: { q1: `For ${place.word}`, q2: ['up'] },
      }
      const path = `/v2/applications/${applicationId}/responses`
      return (await post<{ response: { responseId: string } }>(place, path, submission)).response.responseId
    },
    never: idOf('rsp'),
  },
  operationId: {
    // a row only: the platform operation must not be executed
    make: async ({ app, communityId }) => {
      const operationId = idOf('op')()
      await sql`insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at,
          not_before, actor_kind, actor_id)
        values (${communityId}, ${operationId}, 'rank.promote', ${group.members[4]}, false, false, now() + interval '1 hour',
          now() + interval '1 hour', 'key', 'test')`.execute(app.app.db)
      return operationId
    },
    never: idOf('op'),
  },
  name: { make: makeAwards, never: () => `Award of nobody ${randomBase32(5)}` },
  rankUniqueId: rank,
  lowestRankUniqueId: rank,
  uniqueId: rank,
  roleUniqueIds: { make: ({ roleUniqueId }) => String(roleUniqueId), never: () => '987654321' },
  roleUniqueId: { make: ({ roleUniqueId }) => String(roleUniqueId), never: () => '987654321' },
  blacklistEntryId: {
    make: async (place) => {
      const entry = { userId: someone(), reason: `Raids ${place.word}` }
      return (await post<{ blacklistEntryId: string }>(place, '/v2/blacklist-entries', entry)).blacklistEntryId
    },
    never: idOf('ble'),
  },
  warningId: {
    make: async (place) => {
      const warning = { userId: account, reason: `Left ${place.word}` }
      return (await post<{ warningId: string }>(place, '/v2/warnings', warning)).warningId
    },
    never: idOf('wrn'),
  },
  reversalId: {
    under: ['batchId'],
    make: async (place, { batchId }) =>
      (await post<{ reversalId: string }>(place, '/v2/reversals', { source: 'batch', sourceId: batchId })).reversalId,
    never: idOf('rev'),
  },
  suspensionId: {
    make: async ({ ctx, word }) => {
      const suspension = { userId: someone(), reason: `Left ${word}`, endsAt: inAnHour() }
      return (await keepRank(await ctx(), suspension)).suspension_id
    },
    never: idOf('sus'),
  },
  eventTypeId: {
    make: async (place) => {
      const type = { name: `Type ${place.word} ${randomBase32(5)}`, awards: [{ experience: 5 }] }
      return (await post<{ eventTypeId: string }>(place, '/v2/event-types', type)).eventTypeId
    },
    never: idOf('ety'),
  },
  eventId: {
    under: ['eventTypeId'],
    make: async (place, { eventTypeId }) => {
      const event = { eventTypeId, name: `Event ${place.word}`, startsAt: '2026-03-06T18:00:00Z' }
      const { eventId } = await post<{ eventId: string }>(place, '/v2/events', event)
      await place.client.put(`/v2/events/${eventId}/attendees/${account}`, { attendance: 'present' })
      return eventId
    },
    never: idOf('evt'),
  },
  batchId: {
    make: async (place) => {
      const entries = [{ userId: account, experience: { op: 'increment', amount: 1 }, reason: `For ${place.word}` }]
      const batchId = `batch-${place.word}-${randomBase32(5)}`
      return (await post<{ batchId: string }>(place, '/v2/award-batches', { batchId, entries })).batchId
    },
    never: () => `batch-of-nobody-${randomBase32(5)}`,
  },
  webhookId: {
    make: async (place) => {
      await makeRoom(place)
      // with a type of event that the test does not cause: nothing is delivered
      const webhook = { url: place.hooks, types: ['event.finished'], description: `Bot of ${place.word}` }
      return (await post<{ webhookId: string }>(place, '/v2/webhooks', webhook)).webhookId
    },
    never: idOf('whk'),
  },
  keyId: {
    make: async (place) => {
      const { keyId } = await issueKey(await place.ctx(), { name: `Key of ${place.word}`, scopes: ['members.read'] })
      return keyId
    },
    never: () => makeKey().keyId,
  },
  personId: {
    make: async (place) =>
      (await post<{ personId: string }>(place, '/v2/people', { name: `Staff of ${place.word}`, role: 'viewer' }))
        .personId,
    never: idOf('per'),
  },
  roleName: {
    make: async ({ client }) => {
      const name = `role-${randomBase32(8)}`
      await client.put(`/v2/staff-roles/${name}`, {
        scopes: ['members.read'],
        takesPerHourLimit: 0,
      })
      return name
    },
    never: () => `role-${randomBase32(8)}`,
  },
  sessionId: {
    under: ['personId'],
    make: async ({ app, communityId }, { personId }) => {
      const sessionId = idOf('ses')()
      await sql`insert into person_session (community_id, session_id, person_id, token_hash, created_at, last_used_at, expires_at)
        values (${communityId}, ${sessionId}, ${personId}, '', now(), now(), now() + interval '1 day')`.execute(
        app.app.db,
      )
      return sessionId
    },
    never: idOf('ses'),
  },
  linkCode: {
    make: async (place) => {
      const chatUserId = `${place.word}-${randomBase32(5)}`
      return (await post<{ code: string }>(place, '/v2/link-codes', { chatUserId })).code
    },
    never: () => 'ZZZ-ZZZ-ZZZ',
  },
  deliveryId: {
    under: ['webhookId'],
    make: async (place, { webhookId }) =>
      (await post<{ deliveryId: string }>(place, `/v2/webhooks/${webhookId}/test`)).deliveryId,
    never: idOf('msg'),
  },
}

const WEBHOOKS_KEPT = 5

/** Deletes the oldest webhooks: a community has a limited number. */
async function makeRoom({ client }: Place): Promise<void> {
  const webhooks = (await client.get('/v2/webhooks')).body.data as { webhookId: string }[]
  for (const { webhookId } of webhooks.slice(0, -WEBHOOKS_KEPT)) await client.delete(`/v2/webhooks/${webhookId}`)
}

export const thingNames = Object.keys(things)
export const isThing = (name: string): boolean => name in things
export const thing = (name: string): Thing => {
  const found = things[name]
  if (found) return found
  throw new Error(`nobody said how ${name} comes about`)
}

/** Whether an id identifies a community. Rank ids are small numbers that occur elsewhere. */
export const isSecret = (name: string): boolean => things[name] !== rank

/** Creates objects and, before them, their parents. */
export async function makeThings(place: Place, names: readonly string[], ids: Ids = {}): Promise<Ids> {
  let made = ids
  for (const name of names) {
    if (name in made) continue
    const { under = [], make } = thing(name)
    made = await makeThings(place, under, made)
    made = { ...made, [name]: await make(place, made) }
  }
  return made
}

/** Names of account ids. An account can be a member of any community. */
export const accounts = ['userId', 'userIds', 'UserId', 'hostUserId']
/** Names of ids of nothing that is stored. `domain` and `id` are tested in test/identities. */
export const noIds = ['sourceId', 'rankId', 'groupId', 'chatUserId', 'groupUserId', 'domain', 'id']
export const plainQuery = [
  ...[
    'cursor',
    'limit',
    'by',
    'dependants',
    'refresh',
    'status',
    'version',
    'state',
    'archived',
    'from',
    'to',
    'wait',
    'attendance',
  ],
  ...[
    'order',
    'action',
    'actorKind',
    'sort',
    'medal',
    'qualification',
    'minExperience',
    'maxExperience',
    'changedSince',
    'around',
    'fields',
    'name',
    'names',
    'total',
  ],
]

export const newNames: NewNames = {
  duplicateApplication: 'name',
  saveTemplate: 'name',
  createMedal: 'name',
  updateMedal: 'name',
  createQualification: 'name',
  updateQualification: 'name',
  createEventType: 'name',
  updateEventType: 'name',
  createEvent: 'name',
  updateEvent: 'name',
  createKey: 'name',
  createPerson: 'name',
  updatePerson: 'name',
  updateSettings: 'name',
  updateKey: 'name',
  awardBatch: 'batchId',
}

type Grow = (place: Place, ids: Ids) => Promise<unknown>
const another =
  (name: string): Grow =>
  async (place, ids) =>
    thing(name).make(place, ids)

export const stock: Readonly<Partial<Record<OperationId, Grow>>> = {
  listMembers: async ({ app, client, communityId }, { rankUniqueId }) => {
    await Promise.all(group.members.map((userId) => client.get(`/v2/members/${userId}`)))
    await sql`update member set rank_unique_id = ${rankUniqueId}::bigint where community_id = ${communityId}`.execute(
      app.app.db,
    )
  },
  listApplications: another('applicationId'),
  // only an account that is verified and on no blacklist has a list
  listApplicantForms: async (place, ids) => {
    await sql`delete from blacklist_entry where user_id = ${account}`.execute(place.app.app.db)
    await place.client.put(`/v2/verifications/${account}`, { chatUserId: `chat-${account}`, transfer: true })
    await another('applicationId')(place, ids)
  },
  listTemplates: another('templateId'),
  listAllResponses: another('responseId'),
  listResponses: another('responseId'),
  listNotifications: async (place, ids) => {
    const all = await makeThings(place, ['responseId'], 'applicationId' in ids ? ids : {})
    const path = `/v2/applications/${all['applicationId']}/responses/${all['responseId']}/review`
    await place.client.post(path, { revision: 1, status: 'Passed', applicantFeedback: place.word })
  },
  listMedals: another('name'),
  listQualifications: another('name'),
  listBlacklistEntries: async (place, ids) => {
    // only the first call succeeds
    await place.client.post('/v2/blacklist-entries', { userId: account, reason: `Raids ${place.word}` })
    await thing('blacklistEntryId').make(place, ids)
  },
  listWarnings: another('warningId'),
  listReversalItems: ({ app, communityId }, ids) =>
    sql`insert into reversal_item (community_id, reversal_id, nth, audit_id, position, user_id, kind)
      select ${communityId}, ${ids['reversalId']}, count(*) + 1000, count(*) + 1000, 1, ${account}, 'experience'
      from reversal_item where community_id = ${communityId} and reversal_id = ${ids['reversalId']}`.execute(
      app.app.db,
    ),
  listSuspensions: another('suspensionId'),
  // of a batch of its own
  listReversals: async (place) => void (await thing('reversalId').make(place, await makeThings(place, ['batchId']))),
  listEventTypes: another('eventTypeId'),
  listEvents: async (place, ids) =>
    thing('eventId').make(place, 'eventTypeId' in ids ? ids : await makeThings(place, ['eventTypeId'])),
  listEventAttendees: attend,
  listEventAwards: async (place, ids) => {
    await attend(place, ids)
    await place.client.post(`/v2/events/${ids['eventId']}/start`)
    await place.client.post(`/v2/events/${ids['eventId']}/finish`)
  },
  listAuditEntries: another('applicationId'),
  listWebhooks: another('webhookId'),
  listKeys: another('keyId'),
  listPeople: another('personId'),
  listStaffRoles: another('roleName'),
  listSessions: async (place, ids) =>
    thing('sessionId').make(place, 'personId' in ids ? ids : await makeThings(place, ['personId'])),
  listPlans: async ({ app, ctx, word }) => {
    await setPlan(app.base, `plan-of-${word}`, {})
    await setSubscription(await ctx(), 'trial', `plan-of-${word}`, null)
  },
  listIdentities: ({ client, word }) => {
    const id = randomInt(1_000, 1_000_000_000)
    const player = { username: `Player_${word}`, groupUserId: account }
    return client.put(`/v2/identities/universe-${id}/${id}`, player)
  },
  // join requests are read from the platform; the time contains a number of the community
  listJoinRequests: ({ app, groupId }) => {
    const createTime = `2026-03-01T12:00:00.${numbers.experience}Z`
    const requests = app.world.groups.get(groupId)?.joinRequests
    for (const userId of [account, randomInt(1_000_000, 1_000_000_000)]) requests?.set(userId, { createTime })
    return Promise.resolve()
  },
  listPlatformOperations: another('operationId'),
  listWebhookDeliveries: another('deliveryId'),
}

async function attend({ client }: Place, { eventId }: Ids): Promise<void> {
  const attendees = group.members.map((userId) => ({ userId, attendance: 'present' }))
  await client.put(`/v2/events/${eventId}/attendees`, { attendees })
}
