import type { Db } from '../../src/context'
import { hashKey, makeKey } from '../../src/auth/keys'
import { KeyCache } from '../../src/auth/key-cache'
import { principal } from '../http/stub-api'

const { communityId } = principal.community
const { key, keyId } = makeKey()
const authorization = `Bearer ${key}`

/** A database that counts lookups and, after `hold`, answers only at `release`. */
class CountingDb {
  queries = 0
  row: object | null = {
    name: 'x',
    key_hash: hashKey(key),
    scopes: [],
    enabled: true,
    expires_at_ms: null,
    facts: principal.community,
  }
  private held: (() => void)[] | null = null

  readonly db = { executeQuery: () => this.answer() } as unknown as Db

  hold(): void {
    this.held = []
  }

  release(): void {
    for (const resolve of this.held ?? []) resolve()
    this.held = null
  }

  private async answer(): Promise<{ rows: object[] }> {
    this.queries++
    // the row as of the start of the statement, as in PostgreSQL
    const rows = this.row ? [this.row] : []
    if (this.held) await new Promise<void>((resolve) => this.held?.push(resolve))
    return { rows }
  }
}

function setUp() {
  const database = new CountingDb()
  const state = { isLive: true, now: 1_000_000 }
  const cache = new KeyCache(database.db, { isLive: () => state.isLive }, () => state.now)
  return { database, state, cache, authenticate: async () => cache.authenticate({ authorization, communityId }) }
}

it('queries once for a hundred requests', async () => {
  const { database, authenticate } = setUp()
  for (let i = 0; i < 100; i++) expect((await authenticate()).keyId).toBe(keyId)
  expect(database.queries).toBe(1)
})

it('queries once for a hundred concurrent requests', async () => {
  const { database, authenticate } = setUp()
  await Promise.all(Array.from({ length: 100 }, authenticate))
  expect(database.queries).toBe(1)
})

it('queries again after a minute, even while notices arrive', async () => {
  const { database, state, authenticate } = setUp()
  await authenticate()
  state.now += 59_999
  await authenticate()
  expect(database.queries).toBe(1)
  state.now += 1
  await authenticate()
  expect(database.queries).toBe(2)
})

it('queries again within a second while notices cannot arrive', async () => {
  const { database, state, authenticate } = setUp()
  await authenticate()
  state.isLive = false
  state.now += 799
  await authenticate()
  expect(database.queries).toBe(1)
  state.now += 1
  await authenticate()
  expect(database.queries).toBe(2)
})

it.each(['the community', '*'])('queries again after a notice of %s', async (of) => {
  const { database, cache, authenticate } = setUp()
  await authenticate()
  cache.invalidate('cmt_bbbbbbbbbbbbbbbbbbbb')
  await authenticate()
  expect(database.queries).toBe(1)
  cache.invalidate(of === '*' ? '*' : communityId)
  await authenticate()
  expect(database.queries).toBe(2)
})

it('does not cache a result that is older than a notice', async () => {
  const { database, cache, authenticate } = setUp()
  database.hold()
  const first = authenticate()
  cache.invalidate(communityId)
  database.row = null
  database.release()
  await first
  await expect(authenticate()).rejects.toMatchObject({ code: 'unauthorized' })
})

const refusal = { code: 'unauthorized', challenge: 'Bearer error="invalid_token"' }

describe('an unknown key', () => {
  function setUpUnknown() {
    const parts = setUp()
    const { row } = parts.database
    parts.database.row = null
    return { ...parts, issue: () => (parts.database.row = row) }
  }

  it('is queried once for repeated requests', async () => {
    const { database, authenticate } = setUpUnknown()
    for (let i = 0; i < 100; i++) await expect(authenticate()).rejects.toMatchObject(refusal)
    expect(database.queries).toBe(1)
  })

  it('does not affect another key with the same id', async () => {
    const { cache, authenticate, issue } = setUpUnknown()
    await expect(authenticate()).rejects.toMatchObject(refusal)
    issue()
    const other = makeKey().key
    await expect(cache.authenticate({ authorization: `Bearer ${other}`, communityId })).rejects.toMatchObject(refusal)
    expect((cache as unknown as { keys: Map<string, unknown> }).keys.size).toBe(1)
  })

  it.each([communityId, 'cmt_bbbbbbbbbbbbbbbbbbbb', '*'])('is queried again after a notice of %s', async (of) => {
    const { cache, authenticate, issue } = setUpUnknown()
    await expect(authenticate()).rejects.toMatchObject(refusal)
    issue()
    cache.invalidate(of)
    expect((await authenticate()).keyId).toBe(keyId)
  })

  it('is queried again after five seconds, and within a second while notices cannot arrive', async () => {
    const { database, state, authenticate } = setUpUnknown()
    await expect(authenticate()).rejects.toMatchObject(refusal)
    state.now += 4_999
    await expect(authenticate()).rejects.toMatchObject(refusal)
    expect(database.queries).toBe(1)
    state.now += 1
    await expect(authenticate()).rejects.toMatchObject(refusal)
    expect(database.queries).toBe(2)
    state.isLive = false
    state.now += 800
    await expect(authenticate()).rejects.toMatchObject(refusal)
    expect(database.queries).toBe(3)
  })

  it('is not cached when a notice arrives before the result', async () => {
    const { database, cache, authenticate, issue } = setUpUnknown()
    database.hold()
    const first = authenticate()
    cache.invalidate(communityId)
    issue()
    database.release()
    await expect(first).rejects.toMatchObject(refusal)
    expect((await authenticate()).keyId).toBe(keyId)
  })

  it('is one of at most 5,000 in memory', async () => {
    const { cache } = setUpUnknown()
    for (let i = 0; i < 5_001; i++) {
      const authorization = `Bearer ${makeKey().key}`
      await expect(cache.authenticate({ authorization, communityId })).rejects.toMatchObject(refusal)
    }
    const { size } = (cache as unknown as { unknown: Map<string, unknown> }).unknown
    expect(size).toBeLessThanOrEqual(5_000)
  })
})

it('does not cache a database failure', async () => {
  const { database, authenticate } = setUp()
  const { row } = database
  Object.defineProperty(database, 'row', {
    get: () => {
      throw new Error('away')
    },
    configurable: true,
  })
  await expect(authenticate()).rejects.toThrow('away')
  Object.defineProperty(database, 'row', { value: row })
  expect((await authenticate()).keyId).toBe(keyId)
})

it('refuses a wrong secret for a known key id, cached or not', async () => {
  const { database, authenticate } = setUp()
  database.row = { ...database.row, key_hash: hashKey(makeKey().key) }
  for (let i = 0; i < 2; i++) await expect(authenticate()).rejects.toMatchObject({ code: 'unauthorized' })
  expect(database.queries).toBe(1)
})

describe('verified headers', () => {
  const other = 'cmt_bbbbbbbbbbbbbbbbbbbb'

  it.each([
    ['of another community', { authorization, communityId: other }],
    ['of no community', { authorization, communityId: `${communityId} ` }],
    ['split at another position', { authorization: key, communityId: `${communityId}\nBearer` }],
    ['without the scheme', { authorization: key, communityId }],
  ])('do not match headers %s', async (_of, credentials) => {
    const { database, cache, authenticate } = setUp()
    await authenticate()
    await authenticate()
    database.row = null
    await expect((async () => cache.authenticate(credentials))()).rejects.toMatchObject(refusal)
  })

  it('are verified again when the key has changed', async () => {
    const { database, cache, authenticate } = setUp()
    await authenticate()
    database.row = { ...database.row, key_hash: hashKey(makeKey().key) }
    cache.invalidate(communityId)
    await expect(authenticate()).rejects.toMatchObject(refusal)
  })

  it('are verified again when the cached key has expired', async () => {
    const { database, state, authenticate } = setUp()
    await authenticate()
    database.row = { ...database.row, key_hash: hashKey(makeKey().key) }
    state.now += 60_000
    await expect(authenticate()).rejects.toMatchObject(refusal)
    await expect(authenticate()).rejects.toMatchObject(refusal)
  })
})

it('keeps at most 20,000 keys in memory', async () => {
  const { database, cache } = setUp()
  const keys = Array.from({ length: 20_001 }, () => makeKey())
  for (const one of keys) {
    database.row = { ...database.row, key_hash: hashKey(one.key) }
    await cache.authenticate({ authorization: `Bearer ${one.key}`, communityId })
  }
  const stored = cache as unknown as { keys: Map<string, unknown>; verified: Map<string, unknown> }
  expect([stored.keys.size, stored.verified.size].filter((size) => size > 20_000)).toEqual([])
})

describe('the queue class of credentials', () => {
  it('is the community of a verified key, without a query', async () => {
    const { database, cache, authenticate } = setUp()
    expect(cache.communityOf({ authorization, communityId })).toBe('')
    await authenticate()
    expect(cache.communityOf({ authorization, communityId })).toBe(communityId)
    expect(database.queries).toBe(1)
  })

  it('cannot be chosen without a key of the community', async () => {
    const { cache, authenticate } = setUp()
    await authenticate()
    const others = [
      { authorization: `Bearer ${makeKey().key}`, communityId },
      { authorization, communityId: `cmt_${'b'.repeat(20)}` },
      { authorization: undefined, communityId },
      { authorization, communityId: undefined },
    ]
    expect(others.map((credentials) => cache.communityOf(credentials))).toEqual(['', '', '', ''])
  })

  it('is removed with the key', async () => {
    const { cache, authenticate } = setUp()
    await authenticate()
    cache.invalidate(communityId)
    expect(cache.communityOf({ authorization, communityId })).toBe('')
  })
})
