// The order of access checks, eligibility, and unavailable dependencies.
import { sql } from 'kysely'
import { liftBlacklistEntry } from '../../../src/moderation/blacklist/actions'
import { group, shortWaits, startTestApp, type Answer, type Client, type TestApp } from '../../support/app'
import {
  applicant,
  blacklist,
  hold,
  makeForm,
  open,
  refusal,
  restrict,
  newUserId,
  status,
  submit,
  update,
  verify,
  withoutHolds,
  type Form,
} from './fixture'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false, settings: shortWaits })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const password = 'take-off'
type Call = (client: Client, form: Form, userId: number, more?: object) => Promise<Answer>

const calls: readonly (readonly [string, Call, number])[] = [
  ['open', (client, form, userId, more) => open(client, form, { userId, ...more }), 200],
  ['submit', submit, 201],
  ['status', (client, form, userId, more) => status(client, form, { userId, ...more }), 200],
]

/** What can keep an applicant from a form, in the order of the checks. */
const obstacles = ['verification', 'data rights', 'restriction', 'blacklist', 'password', 'eligibility'] as const
const codes = [
  'applicant_unverified',
  'data_rights_restricted',
  'applicant_restricted',
  'applicant_blacklisted',
  'password_incorrect',
  'applicant_ineligible',
] as const

describe.each(calls)('%s', (_, call, success) => {
  it.each(obstacles.map((name, first) => [name, first] as const))(
    'reports a failed %s check before the later checks',
    async (_name, first) => {
      const community = await app.community()
      const eligibility = { groups: [{ groupId: group.id }] }
      const form = await makeForm(community.client, { eligibility }, password)
      const userId = newUserId()
      app.world.addUser({ userId, username: `Applicant${userId}` })
      if (first > 0) await verify(app, userId)
      if (first <= 1) await hold(app, userId)
      if (first <= 2) await restrict(app, userId)
      if (first <= 3) await blacklist(community, userId)
      const answer = await call(community.client, form, userId, { password: first <= 4 ? 'wrong' : password })
      expect(refusal(answer)).toEqual([403, codes[first]])
    },
  )

  it('admits an account that passes every check', async () => {
    const { client } = await app.community()
    const form = await makeForm(client, { eligibility: { groups: [{ groupId: group.id }] } }, password)
    const [userId] = group.members
    await verify(app, userId)
    expect((await call(client, form, userId, { password })).status).toBe(success)
  })

  it('counts an empty password as absent', async () => {
    const { client } = await app.community()
    const [userId] = group.members
    await verify(app, userId)
    expect((await call(client, await makeForm(client), userId, { password: '' })).status).toBe(success)
    const form = await makeForm(client, {}, password)
    for (let time = 0; time < 7; time++) {
      expect(refusal(await call(client, form, userId, { password: '' }))).toEqual([403, 'password_incorrect'])
    }
  })

  it('checks access before it reports that the form is closed', async () => {
    const { client } = await app.community()
    const form = await makeForm(client, { state: 'closed' })
    expect(refusal(await call(client, form, newUserId()))).toEqual([403, 'applicant_unverified'])
  })

  it('denies access while data-rights holds cannot be read', async () => {
    const { client } = await app.community()
    const form = await makeForm(client)
    const userId = await applicant(app)
    const answer = await withoutHolds(app, () => call(client, form, userId))
    expect(refusal(answer)).toEqual([503, 'data_rights_unavailable'])
    expect(answer.headers['retry-after']).toBe('1')
    expect((await call(client, form, userId)).status).toBe(success)
  })

  it('answers 404 for a form of another community and for a deleted form', async () => {
    const { client } = await app.community()
    const form = await makeForm(client)
    const userId = await applicant(app)
    const other = await app.community()
    expect(refusal(await call(other.client, form, userId))).toEqual([404, 'application_not_found'])
    await client.delete(`${form.path}?version=1`)
    expect(refusal(await call(client, form, userId))).toEqual([404, 'application_not_found'])
  })

  it.each([
    ['text without digits', 'abc'],
    ['zero', 0],
    ['a fraction', 1.5],
    ['more than 2^53-1', '9007199254740992'],
  ])('rejects %s as a user id', async (_name, userId) => {
    const { client } = await app.community()
    const { status: code, body } = await call(client, await makeForm(client), userId as number)
    expect([code, body.error.details.issues[0].instancePath]).toEqual([400, '/body/userId'])
  })
})

describe('a closed form', () => {
  it('cannot be opened or submitted to, but its results stay readable', async () => {
    const { client } = await app.community()
    const form = await makeForm(client)
    const userId = await applicant(app)
    await submit(client, form, userId)
    await update(client, form, 1, { state: 'closed' })
    expect(refusal(await open(client, form, { userId }))).toEqual([409, 'application_closed'])
    expect(refusal(await submit(client, form, userId, { version: 2 }))).toEqual([409, 'application_closed'])
    const { status: code, body } = await status(client, form, { userId })
    expect([code, body.data.response]).toMatchObject([200, { status: 'Pending', applicationVersion: 1 }])
  })
})

it('ignores blacklist entries that were lifted, have expired or are of another community', async () => {
  const community = await app.community()
  const form = await makeForm(community.client)
  const userId = await applicant(app)
  await blacklist(await app.community({ connected: false }), userId)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const lifted = await blacklist(community, userId)
  await liftBlacklistEntry(await community.ctx(), lifted, null)
  const over = await blacklist(community, userId, tomorrow)
  await sql`update blacklist_entry set expires_at = now() where blacklist_entry_id = ${over}`.execute(app.app.db)
  expect((await open(community.client, form, { userId })).status).toBe(200)
  await blacklist(community, userId, tomorrow)
  expect(refusal(await open(community.client, form, { userId }))).toEqual([403, 'applicant_blacklisted'])
})

it('does not require membership and does not create a member', async () => {
  const { client, communityId } = await app.community()
  const form = await makeForm(client)
  const userId = await applicant(app)
  for (const [, call] of calls) expect((await call(client, form, userId)).status).toBeLessThan(300)
  const { rows } = await sql`select from member where community_id = ${communityId}`.execute(app.app.db)
  expect(rows).toHaveLength(0)
})

describe('eligibility', () => {
  const day = 86_400_000

  /** An account that was created on the platform this many days ago. */
  async function account(daysAgo: number): Promise<number> {
    const userId = await applicant(app)
    const createTime = new Date(Date.now() - daysAgo * day).toISOString()
    app.world.addUser({ userId, username: `Aged${userId}`, createTime })
    return userId
  }

  it('by account age admits an account that is just old enough', async () => {
    const { client } = await app.community()
    const form = await makeForm(client, { eligibility: { minimumAccountAgeDays: 30 } })
    const [old, young] = [await account(30.01), await account(29.9)]
    expect((await open(client, form, { userId: old })).status).toBe(200)
    const refused = await open(client, form, { userId: young })
    expect(refusal(refused)).toEqual([403, 'applicant_ineligible'])
    expect(refused.body.error.message).toContain('30 days')
  })

  it('by account age rejects an account that the platform does not know', async () => {
    const { client } = await app.community()
    const form = await makeForm(client, { eligibility: { minimumAccountAgeDays: 1 } })
    expect(refusal(await open(client, form, { userId: await applicant(app) }))).toEqual([403, 'applicant_ineligible'])
  })

  it('by groups requires the rank in each group', async () => {
    const second = 701
    app.world.addGroup({ groupId: second, name: 'Second', ownerUserId: group.owner })
    for (const [roleId, rank] of [
      [8001, 1],
      [8020, 20],
    ] as const) {
      app.world.addRole(second, { roleId, rank, name: `Rank ${rank}` })
    }
    const { client } = await app.community()
    const form = await makeForm(client, {
      eligibility: { groups: [{ groupId: group.id }, { groupId: second, minimumRank: 20 }] },
    })
    const userId = await account(100)
    const opened = async (): Promise<number> => (await open(client, form, { userId })).status
    expect(await opened()).toBe(403)
    app.world.addMember(second, userId)
    app.world.addMember(group.id, userId)
    expect(await opened()).toBe(403)
    app.world.giveRole(second, userId, 8020)
    expect(await opened()).toBe(200)
    app.world.removeMember(group.id, userId)
    expect(await opened()).toBe(403)
  })

  it.each([
    ['account age', { minimumAccountAgeDays: 1 }],
    ['groups', { groups: [{ groupId: group.id }] }],
  ])('by %s denies access while the platform is unavailable', async (_name, eligibility) => {
    const { client } = await app.community()
    const form = await makeForm(client, { eligibility })
    const userId = await account(10)
    app.world.addMember(group.id, userId)
    for (const [, call] of calls) {
      app.simulator.faults.add({ kind: 'reject', status: 503 })
      const answer = await call(client, form, userId)
      expect(refusal(answer)).toEqual([503, 'eligibility_unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      app.simulator.faults.clear()
    }
    for (const [, call, success] of calls) expect((await call(client, form, userId)).status).toBe(success)
  })

  it.each([
    ['throttles', { kind: 'throttle' }],
    ['hangs', { kind: 'hang' }],
    ['drops the connection', { kind: 'drop' }],
    ['sends an invalid body', { kind: 'garbage' }],
  ] as const)('is denied when the platform %s', async (_name, fault) => {
    const { client } = await app.community()
    const form = await makeForm(client, { eligibility: { minimumAccountAgeDays: 1 } })
    const userId = await account(10)
    app.simulator.faults.add(fault)
    expect(refusal(await open(client, form, { userId }))).toEqual([503, 'eligibility_unavailable'])
  })

  it('cannot be checked without a connection, and is not checked for a form without rules', async () => {
    const { client } = await app.community({ connected: false })
    const userId = await account(10)
    const asking = await makeForm(client, { eligibility: { minimumAccountAgeDays: 1 } })
    expect(refusal(await open(client, asking, { userId }))).toEqual([503, 'eligibility_unavailable'])
    const before = app.simulator.requests.length
    expect((await open(client, await makeForm(client, { eligibility: {} }), { userId })).status).toBe(200)
    expect(app.simulator.requests.length).toBe(before)
  })
})
