// The command `member`, usernames in flags, names beside ids, and `operations cancel`.
import { createAward } from '../../src/awards/medals/actions'
import { accepted, read, rolesOnPlatform } from '../operations/fixture'
import { namesFaults } from '../../src/simulator/faults'
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
  for (const userId of group.members) await community.client.get(`/v2/members/${userId}`)
})

const [first, second] = group.members
const here = (noun: string, verb: string, ...more: string[]) => [
  ...[noun, verb, '--community', community.communityId],
  ...more,
]
const member = (verb: string, user: string | number, ...more: string[]) =>
  here('member', verb, '--user', String(user), ...more)

describe('find and list', () => {
  const found = async (...flags: string[]) =>
    (await admin.json(here('member', 'find', ...flags))).members.map(({ username }: { username: string }) => username)

  test('finds members by a part of their name in any case, and nothing of another community', async () => {
    expect(await found('--name', 'BER10')).toEqual(group.members.map((userId) => `Member${userId}`))
    expect(await found('--name', 'member103')).toEqual(['Member103'])
    expect(await found('--name', '%')).toEqual([])
    const other = await app.community()
    expect((await admin.json(['member', 'find', '--community', other.communityId, '--name', 'mem'])).members).toEqual(
      [],
    )
  })

  test('filters, sorts, pages and prints CSV', async () => {
    await admin.json(member('change-experience', second, '--amount', '70'))
    const byExperience = here('member', 'list', '--sort', 'experience', '--limit', '1')
    const { members, nextCursor } = await admin.json(byExperience)
    expect(members).toMatchObject([{ userId: String(second), experience: 70 }])
    expect((await admin.json([...byExperience, '--cursor', nextCursor])).members).toHaveLength(1)
    const { stdout } = await admin.run([...byExperience, '--csv'])
    expect(stdout).toMatch(
      new RegExp(
        `^user,username,display_name,experience,quota_points,.*\n${second},Member${second},Member${second},70,0,`,
      ),
    )
    const { members: some } = await admin.json(here('member', 'list', '--min-experience', '1'))
    expect(some).toMatchObject([{ userId: String(second) }])
  })
})

describe('show', () => {
  test('prints what the API answers, by id and by username', async () => {
    const { data } = (await community.client.get(`/v2/members/${first}`)).body
    expect(await admin.json(member('show', first))).toMatchObject(data)
    expect(await admin.json(member('show', `member${first}`))).toMatchObject(data)
    expect(await admin.json(member('show', `@Member${first}`, '--refresh'))).toMatchObject({ userId: String(first) })
    expect((await admin.run(member('show', first))).stdout).toMatch(/^rank +recruit$/m)
  })

  test('rejects an account that is no member, and an unknown username', async () => {
    expect(await admin.failure(member('show', group.outsider))).toContain('is not a member')
    expect(await admin.failure(member('show', 'Nobody'))).toContain('no account named Nobody')
    expect(await admin.failure(member('show', 'no body'))).toContain('a user id or a username')
  })
})

describe('award', () => {
  beforeEach(async () => {
    const ctx = await community.ctx()
    await createAward(ctx, 'medal', 'Valor')
    await createAward(ctx, 'qualification', 'Pilot')
  })

  test('says that a limit applied, and what AutoRank did', async () => {
    await admin.run(here('community', 'set', '--experience-award-limit', '10'))
    const { stdout } = await admin.run(member('change-experience', first, '--amount', '50'))
    expect(stdout).toMatch(/^clamped +on\nchange +10$/m)
    expect(stdout).toMatch(/^auto rank +outcome: skipped, reason: no_ladder$/m)
  })

  test('gives, takes and sets points with a reason, which the history names', async () => {
    const reason = 'led a training'
    const give = member('change-experience', `Member${first}`, '--amount', '50', '--reason', reason, '--as', 'Ana')
    expect(await admin.json(give)).toMatchObject({ experience: 50, change: 50, autoRank: { outcome: 'skipped' } })
    expect(await admin.json(member('change-experience', first, '--amount', '-20'))).toMatchObject({ change: -20 })
    const quota = (...flags: string[]) => admin.json(member('change-quota-points', first, ...flags))
    expect(await quota('--amount', '3')).toMatchObject({ quotaPoints: 3, change: 3 })
    const { auditEntries: entries } = await admin.json(member('history', `Member${first}`))
    expect(entries.at(2)).toMatchObject({ reason, actor: { kind: 'operator', id: 'Ana' }, userId: String(first) })
    expect(await quota('--set', '2')).toMatchObject({ quotaPoints: 2, change: -1 })
    const { stdout } = await admin.run(member('history', first))
    expect(stdout).toMatch(/^AUDIT ENTRY +USER +USERNAME +ACTION +AT\n/)
    expect(stdout).toMatch(new RegExp(`^\\d+ +${first} +Member${first} +member\\.experience +\\S+Z$`, 'm'))
    expect(stdout).toContain(`reason: ${reason}`)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('gives and takes medals and qualifications, and makes a member', async () => {
    const given = await admin.json(member('award-medal', group.outsider, '--name', 'Valor'))
    expect(given).toMatchObject({ change: 1, medals: [{ name: 'Valor', count: 1 }] })
    expect(await admin.json(member('remove-medal', group.outsider, '--name', 'Valor'))).toMatchObject({ medals: [] })
    const pilot = ['--name', 'Pilot']
    expect(await admin.json(member('award-qualification', first, ...pilot))).toMatchObject({ change: 1 })
    const taken = { change: -1, qualifications: [] }
    expect(await admin.json(member('remove-qualification', first, ...pilot))).toMatchObject(taken)
    expect((await admin.run(member('remove-qualification', first, ...pilot))).stdout).toContain('No change.')
  })

  test.each([
    ['change-experience', [], 'one of these flags is required: --amount, --set'],
    ['change-experience', ['--amount', '1', '--set', '2'], 'cannot be used with'],
    ['award-medal', ['--name', 'Honour'], 'no medal of that name'],
  ])('%s rejects %j', async (verb, flags, message) => {
    expect(await admin.failure(member(verb, first, ...flags))).toContain(message)
  })
})

describe('rank', () => {
  test('goes through the queue, by the name of the rank, its id, or a step', async () => {
    expect(await admin.json(member('set-rank', first, '--rank', 'Sergeant', '--as', 'Ana'))).toMatchObject({
      changed: true,
      rank: { name: 'sergeant' },
    })
    expect(rolesOnPlatform(app, first)).toContain(group.roles.sergeant)
    const { platformOperations: operations } = await admin.json(here('operations', 'list', '--user', `Member${first}`))
    expect(operations).toMatchObject([{ status: 'succeeded', actor: { kind: 'operator', id: 'Ana' } }])
    expect(await admin.json(member('promote', first))).toMatchObject({ rank: { name: 'lieutenant' } })
    expect(await admin.json(member('demote', first))).toMatchObject({ rank: { name: 'sergeant' } })
    const byId = member('set-rank', first, '--rank', String(group.roles.recruit))
    expect(await admin.json(byId)).toMatchObject({ changed: true, rank: { name: 'recruit' } })
    expect(await admin.json(byId)).toMatchObject({ changed: false })
  })

  test('moves no member past a pause', async () => {
    await admin.json(here('operations', 'pause', '--yes'))
    expect(await admin.failure(member('promote', second))).toContain('paused')
    expect(rolesOnPlatform(app, second)).not.toContain(group.roles.private)
  })

  test('rejects an unknown rank, and a call without one', async () => {
    expect(await admin.failure(member('set-rank', first, '--rank', 'General'))).toContain('there is no rank General')
    expect(await admin.failure(member('set-rank', first))).toContain(
      'give one of the other flags too: --rank, --rank-id',
    )
  })
})

describe('operations cancel', () => {
  test('cancels a queued rank change, and no other', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const held = await accepted(community, { userId: first, rankId: 50 })
    await until('it was rejected once', async () => (await read(community, held)).attempts.length > 1)
    await admin.json(here('operations', 'pause', '--yes'))
    app.simulator.faults.clear()
    const cancel = ['operations', 'cancel', '--operation', held, '--as', 'Ana']
    expect(await admin.json(cancel)).toMatchObject({ operationId: held, status: 'cancelled' })
    expect(await admin.failure(cancel)).toContain('The operation is cancelled. Only a queued operation')
    expect(await admin.failure(['operations', 'cancel', '--operation', 'op_zzzzzzzzzzzzzzzzzzzz'])).toContain(
      'no operation',
    )
    const { auditEntries: entries } = await admin.json(
      here('audit', 'list', '--user', `Member${first}`, '--action', 'operation.cancel'),
    )
    expect(entries[0]).toMatchObject({ actor: { kind: 'operator', id: 'Ana' } })
  })
})

test('an account is named by its username outside a community too, by a previous one only for reads', async () => {
  const restrict = (user: string) => admin.json(['account', 'restrict', '--user', user])
  expect(await restrict('OUTSIDER')).toEqual({ userId: String(group.outsider), restricted: true })
  app.world.renameUser(group.outsider, 'Insider')
  expect(await admin.failure(['account', 'restrict', '--user', 'Outsider'])).toContain('a previous name')
  expect(await admin.json(['account', 'show', '--user', 'Outsider'])).toMatchObject({ userId: String(group.outsider) })
  app.world.renameUser(group.outsider, 'Outsider')
  expect(await admin.failure(['account', 'show', '--user', 'Nobody'])).toContain('no account named Nobody')
})

test('outside a community too, a member is found by its name while the platform looks up none', async () => {
  app.simulator.faults.add({ ...namesFaults.closed })
  expect(await admin.json(['account', 'show', '--user', `Member${second}`])).toMatchObject({ userId: String(second) })
  expect(await admin.failure(['account', 'show', '--user', 'Nobody'])).toContain('is not known here')
  app.simulator.faults.clear()
})

test('names stand beside the ids of accounts and keys', async () => {
  await admin.json(here('warning', 'add', '--user', `Member${second}`, '--reason', 'insulted a trainer'))
  expect((await admin.run(here('warning', 'list'))).stdout).toMatch(new RegExp(` ${second} +Member${second} `))
  const { stdout } = await admin.run(here('audit', 'list', '--user', `Member${second}`))
  expect(stdout).toContain('reason: insulted a trainer')
  await community.client.post(`/v2/members/${first}/experience`, { op: 'increment', amount: 1 })
  expect((await admin.run(here('audit', 'list', '--limit', '1'))).stdout).toMatch(/by: key \w{12} \([^)]+\)/)
})
