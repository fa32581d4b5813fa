// A group whose members have roles beside their rank, on a running server with the simulator.
import { sql } from 'kysely'
import { setRankThreshold } from '../../src/ranks/actions'
import { messageOf } from '../../src/webhooks/rules'
import { newestEntries } from '../support/audit'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { activeEvent, awardsOf, finish } from '../events/fixture'
import { accepted, rolesOnPlatform, settled } from './fixture'

let app: TestApp
let community: TestCommunity
const { roles } = group
const [first, second] = group.members
const VIP = 9005
const MODERATOR = 9075
const ranksHeld = [roles.private, roles.sergeant, roles.lieutenant]

beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: VIP, rank: 5, name: 'VIP' })
  app.world.addRole(group.id, { roleId: MODERATOR, rank: 75, name: 'Moderator' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  for (const userId of [first, second])
    for (const role of [...ranksHeld, VIP, MODERATOR]) app.world.takeRole(group.id, userId, role)
  community = await app.community()
})

const call = (method: 'get' | 'post' | 'put' | 'patch', path: string, body?: object): Promise<Answer> =>
  method === 'get' ? community.client.get(path) : community.client[method](path, body)
const declare = (role: number, managed = false) => call('patch', `/v2/ranks/${role}`, { managed })
async function declareNone(): Promise<void> {
  for (const role of [VIP, MODERATOR]) expect((await declare(role)).status).toBe(200)
}
function give(...given: number[]): void {
  for (const role of given) app.world.giveRole(group.id, first, role)
}
const held = () => rolesOnPlatform(app, first)
const sorted = (...expected: number[]) => [roles.recruit, ...expected].sort()
const setRank = (rankId: number) => call('put', `/v2/members/${first}/rank`, { rankId })
const move = (direction: 'promote' | 'demote') => call('post', `/v2/members/${first}/rank/${direction}`)
const codeOf = ({ status, body }: Answer) => [status, body.error?.code] as unknown
const written = ({ body }: Answer) => {
  const { assigned, unassigned } = body.meta.roles as Record<string, { uniqueId: number }[]>
  return [assigned, unassigned].map((list) => list?.map(({ uniqueId }) => uniqueId))
}

const reports = async () =>
  (await newestEntries(app.base, community.communityId, 50)).filter(({ action }) => action === 'rank.ambiguous')

async function flaggedSince(): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`select rank_ambiguous_at as since from community
    where community_id = ${community.communityId}`.execute(app.app.db)
  return rows[0]?.since ?? null
}

describe('once the roles beside the ranks are declared', () => {
  beforeEach(declareNone)

  it('a promotion passes over them and keeps them', async () => {
    give(roles.sergeant, VIP, MODERATOR)
    const promoted = await move('promote')
    expect([promoted.status, promoted.body.data.rank.name, held()]).toEqual([
      ...[200, 'lieutenant', sorted(roles.lieutenant, VIP, MODERATOR)],
    ])
    expect(written(promoted)).toEqual([[roles.lieutenant], [roles.sergeant]])
    expect((await move('promote')).body.error.code).toBe('rank_limit_reached')
    expect((await move('demote')).body.data.rank.name).toBe('sergeant')
    expect(held()).toEqual(sorted(roles.sergeant, VIP, MODERATOR))
  })

  it('a set rank takes all other ranks and no other role', async () => {
    give(roles.private, roles.lieutenant, VIP, MODERATOR)
    const answer = await setRank(50)
    expect(held()).toEqual(sorted(roles.sergeant, VIP, MODERATOR))
    expect(written(answer)).toEqual([[roles.sergeant], [roles.private, roles.lieutenant]])
  })

  it('an asynchronous change keeps them and tells what it did', async () => {
    give(roles.private, MODERATOR)
    const operation = await settled(community, await accepted(community, { userId: String(first), rankId: 50 }))
    expect(held()).toEqual(sorted(roles.sergeant, MODERATOR))
    expect(operation.result?.roles?.unassigned).toEqual([{ uniqueId: roles.private, rankId: 10, name: 'private' }])
  })

  it('the member shows all roles, and the highest rank of them', async () => {
    give(roles.private, MODERATOR)
    const { body } = await call('get', `/v2/members/${first}`)
    expect(body.data.rank).toEqual({ uniqueId: roles.private, rankId: 10, name: 'private' })
    expect(body.data.roles).toEqual([
      { uniqueId: roles.recruit, rankId: 1, name: 'recruit', managed: true },
      { uniqueId: roles.private, rankId: 10, name: 'private', managed: true },
      { uniqueId: MODERATOR, rankId: 75, name: 'Moderator', managed: false },
    ])
    await declare(MODERATOR, true)
    expect((await call('get', `/v2/members/${first}`)).body.data.rank.name).toBe('Moderator')
  })

  it('a member with no rank but the base role is promoted to the lowest rank', async () => {
    give(MODERATOR)
    expect((await call('get', `/v2/members/${first}`)).body.data.rank.name).toBe('recruit')
    await move('promote')
    expect(held()).toEqual(sorted(roles.private, MODERATOR))
  })

  it('AutoRank promotes a member with a role above the ladder', async () => {
    await setRankThreshold(await community.ctx(), roles.private, 10)
    await setRankThreshold(await community.ctx(), roles.sergeant, 100)
    give(roles.private, MODERATOR)
    await call('get', `/v2/members/${first}`)
    const { body } = await call('post', `/v2/members/${first}/experience`, { op: 'set', amount: 100 })
    expect([body.meta.autoRank, held()]).toEqual([{ outcome: 'changed' }, sorted(roles.sergeant, MODERATOR)])
  })

  it('a suspension takes all ranks and gives exactly these back', async () => {
    give(roles.sergeant, roles.lieutenant, VIP)
    const body = { userId: String(first), durationSeconds: 3_600, rankUniqueId: roles.private }
    const made = await call('post', '/v2/suspensions', body)
    expect([made.status, made.body.data.formerRoles, held()]).toEqual([
      ...[201, [roles.sergeant, roles.lieutenant], sorted(roles.private, VIP)],
    ])
    app.world.takeRole(group.id, first, VIP)
    give(MODERATOR)
    const lifted = await call('post', `/v2/suspensions/${made.body.data.suspensionId as string}/lift`, {})
    expect([lifted.body.data.outcome, held()]).toEqual([
      'restored',
      sorted(roles.sergeant, roles.lieutenant, MODERATOR),
    ])
  })

  it('they cannot be given as ranks, by any route', async () => {
    expect(codeOf(await setRank(75))).toEqual([409, 'rank_not_assignable'])
    const by = await call('put', `/v2/members/${first}/rank`, { rankUniqueId: VIP })
    expect(codeOf(by)).toEqual([409, 'rank_not_assignable'])
    const suspended = { userId: String(first), durationSeconds: 60, rankUniqueId: VIP }
    expect(codeOf(await call('post', '/v2/suspensions', suspended))).toEqual([409, 'rank_not_assignable'])
    expect(held()).toEqual(sorted())
  })

  it('a role that appears later is not a rank', async () => {
    app.world.addRole(group.id, { roleId: 9085, rank: 85, name: 'Builder' })
    give(roles.private, 9085)
    await move('promote')
    expect(held()).toEqual(sorted(roles.sergeant, 9085))
    app.world.takeRole(group.id, first, 9085)
    app.world.removeRole(group.id, 9085)
  })
})

describe('while nothing is declared', () => {
  it('the rank of a member with several roles is not changed, and the first refusal is reported once', async () => {
    give(roles.private, MODERATOR)
    for (const answer of [await move('promote'), await move('demote'), await setRank(50)]) {
      expect(codeOf(answer)).toEqual([409, 'rank_ambiguous'])
      expect(answer.body.error.message).toContain(`Moderator (${MODERATOR})`)
    }
    expect(held()).toEqual(sorted(roles.private, MODERATOR))
    const [report, ...others] = await reports()
    expect(others).toEqual([])
    const message = messageOf(report as never)
    expect([message?.type, JSON.parse(message?.body ?? '').data]).toEqual([
      'ranks.ambiguous',
      { auditId: String(report?.audit_id), userId: String(first) },
    ])
    expect(await flaggedSince()).not.toBeNull()
    await declare(MODERATOR)
    expect(await flaggedSince()).toBeNull()
    expect((await move('promote')).status).toBe(200)
    expect(held()).toEqual(sorted(roles.sergeant, MODERATOR))
  })

  const experience = { op: 'set', amount: 100 }
  const batch = (userId: number, amount: number) => ({
    batchId: `ambiguous-${amount}`,
    entries: [{ userId: String(userId), experience: { op: 'set', amount } }],
  })

  it('AutoRank skips the member, and the first skip is reported once', async () => {
    await setRankThreshold(await community.ctx(), roles.sergeant, 100)
    give(roles.private, VIP)
    for (let time = 0; time < 2; time++) {
      const { body } = await call('post', `/v2/members/${first}/experience`, experience)
      expect(body.meta.autoRank).toEqual({ outcome: 'skipped', reason: 'rank_ambiguous' })
    }
    const explained = await call('get', `/v2/members/${first}/auto-rank`)
    expect([explained.body.data.reason, held()]).toEqual(['rank_ambiguous', sorted(roles.private, VIP)])
    const entries = await reports()
    expect(entries).toMatchObject([{ user_id: first, after: { message: expect.stringContaining(`VIP (${VIP})`) } }])
    expect(await flaggedSince()).not.toBeNull()
    await declare(VIP)
    const { body } = await call('post', `/v2/members/${first}/experience`, experience)
    expect([body.meta.autoRank, await flaggedSince(), held()]).toEqual([
      ...[{ outcome: 'changed' }, null, sorted(roles.sergeant, VIP)],
    ])
  })

  it('a batch reports it too, once for all its members and for concurrent requests', async () => {
    await setRankThreshold(await community.ctx(), roles.sergeant, 100)
    for (const userId of [first, second]) {
      for (const role of [roles.private, VIP]) app.world.giveRole(group.id, userId, role)
      await call('get', `/v2/members/${userId}`)
    }
    const entries = [first, second].map((userId) => ({ userId: String(userId), experience }))
    const [answer] = await Promise.all([
      call('post', '/v2/award-batches', { batchId: 'both', entries }),
      ...[101, 102].map((amount) => call('post', '/v2/award-batches', batch(second, amount))),
      call('post', `/v2/members/${first}/experience`, experience),
    ])
    const outcomes = answer.body.data.entries as { autoRank?: object }[]
    expect(outcomes.map(({ autoRank }) => autoRank)).toEqual(
      Array(2).fill({ outcome: 'skipped', reason: 'rank_ambiguous' }),
    )
    expect([(await reports()).length, await flaggedSince()]).toEqual([1, expect.anything()])
  })

  it('an event reports it too, by the rank changes that it queues', async () => {
    await setRankThreshold(await community.ctx(), roles.sergeant, 100)
    for (const role of [roles.private, VIP]) app.world.giveRole(group.id, first, role)
    await call('get', `/v2/members/${first}`)
    const eventId = await activeEvent(community, [{ role: 'participant', experience: 100 }], [first])
    expect((await finish(community, eventId)).status).toBe(200)
    const awards = await awardsOf(community, eventId)
    expect(awards.map(({ rankChange }) => rankChange?.code)).toEqual(['rank_ambiguous'])
    expect([(await reports()).length, await flaggedSince()]).toEqual([1, expect.anything()])
  })

  it('AutoRank does not skip a member whose second rank is of a rank change that failed', async () => {
    await setRankThreshold(await community.ctx(), roles.lieutenant, 100)
    give(roles.private)
    app.simulator.faults.add({ kind: 'reject', status: 403, path: ':unassignRole$' })
    expect((await setRank(50)).status).toBe(502)
    app.simulator.faults.clear()
    await call('get', `/v2/members/${first}?refresh=true`)
    const { body } = await call('post', `/v2/members/${first}/experience`, experience)
    expect([body.meta.autoRank, held()]).toEqual([{ outcome: 'changed' }, sorted(roles.lieutenant)])
    expect(await reports()).toEqual([])
  })

  it('a suspension is refused', async () => {
    give(roles.private, VIP)
    const body = { userId: String(first), durationSeconds: 60, rankUniqueId: roles.sergeant }
    expect(codeOf(await call('post', '/v2/suspensions', body))).toEqual([409, 'rank_ambiguous'])
    expect(held()).toEqual(sorted(roles.private, VIP))
  })

  it('with singleRank, a change takes all other roles', async () => {
    await call('patch', '/v2/settings', { singleRank: true })
    give(roles.private, MODERATOR, VIP)
    expect((await setRank(50)).status).toBe(200)
    expect(held()).toEqual(sorted(roles.sergeant))
    expect(codeOf(await declare(VIP))).toEqual([409, 'rank_stays_managed'])
  })

  it('a change that failed after a write is completed by the next one', async () => {
    give(roles.private)
    app.simulator.faults.add({ kind: 'reject', status: 403, path: ':unassignRole$' })
    expect((await setRank(50)).status).toBe(502)
    expect(held()).toEqual(sorted(roles.private, roles.sergeant))
    app.simulator.faults.clear()
    expect((await setRank(100)).status).toBe(200)
    expect(held()).toEqual(sorted(roles.lieutenant))
  })

  const partly = 'A part of the change was applied on the platform: read the member before you change its rank again.'
  it.each([400, 403, 404])('a change that the platform rejects with %i after a write says so', async (status) => {
    give(roles.private)
    app.simulator.faults.add({ kind: 'reject', status, path: ':unassignRole$' })
    const answer = await setRank(50)
    expect(held()).toEqual(sorted(roles.private, roles.sergeant))
    expect(answer.body.error).toMatchObject({
      details: { committed: ['rank'] },
      message: expect.stringMatching(`${partly}$`),
    })
    expect(answer.headers['retry-after']).toBeUndefined()
  })

  it('an award and a queued change say it too', async () => {
    give(roles.private)
    await setRankThreshold(await community.ctx(), roles.sergeant, 50)
    app.simulator.faults.add({ kind: 'reject', status: 400, path: ':unassignRole$' })
    const award = await call('post', `/v2/members/${first}/experience`, { op: 'set', amount: 50 })
    expect(award.body.error).toMatchObject({
      details: { committed: ['experience', 'rank'] },
      message: expect.stringContaining(
        'The experience was stored, and a part of the rank change was applied: do not repeat',
      ),
    })
    app.world.takeRole(group.id, first, roles.sergeant)
    const id = await accepted(community, { userId: first, rankId: 100 })
    const { error, result } = await settled(community, id)
    expect([error?.message, result]).toEqual([expect.stringContaining(partly), null])
  })

  it('a change that is rejected before a write says nothing of it', async () => {
    give(roles.private)
    app.simulator.faults.add({ kind: 'reject', status: 400, path: ':assignRole$' })
    expect((await setRank(50)).body.error.details?.committed).toBeUndefined()
  })
})

describe('a declaration', () => {
  it('is refused for guest and owner, and for a role with a threshold unless it is removed', async () => {
    expect(codeOf(await declare(roles.owner, true))).toEqual([409, 'rank_not_assignable'])
    await setRankThreshold(await community.ctx(), roles.private, 10)
    expect(codeOf(await declare(roles.private))).toEqual([409, 'rank_stays_managed'])
    const both = await call('patch', `/v2/ranks/${roles.private}`, { managed: false, removeAutoRank: true })
    expect([both.status, both.body.data.managed, both.body.data.autoRank]).toEqual([200, false, null])
    const again = await call('patch', `/v2/ranks/${roles.private}`, { autoRank: { experience: 5 } })
    expect(again.body.data.managed).toBe(true)
  })

  it('has an audit entry, and a repeated one has none', async () => {
    const { body } = await declare(VIP)
    const [entry] = await newestEntries(app.base, community.communityId, 1)
    expect(entry).toMatchObject({
      action: 'rank.managed',
      audit_id: Number(body.meta.auditId),
      before: { uniqueId: VIP, managed: true },
      after: { uniqueId: VIP, managed: false },
    })
    expect((await declare(VIP)).body.meta.auditId).toBeNull()
  })
})
