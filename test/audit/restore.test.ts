// A database that comes to another cluster, or back from a dump: old entries keep their places, new ones come after them.
import { Client } from 'pg'
import { sql } from 'kysely'
import { listEntries } from '../../src/audit/actions'
import { insertAuditEntry } from '../../src/audit/queries'
import type { Ctx } from '../../src/context'
import { auditOrder } from '../../src/audit/order'
import { migrate } from '../../src/db/migrations/migrate'
import { projectRoot } from '../../src/config'
import path from 'node:path'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { pastTheGuard } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
let ctx: Ctx
const said: string[] = []

beforeEach(async () => {
  app = await startTestApp()
  community = await app.community({ connected: false })
  ctx = await community.ctx()
  said.length = 0
})
afterEach(() => app.close())

/** What every start does. */
const start = () =>
  migrate(app.databaseUrl, {
    sqlDir: path.join(projectRoot, 'sql'),
    log: (line) => void said.push(line),
    upkeep: auditOrder,
  })

/** As if the entries there are had been written in a cluster that had counted so much further. */
const comeFromAfar = (further: number) =>
  pastTheGuard(app.dba, sql`update audit_entry set position = position + ${further}`)

async function feed(): Promise<string[]> {
  const { entries } = await listEntries(ctx, {}, { order: 'feed', after: null, limit: 100 })
  return entries.map(({ action }) => action)
}

const old = ['community.create', 'key.create']

it('hides nothing and mixes nothing up after a restore into a cluster that has counted less far', async () => {
  await until('the feed is complete', async () => (await feed()).length === old.length)
  await comeFromAfar(1_000_000)
  expect(await feed()).toEqual([])
  await start()
  expect(said).toHaveLength(1)
  expect(await feed()).toEqual(old)
  await insertAuditEntry(ctx, { action: 'test.after' })
  await until('the new entry is shown, last', async () => (await feed()).join() === [...old, 'test.after'].join())
})

it('lets a reader go on who was ahead of what was restored', async () => {
  const lost = { position: 5_000_000, auditId: 900 }
  await comeFromAfar(1_000_000)
  await start()
  await insertAuditEntry(ctx, { action: 'test.after' })
  await until('the reader hears of it', async () => {
    const { entries } = await listEntries(ctx, {}, { order: 'feed', after: lost, limit: 100 })
    return entries.map(({ action }) => action).join() === 'test.after'
  })
})

it('knows another cluster or timeline, although no entry stands too far ahead', async () => {
  await sql`update audit_history set history = '7000000000000000000 00000001'`.execute(app.dba)
  await Promise.all([start(), start(), start()])
  expect(said.filter((line) => line.includes('another cluster'))).toHaveLength(1)
  const { rows } = await sql<{ leap: number }>`select audit_offset() as leap`.execute(app.app.db)
  expect(rows[0]?.leap).toBeGreaterThan(2 ** 39)
})

it('leaves a database alone that is where it was', async () => {
  await start()
  await start()
  expect(said).toEqual([])
  const { rows } = await sql<{ leap: number }>`select audit_offset() as leap`.execute(app.app.db)
  expect(rows).toEqual([{ leap: 0 }])
})

it('waits for who is writing, and is heeded by sessions that had prepared their statements', async () => {
  const award = () => community.client.post('/v2/members/1/experience', { op: 'increment', amount: 1 })
  for (let count = 0; count < 40; count++) await award()
  const writer = new Client({ connectionString: app.databaseUrl })
  await writer.connect()
  await writer.query('begin')
  await writer.query(
    `insert into audit_entry (community_id, actor_kind, actor_id, action) values ($1, 'job', 'late', 'test.late')`,
    [community.communityId],
  )
  await comeFromAfar(1_000_000)
  const starting = start()
  await until('the start waits', async () => {
    const { rows } = await sql`select from pg_locks where relation = 'audit_entry'::regclass and not granted`.execute(
      app.app.db,
    )
    return rows.length > 0
  })
  const awarding = Promise.all(Array.from({ length: 8 }, award))
  await writer.query('commit')
  await writer.end()
  await Promise.all([starting, awarding])
  const { rows } = await sql<{ is_later: boolean }>`
    select bool_and(position > 2 ^ 40) as is_later from audit_entry
    where audit_id > (select audit_id from audit_entry where action = 'test.late')`.execute(app.app.db)
  expect(rows).toEqual([{ is_later: true }])
  await until(
    'all are shown',
    async () => (await feed()).filter((action) => action === 'member.experience').length === 48,
  )
})
