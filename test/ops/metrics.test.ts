import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { insertAuditEntry } from '../../src/audit/queries'
import { sealEntries, verifyChain } from '../../src/audit/seals/actions'
import { changeKey, issueKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { makeProcessProbes } from '../../src/process/app'
import { batched } from '../../src/db/batcher'
import { Draining } from '../../src/http/probes/drain'
import { LoadShedder } from '../../src/http/load-shedder'
import { makeHttpServer } from '../../src/http/server'
import { metricsText, watchProcess } from '../../src/base/telemetry/metrics'
import type { AddressInfo } from 'node:net'
import { startStubApi } from '../http/stub-api'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { requestsLogged } from '../support/request-log'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community()
})
afterAll(() => app.close())

/** The value of a series; 0: there is no such series. */
async function valueOf(series: string, text?: string): Promise<number> {
  const line = (text ?? (await metricsText())).split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? 0 : Number(line.slice(series.length + 1))
}

async function increaseOf(series: string, work: () => Promise<unknown>): Promise<number> {
  const before = await valueOf(series)
  await work()
  await requestsLogged()
  return (await valueOf(series)) - before
}

const [memberId] = group.members
const path = `/v2/members/${memberId}`

it('counts requests by operation, status and error code, with their duration', async () => {
  const total = 'community_http_requests_total'
  expect(
    await increaseOf(`${total}{operation="getMember",status="200",code=""}`, () => community.client.get(path)),
  ).toBe(1)
  const bad = (): Promise<unknown> => community.client.get('/v2/members/x')
  expect(await increaseOf(`${total}{operation="getMember",status="400",code="validation_failed"}`, bad)).toBe(1)
  const unknown = (): Promise<unknown> => app.anonymous.get(path)
  expect(await increaseOf(`${total}{operation="getMember",status="401",code="missing_credentials"}`, unknown)).toBe(1)
  const nowhere = (): Promise<unknown> => community.client.get('/v2/nowhere')
  expect(await increaseOf(`${total}{operation="none",status="404",code="route_not_found"}`, nowhere)).toBe(1)
  const duration = 'community_http_request_duration_seconds_count{operation="getMember"}'
  expect(await increaseOf(duration, () => community.client.get(path))).toBe(1)
})

it('counts calls of the platform by outcome', async () => {
  const series = (outcome: string): string => `community_platform_calls_total{call="get_user",outcome="${outcome}"}`
  const refresh = (): Promise<unknown> => community.client.get(`${path}?refresh=true`)
  expect(await increaseOf(series('ok'), refresh)).toBe(1)
  app.simulator.faults.add({ kind: 'throttle', path: '/users/', count: 1 })
  expect(await increaseOf(series('rate_limited'), refresh)).toBe(1)
  app.simulator.faults.add({ kind: 'drop', path: '/users/', count: 1 })
  expect(await increaseOf(series('unavailable'), refresh)).toBe(1)
  app.simulator.faults.clear()
})

it('counts the sizes of batches', async () => {
  const ask = batched<number, number>({
    name: 'of_this_test',
    maxSize: 10,
    keyOf: null,
    load: (_db, _id, all) => Promise.resolve(all),
  })
  await Promise.all([1, 2, 3].map((question) => ask(app.base.db, 'cmt_of_this_test', question)))
  await community.client.post(`${path}/experience`, { op: 'increment', amount: 1 })
  await community.client.post(`${path}/quota-points`, { op: 'increment', amount: 1 })
  const text = await metricsText()
  expect(await valueOf('community_statement_batch_size_sum{statement="of_this_test"}', text)).toBe(3)
  expect(await valueOf('community_statement_batch_size_count{statement="of_this_test"}', text)).toBe(1)
  for (const statement of ['find_member', 'change_points']) {
    expect(text).toContain(`community_statement_batch_size_count{statement="${statement}"}`)
  }
})

it('counts requests that are refused because of overload', async () => {
  const loadShedder = new LoadShedder({ waitingCount: 1_000, options: { max: 16 } }, app.base.log)
  const stub = await startStubApi({ loadShedder })
  const refused = 'community_http_requests_refused_total{queue="requests"}'
  expect(await increaseOf(refused, () => fetch(`${stub.url}/v2/ranks`))).toBe(1)
  loadShedder.stop()
  await stub.close()
})

describe('GET /metrics', () => {
  async function scrape(connectionString = app.parts.connectionString): Promise<string> {
    const probed = { app: () => app.app, worker: () => undefined, draining: new Draining() }
    const probes = makeProcessProbes({ ...app.parts, connectionString }, probed)
    const server = makeHttpServer(probes.alone({ kind: 'all' }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      return await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`)).text()
    } finally {
      server.closeAllConnections()
      server.close()
      await probes.close()
    }
  }

  it('shows the length and age of the queue over all communities', async () => {
    await sql`insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
        deadline_at, created_at, not_before, actor_kind, actor_id)
      values (${community.communityId}, 'op_aaaaaaaaaaaaaaaaaaaa', 'rank.set', ${memberId}, ${group.roles.private}, false, true,
        now() + interval '1 day', now() - interval '1 hour', now(), 'key', 'test')`.execute(app.base.db)
    const text = await scrape()
    expect(await valueOf('community_rank_changes{state="queued_urgent"}', text)).toBe(1)
    const age = await valueOf('community_rank_changes_oldest_age_seconds{state="queued_urgent"}', text)
    expect(age).toBeGreaterThanOrEqual(3_600)
    expect(age).toBeLessThan(3_700)
    expect(await valueOf('community_rank_changes{state="queued_bulk"}', text)).toBe(0)
    expect(await valueOf('community_database_up', text)).toBe(1)
    expect(text).toContain('\ncommunity_workers_alive 0')
  })

  it('counts the valid keys that expire within 30 days', async () => {
    const days = (count: number): string => new Date(Date.now() + count * 86_400_000).toISOString()
    const issue = async (expiresAt: string | null) =>
      issueKey(await community.ctx(), { name: 'expiring', scopes: ['ranks.read'], expiresAt })
    for (const expiresAt of [null, days(31), days(-1), days(29)]) await issue(expiresAt)
    const { keyId } = await issue(days(1))
    await changeKey(await community.ctx(), await requireKey(app.base.db, keyId), 'disabled')
    expect(await valueOf('community_api_keys_expiring', await scrape())).toBe(1)
  })

  it('shows when the first platform credential ends, by kind, and nothing where it is not known', async () => {
    const set = (days: number) =>
      sql`update platform_connection set used_at = now() - make_interval(days => ${days})`.execute(app.base.db)
    await set(50)
    const text = await scrape()
    const seconds = await valueOf('community_platform_key_expires_seconds{credential="api_key"}', text)
    expect(Math.round(seconds / 86_400)).toBe(10)
    expect(text).not.toContain('community_platform_key_expires_seconds{credential="oauth"}')
    await sql`update platform_connection set used_at = null`.execute(app.base.db)
    expect(await scrape()).not.toMatch(/^community_platform_key_expires_seconds/m)
    await set(0)
  })

  it('shows the heads of the audit logs: each new head raises the value, and a replaced one changes the digest alone', async () => {
    const readHeads = async (): Promise<readonly [digest: string, seals: number]> => {
      const [, digest = '', seals] = /^community_audit_heads\{digest="(.*)"\} (\d+)$/m.exec(await scrape()) ?? []
      return [digest, Number(seals)]
    }
    const writeAndSeal = async (): Promise<void> => {
      await insertAuditEntry(await community.ctx(), { action: 'test.written' })
      await untilComplete(app.base.db)
      await sealEntries(app.base)
    }
    const [emptyDigest, none] = await readHeads()
    expect([emptyDigest, none]).toEqual([createHash('sha256').digest('hex'), 0])
    await writeAndSeal()
    const other = await app.community()
    await writeAndSeal()
    const [digest, seals] = await readHeads()
    const heads = await Promise.all(
      [community, other].map(async ({ communityId }) => {
        const chain = await verifyChain(app.base, communityId, null)
        return `${communityId} ${chain.seals} ${chain.head}`
      }),
    )
    expect([digest, seals]).toEqual([createHash('sha256').update(heads.sort().join('\n')).digest('hex'), 3])
    await writeAndSeal()
    const [next, more] = await readHeads()
    expect([next === digest, more]).toEqual([false, 4])
    await sql`update audit_head set hash = sha256(hash) where community_id = ${other.communityId}`.execute(app.dba)
    const [replaced, same] = await readHeads()
    expect([replaced === next, same]).toEqual([false, 4])
  })

  it('works without the database, and omits its metrics', async () => {
    const text = await scrape('postgresql://nobody@127.0.0.1:1/none')
    expect(await valueOf('community_database_up', text)).toBe(0)
    expect(text).toContain('\ncommunity_database_up 0')
    expect(text).not.toMatch(/^community_(rank_changes|webhook_messages|jobs\b|workers|api_keys|platform_connections)/m)
    expect(text).toMatch(/^community_http_requests_total\{/m)
  })

  it('shows the pools, and the process once it is watched', async () => {
    watchProcess()
    const text = await scrape()
    expect(await valueOf('community_database_connections_max{pool="api"}', text)).toBe(app.parts.poolSize)
    expect(await valueOf('community_database_connections{pool="api"}', text)).toBeGreaterThan(0)
    for (const name of ['community_database_connections_idle', 'community_database_requests_waiting']) {
      expect(text).toContain(`${name}{pool="api"}`)
    }
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
      'nodejs_heap_size_used_bytes',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} `, 'm'))
    }
  })

  it('has no label from a client, and a bounded number of series', async () => {
    const series = async (): Promise<string[]> =>
      (await scrape()).split('\n').flatMap((line) => (/^community_http/.test(line) ? [line.split(' ')[0] ?? ''] : []))
    const visit = async (count: number): Promise<void> => {
      const other = await app.community()
      for (let index = 0; index < count; index++) {
        await other.client.get(`/v2/members/${900_000 + index}`)
        await other.client.get(`/v2/unknown/${index}`)
        await app.clientFor(`cmk_none_${index}`, `cmt_${index}`).get(path)
      }
    }
    await visit(1)
    const before = await series()
    await visit(10)
    expect(await series()).toEqual(before)
    const labels = [...(await scrape()).matchAll(/="([^"]*)"/g)].map(([, value]) => value)
    expect(labels).toContain('getMember')
    const sent = [community.communityId, community.key, 'cmt_', 'cmk_', '/']
    expect(labels.filter((label) => sent.some((one) => label?.includes(one)))).toEqual([])
    // ids are compared whole: a hash in a label may contain the digits of a short id
    expect(labels.filter((label) => label === '900000' || label === String(memberId))).toEqual([])
  })
})
