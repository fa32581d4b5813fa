// One process renews the tokens, and stores them before they are used.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '../../src/context'
import { openDatabase } from '../../src/db/database'
import { connectGroup } from '../../src/platform-connection/actions'
import { resolveConnection } from '../../src/platform-connection/connection'
import { encryptGrant, withTokens, type StoredGrant } from '../../src/platform-connection/oauth'
import { decryptCredential } from '../../src/encryption/credentials'
import { Keyring } from '../../src/encryption/keyring'
import { PlatformFailure, type OAuthGrant, type Platform } from '../../src/platform/platform'
import type { Grant } from '../../src/simulator/grants'
import { startTcpProxy } from '../http/tcp-proxy'
import { encryptionKey, group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
let grant: OAuthGrant
let known: Grant
let count = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  community = await app.community({ connected: false })
  grant = { clientId: `app-${++count}`, clientSecret: `app-secret-${count}`, refreshToken: `first-refresh-${count}` }
  known = app.world.addGrant({ ...grant, ownerUserId: group.owner, groupIds: [group.id] })
})

const [first] = group.members
const tokenPath = '/oauth/v1/token'
const refreshes = (): number => app.simulator.requests.filter(({ path }) => path === tokenPath).length

/** @param seconds lifetime of the first access token; default 899, as on the live platform */
async function connect(seconds = 899): Promise<void> {
  app.world.grants.accessTokenSeconds = seconds
  await connectGroup(await community.ctx(), group.id, grant)
  app.world.grants.accessTokenSeconds = 899
}

async function row(): Promise<{ credential: Buffer; status: string; checking_until: string | null }> {
  const { rows } = await sql<{ credential: Buffer; status: string; checking_until: string | null }>`
    select credential, status, checking_until from platform_connection
    where community_id = ${community.communityId}`.execute(app.app.db)
  if (!rows[0]) throw new Error('not connected')
  return rows[0]
}

async function stored(): Promise<StoredGrant> {
  const { credential } = await row()
  return JSON.parse(
    decryptCredential(new Keyring(encryptionKey), community.communityId, credential, app.base.log),
  ) as StoredGrant
}

async function lock(interval: string): Promise<void> {
  await sql`update platform_connection set checking_until = now() + ${interval}::interval
    where community_id = ${community.communityId}`.execute(app.app.db)
}

const accessTokenOf = async (ctx: Ctx): Promise<string> => {
  const { credential } = await resolveConnection(ctx)
  return credential.kind === 'oauth' ? credential.accessToken : credential.apiKey
}
const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code
const getMember = (userId: number = first) => community.client.get(`/v2/members/${userId}`)
const setRank = (rankId: number) => community.client.put(`/v2/members/${first}/rank`, { rankId })

describe('a connection by OAuth', () => {
  it('works like one by API key, and stores and logs no token in clear text', async () => {
    await connect()
    expect((await getMember()).body.data.username).toBe(`Member${first}`)
    expect((await setRank(50)).status).toBe(200)
    const { credential } = await row()
    const grantNow = await stored()
    expect(grantNow).toMatchObject({ clientId: grant.clientId, accessExpiresAt: expect.any(Number) })
    const written = JSON.stringify(app.logs) + credential.toString('latin1')
    for (const secret of [grant.clientSecret, grant.refreshToken, grantNow.refreshToken, grantNow.accessToken]) {
      expect(written).not.toContain(secret)
    }
    expect(await resolveConnection(await community.ctx())).toEqual({
      groupId: group.id,
      credential: { kind: 'oauth', accessToken: grantNow.accessToken },
    })
  })

  it('is rejected with an invalid grant or one for another group', async () => {
    const ctx = await community.ctx()
    const invalid = connectGroup(ctx, group.id, { ...grant, refreshToken: 'spent' })
    expect(codeOf(await invalid.catch((error: unknown) => error))).toBe('platform_cloud_credentials_invalid')
    const elsewhere = connectGroup(ctx, 404, grant)
    expect(codeOf(await elsewhere.catch((error: unknown) => error))).toBe('platform_cloud_credentials_invalid')
    expect((await community.ctx()).community.connection).toBe('none')
  })
})

describe('a refresh', () => {
  it('is made once for twenty concurrent callers on two pools, and all receive the new token', async () => {
    await connect(1)
    const other = openDatabase(app.databaseUrl, 10, app.base.log)
    app.simulator.faults.add({ kind: 'hold', path: tokenPath })
    const before = refreshes()
    const ctx = await community.ctx()
    try {
      const callers = Array.from({ length: 20 }, (_, index) => (index % 2 ? ctx : { ...ctx, db: other.db }))
      const asked = Promise.all(callers.map(accessTokenOf))
      await until('a refresh is in progress', () => refreshes() > before)
      app.simulator.faults.clear()
      const tokens = await asked
      expect(refreshes() - before).toBe(1)
      expect(new Set(tokens)).toEqual(new Set([(await stored()).accessToken]))
      expect((await setRank(10)).status).toBe(200)
      expect((await row()).checking_until).toBeNull()
    } finally {
      await other.close()
    }
  })

  it('is made when the token has less than a minute left', async () => {
    await connect(90)
    const ctx = await community.ctx()
    const { accessToken } = await stored()
    expect(await accessTokenOf(ctx)).toBe(accessToken)
    const later: Ctx = { ...ctx, now: () => new Date(app.base.now().getTime() + 31_000) }
    expect(await accessTokenOf(later)).not.toBe(accessToken)
  })

  it('stores both tokens before either is used', async () => {
    await connect(1)
    const ctx = await community.ctx()
    const before = (await stored()).refreshToken
    const token = await accessTokenOf(ctx)
    const after = await stored()
    expect([after.accessToken, after.refreshToken === before]).toEqual([token, false])
  })

  it('that fails returns the error of the platform and releases the lock', async () => {
    await connect(1)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: tokenPath, count: 1 })
    const answer = await getMember(102)
    expect([answer.status, answer.body.error.code]).toEqual([502, 'platform_cloud_unavailable'])
    expect(answer.body.error.message).toContain('Nothing was changed')
    expect(await row()).toMatchObject({ status: 'connected', checking_until: null })
    expect((await getMember(102)).status).toBe(200)
  })

  it('stores the new tokens after an outage of the database', async () => {
    await connect(1)
    const proxy = await startTcpProxy(app.databaseUrl)
    const through = openDatabase(proxy.url, 2, app.base.log)
    app.simulator.faults.add({ kind: 'hold', path: tokenPath })
    try {
      const ctx = { ...(await community.ctx()), db: through.db }
      const before = refreshes()
      const token = accessTokenOf(ctx)
      await until('the refresh is in progress', () => refreshes() > before)
      proxy.cut()
      const refused = proxy.accepted()
      app.simulator.faults.clear()
      await until('the tokens could not be stored twice', () => proxy.accepted() > refused + 1)
      proxy.restore()
      expect(await token).toBe((await stored()).accessToken)
      expect(refreshes() - before).toBe(1)
    } finally {
      await through.close()
      await proxy.close()
    }
  })

  it('does not undo a concurrent reconnection', async () => {
    await connect(1)
    app.simulator.faults.add({ kind: 'hold', path: tokenPath })
    const before = refreshes()
    const token = accessTokenOf(await community.ctx())
    await until('the refresh is in progress', () => refreshes() > before)
    await connectGroup(await community.ctx(), group.id, group.apiKey)
    app.simulator.faults.clear()
    expect(await token).toBe(group.apiKey)
  })
})

describe('a rejected refresh token', () => {
  it('requires a reconnect, and the status is stored', async () => {
    await connect(1)
    app.world.grants.remove(known)
    expect((await getMember()).body.error.code).toBe('platform_cloud_reconnect_required')
    const before = app.simulator.requests.length
    const answer = await setRank(50)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'platform_cloud_reconnect_required'])
    expect(app.simulator.requests.length).toBe(before)
    expect((await row()).status).toBe('reconnect_required')
  })

  it('is ignored when another process has stored a newer one', async () => {
    await connect(1)
    const ctx = await community.ctx()
    /** A platform whose answer is a rejection after another process has stored new tokens. */
    const late = Object.create(app.base.platform) as Platform
    late.refreshToken = async (spent) => {
      const renewed = withTokens(ctx, spent, await app.base.platform.refreshToken(spent))
      await sql`update platform_connection set credential = ${encryptGrant(ctx, renewed)}, checking_until = null
        where community_id = ${community.communityId}`.execute(app.app.db)
      throw new PlatformFailure('credentials', 'spent', { authenticationFailed: true })
    }
    expect(await accessTokenOf({ ...ctx, platform: late })).toBe((await stored()).accessToken)
    expect((await row()).status).toBe('connected')
  })

  it('is logged as an interrupted refresh when a process died before it stored the tokens', async () => {
    await connect(1)
    // as the process left it: the refresh token is used, and the lock has expired
    await app.base.platform.refreshToken(await stored())
    await lock('-1 second')
    expect((await getMember()).body.error.code).toBe('platform_cloud_reconnect_required')
    const [line] = app.logs.filter(({ communityId }) => communityId === community.communityId)
    expect(line).toMatchObject({ level: 'error', reason: 'an earlier refresh was interrupted and its tokens are lost' })
  })

  it('follows an unanswered refresh, which is logged as a warning', async () => {
    await connect(1)
    app.simulator.faults.add({ kind: 'applyThenDrop', path: tokenPath, count: 1 })
    const answer = await getMember(103)
    expect([answer.status, answer.body.error.code]).toEqual([502, 'platform_cloud_unavailable'])
    const [line] = app.logs.filter(({ communityId }) => communityId === community.communityId)
    expect(line).toMatchObject({ level: 'warn', msg: expect.stringContaining('may be used up') })
    expect((await getMember(103)).body.error.code).toBe('platform_cloud_reconnect_required')
  })
})

describe('a lock held by another process', () => {
  it('delays callers, and then returns 503 with Retry-After 1', async () => {
    await connect(1)
    await lock('1 minute')
    const started = performance.now()
    const answer = await setRank(50)
    expect([answer.status, answer.body.error.code, answer.headers['retry-after']]).toEqual([
      503,
      'platform_cloud_refresh_pending',
      '1',
    ])
    expect(performance.now() - started).toBeGreaterThan(250)
  })

  it('that is released in time causes no error', async () => {
    await connect()
    await lock('1 minute')
    const token = accessTokenOf(await community.ctx())
    // the caller polls the lock: no event tells that it has begun
    await sleep(100)
    await lock('-1 second')
    expect(await token).toBe((await stored()).accessToken)
  })

  it('does not delay the use of a token that is still valid', async () => {
    await connect(40)
    await lock('1 minute')
    expect(await accessTokenOf(await community.ctx())).toBe((await stored()).accessToken)
  })
})

describe('an access token rejected before it expires', () => {
  it('is renewed once, and the call is repeated', async () => {
    await connect()
    app.world.grants.revokeAccessTokens(known)
    const before = refreshes()
    expect((await getMember(104)).status).toBe(200)
    expect(refreshes() - before).toBe(1)
  })

  it('during a rank change is renewed, and the caller has to retry', async () => {
    await connect()
    await getMember()
    app.world.grants.revokeAccessTokens(known)
    const answer = await setRank(100)
    expect([answer.status, answer.body.error.code]).toEqual([503, 'platform_cloud_refresh_pending'])
    expect((await setRank(100)).status).toBe(200)
  })

  it('twice is reported as invalid credentials, and with a revoked grant as a required reconnect', async () => {
    await connect()
    app.simulator.faults.add({ kind: 'reject', status: 401, path: '^/cloud/' })
    const before = refreshes()
    expect((await getMember(105)).body.error.code).toBe('platform_cloud_credentials_invalid')
    expect(refreshes() - before).toBe(1)
    app.simulator.faults.clear()
    app.world.grants.remove(known)
    expect((await getMember(105)).body.error.code).toBe('platform_cloud_reconnect_required')
  })
})
