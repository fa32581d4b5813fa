// Connections by OAuth: tokens renewed by one process at a time, stored before they are used, and never twice spent.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Ctx } from '../../src/context'
import { openDatabase } from '../../src/db/database'
import { connectGroup } from '../../src/platform-connection/actions'
import { resolveConnection } from '../../src/platform-connection/connection'
import { encryptGrant, withTokens, type StoredGrant } from '../../src/platform-connection/oauth'
import { decryptCredential } from '../../src/platform/credentials'
import { Keyring } from '../../src/platform/keyring'
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

/** Connects by the grant; the access token lives so long, those that follow as long as the platform says. */
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
  return JSON.parse(decryptCredential(new Keyring(encryptionKey), community.communityId, credential)) as StoredGrant
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
  it('serves as one by key does, and no token is written anywhere in clear', async () => {
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

  it('is not made by a dead grant, nor by one for another group', async () => {
    const ctx = await community.ctx()
    const dead = connectGroup(ctx, group.id, { ...grant, refreshToken: 'spent' })
    expect(codeOf(await dead.catch((error: unknown) => error))).toBe('platform_cloud_credentials_invalid')
    const elsewhere = connectGroup(ctx, 404, grant)
    expect(codeOf(await elsewhere.catch((error: unknown) => error))).toBe('platform_cloud_credentials_invalid')
    expect((await community.ctx()).community.connection).toBe('none')
  })
})

describe('a refresh', () => {
  it('is made once by twenty callers on two pools, and all get what it brought', async () => {
    await connect(1)
    const other = openDatabase(app.databaseUrl, 10, app.base.log)
    app.simulator.faults.add({ kind: 'delay', ms: 100, path: tokenPath })
    const before = refreshes()
    const ctx = await community.ctx()
    try {
      const callers = Array.from({ length: 20 }, (_, index) => (index % 2 ? ctx : { ...ctx, db: other.db }))
      const tokens = await Promise.all(callers.map(accessTokenOf))
      expect(refreshes() - before).toBe(1)
      expect(new Set(tokens)).toEqual(new Set([(await stored()).accessToken]))
      expect((await setRank(10)).status).toBe(200)
      expect((await row()).checking_until).toBeNull()
    } finally {
      await other.close()
    }
  })

  it('is not made while the token has a minute left, and is when it has not', async () => {
    await connect(90)
    const ctx = await community.ctx()
    const { accessToken } = await stored()
    expect(await accessTokenOf(ctx)).toBe(accessToken)
    const later: Ctx = { ...ctx, now: () => new Date(app.base.now().getTime() + 31_000) }
    expect(await accessTokenOf(later)).not.toBe(accessToken)
  })

  it('stores both tokens before anybody uses one', async () => {
    await connect(1)
    const ctx = await community.ctx()
    const before = (await stored()).refreshToken
    const token = await accessTokenOf(ctx)
    const after = await stored()
    expect([after.accessToken, after.refreshToken === before]).toEqual([token, false])
  })

  it('that the platform cannot make is its error, and gives the lock back', async () => {
    await connect(1)
    app.simulator.faults.add({ kind: 'reject', status: 503, path: tokenPath, count: 1 })
    const answer = await getMember(102)
    expect([answer.status, answer.body.error.code]).toEqual([502, 'platform_cloud_unavailable'])
    expect(answer.body.error.message).toContain('Nothing was changed')
    expect(await row()).toMatchObject({ status: 'connected', checking_until: null })
    expect((await getMember(102)).status).toBe(200)
  })

  it('survives a database that is away when the new tokens come', async () => {
    await connect(1)
    const proxy = await startTcpProxy(app.databaseUrl)
    const through = openDatabase(proxy.url, 2, app.base.log)
    app.simulator.faults.add({ kind: 'delay', ms: 200, path: tokenPath })
    try {
      const ctx = { ...(await community.ctx()), db: through.db }
      const before = refreshes()
      const token = accessTokenOf(ctx)
      await until('the refresh is under way', () => refreshes() > before)
      proxy.cut()
      await sleep(1_200)
      proxy.mend()
      expect(await token).toBe((await stored()).accessToken)
      expect(refreshes() - before).toBe(1)
    } finally {
      await through.close()
      await proxy.close()
    }
  })

  it('does not undo a reconnection made meanwhile', async () => {
    await connect(1)
    app.simulator.faults.add({ kind: 'delay', ms: 200, path: tokenPath })
    const before = refreshes()
    const token = accessTokenOf(await community.ctx())
    await until('the refresh is under way', () => refreshes() > before)
    await connectGroup(await community.ctx(), group.id, group.apiKey)
    expect(await token).toBe(group.apiKey)
  })
})

describe('a refresh token the platform refuses', () => {
  it('asks for a reconnect, and remembers', async () => {
    await connect(1)
    app.world.grants.remove(known)
    expect((await getMember()).body.error.code).toBe('platform_cloud_reconnect_required')
    const before = app.simulator.requests.length
    const answer = await setRank(50)
    expect([answer.status, answer.body.error.code]).toEqual([409, 'platform_cloud_reconnect_required'])
    expect(app.simulator.requests.length).toBe(before)
    expect((await row()).status).toBe('reconnect_required')
  })

  it('is no harm when another process has stored the next one', async () => {
    await connect(1)
    const ctx = await community.ctx()
    /** Loses the race: by the time its own refresh is refused, the other's is stored. */
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

  it('says so when a process died with the new tokens in hand', async () => {
    await connect(1)
    // what such a process leaves behind: a spent token, and a lock that nobody gave back
    await app.base.platform.refreshToken(await stored())
    await lock('-1 second')
    expect((await getMember()).body.error.code).toBe('platform_cloud_reconnect_required')
    const [line] = app.logs.filter(({ communityId }) => communityId === community.communityId)
    expect(line).toMatchObject({ level: 'error', reason: 'an earlier refresh was cut off and its tokens are lost' })
  })

  it('is warned of when a refresh was not answered', async () => {
    await connect(1)
    app.simulator.faults.add({ kind: 'applyThenDrop', path: tokenPath, count: 1 })
    const answer = await getMember(103)
    expect([answer.status, answer.body.error.code]).toEqual([502, 'platform_cloud_unavailable'])
    const [line] = app.logs.filter(({ communityId }) => communityId === community.communityId)
    expect(line).toMatchObject({ level: 'warn', msg: expect.stringContaining('may be spent') })
    expect((await getMember(103)).body.error.code).toBe('platform_cloud_reconnect_required')
  })
})

describe('a lock another process holds', () => {
  it('is waited for, then answered with 503 and Retry-After 1', async () => {
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

  it('that is given back in time is not noticed', async () => {
    await connect()
    await lock('1 minute')
    const token = accessTokenOf(await community.ctx())
    await sleep(100)
    await lock('-1 second')
    expect(await token).toBe((await stored()).accessToken)
  })

  it('does not hold up the token it is about to replace', async () => {
    await connect(40)
    await lock('1 minute')
    expect(await accessTokenOf(await community.ctx())).toBe((await stored()).accessToken)
  })
})

describe('an access token refused before its time', () => {
  it('is renewed once, and the question asked again', async () => {
    await connect()
    app.world.grants.dropAccess(known)
    const before = refreshes()
    expect((await getMember(104)).status).toBe(200)
    expect(refreshes() - before).toBe(1)
  })

  it('in the middle of a rank change is renewed, and the change left to the caller', async () => {
    await connect()
    await getMember()
    app.world.grants.dropAccess(known)
    const answer = await setRank(100)
    expect([answer.status, answer.body.error.code]).toEqual([503, 'platform_cloud_refresh_pending'])
    expect((await setRank(100)).status).toBe(200)
  })

  it('again is a refused credential; of a withdrawn consent, a reconnect', async () => {
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
