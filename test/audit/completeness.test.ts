// Writes, and reads of responses, have an audit entry. The operations are derived from the contract.
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { readScopeOf } from '../../src/audit/rules'
import { filesIn, readText } from '../../scripts/completeness/fault'
import { auditActions } from '../../src/audit/names'
import { rotateKey, changeKey, issueKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { connectGroup, disconnectGroup } from '../../src/platform-connection/actions'
import { setCommunity, setPlan, setSubscription } from '../../src/communities/actions'
import type { OperationId } from '../../src/contract/types'
import {
  pauseCommunity,
  pauseDeployment,
  resumeCommunity,
  resumeDeployment,
} from '../../src/operations/operator/actions'
import { createAward } from '../../src/awards/medals/actions'
import { storeProfile } from '../../src/members/profile/queries'
import { group, startTestApp, tasksOf, type Headers, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { makeForms, successOf } from '../support/successes'
import { until } from '../support/until'

/** Operations that only read although they have a body. */
const readsWithBody: readonly OperationId[] = [
  'openApplication',
  'getApplicationStatus',
  'lookUpMembers',
  'previewAutoRank',
]

const writes = (Object.keys(operationTable) as OperationId[]).filter(
  // operations without a scope are signed by the platform, for no community
  (id) => operationTable[id].method !== 'get' && operationTable[id].scope !== null && !readsWithBody.includes(id),
)

let app: TestApp
let home: TestCommunity

beforeAll(async () => {
  app = await startTestApp()
  home = await app.community()
  await createAward(await home.ctx(), 'medal', 'Valor')
  await createAward(await home.ctx(), 'qualification', 'Pilot')
  await makeForms(app, home)
})
afterAll(() => app.close())

describe('an operation that writes', () => {
  it.each(writes)('writes an entry with the key and the request id: %s', async (id) => {
    const { path, body, headers, status } = successOf(id)
    // a sync without changes writes no entry
    if (id === 'syncRanks') app.world.addRole(group.id, { roleId: 9020, rank: 20, name: 'corporal' })
    if (id === 'updatePlatformConnection') await home.client.patch(path, { paused: true })
    const sent: Headers = { ...headers, 'X-Request-Id': `audited-${id}` }
    const answer = await home.client.send(operationTable[id].method.toUpperCase(), path, body, sent)
    const requestId = answer.headers['x-request-id']
    expect([answer.status, requestId]).toEqual([status, expect.stringMatching(`^audited-${id}\\.`)])
    const entries = (await newestEntries(app.base, home.communityId, 100)).filter((one) => one.request_id === requestId)
    expect(entries.length).toBeGreaterThan(0)
    for (const { actor_kind, actor_id } of entries) {
      expect([actor_kind, actor_id]).toEqual(['key', home.key.split('_')[1]])
    }
  })
})

it('declares a read scope for every action in the audit log', async () => {
  const { rows } = await sql<{ action: string }>`select distinct action from audit_entry`.execute(app.app.db)
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter(({ action }) => readScopeOf(action) === null)).toEqual([])
  expect(auditActions.filter((action) => readScopeOf(action) === null)).toEqual([])
})

it('writes no action that audit list refuses as unknown', async () => {
  const { rows } = await sql<{ action: string }>`select distinct action from audit_entry`.execute(app.app.db)
  expect(rows.filter(({ action }) => !auditActions.includes(action))).toEqual([])
  const written = filesIn('src', '.ts').flatMap((file) => [
    ...readText(file).matchAll(/\baction: '([a-z-]+\.[a-z.-]+)'/g),
  ])
  expect(written.length).toBeGreaterThan(50)
  expect(written.filter(([, action = '']) => !auditActions.includes(action))).toEqual([])
})

describe('a read of a response', () => {
  const entriesOf = async (given: string) =>
    (await newestEntries(app.base, home.communityId, 1_000)).filter(({ request_id }) =>
      request_id?.startsWith(`${given}.`),
    )

  it('writes an entry that names the key, the applicant, the form and the response', async () => {
    const { path, status } = successOf('getResponse')
    const answer = await home.client.get(path, { 'X-Request-Id': 'read-response' })
    expect(answer.status).toBe(status)
    const { responseId, applicationId, userId } = answer.body.data
    expect(await entriesOf('read-response')).toMatchObject([
      {
        action: 'application.response.read',
        actor_kind: 'key',
        actor_id: home.key.split('_')[1],
        user_id: Number(userId),
        before: null,
        after: { applicationId, responseId },
        reason: null,
      },
    ])
    expect(readScopeOf('application.response.read')).toBe('applications.responses.read')
  })

  it('writes no entry when it is answered 403 or 404, and neither does a list', async () => {
    const { path } = successOf('getResponse')
    const denied = await home.clientWith(['applications.read', 'audit.read'])
    const unknown = path.replace(/[a-z2-7]{20}$/, 'a'.repeat(20))
    const otherForm = path.replace(/app_[a-z2-7]{20}/, `app_${'a'.repeat(20)}`)
    const stranger = await app.community({ connected: false })
    const answers = [
      await denied.get(path, { 'X-Request-Id': 'unread' }),
      await home.client.get(unknown, { 'X-Request-Id': 'unread' }),
      await home.client.get(otherForm, { 'X-Request-Id': 'unread' }),
      await stranger.client.get(path, { 'X-Request-Id': 'unread' }),
      await home.client.get(successOf('listResponses').path, { 'X-Request-Id': 'unread' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 404, 404, 200])
    const { rows } = await sql`select from audit_entry where request_id = 'unread'`.execute(app.app.db)
    expect(rows).toEqual([])
  })
})

/** @returns a function that gives the entries since its last call: action, before, after */
function since(communityId: string): () => Promise<[string, unknown, unknown][]> {
  let last = 0
  return async () => {
    const fresh = (await newestEntries(app.base, communityId, 1_000)).filter((entry) => entry.audit_id > last)
    last = fresh[0]?.audit_id ?? last
    return fresh.reverse().map(({ action, before, after }) => [action, before, after])
  }
}

describe('the entry of an operator', () => {
  it('has the former setting, subscription, plan, connection, key or switch', async () => {
    const community = await app.community({ plan: 'standard', connected: false })
    const fresh = since(community.communityId)
    await fresh()
    const ctx = await community.ctx()
    await setCommunity(ctx, { apiEnabled: false, quotaAwardLimit: 7 })
    await setCommunity(ctx, { apiEnabled: true })
    await setSubscription(ctx, 'subscription', 'pro', null)
    await setSubscription(ctx, 'trial', null, null)
    expect(await fresh()).toEqual([
      ['community.set', { apiEnabled: true, quotaAwardLimit: 1_000 }, { apiEnabled: false, quotaAwardLimit: 7 }],
      ['community.set', { apiEnabled: false }, { apiEnabled: true }],
      ['subscription.set', { plan: 'standard', endsAt: null }, { plan: 'pro', endsAt: null }],
      ['trial.set', { plan: null, endsAt: null }, { plan: null, endsAt: null }],
    ])
    await connectGroup(ctx, group.id, group.apiKey)
    await disconnectGroup(ctx)
    const connection = { groupId: group.id, ownerUserId: group.owner, credentialKind: 'api_key' }
    const connected = (await fresh()).filter(([action]) => action.startsWith('platform.'))
    expect(connected).toEqual([
      ['platform.connect', null, connection],
      ['platform.disconnect', connection, null],
    ])
    const { keyId } = await issueKey(ctx, { name: 'k', scopes: ['members.read'], expiresAt: null })
    const key = () => requireKey(app.app.db, keyId)
    await changeKey(ctx, await key(), 'disabled')
    await rotateKey(ctx, await key(), 60)
    await changeKey(ctx, await key(), 'revoked')
    expect(await fresh()).toEqual([
      ['key.create', null, expect.objectContaining({ keyId })],
      ['key.disabled', { keyId, enabled: true }, { keyId, enabled: false }],
      ['key.rotate', expect.objectContaining({ keyId }), expect.objectContaining({ name: 'k' })],
      ['key.revoked', { keyId, revokedAt: null }, { keyId, revokedAt: expect.any(String) }],
    ])
    await pauseCommunity(ctx)
    await resumeCommunity(ctx)
    await pauseDeployment(app.base)
    await resumeDeployment(app.base)
    const switched = (of: string) => [
      ['operations.pause', { of, paused: false }, { of, paused: true }],
      ['operations.resume', { of, paused: true }, { of, paused: false }],
    ]
    expect(await fresh()).toEqual([...switched('community'), ...switched('deployment')])
  })

  it('is written for a plan to every community with that plan, and to no other', async () => {
    await setPlan(app.base, 'guild', { apiAccess: true })
    const [holder, other] = [
      await app.community({ plan: 'guild', connected: false }),
      await app.community({ connected: false }),
    ]
    const [ofHolder, ofOther] = [since(holder.communityId), since(other.communityId)]
    await Promise.all([ofHolder(), ofOther()])
    await setPlan(app.base, 'guild', { features: ['members'] })
    const plan = { name: 'guild', apiAccess: true, automaticGrading: false }
    expect(await ofHolder()).toEqual([['plan.set', { ...plan, features: [] }, { ...plan, features: ['members'] }]])
    expect(await ofOther()).toEqual([])
  })
})

describe('the server', () => {
  it('writes an entry with the former rank for a rank changed on the platform', async () => {
    const community = await app.community()
    await community.client.get('/v2/members/101')
    const held = (await community.client.get('/v2/members/101')).body.data.rank
    const fresh = since(community.communityId)
    await fresh()
    const role = held.uniqueId === group.roles.sergeant ? group.roles.lieutenant : group.roles.sergeant
    for (const one of Object.values(group.roles)) app.world.takeRole(group.id, 101, one)
    app.world.giveRole(group.id, 101, role)
    app.advance(700_000)
    const { body } = await community.client.get('/v2/members/101')
    expect(body.data.rank.uniqueId).toBe(role)
    expect(await fresh()).toEqual([['member.rank', { rank: held }, { rank: body.data.rank, seen: true }]])
  })

  it('writes one entry for a member that concurrent requests create', async () => {
    const community = await app.community()
    const ctx = await community.ctx()
    const profile = { userId: 103, username: 'Member103', displayName: 'Member103' }
    await Promise.all(
      Array.from({ length: 8 }, () => storeProfile(ctx, profile, group.roles.recruit, [group.roles.recruit])),
    )
    const entries = await newestEntries(app.base, community.communityId, 100)
    expect(entries.filter(({ user_id }) => user_id === 103)).toMatchObject([
      { user_id: 103, before: null, after: { experience: 0, quotaPoints: 0, rank: { name: 'recruit' } } },
    ])
  })

  it('writes one entry for every end of a rank change', async () => {
    await until('all rank changes have ended', async () => {
      const { rows } =
        await sql`select from platform_operation where completed_at is null and not_before <= now()`.execute(app.app.db)
      return rows.length === 0
    })
    const { rows } = await sql<{ status: string; entries: number; same: boolean }>`
      select o.status, count(e.audit_id)::int as entries,
        bool_and(e.after = jsonb_build_object('operationId', o.operation_id, 'kind', o.kind, 'status', o.status, 'errorCode', o.error_code)
          and e.user_id = o.user_id and e.actor_id = o.actor_id and e.request_id is not distinct from o.request_id) as same
      from platform_operation o left join audit_entry e on e.community_id = o.community_id and e.action = 'operation.end'
        and e.after ->> 'operationId' = o.operation_id
      where o.completed_at is not null group by o.community_id, o.operation_id, o.status`.execute(app.app.db)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['succeeded', 'failed', 'cancelled']))
    expect(rows.filter(({ entries, same }) => entries !== 1 || !same)).toEqual([])
  })
})

it('holds no answer, note, password, key or secret', async () => {
  const secret = 'planted-marker'
  const question = { id: 'q1', type: 'short', title: 'Why?' }
  const definition = { name: 'Secrets', state: 'open', questions: [question] }
  const { client } = home
  const created = await client.post('/v2/applications', { definition, password: `${secret}-password` })
  const { applicationId } = created.body.data
  const path = `/v2/applications/${applicationId}`
  const changed = { version: 1, definition, password: `${secret}-changed` }
  expect((await client.put(path, changed)).status).toBe(200)
  const applicant = { userId: 102, password: `${secret}-changed` }
  expect((await client.post(`${path}/open`, { ...applicant, password: `${secret}-wrong` })).status).toBe(403)
  const submission = { ...applicant, version: 2, answers: { q1: `${secret} answer` } }
  const submitted = await client.post(`${path}/responses`, submission)
  expect(submitted.status).toBe(201)
  const { responseId } = submitted.body.data.response
  const review = {
    revision: 1,
    status: 'Failed',
    privateNote: `${secret} note`,
    applicantFeedback: `${secret} feedback`,
  }
  expect((await client.post(`${path}/responses/${responseId}/review`, review)).status).toBe(200)
  await tasksOf(app)['send-result-message']({ communityId: home.communityId, responseId })
  const entries = await newestEntries(app.base, home.communityId, 1_000)
  const all = JSON.stringify(entries)
  const actions = new Set(entries.map(({ action }) => action))
  for (const action of ['submit', 'review', 'message']) expect(actions).toContain(`application.response.${action}`)
  const planted = [secret, 'I like to fly.', group.apiKey, home.key, home.key.split('_')[2] ?? '', 'argon2']
  expect(planted.filter((text) => all.includes(text))).toEqual([])
})
