// Jobs read the communities with new audit entries only.
import { sql } from 'kysely'
import { keepNews, listCommunitiesWithNews, takeNews, type AuditReader } from '../../src/audit/news/queries'
import { insertAuditEntry } from '../../src/audit/queries'
import { sealEntries, verifyChain } from '../../src/audit/seals/actions'
import { enqueueFromAuditLog } from '../../src/webhooks/feed/actions'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { audit } from '../webhooks/fixture'

const COMMUNITIES = 1_000
const readers: readonly AuditReader[] = ['seal', 'webhooks', 'leaderboard']

let app: TestApp
let communities: string[]

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  const { rows } = await sql<{ community_id: string }>`
    insert into community (community_id, name)
    select 'cmt_' || translate(lpad(n::text, 20, '0'), '0189', 'abcd'), 'Many' from generate_series(1, ${COMMUNITIES}::int) n
    returning community_id`.execute(app.dba)
  communities = rows.map((row) => row.community_id)
  await sql`insert into webhook_feed (community_id) select community_id from community`.execute(app.dba)
  await sql`insert into webhook_endpoint (community_id, webhook_id, url, secret)
    select community_id, 'whk_' || substr(community_id, 5), 'https://example.com', ''::bytea from community`.execute(
    app.dba,
  )
  await audit(db(), communities[0] as string, { action: 'test.written' })
  await untilComplete(db())
  await sealEntries(app.base)
  await readAll()
})
afterAll(() => app.close())

const db = () => app.app.db

async function readAll(): Promise<void> {
  await untilComplete(db())
  for (const reader of readers) {
    await listCommunitiesWithNews(db(), reader)
    await sql`delete from audit_news where reader = ${reader}`.execute(app.dba)
  }
}

/** Pages that the statement reads, with those of the functions that it calls. */
async function pagesOf(reader: AuditReader): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
    explain (analyze, buffers, format json) select mark_audit_news(${sql.lit(reader)})`.execute(app.dba)
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

describe.each(readers)('for %s', (reader) => {
  it('the pages that are read do not grow with the communities without news', async () => {
    await readAll()
    const changed = [communities[7], communities[70], communities[700]] as string[]
    for (const one of changed) await audit(db(), one, { action: 'test.written' })
    await untilComplete(db())
    // the first call also plans the statements of the function, which reads catalog pages
    await pagesOf('seal')
    expect(await pagesOf(reader)).toBeLessThan(COMMUNITIES / 2)
    expect(await listCommunitiesWithNews(db(), reader)).toEqual([...changed].sort())
  })
})

it('an entry of a transaction that ends after a later one is found once it has ended', async () => {
  await readAll()
  const [first, second] = communities as [string, string]
  await db()
    .transaction()
    .execute(async (tx) => {
      await audit(tx, first, { action: 'test.early' })
      await audit(db(), second, { action: 'test.late' })
      expect(await listCommunitiesWithNews(db(), 'seal')).toEqual([])
    })
  await untilComplete(db())
  expect(await listCommunitiesWithNews(db(), 'seal')).toEqual([first, second].sort())
})

it('a reader that fails finds its communities again, and another one leaves those that it holds', async () => {
  await readAll()
  const [one] = communities as [string]
  await audit(db(), one, { action: 'test.written' })
  await untilComplete(db())
  expect(await listCommunitiesWithNews(db(), 'webhooks')).toEqual([one])
  const failed = db()
    .transaction()
    .execute(async (tx) => {
      expect(await takeNews(tx, one, 'webhooks')).toBe(true)
      await db()
        .transaction()
        .execute(async (other) => expect(await takeNews(other, one, 'webhooks')).toBe(false))
      throw new Error('the process ends')
    })
  await expect(failed).rejects.toThrow('the process ends')
  expect(await listCommunitiesWithNews(db(), 'webhooks')).toEqual([one])
  await db()
    .transaction()
    .execute(async (tx) => {
      await takeNews(tx, one, 'webhooks')
      await keepNews(tx, one, 'webhooks')
    })
  expect(await listCommunitiesWithNews(db(), 'webhooks')).toEqual([one])
})

describe('with concurrent writers and readers', () => {
  let written: TestCommunity[]
  beforeAll(async () => {
    written = await Promise.all(Array.from({ length: 4 }, () => app.community({ connected: false })))
  })

  it('every entry is sealed, with runs that overlap', async () => {
    const writing = { on: true }
    const write = async (community: TestCommunity): Promise<void> => {
      const ctx = await community.ctx()
      for (let n = 0; n < 60; n++) await insertAuditEntry(ctx, { action: 'test.written', userId: n + 1 })
    }
    const read = async (): Promise<void> => {
      while (writing.on) await sealEntries(app.base)
    }
    const reading = [read(), read()]
    await Promise.all(written.flatMap((community) => [write(community), write(community)]))
    writing.on = false
    await Promise.all(reading)
    await untilComplete(db())
    await sealEntries(app.base)
    for (const { communityId } of written) {
      expect(await verifyChain(app.base, communityId, null)).toMatchObject({ unsealed: 0, broken: null })
    }
  })
})

it('a log without an index by position is read whole, as is one whose positions are lower than before', async () => {
  await readAll()
  const [one] = communities as [string]
  const names = await sql<{ name: string }>`
    select relname as name from pg_class where relname ~ '^audit_entry_[0-9]+_position$'`.execute(app.dba)
  for (const { name } of names.rows)
    await sql`alter index audit_partition.${sql.ref(name)} rename to ${sql.ref(`${name}_old`)}`.execute(app.dba)
  await audit(db(), one, { action: 'test.written' })
  await untilComplete(db())
  expect(await listCommunitiesWithNews(db(), 'seal')).toContain(one)
  for (const { name } of names.rows)
    await sql`alter index audit_partition.${sql.ref(`${name}_old`)} rename to ${sql.ref(name)}`.execute(app.dba)
  await sql`update audit_reader set position = position + 1000000 where reader = 'seal'`.execute(app.dba)
  await sql`delete from audit_news`.execute(app.dba)
  expect(await listCommunitiesWithNews(db(), 'seal')).toContain(one)
  await enqueueFromAuditLog(db(), new AbortController().signal)
})
