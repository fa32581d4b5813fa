// A community in which one request of each write operation succeeds, in the order of the contract.
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import type { OperationId } from '../../src/contract/types'
import { createAward } from '../../src/awards/medals/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import { signatureOf } from '../../src/simulator/notifications'
import { group, makeClient, type Client, type Headers, type TestApp, type TestCommunity } from './app'
import { achieve, type Intent } from './obedient-client'
import { effectsBetween, stateOf, type Effects } from './effects'
import { asking, makeForms, successOf } from './successes'
import { until } from './until'

export const secret = 'platform-secret-of-the-test'
export const writeIds = (Object.keys(operationTable) as OperationId[]).filter(
  (id) => operationTable[id].method !== 'get',
)

let scenarios = 0
let held: number = group.roles.recruit

/** @param role of the members. From any other role than the recruit's, a rank change is two writes. */
export async function prepareScenario(app: TestApp, role: number = group.roles.recruit): Promise<TestCommunity> {
  scenarios++
  held = role
  for (const userId of group.members) {
    for (const former of app.world.rolesOf(group.id, userId)) {
      if (former !== group.roles.recruit) app.world.takeRole(group.id, userId, former)
    }
    if (held !== group.roles.recruit) app.world.giveRole(group.id, userId, held)
  }
  const home = await app.community()
  const ctx = await home.ctx()
  await createAward(ctx, 'medal', 'Valor')
  await createAward(ctx, 'qualification', 'Pilot')
  await makeForms(app, home)
  for (const userId of group.members) await home.client.get(`/v2/members/${userId}`)
  await setRankThreshold(ctx, group.roles.private, 1)
  // the reversal that makeForms has asked for
  await untilSettled(app, home)
  return home
}

/** The request of an operation, with an Idempotency-Key if the operation takes one. */
export async function intentOf(app: TestApp, home: TestCommunity, id: OperationId): Promise<Intent> {
  const { path, body, headers } = successOf(id)
  const key: Headers = operationTable[id].takesKey ? { 'Idempotency-Key': `${id}-${scenarios}` } : {}
  const intent = { id, path, headers: { ...headers, ...key }, ...(body === undefined ? {} : { body }) }
  if (['acceptJoinRequest', 'declineJoinRequest', 'submitJoinOperation'].includes(id)) {
    // a decision has an effect only if the account asks to join
    if (app.world.group(group.id).members.has(asking)) app.world.removeMember(group.id, asking)
    app.world.joins.send(group.id, asking)
    const accept = id === 'submitJoinOperation' ? { body: { ...body, userId: asking } } : {}
    return { ...intent, ...accept, path: path.replace('/101/', `/${asking}/`) }
  }
  // resuming has an effect only if the writes are paused
  if (id === 'updatePlatformConnection') await home.client.patch('/v2/platform-connection', { paused: true })
  // a sync has an effect only if the platform has a new role
  if (id === 'syncRanks') addRole(app)
  if (id === 'finishEvent') return { ...intent, path: `${await anAwardingEvent(home)}/finish` }
  // neither the rank that AutoRank gives nor the one that the member holds
  const rankUniqueId = held === group.roles.sergeant ? group.roles.private : group.roles.sergeant
  if (id === 'createSuspension') return { ...intent, body: { ...body, rankUniqueId } }
  if (id !== 'receivePlatformNotification') return intent
  const notification = { ...body, NotificationId: `notification-${scenarios}` }
  const signature = signatureOf(JSON.stringify(notification), secret, Math.floor(Date.now() / 1_000))
  return { ...intent, body: notification, headers: { 'roblox-signature': signature } }
}

let roles = 9_400
function addRole(app: TestApp): void {
  const roleId = ++roles
  app.world.addRole(group.id, { roleId, rank: 100 + (roleId % 100), name: `Role ${roleId}` })
}

/** An active event that gives experience (which changes a rank), quota points and a medal. */
async function anAwardingEvent({ client }: TestCommunity): Promise<string> {
  const made = async (path: string, body: object) => (await client.post(path, body)).body.data as Record<string, string>
  const awards = [{ experience: 5, quotaPoints: 2, medals: ['Valor'] }]
  const { eventTypeId } = await made('/v2/event-types', { name: 'Awarding', awards })
  const { eventId } = await made('/v2/events', { eventTypeId, startsAt: '2026-03-06T18:00:00Z' })
  const event = `/v2/events/${eventId}`
  await made(`${event}/start`, {})
  await client.put(`${event}/attendees`, { attendees: [{ userId: 105, attendance: 'present' }] })
  return event
}

/** Waits until no rank change or reversal is left, except those of makeForms (actor `matrix`), which stay queued. */
export function untilSettled(app: TestApp, { communityId }: TestCommunity): Promise<void> {
  return until('no rank change and no reversal is left', async () => {
    const { rows } = await sql`
      select from platform_operation where community_id = ${communityId} and completed_at is null and actor_id <> 'matrix'
      union all
      select from reversal
      where community_id = ${communityId} and state in ('collecting', 'working') and actor_id <> 'matrix'`.execute(
      app.app.db,
    )
    return rows.length === 0
  })
}

export interface Trouble {
  /** URL to which the request is sent. */
  readonly url: string
  /** Runs before the first attempt. */
  readonly begin?: () => unknown
  /** Runs while the client waits. */
  readonly end?: () => unknown
}

/** Effects to compare. Repeating a repeatable operation has no further effect, but may be audited again. */
export function comparable(id: OperationId, { counts, actions, writes }: Effects): object {
  return operationTable[id].repeatable ? { id, counts, writes } : { id, counts, actions, writes }
}

export interface Achieved {
  readonly effects: Effects
  /** Status, code, what was committed, and whether the text leaves the outcome open; `lost`: no answer. */
  readonly answers: readonly string[]
  /** Number of platform calls. */
  readonly calls: number
}

/** Lets the obedient client do the operation, and measures the effects when everything is settled. */
export async function achieved(
  app: TestApp,
  home: TestCommunity,
  id: OperationId,
  trouble: Trouble,
): Promise<Achieved> {
  const intent = await intentOf(app, home, id)
  const before = await stateOf(app, home)
  const callsBefore = app.simulator.requests.length
  const answers: string[] = []
  const credentials: Headers =
    operationTable[id].scope === null ? {} : { Authorization: `Bearer ${home.key}`, 'X-Community-Id': home.communityId }
  const through: Client = makeClient(trouble.url, credentials)
  const end = async (): Promise<void> => void (await trouble.end?.())
  let isBegun = false
  const send: Client['send'] = async (...request) => {
    if (!isBegun) await trouble.begin?.()
    isBegun = true
    return through.send(...request)
  }
  await achieve(send, intent, {
    client: home.client,
    wait: end,
    seen: (answer) => {
      const { code, message, details } = answer?.body?.error ?? {}
      const open = /unknown whether the request was stored/.test(message) && '(may have been stored)'
      answers.push(answer ? [answer.status, code, details?.committed, open].filter(Boolean).join(' ') : 'lost')
    },
  })
  await end()
  await untilSettled(app, home)
  return {
    effects: effectsBetween(app, before, await stateOf(app, home)),
    answers,
    calls: app.simulator.requests.length - callsBefore,
  }
}
