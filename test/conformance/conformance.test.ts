// The conformance suite: the server passes, a read-only run changes nothing, and planted deviations are found.
import { setTimeout as wait } from 'node:timers/promises'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { main } from '../../clients/conformance/src/main'
import { readContract } from '../../clients/conformance/src/contract'
import { makeWire } from '../../clients/conformance/src/http'
import { issueKey } from '../../src/auth/actions'
import { operationTable } from '../../generated/operations'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { deviationsOf } from './deviations'
import { startProxy, type Deviation, type Proxy } from './proxy'

const secret = 'a-secret-of-the-platform-webhook'
// parsing the JSON is faster than parsing the YAML
const contract = readContract(path.resolve(__dirname, '../../generated/contract.json'))
let app: TestApp
let proxy: Proxy
let home: TestCommunity
let limitedKey: string

beforeAll(async () => {
  app = await startTestApp({
    // long, so that a busy machine does not look like a deviation
    settings: { ...testSettings, platformTimeoutMs: 5_000 },
    platformSecrets: [secret],
    rateLimits: { key: 6_000, address: 600, access: 200 },
  })
  proxy = await startProxy(app.url)
  home = await app.community()
  const limited = await issueKey(await home.ctx(), { name: 'limited', scopes: ['ranks.read'], expiresAt: null })
  limitedKey = limited.key
  await sql`insert into verified_account (user_id, chat_user_id) values (105, '5')`.execute(app.app.db)
})
afterAll(async () => {
  await proxy.close()
  await app.close()
})
beforeEach(() => proxy.deviate({}))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly said: string[]
}

/** Runs the suite. Its waits advance the server's clock. */
async function runWith(flags: readonly string[], key = home.key, url = proxy.url, held = contract): Promise<Ran> {
  const ran = { out: '', err: '', said: [] as string[] }
  const code = await main(['--url', url, '--key', key, '--community', home.communityId, ...flags], {
    env: {},
    out: (text) => void (ran.out += text),
    err: (text) => void (ran.err += text),
    say: (message) => void ran.said.push(message),
    paint: (_, text) => text,
    // rate limits follow the clock of the test, and jobs that of the machine
    sleep: (ms) => wait(Math.min(ms, 250), app.advance(ms)),
    readContract: () => held,
  })
  return { code, ...ran }
}

const members = group.members.join(',')
const proxyUrl = (): string => proxy.url
const writing = ['--write', '--users', members, '--applicants', '105', '--webhook-url', 'https://hooks.example.com/']

it('the server passes a run with writes, in which every operation succeeds but two: nobody asks to join, and nobody has signed in', async () => {
  const junit = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'conformance-')), 'report.xml')
  const flags = [...writing, '--limited-key', limitedKey, '--platform-secret', secret, '--quick', '--junit', junit]
  // the platform is slower than the server's answers, so that queued rank changes can be cancelled
  const ms = process.env['CITUS_URL'] === undefined ? 20 : 200
  app.simulator.faults.add({ kind: 'delay', ms, path: '/memberships$' })
  const { code, out } = await runWith(flags, home.key, app.url)
  app.simulator.faults.clear()
  expect(out).toContain('The deployment conforms')
  const count = Object.keys(operationTable).length
  expect(out).toContain(`${count - 2} of ${count} operations succeeded`)
  expect(out).toContain('revokeSession: no response had: sessionId of sessions')
  expect(out).toContain('declineJoinRequest: 409 join_request_accepted')
  expect(code).toBe(0)
  const xml = fs.readFileSync(junit, 'utf8')
  expect(xml).toMatch(/<testsuites name="conformance" tests="\d{3,4}" failures="0" skipped="2">/)
  expect(xml.match(/<testsuite /g)?.length).toBe(Object.keys(operationTable).length + 1)
  fs.rmSync(path.dirname(junit), { recursive: true })
})

/** Rows of all tables, without times of last use and counters. */
async function contents(): Promise<Record<string, string>> {
  const { rows } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(app.app.db)
  const found: Record<string, string> = {}
  const ofProcesses = ['audit_news', 'audit_reader', 'rate_log', 'rate_window', 'worker_process']
  for (const { name } of rows.filter((row) => !ofProcesses.includes(row.name))) {
    const { rows: sums } = await sql<{
      sum: string
    }>`select md5(coalesce(string_agg((to_jsonb(t) - 'last_used_at')::text, ',' order by to_jsonb(t)::text), '')) as sum
      from ${sql.table(name)} t`.execute(app.app.db)
    found[name] = sums[0]?.sum ?? ''
  }
  return found
}

/** Disables the webhooks of the previous test. */
async function stopDeliveries(): Promise<void> {
  await sql`update webhook_endpoint set enabled = false, disabled_at = now(), disabled_reason = 'requested'
    where enabled`.execute(app.app.db)
  await until('no message is in delivery', async () => {
    const { rows } = await sql`select from webhook_line where lease_until is not null`.execute(app.app.db)
    return rows.length === 0
  })
}

it('the server passes a read-only run, which sends only GET and HEAD and changes no table', async () => {
  // two hours: profiles expire, so that reads which may write would write
  app.advance(7_200_000)
  await home.client.get('/v2/ranks')
  await stopDeliveries()
  const before = await contents()
  proxy.asked.length = 0
  const { code, out } = await runWith(['--limited-key', limitedKey, '--quick'])
  expect([out.includes('The deployment conforms'), code]).toEqual([true, 0])
  expect(new Set(proxy.asked.map(({ method }) => method))).toEqual(new Set(['GET', 'HEAD']))
  expect(await contents()).toEqual(before)
  expect(Object.keys(before).length).toBeGreaterThan(30)
  expect(out).toMatch(/getMember, getResponse *: a read that may write/)
  const mayWrite = contract.operations.filter(({ method, reads }) => method === 'GET' && !reads)
  expect(mayWrite.map(({ id }) => id)).toEqual(['getMember', 'getResponse'])
  await home.client.get('/v2/members/101')
  expect(await contents()).not.toEqual(before)
})

it('rejects a write in a read-only run before sending it', async () => {
  const wire = makeWire({
    url: proxy.url,
    readsOnly: true,
    timeoutMs: 1_000,
    say: () => {},
    sleep: () => Promise.resolve(),
  })
  proxy.asked.length = 0
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    await expect(wire.send({ method, path: '/v2/ranks', headers: {} })).rejects.toThrow('needs --write')
  }
  expect(proxy.asked).toEqual([])
})

it.each(deviationsOf('the key').map(({ what }, index) => [what, index] as const))('reports %s', async (_, index) => {
  const planted = deviationsOf(home.key)[index]
  if (!planted) throw new Error('no such deviation')
  const { only, write, flags = [], expected, deviation, contract: changed } = planted
  const all = ['--only', only, '--limited-key', limitedKey, ...(write ? writing : []), ...flags]
  proxy.deviate(deviation)
  const { code, out } = await runWith(all, home.key, proxy.url, changed?.(contract))
  expect(out).toMatch(expected)
  expect(code).toBe(1)
})

/** A proxy that answers every n-th request with 429. */
function refuseEach(n: number): Required<Deviation>['answer'] {
  const refusal = { error: { code: 'rate_limit_exceeded', message: 'Wait.' } }
  const headers = { 'content-type': 'application/json', 'retry-after': '7' }
  let count = 0
  return (one) =>
    ++count % n === 0 ? { status: 429, headers: { ...one.headers, ...headers }, body: JSON.stringify(refusal) } : one
}

it('waits for a rate limit and continues', async () => {
  proxy.deviate({ answer: refuseEach(3) })
  const { code, said } = await runWith(['--only', 'listRanks'])
  expect([code, said.filter((text) => text.includes('waiting 7 s')).length > 1]).toEqual([0, true])
})

it('does not repeat a request of which a part was done', async () => {
  const error = { code: 'rate_limit_exceeded', message: 'm', details: { committed: ['experience'] } }
  proxy.deviate({
    answer: (one) => ({
      status: 429,
      headers: { ...one.headers, 'retry-after': '7' },
      body: JSON.stringify({ error }),
    }),
  })
  const wire = makeWire({
    url: proxy.url,
    readsOnly: false,
    timeoutMs: 5_000,
    say: () => undefined,
    sleep: () => Promise.reject(new Error('it waits to repeat the request')),
  })
  const { status } = await wire.send({ method: 'POST', path: '/v2/members/101/experience', headers: {}, body: '{}' })
  expect([status, wire.count()]).toEqual([429, 1])
})

it('waits for a rate limit of a HEAD request, which has no error code', async () => {
  let count = 0
  proxy.deviate({
    answer: (one, { method }) =>
      method === 'HEAD' && count++ === 0
        ? { status: 429, headers: { ...one.headers, 'retry-after': '7' }, body: '' }
        : one,
  })
  const { code, said } = await runWith(['--only', 'listRanks'])
  expect([code, said.filter((text) => text.includes('waiting 7 s')).length]).toEqual([0, 1])
})

it('--rate-limit exceeds the rate limit, and reports a missing Retry-After', async () => {
  const limited = await startTestApp({ rateLimits: { key: 60, address: 60, access: 20 } })
  const between = await startProxy(limited.url)
  try {
    const { key, communityId } = await limited.community({ connected: false })
    const flags = ['--only', 'listRanks', '--rate-limit', '--community', communityId]
    const passed = await runWith(flags, key, limited.url)
    expect([passed.code, passed.out]).toEqual([0, expect.stringContaining('The deployment conforms')])
    expect(passed.out).not.toContain('Note')
    limited.advance(60_000)
    between.deviate({
      answer: (one) => (one.status === 429 ? { ...one, headers: { ...one.headers, 'retry-after': 'later' } } : one),
    })
    const { code, out } = await runWith(flags, key, between.url)
    expect([code, out]).toEqual([1, expect.stringContaining('Retry-After is missing')])
  } finally {
    await between.close()
    await limited.close()
  }
})

it.each([
  ['an operation is unknown', ['--only', 'listStars'], 2, proxyUrl, /no operation 'listStars'/],
  ['an option is unknown', ['--fast'], 2, proxyUrl, /--fast/],
  ['the URL is invalid', [], 2, () => 'localhost', /--url is "localhost"/],
  ['the contract is missing', ['--contract', 'no.yaml'], 2, proxyUrl, /--contract is "no.yaml", which does not exist/],
  ['a report cannot be written', ['--sarif', '/no/x.sarif'], 2, proxyUrl, /--sarif is "\/no\/x.sarif", whose folder/],
  ['the key is wrong', ['--only', 'listRanks'], 3, proxyUrl, /does not accept this key/],
  ['the server is unreachable', [], 3, () => 'http://127.0.0.1:1', /cannot be reached: .*ECONNREFUSED/],
  ['the server is another one', [], 3, proxyUrl, /answers \/v2\/members with 404 and no JSON. Is --url right/],
])('prints one line and exits when %s', async (what, flags, expected, url, message) => {
  if (what.includes('another')) proxy.deviate({ answer: (one) => ({ ...one, status: 404, body: '<html>' }) })
  const { code, err, out } = await runWith(flags, 'cmk_wrong', url())
  expect([code, out, err.trimEnd().split('\n').length]).toEqual([expected, '', 1])
  expect(err).toMatch(message)
})

it('awards a community with one known member without naming it twice', async () => {
  const small = await app.community()
  await small.client.get('/v2/members/101')
  const only = 'createEventType,createEvent,setEventAttendees,awardBatch'
  const flags = ['--write', '--quick', '--only', only, '--community', small.communityId]
  const { code, out } = await runWith(flags, small.key, app.url)
  expect([out.match(/FAIL .*\n.*/g), code]).toEqual([null, 0])
})

it('says how far it is, and what it waited for', async () => {
  proxy.deviate({ answer: refuseEach(5) })
  const { out, said } = await runWith(['--only', 'listRanks,listMedals'])
  expect(said.filter((text) => /^ *[12]\/2 list(Ranks|Medals)$/.test(text))).toHaveLength(2)
  expect(said.join('\n')).toContain('8 of the requests have no valid key')
  expect(out).toMatch(/\d+ requests, \d+ s of waiting for rate limits\./)
})
