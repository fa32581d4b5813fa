// A successful request for every operation.
import { sql } from 'kysely'
import type { OperationId } from '../../src/contract/types'
import { randomBase32 } from '../../src/base/ids'
import { keepRank } from '../../src/moderation/suspensions/actions'
import { group, type Headers, type TestApp, type TestCommunity } from './app'

const question = { id: 'q1', type: 'short', title: 'Why do you apply?' }
const definition = { name: 'Pilot school', state: 'open', questions: [question] }
const form = '/v2/applications/{form}'
const response = `${form}/responses/{response}`
const access = { userId: 101 }
/** An account that has asked to join the group. */
export const asking = 350
const operation = '/v2/platform-operations'
const startsAt = '2026-03-06T18:00:00Z'

/** Success requests. `{name}` stands for the id that makeForms has made under this name; default status 200. */
const successes: Record<OperationId, { path: string; body?: object; headers?: Headers; status?: number }> = {
  listMembers: { path: '/v2/members' },
  getMember: { path: '/v2/members/101' },
  getKey: { path: '/v2/key' },
  getSettings: { path: '/v2/settings' },
  getPlatformConnection: { path: '/v2/platform-connection' },
  updatePlatformConnection: { path: '/v2/platform-connection', body: { paused: false } },
  updateSettings: { path: '/v2/settings', body: { name: 'Northern Watch' } },
  listPlans: { path: '/v2/plans' },
  listKeys: { path: '/v2/keys' },
  createKey: { path: '/v2/keys', body: { name: 'Website', scopes: ['keys.write'] }, status: 201 },
  getKeyById: { path: '/v2/keys/{key}' },
  updateKey: { path: '/v2/keys/{key}', body: { name: 'Bot' } },
  revokeKey: { path: '/v2/keys/{revokedKey}/revoke' },
  rotateKey: { path: '/v2/keys/{key}/rotate', status: 201 },
  listPeople: { path: '/v2/people' },
  createPerson: { path: '/v2/people', body: { name: 'Ana', role: 'viewer' }, status: 201 },
  getPerson: { path: '/v2/people/{person}' },
  updatePerson: { path: '/v2/people/{person}', body: { name: 'Bea' } },
  deletePerson: { path: '/v2/people/{leaver}', status: 204 },
  listStaffRoles: { path: '/v2/staff-roles' },
  setStaffRole: {
    path: '/v2/staff-roles/host',
    body: { scopes: ['members.read'], takesPerHourLimit: 0 },
  },
  deleteStaffRole: { path: '/v2/staff-roles/{staffRole}', status: 204 },
  invitePerson: { path: '/v2/people/{person}/invite', status: 201 },
  listSessions: { path: '/v2/sessions' },
  revokeSession: { path: '/v2/sessions/{session}/revoke' },
  getLeaderboard: { path: '/v2/leaderboard' },
  getLeaderboardPlace: { path: '/v2/leaderboard/101' },
  lookUpMembers: { path: '/v2/member-lookups', body: { userIds: ['101'], usernames: ['Member102'] } },
  changeExperience: { path: '/v2/members/101/experience', body: { op: 'increment', amount: 1 } },
  changeQuotaPoints: { path: '/v2/members/101/quota-points', body: { op: 'increment', amount: 1 } },
  setMemberRank: { path: '/v2/members/102/rank', body: { rankId: 10 } },
  promoteMember: { path: '/v2/members/103/rank/promote' },
  demoteMember: { path: '/v2/members/102/rank/demote' },
  awardMedal: { path: '/v2/members/101/medals', body: { name: 'Valor' } },
  removeMedal: { path: '/v2/members/101/medals/Valor' },
  awardQualification: { path: '/v2/members/101/qualifications', body: { name: 'Pilot' } },
  removeQualification: { path: '/v2/members/101/qualifications/Pilot' },
  listRanks: { path: '/v2/ranks' },
  listApplications: { path: '/v2/applications' },
  createApplication: { path: '/v2/applications', body: { definition }, status: 201 },
  getApplication: { path: form },
  getApplicationConfiguration: { path: `${form}/configuration` },
  updateApplication: { path: '/v2/applications/{edited}', body: { version: 1, definition } },
  deleteApplication: { path: '/v2/applications/{deleted}', body: { version: 1 }, status: 204 },
  duplicateApplication: { path: `${form}/duplicate`, body: {}, status: 201 },
  getJoinRequirements: { path: '/v2/join-requirements' },
  setJoinRequirements: { path: '/v2/join-requirements', body: { applicationIds: ['{edited}'] } },
  listTemplates: { path: '/v2/applications/templates' },
  saveTemplate: { path: '/v2/applications/templates', body: { name: 'Pilots', definition }, status: 201 },
  deleteTemplate: { path: '/v2/applications/templates/{template}', status: 204 },
  listApplicantForms: { path: '/v2/applicants/101/applications' },
  openApplication: { path: `${form}/open`, body: access },
  submitResponse: {
    path: `${form}/responses`,
    body: { userId: 102, version: 1, answers: { q1: 'I like to fly.' } },
    status: 201,
  },
  getApplicationStatus: { path: `${form}/status`, body: access },
  listAllResponses: { path: '/v2/responses' },
  listResponses: { path: `${form}/responses` },
  getResponse: { path: response },
  listNotifications: { path: '/v2/notifications' },
  reviewResponse: { path: `${response}/review`, body: { revision: 1, status: 'Passed' } },
  submitRankOperation: {
    path: `${operation}/ranks`,
    headers: { 'Idempotency-Key': 'matrix' },
    body: { userId: 104, rankId: 10 },
    status: 202,
  },
  submitRoleOperation: {
    path: `${operation}/roles`,
    headers: { 'Idempotency-Key': 'matrix-role' },
    body: { userId: 104, roleUniqueId: group.roles.lieutenant, action: 'assign' },
    status: 202,
  },
  getPlatformOperation: { path: `${operation}/{operation}` },
  listPlatformOperations: { path: operation },
  cancelPlatformOperation: { path: `${operation}/{cancelled}/cancel` },
  retryPlatformOperation: { path: `${operation}/{failed}/retry`, status: 202 },
  listAuditEntries: { path: '/v2/audit-entries' },
  awardBatch: {
    path: '/v2/award-batches',
    body: { batchId: 'matrix', entries: [{ userId: 101, experience: { op: 'increment', amount: 1 } }] },
  },
  getAwardBatch: { path: '/v2/award-batches/{batch}' },
  explainAutoRank: { path: '/v2/members/101/auto-rank' },
  syncRanks: { path: '/v2/ranks/sync' },
  getRank: { path: `/v2/ranks/${group.roles.private}` },
  updateRank: { path: `/v2/ranks/${group.roles.private}`, body: { autoRank: { experience: 1_000_000 } } },
  getAutoRankSettings: { path: '/v2/auto-rank' },
  updateAutoRankSettings: { path: '/v2/auto-rank', body: { demotes: true } },
  listMedals: { path: '/v2/medals' },
  createMedal: { path: '/v2/medals', body: { name: 'Honour' }, status: 201 },
  getMedal: { path: '/v2/medals/Valor' },
  updateMedal: { path: '/v2/medals/Valor', body: { description: 'For courage.' } },
  listQualifications: { path: '/v2/qualifications' },
  createQualification: { path: '/v2/qualifications', body: { name: 'Medic' }, status: 201 },
  getQualification: { path: '/v2/qualifications/Pilot' },
  updateQualification: { path: '/v2/qualifications/Pilot', body: { description: 'May fly.' } },
  listBlacklistEntries: { path: '/v2/blacklist-entries' },
  createBlacklistEntry: { path: '/v2/blacklist-entries', body: { userId: 900, reason: 'Raids' }, status: 201 },
  getBlacklistEntry: { path: '/v2/blacklist-entries/{entry}' },
  updateBlacklistEntry: { path: '/v2/blacklist-entries/{entry}', body: { reason: 'Raids again' } },
  liftBlacklistEntry: { path: '/v2/blacklist-entries/{lifted}/lift' },
  listWarnings: { path: '/v2/warnings' },
  listJoinRequests: { path: '/v2/join-requests' },
  // this account is in the group already
  acceptJoinRequest: { path: '/v2/join-requests/101/accept' },
  declineJoinRequest: { path: `/v2/join-requests/${asking}/decline` },
  submitJoinOperation: {
    path: `${operation}/join-requests`,
    body: { userId: 101, action: 'accept' },
    headers: { 'Idempotency-Key': 'matrix-join' },
    status: 202,
  },
  createWarning: { path: '/v2/warnings', body: { userId: 101, reason: 'Left a raid' }, status: 201 },
  getWarning: { path: '/v2/warnings/{warning}' },
  revokeWarning: { path: '/v2/warnings/{warning}/revoke', body: { reason: 'Somebody else' } },
  createReversal: { path: '/v2/reversals', body: { source: 'entry', sourceId: '1' }, status: 202 },
  getReversal: { path: '/v2/reversals/{reversal}' },
  listReversalItems: { path: '/v2/reversals/{reversal}/items' },
  listSuspensions: { path: '/v2/suspensions' },
  createSuspension: {
    path: '/v2/suspensions',
    body: { userId: 101, durationSeconds: 3600, rankUniqueId: group.roles.private },
    status: 201,
  },
  getSuspension: { path: '/v2/suspensions/{suspension}' },
  updateSuspension: { path: '/v2/suspensions/{suspension}', body: { durationSeconds: 7200 } },
  liftSuspension: { path: '/v2/suspensions/{liftedSuspension}/lift', body: {} },
  getSuspensionSettings: { path: '/v2/suspension-settings' },
  updateSuspensionSettings: { path: '/v2/suspension-settings', body: { rankUniqueId: group.roles.private } },
  listEventTypes: { path: '/v2/event-types' },
  createEventType: { path: '/v2/event-types', body: { name: 'Raid' }, status: 201 },
  getEventType: { path: '/v2/event-types/{eventType}' },
  updateEventType: { path: '/v2/event-types/{eventType}', body: { description: 'Together.' } },
  listEvents: { path: '/v2/events' },
  createEvent: { path: '/v2/events', body: { eventTypeId: '{eventType}', startsAt }, status: 201 },
  getEvent: { path: '/v2/events/{event}' },
  updateEvent: { path: '/v2/events/{event}', body: { name: 'Friday' } },
  startEvent: { path: '/v2/events/{event}/start' },
  finishEvent: { path: '/v2/events/{ending}/finish' },
  cancelEvent: { path: '/v2/events/{dropped}/cancel' },
  listEventAttendees: { path: '/v2/events/{event}/attendees' },
  setEventAttendees: { path: '/v2/events/{event}/attendees', body: { attendees: [{ userId: 101 }] } },
  setEventAttendee: { path: '/v2/events/{event}/attendees/102', body: { attendance: 'present' } },
  removeEventAttendee: { path: '/v2/events/{event}/attendees/102', status: 204 },
  listEventAwards: { path: '/v2/events/{event}/awards' },
  listWebhooks: { path: '/v2/webhooks' },
  createWebhook: { path: '/v2/webhooks', body: { url: 'http://127.0.0.1:9/' }, status: 201 },
  getWebhook: { path: '/v2/webhooks/{webhook}' },
  updateWebhook: { path: '/v2/webhooks/{webhook}', body: { description: 'The bot' } },
  deleteWebhook: { path: '/v2/webhooks/{removed}', status: 204 },
  rotateWebhookSecret: { path: '/v2/webhooks/{webhook}/rotate-secret' },
  sendTestMessage: { path: '/v2/webhooks/{webhook}/test', status: 202 },
  listWebhookDeliveries: { path: '/v2/webhooks/{webhook}/deliveries' },
  listIdentities: { path: '/v2/identities?userId=101' },
  getIdentity: { path: '/v2/identities/universe-1/101' },
  reportIdentity: { path: '/v2/identities/universe-1/103', body: { username: 'Gunner', groupUserId: 103 } },
  reportIdentities: {
    path: '/v2/identities',
    body: { domain: 'universe-1', identities: [{ id: 102, username: 'Pilot', groupUserId: 102 }] },
  },
  getVerification: { path: '/v2/verifications/103' },
  setVerification: { path: '/v2/verifications/103', body: { chatUserId: '33', transfer: true } },
  deleteVerification: { path: '/v2/verifications/104', status: 204 },
  setVerifications: { path: '/v2/verifications', body: { verifications: [{ userId: 105, chatUserId: '5' }] } },
  createApplicantCode: { path: '/v2/applicant-codes', body: { userId: 105 }, status: 201 },
  createLinkCode: { path: '/v2/link-codes', body: { chatUserId: '7' }, status: 201 },
  redeemLinkCode: { path: '/v2/link-codes/redeem', body: { code: '{code}', userId: 102, transfer: true } },
  receivePlatformNotification: {
    path: '/v2/platform-notifications',
    body: { NotificationId: 'matrix', EventType: 'SampleNotification' },
    status: 204,
  },
  redeliverWebhookMessage: { path: '/v2/webhooks/{webhook}/deliveries/{delivery}/redeliver', status: 202 },
  previewAutoRank: { path: '/v2/auto-rank/preview', body: { thresholds: [] } },
  deleteReversal: { path: '/v2/reversals/{dryRun}', status: 204 },
  listReversals: { path: '/v2/reversals' },
}

const made: Record<string, string> = {}

/** Makes everything that the success requests refer to. Needs the scheduler. */
export async function makeForms(
  app: Pick<TestApp, 'app'> & Partial<Pick<TestApp, 'world'>>,
  home: TestCommunity,
): Promise<void> {
  await sql`insert into verified_account (user_id, chat_user_id) values (101, '1'), (102, '2')
    on conflict do nothing`.execute(app.app.db)
  if (app.world?.users.has(asking) === false) app.world.addUser({ userId: asking, username: `Member${asking}` })
  app.world?.joins.send(group.id, asking)
  const { client } = home
  const post = async (path: string, body: object) => (await client.post(path, body)).body.data
  for (const name of ['form', 'edited', 'deleted']) {
    made[name] = (await post('/v2/applications', { definition })).applicationId
  }
  made['template'] = (await post('/v2/applications/templates', { name: 'Pilots', definition })).templateId
  // declared no rank, so that it can be given beside one
  await client.patch(`/v2/ranks/${group.roles.lieutenant}`, { managed: false })
  const answers = { q1: 'I like to fly.' }
  const submitted = await post(filled(`${form}/responses`), { ...access, version: 1, answers })
  made['response'] = submitted.response.responseId
  for (const name of ['operation', 'cancelled']) made[name] = await queueOperation(app, home)
  made['failed'] = await failedOperation(app, home)
  const awarded = [{ ...access, experience: { op: 'increment', amount: 1 } }]
  made['batch'] = (await post('/v2/award-batches', { batchId: 'made', entries: awarded })).batchId
  made['reversal'] = (await post('/v2/reversals', { source: 'batch', sourceId: 'made' })).reversalId
  made['dryRun'] = (await post('/v2/reversals', { source: 'batch', sourceId: 'made', dryRun: true })).reversalId
  await makePeople(home)
  await makeLinks(home)
  await makeModeration(home)
  await makeSuspensions(home)
  await makeEvents(home)
  await makeWebhooks(home)
  for (const name of ['key', 'revokedKey']) {
    made[name] = (await post('/v2/keys', { name: 'Website', scopes: ['keys.write'] })).keyId
  }
}

async function makePeople({ client, ctx }: TestCommunity): Promise<void> {
  made['staffRole'] = 'steward'
  const scopes = { scopes: ['members.read'], takesPerHourLimit: 0 }
  await client.put('/v2/staff-roles/steward', scopes)
  made['person'] = (await client.post('/v2/people', { name: 'Ana', role: 'viewer' })).body.data.personId
  made['leaver'] = (await client.post('/v2/people', { name: 'Eve', role: 'viewer' })).body.data.personId
  made['session'] = `ses_${randomBase32(20)}`
  // another person, since an invitation ends sessions of its person
  const { personId } = (await client.post('/v2/people', { name: 'Cleo', role: 'viewer' })).body.data
  const { db, community } = await ctx()
  await sql`insert into person_session (community_id, session_id, person_id, token_hash, created_at, last_used_at, expires_at)
    values (${community.communityId}, ${made['session']}, ${personId}, '', now(), now(), now() + interval '1 day')`.execute(
    db,
  )
}

async function makeLinks({ client }: TestCommunity): Promise<void> {
  await client.put('/v2/identities/universe-1/101', { username: 'Builder', groupUserId: 101 })
  for (const userId of [103, 104]) await client.put(`/v2/verifications/${userId}`, { chatUserId: String(userId) })
  // absent in the previous release (npm run upgrade)
  made['code'] = (await client.post('/v2/link-codes', { chatUserId: '6' })).body.data?.code
}

async function makeWebhooks({ client }: TestCommunity): Promise<void> {
  const post = async (path: string, body: object) => (await client.post(path, body)).body.data
  for (const name of ['webhook', 'removed']) {
    made[name] = (await post('/v2/webhooks', { url: 'http://127.0.0.1:9/' })).webhookId
  }
  made['delivery'] = (await post(filled('/v2/webhooks/{webhook}/test'), {})).deliveryId
}

async function makeEvents({ client }: TestCommunity): Promise<void> {
  const post = async (path: string, body: object) => (await client.post(path, body)).body.data
  made['eventType'] = (await post('/v2/event-types', { name: 'Training' })).eventTypeId
  for (const name of ['event', 'ending', 'dropped']) {
    made[name] = (await post('/v2/events', { eventTypeId: made['eventType'], startsAt })).eventId
  }
  await post(filled('/v2/events/{ending}/start'), {})
}

async function makeModeration({ client }: TestCommunity): Promise<void> {
  const post = async (path: string, body: object) => (await client.post(path, { reason: 'Raids', ...body })).body.data
  made['entry'] = (await post('/v2/blacklist-entries', { userId: 901 })).blacklistEntryId
  made['lifted'] = (await post('/v2/blacklist-entries', { userId: 902 })).blacklistEntryId
  made['warning'] = (await post('/v2/warnings', { userId: 101 })).warningId
}

async function makeSuspensions({ ctx }: TestCommunity): Promise<void> {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  for (const [name, userId] of [['suspension', 901] as const, ['liftedSuspension', 902] as const]) {
    made[name] = (await keepRank(await ctx(), { userId, reason: null, endsAt })).suspension_id
  }
}

/** A rank change that is deferred by an hour, so that it can be cancelled. */
export async function queueOperation(app: Pick<TestApp, 'app'>, home: TestCommunity): Promise<string> {
  const operationId = `op_${randomBase32(20)}`
  await sql`insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, not_before,
      actor_kind, actor_id)
    values (${home.communityId}, ${operationId}, 'rank.promote', 105, false, false, now() + interval '1 hour',
      now() + interval '1 hour', 'key', 'matrix')`.execute(app.app.db)
  return operationId
}

/** A failed operation, which gave the rank Private, or a role that makeForms has declared no rank. */
export async function failedOperation(
  app: Pick<TestApp, 'app'>,
  home: TestCommunity,
  kind = 'rank.set',
): Promise<string> {
  const target = kind.startsWith('role.') ? group.roles.lieutenant : group.roles.private
  const operationId = `op_${randomBase32(20)}`
  await sql`insert into member (community_id, user_id) values (${home.communityId}, 104)
    on conflict do nothing`.execute(app.app.db)
  await sql`insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
      deadline_at, not_before, actor_kind, actor_id)
    values (${home.communityId}, ${operationId}, ${kind}, 104, ${target}, false, false, now() + interval '1 hour',
      now() + interval '1 hour', 'key', 'matrix')`.execute(app.app.db)
  await sql`update platform_operation set status = 'failed', completed_at = now(), error_code = 'member_not_in_group',
      error_message = 'The account is not in the group.'
    where community_id = ${home.communityId} and operation_id = ${operationId}`.execute(app.app.db)
  return operationId
}

const filled = (text: string): string => text.replace(/\{(\w+)\}/g, (all, name: string) => made[name] ?? all)

export function successOf(id: OperationId): { path: string; body?: object; headers: Headers; status: number } {
  const { path, body, headers = {}, status = 200 } = successes[id]
  const sent = body === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(body))) as object }
  return { path: filled(path), ...sent, headers, status }
}
