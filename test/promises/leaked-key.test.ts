// A leaked key at full speed over four processes, and how everything it did is taken back. `npm run test:long` runs it
// 100 times.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { freePort, supervise, type Supervised } from '../../scripts/faults/processes'
import { allScopes, issueKey } from '../../src/auth/actions'
import { kindOfAction } from '../../src/reversals/entries/rules'
import {
  encryptionKey,
  everyRank,
  group,
  makeClient,
  startTestApp,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { isWhole } from '../support/runs'
import { until } from '../support/until'

const TIMES = isWhole ? 100 : 3
/** Enough for two takes in each way. */
const TAKES_PER_HOUR = 12
/** Enough for each way to be refused. */
const CALLERS = 8
const { recruit, private: lower, sergeant: higher } = group.roles

const directory = mkdtempSync(path.join(os.tmpdir(), 'leaked-'))
let app: TestApp
let servers: Supervised[]
let urls: string[]
beforeAll(async () => {
  app = await startTestApp()
  app.world.addMembers(group.id, FIRST, TIMES * (CALLERS + 1) * ways.length)
  const ports = await Promise.all([1, 2, 3, 4].map(freePort))
  urls = ports.map((port) => `http://127.0.0.1:${port}`)
  servers = ports.map((port) =>
    supervise({
      name: `api ${port}`,
      command: ['main.js'],
      env: {
        DATABASE_URL: app.databaseUrl,
        ROLE: 'api',
        PORT: String(port),
        PLATFORM_API_URL: app.simulator.url,
        ENCRYPTION_KEY: encryptionKey.toString('hex'),
        RATE_LIMITING: 'off',
        DATABASE_POOL_SIZE: '4',
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

/** First of the recruits; each attempt uses the next one. */
const FIRST = 5_000_000_001
let nextUser = FIRST

interface Way {
  readonly name: string
  /** Gives the member something that can be taken. */
  readonly give: (client: Client, userId: number) => Promise<Answer>
  readonly take: (client: Client, userId: number) => Promise<Answer>
  /** Whether the audit entry records a take in this way. */
  readonly isTake: (entry: Entry) => boolean
}

const promote: Way['give'] = (client, userId) => client.put(`/v2/members/${userId}/rank`, { rankUniqueId: higher })
const award: Way['give'] = (client, userId) =>
  client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 10 })
const isDemotion: Way['isTake'] = ({ action, before, after }) =>
  action === 'member.rank' && (after?.rank?.rankId ?? 0) < (before?.rank?.rankId ?? 0)
const ofAction =
  (action: string): Way['isTake'] =>
  (entry) =>
    entry.action === action

const ways: readonly Way[] = [
  {
    name: 'demotion',
    give: promote,
    take: (client, userId) => client.put(`/v2/members/${userId}/rank`, { rankUniqueId: lower }),
    isTake: isDemotion,
  },
  {
    name: 'queued demotion',
    give: promote,
    take: (client, userId) => {
      const body = { userId, rankUniqueId: lower, deadlineSeconds: 3_600 }
      return client.post('/v2/platform-operations/ranks', body, { 'Idempotency-Key': randomUUID() })
    },
    isTake: isDemotion,
  },
  {
    name: 'medal',
    give: (client, userId) => client.post(`/v2/members/${userId}/medals`, { name: 'Valor' }),
    take: (client, userId) => client.delete(`/v2/members/${userId}/medals/Valor`),
    isTake: ofAction('member.medal.remove'),
  },
  {
    name: 'qualification',
    give: (client, userId) => client.post(`/v2/members/${userId}/qualifications`, { name: 'Pilot' }),
    take: (client, userId) => client.delete(`/v2/members/${userId}/qualifications/Pilot`),
    isTake: ofAction('member.qualification.remove'),
  },
  {
    name: 'blacklist entry',
    give: (client, userId) => client.post('/v2/warnings', { userId, reason: 'stolen' }),
    take: (client, userId) => client.post('/v2/blacklist-entries', { userId, reason: 'stolen' }),
    isTake: ofAction('blacklist.add'),
  },
  {
    name: 'suspension',
    give: award,
    take: (client, userId) =>
      client.post('/v2/suspensions', { userId, durationSeconds: 3_600, rankUniqueId: lower, reason: 'stolen' }),
    isTake: ofAction('suspension.add'),
  },
]

interface Side {
  readonly rank?: { readonly rankId: number }
}

/** An entry of the audit log. */
interface Entry {
  readonly audit_id: string
  readonly action: string
  readonly user_id: string | null
  readonly before: Side | null
  readonly after: Side | null
}

interface Key {
  readonly keyId: string
  readonly key: string
}

interface Leaked {
  readonly home: TestCommunity
  /** The leaked key, the key that it made, and their replacements, newest last. */
  readonly keys: Key[]
  /** The way in which each member was hurt, by user id. */
  readonly wayOf: Map<number, Way>
  /** Names of the ways in which a take was refused. */
  readonly refused: Set<string>
}

async function leak(home: TestCommunity): Promise<Leaked> {
  await home.client.post('/v2/medals', { name: 'Valor' })
  await home.client.post('/v2/qualifications', { name: 'Pilot' })
  const bounds = { ...everyRank, takesPerHourLimit: TAKES_PER_HOUR }
  const { key, keyId } = await issueKey(await home.ctx(), {
    name: 'leaked',
    scopes: allScopes,
    expiresAt: null,
    bounds,
  })
  const leaked: Leaked = { home, keys: [{ key, keyId }], wayOf: new Map(), refused: new Set() }
  const spare = { name: 'spare', scopes: allScopes, neverExpires: true }
  leaked.keys.push((await clientAt(0, leaked, key).post('/v2/keys', spare)).body.data as Key)
  return leaked
}

const clientAt = (caller: number, { home }: Leaked, key: string): Client =>
  makeClient(urls[caller % urls.length] ?? '', {
    Authorization: `Bearer ${key}`,
    'X-Community-Id': home.communityId,
  })

/** Gives a member something and takes it. The key takes until its limit refuses it. */
async function attempt(leaked: Leaked, caller: number, way: Way): Promise<void> {
  const { keys, wayOf, refused } = leaked
  const userId = nextUser++
  wayOf.set(userId, way)
  const client = clientAt(caller, leaked, (keys[userId % keys.length] as Key).key)
  const given = await way.give(client, userId)
  expect([way.name, given.status < 300, given.body.error?.code]).toEqual([way.name, true, undefined])
  const { status, body } = await way.take(client, userId)
  if (status < 300) return
  expect([way.name, status, body.error.code]).toEqual([way.name, 429, 'rate_limit_exceeded'])
  refused.add(way.name)
}

/** Tries every way once, each caller in another order. Half-way the first caller replaces the key. */
async function abuse(leaked: Leaked, caller: number): Promise<void> {
  for (const [turn] of ways.entries()) {
    const [first] = leaked.keys
    if (caller === 0 && turn === ways.length / 2 && first) {
      const { body } = await clientAt(caller, leaked, first.key).post(`/v2/keys/${first.keyId}/rotate`, {
        overlapSeconds: 900,
      })
      leaked.keys.push(body.data as Key)
    }
    await attempt(leaked, caller, ways[(caller + turn) % ways.length] as Way)
  }
}

const entriesOf = async ({ home, keys }: Leaked): Promise<Entry[]> => {
  const ids = keys.map(({ keyId }) => keyId)
  const { rows } = await sql<Entry>`select audit_id::text, action, user_id::text, before, after from audit_entry
    where community_id = ${home.communityId} and actor_id = any(${ids})`.execute(app.dba)
  return rows
}

/** Waits until each queued change has ended, or waits until the key may take again. @returns ids of those that wait */
async function waiting({ home }: Leaked): Promise<string[]> {
  const open = async () =>
    (
      await sql<{ id: string; reason: string | null }>`select operation_id as id, reason from platform_operation
        where community_id = ${home.communityId} and completed_at is null`.execute(app.dba)
    ).rows
  await until('every change has ended or waits', async () =>
    (await open()).every(({ reason }) => reason === 'rate_limit_exceeded'),
  )
  return (await open()).map(({ id }) => id)
}

/** The way of each take among the entries. */
function takesOf({ wayOf }: Leaked, entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => {
    const way = wayOf.get(Number(entry.user_id))
    return way?.isTake(entry) ? [way.name] : []
  })
}

/** Actions that need not be taken back: the keys are revoked, and a suspended member's rank follows the suspension. */
const harmless = [
  'member.create',
  'operation.submit',
  'operation.end',
  'key.create',
  'key.rotate',
  'key.limited',
].concat('suspension.apply')

/** Ends all keys with one call, then reverses the changes of each. @returns the audit entries that were taken back */
async function takeBack(leaked: Leaked, from: string): Promise<string[]> {
  const { home, keys } = leaked
  const [first, ...others] = keys
  const taken: string[] = []
  const { body } = await home.client.post(`/v2/keys/${first?.keyId}/revoke?dependants=end`)
  const ended = (body.meta.dependants as { id: string }[]).map(({ id }) => id)
  expect(ended.sort()).toEqual(others.map(({ keyId }) => keyId).sort())
  for (const [at, { key }] of keys.entries())
    await until('no process accepts a key any more', async () => {
      return (await clientAt(at, leaked, key).get('/v2/key')).status === 401
    })
  for (const { keyId } of keys) {
    const { body } = await home.client.post('/v2/reversals', { source: 'key', sourceId: keyId, from, reason: 'leaked' })
    const at = `/v2/reversals/${body.data.reversalId}`
    await until('the reversal is finished', async () => (await home.client.get(at)).body.data.state === 'finished')
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await home.client.get(`${at}/items?limit=100${cursor && `&cursor=${cursor}`}`)
      for (const item of page.body.data as { auditId: string; kind: string; state: string; reason: string | null }[]) {
        expect([item.kind, item.state, item.reason]).toEqual([item.kind, 'taken_back', null])
        taken.push(item.auditId)
      }
      cursor = page.body.meta.nextCursor as string | null
    }
  }
  return taken
}

it('takes no more than its limit, is reported once, may give anything, and everything is taken back', async () => {
  for (let run = 0; run < TIMES; run++) {
    const from = new Date(Date.now() - 60_000).toISOString()
    const leaked = await leak(await app.community())
    const { home, keys, wayOf } = leaked
    // first each way once, so that each is counted; then all at once, until each is refused
    for (const way of ways) await attempt(leaked, 0, way)
    await waiting(leaked)
    await Promise.all(Array.from({ length: CALLERS }, (_, caller) => abuse(leaked, caller)))
    const held = await waiting(leaked)
    const entries = await entriesOf(leaked)
    const takes = takesOf(leaked, entries)
    expect(takes).toHaveLength(TAKES_PER_HOUR)
    expect([...new Set(takes)].sort()).toEqual(ways.map(({ name }) => name).sort())
    expect([...leaked.refused, ...(held.length > 0 ? ['queued demotion'] : [])].sort()).toEqual(
      [...new Set(takes)].sort(),
    )
    // takes of the keys that it made count for the leaked key
    const { rows } = await sql<{ sum: number }>`select sum(one)::int as sum from take_window w
      cross join lateral unnest(w.taken) one
      where w.community_id = ${home.communityId} and w.owner = ${keys[0]?.keyId}`.execute(app.dba)
    expect(rows).toEqual([{ sum: TAKES_PER_HOUR }])
    const told = entries.filter(({ action }) => action === 'key.limited').map(({ after }) => after)
    expect(told).toEqual([{ keyId: expect.any(String) as string, limit: TAKES_PER_HOUR }])

    // a queued change delays all later changes of its member, and so the reversal
    for (const id of held) await home.client.post(`/v2/platform-operations/${id}/cancel`)
    const taken = await takeBack(leaked, from)
    const ofReversals = entries.filter(({ action }) => kindOfAction(action) !== null)
    expect(taken.sort()).toEqual(ofReversals.map(({ audit_id }) => audit_id).sort())
    const left = entries.filter(({ action }) => kindOfAction(action) === null && !harmless.includes(action))
    expect(left.map(({ action }) => action)).toEqual([])
    expect(await waiting(leaked)).toEqual([])
    for (const userId of wayOf.keys()) {
      const { experience, medals, qualifications } = (await home.client.get(`/v2/members/${userId}`)).body.data
      expect([experience, medals, qualifications]).toEqual([0, [], []])
      expect(app.world.rolesOf(group.id, userId)).toEqual([recruit])
    }
    for (const list of ['suspensions', 'blacklist-entries', 'warnings'])
      expect([list, (await home.client.get(`/v2/${list}?state=live`)).body.data]).toEqual([list, []])
    expect(keys).toHaveLength(3)
  }
})
