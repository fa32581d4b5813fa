// The server on a Citus cluster. Runs where CITUS_URL names a database on its coordinator; all other tests then use the
// cluster too.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { makeApp } from '../../src/process/app'
import { auditOrder } from '../../src/audit/order'
import { changeKey, issueKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { deploymentReader } from '../../src/process/deployment-state'
import { metricsText } from '../../src/base/telemetry/metrics'
import { listTables, withSession } from '../../src/transfer/snapshot'
import { planDistribution, runStep } from '../../src/db-citus/distribute'
import { migrate } from '../../src/db/migrations/migrate'
import { createAward } from '../../src/awards/medals/actions'
import { adminOn } from '../admin/support'
import { encryptionKey, makeClient, serve, startTestApp, type Client as ApiClient, type TestApp } from '../support/app'
import { joinNodes } from '../support/citus'
import { connectionTo, emptyDatabase, environment, type TestDatabase } from '../support/database'
import { describeWhere } from '../support/only-where'
import { until } from '../support/until'

const isCluster = process.env['CITUS_URL'] !== undefined
if (!isCluster) console.info('CITUS_URL is not set: the server was not tested on Citus')
/** Registers tests only with a cluster. */
const onCitus = describeWhere(isCluster)

const sqlDir = path.join(__dirname, '..', '..', 'sql')

/** Rows as text, without what a distribution changes. `last_used_at` of a key is written later than its requests. */
const dump = (url: string): Promise<Record<string, string[]>> =>
  withSession(url, async (client) => {
    const all: Record<string, string[]> = {}
    for (const { name } of await listTables(client)) {
      if (['public.audit_history', 'public.worker_process'].includes(name) || name.startsWith('graphile_worker'))
        continue
      const { rows } = await client.query<{ row: string }>(
        `select (to_jsonb(t) - 'last_used_at')::text as row from ${name} t order by 1`,
      )
      all[name] = rows.map(({ row }) => row)
    }
    return all
  })

async function actionsOf(client: ApiClient, cursor: string | null): Promise<{ ids: number[]; cursor: string }> {
  const ids: number[] = []
  for (let at = cursor; ;) {
    const page = await client.get(`/v2/audit-entries?limit=100${at === null ? '' : `&cursor=${at}`}`)
    // refused for overload: nothing was read
    if (page.status === 503) continue
    ids.push(...page.body.data.map(({ auditId }: { auditId: string }) => Number(auditId)))
    at = page.body.meta.nextCursor as string
    if (!page.body.meta.hasMore) return { ids, cursor: at }
  }
}

test('refuses to distribute a database without the extension', async () => {
  const plain = await emptyDatabase()
  try {
    const admin = adminOn({ DATABASE_URL: plain.ownerUrl, ENCRYPTION_KEY: encryptionKey.toString('hex') })
    expect(await admin.failure(['distribute', '--dry-run'])).toContain('The database has no extension citus.')
  } finally {
    await plain.drop()
  }
})

onCitus('a database with data', () => {
  let database: TestDatabase
  let app: TestApp
  let client: Client

  beforeAll(async () => {
    database = await emptyDatabase()
    const name = new URL(database.url).pathname.slice(1)
    const nodes = String(process.env[environment.nodeUrls]).split(' ')
    await joinNodes(nodes.map((node) => connectionTo(node, name)))
    await migrate(database.ownerUrl, { sqlDir, upkeep: auditOrder })
    client = new Client({ connectionString: database.ownerUrl })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await app.close()
    await database.drop()
  })

  test('is distributed after an interruption, with every row, the same answers and the feed in order', async () => {
    app = await startTestApp({ connectionString: database.ownerUrl, worker: false })
    const home = await app.community()
    await createAward(await home.ctx(), 'medal', 'Valor')
    for (const userId of [101, 102]) {
      expect((await home.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 7 })).status).toBe(
        200,
      )
      expect((await home.client.post(`/v2/members/${userId}/medals`, { name: 'Valor' })).status).toBeLessThan(300)
    }
    let read = await actionsOf(home.client, null)
    // transactions in other databases of the cluster hold back the end of the feed
    await until('the feed is complete', async () => {
      read = await actionsOf(home.client, null)
      const { rows } = await client.query(`select from audit_entry where community_id = $1`, [home.communityId])
      return read.ids.length === rows.length
    })
    const member = (await home.client.get('/v2/members/101')).body.data
    const before = await dump(database.url)

    const admin = adminOn({ DATABASE_URL: database.ownerUrl, ENCRYPTION_KEY: encryptionKey.toString('hex') })
    const planned = await admin.run(['distribute', '--dry-run', '--json'])
    const { steps } = JSON.parse(planned.stdout) as { steps: string[] }
    expect(steps.length).toBeGreaterThan(40)
    expect(await dump(database.url)).toEqual(before)

    // the first 25 steps only, as if the command had been killed
    for (const step of (await planDistribution(client)).slice(0, 25)) await runStep(client, step)
    const finished = await admin.run(['distribute', '--yes', '--json'])
    expect(finished.stderr).toMatch(/^1 of \d+: /)
    expect(JSON.parse(finished.stdout)).toMatchObject({
      nodes: expect.any(Number),
      state: 'done',
      steps: steps.slice(25),
    })
    expect(await planDistribution(client)).toEqual([])

    expect(await dump(database.url)).toEqual(before)
    expect((await home.client.get('/v2/members/101')).body.data).toEqual(member)
    expect(
      (await home.client.post('/v2/members/101/experience', { op: 'increment', amount: 1 })).body.data.experience,
    ).toBe(8)
    let news = await actionsOf(home.client, read.cursor)
    await until('the new entry is in the feed', async () => {
      news = await actionsOf(home.client, read.cursor)
      return news.ids.length > 0
    })
    expect(news.ids).toHaveLength(1)
    expect((await actionsOf(home.client, null)).ids).toEqual([...read.ids, ...news.ids])
  })
})

onCitus('a distributed database', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('rejects a revoked key within a second in every process', async () => {
    const home = await app.community()
    const others = await Promise.all([1, 2].map(async () => serve(await makeApp(app.parts))))
    try {
      const ctx = await home.ctx()
      const { key, keyId } = await issueKey(ctx, { name: 'doomed', scopes: ['members.read'], expiresAt: null })
      const credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': home.communityId }
      const clients = [app, ...others].map(({ url }) => makeClient(url, credentials))
      for (const one of clients) expect((await one.get('/v2/members')).status).toBe(200)
      await changeKey(ctx, await requireKey(app.app.db, keyId), 'revoked')
      const revokedAt = Date.now()
      await Promise.all(
        clients.map((one) => until('it is rejected', async () => (await one.get('/v2/members')).status === 401)),
      )
      expect(Date.now() - revokedAt).toBeLessThan(1_000)
    } finally {
      await Promise.all(others.map((one) => one.close()))
    }
  })

  test('runs an award whole on the node of its community, with one call', async () => {
    const home = await app.community()
    await createAward(await home.ctx(), 'medal', 'Valor')
    expect((await home.client.post('/v2/members/101/medals', { name: 'Valor' })).status).toBeLessThan(300)
    const award = await home.client.post('/v2/members/101/experience', { op: 'increment', amount: 3 })
    expect([award.status, award.body.data.experience, award.body.meta.change]).toEqual([200, 3, 3])
    expect(award.body.data).toEqual((await home.client.get('/v2/members/101')).body.data)
    const { rows } = await sql<Record<string, string>>`explain select change_points(
      ${home.communityId}::text, false, true, '{101}', '{experience}', '{increment}', '{1}', '{0}', '{member.experience}',
      '{"{}"}', '{"{}"}', '{null}', '{key}', '{k}', '{null}', '{null}')`.execute(app.dba)
    const plan = rows.map((row) => Object.values(row).join()).join('\n')
    expect(plan).toContain('Citus Adaptive')
    expect(plan).toContain('Task Count: 1')
  })

  test('is migrated: columns, triggers, functions and indexes of distributed tables, and a new table', async () => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'next-release-'))
    cpSync(sqlDir, directory, { recursive: true })
    const home = await app.community()
    await home.client.post('/v2/members/101/experience', { op: 'increment', amount: 3 })
    writeFileSync(
      path.join(directory, '9001_more.sql'),
      `-- compatible-from: 0001
alter table member add column streak integer not null default 7;
create function raise_streak() returns trigger language plpgsql as
  $$ begin new.streak := old.streak + 1; return new; end $$;
create trigger member_streak before update on member for each row execute function raise_streak();
create table badge (community_id text not null, badge_id text not null, primary key (community_id, badge_id));
`,
    )
    writeFileSync(
      path.join(directory, '9002_index.sql'),
      '-- no-transaction\n-- compatible-from: 0001\ncreate index concurrently if not exists member_streak on member (community_id, streak);\n',
    )
    const options = { sqlDir: directory, upkeep: auditOrder }
    expect(await migrate(app.parts.connectionString, options)).toEqual(['9001_more.sql', '9002_index.sql'])
    const award = await home.client.post('/v2/members/101/experience', { op: 'increment', amount: 1 })
    expect(award.body.data.experience).toBe(4)
    const { rows } = await sql<{ streak: number }>`
      select streak from member where community_id = ${home.communityId} and user_id = 101`.execute(app.dba)
    expect(rows).toEqual([{ streak: 8 }])
    // a server of the release before still starts
    expect(await migrate(app.parts.connectionString, { sqlDir, upkeep: auditOrder })).toEqual([])
    rmSync(directory, { recursive: true })
  })

  test('lets a server start while a node is down, and serves the communities of the other nodes', async () => {
    const homes = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.community()))
    const { rows } = await sql<{ community_id: string; port: number }>`
      select community_id, nodeport as port from unnest(${homes.map(({ communityId }) => communityId)}::text[]) as one (community_id)
      join citus_shards on shardid = get_shard_id_for_distribution_column('member', community_id)`.execute(app.dba)
    const [lost] = rows
    const other = homes.find(({ communityId }) =>
      rows.some((row) => row.community_id === communityId && row.port !== lost?.port),
    )
    expect((await other?.client.get('/v2/members/101'))?.status).toBe(200)
    // no server listens on this port
    const move = async (from: number, to: number) =>
      sql`update pg_dist_node set nodeport = ${to} where nodeport = ${from}`.execute(app.dba)
    const said: string[] = []
    // the first start after the distribution records the nodes
    await migrate(app.databaseUrl, { sqlDir, upkeep: auditOrder })
    await move(lost?.port ?? 0, 1)
    try {
      const options = { sqlDir, upkeep: auditOrder, log: (message: string) => void said.push(message) }
      expect(await migrate(app.databaseUrl, options)).toEqual([])
      expect(said).toContain(
        'a node of the cluster cannot be reached: the order of the audit log is checked at the next start',
      )
      expect((await other?.client.get('/v2/members/101'))?.status).toBe(200)
      await deploymentReader(app.base.db)()
      expect(await metricsText()).toContain('\ncommunity_database_nodes{state="down"} 1\n')
      const cut = homes.find(({ communityId }) => communityId === lost?.community_id)
      expect(await cut?.client.get('/v2/members/101')).toMatchObject({
        status: 503,
        body: { error: { code: 'dependency_unavailable' } },
      })
    } finally {
      await move(1, lost?.port ?? 0)
    }
    said.length = 0
    await migrate(app.databaseUrl, { sqlDir, upkeep: auditOrder, log: (message) => void said.push(message) })
    expect(said.join()).not.toContain('cluster')
  })

  test('shows every entry of concurrent writers once and in order, for communities on different nodes', async () => {
    const homes = await Promise.all([1, 2, 3, 4].map(() => app.community()))
    const { rows: places } = await sql<{ shard: number }>`
      select distinct get_shard_id_for_distribution_column('member', community_id) as shard
      from unnest(${homes.map(({ communityId }) => communityId)}::text[]) as one (community_id)`.execute(app.dba)
    expect(places.length).toBeGreaterThan(1)
    const countEntries = async (communityId: string): Promise<number> => {
      const entries = app.dba.selectFrom('audit_entry').where('community_id', '=', communityId)
      return (await entries.select('audit_id').execute()).length
    }
    let isWriting = true
    const writers = homes.flatMap((home) =>
      [101, 102, 103].map(async (userId) => {
        for (let round = 0; round < 8; round++) {
          await until('it is awarded', async () => {
            const award = await home.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 1 })
            return award.status === 200
          })
        }
      }),
    )
    const readers = homes.map(async ({ client, communityId }) => {
      const seen: number[] = []
      let cursor: string | null = null
      // transactions in other databases of the cluster hold back the end of the feed
      await until('the feed is complete', async () => {
        const isLast = !isWriting
        const page = await actionsOf(client, cursor)
        seen.push(...page.ids)
        cursor = page.cursor
        return isLast && seen.length >= (await countEntries(communityId))
      })
      return seen
    })
    await Promise.all(writers)
    isWriting = false
    for (const [index, seen] of (await Promise.all(readers)).entries()) {
      const all = (await actionsOf(homes[index]?.client as ApiClient, null)).ids
      expect(seen).toEqual(all)
      expect(new Set(all).size).toBe(all.length)
      expect(all.length).toBe(await countEntries(homes[index]?.communityId as string))
      expect(all.length).toBeGreaterThanOrEqual(24)
    }
  })
})
