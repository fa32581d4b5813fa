// Ids of players in a domain: reported when they join, resolved to accounts, never overwritten.
import fc from 'fast-check'
import { sql } from 'kysely'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { issueOf, newUserId, refusal } from '../applications/submissions/fixture'
import { untilComplete } from '../support/audit'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

let universes = 1_000
const newDomain = (): string => `universe-${++universes}`

/** A new player whom the platform knows. */
function newPlayer(): { readonly userId: number; readonly username: string } {
  const userId = newUserId()
  const username = `Player${userId}`
  app.world.addUser({ userId, username })
  return { userId, username }
}

const report = (domain: string, id: number, body: object, client: Client = home.client) =>
  client.put(`/v2/identities/${domain}/${id}`, body)
const read = (domain: string, id: number, client: Client = home.client) => client.get(`/v2/identities/${domain}/${id}`)
const idsOf = async (userId: number): Promise<object[]> =>
  (await home.client.get(`/v2/identities?userId=${userId}`)).body.data as object[]
/** Lets every call of the platform fail. */
const closePlatform = (): void => app.simulator.faults.add({ kind: 'reject', status: 500 })

async function entriesOf(userId: number) {
  await untilComplete(app.app.db)
  const { body } = await home.client.get('/v2/audit-entries?limit=100&order=newest&action=identity.')
  return (body.data as { userId: string; action: string; after: object }[])
    .filter((entry) => entry.userId === String(userId))
    .map(({ action, after }) => ({ action, after }))
}

describe('a report', () => {
  it('finds the account by its name, once on the platform and then without it', async () => {
    const { userId, username } = newPlayer()
    const domain = newDomain()
    const first = await report(domain, 77, { username: username.toUpperCase(), displayName: 'Shown' })
    expect([first.status, first.body.data, first.body.meta.outcome]).toMatchObject([
      200,
      { domain, id: '77', groupUserId: String(userId), state: 'resolved', displayName: 'Shown', source: 'name' },
      'resolved',
    ])
    closePlatform()
    const again = await report(domain, 77, { username })
    expect([again.body.data.groupUserId, again.body.meta]).toEqual([
      String(userId),
      { outcome: 'unchanged', auditId: null },
    ])
    expect(await idsOf(userId)).toMatchObject([{ domain, id: '77' }])
    expect(await entriesOf(userId)).toEqual([
      { action: 'identity.resolve', after: { domain, id: '77', source: 'name' } },
    ])
  })

  it('finds a member whose profile is fresh, and a name that was just reported, without the platform', async () => {
    const { userId, username } = newPlayer()
    await home.client.get(`/v2/members/${userId}`)
    closePlatform()
    const [one, other] = [newDomain(), newDomain()]
    expect((await report(one, 5, { username })).body.data.groupUserId).toBe(String(userId))
    await sql`update member set synced_at = now() - interval '1 day', named_at = null where user_id = ${userId}`.execute(
      app.app.db,
    )
    expect((await report(other, 6, { username })).body.data.groupUserId).toBe(String(userId))
  })

  it('does not take the account of an outdated name, unless the id is its own as well', async () => {
    const [former, present] = [newPlayer(), newPlayer()]
    await home.client.get(`/v2/members/${former.userId}`)
    await sql`update member set username = ${present.username}, synced_at = now() - interval '1 day', named_at = null
      where user_id = ${former.userId}`.execute(app.app.db)
    closePlatform()
    const own = await report(newDomain(), former.userId, { username: present.username })
    expect(own.body.data.groupUserId).toBe(String(former.userId))
    app.simulator.faults.clear()
    await sql`update identity set reported_at = now() - interval '1 day' where user_id = ${former.userId}`.execute(
      app.app.db,
    )
    const other = await report(newDomain(), 12, { username: present.username })
    expect(other.body.data.groupUserId).toBe(String(present.userId))
  })

  it('is stored without an account while the platform does not answer, and completed by the next one', async () => {
    const { userId, username } = newPlayer()
    const domain = newDomain()
    closePlatform()
    const first = await report(domain, 9, { username })
    expect([first.status, first.body.data, first.body.meta]).toMatchObject([
      200,
      { groupUserId: null, state: 'pending', username, resolvedAt: null },
      { outcome: 'pending', auditId: null },
    ])
    expect((await read(domain, 9)).body.data.state).toBe('pending')
    app.simulator.faults.clear()
    expect((await report(domain, 9, { username })).body.data.groupUserId).toBe(String(userId))
  })

  it('of a name that no account has, or had before, stays pending', async () => {
    const { userId, username } = newPlayer()
    app.world.renameUser(userId, `New${userId}`)
    for (const name of [username, 'Nobody_at_all']) {
      expect((await report(newDomain(), 3, { username: name })).body.meta.outcome).toBe('pending')
    }
  })

  it('with the id of the group needs no name that anybody knows', async () => {
    const userId = newUserId()
    const domain = newDomain()
    const body = { username: 'Renamed_just_now', groupUserId: userId }
    expect((await report(domain, 4, body)).body.data).toMatchObject({ groupUserId: String(userId), source: 'report' })
  })

  it('of a renamed player keeps the account and stores the new name', async () => {
    const { userId, username } = newPlayer()
    const taker = newPlayer()
    const domain = newDomain()
    await report(domain, 5, { username })
    const { body } = await report(domain, 5, { username: taker.username })
    expect([body.data.groupUserId, body.data.username]).toEqual([String(userId), taker.username])
  })

  it('of another id of the same account is refused, stored as a conflict and audited once', async () => {
    const { userId, username } = newPlayer()
    const domain = newDomain()
    await report(domain, 21, { username })
    for (let repeated = 0; repeated < 3; repeated++) {
      expect(refusal(await report(domain, 22, { username }))).toEqual([409, 'identity_conflict'])
    }
    expect((await read(domain, 22)).body.data).toMatchObject({ groupUserId: null, state: 'conflict' })
    expect((await read(domain, 21)).body.data.groupUserId).toBe(String(userId))
    expect(await entriesOf(userId)).toEqual([
      { action: 'identity.conflict', after: { domain, id: '22' } },
      { action: 'identity.resolve', after: { domain, id: '21', source: 'name' } },
    ])
  })

  it('that names another account than the known one is refused', async () => {
    const { userId, username } = newPlayer()
    const domain = newDomain()
    await report(domain, 31, { username })
    expect(refusal(await report(domain, 31, { username, groupUserId: newUserId() }))).toEqual([
      409,
      'identity_conflict',
    ])
    expect((await read(domain, 31)).body.data.groupUserId).toBe(String(userId))
  })

  it('counts against the storage limit', async () => {
    const small = await app.community()
    await sql`insert into community_storage (community_id, quota, own_limit) values (${small.communityId}, 'identities', 1)`.execute(
      app.app.db,
    )
    const { username } = newPlayer()
    expect((await report('universe-1', 1, { username }, small.client)).status).toBe(200)
    const refused = await report('universe-1', 2, { username: newPlayer().username }, small.client)
    expect(refusal(refused)).toEqual([409, 'storage_limit_reached'])
    expect((await report('universe-1', 1, { username }, small.client)).status).toBe(200)
  })
})

describe('concurrent reports', () => {
  it('of one id resolve it once', async () => {
    const { userId, username } = newPlayer()
    const domain = newDomain()
    const answers = await Promise.all(Array.from({ length: 10 }, () => report(domain, 41, { username })))
    expect(new Set(answers.map(({ body }) => body.data.groupUserId as string))).toEqual(new Set([String(userId)]))
    expect((await entriesOf(userId)).length).toBe(1)
  })

  it('of several ids of one account give it one, whichever comes first', async () => {
    const { userId, username } = newPlayer()
    const domain = newDomain()
    const ids = Array.from({ length: 8 }, (_, index) => 50 + index)
    const body = { username, groupUserId: userId }
    const answers = await Promise.all(ids.map((id) => report(domain, id, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    expect((await idsOf(userId)).length).toBe(1)
  })
})

describe('a batch', () => {
  const send = (domain: string, identities: object[]) => home.client.put('/v2/identities', { domain, identities })

  it('has a result for each entry; one that fails does not stop the others', async () => {
    const [one, other] = [newPlayer(), newPlayer()]
    const domain = newDomain()
    await report(domain, 60, { username: one.username })
    const { status, body } = await send(domain, [
      { id: 60, username: one.username },
      { id: '61', username: one.username },
      { id: 62, username: other.username, displayName: 'Other' },
      { id: 63, username: 'Nobody_at_all' },
      { id: 64, username: other.username },
    ])
    expect(status).toBe(200)
    expect((body.data as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual([
      ...['unchanged', 'failed', 'resolved', 'pending', 'failed'],
    ])
    expect(body.data[1].error.code).toBe('identity_conflict')
    expect(body.data[2].groupUserId).toBe(String(other.userId))
  })

  it('of a hundred players needs no call of the platform when they are known', async () => {
    const domain = newDomain()
    const players = Array.from({ length: 100 }, (_, index) => ({
      id: 1_000 + index,
      username: `Crowd_${index}`,
      groupUserId: newUserId(),
    }))
    closePlatform()
    const first = await send(domain, players)
    expect(new Set((first.body.data as { outcome: string }[]).map(({ outcome }) => outcome))).toEqual(
      new Set(['resolved']),
    )
    await send(
      domain,
      players.map(({ id, username }) => ({ id, username })),
    )
    const { rows } = await sql<{ calls: number }>`select count(*)::int as calls from identity
      where community_id = ${home.communityId} and domain = ${domain} and user_id is not null`.execute(app.app.db)
    expect(rows[0]?.calls).toBe(100)
  })

  it('refuses an id twice, and a domain of no known kind', async () => {
    const same = { id: 1, username: 'Same' }
    expect(issueOf(await send(newDomain(), [same, same]))).toEqual([400, '/body/identities/1/id', 'uniqueItems'])
    expect((await send('place-1', [same])).status).toBe(400)
    expect((await report('universe-0', 1, { username: 'Same' })).status).toBe(400)
    expect((await home.client.put(`/v2/identities/universe-1/9999999999999999`, { username: 'Same' })).status).toBe(400)
  })
})

it('reads an id that nobody reported as unknown, also one of another community', async () => {
  const other = await app.community()
  const { username } = newPlayer()
  await report('universe-7', 70, { username }, other.client)
  for (const id of [70, 71]) {
    const answer = await read('universe-7', id)
    expect(refusal(answer)).toEqual([404, 'identity_unknown'])
    expect(answer.body.error.message).toContain(`PUT /v2/identities/universe-7/${id}`)
  }
})

it('whatever is reported, an account has one id a domain, and an id keeps its account', async () => {
  const players = Array.from({ length: 4 }, newPlayer)
  const step = fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    player: fc.integer({ min: 0, max: 3 }),
    named: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const domain = newDomain()
      const known = new Map<number, string>()
      for (const { id, player, named } of steps) {
        const { userId, username } = players[player] as (typeof players)[number]
        const { status, body } = await report(domain, id, { username, ...(named ? { groupUserId: userId } : {}) })
        const account = status === 200 ? (body.data.groupUserId as string) : null
        if (known.has(id)) expect(account ?? known.get(id)).toBe(known.get(id))
        if (account !== null) known.set(id, account)
        expect(new Set(known.values()).size).toBe(known.size)
      }
    }),
    { numRuns: 15 },
  )
})

it('stores the id that the group has for a member when the platform answers with it', async () => {
  const { userId } = newPlayer()
  const listed = { path: 'groups/700/memberships/MQ', user: 'users/987654', roles: ['groups/700/roles/9001'] }
  const answer = (memberships: object[]) => ({
    kind: 'garbage' as const,
    path: '/memberships$',
    count: 1,
    text: JSON.stringify({ groupMemberships: memberships }),
  })
  app.simulator.faults.add(answer([listed]), answer([]), answer([listed]))
  expect((await home.client.get(`/v2/members/${userId}`)).body.data.rank).toMatchObject({ uniqueId: 9001 })
  expect(await idsOf(userId)).toMatchObject([{ domain: 'group-700', id: '987654', source: 'vendor' }])
})
