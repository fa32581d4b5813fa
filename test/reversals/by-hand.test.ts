// What one account changed by hand on the platform is taken back through the queue of rank changes.
import fc from 'fast-check'
import { sql } from 'kysely'
import { eraseAccountFully } from '../../src/data-rights/full-erasure/actions'
import { isAccountOfServer, itemsByHand } from '../../src/reversals/by-hand/items'
import { accepted, release, rolesOnPlatform, settled, watchCalls, watchWrites } from '../operations/fixture'
import { group, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { runs } from '../support/runs'
import { until } from '../support/until'

interface Item {
  readonly auditId: string | null
  readonly changedAt: string | null
  readonly userId: string
  readonly kind: string
  readonly state: string
  readonly change: number | null
  readonly rankUniqueId: number | null
  readonly roleUniqueId: number | null
  readonly heldRoleUniqueIds: readonly number[] | null
  readonly reason: string | null
  readonly errorCode: string | null
  readonly operationId: string | null
  readonly resultAuditId: string | null
}

const { recruit, private: privateRank, sergeant, lieutenant } = group.roles
const [first, second, third] = group.members
const raider = group.outsider
const VIP = 9005
/** Members that the server does not know. */
const STRANGERS = 5_000_000_001

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: VIP, rank: 5, name: 'VIP' })
  app.world.addMembers(group.id, STRANGERS, 40)
})
afterAll(() => app.close())
let begin: string
beforeEach(async () => {
  app.simulator.faults.clear()
  await release(app)
  for (const userId of group.members) if (held(userId).length === 0) app.world.addMember(group.id, userId)
  for (const userId of group.members)
    for (const role of [privateRank, sergeant, lieutenant, VIP]) app.world.takeRole(group.id, userId, role)
  community = await app.community()
  await community.client.patch(`/v2/ranks/${VIP}`, { managed: false })
  for (const userId of group.members) await community.client.get(`/v2/members/${userId}`)
  await passMillisecond()
  begin = new Date().toISOString()
})

/** Waits, so that entries of the group's log before and after have different times. */
async function passMillisecond(): Promise<void> {
  const from = Date.now()
  await until('the clock has moved on', () => Date.now() > from + 1)
}

const give = (userId: number, role: number, by: number = raider) => app.world.giveRole(group.id, userId, role, by)
const take = (userId: number, role: number, by: number = raider) => app.world.takeRole(group.id, userId, role, by)
const held = (userId: number) => rolesOnPlatform(app, userId)
const window = () => ({ source: 'account', sourceId: String(raider), from: begin })
const start = async (body: object, client: Client = community.client): Promise<string> => {
  const { status, text, body: answer } = await client.post('/v2/reversals', body)
  if (status !== 202) throw new Error(text)
  return answer.data.reversalId as string
}
const reversalOf = async (id: string) =>
  (await community.client.get(`/v2/reversals/${id}`)).body.data as {
    state: string
    sourceId: string
    errorCode: string | null
    counts: Record<string, number>
  }
const finished = async (id: string) => {
  await until('the reversal has ended', async () => ['finished', 'failed'].includes((await reversalOf(id)).state))
  const items = (await community.client.get(`/v2/reversals/${id}/items?limit=100`)).body.data as Item[]
  return { reversalId: id, ...(await reversalOf(id)), items }
}
const reversed = async (body: object = window(), client?: Client) => finished(await start(body, client))
const told = (items: readonly Item[]) =>
  items.map(({ userId, kind, state, reason }) => [Number(userId), kind, state, reason])
const plain = (items: readonly Item[]) => items.map((item) => ({ ...item, operationId: null, resultAuditId: null }))

describe('a reversal of an account of the platform', () => {
  it('gives back the ranks and roles from before its changes by hand, as the dry run says', async () => {
    for (const role of [lieutenant, VIP]) give(first, role, group.owner)
    give(second, privateRank, group.owner)
    await passMillisecond()
    begin = new Date().toISOString()
    take(first, lieutenant)
    take(first, VIP)
    give(second, sergeant)
    take(second, privateRank)
    give(third, lieutenant)
    const preview = await reversed({ ...window(), dryRun: true })
    expect([held(first), held(second), held(third)]).toEqual([
      [recruit],
      [recruit, sergeant],
      [recruit, lieutenant].sort(),
    ])
    expect(told(preview.items)).toEqual([
      [first, 'rank', 'taken_back', null],
      [first, 'role', 'taken_back', null],
      [second, 'rank', 'taken_back', null],
      [second, 'rank', 'taken_back', null],
      [third, 'rank', 'taken_back', null],
    ])
    expect(preview.items.map(({ rankUniqueId, roleUniqueId }) => rankUniqueId ?? roleUniqueId)).toEqual([
      ...[lieutenant, VIP, privateRank, sergeant, recruit],
    ])
    const writes = watchWrites(app, second)
    const done = await reversed({ ...window(), reason: 'A raid' })
    expect([held(first), held(second), held(third)]).toEqual([
      ...[[recruit, VIP, lieutenant].sort(), [recruit, privateRank], [recruit]],
    ])
    expect(writes.effective()).toEqual([`assignRole ${privateRank}`, `unassignRole ${sergeant}`])
    expect(done.counts).toEqual({ entries: 5, takenBack: 5, superseded: 0, impossible: 0, pending: 0 })
    expect(plain(done.items)).toEqual(plain(preview.items))
    const { rows } = await sql<{ after: object; reason: string; user_id: number }>`
      select after, reason, user_id from audit_entry
      where community_id = ${community.communityId} and audit_id = ${done.items[2]?.resultAuditId}`.execute(app.app.db)
    expect(rows).toMatchObject([
      {
        user_id: second,
        reason: 'A raid',
        after: {
          rank: { uniqueId: privateRank },
          reversesByHand: [done.items[3]?.changedAt, done.items[2]?.changedAt],
        },
      },
    ])
    expect(done.items.map(({ auditId }) => auditId)).toEqual([null, null, null, null, null])
  })

  it('keeps what somebody else changed later, by hand or by the server', async () => {
    give(first, sergeant)
    take(first, sergeant, group.owner)
    give(first, lieutenant, group.owner)
    give(second, sergeant)
    await settled(community, await accepted(community, { userId: second, rankUniqueId: lieutenant }))
    give(third, VIP)
    take(third, VIP, group.owner)
    const { items, counts } = await reversed()
    expect(told(items)).toEqual([
      [first, 'rank', 'superseded', 'later_change'],
      [second, 'rank', 'superseded', 'later_change'],
      [third, 'role', 'superseded', 'later_change'],
    ])
    expect([counts['superseded'], held(first), held(second), held(third)]).toEqual([
      ...[3, [recruit, lieutenant].sort(), [recruit, lieutenant].sort(), [recruit]],
    ])
  })

  it('takes nothing back a second time, and makes the changes again when it is taken back itself', async () => {
    give(first, sergeant)
    const { reversalId } = await reversed()
    expect(held(first)).toEqual([recruit])
    expect(told((await reversed()).items)).toEqual([[first, 'rank', 'impossible', 'already_taken_back']])
    expect((await reversed({ source: 'reversal', sourceId: reversalId })).counts['takenBack']).toBe(1)
    expect(held(first)).toEqual([recruit, sergeant])
  })

  it('lists removals and bans with the roles to restore, and takes back what else the account changed', async () => {
    for (const role of [lieutenant, VIP]) give(first, role, group.owner)
    await community.client.get(`/v2/members/${first}?refresh=1`)
    await passMillisecond()
    begin = new Date().toISOString()
    take(first, lieutenant)
    await passMillisecond()
    app.world.expel(group.id, first, 'removals', raider)
    app.world.expel(group.id, second, 'bans', raider)
    app.world.expel(group.id, STRANGERS, 'removals', raider)
    await passMillisecond()
    give(third, sergeant)
    const rolesOf = (items: readonly Item[]) =>
      items.map(
        ({ heldRoleUniqueIds }) => heldRoleUniqueIds && [...heldRoleUniqueIds].sort((one, other) => one - other),
      )
    const expected = [
      ...[first, first, second, STRANGERS].map((userId, index) => [
        ...[userId, ['rank', 'removal', 'ban', 'removal'][index], 'impossible', 'only_by_hand'],
      ]),
      [third, 'rank', 'taken_back', null],
    ]
    const roles = [null, [recruit, VIP, lieutenant].sort(), [recruit], [recruit], null]
    const preview = await reversed({ ...window(), dryRun: true })
    expect([told(preview.items), rolesOf(preview.items)]).toEqual([expected, roles])
    expect(preview.counts).toEqual({ entries: 5, takenBack: 1, superseded: 0, impossible: 4, pending: 0 })
    // stores that the members are gone; then one comes back
    for (const userId of [first, second]) await community.client.get(`/v2/members/${userId}?refresh=1`)
    app.world.addMember(group.id, first)
    await community.client.get(`/v2/members/${first}?refresh=1`)
    const done = await reversed()
    expect([told(done.items), rolesOf(done.items)]).toEqual([expected, roles])
    expect([held(first), held(third)]).toEqual([[recruit], [recruit]])
  })

  it('does not take back over the removal by somebody else', async () => {
    give(first, sergeant)
    app.world.expel(group.id, first, 'removals', group.owner)
    expect(told((await reversed()).items)).toEqual([[first, 'rank', 'superseded', 'later_change']])
  })

  it('is carried out once by concurrent reversals', async () => {
    for (const userId of [first, second, third]) give(userId, lieutenant)
    const strangers = Array.from({ length: 15 }, (_, index) => STRANGERS + index)
    const heldBefore = strangers.map(held)
    app.world.raid(group.id, raider, 20)
    expect(strangers.map(held)).not.toEqual(heldBefore)
    for (const userId of group.members) for (const role of [privateRank, lieutenant]) take(userId, role)
    const before = app.simulator.journal.after().length
    await Promise.all([1, 2, 3].map(() => reversed()))
    const effective = app.simulator.journal
      .after()
      .slice(before)
      .filter(({ changed }) => changed)
    const names = effective.map(({ userId, verb, roleId }) => `${userId} ${verb} ${roleId}`)
    expect(new Set(names).size).toBe(names.length)
    expect(group.members.map(held)).toEqual(group.members.map(() => [recruit]))
    expect(strangers.map(held)).toEqual(heldBefore)
  })

  it('takes back what was done to members that the server does not know', async () => {
    give(STRANGERS + 30, lieutenant)
    const { items } = await reversed()
    expect(told(items)).toEqual([[STRANGERS + 30, 'rank', 'taken_back', null]])
    expect(held(STRANGERS + 30)).toEqual([recruit])
  })

  it('tells its change from one of the server that gave the same rank shortly before the window', async () => {
    for (const rankUniqueId of [sergeant, recruit])
      await settled(community, await accepted(community, { userId: first, rankUniqueId }))
    await passMillisecond()
    const from = new Date().toISOString()
    give(first, sergeant)
    expect(await reversed({ ...window(), from })).toMatchObject({ state: 'finished', counts: { takenBack: 1 } })
    expect(held(first)).toEqual([recruit])
  })

  it('takes back only the changes of the account in the window', async () => {
    give(first, sergeant)
    await passMillisecond()
    const from = new Date().toISOString()
    give(second, sergeant)
    give(third, sergeant, group.owner)
    const { items } = await reversed({ ...window(), from })
    expect(told(items)).toEqual([[second, 'rank', 'taken_back', null]])
    expect([held(first), held(second), held(third)]).toEqual([[recruit, sergeant], [recruit], [recruit, sergeant]])
  })

  it('waits while the writes to the group are paused', async () => {
    give(first, sergeant)
    await community.client.patch('/v2/platform-connection', { paused: true })
    const id = await start(window())
    await until('it is queued', async () => (await reversalOf(id)).counts['entries'] === 1)
    expect(held(first)).toEqual([recruit, sergeant])
    await community.client.patch('/v2/platform-connection', { paused: false })
    expect(told((await finished(id)).items)).toEqual([[first, 'rank', 'taken_back', null]])
    expect(held(first)).toEqual([recruit])
  })

  it('fails when the credential may not read the log of the group', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 403, path: '/audit-log$' })
    expect(await reversed()).toMatchObject({ state: 'failed', errorCode: 'platform_log_unreadable', items: [] })
  })

  it('fails in a community without a connection', async () => {
    community = await app.community({ connected: false })
    expect(await reversed()).toMatchObject({ state: 'failed', errorCode: 'platform_not_connected', items: [] })
  })

  it('fails when the log has more entries than it reads, also of other kinds', async () => {
    const text = JSON.stringify({ data: [], nextPageCursor: 'more' })
    app.simulator.faults.add({ kind: 'garbage', text, path: '/audit-log$' })
    const calls = watchCalls(app, /audit-log/)
    expect(await reversed()).toMatchObject({ state: 'failed', errorCode: 'too_many_entries', items: [] })
    expect(calls()).toBeGreaterThanOrEqual(101)
  })

  it('reads the log again after a failure of the platform', async () => {
    give(first, sergeant)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: '/audit-log$', count: 1 })
    expect(told((await reversed()).items)).toEqual([[first, 'rank', 'taken_back', null]])
  })

  it('changes nothing when the server made changes under the account, which the credential does not tell', async () => {
    await sql`update platform_connection set owner_user_id = null where community_id = ${community.communityId}`.execute(
      app.dba,
    )
    // the only test that gives this rank to this member
    await settled(community, await accepted(community, { userId: third, rankUniqueId: privateRank }))
    give(second, lieutenant, group.owner)
    const failed = await reversed({ ...window(), sourceId: String(group.owner) })
    expect(failed).toMatchObject({ state: 'failed', errorCode: 'account_of_connection', items: [] })
    expect([held(third), held(second)]).toEqual([[recruit, privateRank], [recruit, lieutenant].sort()])
  })

  it('names nothing of an account that is erased while it waits', async () => {
    give(first, sergeant)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: '/audit-log$' })
    const id = await start(window())
    await eraseAccountFully(app.base, raider, false)
    app.simulator.faults.clear()
    expect(await finished(id)).toMatchObject({ state: 'failed', sourceId: 'erased', errorCode: 'source_not_found' })
    expect(held(first)).toEqual([recruit, sergeant])
  })

  it('refuses the account of the credential, and an id that is none', async () => {
    for (const sourceId of [String(group.owner), 'TobinReed', '0']) {
      const { status, body } = await community.client.post('/v2/reversals', { ...window(), sourceId })
      expect([status, body.error.details.issues[0].instancePath]).toEqual([400, '/body/sourceId'])
    }
  })

  it('does not take the account for that of the server, when the server keeps a role that the account has given', async () => {
    give(first, lieutenant, group.owner)
    give(first, privateRank)
    await settled(community, await accepted(community, { userId: first, rankUniqueId: privateRank }))
    expect(held(first)).toEqual([recruit, privateRank])
    for (const userId of [second, third]) give(userId, sergeant)
    const { state, errorCode, items } = await reversed()
    expect([state, errorCode]).toEqual(['finished', null])
    expect(told(items).slice(1)).toEqual([
      [second, 'rank', 'taken_back', null],
      [third, 'rank', 'taken_back', null],
    ])
    expect([held(second), held(third)]).toEqual([[recruit], [recruit]])
  })

  it('takes a change of a key back that was made before the change by hand, which was taken back', async () => {
    const author = await community.clientWith((await community.client.get('/v2/key')).body.data.scopes as string[])
    const { keyId } = (await author.get('/v2/key')).body.data
    await settled(
      community,
      await accepted({ ...community, client: author }, { userId: first, rankUniqueId: privateRank }),
    )
    for (const role of [sergeant, lieutenant]) {
      give(first, role)
      // the server notices the change by hand
      await community.client.get(`/v2/members/${first}?refresh=1`)
    }
    expect((await reversed()).counts['takenBack']).toBe(2)
    expect(held(first)).toEqual([recruit, privateRank])
    const from = new Date(Date.now() - 600_000).toISOString()
    expect((await reversed({ source: 'key', sourceId: keyId, from })).counts['takenBack']).toBe(1)
    expect(held(first)).toEqual([recruit])
  })

  it('changes nothing outside the bounds of the key, as the dry run says', async () => {
    give(first, privateRank)
    give(second, lieutenant)
    const { body } = await community.client.post('/v2/keys', {
      name: 'undo',
      scopes: ['reversals.write', 'reversals.read', 'members.ranks.write', 'audit.read'],
      highestRankGiven: 50,
      lowestRankTouched: 1,
      highestRankTouched: 50,
    })
    const bounded = app.clientFor(body.data.key as string, community.communityId)
    const outcome = async (dryRun: boolean) => told((await reversed({ ...window(), dryRun }, bounded)).items)
    const expected = [
      [first, 'rank', 'taken_back', null],
      [second, 'rank', 'impossible', 'operation_failed'],
    ]
    expect([await outcome(true), await outcome(false)]).toEqual([expected, expected])
    expect([held(first), held(second)]).toEqual([[recruit], [recruit, lieutenant].sort()])
  })
})

describe('the items of the log', () => {
  const ranks = [recruit, privateRank, sergeant, lieutenant, VIP].map((unique_id) => ({
    unique_id,
    rank_id: unique_id - 9_000,
    name: String(unique_id),
    member_count: null,
    auto_rank_experience: null,
    managed: unique_id !== VIP,
  }))
  const change = fc.record({
    by: fc.constantFrom(1, 2),
    role: fc.constantFrom(privateRank, sergeant, lieutenant, VIP),
  })

  it('lead back to what the member held before, unless somebody else changed it since', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 12 }),
        fc.subarray<number>([privateRank, sergeant, VIP]),
        (drawn, stored) => {
          const roles = new Set<number>(stored)
          const log = drawn.map(({ by, role }, index) => {
            const isGiven = !roles.has(role)
            roles[isGiven ? 'add' : 'delete'](role)
            const at = new Date(1_700_000_000_000 + index)
            return {
              actorUserId: by,
              userId: 7,
              at,
              action: isGiven ? 'AssignRole' : 'UnassignRole',
              given: isGiven ? role : null,
              taken: isGiven ? null : role,
            } as const
          })
          const known = { ranks, rolesOf: new Map([[7, { held: stored, left: null }]]) }
          const of = { accountId: 1, from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
          const items = itemsByHand([...log].reverse(), of, known)
          const highest = (held: readonly number[]) =>
            [lieutenant, sergeant, privateRank].find((role) => held.includes(role)) ?? recruit
          const held: number[] = [...stored]
          let next = 0
          log.forEach(({ actorUserId, given, taken }, index) => {
            const role = given ?? taken ?? 0
            const before = highest(held)
            if (given === null) held.splice(held.indexOf(role), 1)
            else held.push(role)
            if (actorUserId !== 1) return
            const item = items[next++]
            const sameObject = (one: (typeof log)[number]) => ((one.given ?? one.taken) === VIP) === (role === VIP)
            expect(item?.obstacle).toBe(
              log.slice(index + 1).some((one) => one.actorUserId === 2 && sameObject(one)) ? 'later_change' : null,
            )
            if (role === VIP)
              expect([item?.object, item?.before, item?.after]).toEqual([String(VIP), given ? 0 : 1, given ? 1 : 0])
            else expect([item?.kind, item?.before, item?.after]).toEqual(['rank', before, highest(held)])
          })
          expect(items).toHaveLength(next)
        },
      ),
      { numRuns: runs(300) },
    )
  })
})

describe('the account of the server', () => {
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000)
  const gave = (actorUserId: number, seconds: number, userId = 7, given: number = sergeant) => ({
    ...({ action: 'AssignRole', actorUserId, userId, at: at(seconds), given, taken: null } as const),
  })
  const own = [{ userId: 7, role: sergeant, at: at(0) }]

  it('is the one under which alone the log has a change of the server', () => {
    expect(isAccountOfServer([gave(1, -5)], own, 1)).toBe(true)
    expect(isAccountOfServer([gave(1, -5), gave(2, 5)], own, 1)).toBe(false)
    expect(isAccountOfServer([gave(2, -5)], own, 1)).toBe(false)
    expect(isAccountOfServer([gave(1, -5, 8), gave(1, 5, 7, lieutenant), gave(1, 300)], own, 1)).toBe(false)
    expect(isAccountOfServer([gave(1, 0)], [], 1)).toBe(false)
  })
})
