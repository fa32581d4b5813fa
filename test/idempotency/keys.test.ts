// What is stored with an Idempotency-Key: from when, for how long, how much, and for whom.
import { sql } from 'kysely'
import { Client as Connection } from 'pg'
import { operationTable } from '../../generated/operations'
import { allScopes, issueKey, rotateKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { commitOnce } from '../../src/idempotency/actions'
import { setStorageLimit } from '../../src/communities/storage/actions'
import {
  group,
  startTestApp,
  tasksOf,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community()
})

const warnings = '/v2/warnings'
const body = { userId: group.members[0], reason: 'Left a raid' }
const warn = (client: Client = home.client, key = 'k1', sent: object = body): Promise<Answer> =>
  client.post(warnings, sent, { 'Idempotency-Key': key })
const idOf = ({ body }: Answer): string => body.data.warningId as string

async function count(): Promise<number> {
  return ((await home.client.get(warnings)).body.data as unknown[]).length
}

async function stored() {
  const { rows } = await sql<{
    owner: string
    key: Buffer
    effect: object
    user_ids: number[]
    reply: Buffer
  }>`select * from request_key
    where community_id = ${home.communityId}`.execute(app.dba)
  return rows
}

const age = (interval: string) =>
  sql`update request_key set created_at = now() - ${interval}::interval where community_id = ${home.communityId}`.execute(
    app.dba,
  )

it('keeps a key for 24 hours, then it names a new request', async () => {
  const first = await warn()
  await age('23 hours 59 minutes')
  await tasksOf(app)['purge-request-keys']()
  expect(idOf(await warn())).toBe(idOf(first))
  await age('24 hours 1 minute')
  const later = await Promise.all([warn(), warn(), warn()])
  expect(new Set(later.map(idOf)).size).toBe(1)
  expect(later.map(idOf)).not.toContain(idOf(first))
  expect(await count()).toBe(2)
  await age('24 hours 1 minute')
  await tasksOf(app)['purge-request-keys']()
  expect(await stored()).toEqual([])
})

it('leaves the key of a request unused that changed nothing', async () => {
  const unknown = { userId: 999_999_999, reason: 'x' }
  expect((await warn(home.client, 'k1', unknown)).status).toBe(404)
  expect((await warn(home.client, 'k1', { userId: 'x' })).status).toBe(400)
  expect(await stored()).toEqual([])
  expect((await warn()).status).toBe(201)
})

it('tries a suspension again under its key after its rank change has failed', async () => {
  const suspend = (): Promise<Answer> =>
    home.client.post(
      '/v2/suspensions',
      { userId: group.members[1], durationSeconds: 3_600, rankUniqueId: group.roles.private },
      { 'Idempotency-Key': 'suspend' },
    )
  app.simulator.faults.add({ kind: 'reject', status: 503, path: '/memberships$' })
  const { status, body } = await suspend()
  app.simulator.faults.clear()
  expect([status, body.error.details?.committed]).toEqual([502, undefined])
  expect(await stored()).toEqual([])
  const again = await suspend()
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined])
  expect((await suspend()).headers['idempotent-replayed']).toBe('true')
})

it('compares requests without the order of properties, nulls, and quotes around the key', async () => {
  const first = await warn(home.client, 'k1', { reason: 'x', userId: 101, expiresAt: null })
  expect(idOf(await warn(home.client, '"k1"', { userId: 101, reason: 'x' }))).toBe(idOf(first))
  const other = await warn(home.client, 'k1', { userId: 101, reason: 'y' })
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused'])
})

it('answers a retry as the first request, also when the record was changed since', async () => {
  const first = await warn()
  await home.client.post(`${warnings}/${idOf(first)}/revoke`, { reason: 'Mistake' })
  const again = await warn()
  expect([again.status, again.body.data.state, again.headers['idempotent-replayed']]).toEqual([201, 'live', 'true'])
  expect(again.body).toEqual(first.body)
})

it('is kept by the API key that replaces the one that sent it', async () => {
  const ctx = await home.ctx()
  const old = await issueKey(ctx, { name: 'old', scopes: allScopes, expiresAt: null })
  const fresh = await rotateKey(ctx, await requireKey(app.app.db, old.keyId), 3_600)
  const [first, again] = [
    await warn(app.clientFor(old.key, home.communityId)),
    await warn(app.clientFor(fresh.key, home.communityId)),
  ]
  expect(idOf(again)).toBe(idOf(first))
})

it('names another request in another community', async () => {
  const other = await app.community()
  const answers = [await warn(), await warn(other.client)]
  expect(new Set(answers.map(idOf)).size).toBe(2)
})

it('stores hashes, the ids of accounts, and what is encrypted', async () => {
  await warn(home.client, 'warn-Member101-2026')
  const [row] = await stored()
  expect([row?.effect, row?.user_ids.map(Number)]).toEqual([{}, [group.members[0]]])
  expect(JSON.stringify(await stored())).not.toMatch(/Member101|Left a raid/)
  expect(row?.reply.toString('latin1')).not.toMatch(/Left a raid|101/)
  expect(row?.key).toHaveLength(32)
})

it('is limited in number for each community', async () => {
  await warn()
  await setStorageLimit(await home.ctx(), 'request-keys', 1)
  const refused = await warn(home.client, 'k2')
  expect([refused.status, refused.body.error.details]).toEqual([
    409,
    { quota: 'request-keys', unit: 'items', limit: 1, used: 1 },
  ])
  expect([(await warn()).status, (await home.client.post(warnings, body)).status]).toEqual([201, 201])
  expect(await count()).toBe(2)
  await age('25 hours')
  await tasksOf(app)['purge-request-keys']()
  expect((await warn(home.client, 'k2')).status).toBe(201)
})

it('costs a request without it no statement', async () => {
  await warn()
  const sent: string[] = []
  const original = Connection.prototype.query as (...given: unknown[]) => unknown
  Connection.prototype.query = function (this: Connection, ...given: unknown[]) {
    const [config] = given as [string | { text?: string }]
    sent.push(typeof config === 'string' ? config : (config.text ?? ''))
    return original.apply(this, given)
  } as typeof Connection.prototype.query
  try {
    await home.client.post('/v2/medals', { name: 'Valor' })
  } finally {
    Connection.prototype.query = original as typeof Connection.prototype.query
  }
  expect(sent.filter((text) => /insert into medal/.test(text))).toHaveLength(1)
  expect(sent.filter((text) => /request_key/.test(text))).toEqual([])
})

describe('an operation that takes no Idempotency-Key', () => {
  const refusing = Object.values(operationTable).filter(({ safeRepeat }) => safeRepeat !== null)

  it.each(refusing)('$method $path names its safe way in the 400', async ({ method, path, safeRepeat }) => {
    const url = path.replaceAll(/\{\w+\}/g, '1')
    const { status, body: refusal } = await home.client.send(method, url, undefined, { 'Idempotency-Key': 'k' })
    expect([status, refusal.error.code]).toEqual([400, 'validation_failed'])
    expect(refusal.error.message).toContain(safeRepeat?.replaceAll('`', ''))
  })
})

it('refuses to commit the effect of a request with a key without the key', async () => {
  const requestKey = {
    key: Buffer.alloc(32),
    fingerprint: Buffer.alloc(32),
    answer: { secrets: [], accountsIn: () => [] },
  }
  let isDone = false
  const commit = commitOnce({ ...(await home.ctx()), requestKey }, () => Promise.resolve({ isDone: (isDone = true) }))
  await expect(commit).rejects.toThrow('commits in the context that `once` gives')
  expect(isDone).toBe(false)
})
