import { sql } from 'kysely'
import { makeApp } from '../../src/process/app'
import {
  makeClient,
  serve,
  startTestApp,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { issueOf, refusal, newUserId as someone } from '../applications/submissions/fixture'
import { until } from '../support/until'
import { auditOf, end, entries } from './fixture'

let app: TestApp
let community: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
  client = community.client
})

const create = (body: object, by: Client = client): Promise<Answer> =>
  by.post(entries, { reason: 'Sold game items', ...body })
const made = async (body: object): Promise<string> => (await create(body)).body.data.blacklistEntryId as string
const change = (id: string, body: object): Promise<Answer> => client.patch(`${entries}/${id}`, body)
const lift = (id: string, body?: object): Promise<Answer> => client.post(`${entries}/${id}/lift`, body)
const read = async (id: string) => (await client.get(`${entries}/${id}`)).body.data
const idsOf = (answer: Answer): string[] =>
  answer.body.data.map((entry: { blacklistEntryId: string }) => entry.blacklistEntryId) as string[]
const time = expect.stringMatching(/^\d{4}-.*Z$/)
const key = { kind: 'key', id: expect.stringMatching(/^[0-9A-Za-z]{12}$/) }

describe('an entry', () => {
  it('of an account has reason, evidence, creator and end, and an audit entry', async () => {
    const evidenceUrl = 'https://example.com/report/17?x=%20'
    const { status, body } = await create({ userId: '9007199254740991', evidenceUrl })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      blacklistEntryId: expect.stringMatching(/^ble_[a-z2-7]{20}$/),
      kind: 'account',
      userId: '9007199254740991',
      groupId: null,
      reason: 'Sold game items',
      evidenceUrl,
      createdBy: key,
      createdAt: time,
      expiresAt: null,
      state: 'live',
      liftedAt: null,
      liftedBy: null,
      liftReason: null,
    })
    const { blacklistEntryId } = body.data
    expect(await read(blacklistEntryId)).toEqual(body.data)
    expect(await auditOf(app, body.meta.auditId)).toMatchObject({
      community_id: community.communityId,
      actor_kind: 'key',
      action: 'blacklist.add',
      user_id: 9007199254740991,
      reason: 'Sold game items',
      before: null,
      request_id: expect.any(String),
      after: { blacklistEntryId, kind: 'account', userId: '9007199254740991', evidenceUrl, expiresAt: null },
    })
  })

  it('of a group has a group id and no user id', async () => {
    const { status, body } = await create({ groupId: 5812734, expiresAt: '2090-01-31T18:00:00Z' })
    const expiresAt = '2090-01-31T18:00:00.000000Z'
    expect([status, body.data]).toMatchObject([201, { kind: 'group', userId: null, groupId: '5812734', expiresAt }])
    expect(await auditOf(app, body.meta.auditId)).toMatchObject({
      user_id: null,
      after: { kind: 'group', groupId: '5812734', expiresAt: '2090-01-31T18:00:00.000000Z' },
    })
    expect((await create({ groupId: '5812735' })).body.data.groupId).toBe('5812735')
  })

  it('of an account creates no member', async () => {
    const userId = someone()
    await create({ userId })
    const { rows } = await sql`select from member where user_id = ${userId}`.execute(app.app.db)
    expect(rows).toHaveLength(0)
  })

  it('by username belongs to the account with that name', async () => {
    const connected = await app.community()
    const { status, body } = await create({ userId: 'mEmBeR101', by: 'username' }, connected.client)
    expect([status, body.data.userId]).toEqual([201, '101'])
    const unknown = await create({ userId: 'No_Such_Name', by: 'username' }, connected.client)
    expect(refusal(unknown)).toEqual([404, 'member_not_found'])
    const unconnected = await create({ userId: 'Member101', by: 'username' })
    expect(refusal(unconnected)).toEqual([409, 'platform_cloud_not_configured'])
  })

  it('with a duration expires after it', async () => {
    const { body } = await create({ userId: someone(), durationSeconds: 3_600 })
    const seconds = (Date.parse(body.data.expiresAt) - Date.parse(body.data.createdAt)) / 1_000
    expect(Math.abs(seconds - 3_600)).toBeLessThan(5)
  })

  it.each([
    ['neither an account nor a group', {}, '/body', 'oneOf'],
    ['an account and a group', { userId: 1, groupId: 2 }, '/body', 'oneOf'],
    ['no reason', { userId: 1, reason: undefined }, '/body/reason', 'required'],
    ['an empty reason', { userId: 1, reason: '' }, '/body/reason', 'minLength'],
    ['a reason of 257 characters', { userId: 1, reason: 'x'.repeat(257) }, '/body/reason', 'maxLength'],
    ['a name without by=username', { userId: 'Member101' }, '/body/userId', 'pattern'],
    ['a group beyond 2^53-1', { groupId: '9007199254740992' }, '/body/groupId', 'type'],
    ['a javascript link', { userId: 1, evidenceUrl: 'javascript:alert(1)' }, '/body/evidenceUrl', 'pattern'],
    ['a link with a space', { userId: 1, evidenceUrl: 'https://example.com/a b' }, '/body/evidenceUrl', 'pattern'],
    ['a link without a host', { userId: 1, evidenceUrl: 'https://?reports' }, '/body/evidenceUrl', 'format'],
    [
      'a link with a password',
      { userId: 1, evidenceUrl: 'https://me:secret@example.com/' },
      '/body/evidenceUrl',
      'format',
    ],
    [
      'a link that is too long',
      { userId: 1, evidenceUrl: `https://e.com/${'x'.repeat(490)}` },
      '/body/evidenceUrl',
      'maxLength',
    ],
    ['an end in the past', { userId: 1, expiresAt: '2020-01-01T00:00:00Z' }, '/body/expiresAt', 'minimum'],
    ['a date that does not exist', { userId: 1, expiresAt: '2090-02-30T00:00:00Z' }, '/body/expiresAt', 'format'],
    ['an end without an offset', { userId: 1, expiresAt: '2090-01-01T00:00:00' }, '/body/expiresAt', 'format'],
    [
      'both an end and a duration',
      { userId: 1, expiresAt: '2090-01-01T00:00:00Z', durationSeconds: 5 },
      '/body/durationSeconds',
      'not',
    ],
    ['a duration of zero', { userId: 1, durationSeconds: 0 }, '/body/durationSeconds', 'minimum'],
    ['an unknown property', { userId: 1, name: 'x' }, '/body/name', 'additionalProperties'],
  ])('with %s is rejected with 400', async (_name, body, place, rule) => {
    const answer = await create(body)
    expect(issueOf(answer)).toEqual([400, place, rule])
    expect(answer.text).not.toContain('secret')
  })
})

describe('a single live entry', () => {
  it.each(['userId', 'groupId'])('is created by 20 concurrent requests to two processes (%s)', async (name) => {
    const second = await serve(await makeApp(app.parts))
    try {
      const headers = { Authorization: `Bearer ${community.key}`, 'X-Community-Id': community.communityId }
      const other = makeClient(second.url, headers)
      const subject = { [name]: someone() }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => create(subject, index % 2 === 0 ? client : other)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
      const winner = answers.find(({ status }) => status === 201)?.body.data.blacklistEntryId as string
      for (const { status, body } of answers) {
        if (status === 409) {
          expect(body.error).toMatchObject({ code: 'blacklist_entry_exists', details: { blacklistEntryId: winner } })
        }
      }
      expect(idsOf(await client.get(entries))).toEqual([winner])
    } finally {
      await second.close()
    }
  })

  it('is enforced by the database', async () => {
    await made({ groupId: 77 })
    const second = sql`insert into blacklist_entry (community_id, blacklist_entry_id, group_id)
      values (${community.communityId}, ${`ble_${'a'.repeat(20)}`}, 77)`
    await expect(second.execute(app.app.db)).rejects.toMatchObject({ constraint: 'blacklist_entry_live_group' })
  })

  it('can follow a lifted and an expired one', async () => {
    const userId = someone()
    const lifted = await made({ userId })
    await lift(lifted)
    const expired = await made({ userId, durationSeconds: 3_600 })
    expect(refusal(await create({ userId }))).toEqual([409, 'blacklist_entry_exists'])
    await end(app, expired)
    const live = await made({ userId })
    const found = await client.get(`${entries}?state=all&userId=${userId}`)
    expect(found.body.data.map((entry: { state: string }) => entry.state)).toEqual(['live', 'expired', 'lifted'])
    expect(idsOf(found)).toEqual([live, expired, lifted])
  })

  it.each(['userId', 'groupId'])('follows an expired one once with 20 concurrent requests (%s)', async (name) => {
    const subject = { [name]: someone() }
    await end(app, await made({ ...subject, durationSeconds: 3_600 }))
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(subject)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
  })

  it.each(['userId', 'groupId'])(
    'remains the only one with concurrent creation, lifting and expiry (%s)',
    async (name) => {
      const subject = { [name]: someone() }
      for (let round = 0; round < 10; round++) {
        const { rows } = await sql<{ id: string }>`select blacklist_entry_id as id from live_blacklist_entry
        where community_id = ${community.communityId}`.execute(app.app.db)
        const live = rows[0]?.id
        const answers = await Promise.all([
          create({ ...subject, durationSeconds: 3_600 }),
          ...(live === undefined ? [] : [round % 2 === 0 ? lift(live) : end(app, live)]),
          create(subject),
        ])
        for (const answer of answers) if (answer) expect([200, 201, 409]).toContain(answer.status)
        expect(idsOf(await client.get(entries)).length).toBeLessThanOrEqual(1)
      }
      expect((await client.get(`${entries}?state=ended`)).body.data.length).toBeGreaterThanOrEqual(5)
    },
  )

  it('belongs to one community: another community can blacklist the same account', async () => {
    const userId = someone()
    const other = await app.community({ connected: false })
    expect((await create({ userId })).status).toBe(201)
    expect((await create({ userId }, other.client)).status).toBe(201)
  })
})

describe('changing an entry', () => {
  it('changes the given properties and writes an audit entry with them', async () => {
    const id = await made({ userId: someone(), evidenceUrl: 'https://example.com/1', durationSeconds: 3_600 })
    const before = await read(id)
    const { status, body } = await change(id, { reason: 'Sold more' })
    expect([status, body.data]).toEqual([200, { ...before, reason: 'Sold more' }])
    expect(await auditOf(app, body.meta.auditId)).toMatchObject({
      action: 'blacklist.update',
      user_id: Number(before.userId),
      before: { blacklistEntryId: id, reason: 'Sold game items' },
      after: { blacklistEntryId: id, reason: 'Sold more' },
    })
    const later = await change(id, { expiresAt: '2090-01-31T18:00:00Z', evidenceUrl: 'http://example.com/2' })
    expect(later.body.data).toEqual({
      ...before,
      reason: 'Sold more',
      evidenceUrl: 'http://example.com/2',
      expiresAt: '2090-01-31T18:00:00.000000Z',
    })
  })

  it.each([[{ evidenceUrl: null, expiresAt: null }], [{ removeEvidenceUrl: true, removeExpiresAt: true }]])(
    'clears with %j',
    async (body) => {
      const id = await made({ userId: someone(), evidenceUrl: 'https://example.com/1', durationSeconds: 60 })
      const { body: answer } = await change(id, body)
      expect(answer.data).toMatchObject({ evidenceUrl: null, expiresAt: null, state: 'live' })
    },
  )

  it('to the same values changes nothing and writes no audit entry', async () => {
    const id = await made({ userId: someone(), expiresAt: '2090-01-31T18:00:00Z' })
    const same = { reason: 'Sold game items', expiresAt: '2090-01-31T18:00:00.000000Z', removeEvidenceUrl: true }
    const { status, body } = await change(id, same)
    expect([status, body.meta]).toEqual([200, { auditId: null }])
  })

  it.each([
    [{}, '/body', 'minProperties'],
    [{ reason: null }, '/body', 'minProperties'],
    [{ evidenceUrl: 'https://example.com/2', removeEvidenceUrl: true }, '/body/removeEvidenceUrl', 'not'],
    [{ durationSeconds: 5, removeExpiresAt: true }, '/body/removeExpiresAt', 'not'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '/body/expiresAt', 'minimum'],
    [{ evidenceUrl: 'https://me:secret@example.com/' }, '/body/evidenceUrl', 'format'],
    [{ userId: 5 }, '/body/userId', 'additionalProperties'],
  ])('with %j is rejected with 400', async (body, place, rule) => {
    const id = await made({ userId: someone() })
    expect(issueOf(await change(id, body))).toEqual([400, place, rule])
  })

  it('fails with 409 after it has expired, also when a newer entry exists', async () => {
    const userId = someone()
    const expired = await made({ userId, durationSeconds: 60 })
    await end(app, expired)
    for (const attempt of [change(expired, { removeExpiresAt: true }), lift(expired)]) {
      const answer = await attempt
      expect([...refusal(answer), answer.body.error.details]).toEqual([
        409,
        'blacklist_entry_ended',
        { state: 'expired' },
      ])
    }
    await made({ userId })
    expect(refusal(await change(expired, { removeExpiresAt: true }))).toEqual([409, 'blacklist_entry_ended'])
  })
})

describe('lifting an entry', () => {
  it('succeeds for one of 20 concurrent requests and keeps the entry in the record', async () => {
    const userId = someone()
    const id = await made({ userId })
    const answers = await Promise.all(Array.from({ length: 20 }, () => lift(id, { reason: 'Appeal granted' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    const { body } = answers.find(({ status }) => status === 200) as Answer
    expect(body.data).toMatchObject({ state: 'lifted', liftedAt: time, liftedBy: key, liftReason: 'Appeal granted' })
    expect(await auditOf(app, body.meta.auditId)).toMatchObject({
      action: 'blacklist.lift',
      user_id: userId,
      reason: 'Appeal granted',
      before: { blacklistEntryId: id, state: 'live' },
      after: { blacklistEntryId: id, state: 'lifted' },
    })
    const { rows } = await sql`select from audit_entry where community_id = ${community.communityId}`.execute(
      app.app.db,
    )
    expect(rows).toHaveLength(2 + 1 /* the key */ + 1 /* the community */)
    expect(await read(id)).toEqual(body.data)
  })

  it.each([undefined, {}, []])('accepts %j as its body', async (body) => {
    expect((await lift(await made({ userId: someone() }), body)).body.data.liftReason).toBeNull()
  })
})

it('another community cannot read, change or lift an entry', async () => {
  const id = await made({ userId: someone() })
  const other = (await app.community({ connected: false })).client
  for (const answer of [
    await other.get(`${entries}/${id}`),
    await other.patch(`${entries}/${id}`, { reason: 'x' }),
    await other.post(`${entries}/${id}/lift`),
  ]) {
    expect(refusal(answer)).toEqual([404, 'blacklist_entry_not_found'])
    const absent = await other.get(`${entries}/ble_aaaaaaaaaaaaaaaaaaaa`)
    expect(answer.text).toBe(absent.text)
  }
  expect((await other.get(`${entries}?state=all`)).body.data).toEqual([])
  expect((await read(id)).state).toBe('live')
})

describe('the list', () => {
  it('shows live entries by default, newest first', async () => {
    const [lifted, expired, account, group] = [
      await made({ userId: 11 }),
      await made({ userId: 12, durationSeconds: 60 }),
      await made({ userId: 13 }),
      await made({ groupId: 13 }),
    ]
    await lift(lifted)
    await end(app, expired)
    const ids = async (query: string) => idsOf(await client.get(`${entries}${query}`))
    expect(await ids('')).toEqual([group, account])
    expect(await ids('?state=live&userId=13')).toEqual([account])
    expect(await ids('?groupId=13')).toEqual([group])
    expect(await ids('?state=ended')).toEqual([expired, lifted])
    expect(await ids('?state=all')).toEqual([group, account, expired, lifted])
    expect(await ids('?state=all&userId=12')).toEqual([expired])
  })

  it('returns each entry once over all pages while entries are added', async () => {
    const ids: string[] = []
    for (let userId = 1; userId <= 7; userId++) ids.unshift(await made({ userId }))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Answer = await client.get(`${entries}?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`)
      seen.push(...idsOf(page))
      cursor = page.body.meta.nextCursor as string | null
      await made({ groupId: someone() })
    } while (cursor !== null)
    expect(seen).toEqual(ids)
  })

  it('rejects a cursor of another list, a limit of 0 and an unknown state with 400', async () => {
    for (const userId of [1, 2]) await made({ userId })
    const { nextCursor } = (await client.get(`${entries}?limit=1`)).body.meta
    expect(issueOf(await client.get(`${entries}?state=all&cursor=${nextCursor}`))).toEqual([
      400,
      '/query/cursor',
      'pattern',
    ])
    expect(issueOf(await client.get(`${entries}?limit=0`))).toEqual([400, '/query/limit', 'minimum'])
    expect(issueOf(await client.get(`${entries}?state=over`))).toEqual([400, '/query/state', 'enum'])
    expect((await client.get(`${entries}?limit=999`)).status).toBe(200)
  })
})

it('an entry expires without a request', async () => {
  const { body } = await create({ userId: someone(), durationSeconds: 2 })
  expect(body.data.state).toBe('live')
  await until('the entry has expired', async () => (await read(body.data.blacklistEntryId)).state === 'expired')
  expect((await client.get(entries)).body.data).toEqual([])
})
