// Points, medals and qualifications that one author gave are taken back, exactly once.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { allScopes, issueKey } from '../../src/auth/actions'
import { everyRank, startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'

interface Item {
  readonly auditId: string
  readonly userId: string
  readonly kind: string
  readonly state: string
  readonly change: number | null
  readonly clamped: boolean
  readonly supersededBy: string | null
  readonly reason: string | null
  readonly resultAuditId: string | null
}

describe('a reversal', () => {
  let app: TestApp
  let community: TestCommunity
  let other: TestCommunity['client']
  let keyId: string
  let nextUser = 700_000

  beforeAll(async () => {
    app = await startTestApp({ worker: false })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    community = await app.community()
    other = await community.clientWith((await community.client.get('/v2/key')).body.data.scopes as string[])
    keyId = (await community.client.get('/v2/key')).body.data.keyId as string
    for (const kind of ['medal', 'qualification'] as const) await createAward(await community.ctx(), kind, 'Valor')
  })

  const member = async (): Promise<number> => {
    const userId = nextUser++
    await sql`insert into member (community_id, user_id) values (${community.communityId}, ${userId})`.execute(
      app.app.db,
    )
    return userId
  }
  const experience = (client: TestCommunity['client'], userId: number, op: string, amount: number) =>
    client.post(`/v2/members/${userId}/experience`, { op, amount })
  const quota = (client: TestCommunity['client'], userId: number, op: string, amount: number) =>
    client.post(`/v2/members/${userId}/quota-points`, { op, amount })
  const stateOf = async (userId: number) => {
    const {
      experience: points,
      quotaPoints,
      medals,
      qualifications,
    } = (await community.client.get(`/v2/members/${userId}`)).body.data
    const names = (awards: { name: string }[]) => awards.map(({ name }) => name)
    return { experience: points, quotaPoints, medals: names(medals), qualifications: names(qualifications) }
  }
  const start = async (body: object): Promise<string> => {
    const { status, text, body: answer } = await community.client.post('/v2/reversals', body)
    if (status !== 202) throw new Error(text)
    return answer.data.reversalId as string
  }
  const run = (reversalId: string) => tasksOf(app)['take-back']({ communityId: community.communityId, reversalId })
  const itemsOf = async (reversalId: string): Promise<Item[]> =>
    (await community.client.get(`/v2/reversals/${reversalId}/items?limit=100`)).body.data as Item[]
  const reversed = async (body: object) => {
    const reversalId = await start(body)
    await run(reversalId)
    const { data } = (await community.client.get(`/v2/reversals/${reversalId}`)).body
    return { reversalId, ...data, items: await itemsOf(reversalId) }
  }
  const window = () => ({ source: 'key', sourceId: keyId, from: new Date(Date.now() - 60_000).toISOString() })

  it('what a key takes back counts among its takes: the rest waits until it may take again', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, member))
    for (const userId of users) await community.client.post(`/v2/members/${userId}/medals`, { name: 'Valor' })
    const request = { name: 'y', scopes: allScopes, bounds: { ...everyRank, takesPerHourLimit: 3 } }
    const slow = app.clientFor((await issueKey(await community.ctx(), request)).key, community.communityId)
    const answer = await slow.post('/v2/reversals', window())
    const reversalId = answer.body.data.reversalId as string
    const holders = async () => (await Promise.all(users.map(stateOf))).filter(({ medals }) => medals.length > 0).length
    await run(reversalId)
    expect([await holders(), (await slow.get(`/v2/reversals/${reversalId}`)).body.data.counts.pending]).toEqual([2, 2])
    await run(reversalId)
    expect(await holders()).toBe(2)
    await sql`update take_window set minute = minute - 61 where community_id = ${community.communityId}`.execute(
      app.app.db,
    )
    await run(reversalId)
    expect([await holders(), (await slow.get(`/v2/reversals/${reversalId}`)).body.data.state]).toEqual([0, 'finished'])
  })

  it('takes back the changes of a key, and keeps those of others', async () => {
    const userId = await member()
    await experience(community.client, userId, 'increment', 100)
    await experience(other, userId, 'increment', 7)
    await quota(community.client, userId, 'increment', 5)
    await community.client.post(`/v2/members/${userId}/medals`, { name: 'Valor' })
    await community.client.post(`/v2/members/${userId}/qualifications`, { name: 'Valor' })
    const { state, counts, items } = await reversed(window())
    expect([state, counts]).toEqual([
      'finished',
      { entries: 4, takenBack: 4, superseded: 0, impossible: 0, pending: 0 },
    ])
    expect(items.map(({ kind, change }: Item) => [kind, change])).toEqual([
      ['experience', -100],
      ['quotaPoints', -5],
      ['medal', -1],
      ['qualification', -1],
    ])
    expect(await stateOf(userId)).toEqual({ experience: 7, quotaPoints: 0, medals: [], qualifications: [] })
    const { rows } = await sql<{ reverses: string[] }>`select after -> 'reverses' as reverses from audit_entry
      where community_id = ${community.communityId} and after ? 'reverses' order by audit_id`.execute(app.app.db)
    expect(rows.map(({ reverses }) => reverses[0]).sort()).toEqual(items.map(({ auditId }: Item) => auditId).sort())
  })

  it('previews exactly what it does, and changes nothing then', async () => {
    const [one, two] = [await member(), await member()]
    await quota(community.client, one, 'increment', 30)
    await quota(other, one, 'decrement', 20)
    await experience(community.client, two, 'increment', 4)
    await experience(other, two, 'set', 50)
    await community.client.post(`/v2/members/${two}/medals`, { name: 'Valor' })
    const before = [await stateOf(one), await stateOf(two)]
    const preview = await reversed({ ...window(), dryRun: true })
    expect([await stateOf(one), await stateOf(two)]).toEqual(before)
    expect(preview.items.map((item: Item) => [item.kind, item.state, item.change, item.clamped, item.reason])).toEqual([
      ['quotaPoints', 'taken_back', -10, true, null],
      ['experience', 'superseded', null, false, 'later_change'],
      ['medal', 'taken_back', -1, false, null],
    ])
    const done = await reversed(window())
    const plain = (items: Item[]) => items.map((item) => ({ ...item, resultAuditId: null }))
    expect(plain(done.items)).toEqual(plain(preview.items))
    expect(done.counts).toEqual(preview.counts)
    expect(await stateOf(two)).toMatchObject({ experience: 50, medals: [] })
  })

  it('keeps an award that somebody else gave again later', async () => {
    const userId = await member()
    await community.client.post(`/v2/members/${userId}/medals`, { name: 'Valor' })
    await other.delete(`/v2/members/${userId}/medals/Valor`)
    const again = (await other.post(`/v2/members/${userId}/medals`, { name: 'Valor' })).body.meta.auditId as string
    const { items } = await reversed(window())
    expect(items).toMatchObject([{ state: 'superseded', reason: 'later_change' }])
    expect(Number(items[0].supersededBy)).toBeLessThan(Number(again))
    expect((await stateOf(userId)).medals).toEqual(['Valor'])
  })

  it('takes an entry back once, also with concurrent reversals and repeated jobs', async () => {
    const userIds = [await member(), await member(), await member()]
    for (const userId of userIds) await experience(community.client, userId, 'increment', 10)
    const ids = await Promise.all(Array.from({ length: 4 }, () => start(window())))
    await Promise.all([...ids, ...ids].map(run))
    expect(await Promise.all(userIds.map(stateOf))).toMatchObject(userIds.map(() => ({ experience: 0 })))
    const items = (await Promise.all(ids.map(itemsOf))).flat()
    expect(items.filter(({ state }) => state === 'taken_back')).toHaveLength(3)
    expect(items.filter(({ reason }) => reason === 'already_taken_back')).toHaveLength(9)
  })

  it('gives back what another reversal took, and one audit entry', async () => {
    const userId = await member()
    await experience(community.client, userId, 'increment', 10)
    await community.client.post(`/v2/members/${userId}/medals`, { name: 'Valor' })
    const { reversalId } = await reversed(window())
    const again = await reversed({ source: 'reversal', sourceId: reversalId })
    expect(again.counts.takenBack).toBe(2)
    expect(await stateOf(userId)).toMatchObject({ experience: 10, medals: ['Valor'] })
    const [first] = again.items as Item[]
    const entry = await reversed({ source: 'entry', sourceId: first?.resultAuditId })
    expect(entry.counts.takenBack).toBe(1)
    expect(await stateOf(userId)).toMatchObject({ experience: 0, medals: ['Valor'] })
  })

  it('takes back a batch', async () => {
    const userId = await member()
    const entries = [{ userId, experience: { op: 'increment', amount: 3 }, medals: ['Valor'] }]
    await community.client.post('/v2/award-batches', { batchId: 'round', entries })
    await experience(community.client, userId, 'increment', 1)
    expect((await reversed({ source: 'batch', sourceId: 'round' })).counts.takenBack).toBe(2)
    expect(await stateOf(userId)).toMatchObject({ experience: 1, medals: [] })
  })

  it('collects more entries of one transaction than a statement can have parameters', async () => {
    const userId = await member()
    await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, before, after)
      select ${community.communityId}, 'key', ${keyId}, 'member.experience', ${userId},
        jsonb_build_object('experience', n - 1), jsonb_build_object('experience', n)
      from generate_series(1, 8000) n`.execute(app.app.db)
    const { state, counts } = await reversed({ ...window(), dryRun: true })
    expect([state, counts]).toMatchObject(['finished', { entries: 8_000, takenBack: 8_000 }])
  })

  it('takes back what an event gave', async () => {
    const userId = await member()
    const { client } = community
    const awards = [{ experience: 5, medals: ['Valor'] }]
    const { eventTypeId } = (await client.post('/v2/event-types', { name: 'Drill', awards })).body.data
    const event = { eventTypeId, startsAt: '2026-03-06T18:00:00Z', hostUserId: userId }
    const { eventId } = (await client.post('/v2/events', event)).body.data
    await client.put(`/v2/events/${eventId}/attendees/${userId}`, { attendance: 'present' })
    await client.post(`/v2/events/${eventId}/start`)
    // transactions that commit during the finish give the event's entries different positions
    const others = await Promise.all(Array.from({ length: 8 }, member))
    const during = () => Promise.all(others.map((one) => experience(other, one, 'increment', 1)))
    await Promise.all([during(), client.post(`/v2/events/${eventId}/finish`), during()])
    expect(await stateOf(userId)).toMatchObject({ experience: 5, medals: ['Valor'] })
    expect((await reversed({ source: 'event', sourceId: eventId })).counts.takenBack).toBe(2)
    expect(await stateOf(userId)).toMatchObject({ experience: 0, medals: [] })
  })

  it('does not take back what the key may not change itself', async () => {
    const userId = await member()
    await experience(community.client, userId, 'increment', 10)
    await quota(community.client, userId, 'increment', 10)
    const scopes = ['reversals.write', 'reversals.read', 'members.quota.write']
    const client = await community.clientWith(scopes)
    const { reversalId } = (await client.post('/v2/reversals', window())).body.data
    await run(reversalId)
    expect((await itemsOf(reversalId)).map(({ state, reason }) => [state, reason])).toEqual([
      ['impossible', 'not_permitted'],
      ['taken_back', null],
    ])
    expect(await stateOf(userId)).toMatchObject({ experience: 10, quotaPoints: 0 })
  })

  it('fails for an unknown source, and refuses a window that is too old or belongs to no author', async () => {
    const failed = await reversed({ source: 'entry', sourceId: '1' })
    expect([failed.state, failed.errorCode]).toEqual(['failed', 'source_not_found'])
    const { rows } = await sql`select after from audit_entry
      where community_id = ${community.communityId} and action = 'reversal.finish'`.execute(app.app.db)
    const after = { reversalId: failed.reversalId, dryRun: false, errorCode: 'source_not_found' }
    expect(rows).toContainEqual({ after })
    const old = new Date(Date.now() - 32 * 24 * 3_600_000).toISOString()
    for (const body of [
      { source: 'key', sourceId: keyId },
      { ...window(), from: old },
      { source: 'entry', sourceId: '1', from: window().from },
    ])
      expect((await community.client.post('/v2/reversals', body)).status).toBe(400)
  })
})
