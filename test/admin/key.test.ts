// The command `key`; each key is tried with a request.
import { Client } from 'pg'
import { keyIdOf } from '../../src/auth/keys'
import { openDatabase } from '../../src/db/database'
import { KeyCache } from '../../src/auth/key-cache'
import type { DomainError } from '../../src/base/errors'
import { makeLogger } from '../../src/base/logger'
import { useAdmin } from './support'

const admin = useAdmin()
let communityId: string

beforeAll(async () => {
  communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId
})

const create = (...flags: string[]) => admin.json(['key', 'create', '--community', communityId, ...flags])
const change = (verb: string, keyId: string) =>
  admin.json(['key', verb, '--key', keyId, ...(verb === 'enable' ? [] : ['--yes'])])

async function listed(keyId: string) {
  const { keys } = await admin.json(['key', 'list', '--community', communityId])
  return keys.find((key: { keyId: string }) => key.keyId === keyId)
}

/** Authenticates with a key. @returns the principal, or the error code */
async function present(key: string) {
  const { db, close } = openDatabase(admin.database.url, 1, makeLogger('silent'))
  const keys = new KeyCache(db, { isLive: () => true })
  try {
    return await keys.authenticate({ authorization: `Bearer ${key}`, communityId })
  } catch (error) {
    return (error as DomainError).code
  } finally {
    await close()
  }
}

test('create returns a valid key; list prints everything but the key', async () => {
  const made = await create('--name', 'game server', '--scopes', 'members.read,ranks.read')
  const { keyId, key, ranks, ...rest } = made
  expect(ranks).toEqual([])
  expect({ keyId, ...rest }).toEqual(await listed(keyId))
  expect(keyIdOf(key)).toBe(keyId)
  expect(await present(key)).toMatchObject({ name: 'game server', scopes: ['members.read', 'ranks.read'] })
  expect(await listed(keyId)).toEqual({
    keyId,
    name: 'game server',
    scopes: ['members.read', 'ranks.read'],
    state: 'enabled',
    createdAt: expect.stringMatching(/Z$/),
    createdByKeyId: null,
    createdBy: { kind: 'operator', id: null },
    lastUsedOn: null,
    expiresAt: expect.stringMatching(/Z$/),
    allowedAddresses: null,
    domain: null,
    revokedAt: null,
    highestRankGiven: 255,
    lowestRankTouched: 0,
    highestRankTouched: 255,
    takesPerHourLimit: 300,
    actFor: false,
    pausedAt: null,
  })
})

test('all means every scope of the contract', async () => {
  const { keyId } = await create('--name', 'all', '--scopes', 'all')
  expect((await listed(keyId)).scopes).toEqual(expect.arrayContaining(['members.experience.write', 'ranks.read']))
  expect((await admin.run(['key', 'list', '--community', communityId])).stdout).toMatch(/ all [^]*scopes: all\n/)
})

test('the expiry is a time or a duration from now', async () => {
  const at = await create('--name', 'a', '--scopes', 'all', '--expires', '2090-01-31T18:00:00Z')
  expect((await listed(at.keyId)).expiresAt).toBe('2090-01-31T18:00:00.000000Z')
  const within = await create('--name', 'b', '--scopes', 'all', '--expires-in', '90d')
  const days = (Date.parse((await listed(within.keyId)).expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(89.9)
  expect(days).toBeLessThanOrEqual(90)
})

test('a key expires after 365 days by default', async () => {
  const usual = await create('--name', 'usual', '--scopes', 'all')
  const days = async (keyId: string) => (Date.parse((await listed(keyId)).expiresAt) - Date.now()) / 86_400_000
  expect(await days(usual.keyId)).toBeCloseTo(365, 1)
  const lasting = await create('--name', 'lasting', '--scopes', 'all', '--expires', 'never')
  expect((await listed(lasting.keyId)).expiresAt).toBeNull()
  const fresh = await admin.json(['key', 'rotate', '--key', lasting.keyId])
  expect(await days(fresh.keyId)).toBeCloseTo(365, 1)
  const again = await admin.json(['key', 'rotate', '--key', fresh.keyId, '--expires', 'never'])
  expect((await listed(again.keyId)).expiresAt).toBeNull()
  const { stdout } = await admin.run(['key', 'create', '--community', communityId, '--name', 'x', '--scopes', 'all'])
  expect(stdout).toMatch(/^expires +\d{4}-.*\nallowed addresses +-\n/m)
})

test('list warns of keys that expire within 30 days', async () => {
  const { communityId: other } = await admin.json(['community', 'create', '--name', 'Southern Watch'])
  const issue = ['key', 'create', '--community', other, '--name', 'x', '--scopes', 'all']
  await admin.json([...issue, '--expires-in', '31d'])
  const list = () => admin.run(['key', 'list', '--community', other])
  expect((await list()).stdout).not.toContain('Expiring')
  const soon = await admin.json([...issue, '--expires-in', '29d'])
  const disabled = await admin.json([...issue, '--expires-in', '29d'])
  await change('disable', disabled.keyId)
  expect((await list()).stdout).toContain(`Expiring within 30 days: ${soon.keyId}. `)
})

test('set changes expiry and networks only, with an audit entry', async () => {
  const { keyId, key } = await create('--name', 'walled', '--scopes', 'ranks.read', '--allow', '203.0.113.9/24')
  const { expiresAt } = await listed(keyId)
  expect((await listed(keyId)).allowedAddresses).toEqual(['203.0.113.0/24'])
  const allowed = await admin.json(['key', 'set', '--key', keyId, '--allow', '203.0.113.7, 2001:DB8:0::/32'])
  expect(allowed).toMatchObject({ keyId, expiresAt, allowedAddresses: ['203.0.113.7/32', '2001:db8::/32'] })
  expect(await present(key)).toMatchObject({ networks: [expect.anything(), expect.anything()] })
  const rotated = await admin.json(['key', 'rotate', '--key', keyId])
  expect((await listed(rotated.keyId)).allowedAddresses).toEqual(allowed.allowedAddresses)
  const open = await admin.json(['key', 'set', '--key', rotated.keyId, '--allow', 'any', '--expires', 'never'])
  expect(open).toMatchObject({ expiresAt: null, allowedAddresses: null })
  const { auditEntries: entries } = await admin.json(['audit', 'list', '--community', communityId, '--limit', '1'])
  expect(entries[0]).toMatchObject({
    action: 'key.set',
    before: { keyId: rotated.keyId, allowedAddresses: allowed.allowedAddresses },
    after: { keyId: rotated.keyId, allowedAddresses: null, expiresAt: null },
  })
  expect(await admin.failure(['key', 'set', '--key', keyId])).toContain('nothing to change')
  await change('revoke', rotated.keyId)
  expect(await admin.failure(['key', 'set', '--key', rotated.keyId, '--allow', 'any'])).toContain('was revoked at')
})

test.each(['', 'nowhere', '203.0.113.0/33', '203.0.113/24', '010.0.0.1', '2001:db8::/129', '10.0.0.0/8,'])(
  'refuses to allow %j',
  async (networks) => {
    const failure = await admin.failure(['key', 'set', '--key', 'AAAAAAAAAAAA', '--allow', networks])
    expect(failure).toMatch(/such as 203\.0\.113\.0\/24|comma-separated list/)
  },
)

test('rotate keeps the old key valid for the overlap, but does not extend it', async () => {
  const old = await create('--name', 'rotating', '--scopes', 'members.read', '--expires-in', '30d')
  const fresh = await admin.json(['key', 'rotate', '--key', old.keyId, '--overlap', '15m'])
  const { key, ...rest } = fresh
  expect([key, rest]).toEqual([expect.any(String), await listed(fresh.keyId)])
  expect(await present(old.key)).toMatchObject({ keyId: old.keyId })
  expect(await present(fresh.key)).toMatchObject({ keyId: fresh.keyId, name: 'rotating', scopes: ['members.read'] })
  const overlap = Date.parse((await listed(old.keyId)).expiresAt) - Date.now()
  expect(overlap).toBeGreaterThan(14 * 60_000)
  expect(overlap).toBeLessThanOrEqual(15 * 60_000)

  const shortLived = await listed(old.keyId)
  await admin.json(['key', 'rotate', '--key', old.keyId, '--overlap', '1d'])
  expect((await listed(old.keyId)).expiresAt).toBe(shortLived.expiresAt)

  await admin.json(['key', 'rotate', '--key', fresh.keyId, '--overlap', '0s', '--yes'])
  expect((await listed(fresh.keyId)).state).toBe('expired')
  expect(await admin.failure(['key', 'rotate', '--key', fresh.keyId])).toContain('has expired; create a new one')
  const { auditEntries: entries } = await admin.json(['audit', 'list', '--community', communityId, '--limit', '1'])
  expect(entries[0]).toMatchObject({ action: 'key.rotate', before: { keyId: fresh.keyId } })
})

test('a key is disabled, enabled and revoked; a revoked key cannot be enabled', async () => {
  const { keyId, key } = await create('--name', 'switch', '--scopes', 'all')
  const nothing = { dependants: [] }
  expect(await change('disable', keyId)).toEqual({ ...(await listed(keyId)), state: 'disabled', ...nothing })
  expect(await present(key)).toMatchObject({ enabled: false })
  expect(await change('enable', keyId)).toEqual({ ...(await listed(keyId)), state: 'enabled', ...nothing })
  expect(await change('revoke', keyId)).toEqual({ ...(await listed(keyId)), state: 'revoked', ...nothing })
  expect(await present(key)).toBe('unauthorized')
  const { revokedAt } = await listed(keyId)
  expect(await change('revoke', keyId)).toEqual({ ...(await listed(keyId)), state: 'revoked', ...nothing })
  expect((await listed(keyId)).revokedAt).toBe(revokedAt)
  for (const verb of ['enable', 'disable', 'rotate']) {
    const more = verb === 'disable' ? ['--yes'] : []
    expect(await admin.failure(['key', verb, '--key', keyId, ...more])).toContain('was revoked at')
  }
})

test('keys of the first version are imported from a flag or from stdin', async () => {
  const importing = ['key', 'import-legacy', '--community', communityId, '--key']
  expect(await admin.json([...importing, 'old-key-1'])).toEqual({ imported: 1 })
  expect(await admin.json([...importing, '-'], 'old-key-2\r\n\nold-key-3\n')).toEqual({ imported: 2 })
  expect(await admin.json([...importing, 'old-key-1'])).toEqual({ imported: 1 })
  for (const key of ['old-key-1', 'old-key-2', 'old-key-3']) expect(await present(key)).toBe('legacy_key_unsupported')
  expect(await admin.failure([...importing, '-'], '\n')).toContain('stdin is empty')
})

test('error messages do not contain the key', async () => {
  const { key } = await create('--name', 'secret', '--scopes', 'all')
  const misplaced = [
    ['key', 'revoke', '--key', key, '--yes'],
    ['key', 'import-legacy', '--community', communityId, '--key', key],
    ['key', 'import-legacy', '--community', communityId, '--key', `${key} ${key}`],
    ['key', 'import-legacy', '--community', communityId, `--kez=${key}`, '--key', 'x'],
    ['key', 'import-legacy', '--community', key],
    ['key', key],
    [key],
    ['key', 'revoke', '--key', 'x', key],
    ['key', 'create', '--community', communityId, '--name', 'x', '--scopes', 'all', '--expires-in', key],
    ['platform', 'connect', '--community', communityId, '--group', key, '--api-key', '5812734'],
  ]
  for (const args of misplaced) expect(await admin.failure(args)).not.toContain(key.slice(0, 20))
})

test('the database contains no key', async () => {
  const { keyId, key } = await create('--name', 'hashed', '--scopes', 'all')
  await admin.json(['key', 'import-legacy', '--community', communityId, '--key', 'a-legacy-secret'])
  const client = new Client({ connectionString: admin.database.url })
  await client.connect()
  const { rows } = await client.query<{ text: string }>(
    `select k::text as text from api_key k union all select l::text from legacy_key l union all select a::text from audit_entry a`,
  )
  await client.end()
  const dump = rows.map(({ text }) => text).join('\n')
  expect(dump).toContain(keyId)
  for (const secret of [key, key.split('_')[2] ?? '', 'a-legacy-secret']) expect(dump).not.toContain(secret)
})
