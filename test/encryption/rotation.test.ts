// Rotation of ENCRYPTION_KEY while servers read and write.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { carryOutRequest, receiveErasureRequest } from '../../src/data-rights/requests/actions'
import { openKeyFile } from '../../src/encryption/key-file'
import { decryptCredential, encryptCredential, keyNamedBy } from '../../src/encryption/credentials'
import { keyIdOf, Keyring } from '../../src/encryption/keyring'
import { countSecrets, rotateSecrets } from '../../src/encryption/rotation/actions'
import { adminOn, type Admin } from '../admin/support'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'

const root = path.resolve(__dirname, '..', '..')
const [old, fresh] = [randomBytes(32), randomBytes(32)]
const idOf = (key: Buffer): string => keyIdOf(key).toString('hex')
const settingsWith = (ring: Keyring) => ({ ...testSettings, encryptionKey: ring })

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ settings: settingsWith(new Keyring(old)) })
})
afterEach(() => app.close())

const environment = (current: Buffer, ...previous: Buffer[]) => ({
  DATABASE_URL: app.databaseUrl,
  ENCRYPTION_KEY: current.toString('hex'),
  ...(previous.length > 0 && { ENCRYPTION_KEY_PREVIOUS: previous.map((key) => key.toString('hex')).join(',') }),
  PLATFORM_API_URL: app.simulator.url,
})
const adminWith = (current: Buffer, ...previous: Buffer[]): Pick<Admin, 'run' | 'json' | 'failure'> =>
  adminOn(environment(current, ...previous))

/** A second server on the same database. */
const serverWith = (ring: Keyring): Promise<TestApp> =>
  startTestApp({
    connectionString: app.databaseUrl,
    settings: settingsWith(ring),
    platform: app.parts.platform,
  })

/** Stores connections in the format of the previous release, without a key id. */
async function plant(count: number): Promise<void> {
  const base32 = 'abcdefghijklmnopqrstuvwxyz234567'
  const ids = Array.from(
    { length: count },
    () => `cmt_${[...randomBytes(20)].map((byte) => base32[byte & 31]).join('')}`,
  )
  const sealed = ids.map((id) => encryptCredential(new Keyring(old), id, `key of ${id}`))
  await sql`insert into community (community_id, name) select id, 'planted' from unnest(${ids}::text[]) as id`.execute(
    app.base.db,
  )
  await sql`
    insert into platform_connection (community_id, group_id, credential_kind, credential, owner_user_id)
    select id, row_number() over () + 1000, 'api_key', sealed, 1
    from unnest(${ids}::text[], ${sealed}::bytea[]) as r (id, sealed)`.execute(app.base.db)
}

async function connections(): Promise<{ community_id: string; credential: Buffer }[]> {
  return app.base.db.selectFrom('platform_connection').select(['community_id', 'credential']).execute()
}

const webhook = (community: TestCommunity, n: number) =>
  community.client.post('/v2/webhooks', { url: `https://example.com/${n}`, types: ['member.awarded'] })

it('re-encrypts every secret while servers with both keys write, and the old key can be removed', async () => {
  await plant(450)
  const first = await app.community()
  const servers = await Promise.all([new Keyring(old, [fresh]), new Keyring(fresh, [old])].map(serverWith))
  try {
    const made = await webhook(first, 0)
    const path = `/v2/webhooks/${made.body.data.webhookId as string}/rotate-secret`
    let running = true
    let written = 0
    const writes = servers.map(async (server) => {
      const client = server.clientFor(first.key, first.communityId)
      for (let n = 0; running && n < 200; n++) {
        expect((await client.post(path, { overlapSeconds: n % 2 ? 3_600 : 0 })).status).toBe(200)
        expect((await client.post('/v2/ranks/sync')).status).toBe(200)
        written++
      }
    })
    const ran = await adminWith(fresh, old).run(['secrets', 'rotate', '--json'])
    running = false
    await Promise.all(writes)
    expect(written).toBeGreaterThan(1)
    expect(ran.exitCode).toBe(0)
    // rotates what was written with the old key after the last pass
    await adminWith(fresh, old).run(['secrets', 'rotate'])
    const status = await adminWith(fresh).json(['secrets', 'status'])
    expect(status.withoutKeyId).toBe(0)
    expect(status.keys).toEqual([{ keyId: idOf(fresh), state: 'in use', secrets: expect.any(Number) }])
    const rows = await connections()
    expect(rows).toHaveLength(451)
    for (const { community_id, credential } of rows) {
      const kept = community_id === first.communityId ? group.apiKey : `key of ${community_id}`
      expect(decryptCredential(new Keyring(fresh), community_id, credential, app.base.log)).toBe(kept)
    }
    const after = await serverWith(new Keyring(fresh))
    try {
      expect((await after.clientFor(first.key, first.communityId).post('/v2/ranks/sync')).status).toBe(200)
    } finally {
      await after.close()
    }
  } finally {
    for (const server of servers) await server.close()
  }
})

it('continues after it was killed, and changes nothing the third time', async () => {
  await plant(2_000)
  const child = spawn(process.execPath, [path.join(root, 'dist/src/admin/main.js'), 'secrets', 'rotate'], {
    env: { ...process.env, ...environment(fresh, old), LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const gone = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
  child.stderr.on('data', (text) => String(text).includes('rotated ') && child.kill('SIGKILL'))
  expect(await gone).toBe('SIGKILL')
  const moved = (await connections()).filter(({ credential }) => keyNamedBy(credential) === idOf(fresh)).length
  expect(moved).toBeGreaterThan(0)
  expect(moved).toBeLessThan(2_000)
  const { json } = adminWith(fresh, old)
  const half = await json(['secrets', 'status'])
  expect(half.keys).toEqual([
    // one more: the digest key
    { keyId: idOf(fresh), state: 'in use', secrets: moved + 1 },
    { keyId: idOf(old), state: 'accepted', secrets: 2_000 - moved },
  ])
  const rotate = async () => {
    const ran = await adminWith(fresh, old).run(['secrets', 'rotate', '--json'])
    return JSON.parse(ran.stdout) as { rotated: number }
  }
  expect((await rotate()).rotated).toBe(2_000 - moved)
  expect((await rotate()).rotated).toBe(0)
})

it('skips a credential that a server is refreshing, and rotates it afterwards', async () => {
  const { communityId } = await app.community()
  await sql`update platform_connection set checking_until = now() + interval '2 seconds'`.execute(app.base.db)
  const before = (await connections())[0]?.credential
  const seen: boolean[] = []
  const base = { ...app.base, settings: settingsWith(new Keyring(fresh, [old])) }
  const rotating = rotateSecrets(base, () => undefined)
  for (let looks = 0; looks < 5; looks++) {
    const [row] = await sql<{ busy: boolean; credential: Buffer }>`
      select checking_until > now() as busy, credential from platform_connection`
      .execute(app.base.db)
      .then(({ rows }) => rows)
    if (row?.busy) seen.push(row.credential.equals(before ?? Buffer.alloc(0)))
  }
  expect(seen.length).toBeGreaterThan(0)
  expect(seen).not.toContain(false)
  expect(await rotating).toEqual({ rotated: 1, left: 0, unreadable: 0 })
  const [after] = await connections()
  expect(
    decryptCredential(new Keyring(fresh), communityId, after?.credential ?? Buffer.alloc(0), app.base.log),
  ).not.toBe('')
})

it('names a missing key in the log and to the operator', async () => {
  const { communityId, key } = await app.community()
  await adminWith(fresh, old).run(['secrets', 'rotate'])
  const other = randomBytes(32)
  const server = await serverWith(new Keyring(other))
  try {
    const { status, body } = await server.clientFor(key, communityId).post('/v2/ranks/sync')
    expect([status, body.error.code]).toEqual([502, 'platform_cloud_configuration_unavailable'])
    expect(JSON.stringify(body)).not.toContain(idOf(fresh))
    const reasons = server.logs.map(({ reason }) => reason)
    expect(reasons).toContainEqual(
      expect.stringContaining(`needs the key ${idOf(fresh)}, but ENCRYPTION_KEY is ${idOf(other)}`),
    )
  } finally {
    await server.close()
  }
  const { keys } = await adminWith(other).json(['secrets', 'status'])
  expect(keys).toContainEqual({ keyId: idOf(fresh), state: 'not configured', secrets: 2 })
  const { exitCode, stdout, stderr } = await adminWith(other).run(['secrets', 'rotate'])
  expect(exitCode).toBe(1)
  expect(stderr).toContain(
    `2 secrets cannot be decrypted and keep their key, ${idOf(fresh)}; add it to ENCRYPTION_KEY_PREV`,
  )
  expect(stdout).toMatch(new RegExp(`^platform_connection +${communityId} +${idOf(fresh)} +1$`, 'm'))
  const listed = await adminWith(other).run(['secrets', 'rotate', '--json'])
  expect(JSON.parse(listed.stdout).unreadable).toContainEqual({
    keyId: idOf(fresh),
    table: 'platform_connection',
    of: communityId,
    secrets: 1,
  })
  expect(await adminWith(other, fresh).run(['secrets', 'rotate'])).toMatchObject({ exitCode: 0, stderr: '' })
})

it('keeps erasure requests recorded under an earlier key searchable', async () => {
  const base = { ...app.base, requestId: null }
  await receiveErasureRequest(base, 'the-first-one', 4711)
  await carryOutRequest(base, 'the-first-one')
  const find = async (admin: Pick<Admin, 'json'>) =>
    (await admin.json(['data-rights', 'requests', '--user', '4711'])).requests as { notificationId: string }[]
  expect(await find(adminWith(fresh))).toEqual([])
  await adminWith(fresh, old).run(['secrets', 'rotate'])
  const last = randomBytes(32)
  await adminWith(last, fresh).run(['secrets', 'rotate'])
  expect(await find(adminWith(last))).toMatchObject([{ notificationId: 'the-first-one' }])
})

it('accepts cursors signed with the previous key while it is configured', async () => {
  const community = await app.community({ connected: false })
  const { body } = await community.client.get('/v2/audit-entries?limit=1')
  const path = `/v2/audit-entries?limit=1&cursor=${body.meta.nextCursor as string}`
  for (const [ring, status] of [
    [new Keyring(fresh, [old]), 200],
    [new Keyring(fresh), 400],
  ] as const) {
    const server = await serverWith(ring)
    try {
      expect((await server.clientFor(community.key, community.communityId).get(path)).status).toBe(status)
    } finally {
      await server.close()
    }
  }
})

describe('keys in a data directory', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'keys-'))
  const file = path.join(dataDir, 'encryption.key')
  const lines = (): string[] => fs.readFileSync(file, 'utf8').trim().split('\n')
  beforeEach(() => fs.writeFileSync(file, `${old.toString('hex')}\n`))
  afterAll(() => fs.rmSync(dataDir, { recursive: true }))

  it('are rotated next to a running server, which reloads them', async () => {
    const community = await app.community()
    const server = await serverWith(openKeyFile(file))
    const admin = adminOn({ DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir })
    try {
      const client = server.clientFor(community.key, community.communityId)
      const sync = async () => (await client.post('/v2/ranks/sync')).status
      expect(await sync()).toBe(200)
      const { exitCode, stderr } = await admin.run(['secrets', 'rotate', '--new-key'])
      expect([exitCode, stderr]).toEqual([0, ''])
      expect([lines().length, lines()[1], fs.statSync(file).mode & 0o777]).toEqual([2, old.toString('hex'), 0o600])
      expect(await sync()).toBe(200)
      expect(
        (await client.post('/v2/webhooks', { url: 'https://example.com/1', types: ['member.awarded'] })).status,
      ).toBe(201)
      expect((await admin.run(['secrets', 'forget-previous'])).exitCode).toBe(0)
      expect(lines()).toHaveLength(1)
      expect(lines()).not.toContain(old.toString('hex'))
      expect(await sync()).toBe(200)
      const counts = await countSecrets({ db: app.base.db, settings: settingsWith(openKeyFile(file)) })
      expect([...counts.byKey.values(), counts.unreadable.size, counts.withoutId]).toEqual([3, 0, 0])
    } finally {
      await server.close()
    }
  })

  it('are kept while secrets are encrypted under them', async () => {
    await app.community()
    const added = randomBytes(32)
    fs.writeFileSync(file, `${added.toString('hex')}\n${old.toString('hex')}\n`)
    const admin = adminOn({ DATABASE_URL: app.databaseUrl, DATA_DIR: dataDir })
    const { exitCode, stderr } = await admin.run(['secrets', 'forget-previous'])
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('1 secrets are encrypted with a previous key')])
    expect(lines()).toHaveLength(2)
  })

  it('are not changed when ENCRYPTION_KEY is set', async () => {
    for (const verb of [['rotate', '--new-key'], ['forget-previous']]) {
      expect(await adminWith(old).failure(['secrets', ...verb])).toContain('ENCRYPTION_KEY is set')
    }
  })
})
