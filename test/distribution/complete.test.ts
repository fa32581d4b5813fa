// On a Citus cluster nothing is left out: webhooks, erasure, export, backup.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { auditOrder } from '../../src/audit/order'
import { openDatabase } from '../../src/db/database'
import { listTables, withSession } from '../../src/transfer/snapshot'
import { planDistribution } from '../../src/db-citus/distribute'
import { migrate } from '../../src/db/migrations/migrate'
import { makeLogger } from '../../src/base/logger'
import { adminOn } from '../admin/support'
import { makePlace, plant, type Place } from '../data-rights/plant'
import { whereIs, type Traces } from '../data-rights/scan'
import { encryptionKey, startTestApp, type TestApp } from '../support/app'
import { distributeAll, joinNodes } from '../support/citus'
import { connectionTo, emptyDatabase, environment, freshDatabase, type TestDatabase } from '../support/database'
import { describeWhere } from '../support/only-where'
import { until } from '../support/until'
import { endpoint, hurry, worker } from '../webhooks/fixture'
import { startReceiver, type Receiver } from '../webhooks/receiver'

const sqlDir = path.join(__dirname, '..', '..', 'sql')

const isCluster = process.env['CITUS_URL'] !== undefined
/** Registers tests only with a cluster. */
const onCitus = describeWhere(isCluster)

/** URLs of a database on all nodes, the coordinator first. */
function nodesOf(url: string): string[] {
  const name = new URL(url).pathname.slice(1)
  return String(process.env[environment.nodeUrls])
    .split(' ')
    .map((node) => connectionTo(node, name))
}

const adminAt = (databaseUrl: string) =>
  adminOn({ DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey.toString('hex') })

/** Number of shards that the members of the communities are spread over. */
async function countShards(app: TestApp, communityIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ shards: number }>`
    select count(distinct get_shard_id_for_distribution_column('member', community_id))::int as shards
    from unnest(${communityIds}::text[]) as one (community_id)`.execute(app.dba)
  return rows[0]?.shards ?? 0
}

describe('webhooks', () => {
  let app: TestApp
  let receiver: Receiver

  beforeAll(async () => {
    app = await startTestApp({ worker: false })
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await receiver.close()
    await app.close()
  })

  test('have one message for each award of many communities, in order per member, with three workers', async () => {
    const homes = await Promise.all([1, 2, 3, 4, 5].map(() => app.community()))
    const ids = homes.map(({ communityId }) => communityId)
    if (isCluster) expect(await countShards(app, ids)).toBeGreaterThan(1)
    for (const home of homes)
      await endpoint(home, { url: `${receiver.url}/${home.communityId}` }, { types: ['member.awarded'] })
    const first = new Map<string, number>()
    receiver.react = ({ id }) => {
      first.set(id, (first.get(id) ?? 0) + 1)
      return { status: Math.random() < 0.2 && (first.get(id) ?? 0) < 5 ? 500 : 204 }
    }
    const workers = [1, 2, 3].map(() => worker(app))
    const write = async ({ client }: (typeof homes)[number], userId: number): Promise<void> => {
      for (let n = 1; n <= 8; n++)
        await until('it is awarded', async () => {
          const body = { op: 'increment', amount: 1 }
          return (await client.post(`/v2/members/${userId}/experience`, body)).status === 200
        })
    }
    await Promise.all(homes.flatMap((home) => [101, 102, 103].map((userId) => write(home, userId))))
    const written = 5 * 3 * 8
    await until('all are delivered', async () => {
      await hurry(app.app.db)
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from webhook_delivery where status = 'delivered'`.execute(app.dba)
      return rows[0]?.count === written
    })
    await Promise.all(workers.map((one) => one.stop()))
    expect(new Set(receiver.received.map(({ body }) => body.data.auditId)).size).toBe(written)
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(written)
    for (const communityId of ids) {
      for (const userId of ['101', '102', '103']) {
        const values = receiver.received
          .filter((one) => one.path.endsWith(communityId) && one.body.data.userId === userId)
          .map(({ body }) => body.data.after.experience as number)
        // a message is repeated until it is accepted; only then the next one is sent
        expect([...new Set(values)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
        expect(values).toEqual([...values].sort((one, other) => one - other))
      }
    }
  })
})

onCitus('the data of an account', () => {
  let app: TestApp
  let places: Place[]
  const gone: Traces = { userId: 880_112_233, mark: 'zebramark' }
  const other: Traces = { userId: 990_445_566, mark: 'heronmark' }

  beforeAll(async () => {
    app = await startTestApp()
    for (let made: Place[] = []; ; made = [...made, await makePlace(app)]) {
      const ids = made.map(({ community }) => community.communityId)
      places = made
      if ((await countShards(app, ids)) > 1) break
    }
    await plant(app, other, places)
    await plant(app, gone, places)
  })
  afterAll(() => app.close())

  /** Columns with traces of the account, also in the shards of every node. */
  async function everywhere(traces: Traces): Promise<string[]> {
    const found = await whereIs(app.dba, traces)
    for (const url of nodesOf(app.databaseUrl).slice(1)) {
      const { db, close } = openDatabase(url, 1, makeLogger('silent'))
      // shards are hidden from ordinary queries of the catalogue
      await sql`set citus.override_table_visibility to off`.execute(db)
      found.push(...(await whereIs(db, traces)))
      await close()
    }
    return found
  }
  const run = (...args: string[]) => adminAt(app.parts.connectionString).json(['data-rights', ...args])

  test('is exported from every community, and is erased from the coordinator and every node', async () => {
    const exported = await run('export', '--user', String(gone.userId))
    expect(exported.communities).toHaveLength(places.length)
    for (const one of exported.communities) {
      expect(one).toMatchObject({ member: { medals: [{ name: 'Valor', count: expect.any(Number) }] } })
      expect(one.responses).toHaveLength(2)
      expect(one.auditEntries.length).toBeGreaterThan(5)
    }
    expect(JSON.stringify(exported)).not.toContain(other.mark)

    const others = await everywhere(other)
    expect((await everywhere(gone)).filter((place) => /^member_\d+\.user_id$/.test(place)).length).toBeGreaterThan(0)
    await run('release', '--user', String(gone.userId))
    const erase = ['erase', '--user', String(gone.userId), '--everything', '--yes']
    let isErasing = true
    // another member of the same communities
    const beside = places.map(async ({ community: { client } }) => {
      let awards = 0
      while (isErasing)
        if ((await client.post('/v2/members/101/experience', { op: 'increment', amount: 1 })).status === 200) awards++
      return { awards, experience: (await client.get('/v2/members/101')).body.data.experience as number }
    })
    const { erased } = await run(...erase).finally(() => (isErasing = false))
    expect(erased).toMatchObject({ member: places.length, application_response: 2 * places.length })
    for (const { awards, experience } of await Promise.all(beside)) expect(experience).toBe(awards)
    expect(await everywhere(gone)).toEqual([])
    expect(await everywhere(other)).toEqual(others)
  })
})

onCitus('a backup', () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'citus-backup-'))
  const file = path.join(directory, 'community.sql.gz')
  const opened: TestDatabase[] = []
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp({ worker: false })
  })
  afterAll(async () => {
    await app.close()
    for (const database of opened) await database.drop()
    fs.rmSync(directory, { recursive: true })
  })

  const dump = (url: string): Promise<Record<string, number>> =>
    withSession(url, async (client) => {
      const all: Record<string, number> = {}
      for (const { name } of await listTables(client)) {
        const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`)
        all[name] = rows[0]?.count ?? 0
      }
      return all
    })

  test('of a distributed database is refused by a distributed one, and restored into a plain one, which is distributed again', async () => {
    const homes = await Promise.all([1, 2, 3].map(() => app.community()))
    for (const { client } of homes)
      for (const userId of [101, 102])
        expect((await client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 3 })).status).toBe(200)
    const before = await dump(app.databaseUrl)
    await adminAt(app.databaseUrl).json(['backup', 'create', '--to', file])
    const restore = ['backup', 'restore', '--from', file]

    const distributed = await freshDatabase()
    opened.push(distributed)
    expect(await adminAt(distributed.url).failure(restore)).toContain(
      'The database is distributed. Restore into one that is not, then run distribute.',
    )

    const plain = await emptyDatabase()
    opened.push(plain)
    await joinNodes(nodesOf(plain.url))
    await migrate(plain.url, { sqlDir, upkeep: auditOrder })
    expect(await adminAt(plain.url).run(restore)).toMatchObject({ exitCode: 0 })
    await distributeAll(plain.url)
    await migrate(plain.url, { sqlDir, upkeep: auditOrder })
    const client = new Client({ connectionString: plain.url })
    await client.connect()
    expect(await planDistribution(client).finally(() => client.end())).toEqual([])
    // a restore pauses rank changes, with an audit entry in each community
    const restored = await dump(plain.url)
    const changed = Object.keys(restored).filter((name) => restored[name] !== before[name])
    expect(changed).toEqual(['public.audit_entry'])

    const second = await startTestApp({ connectionString: plain.url, worker: false, platform: app.parts.platform })
    try {
      for (const { key, communityId } of homes) {
        const one = second.clientFor(key, communityId)
        expect((await one.get('/v2/members/101')).body.data.experience).toBe(3)
        const award = await one.post('/v2/members/101/experience', { op: 'increment', amount: 1 })
        expect(award.body.data.experience).toBe(4)
        await until('the feed ends with the new entry', async () => {
          const { body } = await one.get('/v2/audit-entries?limit=100')
          return body.data.at(-1)?.auditId === award.body.meta.auditId
        })
      }
    } finally {
      await second.close()
    }
  })
})
