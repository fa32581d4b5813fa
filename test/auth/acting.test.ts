// A key acts for a member (X-On-Behalf-Of): both must be allowed to, and the audit log names both.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allScopes, issueKey } from '../../src/auth/actions'
import type { BoundsInput } from '../../src/auth/bounds/rules'
import {
  anyNumber,
  everyRank,
  group,
  startTestApp,
  type Answer,
  type Client,
  type Headers,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { newestEntries } from '../support/audit'
import { staffOf } from '../support/people'
import { accepted, hold, release, resetRoles, rolesOnPlatform, settled } from '../operations/fixture'

const { roles } = group
/** Rank ids: 50 (Sergeant), 1 (Recruit), 50, 100 (Lieutenant). */
const [actor, recruit, sergeant, lieutenant] = group.members
const stranger = 4_242_424_242

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await release(app)
  resetRoles(app)
  for (const userId of [actor, sergeant]) app.world.giveRole(group.id, userId, roles.sergeant)
  app.world.giveRole(group.id, lieutenant, roles.lieutenant)
  home = await app.community()
  for (const userId of group.members) await home.client.get(`/v2/members/${userId}`)
})

async function keyWith(actFor: boolean, bounds: BoundsInput = everyRank, domain: string | null = null) {
  const request = { name: 'bot', scopes: allScopes, actFor, domain, bounds: { ...bounds, ...anyNumber } }
  const { key, row } = await issueKey(await home.ctx(), request)
  return { client: app.clientFor(key, home.communityId), row }
}

const bot = async (bounds?: BoundsInput): Promise<Client> => (await keyWith(true, bounds)).client
const by = (userId: number | string, more: Headers = {}): Headers => ({ 'X-On-Behalf-Of': String(userId), ...more })
const withKey = (): Headers => ({ 'Idempotency-Key': randomUUID() })
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const award = (client: Client, headers: Headers, userId: number = recruit): Promise<Answer> =>
  client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 1 }, headers)
const setRank = (client: Client, userId: number, rankId: number, headers = by(actor)): Promise<Answer> =>
  client.put(`/v2/members/${userId}/rank`, { rankId }, headers)
const upTo = (rank: number): BoundsInput => ({ ...everyRank, highestRankGiven: rank, highestRankTouched: rank })

describe('the flag actFor', () => {
  it('is false for a new key, whose request with the header is refused', async () => {
    const { client } = await keyWith(false)
    expect((await client.get('/v2/key')).body.data.actFor).toBe(false)
    expect(codeOf(await award(client, by(actor)))).toEqual([403, 'acting_not_allowed'])
    expect((await award(client, {})).status).toBe(200)
  })

  it('is given only by a key that has it', async () => {
    const asked = { name: 'y', scopes: ['members.read'], actFor: true }
    const refused = await (await keyWith(false)).client.post('/v2/keys', asked)
    expect([codeOf(refused), refused.body.error.details]).toEqual([[403, 'key_authority_exceeded'], { actFor: false }])
    const given = await (await bot()).post('/v2/keys', asked)
    expect([given.status, given.body.data.actFor]).toEqual([201, true])
  })

  it('is kept by a rotation, and changed by updateKey', async () => {
    const { client, row } = await keyWith(true)
    expect((await client.post(`/v2/keys/${row.key_id}/rotate`)).body.data.actFor).toBe(true)
    const { client: other } = await keyWith(false)
    const taken = await other.patch(`/v2/keys/${row.key_id}`, { actFor: false })
    expect([taken.status, taken.body.data.actFor]).toEqual([200, false])
    expect(codeOf(await other.patch(`/v2/keys/${row.key_id}`, { actFor: true }))).toEqual([
      403,
      'key_authority_exceeded',
    ])
    const [entry] = await newestEntries(app.app, home.communityId, 1)
    expect(entry).toMatchObject({ action: 'key.set', before: { actFor: true }, after: { actFor: false } })
  })

  it('does not exist for a session, which names its person itself', async () => {
    const { client } = await staffOf(app, home, 'officer')
    expect(codeOf(await award(client, by(actor)))).toEqual([403, 'acting_not_allowed'])
  })
})

describe('the header', () => {
  it.each(['abc', '0', '-5', '1,2', '12345678901234567'])('%s is malformed', async (value) => {
    expect(codeOf(await award(await bot(), by(value)))).toEqual([400, 'validation_failed'])
  })

  it.each<[string, (client: Client) => Promise<Answer>]>([
    ['a read', (client) => client.get('/v2/ranks', by(actor))],
    ['a change of keys', (client) => client.post('/v2/keys', { name: 'x', scopes: ['members.read'] }, by(actor))],
    [
      'a reversal',
      (client) => client.post('/v2/reversals', { source: 'key', sourceId: '4kTq7ZpB2xWm', dryRun: true }, by(actor)),
    ],
  ])('is refused with %s', async (_, act) => {
    const answer = await act(await bot())
    expect([codeOf(answer), answer.body.error.details.issues[0].instancePath]).toEqual([
      [400, 'validation_failed'],
      '/headers/x-on-behalf-of',
    ])
  })

  it.each<[string, number | string]>([
    ['an account that the platform does not know', stranger],
    ['an account that is not in the group', group.outsider],
    ['a number that is no id', '9999999999999999'],
  ])('that names %s changes nothing', async (_, userId) => {
    expect(codeOf(await award(await bot(), by(userId)))).toEqual([403, 'acting_account_not_in_group'])
    expect((await home.client.get(`/v2/members/${recruit}`)).body.data.experience).toBe(0)
  })

  it('contains an id in the domain of the key', async () => {
    await sql`insert into identity (community_id, domain, id, user_id, source, resolved_at)
      values (${home.communityId}, 'universe-777', 31337, ${actor}, 'operator', now()),
        (${home.communityId}, 'universe-777', 31338, ${recruit}, 'operator', now())`.execute(app.app.db)
    const { client } = await keyWith(true, everyRank, 'universe-777')
    const answer = await award(client, by(31_337), 31_338)
    expect(answer.status).toBe(200)
    expect((await newestEntries(app.app, home.communityId, 1))[0]?.on_behalf_of).toBe(actor)
    const { data } = (await client.get('/v2/audit-entries?order=newest&limit=1')).body
    expect(data[0].onBehalfOf).toBe('31337')
    expect(codeOf(await award(client, by(99_999), 31_338))).toEqual([404, 'identity_unknown'])
  })
})

describe('the audit log names the key and the member', () => {
  const named = async (action: string): Promise<unknown[]> =>
    (await newestEntries(app.app, home.communityId, 50))
      .filter((entry) => entry.action === action)
      .map(({ actor_kind: kind, on_behalf_of: account }) => [kind, account])

  it('of an award, and of concurrent awards of which only some are for a member', async () => {
    const client = await bot()
    await award(client, by(actor))
    const others = group.members.slice(1)
    const answers = await Promise.all(
      others.map((userId, index) => award(client, index % 2 === 0 ? by(actor) : {}, userId)),
    )
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200))
    const entries = (await newestEntries(app.app, home.communityId, 50)).filter(
      ({ action }) => action === 'member.experience',
    )
    const accounts = (userId: number): unknown[] =>
      entries.filter((entry) => entry.user_id === userId).map((entry) => entry.on_behalf_of)
    expect(others.map(accounts)).toEqual([[actor, actor], [null], [actor], [null]])
  })

  it('of an award whose member is locked meanwhile', async () => {
    const client = await bot()
    const answers = await app.dba.transaction().execute(async (tx) => {
      await sql`select from member where community_id = ${home.communityId} and user_id = ${recruit} for update`.execute(
        tx,
      )
      return [award(client, by(actor)), award(client, by(actor), lieutenant)]
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200])
    expect(await named('member.experience')).toEqual([
      ['key', actor],
      ['key', actor],
    ])
  })

  it('of medals, definitions and decisions', async () => {
    const client = await bot()
    await client.post('/v2/medals', { name: 'Valor' }, by(actor))
    await client.post(`/v2/members/${recruit}/medals`, { name: 'Valor' }, by(actor))
    await client.post('/v2/warnings', { userId: recruit, reason: 'late' }, by(actor, withKey()))
    for (const action of ['medal.create', 'member.medal.award', 'warning.create']) {
      expect([action, (await named(action)).slice(0, 1)]).toEqual([action, [['key', actor]]])
    }
  })

  it('of a queued rank change, from its submission to its end', async () => {
    const client = await bot()
    const sent = by(actor, withKey())
    const { body } = await client.post('/v2/platform-operations/ranks', { userId: recruit, rankId: 10 }, sent)
    expect(await settled(home, body.data.id as string)).toMatchObject({ status: 'succeeded' })
    expect([await named('operation.submit'), await named('member.rank'), await named('operation.end')]).toEqual(
      Array.from({ length: 3 }, () => [['key', actor]]),
    )
    const [listed] = (await home.client.get(`/v2/platform-operations?userId=${recruit}`)).body.data
    expect(listed).toMatchObject({ actor: { kind: 'key' }, onBehalfOf: String(actor) })
    const [entry] = (await home.client.get('/v2/audit-entries?action=member.rank&order=newest')).body.data
    expect(entry.onBehalfOf).toBe(String(actor))
  })
})

describe('nobody ranks an equal or a superior', () => {
  const OUT = [403, 'rank_out_of_bounds']

  it.each<[string, number, number, unknown]>([
    ['a member below to a rank below', recruit, 10, [200, undefined]],
    ['a member below to the own rank', recruit, 50, OUT],
    ['a member below to a rank above', recruit, 100, OUT],
    ['a member of the own rank', sergeant, 10, OUT],
    ['a member above', lieutenant, 10, OUT],
    ['themselves', actor, 10, OUT],
  ])('%s', async (_, userId, rankId, expected) => {
    const client = await bot()
    const before = rolesOnPlatform(app, userId)
    const queued = await client.post('/v2/platform-operations/ranks', { userId, rankId }, by(actor, withKey()))
    expect([
      queued.status === 202 ? [200, undefined] : codeOf(queued),
      codeOf(await setRank(client, userId, rankId)),
    ]).toEqual([expected, expected])
    if (expected === OUT) expect(rolesOnPlatform(app, userId)).toEqual(before)
  })

  it('an error says for whom the key acts, and within which bounds', async () => {
    const { body } = await setRank(await bot({ ...everyRank, lowestRankTouched: 5 }), lieutenant, 10)
    expect(body.error).toMatchObject({
      message: `The caller, for the account ${actor}, may change members of the ranks 5 to 49, and the member holds 100. Nothing was changed.`,
      details: { highestRankGiven: 49, lowestRankTouched: 5, highestRankTouched: 49 },
    })
  })

  it('the bounds of the key hold as well', async () => {
    const client = await bot(upTo(9))
    expect(codeOf(await setRank(client, recruit, 10))).toEqual(OUT)
    const nothing = await bot({ ...everyRank, lowestRankTouched: 60 })
    expect(codeOf(await setRank(nothing, lieutenant, 10))).toEqual(OUT)
    expect(codeOf(await setRank(nothing, recruit, 10))).toEqual(OUT)
  })

  it('a rank that was taken away on the platform is noticed once the stored rank is stale', async () => {
    const client = await bot()
    app.world.takeRole(group.id, actor, roles.sergeant)
    app.advance(700_000)
    expect(codeOf(await setRank(client, recruit, 10))).toEqual(OUT)
  })

  it('AutoRank moves nobody whom the member could not rank, and the award is kept', async () => {
    await home.client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 100 } })
    const body = { op: 'increment', amount: 150 }
    const answer = await (await bot()).post(`/v2/members/${recruit}/experience`, body, by(actor))
    expect([answer.body.data.experience, answer.body.meta.autoRank]).toEqual([
      150,
      { outcome: 'skipped', reason: 'rank_out_of_bounds' },
    ])
  })
})

describe('before anything is sent', () => {
  async function queued(change: object = { userId: recruit, rankId: 10 }): Promise<string> {
    const client = await bot()
    await hold(app)
    const acting: TestCommunity = {
      ...home,
      client: { ...client, post: (path, body, headers = {}) => client.post(path, body, by(actor, headers)) },
    }
    return accepted(acting, change)
  }
  const failed = { status: 'failed', error: { code: 'actor-authorization-revoked' } }

  it('a member who was demoted meanwhile ranks nobody', async () => {
    const id = await queued()
    app.world.takeRole(group.id, actor, roles.sergeant)
    await release(app)
    const operation = await settled(home, id)
    expect(operation).toMatchObject(failed)
    expect(operation.error?.message).toContain(`The account ${actor}, for which the key acts, holds the rank 1`)
    expect(rolesOnPlatform(app, recruit)).toEqual([roles.recruit])
  })

  it('a member who left the group meanwhile ranks nobody', async () => {
    const id = await queued()
    app.world.removeMember(group.id, actor)
    try {
      await release(app)
      expect(await settled(home, id)).toMatchObject(failed)
    } finally {
      app.world.addMember(group.id, actor)
    }
    expect(rolesOnPlatform(app, recruit)).toEqual([roles.recruit])
  })

  it('a target who was promoted meanwhile is not changed', async () => {
    const id = await queued()
    app.world.giveRole(group.id, recruit, roles.lieutenant)
    await release(app)
    expect(await settled(home, id)).toMatchObject(failed)
    expect(rolesOnPlatform(app, recruit)).toContain(roles.lieutenant)
  })

  it('an erased account ranks nobody', async () => {
    const id = await queued()
    await sql`update platform_operation set on_behalf_of = 0 where operation_id = ${id}`.execute(app.app.db)
    await release(app)
    expect(await settled(home, id)).toMatchObject(failed)
  })

  it('a promotion to the rank of the acting member is not sent', async () => {
    app.world.giveRole(group.id, recruit, roles.private)
    const id = await queued({ userId: recruit, move: 'promote' })
    await release(app)
    expect(await settled(home, id)).toMatchObject(failed)
  })

  it('the change of a member whose rank is the same is sent', async () => {
    const id = await queued()
    await release(app)
    expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
    expect(rolesOnPlatform(app, recruit)).toContain(roles.private)
  })
})

describe('a repeated request for another member is another request', () => {
  it.each<[string, string, (client: Client, headers: Headers) => Promise<Answer>]>([
    [
      'submitRankOperation',
      'idempotency_key_reused',
      (client, headers) => client.post('/v2/platform-operations/ranks', { userId: recruit, rankId: 10 }, headers),
    ],
    [
      'createMedal',
      'idempotency_key_reused',
      (client, headers) => client.post('/v2/medals', { name: 'Valor' }, headers),
    ],
    [
      'awardBatch',
      'batch_id_reused',
      (client, { 'Idempotency-Key': batchId, ...headers }) => {
        const entries = [{ userId: recruit, experience: { op: 'increment', amount: 1 } }]
        return client.post('/v2/award-batches', { batchId, entries }, headers)
      },
    ],
  ])('%s', async (_, code, act) => {
    const client = await bot()
    const key = withKey()
    const statuses = [await act(client, by(actor, key)), await act(client, by(actor, key))].map(({ status }) => status)
    expect(statuses.every((status) => status < 300)).toBe(true)
    expect(codeOf(await act(client, by(sergeant, key)))).toEqual([409, code])
    expect(codeOf(await act(client, key))).toEqual([409, code])
  })
})
