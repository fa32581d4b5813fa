// `suspension`: the record, and that no rank change of the member goes through while it lasts.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { settled, submit, theRoles } from '../operations/fixture'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { adminOf, type Admin } from './support'

let app: TestApp
let community: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp({ scheduler: true })
  admin = adminOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
})

const [first, second] = group.members
const time = expect.stringMatching(/^\d{4}-.*Z$/)
const suspension = (verb: string, ...more: string[]) => [
  ...['suspension', verb, '--community', community.communityId],
  ...more,
]
const on = (userId: number) => ['--user', String(userId)]
const setRank = (rankId: number, userId: number = first) =>
  community.client.put(`/v2/members/${userId}/rank`, { rankId })

describe('the record', () => {
  test('a member is suspended once at a time, listed, and the suspension is lifted', async () => {
    expect((await admin.run(suspension('list'))).stdout).toBe('Nobody is suspended.\n')
    const endsAt = '2090-01-31T18:00:00.000Z'
    const made = await admin.json(suspension('add', ...on(21), '--until', endsAt, '--reason', 'left a raid'))
    expect(made).toEqual({ suspensionId: expect.stringMatching(/^\d+$/), userId: '21', endsAt })
    expect(await admin.failure(suspension('add', ...on(21), '--for', '7d'))).toMatch(/suspended until 2090-.*lift that/)
    expect(await admin.json(suspension('lift', ...on(21)))).toEqual({ userId: '21', lifted: true })
    expect(await admin.json(suspension('lift', ...on(21)))).toEqual({ userId: '21', lifted: false })
    const inAWeek = Date.now() + 7 * 86_400_000
    const again = await admin.json(suspension('add', ...on(21), '--for', '7d'))
    expect(Math.abs(Date.parse(again.endsAt as string) - inAWeek)).toBeLessThan(60_000)
    const row = { userId: '21', createdAt: time }
    expect((await admin.json(suspension('list'))).suspensions).toEqual([
      { ...row, suspensionId: again.suspensionId, state: 'live', reason: null, endsAt: time, liftedAt: null },
      {
        ...row,
        suspensionId: made.suspensionId,
        state: 'lifted',
        reason: 'left a raid',
        endsAt: '2090-01-31T18:00:00Z',
        liftedAt: time,
      },
    ])
    const { entries } = await admin.json(['audit', 'list', '--community', community.communityId, '--limit', '3'])
    expect(entries).toMatchObject([
      { action: 'suspension.add', userId: '21', after: { suspensionId: again.suspensionId } },
      { action: 'suspension.lift', userId: '21', actor: { kind: 'operator' } },
      { action: 'suspension.add', userId: '21', reason: 'left a raid', after: { endsAt } },
    ])
  })

  test('of two at once one is refused; another community knows nothing of it', async () => {
    const ran = await Promise.all([1, 2, 3].map(() => admin.run(suspension('add', ...on(22), '--for', '1h'))))
    expect(ran.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1, 1])
    community = await app.community()
    expect(await admin.json(suspension('lift', ...on(22)))).toMatchObject({ lifted: false })
    expect(await admin.json(suspension('add', ...on(22), '--for', '1h'))).toMatchObject({ userId: '22' })
  })

  test.each([
    [['--user', '5'], 'for how long'],
    [['--user', '5', '--for', '7d', '--until', '2090-01-31T18:00:00Z'], 'cannot be used with'],
    [['--user', '5', '--until', '2020-01-31T18:00:00Z'], 'in the future'],
    [['--user', '5', '--for', '0s'], '1s to 3650d'],
    [['--for', '7d'], 'required option'],
  ])('add %j is refused in a sentence', async (flags, says) => {
    expect(await admin.failure(suspension('add', ...flags))).toContain(says)
  })
})

describe('while it lasts', () => {
  test('no rank change goes through, whoever asks and however; afterwards it does', async () => {
    await admin.json(suspension('add', ...on(first), '--for', '1h'))
    const refused = await setRank(50)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'member_suspended'])
    const { body } = await submit(community, { userId: first, move: 'promote' }, randomUUID())
    expect(await settled(community, body.data.id)).toMatchObject({
      status: 'failed',
      error: { code: 'member_suspended' },
    })
    expect(theRoles(app, first)).toEqual([group.roles.recruit])
    expect((await setRank(50, second)).status).toBe(200)

    await admin.json(suspension('lift', ...on(first)))
    expect((await setRank(50)).status).toBe(200)
    expect(theRoles(app, first)).toEqual([group.roles.recruit, group.roles.sergeant])
  })

  test('it ends by itself, and is shown as over', async () => {
    await admin.json(suspension('add', ...on(first), '--for', '1h'))
    expect((await setRank(10)).status).toBe(409)
    await sql`update suspension set ends_at = now() where community_id = ${community.communityId}`.execute(app.app.db)
    expect((await setRank(10)).status).toBe(200)
    expect((await admin.json(suspension('list'))).suspensions).toMatchObject([{ state: 'over', liftedAt: null }])
    expect(await admin.json(suspension('lift', ...on(first)))).toMatchObject({ lifted: false })
    await admin.json(suspension('add', ...on(first), '--for', '1h'))
  })
})
