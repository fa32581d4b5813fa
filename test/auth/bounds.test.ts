// A key gives only ranks within its bounds, and changes only members within them.
import { randomUUID } from 'node:crypto'
import { allScopes, issueKey, setKey } from '../../src/auth/actions'
import type { BoundsInput } from '../../src/auth/bounds/rules'
import {
  everyRank,
  group,
  startTestApp,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { accepted, hold, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'
import { until } from '../support/until'

const { roles } = group
const [recruit, lieutenant] = group.members
const MODERATOR = 9075

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: MODERATOR, rank: 75, name: 'Moderator' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await release(app)
  resetRoles(app)
  if (rolesOnPlatform(app, recruit).includes(MODERATOR)) app.world.takeRole(group.id, recruit, MODERATOR)
  app.world.giveRole(group.id, lieutenant, roles.lieutenant)
  home = await app.community()
  await home.client.patch(`/v2/ranks/${MODERATOR}`, { managed: false })
  for (const userId of [recruit, lieutenant]) await home.client.get(`/v2/members/${userId}`)
})

interface Held {
  readonly client: Client
  readonly row: Awaited<ReturnType<typeof issueKey>>['row']
}

async function keyWith(bounds: BoundsInput): Promise<Held> {
  const { key, row } = await issueKey(await home.ctx(), { name: 'x', scopes: allScopes, expiresAt: null, bounds })
  return { client: app.clientFor(key, home.communityId), row }
}

const upTo = (rank: number): BoundsInput => ({ ...everyRank, highestRankGiven: rank, highestRankTouched: rank })
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const OUT = [403, 'rank_out_of_bounds']
const boundsIn = async (client: Client): Promise<number[]> => {
  const { highestRankGiven, lowestRankTouched, highestRankTouched } = (await client.get('/v2/key')).body.data
  return [highestRankGiven, lowestRankTouched, highestRankTouched]
}
const withKey = (): Readonly<Record<string, string>> => ({ 'Idempotency-Key': randomUUID() })
const suspend = (client: Client, userId: number, rankUniqueId: number): Promise<Answer> =>
  client.post('/v2/suspensions', { userId, durationSeconds: 600, rankUniqueId })

describe('a new key', () => {
  it('has none: it gives every rank and touches every member', async () => {
    const { client } = await keyWith({})
    expect(await boundsIn(client)).toEqual([255, 0, 255])
    expect((await client.put(`/v2/members/${recruit}/rank`, { rankUniqueId: roles.lieutenant })).status).toBe(200)
    expect((await client.post(`/v2/members/${recruit}/rank/demote`)).status).toBe(200)
  })

  it.each(['api_key', 'person'] as const)(
    'has none where null is stored in %s, as by an earlier build',
    async (table) => {
      const { row } = await keyWith({})
      const { personId } = (await home.client.post('/v2/people', { name: 'Ana', role: 'officer' })).body.data
      const nulls = { highest_rank_given: null, lowest_rank_touched: null, highest_rank_touched: null }
      await app.dba.updateTable(table).set(nulls).where('community_id', '=', home.communityId).execute()
      const path = table === 'api_key' ? `/v2/keys/${row.key_id}` : `/v2/people/${personId as string}`
      const none = { highestRankGiven: 255, lowestRankTouched: 0, highestRankTouched: 255 }
      expect((await home.client.get(path)).body.data).toMatchObject(none)
    },
  )

  it('keeps explicit bounds, and a rotated key has those of the old one', async () => {
    const { client, row } = await keyWith({ highestRankGiven: 10 })
    expect(await boundsIn(client)).toEqual([10, 0, 255])
    const rotated = await home.client.post(`/v2/keys/${row.key_id}/rotate`)
    expect(rotated.body.data).toMatchObject({ highestRankGiven: 10, lowestRankTouched: 0, highestRankTouched: 255 })
  })

  it('has the bounds of the key that creates it where these are narrower', async () => {
    const { client } = await keyWith(upTo(10))
    const { data } = (await client.post('/v2/keys', { name: 'y', scopes: ['members.read'] })).body
    expect([data.highestRankGiven, data.highestRankTouched]).toEqual([10, 10])
    const more = await client.post('/v2/keys', { name: 'y', scopes: ['members.read'], ...upTo(50) })
    expect([codeOf(more), more.body.error.details]).toEqual([
      [403, 'key_authority_exceeded'],
      { highestRankGiven: 10, highestRankTouched: 10 },
    ])
  })
})

it('refuses a lowest rank that is above the highest', async () => {
  const body = { name: 'x', scopes: ['members.read'], lowestRankTouched: 60, highestRankTouched: 50 }
  expect(codeOf(await home.client.post('/v2/keys', body))).toEqual([400, 'validation_failed'])
})

it.each<[string, (client: Client) => Promise<Answer>]>([
  ['setMemberRank', (client) => client.put(`/v2/members/${recruit}/rank`, { rankId: 50 })],
  ['setMemberRank of a member above', (client) => client.put(`/v2/members/${lieutenant}/rank`, { rankId: 10 })],
  ['demoteMember', (client) => client.post(`/v2/members/${lieutenant}/rank/demote`)],
  [
    'submitRankOperation',
    (client) => client.post('/v2/platform-operations/ranks', { userId: recruit, rankId: 50 }, withKey()),
  ],
  [
    'submitRankOperation of a member above',
    (client) => client.post('/v2/platform-operations/ranks', { userId: lieutenant, move: 'demote' }, withKey()),
  ],
  [
    'submitRoleOperation',
    (client) =>
      client.post(
        '/v2/platform-operations/roles',
        { userId: recruit, roleUniqueId: MODERATOR, action: 'assign' },
        withKey(),
      ),
  ],
  ['createSuspension', (client) => suspend(client, lieutenant, roles.recruit)],
  ['createSuspension at a rank above', (client) => suspend(client, recruit, roles.sergeant)],
  ['updateRank', (client) => client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 1 } })],
  ['updateSuspensionSettings', (client) => client.patch('/v2/suspension-settings', { rankUniqueId: roles.sergeant })],
  ['createMedal', (client) => client.post('/v2/medals', { name: randomUUID(), roleUniqueId: MODERATOR })],
])('%s outside the bounds changes nothing', async (_, act) => {
  const { client } = await keyWith(upTo(10))
  const before = [recruit, lieutenant].map((userId) => rolesOnPlatform(app, userId))
  const answer = await act(client)
  expect([codeOf(answer), answer.body.error.details]).toEqual([OUT, upTo(10)])
  expect([recruit, lieutenant].map((userId) => rolesOnPlatform(app, userId))).toEqual(before)
})

it('a member below the bounds is not changed', async () => {
  const { client } = await keyWith({ ...everyRank, lowestRankTouched: 10 })
  expect(codeOf(await client.post(`/v2/members/${recruit}/rank/promote`))).toEqual(OUT)
})

describe('before anything is sent', () => {
  it('the rank on the platform decides, not the stored one', async () => {
    app.world.giveRole(group.id, recruit, roles.lieutenant)
    const { client } = await keyWith(upTo(50))
    expect(codeOf(await client.put(`/v2/members/${recruit}/rank`, { rankId: 10 }))).toEqual(OUT)
    expect(rolesOnPlatform(app, recruit)).toContain(roles.lieutenant)
  })

  it('a promotion ends at the bound', async () => {
    const { client } = await keyWith({ ...everyRank, highestRankGiven: 20 })
    expect((await client.post(`/v2/members/${recruit}/rank/promote`)).status).toBe(200)
    expect(codeOf(await client.post(`/v2/members/${recruit}/rank/promote`))).toEqual(OUT)
  })

  it.each(['rank', 'role'] as const)('bounds that became less stop a queued %s change', async (kind) => {
    const { client, row } = await keyWith(everyRank)
    await hold(app)
    const bounded = { ...home, client }
    const role = { userId: recruit, roleUniqueId: MODERATOR, action: 'assign' }
    const id =
      kind === 'rank'
        ? await accepted(bounded, { userId: recruit, rankId: 50 })
        : ((await client.post('/v2/platform-operations/roles', role, withKey())).body.data.id as string)
    await setKey(await home.ctx(), row, { bounds: upTo(10) })
    await release(app)
    expect(await settled(home, id)).toMatchObject({ status: 'failed', error: { code: 'rank_out_of_bounds' } })
    expect(rolesOnPlatform(app, recruit)).toEqual([roles.recruit])
  })
})

describe('what a key causes', () => {
  const ladder = () => home.client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 100 } })

  it('an award beyond the bounds is kept, and AutoRank skips the member', async () => {
    await ladder()
    const { client } = await keyWith(upTo(10))
    const answer = await client.post(`/v2/members/${recruit}/experience`, { op: 'increment', amount: 150 })
    expect([answer.body.data.experience, answer.body.meta.autoRank]).toEqual([
      150,
      { outcome: 'skipped', reason: 'rank_out_of_bounds' },
    ])
    const explained = await client.get(`/v2/members/${recruit}/auto-rank`)
    expect(explained.body.data).toMatchObject({ outcome: 'skipped', reason: 'rank_out_of_bounds' })
    const batch = { batchId: randomUUID(), entries: [{ userId: recruit, experience: { op: 'increment', amount: 1 } }] }
    const [entry] = (await client.post('/v2/award-batches', batch)).body.data.entries
    expect(entry.autoRank).toEqual({ outcome: 'skipped', reason: 'rank_out_of_bounds' })
    expect(rolesOnPlatform(app, recruit)).toEqual([roles.recruit])
  })

  describe.each(['medal', 'qualification'] as const)('a %s with a role', (kind) => {
    const path = `/v2/members/${recruit}/${kind}s`
    beforeEach(() => home.client.post(`/v2/${kind}s`, { name: 'Guard', roleUniqueId: MODERATOR }))
    const operations = async (): Promise<string[]> => {
      const rows = app.dba.selectFrom('platform_operation').select(['kind', 'status'])
      const own = await rows.where('community_id', '=', home.communityId).orderBy('seq').execute()
      return own.map((one) => `${one.kind} ${one.status}`)
    }
    const entries = async (): Promise<string[]> => {
      const rows = app.dba.selectFrom('audit_entry').select('action').where('community_id', '=', home.communityId)
      return (await rows.where('action', 'like', 'member.%').orderBy('audit_id').execute()).map(({ action }) => action)
    }
    const state = async () => {
      const { medals, qualifications } = (await home.client.get(`/v2/members/${recruit}`)).body.data
      return [medals.length + qualifications.length, rolesOnPlatform(app, recruit), await operations(), await entries()]
    }
    const ended = (status: string) => until('the role has followed', async () => (await operations()).at(-1) === status)

    it.each<[string, BoundsInput]>([
      ['whose role is above the bounds', upTo(10)],
      ['of a member below the bounds', { ...everyRank, lowestRankTouched: 10 }],
    ])('%s is neither given nor taken', async (_, bounds) => {
      const { client } = await keyWith(bounds)
      const before = await state()
      const given = await client.post(path, { name: 'Guard' })
      expect([codeOf(given), given.body.error.details, await state()]).toEqual([OUT, bounds, before])
      await home.client.post(path, { name: 'Guard' })
      await ended('role.assign succeeded')
      const held = await state()
      expect([held[0], rolesOnPlatform(app, recruit)]).toEqual([1, expect.arrayContaining([MODERATOR])])
      const taken = await client.send('DELETE', `${path}/Guard`)
      expect([codeOf(taken), taken.body.error.details, await state()]).toEqual([OUT, bounds, held])
      // held already: nothing is given, so the bounds do not apply
      expect(codeOf(await client.post(path, { name: 'Guard' }))).toEqual([200, undefined])
    })

    it('is given and taken within the bounds', async () => {
      const { client } = await keyWith({ ...upTo(75), lowestRankTouched: 1 })
      expect((await client.post(path, { name: 'Guard' })).body.meta.change).toBe(1)
      await ended('role.assign succeeded')
      expect(rolesOnPlatform(app, recruit)).toContain(MODERATOR)
      expect((await client.send('DELETE', `${path}/Guard`)).body.meta.change).toBe(-1)
      await ended('role.unassign succeeded')
      expect(rolesOnPlatform(app, recruit)).toEqual([roles.recruit])
    })

    it('whose role the member keeps by another award is taken outside of the bounds', async () => {
      await home.client.post('/v2/medals', { name: 'Watch', roleUniqueId: MODERATOR })
      await home.client.post(path, { name: 'Guard' })
      await home.client.post(`/v2/members/${recruit}/medals`, { name: 'Watch' })
      await until('both have ended', async () => (await operations()).every((one) => one === 'role.assign succeeded'))
      const { client } = await keyWith(upTo(10))
      expect((await client.send('DELETE', `${path}/Guard`)).body.meta.change).toBe(-1)
      expect(codeOf(await client.send('DELETE', `/v2/members/${recruit}/medals/Watch`))).toEqual(OUT)
      expect(rolesOnPlatform(app, recruit)).toContain(MODERATOR)
    })

    it('without a role is given and taken outside of the bounds', async () => {
      await home.client.post(`/v2/${kind}s`, { name: 'Valor' })
      const { client } = await keyWith({ ...everyRank, lowestRankTouched: 10 })
      expect((await client.post(path, { name: 'Valor' })).body.meta.change).toBe(1)
      expect((await client.send('DELETE', `${path}/Valor`)).body.meta.change).toBe(-1)
    })
  })

  it('an entry of a batch gives a medal with a role within the bounds, and nothing of it beyond them', async () => {
    await home.client.post('/v2/medals', { name: 'Guard', roleUniqueId: MODERATOR })
    const experience = { op: 'increment', amount: 5 }
    const award = async (client: Client) => {
      const entries = [
        { userId: recruit, experience, medals: ['Guard'] },
        { userId: lieutenant, experience },
      ]
      const { body } = await client.post('/v2/award-batches', { batchId: randomUUID(), entries })
      return (body.data.entries as { error?: { code: string } }[]).map(({ error }) => error?.code ?? 'succeeded')
    }
    const held = async () => {
      const { medals, experience: points } = (await home.client.get(`/v2/members/${recruit}`)).body.data
      return [medals.length, points]
    }
    expect(await award((await keyWith(upTo(10))).client)).toEqual(['rank_out_of_bounds', 'succeeded'])
    expect(await held()).toEqual([0, 0])
    expect(await award((await keyWith(upTo(75))).client)).toEqual(['succeeded', 'succeeded'])
    expect(await held()).toEqual([1, 5])
    // within lower bounds too: the member has the role already
    expect(await award((await keyWith(upTo(10))).client)).toEqual(['succeeded', 'succeeded'])
    await until('the role has followed', () => Promise.resolve(rolesOnPlatform(app, recruit).includes(MODERATOR)))
  })

  it('a suspension of a higher rank is ended by another key', async () => {
    const { suspensionId } = (await suspend(home.client, lieutenant, roles.recruit)).body.data
    const { client } = await keyWith(upTo(50))
    const path = `/v2/suspensions/${suspensionId as string}`
    expect(codeOf(await client.post(`${path}/lift`, {}))).toEqual(OUT)
    expect(codeOf(await client.patch(path, { durationSeconds: 60 }))).toEqual(OUT)
    expect((await home.client.post(`${path}/lift`, {})).body.data.outcome).toBe('restored')
  })
})
