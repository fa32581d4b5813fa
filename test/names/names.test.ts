// `names` and `total`: stored names beside the ids of a page or record.
import { sql } from 'kysely'
import { eraseAccountFully } from '../../src/data-rights/full-erasure/actions'
import { idsIn } from '../../src/names/rules'
import { makeForm, respond, review, text, verify } from '../applications/submissions/fixture'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { staffOf, type Staff } from '../support/people'
import { until } from '../support/until'

let app: TestApp
let home: TestCommunity
let ana: Staff
const [first, second, third] = group.members
beforeAll(async () => {
  app = await startTestApp()
  home = await app.community()
  ana = await staffOf(app, home, 'administrator', 'Ana')
  for (const userId of [first, second, third]) await home.client.get(`/v2/members/${userId}`)
})
afterAll(() => app.close())

const give = (client: TestCommunity['client'], userId: number) =>
  client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 10, reason: 'a raid' })
const entries = (query: string, client = home.client) => client.get(`/v2/audit-entries?order=newest&${query}`)

it('names accounts, keys and people of audit entries', async () => {
  expect((await give(home.client, first)).status).toBe(200)
  expect((await give(ana.client, second)).status).toBe(200)
  const { body } = await entries('action=member.experience&names=1')
  const { names } = body.meta
  expect(names.accounts).toEqual([
    { userId: String(first), username: `Member${first}`, displayName: `Member${first}` },
    { userId: String(second), username: `Member${second}`, displayName: `Member${second}` },
  ])
  expect(names.people).toEqual([{ personId: ana.personId, name: 'Ana' }])
  expect(names.keys).toHaveLength(1)
  expect(names.keys[0].keyId).toBe(
    body.data.find((entry: { actor: { kind: string } }) => entry.actor.kind === 'key').actor.id,
  )
})

it('gives no names that were not asked for', async () => {
  const { body } = await entries('action=member.experience')
  expect(body.meta).not.toHaveProperty('names')
})

it('names nothing of details that the caller may not read', async () => {
  const warned = await home.client.post('/v2/warnings', { userId: String(first), reason: 'swore' })
  expect(warned.status).toBe(201)
  await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, after)
    values (${home.communityId}, 'operator', 'o', 'warning.create', jsonb_build_object('userId', ${String(third)}::text))`.execute(
    app.app.db,
  )
  const narrow = await home.clientWith(['audit.read'])
  const accounts = async (client: typeof narrow) =>
    (await entries('action=warning.&names=1', client)).body.meta.names.accounts.map(
      ({ userId }: { userId: string }) => userId,
    )
  expect(await accounts(home.client)).toEqual([String(first), String(third)])
  expect(await accounts(narrow)).toEqual([String(first)])
})

it('names nobody of another community', async () => {
  const other = await app.community()
  await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, user_id)
    values (${other.communityId}, 'person', ${ana.personId}, 'member.experience', ${first})`.execute(app.app.db)
  const { body } = await entries('action=member.experience&names=1', other.client)
  expect(body.data).toHaveLength(1)
  expect(body.meta.names).toEqual({ accounts: [], keys: [], people: [], ranks: [], applications: [] })
})

it('names, counts and filters what one member received', async () => {
  const until = { durationSeconds: 3_600 }
  await ana.client.post('/v2/warnings', { userId: String(second), reason: 'late', ...until })
  await ana.client.post('/v2/blacklist-entries', { userId: String(second), reason: 'cheated', ...until })
  for (const path of ['/v2/warnings', '/v2/blacklist-entries']) {
    const { body } = await home.client.get(`${path}?userId=${second}&names=1&total=1`)
    expect(body.meta.total).toEqual({ count: 1, exact: true })
    expect(body.meta.names.accounts.map(({ username }: { username: string }) => username)).toEqual([`Member${second}`])
    expect(body.meta.names.people).toEqual([{ personId: ana.personId, name: 'Ana' }])
  }
  const suspensions = await home.client.get(`/v2/suspensions?userId=${second}&names=1&total=1`)
  expect(suspensions.body.meta).toMatchObject({ total: { count: 0, exact: true }, names: { accounts: [] } })
})

it('counts and names the operations of the queue', async () => {
  const headers = { 'Idempotency-Key': 'names-1' }
  const change = { userId: first, rankId: 10 }
  expect((await ana.client.post('/v2/platform-operations/ranks', change, headers)).body.error).toBeUndefined()
  const { body } = await home.client.get(`/v2/platform-operations?userId=${first}&names=1&total=1`)
  expect(body.meta.total).toEqual({ count: 1, exact: true })
  expect(body.meta.names.people).toEqual([{ personId: ana.personId, name: 'Ana' }])
  expect(body.meta.names.ranks).toEqual([{ uniqueId: group.roles.private, rankId: 10, name: 'private' }])
  const failed = await home.client.get('/v2/platform-operations?status=failed&total=1')
  expect(failed.body.meta.total).toEqual({ count: 0, exact: true })
})

it('has no name of an erased account', async () => {
  await give(home.client, third)
  await eraseAccountFully(app.base, third, true)
  const { text } = await entries('names=1&limit=100')
  expect(text).not.toContain(`Member${third}`)
})

it('refuses a value that is not 1 or true', async () => {
  expect((await entries('names=yes')).status).toBe(400)
})

describe('the ids of a page', () => {
  it('are bounded, and no others', () => {
    const shown = Array.from({ length: 600 }, (_, index) => ({ userId: String(index + 1), name: 'x', id: 'y' }))
    const ids = idsIn(shown)
    expect([ids.accounts.size, ids.keys.size, ids.people.size]).toEqual([200, 0, 0])
  })

  it('survive names of the prototype', () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"userId": "7"}, "constructor": "x", "toString": ["y"]}')
    expect([...idsIn(hostile).accounts]).toEqual(['7'])
  })
})

it('lists reversals newest first, page by page, with the names of whose changes they take back and of who asked', async () => {
  const body = {
    source: 'person',
    sourceId: ana.personId,
    from: new Date(Date.now() - 60_000).toISOString(),
    dryRun: true,
  }
  const asked: string[] = []
  for (const client of [home.client, ana.client]) {
    const answer = await client.post('/v2/reversals', body)
    expect(answer.status).toBe(202)
    asked.unshift(answer.body.data.reversalId)
  }
  const other = await app.community()
  expect((await other.client.get('/v2/reversals')).body.data).toEqual([])
  const first = (await home.client.get('/v2/reversals?limit=1&names=1')).body
  expect(first.meta.names.people).toEqual([{ personId: ana.personId, name: 'Ana' }])
  const second = (await home.client.get(`/v2/reversals?limit=1&names=1&cursor=${first.meta.nextCursor}`)).body
  expect([...first.data, ...second.data].map(({ reversalId }: { reversalId: string }) => reversalId)).toEqual(asked)
  // asked for by the key, about the person
  expect(second.meta.names).toMatchObject({ people: [{ personId: ana.personId, name: 'Ana' }], keys: [{}] })
  expect(second.meta.nextCursor).toBeNull()
  expect((await (await home.clientWith(['audit.read'])).get('/v2/reversals')).status).toBe(403)
})

it('names who decided on a response, and nobody whom its answers name', async () => {
  const form = await makeForm(home.client, { questions: [{ ...text, id: 'userId' }] })
  await verify(app, first)
  const response = await respond(home.client, form, first, { answers: { userId: String(second) } })
  const before = (await home.client.get(`${response}?names=1`)).body
  expect([before.data.decidedBy, before.meta.names.people]).toEqual([null, []])
  expect((await review(ana.client, response)).status).toBe(200)
  const { data, meta } = (await home.client.get(`${response}?names=1`)).body
  expect(data.decidedBy).toEqual({ kind: 'person', id: ana.personId })
  expect(meta.names.people).toEqual([{ personId: ana.personId, name: 'Ana' }])
  expect(meta.names.accounts.map(({ userId }: { userId: string }) => userId)).toEqual([String(first)])
  expect(meta.names.applications).toEqual([{ applicationId: form.applicationId, name: 'Pilot school' }])
  expect((await home.client.get(response)).body).not.toHaveProperty('meta')
})

it('names whose changes one reversal takes back and who asked, and deletes it with the ETag of either form', async () => {
  const from = new Date(Date.now() - 60_000).toISOString()
  const asked = await ana.client.post('/v2/reversals', {
    source: 'person',
    sourceId: ana.personId,
    from,
    dryRun: true,
  })
  const path = `/v2/reversals/${asked.body.data.reversalId}`
  await until('it has ended', async () => (await home.client.get(path)).body.data.state === 'finished')
  const named = await ana.client.get(`${path}?names=1`)
  expect(named.body.meta.names.people).toEqual([{ personId: ana.personId, name: 'Ana' }])
  const plain = await ana.client.get(path)
  expect(plain.body).toEqual({ data: named.body.data })
  const deleted = async (etag: string | undefined) =>
    (await ana.client.send('DELETE', path, undefined, { 'If-Match': etag ?? '' })).status
  const other = named.headers['etag']?.replace(/.{5}"$/, 'other"')
  expect([await deleted(other), await deleted(named.headers['etag']), await deleted(named.headers['etag'])]).toEqual([
    409, 204, 404,
  ])
})
