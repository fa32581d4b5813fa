// Keys of a community, managed over the API.
import { sql } from 'kysely'
import { allScopes, changeKey, issueKey, type KeyRequest } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { MAX_LIVE_KEYS } from '../../src/auth/authority'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { newestEntries } from '../support/audit'
import { acrossALockWait } from '../support/locks'
import { until } from '../support/until'

let app: TestApp
let other: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  other = await startTestApp({ worker: false, connectionString: app.databaseUrl })
})
afterAll(async () => {
  await other.close()
  await app.close()
})
beforeEach(async () => {
  home = await app.community({ connected: false })
})

const YEAR_MS = 365 * 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

interface Held {
  readonly keyId: string
  readonly client: Client
}

async function keyWith(request: Partial<KeyRequest>): Promise<Held> {
  const { key, keyId } = await issueKey(await home.ctx(), { name: 'x', scopes: allScopes, expiresAt: null, ...request })
  return { keyId, client: app.clientFor(key, home.communityId) }
}

const create = (client: Client, body: object = {}, headers = {}) =>
  client.post('/v2/keys', { name: 'Website', scopes: ['members.read'], ...body }, headers)
const rowOf = (keyId: string) => requireKey(app.app.db, keyId)
const ownerId = () => home.key.split('_')[1]

describe('createKey', () => {
  it('returns a key that works, and its record', async () => {
    const answer = await create(home.client, { scopes: ['members.read', 'ranks.read', 'ranks.read'] })
    const { key, ...record } = answer.body.data
    expect([answer.status, record]).toEqual([
      201,
      {
        keyId: key.split('_')[1],
        name: 'Website',
        scopes: ['members.read', 'ranks.read'],
        state: 'enabled',
        createdAt: expect.any(String),
        createdByKeyId: ownerId(),
        createdBy: { kind: 'key', id: ownerId() },
        lastUsedOn: null,
        revokedAt: null,
        expiresAt: expect.any(String),
        allowedAddresses: null,
        domain: null,
        // no rank of the group is known yet: 255 is the highest rank of a group on the platform
        highestRankGiven: 255,
        lowestRankTouched: 0,
        highestRankTouched: 255,
        takesPerHourLimit: 300,
        actFor: false,
        pausedAt: null,
      },
    ])
    expect(Math.abs(Date.parse(record.expiresAt) - Date.now() - YEAR_MS)).toBeLessThan(60_000)
    const current = (await app.clientFor(key, home.communityId).get('/v2/key')).body.data
    expect(current).toMatchObject({ keyId: record.keyId, scopes: record.scopes, allowedAddresses: null })
    expect((await home.client.get(`/v2/keys/${record.keyId}`)).body.data).toEqual(record)
  })

  it('gives the expiry and the networks of the calling key by default', async () => {
    const [expiresAt, allowedAddresses] = [inDays(30), ['127.0.0.0/8', '::1/128']]
    const { client } = await keyWith({ expiresAt, allowedAddresses })
    const { data } = (await create(client)).body
    expect([new Date(data.expiresAt as string).toISOString(), data.allowedAddresses]).toEqual([
      expiresAt,
      allowedAddresses,
    ])
  })

  it('never stores, logs or returns the secret again', async () => {
    const headers = { 'Idempotency-Key': 'the-first-key' }
    const first = await create(home.client, {}, headers)
    const again = await create(home.client, {}, headers)
    const { key, ...record } = first.body.data
    expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([
      201,
      'true',
      { ...record, key: null },
    ])
    const { rows: tables } = await sql<{ name: string }>`select quote_ident(relname) as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(app.dba)
    const dumps = await Promise.all(
      tables.map(({ name }) => sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(app.dba)),
    )
    const stored = dumps.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n')
    expect(stored).toContain(record.keyId)
    const [, , secret] = key.split('_')
    for (const text of [stored, JSON.stringify(app.logs), (await home.client.get('/v2/keys')).text]) {
      expect(text.includes(secret)).toBe(false)
    }
  })

  it.each([
    ['an unknown scope', { scopes: ['members.fly'] }],
    ['no scope', { scopes: [] }],
    ['a network that is none', { allowedAddresses: ['203.0.113.0/24', '1.2.3'] }],
    ['an expiry in the past', { expiresAt: '2020-01-31T18:00:00Z' }],
    ['an expiry and none', { expiresAt: '2090-01-31T18:00:00Z', neverExpires: true }],
    ['networks and any', { allowedAddresses: ['203.0.113.0/24'], anyAddress: true }],
  ])('rejects %s with 400', async (_, body) => {
    expect((await create(home.client, body)).body.error.code).toBe('validation_failed')
  })

  it('lets the keys of a community have no more than the maximum of live keys', async () => {
    const spare = await create(home.client)
    await sql`insert into api_key (community_id, key_id, name, key_hash, scopes, creator_key_id)
      select ${home.communityId}, lpad(n::text, 12, '0'), 'n', sha256('n'), '{ranks.read}', ${ownerId()}
      from generate_series(2, ${MAX_LIVE_KEYS}) n`.execute(app.app.db)
    const full = ['key_limit_reached', 409]
    const codeOf = ({ body, status }: Awaited<ReturnType<typeof create>>) => [body.error?.code, status]
    expect(codeOf(await create(home.client))).toEqual(full)
    const rotate = (overlapSeconds: number) =>
      home.client.post(`/v2/keys/${spare.body.data.keyId}/rotate`, { overlapSeconds })
    expect(codeOf(await rotate(60))).toEqual(full)
    const rotated = await rotate(0)
    expect(rotated.status).toBe(201)
    await home.client.post(`/v2/keys/${rotated.body.data.keyId}/revoke`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(home.client)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect((await keyWith({})).keyId).toHaveLength(12)
  })
})

it('lists all keys once, oldest first, page by page', async () => {
  for (let i = 0; i < 5; i++) await create(home.client, { name: `Key ${i}` })
  const names: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await home.client.get(`/v2/keys?limit=2${cursor && `&cursor=${cursor}`}`)
    names.push(...(body.data as { name: string }[]).map(({ name }) => name))
    cursor = body.meta.nextCursor as string | null
  }
  expect(names).toEqual(['test', 'Key 0', 'Key 1', 'Key 2', 'Key 3', 'Key 4'])
})

describe('updateKey', () => {
  it('changes what is given, and audits it with the acting key', async () => {
    const { keyId } = (await create(home.client, { scopes: ['members.read', 'ranks.read'] })).body.data
    const change = { name: 'Bot', scopes: ['ranks.read'], neverExpires: true, allowedAddresses: ['203.0.113.77/24'] }
    const { status, body } = await home.client.patch(`/v2/keys/${keyId}`, { ...change, enabled: false })
    const after = { name: 'Bot', scopes: ['ranks.read'], expiresAt: null, allowedAddresses: ['203.0.113.0/24'] }
    expect([status, body.data]).toMatchObject([200, { ...after, state: 'disabled' }])
    const [switched, set] = await newestEntries(app.base, home.communityId, 2)
    const actor = { actor_kind: 'key', actor_id: ownerId() }
    const before = { keyId, name: 'Website', scopes: ['members.read', 'ranks.read'], allowedAddresses: null }
    expect(set).toMatchObject({ ...actor, action: 'key.set', before, after: { keyId, ...after } })
    expect(switched).toMatchObject({ ...actor, action: 'key.disabled', after: { keyId, enabled: false } })
    expect((await home.client.patch(`/v2/keys/${keyId}`, { enabled: true })).body.data.state).toBe('enabled')
    expect((await rowOf(keyId)).allowed_addresses).toEqual(['203.0.113.0/24'])
  })

  it('lets a key narrow itself and not extend itself', async () => {
    const { keyId, client } = await keyWith({ scopes: ['keys.write', 'ranks.read'], expiresAt: inDays(30) })
    const set = async (change: object) => (await client.patch(`/v2/keys/${keyId}`, change)).status
    expect(await set({ scopes: allScopes })).toBe(403)
    expect(await set({ expiresAt: inDays(31) })).toBe(403)
    expect(await set({ neverExpires: true })).toBe(403)
    expect(await set({ expiresAt: inDays(29), allowedAddresses: ['127.0.0.1', '::ffff:127.0.0.1'] })).toBe(200)
    expect(await set({ anyAddress: true })).toBe(403)
    expect(await set({ scopes: ['keys.write'] })).toBe(200)
  })

  it('keeps a revoked key revoked', async () => {
    const { keyId } = (await create(home.client)).body.data
    const { body } = await home.client.post(`/v2/keys/${keyId}/revoke`)
    expect(body.data.state).toBe('revoked')
    for (const [method, path, change] of [
      ['PATCH', `/v2/keys/${keyId}`, { enabled: true }],
      ['POST', `/v2/keys/${keyId}/rotate`, {}],
    ] as const) {
      const answer = await home.client.send(method, path, change)
      expect([answer.status, answer.body.error.code]).toEqual([409, 'key_ended'])
    }
    expect((await home.client.post(`/v2/keys/${keyId}/revoke`)).body).toEqual(body)
  })
})

describe('rotateKey', () => {
  it('replaces a key by one with the same powers, which continues it', async () => {
    const allowedAddresses = ['127.0.0.0/8', '::/0']
    const old = await keyWith({ name: 'Server', scopes: ['keys.write', 'ranks.read'], allowedAddresses })
    const { status, body } = await old.client.post(`/v2/keys/${old.keyId}/rotate`, { overlapSeconds: 60 })
    expect([status, body.data]).toMatchObject([201, { name: 'Server', scopes: ['keys.write', 'ranks.read'] }])
    const fresh = app.clientFor(body.data.key as string, home.communityId)
    expect((await fresh.get('/v2/key')).body.data.allowedAddresses).toEqual(allowedAddresses)
    expect(await rowOf(body.data.keyId as string)).toMatchObject({ origin_key_id: old.keyId })
    const left = Date.parse((await rowOf(old.keyId)).expires_at ?? '') - Date.now()
    expect(left > 0 && left <= 60_000).toBe(true)
  })

  it('makes a key usable whose first answer was lost', async () => {
    const headers = { 'Idempotency-Key': 'lost' }
    await create(home.client, {}, headers)
    const { keyId } = (await create(home.client, {}, headers)).body.data
    const { key } = (await home.client.post(`/v2/keys/${keyId}/rotate`, { overlapSeconds: 0 })).body.data
    expect((await app.clientFor(key as string, home.communityId).get('/v2/key')).status).toBe(200)
    expect((await home.client.get(`/v2/keys/${keyId}`)).body.data.state).toBe('expired')
  })
})

describe('takes effect within a second on another process:', () => {
  it.each([
    ['revokeKey', (id: string) => home.client.post(`/v2/keys/${id}/revoke`), 'unauthorized'],
    ['enabled: false', (id: string) => home.client.patch(`/v2/keys/${id}`, { enabled: false }), 'key_disabled'],
    [
      'fewer scopes',
      (id: string) => home.client.patch(`/v2/keys/${id}`, { scopes: ['events.read'] }),
      'insufficient_scope',
    ],
    ['rotateKey', (id: string) => home.client.post(`/v2/keys/${id}/rotate`, { overlapSeconds: 0 }), 'key_disabled'],
  ])('%s', async (_, change, code) => {
    const { key, keyId } = (await create(home.client, { scopes: ['ranks.read'] })).body.data
    const client = other.clientFor(key as string, home.communityId)
    expect((await client.get('/v2/ranks')).status).toBe(200)
    expect((await change(keyId as string)).status).toBeLessThan(300)
    await until('the key is refused', async () => (await client.get('/v2/ranks')).body.error?.code === code, 1_000)
  })
})

describe('a caller', () => {
  const place = () => ({ databaseUrl: app.databaseUrl, db: app.app.db })

  it.each([
    ['loses a scope', `scopes = '{keys.write}'`, 403, 'key_authority_exceeded'],
    ['loses keys.write', `scopes = '{members.read}'`, 403, 'insufficient_scope'],
    ['is revoked', 'revoked_at = now()', 401, 'unauthorized'],
    ['is disabled', 'enabled = false', 403, 'key_disabled'],
    ['gets networks', `allowed_addresses = '{127.0.0.1/32}'`, 403, 'key_authority_exceeded'],
  ])('that %s while its request waits creates nothing that it lacks', async (_, cut, status, code) => {
    const caller = await keyWith({ scopes: ['keys.write', 'members.read'] })
    const count = async () => (await home.client.get('/v2/keys')).body.data.length as number
    const before = await count()
    const answer = await acrossALockWait(
      place(),
      async (tx) => {
        await tx.query('select from community where community_id = $1 for no key update', [home.communityId])
        await tx.query(`update api_key set ${cut} where key_id = $1`, [caller.keyId])
      },
      '%community%',
      () => create(caller.client, { anyAddress: true }),
    )
    expect([answer.status, answer.body.error.code, await count()]).toEqual([status, code, before])
  })

  it('cannot reach keys of another community', async () => {
    const stranger = await app.community({ connected: false })
    const { keyId } = (await create(stranger.client)).body.data
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['POST', '/revoke'],
      ['POST', '/rotate'],
    ] as const) {
      const answer = await home.client.send(
        method,
        `/v2/keys/${keyId}${path}`,
        method === 'PATCH' ? { name: 'x' } : undefined,
      )
      expect([answer.status, answer.body.error.code]).toEqual([404, 'key_not_found'])
    }
    expect(await rowOf(keyId as string)).toMatchObject({
      name: 'Website',
      revoked_at: null,
      expires_at: expect.any(String),
    })
  })

  it('that is the operator is not limited: the command line changes every key', async () => {
    const { keyId } = (await create(home.client)).body.data
    await changeKey(await home.ctx(), await rowOf(keyId as string), 'revoked')
    expect((await home.client.get(`/v2/keys/${keyId}`)).body.data.state).toBe('revoked')
  })
})
