// What the server remembers of a key, for how long, and when it asks again.
import type { Db } from '../../src/context'
import { hashKey, makeKey } from '../../src/auth/keys'
import { Principals } from '../../src/auth/key-cache'
import { principal } from '../http/stub-api'

const { communityId } = principal.community
const { key, keyId } = makeKey()
const authorization = `Bearer ${key}`

/** A database that answers the key lookup when the test says so, and counts. */
class CountingDb {
  asked = 0
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
    this.asked++
    // as PostgreSQL does: the answer is what was true when the statement began
    const rows = this.row ? [this.row] : []
    if (this.held) await new Promise<void>((resolve) => this.held?.push(resolve))
    return { rows }
  }
}

function setUp() {
  const database = new CountingDb()
  const state = { hears: true, now: 1_000_000 }
  const principals = new Principals(database.db, { hears: () => state.hears }, () => state.now)
  return { database, state, principals, ask: async () => principals.authenticate({ authorization, communityId }) }
}

it('asks once for a hundred requests', async () => {
  const { database, ask } = setUp()
  for (let i = 0; i < 100; i++) expect((await ask()).keyId).toBe(keyId)
  expect(database.asked).toBe(1)
})

it('asks once for a hundred at a time', async () => {
  const { database, ask } = setUp()
  await Promise.all(Array.from({ length: 100 }, ask))
  expect(database.asked).toBe(1)
})

it('asks again after a minute, however well it hears', async () => {
  const { database, state, ask } = setUp()
  await ask()
  state.now += 59_999
  await ask()
  expect(database.asked).toBe(1)
  state.now += 1
  await ask()
  expect(database.asked).toBe(2)
})

it('asks again within the second while it hears nothing', async () => {
  const { database, state, ask } = setUp()
  await ask()
  state.hears = false
  state.now += 799
  await ask()
  expect(database.asked).toBe(1)
  state.now += 1
  await ask()
  expect(database.asked).toBe(2)
})

it.each(['the community', '*'])('asks again after a notice of %s', async (of) => {
  const { database, principals, ask } = setUp()
  await ask()
  principals.forget('cmt_bbbbbbbbbbbbbbbbbbbb')
  await ask()
  expect(database.asked).toBe(1)
  principals.forget(of === '*' ? '*' : communityId)
  await ask()
  expect(database.asked).toBe(2)
})

it('does not remember an answer that a notice overtook', async () => {
  const { database, principals, ask } = setUp()
  database.hold()
  const first = ask()
  principals.forget(communityId)
  database.row = null
  database.release()
  await first
  await expect(ask()).rejects.toMatchObject({ code: 'unauthorized' })
})

const refusal = { code: 'unauthorized', challenge: 'Bearer error="invalid_token"' }

describe('a key that nobody has', () => {
  function setUpUnknown() {
    const parts = setUp()
    const { row } = parts.database
    parts.database.row = null
    return { ...parts, issue: () => (parts.database.row = row) }
  }

  it('is asked for once, however often it is sent', async () => {
    const { database, ask } = setUpUnknown()
    for (let i = 0; i < 100; i++) await expect(ask()).rejects.toMatchObject(refusal)
    expect(database.asked).toBe(1)
  })

  it('says nothing of another key, were it of the same id', async () => {
    const { principals, ask, issue } = setUpUnknown()
    await expect(ask()).rejects.toMatchObject(refusal)
    issue()
    const other = makeKey().key
    await expect(principals.authenticate({ authorization: `Bearer ${other}`, communityId })).rejects.toMatchObject(
      refusal,
    )
    expect((principals as unknown as { remembered: Map<string, unknown> }).remembered.size).toBe(1)
  })

  it.each([communityId, 'cmt_bbbbbbbbbbbbbbbbbbbb', '*'])('is asked for again after a notice of %s', async (of) => {
    const { principals, ask, issue } = setUpUnknown()
    await expect(ask()).rejects.toMatchObject(refusal)
    issue()
    principals.forget(of)
    expect((await ask()).keyId).toBe(keyId)
  })

  it('is asked for again after five seconds, and within the second while nothing is heard', async () => {
    const { database, state, ask } = setUpUnknown()
    await expect(ask()).rejects.toMatchObject(refusal)
    state.now += 4_999
    await expect(ask()).rejects.toMatchObject(refusal)
    expect(database.asked).toBe(1)
    state.now += 1
    await expect(ask()).rejects.toMatchObject(refusal)
    expect(database.asked).toBe(2)
    state.hears = false
    state.now += 800
    await expect(ask()).rejects.toMatchObject(refusal)
    expect(database.asked).toBe(3)
  })

  it('is not remembered where a notice overtook the answer', async () => {
    const { database, principals, ask, issue } = setUpUnknown()
    database.hold()
    const first = ask()
    principals.forget(communityId)
    issue()
    database.release()
    await expect(first).rejects.toMatchObject(refusal)
    expect((await ask()).keyId).toBe(keyId)
  })

  it('does not fill the memory, however many there are', async () => {
    const { principals } = setUpUnknown()
    for (let i = 0; i < 5_001; i++) {
      const authorization = `Bearer ${makeKey().key}`
      await expect(principals.authenticate({ authorization, communityId })).rejects.toMatchObject(refusal)
    }
    const { size } = (principals as unknown as { unknown: Map<string, unknown> }).unknown
    expect(size).toBeLessThanOrEqual(5_000)
  })
})

it('does not remember a failure of the database', async () => {
  const { database, ask } = setUp()
  const { row } = database
  Object.defineProperty(database, 'row', {
    get: () => {
      throw new Error('away')
    },
    configurable: true,
  })
  await expect(ask()).rejects.toThrow('away')
  Object.defineProperty(database, 'row', { value: row })
  expect((await ask()).keyId).toBe(keyId)
})

it('refuses another secret under a known key id, whether or not it remembers it', async () => {
  const { database, ask } = setUp()
  database.row = { ...database.row, key_hash: hashKey(makeKey().key) }
  for (let i = 0; i < 2; i++) await expect(ask()).rejects.toMatchObject({ code: 'unauthorized' })
  expect(database.asked).toBe(1)
})

describe('headers that were found good', () => {
  const other = 'cmt_bbbbbbbbbbbbbbbbbbbb'

  it.each([
    ['of another community', { authorization, communityId: other }],
    ['of no community', { authorization, communityId: `${communityId} ` }],
    ['divided elsewhere', { authorization: key, communityId: `${communityId}\nBearer` }],
    ['without the scheme', { authorization: key, communityId }],
  ])('are not those %s', async (_of, credentials) => {
    const { database, principals, ask } = setUp()
    await ask()
    await ask()
    database.row = null
    // refused at once or later
    await expect((async () => principals.authenticate(credentials))()).rejects.toMatchObject(refusal)
  })

  it('are looked at again once the key is another', async () => {
    const { database, principals, ask } = setUp()
    await ask()
    database.row = { ...database.row, key_hash: hashKey(makeKey().key) }
    principals.forget(communityId)
    await expect(ask()).rejects.toMatchObject(refusal)
  })

  it('are looked at again once the answer is too old', async () => {
    const { database, state, ask } = setUp()
    await ask()
    database.row = { ...database.row, key_hash: hashKey(makeKey().key) }
    state.now += 60_000
    await expect(ask()).rejects.toMatchObject(refusal)
    await expect(ask()).rejects.toMatchObject(refusal)
  })
})

it('does not fill the memory, however many keys are in use', async () => {
  const { database, principals } = setUp()
  const keys = Array.from({ length: 20_001 }, () => makeKey())
  for (const one of keys) {
    database.row = { ...database.row, key_hash: hashKey(one.key) }
    await principals.authenticate({ authorization: `Bearer ${one.key}`, communityId })
  }
  const kept = principals as unknown as { remembered: Map<string, unknown>; recognised: Map<string, unknown> }
  expect([kept.remembered.size, kept.recognised.size].filter((size) => size > 20_000)).toEqual([])
})

describe('the community that credentials are queued as', () => {
  it('is that of a key that was recognised, without a question', async () => {
    const { database, principals, ask } = setUp()
    expect(principals.communityOf({ authorization, communityId })).toBe('')
    await ask()
    expect(principals.communityOf({ authorization, communityId })).toBe(communityId)
    expect(database.asked).toBe(1)
  })

  it('cannot be chosen by whoever has no key of it', async () => {
    const { principals, ask } = setUp()
    await ask()
    const others = [
      { authorization: `Bearer ${makeKey().key}`, communityId },
      { authorization, communityId: `cmt_${'b'.repeat(20)}` },
      { authorization: undefined, communityId },
      { authorization, communityId: undefined },
    ]
    expect(others.map((credentials) => principals.communityOf(credentials))).toEqual(['', '', '', ''])
  })

  it('is forgotten with the key', async () => {
    const { principals, ask } = setUp()
    await ask()
    principals.forget(communityId)
    expect(principals.communityOf({ authorization, communityId })).toBe('')
  })
})
