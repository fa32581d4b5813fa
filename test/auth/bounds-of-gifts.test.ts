// The bounds of who stored what gives hold when it gives: thresholds, the suspended rank, the end of a suspension, roles of awards.
import { randomUUID } from 'node:crypto'
import { allScopes, issueKey } from '../../src/auth/actions'
import type { BoundsInput } from '../../src/auth/bounds/rules'
import type { AuthorBounds } from '../../src/context'
import { endDueSuspensions } from '../../src/moderation/suspensions/actions'
import {
  everyRank,
  group,
  startTestApp,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { until } from '../support/until'
import { hold, release, resetRoles, rolesOnPlatform } from '../operations/fixture'
import { makeForm, respond, review, verify } from '../applications/submissions/fixture'

const { roles } = group
const [player, officer, other] = group.members
const MODERATOR = 9005

let app: TestApp
let home: TestCommunity
/** May give up to the rank 10, and change members up to it. */
let bounded: Client
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: MODERATOR, rank: 5, name: 'Moderator' })
  for (const userId of group.members) await verify(app, userId)
})
afterAll(() => app.close())
beforeEach(async () => {
  await release(app)
  resetRoles(app)
  for (const userId of group.members)
    if (rolesOnPlatform(app, userId).includes(MODERATOR)) app.world.takeRole(group.id, userId, MODERATOR)
  app.world.giveRole(group.id, officer, roles.lieutenant)
  home = await app.community()
  await home.client.patch(`/v2/ranks/${MODERATOR}`, { managed: false })
  for (const userId of group.members) await home.client.get(`/v2/members/${userId}`)
  bounded = await keyWith({ ...everyRank, highestRankGiven: 10, highestRankTouched: 10 })
})

async function keyWith(bounds: BoundsInput): Promise<Client> {
  const { key } = await issueKey(await home.ctx(), { name: 'x', scopes: allScopes, expiresAt: null, bounds })
  return app.clientFor(key, home.communityId)
}

const OUT = [403, 'rank_out_of_bounds']
const codeOf = ({ status, body }: Answer): unknown => [status, body?.error?.code]
const done = async (answer: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(text)
  return body.data
}
const settled = () =>
  until('nothing is queued', async () => {
    const open = app.dba.selectFrom('platform_operation').select('operation_id').where('completed_at', 'is', null)
    return (await open.where('community_id', '=', home.communityId).execute()).length === 0
  })
/** As a sync finds it after a person changed the number on the platform. */
const renumber = (role: number, rank: number): Promise<unknown> =>
  app.dba
    .updateTable('rank')
    .set({ rank_id: rank })
    .where('community_id', '=', home.communityId)
    .where('unique_id', '=', role)
    .execute()
const recorded = async (table: 'medal' | 'rank' | 'suspension' | 'suspension_settings'): Promise<unknown[]> =>
  (
    await app.dba
      .selectFrom(table)
      .select('author_bounds')
      .where('community_id', '=', home.communityId)
      .where('author_bounds', 'is not', null)
      .execute()
  ).map(({ author_bounds: bounds }) => bounds)
const upTo10: AuthorBounds = { highestGiven: 10, lowestTouched: 0, highestTouched: 10 }
const given10: AuthorBounds = { ...upTo10, highestTouched: 255 }

describe('the role of a medal', () => {
  const award = (userId: number, client = home.client): Promise<Answer> =>
    client.post(`/v2/members/${userId}/medals`, { name: 'Guard' })
  const heldBy = async (userId: number): Promise<unknown> =>
    (await done(home.client.get(`/v2/members/${userId}`))).medals.map(({ name }: { name: string }) => name)
  beforeEach(() => done(bounded.post('/v2/medals', { name: 'Guard', roleUniqueId: MODERATOR })))

  it('is given as it was bound, also to a member that who bound it may not change', async () => {
    expect(await recorded('medal')).toEqual([given10])
    expect((await award(officer)).status).toBe(200)
    await until('the role', () => rolesOnPlatform(app, officer).includes(MODERATOR))
  })

  it.each<[string, () => Promise<unknown>, unknown]>([
    ['by an award', async () => codeOf(await award(player)), OUT],
    [
      'by a batch',
      async () => {
        const entries = [{ userId: player, medals: ['Guard'] }]
        const { body } = await home.client.post('/v2/award-batches', { batchId: randomUUID(), entries })
        return body.data.entries[0].error?.code
      },
      'rank_out_of_bounds',
    ],
    [
      'by an event',
      async () => {
        const eventId = await activeEvent([{ medals: ['Guard'] }], [player])
        const finished = await home.client.post(`/v2/events/${eventId}/finish`, {})
        return [finished.status, await medalsOf(eventId)]
      },
      [200, [{ name: 'Guard', count: 0, withheld: 1, code: 'rank_out_of_bounds' }]],
    ],
  ])('is not given with another number than it was bound with, %s, nor is the medal', async (_, give, answer) => {
    await renumber(MODERATOR, 75)
    expect(await give()).toEqual(answer)
    await settled()
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
    expect(await heldBy(player)).toEqual([])
  })

  it('is not given with another number by a form, which says so', async () => {
    const form = await makeForm(home.client, { passAwards: { medals: ['Guard'] } })
    await renumber(MODERATOR, 75)
    expect((await review(home.client, await respond(home.client, form, player))).status).toBe(200)
    await settled()
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
  })

  it('is given again when somebody who may give it binds it, and is taken whatever its number is', async () => {
    await renumber(MODERATOR, 75)
    await done(home.client.patch('/v2/medals/Guard', { removeRole: true }))
    await done(home.client.patch('/v2/medals/Guard', { roleUniqueId: MODERATOR }))
    expect(await recorded('medal')).toEqual([])
    expect((await award(player)).status).toBe(200)
    await until('the role', () => rolesOnPlatform(app, player).includes(MODERATOR))
    await done(home.client.patch('/v2/medals/Guard', { removeRole: true }))
    await renumber(MODERATOR, 5)
    await done(bounded.patch('/v2/medals/Guard', { roleUniqueId: MODERATOR }))
    await renumber(MODERATOR, 75)
    await done(home.client.delete(`/v2/members/${player}/medals/Guard`))
    await until('no role', () => !rolesOnPlatform(app, player).includes(MODERATOR))
  })
})

const activeEvent = async (awards: readonly object[], present: readonly number[], client = home.client) => {
  const { eventTypeId } = await done(home.client.post('/v2/event-types', { name: randomUUID() }))
  const { eventId } = await done(client.post('/v2/events', { eventTypeId, startsAt: '2026-03-06T18:00:00Z', awards }))
  const attendees = present.map((userId) => ({ userId, attendance: 'present' }))
  await done(home.client.put(`/v2/events/${eventId}/attendees`, { attendees }))
  await done(home.client.post(`/v2/events/${eventId}/start`, {}))
  return eventId as string
}
const medalsOf = async (eventId: string): Promise<unknown> =>
  (await done(home.client.get(`/v2/events/${eventId}/awards`)))[0].medals

describe('an event that gives a medal with a role', () => {
  it('gives both or neither: who finishes it may not give the role', async () => {
    await done(home.client.post('/v2/medals', { name: 'Guard', roleUniqueId: MODERATOR }))
    await done(home.client.post('/v2/medals', { name: 'Plain' }))
    const low = await keyWith({ ...everyRank, highestRankGiven: 1 })
    const eventId = await activeEvent([{ medals: ['Guard', 'Plain'], experience: 5 }], [player])
    const { body } = await low.post(`/v2/events/${eventId}/finish`, {})
    expect(body.meta.awards).toMatchObject({ experience: 1, medals: 1, medalsWithheld: 1 })
    expect(await medalsOf(eventId)).toEqual([
      { name: 'Guard', count: 0, withheld: 1, code: 'rank_out_of_bounds' },
      { name: 'Plain', count: 1, withheld: 0, code: null },
    ])
    await settled()
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
  })

  it('gives both to whom both may be given, and one more to who has the medal', async () => {
    await done(home.client.post('/v2/medals', { name: 'Guard', roleUniqueId: MODERATOR }))
    await done(home.client.post(`/v2/members/${officer}/medals`, { name: 'Guard' }))
    const eventId = await activeEvent([{ medals: ['Guard'] }], [player, officer, other])
    const { body } = await bounded.post(`/v2/events/${eventId}/finish`, {})
    expect(body.meta.awards).toMatchObject({ medals: 3, medalsWithheld: 0 })
    await until('the roles', () => [player, officer, other].every((id) => rolesOnPlatform(app, id).includes(MODERATOR)))
  })
})

describe('the threshold of a rank', () => {
  const earn = async (userId: number): Promise<unknown> =>
    (await home.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 200 })).body.meta.autoRank
  const setThreshold = (client: Client, rank: number, experience: number): Promise<unknown> =>
    done(client.patch(`/v2/ranks/${rank}`, { autoRank: { experience } }))

  it('gives the rank as far as who set it may, and keeps its author when others change the rest', async () => {
    await setThreshold(bounded, roles.private, 100)
    expect(await recorded('rank')).toEqual([upTo10])
    expect(await earn(player)).toEqual({ outcome: 'changed' })
    expect(rolesOnPlatform(app, player)).toContain(roles.private)
    await done(home.client.patch(`/v2/ranks/${roles.private}`, { managed: true }))
    await setThreshold(home.client, roles.private, 100)
    expect(await recorded('rank')).toEqual([upTo10])
    await setThreshold(home.client, roles.private, 101)
    expect(await recorded('rank')).toEqual([])
  })

  it('does not give a rank that has another number since', async () => {
    await setThreshold(bounded, roles.private, 100)
    await renumber(roles.private, 40)
    expect(await earn(player)).toEqual({ outcome: 'skipped', reason: 'rank_out_of_bounds' })
    const explained = await done(home.client.get(`/v2/members/${player}/auto-rank`))
    expect(explained).toMatchObject({ outcome: 'skipped', reason: 'rank_out_of_bounds' })
    const entries = [{ userId: player, experience: { op: 'increment', amount: 1 } }]
    const { body } = await home.client.post('/v2/award-batches', { batchId: randomUUID(), entries })
    expect(body.data.entries[0].autoRank).toEqual({ outcome: 'skipped', reason: 'rank_out_of_bounds' })
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
  })

  it('does not take the rank of a member whom who set it may not change', async () => {
    await setThreshold(home.client, roles.lieutenant, 5_000)
    await done(home.client.patch('/v2/auto-rank', { demotes: true }))
    await setThreshold(bounded, roles.private, 100)
    expect(await earn(officer)).toEqual({ outcome: 'skipped', reason: 'rank_out_of_bounds' })
    expect(rolesOnPlatform(app, officer)).toContain(roles.lieutenant)
    await setThreshold(home.client, roles.private, 99)
    expect(await earn(officer)).toEqual({ outcome: 'changed' })
    expect(rolesOnPlatform(app, officer)).not.toContain(roles.lieutenant)
  })

  it('is previewed with its author, and one that is changed with who asks', async () => {
    await setThreshold(bounded, roles.private, 100)
    await renumber(roles.private, 40)
    await earn(player)
    const preview = async (thresholds: object[]): Promise<unknown> =>
      (await done(home.client.post('/v2/auto-rank/preview', { thresholds }))).promoted
    expect(await preview([])).toBe(0)
    expect(await preview([{ uniqueId: roles.private, experience: 99 }])).toBe(1)
  })

  it('is decided again by the execution', async () => {
    await setThreshold(bounded, roles.private, 100)
    await hold(app)
    const entries = [{ userId: player, experience: { op: 'increment', amount: 200 } }]
    const { body } = await home.client.post('/v2/award-batches', { batchId: randomUUID(), entries })
    expect(body.data.entries[0].autoRank.outcome).toBe('queued')
    await renumber(roles.private, 40)
    await release(app)
    await settled()
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
  })
})

describe('the suspended rank', () => {
  const suspend = (userId: number, more: object = {}): Promise<Answer> =>
    home.client.post('/v2/suspensions', { userId, durationSeconds: 600, ...more })
  beforeEach(() => done(bounded.patch('/v2/suspension-settings', { rankUniqueId: roles.private })))

  it('is given to every member whom the caller suspends', async () => {
    expect(await recorded('suspension_settings')).toEqual([given10])
    expect((await suspend(officer)).status).toBe(201)
    expect(rolesOnPlatform(app, officer)).toContain(roles.private)
  })

  it('is not given with another number, unless the caller names it or stores it anew', async () => {
    await renumber(roles.private, 40)
    expect(codeOf(await suspend(player))).toEqual(OUT)
    expect((await suspend(player, { rankUniqueId: roles.private })).status).toBe(201)
    await done(home.client.patch('/v2/suspension-settings', { rankUniqueId: roles.private }))
    expect(codeOf(await suspend(other))).toEqual(OUT)
    await done(home.client.patch('/v2/suspension-settings', { removeRank: true }))
    await done(home.client.patch('/v2/suspension-settings', { rankUniqueId: roles.private }))
    expect((await suspend(other)).status).toBe(201)
  })
})

describe('the end of a suspension', () => {
  const suspend = async (userId: number, client = home.client): Promise<string> =>
    (await done(client.post('/v2/suspensions', { userId, durationSeconds: 6_000, rankUniqueId: roles.recruit })))
      .suspensionId as string
  async function end(suspensionId: string): Promise<void> {
    const suspensions = app.dba.updateTable('suspension').where('suspension_id', '=', suspensionId)
    await suspensions.set({ ends_at: new Date().toISOString() }).execute()
    await endDueSuspensions(app.base)
    await settled()
  }

  it('gives the former rank back as far as who chose it may', async () => {
    app.world.giveRole(group.id, player, roles.private)
    const suspensionId = await suspend(player)
    await done(bounded.patch(`/v2/suspensions/${suspensionId}`, { durationSeconds: 600 }))
    expect(await recorded('suspension')).toEqual([upTo10])
    await end(suspensionId)
    expect(rolesOnPlatform(app, player)).toContain(roles.private)
  })

  it('does not give back a rank that has another number, until somebody who may lifts it', async () => {
    for (const userId of [player, other]) app.world.giveRole(group.id, userId, roles.private)
    const [first, second] = [await suspend(player), await suspend(other)]
    for (const id of [first, second]) await done(bounded.patch(`/v2/suspensions/${id}`, { durationSeconds: 600 }))
    await renumber(roles.private, 40)
    await end(first)
    expect(await done(home.client.get(`/v2/suspensions/${first}`))).toMatchObject({
      state: 'ended',
      outcome: 'unrestored',
    })
    expect(rolesOnPlatform(app, player)).toEqual([roles.recruit])
    expect(codeOf(await bounded.post(`/v2/suspensions/${second}/lift`, {}))).toEqual(OUT)
    expect((await home.client.post(`/v2/suspensions/${second}/lift`, {})).status).toBe(200)
    expect(rolesOnPlatform(app, other)).toContain(roles.private)
  })

  it('is not chosen by a bounded key before the member has moved either', async () => {
    await hold(app)
    const moving = home.client.post('/v2/suspensions', {
      userId: officer,
      durationSeconds: 6_000,
      rankUniqueId: roles.recruit,
    })
    const stored = app.dba.selectFrom('suspension').select('suspension_id')
    const find = () => stored.where('community_id', '=', home.communityId).executeTakeFirst()
    await until('the suspension', async () => (await find()) !== undefined)
    const path = `/v2/suspensions/${(await find())?.suspension_id ?? ''}`
    expect(codeOf(await bounded.patch(path, { durationSeconds: 60 }))).toEqual(OUT)
    expect(codeOf(await bounded.post(`${path}/lift`, {}))).toEqual(OUT)
    expect((await bounded.patch(path, { reason: 'Spam.' })).status).toBe(200)
    expect(await recorded('suspension')).toEqual([])
    await release(app)
    await moving
  })
})

describe('rank rules of an event', () => {
  const [low, high] = [{ rank: { rankUniqueId: roles.private } }, { rank: { rankUniqueId: roles.lieutenant } }]
  const points = { role: 'host', experience: 5 }

  it.each(['events', 'event-types'] as const)(
    'of %s are put in another order by who may give the rank',
    async (list) => {
      const writer = await home.clientWith(['events.write'])
      const { eventTypeId } = await done(
        home.client.post('/v2/event-types', { name: randomUUID(), awards: [low, high, points] }),
      )
      const body = { eventTypeId, startsAt: '2026-03-06T18:00:00Z', hostUserId: player }
      const path =
        list === 'events'
          ? `/v2/events/${(await done(home.client.post('/v2/events', body))).eventId as string}`
          : `/v2/event-types/${eventTypeId as string}`
      for (const awards of [
        [high, low, points],
        [high, points],
        [{ role: 'host', ...low }, high],
      ])
        expect(codeOf(await writer.patch(path, { awards }))).toEqual([403, 'insufficient_scope'])
      for (const awards of [[points, low, high], [low, points], []])
        expect(codeOf(await writer.patch(path, { awards }))).toEqual([200, undefined])
    },
  )

  it('give nothing to another host: an attendee gets them, and who finishes answers for it', async () => {
    const writer = await home.clientWith(['events.write'])
    const eventId = await activeEvent([{ role: 'host', ...low }], [player])
    await done(writer.patch(`/v2/events/${eventId}`, { hostUserId: other }))
    expect(codeOf(await writer.post(`/v2/events/${eventId}/finish`, {}))).toEqual([403, 'insufficient_scope'])
    expect((await done(home.client.post(`/v2/events/${eventId}/finish`, {}))).state).toBe('finished')
    await settled()
    for (const userId of [player, other]) expect(rolesOnPlatform(app, userId)).toEqual([roles.recruit])
  })
})
