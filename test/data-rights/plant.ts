// Plants an account in every table, through routes and actions.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allScopes, issueKey } from '../../src/auth/actions'
import { holdAccount, restrictAccount, verifyAccount } from '../../src/identities/accounts/actions'
import { createAward } from '../../src/awards/medals/actions'
import { connectGroup } from '../../src/platform-connection/actions'
import { everyRank, group, tasksOf, type TestApp, type TestCommunity } from '../support/app'
import { idOf } from '../../src/http/caller'
import { countRequest, takePermits } from '../../src/limits/queries'
import { windowStart } from '../../src/limits/window'
import type { AnyPrincipal } from '../../src/people/rules'
import { enter } from '../support/applicants'
import { enqueueAll } from '../webhooks/fixture'
import { settled } from '../operations/fixture'
import { until } from '../support/until'
import type { Traces } from './scan'

const question = { id: 'why', type: 'short', title: 'Why do you apply?' }
const password = 'open sesame'

/** A community with award definitions, and two forms; `locked` has a password. */
export interface Place {
  readonly community: TestCommunity
  readonly form: string
  readonly locked: string
}

export async function makePlace(app: TestApp): Promise<Place> {
  const community = await app.community()
  // nothing listens on this port: messages stay pending
  await community.client.post('/v2/webhooks', { url: 'http://127.0.0.1:9/', types: ['*'] })
  for (const kind of ['medal', 'qualification'] as const) await createAward(await community.ctx(), kind, 'Valor')
  const make = async (name: string, more: object = {}): Promise<string> => {
    const definition = { name, state: 'open', questions: [question] }
    return (await community.client.post('/v2/applications', { definition, ...more })).body.data.applicationId as string
  }
  return { community, form: await make('Pilots'), locked: await make('Officers', { password }) }
}

/** Adds the account to the platform. */
export function settle(app: TestApp, { userId, mark }: Traces): void {
  app.world.addUser({ userId, username: `${mark}Name`, displayName: `${mark} shown` })
  app.world.addMember(group.id, userId)
}

/** Plants the account in each community, with the mark in every text. */
export async function plant(app: TestApp, traces: Traces, places: readonly Place[]): Promise<void> {
  const { userId, mark } = traces
  settle(app, traces)
  await verifyAccount(app.base, userId, `${mark}-chat`)
  for (const place of places) {
    // responses first: names are then resolved for them
    await plantResponses(app, place, traces)
    await plantMember(app, place, traces)
  }
  await restrictAccount(app.base, userId, `${mark} restricted`)
  for (const { community } of places) {
    await plantEvents(community, traces)
    await plantModeration(app, community, traces)
  }
  // the account owns the credential of the connection
  app.world.addKey(`key of ${userId}`, { name: 'theirs', ownerUserId: userId, groupIds: [group.id] })
  const [first] = places
  if (first) await connectGroup(await first.community.ctx(), group.id, `key of ${userId}`)
  await holdAccount(app.base, userId, `${mark} held`)
  // a job of tomorrow, so that it stays queued
  const payload = JSON.stringify({ userId: String(userId) })
  await sql`select graphile_worker.add_job('dispatch-bulk', payload => ${payload}::json, run_at => now() + interval '1 day',
    job_key => ${`auto-rank ${userId}`})`.execute(app.app.db)
  // without a worker too
  await enqueueAll(app.app.db)
}

async function plantMember(app: TestApp, { community }: Place, { userId, mark }: Traces): Promise<void> {
  const { client } = community
  const member = `/v2/members/${userId}`
  await expectOk(client.get(member))
  const link = { chatUserId: `${mark}-link`, transfer: true }
  await expectOk(client.put(`/v2/verifications/${userId}`, link))
  for (const side of [{ userId }, { chatUserId: link.chatUserId }]) await expectOk(client.post('/v2/link-codes', side))
  const issue = async () => (await expectOk(client.post('/v2/applicant-codes', { userId }))).body.data.code as string
  await expectOk(enter(app, community, await issue()))
  await plantBuckets(app, community, userId)
  // as after a sign-in with the linked account
  await sql`update applicant_session set chat_user_id = ${link.chatUserId} where user_id = ${userId}`.execute(app.dba)
  await issue()
  const player = { username: `${mark}Play`, displayName: `${mark} plays`, groupUserId: userId }
  await expectOk(client.put(`/v2/identities/universe-4242/${userId + 1}`, player))
  // another id with the same account: a contradiction
  await client.put(`/v2/identities/universe-4242/${userId + 2}`, player)
  const headers = { 'X-Request-Id': `${mark}-${userId}` }
  await expectOk(client.post(`${member}/experience`, { op: 'increment', amount: 7, reason: `${mark} won` }, headers))
  await expectOk(client.post(`${member}/quota-points`, { op: 'increment', amount: 7, reason: `${mark} hosted` }))
  await expectOk(client.post(`${member}/medals`, { name: 'Valor' }))
  await expectOk(client.post(`${member}/qualifications`, { name: 'Valor' }))
  await expectOk(client.put(`${member}/rank`, { rankId: 10 }))
  const entries = [{ userId, experience: { op: 'increment', amount: 1 }, reason: `${mark} in a batch` }]
  const batchId = randomUUID()
  await expectOk(client.post('/v2/award-batches', { batchId, entries }))
  const from = new Date(Date.now() - 60_000).toISOString()
  for (const source of [
    { source: 'batch', sourceId: batchId },
    { source: 'account', sourceId: String(userId), from, reason: `${mark} undone` },
  ]) {
    const { body } = await expectOk(client.post('/v2/reversals', { ...source, dryRun: true }))
    await tasksOf(app)['take-back']({ communityId: community.communityId, reversalId: body.data.reversalId as string })
  }
  const idempotency = { 'Idempotency-Key': `${mark}-${randomUUID()}` }
  const { body } = await expectOk(client.post('/v2/platform-operations/ranks', { userId, rankId: 50 }, idempotency))
  await settled(community, body.data.id as string)
  await plantActing(app, community, userId)
}

/** As the limits count the requests of an applicant. */
async function plantBuckets(app: TestApp, { communityId }: TestCommunity, userId: number): Promise<void> {
  const holder = idOf({ kind: 'applicant', userId } as AnyPrincipal)
  const bucket = `key ${communityId} ${holder}`
  const start = windowStart(Date.now())
  await takePermits(app.app.db, { bucket, start, weightMs: 0, limit: 9, used: 1, permits: 1 })
  await sql`insert into platform_budget (owner, per_minute) values (${`key ${userId}`}, 60) on conflict do nothing`.execute(
    app.dba,
  )
  await countRequest(app.app.db, `access ${communityId} ${holder}`, Date.now(), 9)
}

/** A key acts for the account on others. */
async function plantActing(app: TestApp, community: TestCommunity, userId: number): Promise<void> {
  const { key } = await issueKey(await community.ctx(), {
    name: 'bot',
    scopes: allScopes,
    actFor: true,
    bounds: everyRank,
  })
  const client = app.clientFor(key, community.communityId)
  const headers = { 'X-On-Behalf-Of': String(userId), 'Idempotency-Key': randomUUID() }
  const [, other] = group.members
  await expectOk(client.post('/v2/warnings', { userId: other, reason: 'late' }, headers))
  const { body } = await expectOk(
    client.post(
      '/v2/platform-operations/ranks',
      { userId: other, rankId: 1 },
      { ...headers, 'Idempotency-Key': randomUUID() },
    ),
  )
  await settled(community, body.data.id as string)
}

/** One finished and hosted, one cancelled, one scheduled and given to another host. */
async function plantEvents({ client }: TestCommunity, { userId, mark }: Traces): Promise<void> {
  const types = await expectOk(client.post('/v2/event-types', { name: `Raid ${randomUUID()}` }))
  const awards = [{ experience: 5, medals: ['Valor'] }]
  const made = { eventTypeId: types.body.data.eventTypeId as string, startsAt: '2026-03-06T18:00:00Z', awards }
  for (const end of ['finish', 'cancel', null]) {
    const { body } = await expectOk(client.post('/v2/events', { ...made, hostUserId: userId }))
    const event = `/v2/events/${body.data.eventId}`
    await expectOk(client.put(`${event}/attendees/${userId}`, { role: 'host', attendance: 'present' }))
    if (end !== null) await expectOk(client.post(`${event}/start`))
    if (end === 'finish') await expectOk(client.post(`${event}/finish`))
    if (end === null) await expectOk(client.patch(event, { hostUserId: group.members[1] }))
    if (end === 'cancel') await expectOk(client.post(`${event}/cancel`, { reason: `${mark} called off` }))
  }
}

async function plantModeration(
  app: TestApp,
  { client, communityId }: TestCommunity,
  { userId, mark }: Traces,
): Promise<void> {
  const evidenceUrl = `https://example.com/${mark}`
  const { body } = await expectOk(
    client.post('/v2/blacklist-entries', { userId, reason: `${mark} raids`, evidenceUrl }),
  )
  const entry = `/v2/blacklist-entries/${body.data.blacklistEntryId}`
  await expectOk(client.patch(entry, { evidenceUrl: `${evidenceUrl}/more` }))
  await expectOk(client.post(`${entry}/lift`, { reason: `${mark} lifted` }))
  await expectOk(client.post('/v2/blacklist-entries', { userId, reason: `${mark} again` }))
  const key = { 'Idempotency-Key': randomUUID() }
  const warning = await expectOk(client.post('/v2/warnings', { userId, reason: `${mark} warned` }, key))
  await expectOk(client.post(`/v2/warnings/${warning.body.data.warningId}/revoke`, { reason: `${mark} revoked` }))
  const suspension = { userId, durationSeconds: 86_400, reason: `${mark} suspended`, rankUniqueId: group.roles.recruit }
  await expectOk(client.post('/v2/suspensions', suspension))
  const { data } = (await expectOk(client.post('/v2/people', { name: `${mark} staff`, role: 'viewer', userId }))).body
  await sql`update person set issuer = ${`https://${mark}.example`}, subject = ${`${mark}-sub`}, credential_id = ${`${mark}-id`}, public_key = 'x',
    invitation_hash = null, invitation_expires_at = null
    where community_id = ${communityId} and person_id = ${data.personId}`.execute(app.dba)
  await sql`insert into person_session (community_id, session_id, person_id, token_hash, client, created_at, last_used_at, expires_at)
    values (${communityId}, ${`ses_${String(data.personId).slice(4)}`}, ${data.personId}, 'x', ${`${mark} browser`}, now(), now(), now())`.execute(
    app.dba,
  )
}

async function plantResponses(
  app: TestApp,
  { community: { client, communityId }, form, locked }: Place,
  { userId, mark }: Traces,
): Promise<void> {
  const submission = { userId, version: 1, answers: { why: `${mark} answers` } }
  const { body } = await expectOk(client.post(`/v2/applications/${form}/responses`, submission))
  const { responseId } = body.data.response as { responseId: string }
  await tasksOf(app)['resolve-applicant-names']({ communityId, responseId })
  const review = { revision: 1, status: 'Passed', privateNote: `${mark} noted`, applicantFeedback: `${mark} told` }
  await expectOk(client.post(`/v2/applications/${form}/responses/${responseId}/review`, review))
  await until('the message was tried', async () => {
    const { rows } =
      await sql`select from result_message where response_id = ${responseId} and status <> 'queued'`.execute(app.dba)
    return rows.length > 0
  })
  await sql`update result_message set error = ${`${mark} could not be told`} where response_id = ${responseId}`.execute(
    app.dba,
  )
  // a pending one
  await expectOk(client.post(`/v2/applications/${locked}/responses`, { ...submission, password }))
  // the correct password would delete the failed attempts
  const { status } = await client.post(`/v2/applications/${locked}/open`, { userId, password: 'wrong' })
  expect(status).toBe(403)
}

async function expectOk<T extends { status: number; text: string }>(answer: Promise<T>): Promise<T> {
  const given = await answer
  if (given.status >= 400) throw new Error(`${given.status} ${given.text}`)
  return given
}
