// After a restore into another cluster, new entries come after the restored ones.
import { Client } from 'pg'
import { sql } from 'kysely'
import { readEntries } from '../../src/audit/actions'
import { insertAuditEntry } from '../../src/audit/queries'
import type { Ctx } from '../../src/context'
import { auditOrder } from '../../src/audit/order'
import { migrate } from '../../src/db/migrations/migrate'
import { projectRoot } from '../../src/base/project-root'
import path from 'node:path'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { pastTheGuard } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
let ctx: Ctx
const logged: string[] = []

beforeEach(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
  ctx = await community.ctx()
  logged.length = 0
})
afterEach(() => app.close())

/** The migration that the server runs at every start. */
const start = () =>
  migrate(app.databaseUrl, {
    sqlDir: path.join(projectRoot, 'sql'),
    log: (line) => void logged.push(line),
    upkeep: auditOrder,
  })

const comeFromElsewhere = () => sql`update audit_history set history = '7000000000000000000 00000001'`.execute(app.dba)

/** Moves the positions as if the source cluster had higher transaction ids. */
async function shiftPositions(further: number): Promise<void> {
  await pastTheGuard(app.dba, sql`update audit_entry set position = position + ${further}`)
  await comeFromElsewhere()
}

async function feed(): Promise<string[]> {
  const { entries } = await readEntries(ctx, {}, { order: 'feed', after: null, limit: 100 })
  return entries.map(({ action }) => action)
}

const old = ['community.create', 'key.create']

it('shows all entries in order after a restore into a cluster with lower transaction ids', async () => {
  await until('the feed is complete', async () => (await feed()).length === old.length)
  await shiftPositions(1_000_000)
  expect(await feed()).toEqual([])
  await start()
  expect(logged).toHaveLength(1)
  expect(await feed()).toEqual(old)
  await insertAuditEntry(ctx, { action: 'test.after' })
  await until('the new entry is last', async () => (await feed()).join() === [...old, 'test.after'].join())
})

it('lets a reader continue whose cursor is ahead of the restored entries', async () => {
  const lost = { position: 5_000_000, auditId: 900 }
  await shiftPositions(1_000_000)
  await start()
  await insertAuditEntry(ctx, { action: 'test.after' })
  await until('the reader gets the new entry', async () => {
    const { entries } = await readEntries(ctx, {}, { order: 'feed', after: lost, limit: 100 })
    return entries.map(({ action }) => action).join() === 'test.after'
  })
})

it('detects another cluster or timeline even when no position is too high', async () => {
  await comeFromElsewhere()
  await Promise.all([start(), start(), start()])
  expect(logged.filter((line) => line.includes('another cluster'))).toHaveLength(1)
  const { rows } = await sql<{ leap: number }>`select audit_offset() as leap`.execute(app.app.db)
  expect(rows[0]?.leap).toBeGreaterThan(2 ** 39)
})

it('changes nothing in the same cluster', async () => {
  await start()
  await start()
  expect(logged).toEqual([])
  const { rows } = await sql<{ leap: number }>`select audit_offset() as leap`.execute(app.app.db)
  expect(rows).toEqual([{ leap: 0 }])
})

it('looks at no community at a start in the same cluster', async () => {
  await sql`drop function list_communities_ahead()`.execute(app.dba)
  await start()
  expect(logged).toEqual([])
})

it('waits for writers, and applies to statements prepared in other sessions', async () => {
  const award = () => community.client.post('/v2/members/1/experience', { op: 'increment', amount: 1 })
  for (let count = 0; count < 40; count++) await award()
  const writer = new Client({ connectionString: app.databaseUrl })
  await writer.connect()
  await writer.query('begin')
  await writer.query(
    `insert into audit_entry (community_id, actor_kind, actor_id, action) values ($1, 'job', 'late', 'test.late')`,
    [community.communityId],
  )
  await shiftPositions(1_000_000)
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
