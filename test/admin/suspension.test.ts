import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { settled, submit, rolesOnPlatform, watchWrites } from '../operations/fixture'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { adminOf, type Admin } from './support'

let app: TestApp
let community: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp()
  admin = adminOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
})

const [first, second] = group.members
const anId = expect.stringMatching(/^sus_[a-z2-7]{20}$/) as string
const time = expect.stringMatching(/^\d{4}-.*Z$/)
const suspension = (verb: string, ...more: string[]) => [
  ...['suspension', verb, '--community', community.communityId],
  ...more,
]
const on = (userId: number) => ['--user', String(userId)]
const setRank = (rankId: number, userId: number = first) =>
  community.client.put(`/v2/members/${userId}/rank`, { rankId })

describe('the record', () => {
  test('a member that keeps its rank is suspended once, listed and lifted', async () => {
    expect((await admin.run(suspension('list'))).stdout).toBe('There are no suspensions.\n')
    const endsAt = '2090-01-31T18:00:00.000Z'
    const keep = (...more: string[]) => suspension('keep-rank', ...on(21), ...more)
    const made = await admin.json(keep('--until', endsAt, '--reason', 'left a raid'))
    expect(made).toMatchObject({ suspensionId: anId, userId: '21', state: 'active', suspendedRank: null })
    expect(await admin.failure(keep('--for', '7d'))).toMatch(/suspended until 2090-.*lift that/)
    const ended = { suspensionId: made.suspensionId, state: 'ended', outcome: 'kept', liftedAt: time }
    expect(await admin.json(suspension('lift', ...on(21)))).toMatchObject(ended)
    expect(await admin.failure(suspension('lift', ...on(21)))).toContain('the account 21 is not suspended')
    const inAWeek = Date.now() + 7 * 86_400_000
    const again = await admin.json(keep('--for', '7d'))
    expect(Math.abs(Date.parse(again.endsAt as string) - inAWeek)).toBeLessThan(60_000)
    expect((await admin.json(suspension('list'))).suspensions).toMatchObject([
      { suspensionId: again.suspensionId, state: 'active', reason: null, liftedAt: null },
      { ...ended, reason: 'left a raid', endsAt: '2090-01-31T18:00:00.000000Z', liftedBy: { kind: 'operator' } },
    ])
    const { auditEntries: entries } = await admin.json([
      'audit',
      'list',
      '--community',
      community.communityId,
      '--limit',
      '4',
    ])
    expect(entries).toMatchObject([
      { action: 'suspension.add', userId: '21', after: { suspensionId: again.suspensionId } },
      { action: 'suspension.end', userId: '21', after: { outcome: 'kept' } },
      { action: 'suspension.lift', userId: '21', actor: { kind: 'operator' } },
      { action: 'suspension.add', userId: '21', reason: 'left a raid', after: { endsAt } },
    ])
  })

  test('one of two concurrent suspensions is rejected; another community is not affected', async () => {
    const keep = suspension('keep-rank', ...on(22), '--for', '1h')
    const ran = await Promise.all([1, 2, 3].map(() => admin.run(keep)))
    expect(ran.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1])
    community = await app.community()
    expect(await admin.failure(suspension('lift', ...on(22)))).toContain('is not suspended')
    expect(await admin.json(suspension('keep-rank', ...on(22), '--for', '1h'))).toMatchObject({ userId: '22' })
  })

  test('a suspension is shown and updated', async () => {
    const { suspensionId } = await admin.json(suspension('keep-rank', ...on(23), '--for', '1h'))
    const one = ['--suspension', suspensionId as string]
    expect(await admin.failure(suspension('update', ...one))).toContain('nothing to change')
    const changed = await admin.json(suspension('update', ...one, '--for', '30d', '--reason', 'again'))
    expect(Date.parse(changed.endsAt as string) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    expect(await admin.json(suspension('update', ...one, '--remove-reason'))).toMatchObject({ reason: null })
    expect(await admin.json(suspension('show', ...one))).toMatchObject({
      suspensionId,
      endsAt: changed.endsAt as string,
    })
    expect((await admin.run(suspension('show', ...one))).stdout).toMatch(/state +active\n/)
    expect(await admin.failure(suspension('show', '--suspension', 'sus_22222222222222222222'))).toContain(
      'This suspension does not exist',
    )
  })

  test.each([
    ['add', ['--user', '5'], 'the flags do not fit: must have exactly one of --until, --for'],
    ['add', ['--user', '5', '--for', '7d', '--until', '2090-01-31T18:00:00Z'], 'exactly one of --until, --for'],
    ['add', ['--user', '5', '--until', '2020-01-31T18:00:00Z'], '--until must be 60 seconds to 366 days from now'],
    ['add', ['--user', '5', '--for', '400d'], '--for must be <= 31622400'],
    ['add', ['--user', '5', '--for', '0s'], '1s to 3650d'],
    ['add', ['--for', '7d'], 'required option'],
    ['keep-rank', ['--user', '5'], 'the end is missing'],
    ['keep-rank', ['--user', '5', '--for', '7d', '--until', '2090-01-31T18:00:00Z'], 'cannot be used with'],
    ['lift', [], 'one of these flags is required: --suspension, --user'],
  ])('%s rejects %j with a message', async (verb, flags, message) => {
    expect(await admin.failure(suspension(verb, ...flags))).toContain(message)
  })
})

describe('an active suspension', () => {
  test('blocks rank changes of every kind until it ends', async () => {
    await admin.json(suspension('keep-rank', ...on(first), '--for', '1h'))
    const refused = await setRank(50)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'member_suspended'])
    const { body } = await submit(community, { userId: first, move: 'promote' }, randomUUID())
    expect(await settled(community, body.data.id)).toMatchObject({
      status: 'failed',
      error: { code: 'member_suspended' },
    })
    expect(rolesOnPlatform(app, first)).toEqual([group.roles.recruit])
    expect((await setRank(50, second)).status).toBe(200)

    await admin.json(suspension('lift', ...on(first)))
    expect((await setRank(50)).status).toBe(200)
    expect(rolesOnPlatform(app, first)).toEqual([group.roles.recruit, group.roles.sergeant])
  })

  test('ends by itself and is shown as ended', async () => {
    await admin.json(suspension('keep-rank', ...on(first), '--for', '1h'))
    expect((await setRank(10)).status).toBe(409)
    await sql`update suspension set ends_at = now() where community_id = ${community.communityId}`.execute(app.app.db)
    expect((await setRank(10)).status).toBe(200)
    // at once, not only at the next sweep
    expect(await admin.failure(suspension('lift', ...on(first)))).toContain('is not suspended')
    await admin.json(suspension('keep-rank', ...on(first), '--for', '1h'))
    expect((await admin.json(suspension('list'))).suspensions).toMatchObject([
      { state: 'active' },
      { state: 'ended', outcome: 'kept', liftedAt: null },
    ])
  })
})

describe('with a suspended rank', () => {
  const { roles } = group

  test('add rejects a community without a suspended rank and names the command to set it', async () => {
    const asked = suspension('add', ...on(first), '--for', '1h')
    expect(await admin.failure(asked)).toMatch(
      /community set --suspended-rank RANK.*--rank, or use suspension keep-rank/,
    )
    const set = (rank: string) => ['community', 'set', '--community', community.communityId, '--suspended-rank', rank]
    expect(await admin.failure(set('77'))).toContain('there is no rank 77')
    const rank = { uniqueId: roles.private, rankId: 10, name: 'private' }
    expect(await admin.json(set(String(roles.private)))).toMatchObject({ suspendedRankUniqueId: roles.private })
    expect(await admin.json(asked)).toMatchObject({ state: 'active', suspendedRank: rank })
    expect(await admin.json(set('none'))).toMatchObject({ suspendedRankUniqueId: null })
    await admin.json(suspension('lift', ...on(first)))
  })

  test('add moves the member, and lift moves it back', async () => {
    app.world.takeRole(group.id, second, roles.sergeant)
    app.world.giveRole(group.id, second, roles.lieutenant)
    const made = await admin.json(suspension('add', ...on(second), '--for', '1h', '--rank', 'private'))
    expect(made).toMatchObject({ formerRank: { uniqueId: roles.lieutenant }, createdBy: { kind: 'operator' } })
    expect(rolesOnPlatform(app, second)).toEqual([roles.recruit, roles.private])
    const lifted = await admin.json(suspension('lift', ...on(second), '--reason', 'appeal accepted'))
    expect(lifted).toMatchObject({ outcome: 'restored', liftedBy: { kind: 'operator' } })
    expect(rolesOnPlatform(app, second)).toContain(roles.lieutenant)
    const { operationId } = lifted as { operationId: string }
    expect(await admin.failure(['operations', 'retry', '--operation', operationId])).toContain(
      'belongs to a suspension',
    )
  })
})

describe('while rank changes are paused', () => {
  const { roles } = group
  const operations = (verb: string, ...more: string[]) =>
    admin.json(['operations', verb, '--community', community.communityId, ...more])

  test('add and lift write nothing on the platform', async () => {
    app.world.takeRole(group.id, first, roles.private)
    app.world.giveRole(group.id, first, roles.sergeant)
    const add = suspension('add', ...on(first), '--for', '1h', '--rank', String(roles.private))
    await operations('pause', '--yes')
    const writes = watchWrites(app, first)
    expect(await admin.failure(add)).toContain('paused')
    await operations('resume')
    await admin.json(add)
    await operations('pause', '--yes')
    const moved = writes.applied().length
    expect(await admin.failure(suspension('lift', ...on(first)))).toContain('its rank is not restored')
    expect([writes.applied().length, rolesOnPlatform(app, first)]).toEqual([moved, [roles.recruit, roles.private]])
    await operations('resume')
    await until('the rank is restored', () => rolesOnPlatform(app, first).includes(roles.sergeant))
  })
})
