// A leaked key at full speed over four processes. `npm run test:long` runs it 100 times.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { freePort, supervise, type Supervised } from '../../scripts/faults/processes'
import { allScopes, issueKey } from '../../src/auth/actions'
import { encryptionKey, everyRank, group, startTestApp, type TestApp } from '../support/app'
import { runs } from '../support/runs'

const TIMES = runs(100) === 100 ? 100 : 3
const limits = { rankChangesPerMinuteLimit: 15, pointsPerMinuteLimit: 3_000 }
const CALLERS = 6

const directory = mkdtempSync(path.join(os.tmpdir(), 'leaked-'))
let app: TestApp
let servers: Supervised[]
let urls: string[]
beforeAll(async () => {
  app = await startTestApp()
  const ports = await Promise.all([1, 2, 3, 4].map(freePort))
  urls = ports.map((port) => `http://127.0.0.1:${port}`)
  servers = ports.map((port) =>
    supervise({
      name: `api ${port}`,
      command: ['main.js'],
      env: {
        ...{ DATABASE_URL: app.databaseUrl, ROLE: 'api', PORT: String(port), PLATFORM_API_URL: app.simulator.url },
        ...{ ENCRYPTION_KEY: encryptionKey.toString('hex'), RATE_LIMITING: 'off', DATABASE_POOL_SIZE: '4' },
      },
      readyWhen: /"msg":"ready"/,
      logFile: path.join(directory, `${port}.log`),
    }),
  )
  await Promise.all(servers.map((server) => server.ready(60_000)))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await app.close()
  rmSync(directory, { recursive: true, force: true })
})

type Send = (method: string, path: string, body: object) => Promise<{ status: number; code: string | undefined }>

function senderAt(url: string, communityId: string, key: string): Send {
  const common = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId, 'Content-Type': 'application/json' }
  return async (method, at, body) => {
    const headers = { ...common, 'Idempotency-Key': randomUUID() }
    const ranks = at.includes('platform-operations') ? headers : common
    const response = await fetch(url + at, { method, headers: ranks, body: JSON.stringify(body) })
    const { error } = (await response.json()) as { error?: { code: string } }
    return { status: response.status, code: error?.code }
  }
}

const targets = [group.roles.private, group.roles.sergeant]

/** It does what it can until it is refused. */
async function abuse(send: Send, caller: number): Promise<void> {
  for (let turn = caller; ; turn++) {
    const userId = group.members[turn % group.members.length]
    const op = turn % 3 === 0 ? 'decrement' : 'increment'
    const isPoints = turn % 4 !== 0
    const { status, code } = isPoints
      ? await send('POST', `/v2/members/${userId}/experience`, { op, amount: 1 + (turn % 50) })
      : await send('POST', '/v2/platform-operations/ranks', { userId, rankUniqueId: targets[turn % 2] })
    if (status < 300) continue
    expect(['change_limit_exceeded', 'key_paused']).toContain(code)
    return
  }
}

const changesOf = async (communityId: string, keyId: string): Promise<{ points: number; ranks: number }> => {
  const { rows } = await sql<{ points: number; ranks: number }>`select
      (select coalesce(sum(abs((after ->> 'experience')::int - (before ->> 'experience')::int)), 0)::int from audit_entry
        where community_id = ${communityId} and actor_id = ${keyId} and action = 'member.experience') as points,
      (select count(*)::int from platform_operation
        where community_id = ${communityId} and actor_id = ${keyId}) as ranks`.execute(app.dba)
  return rows[0] as { points: number; ranks: number }
}

it('never changes more than its numbers, and is paused', async () => {
  const reached: { points: number; ranks: number }[] = []
  for (let run = 0; run < TIMES; run++) {
    const home = await app.community()
    for (const userId of group.members) await home.client.get(`/v2/members/${userId}`)
    const request = { name: 'leaked', scopes: allScopes, bounds: { ...everyRank, ...limits } }
    const { key, keyId } = await issueKey(await home.ctx(), request)
    const begin = performance.now()
    const callers = Array.from({ length: CALLERS * urls.length }, (_, caller) =>
      abuse(senderAt(urls[caller % urls.length] ?? '', home.communityId, key), caller),
    )
    await Promise.all(callers)
    // a busy machine may need more than a minute
    const minutes = Math.ceil((performance.now() - begin) / 60_000)
    const changed = await changesOf(home.communityId, keyId)
    expect(changed.points).toBeLessThanOrEqual(limits.pointsPerMinuteLimit * minutes)
    expect(changed.ranks).toBeLessThanOrEqual(limits.rankChangesPerMinuteLimit * minutes)
    expect((await home.client.get(`/v2/keys/${keyId}`)).body.data.pausedAt).not.toBeNull()
    reached.push(changed)
  }
  process.stderr.write(`${JSON.stringify({ runs: TIMES, ...limits, most: mostOf(reached) })}\n`)
})

const mostOf = (all: readonly { points: number; ranks: number }[]) => ({
  points: Math.max(...all.map(({ points }) => points)),
  ranks: Math.max(...all.map(({ ranks }) => ranks)),
})
