import { sql } from 'kysely'
import { group, startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { issueOf, refusal, newUserId as someone } from '../applications/submissions/fixture'
import { auditOf, end, warnings } from './fixture'

let app: TestApp
let community: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())
beforeEach(async () => {
  community = await app.community({ connected: false })
  client = community.client
})

const warn = (userId: number, body: object = {}): Promise<Answer> =>
  client.post(warnings, { userId, reason: 'Left a raid', ...body })
const made = async (userId: number, body: object = {}): Promise<string> =>
  (await warn(userId, body)).body.data.warningId as string
const revoke = (id: string, body: object = { reason: 'It was another account' }): Promise<Answer> =>
  client.post(`${warnings}/${id}/revoke`, body)
const active = async (userId: number): Promise<unknown> =>
  (await client.get(`${warnings}?userId=${userId}`)).body.meta.activePoints
const idsOf = (answer: Answer): string[] =>
  answer.body.data.map((warning: { warningId: string }) => warning.warningId) as string[]
const time = expect.stringMatching(/^\d{4}-.*Z$/)
const key = { kind: 'key', id: expect.stringMatching(/^[0-9A-Za-z]{12}$/) }

describe('a warning', () => {
  it('has account, reason, points and issuer, and an audit entry', async () => {
    const userId = someone()
    await warn(userId, { points: 2 })
    const { status, body } = await warn(userId, { durationSeconds: 3_600 })
    expect([status, body.data]).toEqual([
      201,
      {
        warningId: expect.stringMatching(/^wrn_[a-z2-7]{20}$/),
        userId: String(userId),
        reason: 'Left a raid',
        points: 1,
        state: 'live',
        issuedBy: key,
        createdAt: time,
        expiresAt: time,
        revokedAt: null,
        revokedBy: null,
        revokeReason: null,
      },
    ])
    expect(body.meta).toEqual({ activePoints: 3, auditId: expect.stringMatching(/^\d+$/) })
    const { warningId, expiresAt } = body.data
    expect((await client.get(`${warnings}/${warningId}`)).body.data).toEqual(body.data)
    const entry = (await auditOf(app, body.meta.auditId)) as { after: { expiresAt: string } }
    expect(entry).toMatchObject({
      action: 'warning.create',
      actor_kind: 'key',
      user_id: userId,
      reason: 'Left a raid',
      before: { activePoints: 2 },
      after: { warningId, points: 1, activePoints: 3 },
    })
    expect(Date.parse(entry.after.expiresAt)).toBe(Date.parse(expiresAt))
  })

  it('creates the member if the account exists on the platform', async () => {
    const connected = await app.community()
    const [known] = group.members
    const by = { userId: `member${known}`, by: 'username', reason: 'Left a raid' }
    const { status, body } = await connected.client.post(warnings, by)
    expect([status, body.data.userId]).toEqual([201, String(known)])
    expect((await connected.client.get('/v2/members')).body.data).toMatchObject([{ username: `Member${known}` }])
    const unknown = await connected.client.post(warnings, { userId: 987_654, reason: 'Left a raid' })
    expect(refusal(unknown)).toEqual([404, 'member_not_found'])
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const unavailable = await connected.client.post(warnings, { userId: group.outsider, reason: 'Left a raid' })
    expect(refusal(unavailable)).toEqual([502, 'platform_cloud_unavailable'])
    // the member is stored, so the platform is not called
    expect((await connected.client.post(warnings, { userId: known, reason: 'Again' })).body.meta.activePoints).toBe(2)
  })

  it.each([
    ['no reason', { reason: undefined }, '/body/reason', 'required'],
    ['no points', { points: 0 }, '/body/points', 'minimum'],
    ['too many points', { points: 101 }, '/body/points', 'maximum'],
    ['half a point', { points: 1.5 }, '/body/points', 'type'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, '/body/expiresAt', 'minimum'],
    [
      'both an end and a duration',
      { expiresAt: '2090-01-01T00:00:00Z', durationSeconds: 5 },
      '/body/durationSeconds',
      'not',
    ],
    ['a name without by=username', { userId: 'Member101' }, '/body/userId', 'pattern'],
    ['an unknown property', { severity: 3 }, '/body/severity', 'additionalProperties'],
  ])('with %s is rejected with 400 and creates no member', async (_name, body, place, rule) => {
    const userId = someone()
    expect(issueOf(await warn(userId, body))).toEqual([400, place, rule])
    expect((await client.get('/v2/members')).body.data).toEqual([])
  })
})

describe('active points', () => {
  it('are a distinct sum for each of 20 concurrent warnings and 10 concurrent revocations', async () => {
    const userId = someone()
    const answers = await Promise.all(Array.from({ length: 20 }, () => warn(userId, { points: 5 })))
    const sums = (of: Answer[]): number[] =>
      of.map(({ body }) => body.meta.activePoints as number).sort((one, other) => one - other)
    expect(sums(answers)).toEqual(Array.from({ length: 20 }, (_, index) => (index + 1) * 5))
    const ids = answers.slice(0, 10).map(({ body }) => body.data.warningId as string)
    const revoked = await Promise.all(ids.map((id) => revoke(id)))
    expect(sums(revoked)).toEqual(Array.from({ length: 10 }, (_, index) => 50 + index * 5))
    const { rows } = await sql<{ after: { activePoints: number } }>`select after from audit_entry
      where community_id = ${community.communityId} and user_id = ${userId} order by audit_id`.execute(app.app.db)
    expect(rows.map(({ after }) => after.activePoints).at(-1)).toBe(await active(userId))
  })

  it('are the sum of live warnings of one account in one community', async () => {
    const userId = someone()
    const other = (await app.community({ connected: false })).client
    await other.post(warnings, { userId, reason: 'x', points: 50 })
    await warn(someone(), { points: 70 })
    const [, expired, revoked] = [
      await made(userId, { points: 1 }),
      await made(userId, { points: 2, durationSeconds: 60 }),
      await made(userId, { points: 4 }),
    ]
    expect(await active(userId)).toBe(7)
    await end(app, expired)
    await revoke(revoked)
    expect(await active(userId)).toBe(1)
    expect((await warn(userId, { points: 8 })).body.meta.activePoints).toBe(9)
    expect((await other.get(`${warnings}?userId=${userId}`)).body.meta.activePoints).toBe(50)
  })

  it('are in a list of one account only, and are 0 without a warning', async () => {
    expect((await client.get(warnings)).body.meta).toEqual({ nextCursor: null })
    expect(await active(someone())).toBe(0)
  })
})

describe('revoking', () => {
  it('succeeds for one of 20 concurrent requests and keeps the warning in the record', async () => {
    const userId = someone()
    const id = await made(userId, { points: 3 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    const { body } = answers.find(({ status }) => status === 200) as Answer
    expect(body.data).toMatchObject({ state: 'revoked', revokedAt: time, revokedBy: key, reason: 'Left a raid' })
    expect(body.data.revokeReason).toBe('It was another account')
    expect(body.meta.activePoints).toBe(0)
    expect((await client.get(`${warnings}/${id}`)).body.data).toEqual(body.data)
    expect(await auditOf(app, body.meta.auditId)).toMatchObject({
      action: 'warning.revoke',
      user_id: userId,
      reason: 'It was another account',
      before: { warningId: id, state: 'live', activePoints: 3 },
      after: { warningId: id, state: 'revoked', activePoints: 0 },
    })
  })

  it('needs a reason and a live warning', async () => {
    const id = await made(someone(), { durationSeconds: 60 })
    expect(issueOf(await revoke(id, {}))).toEqual([400, '/body/reason', 'required'])
    await end(app, id)
    const late = await revoke(id)
    expect([...refusal(late), late.body.error.details]).toEqual([409, 'warning_ended', { state: 'expired' }])
  })
})

it('another community cannot read or revoke a warning', async () => {
  const userId = someone()
  const id = await made(userId)
  const other = (await app.community({ connected: false })).client
  const absent = await other.get(`${warnings}/wrn_aaaaaaaaaaaaaaaaaaaa`)
  for (const answer of [
    await other.get(`${warnings}/${id}`),
    await other.post(`${warnings}/${id}/revoke`, { reason: 'x' }),
  ]) {
    expect(refusal(answer)).toEqual([404, 'warning_not_found'])
    expect(answer.text).toBe(absent.text)
  }
  expect((await other.get(`${warnings}?state=all&userId=${userId}`)).body).toEqual({
    data: [],
    meta: { nextCursor: null, activePoints: 0 },
  })
})

describe('the list', () => {
  it('shows live warnings by default, newest first', async () => {
    const [one, other] = [someone(), someone()]
    const [expired, revoked, first, last] = [
      await made(one, { durationSeconds: 60 }),
      await made(one),
      await made(one),
      await made(other),
    ]
    await end(app, expired)
    await revoke(revoked)
    const ids = async (query: string) => idsOf(await client.get(`${warnings}${query}`))
    expect(await ids('')).toEqual([last, first])
    expect(await ids(`?userId=${one}`)).toEqual([first])
    expect(await ids('?state=ended')).toEqual([revoked, expired])
    expect(await ids('?state=all')).toEqual([last, first, revoked, expired])
  })

  it('continues at the cursor, with the sum of all active points on each page', async () => {
    const userId = someone()
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.unshift(await made(userId))
    const first = await client.get(`${warnings}?limit=3&userId=${userId}`)
    const { nextCursor } = first.body.meta
    const second = await client.get(`${warnings}?limit=3&userId=${userId}&cursor=${nextCursor}`)
    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids)
    expect([first.body.meta.activePoints, second.body.meta]).toEqual([5, { activePoints: 5, nextCursor: null }])
    expect(issueOf(await client.get(`${warnings}?cursor=${nextCursor}`))).toEqual([400, '/query/cursor', 'pattern'])
  })
})
