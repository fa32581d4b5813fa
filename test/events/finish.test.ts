// Finishing an event gives its awards once.
import { sql } from 'kysely'
import { makeApp } from '../../src/process/app'
import { createAward } from '../../src/awards/medals/actions'
import { setCommunity } from '../../src/communities/actions'
import { group, makeClient, serve, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import {
  activeEvent,
  attend,
  awardsOf,
  data,
  finish,
  newEvent,
  newType,
  numbersOf,
  auditEntriesOf,
  type Rules,
} from './fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  // no platform connection: points and medals only
  community = await app.community({ connected: false })
  for (const name of ['Valor', 'Honour']) await createAward(await community.ctx(), 'medal', name)
})

const [first, second, third] = group.members
const MAX_POINTS = Number.MAX_SAFE_INTEGER
const rules: Rules = [
  { experience: 50, medals: ['Valor'] },
  { role: 'host', experience: 100, quotaPoints: 2, medals: ['Honour', 'Valor'] },
]
const noRanks = { pending: 0, succeeded: 0, failed: 0, skipped: 0 }

/** An active event with a host, a participant and an absent attendee. */
async function training(): Promise<string> {
  const eventId = await activeEvent(community, rules, [second])
  await attend(community, eventId, [first], 'host')
  data(await community.client.put(`/v2/events/${eventId}/attendees/${third}`, { attendance: 'absent' }))
  return eventId
}

describe('a finish', () => {
  it('awards the sum of the rules for the role to each member present, with audit entries', async () => {
    const eventId = await training()
    const answer = await finish(community, eventId)
    expect(data(answer)).toMatchObject({ state: 'finished', attendees: { present: 2, absent: 1 } })
    expect(answer.body.meta).toEqual({
      replayed: false,
      awards: { members: 2, experience: 2, quotaPoints: 1, medals: 4, medalsWithheld: 0, rankChanges: noRanks },
      pendingOperations: [],
    })
    expect(await numbersOf(app, community)).toEqual([
      { user_id: first, experience: 150, quota_points: 2, medal_occurrences: 3, held: 3 },
      { user_id: second, experience: 50, quota_points: 0, medal_occurrences: 1, held: 1 },
      { user_id: third, experience: 0, quota_points: 0, medal_occurrences: 0, held: 0 },
    ])
    const auditId = expect.stringMatching(/^\d+$/) as string
    const given = { withheld: 0, code: null }
    expect(await awardsOf(community, eventId)).toEqual([
      {
        userId: String(first),
        role: 'host',
        rankChange: null,
        experience: { amount: 150, clamped: false, change: 150, auditId },
        quotaPoints: { amount: 2, clamped: false, change: 2, auditId },
        medals: [
          { name: 'Valor', count: 2, ...given },
          { name: 'Honour', count: 1, ...given },
        ],
      },
      {
        userId: String(second),
        role: 'participant',
        rankChange: null,
        quotaPoints: null,
        experience: { amount: 50, clamped: false, change: 50, auditId },
        medals: [{ name: 'Valor', count: 1, ...given }],
      },
    ])
    const reason = expect.stringContaining(eventId) as string
    expect(await auditEntriesOf(app, community, 'member.experience')).toEqual([
      { user_id: first, before: { experience: 0 }, after: { experience: 150 }, reason },
      { user_id: second, before: { experience: 0 }, after: { experience: 50 }, reason },
    ])
    expect(await auditEntriesOf(app, community, 'member.quotaPoints')).toEqual([
      { user_id: first, before: { quotaPoints: 0 }, after: { quotaPoints: 2 }, reason },
    ])
    expect(await auditEntriesOf(app, community, 'member.medal.award')).toMatchObject([
      { user_id: first, before: { name: 'Valor', count: 0 }, after: { name: 'Valor', count: 2 }, reason },
      { user_id: first, after: { name: 'Honour', count: 1 } },
      { user_id: second, after: { name: 'Valor', count: 1 } },
    ])
    expect(await auditEntriesOf(app, community, 'event.finish')).toMatchObject([
      {
        before: { eventId, state: 'active' },
        after: { eventId, state: 'finished', awards: { members: 2, quotaPoints: 1, rankChanges: noRanks } },
      },
    ])
  })

  it('adds occurrences of held medals up to 1,000 in total, and reports those withheld', async () => {
    const limit = (userId: number, occurrences: number) =>
      sql`with given as (
        insert into member_medal (community_id, user_id, medal_id, count)
        select community_id, ${userId}, medal_id, ${occurrences} from medal
        where community_id = ${community.communityId} and name = 'Valor')
      update member set medal_occurrences = ${occurrences} where community_id = ${community.communityId}
        and user_id = ${userId}`.execute(app.app.db)
    const awards = [{ medals: ['Valor', 'Honour', 'Gone', 'Valor'] }]
    await createAward(await community.ctx(), 'medal', 'Gone')
    const eventId = await activeEvent(community, awards, [first, second, third])
    await limit(first, 1_000)
    await limit(second, 998)
    await sql`delete from medal where community_id = ${community.communityId} and name = 'Gone'`.execute(app.app.db)
    const { body } = await finish(community, eventId)
    expect(body.meta.awards).toMatchObject({ members: 3, medals: 5, medalsWithheld: 7 })
    const withheld = { code: 'medal_limit_reached', withheld: 1 }
    const gone = { name: 'Gone', count: 0, withheld: 1, code: 'medal_not_found' }
    const all = { withheld: 0, code: null }
    expect((await awardsOf(community, eventId)).map(({ medals }) => medals)).toEqual([
      [{ name: 'Valor', count: 0, ...withheld, withheld: 2 }, { name: 'Honour', count: 0, ...withheld }, gone],
      [{ name: 'Valor', count: 1, ...withheld }, { name: 'Honour', count: 1, ...all }, gone],
      [{ name: 'Valor', count: 2, ...all }, { name: 'Honour', count: 1, ...all }, gone],
    ])
    const held = (await numbersOf(app, community)).map((one) => [one.medal_occurrences, one.held])
    expect(held).toEqual([
      [1_000, 1_000],
      [1_000, 1_000],
      [3, 3],
    ])
  })

  it('uses the new name of a renamed medal, withholds an archived one, and keeps names in ended events', async () => {
    const { client } = community
    for (const name of ['Bravery', 'Retired']) await createAward(await community.ctx(), 'medal', name)
    const awards = [{ experience: 1 }, { medals: ['Bravery', 'Retired', 'Bravery'] }]
    const eventTypeId = await newType(community, { awards })
    const [ended, open] = [await activeEvent(community, awards, [first]), await activeEvent(community, awards, [first])]
    await finish(community, ended)
    data(await client.patch('/v2/medals/Bravery', { name: 'Courage' }))
    data(await client.patch('/v2/medals/Retired', { archived: true }))
    const renamed = [{ experience: 1 }, { medals: ['Courage', 'Retired', 'Courage'] }]
    expect(data(await client.get(`/v2/event-types/${eventTypeId}`)).awards).toEqual(renamed)
    expect(data(await client.get(`/v2/events/${open}`)).awards).toEqual(renamed)
    expect(data(await client.get(`/v2/events/${ended}`)).awards).toEqual(awards)
    await finish(community, open)
    expect((await awardsOf(community, open))[0]?.medals).toEqual([
      { name: 'Courage', count: 2, withheld: 0, code: null },
      { name: 'Retired', count: 0, withheld: 1, code: 'medal_archived' },
    ])
  })

  it("clamps the sum of a role's rules to the community's award limits", async () => {
    const awards = [{ experience: 700, quotaPoints: 3 }, { experience: 700 }]
    await setCommunity(await community.ctx(), { quotaAwardLimit: 2 })
    const eventId = await activeEvent(community, awards, [first])
    await finish(community, eventId)
    const clamped = { clamped: true }
    expect((await awardsOf(community, eventId))[0]).toMatchObject({
      experience: { amount: 1_000, change: 1_000, ...clamped },
      quotaPoints: { amount: 2, change: 2, ...clamped },
    })
  })

  it('clamps points and the sum of rules at the maximum', async () => {
    await setCommunity(await community.ctx(), { experienceAwardLimit: MAX_POINTS, quotaAwardLimit: MAX_POINTS })
    const awards = [
      { experience: MAX_POINTS, quotaPoints: MAX_POINTS },
      { experience: MAX_POINTS, quotaPoints: 1 },
    ]
    const eventId = await activeEvent(community, awards, [first, second])
    await sql`update member set experience = 1, quota_points = 1 where user_id = ${first}
      and community_id = ${community.communityId}`.execute(app.app.db)
    await finish(community, eventId)
    expect(await numbersOf(app, community)).toMatchObject([
      { experience: MAX_POINTS, quota_points: MAX_POINTS },
      { experience: MAX_POINTS, quota_points: MAX_POINTS },
    ])
    expect((await awardsOf(community, eventId))[0]).toMatchObject({
      experience: { amount: MAX_POINTS, change: MAX_POINTS - 1 },
      quotaPoints: { amount: MAX_POINTS, change: MAX_POINTS - 1 },
    })
  })

  it('awards nothing without members present, and fails for a cancelled event', async () => {
    const empty = await newEvent(community, rules, 'active')
    expect((await finish(community, empty)).body.meta.awards).toMatchObject({ members: 0, medals: 0 })
    const eventId = await training()
    data(await community.client.post(`/v2/events/${eventId}/cancel`))
    expect((await finish(community, eventId)).body.error.code).toBe('event_state_conflict')
    expect((await numbersOf(app, community)).map(({ experience }) => experience)).toEqual([0, 0, 0])
    expect(await awardsOf(community, eventId)).toEqual([])
  })

  it('uses the rules at the time of the finish', async () => {
    const eventId = await training()
    data(await community.client.patch(`/v2/events/${eventId}`, { awards: [{ role: 'host', quotaPoints: 7 }] }))
    await finish(community, eventId)
    expect((await numbersOf(app, community)).map((one) => [one.experience, one.quota_points])).toEqual([
      [0, 7],
      [0, 0],
      [0, 0],
    ])
  })
})

describe('exactly once:', () => {
  it('a repeated finish returns the same awards and gives nothing', async () => {
    const eventId = await training()
    const [one, two] = [await finish(community, eventId), await finish(community, eventId)]
    expect(two.status).toBe(200)
    expect(two.body).toEqual({ ...one.body, meta: { ...one.body.meta, replayed: true } })
    expect((await numbersOf(app, community)).map(({ experience }) => experience)).toEqual([150, 50, 0])
    expect(await auditEntriesOf(app, community, 'event.finish')).toHaveLength(1)
  })

  it('one of twenty concurrent finishes in two processes gives the awards', async () => {
    const other = await serve(await makeApp(app.parts))
    try {
      const eventId = await training()
      const there = makeClient(other.url, {
        Authorization: `Bearer ${community.key}`,
        'X-Community-Id': community.communityId,
      })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => finish(n % 2 === 0 ? community : { client: there }, eventId)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
      expect(answers.filter(({ body }) => body.meta.replayed === false)).toHaveLength(1)
      expect(new Set(answers.map(({ body }) => JSON.stringify(body.meta.awards))).size).toBe(1)
      expect((await numbersOf(app, community)).map((one) => [one.experience, one.held])).toEqual([
        [150, 3],
        [50, 1],
        [0, 0],
      ])
      expect(await auditEntriesOf(app, community, 'member.experience')).toHaveLength(2)
    } finally {
      await other.close()
    }
  })

  it('a finish whose connection is lost gives nothing, and a retry gives all', async () => {
    const eventId = await training()
    // the finish waits for the lock of the medals
    const holding = app.app.db.transaction().execute(async (tx) => {
      await sql`lock table member_medal in share mode`.execute(tx)
      const finishing = finish(community, eventId)
      let waiting: { pid: number }[] = []
      await until('the finish waits for the medals', async () => {
        waiting = (
          await sql<{ pid: number }>`select pid from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
        ).rows
        return waiting.length === 1
      })
      await sql`select pg_terminate_backend(${waiting[0]?.pid})`.execute(tx)
      return finishing
    })
    const answer = await holding
    expect([answer.status, answer.body.error.code]).toEqual([503, 'dependency_unavailable'])
    expect(data(await community.client.get(`/v2/events/${eventId}`)).state).toBe('active')
    expect((await numbersOf(app, community)).map(({ experience }) => experience)).toEqual([0, 0, 0])
    expect(await awardsOf(community, eventId)).toEqual([])
    expect(await auditEntriesOf(app, community, 'member.experience')).toEqual([])
    expect((await finish(community, eventId)).body.meta.replayed).toBe(false)
    expect((await numbersOf(app, community)).map(({ experience }) => experience)).toEqual([150, 50, 0])
  })

  it.each(['experience', 'quotaPoints', 'medals', 'rank'])(
    'the database rejects a second award of %s',
    async (kind) => {
      const eventId = await training()
      await finish(community, eventId)
      const again = (more: string) =>
        sql`insert into event_award (community_id, event_id, user_id, kind, change, medals, status)
        select ${community.communityId}, ${eventId}, ${first}, ${kind}, ${sql.raw(more)}`.execute(app.app.db)
      const columns = { experience: `1, null, null`, quotaPoints: `1, null, null`, medals: `null, '[]', null` }
      if (kind === 'rank') await again(`null, null, 'skipped'`)
      await expect(again(columns[kind as 'medals'] ?? `null, null, 'skipped'`)).rejects.toMatchObject({
        constraint: 'event_award_pkey',
      })
    },
  )
})

describe('concurrency:', () => {
  const many = Array.from({ length: 500 }, (_, n) => n + 1)

  it('two finishes with 500 attendees and single awards of the same members give correct sums without a deadlock', async () => {
    const events = [
      await activeEvent(community, [{ experience: 7, quotaPoints: 1, medals: ['Valor'] }], many),
      await activeEvent(community, [{ experience: 11, medals: ['Honour', 'Valor'] }], many),
    ]
    const { client } = community
    const single = Array.from({ length: 120 }, (_, n) => 500 - n * 4).map((userId) =>
      Promise.all([
        client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 3 }),
        client.post(`/v2/members/${userId}/quota-points`, { op: 'increment', amount: 5 }),
      ]),
    )
    const answers = (await Promise.all([...events.map((id) => finish(community, id)), ...single])).flat()
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const awarded = new Set(Array.from({ length: 120 }, (_, n) => 500 - n * 4))
    const expected = many.map((user_id) => ({
      user_id,
      experience: 18 + (awarded.has(user_id) ? 3 : 0),
      quota_points: 1 + (awarded.has(user_id) ? 5 : 0),
      medal_occurrences: 3,
      held: 3,
    }))
    expect(await numbersOf(app, community)).toEqual(expected)
    const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
      where datname = current_database()`.execute(app.app.db)
    expect(rows).toEqual([{ deadlocks: 0 }])
  })

  it('attendees who are added during a finish are awarded or rejected', async () => {
    const eventId = await activeEvent(community, [{ experience: 1 }], [])
    const { client } = community
    const setting = Array.from({ length: 30 }, (_, n) =>
      client.put(`/v2/events/${eventId}/attendees/${n + 1}`, { attendance: 'present' }),
    )
    const answers = await Promise.all([...setting.slice(0, 15), finish(community, eventId), ...setting.slice(15)])
    const set = answers.filter(({ status, body }) => status === 200 && body.data.attendance === 'present')
    const rejected = answers.filter(({ status }) => status === 409)
    expect(set.length + rejected.length).toBe(30)
    const awarded = (await numbersOf(app, community)).filter(({ experience }) => experience === 1)
    expect(awarded.map(({ user_id }) => String(user_id)).sort()).toEqual(
      set.map(({ body }) => body.data.userId as string).sort(),
    )
  })
})
