// The audit log in monthly partitions: the feed, the hash chain, retention and imports span them.
import { sql } from 'kysely'
import { deleteOldEntries, readEntries } from '../../src/audit/actions'
import { placeAuditAfter } from '../../src/audit/order'
import { beginAuditMonth, dropOldPartitions } from '../../src/audit/partitions/actions'
import { forgetPartition, listCommunitiesInPartition, listOldPartitions } from '../../src/audit/partitions/queries'
import { insertAuditEntry, readAuditEntries } from '../../src/audit/queries'
import type { EntryKey } from '../../src/audit/rules'
import { sealEntries, verifyChain } from '../../src/audit/seals/actions'
import { withSession } from '../../src/transfer/snapshot'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { pastTheGuard, untilComplete } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity

beforeEach(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
})
afterEach(() => app.close())

const db = () => app.app.db
const id = () => community.communityId
const write = async (action: string, of = community) => insertAuditEntry(await of.ctx(), { action })

const MONTH_DAYS = 30
/** Days; two and a half months. */
const RETENTION = 75

interface Partition {
  readonly number: number
  readonly beganOn: string | null
  readonly rows: number
}

async function partitions(): Promise<Partition[]> {
  const { rows } = await sql<Partition & { name: string }>`
    select number, name, began_on::text as "beganOn" from list_audit_partitions()`.execute(app.dba)
  return Promise.all(
    rows.map(async ({ number, name, beganOn }) => {
      const { rows: counted } = await sql<{
        rows: number
      }>`select count(*)::int as rows from ${sql.table(name)}`.execute(app.dba)
      return { number, beganOn, rows: counted[0]?.rows ?? -1 }
    }),
  )
}

/** What the monthly job does on that day. */
const beginOn = (day: string) => sql`select roll_audit_partition(${day}::date, 0)`.execute(app.dba)

/** Moves all entries that many months back. */
async function age(months: number): Promise<void> {
  await pastTheGuard(app.dba, sql`update audit_entry set at = at - make_interval(months => ${months})`)
  const { rows } = await sql<{ name: string; day: string }>`
    select name, (began_on - make_interval(months => ${months}))::date::text as day from list_audit_partitions()
    where began_on is not null`.execute(app.dba)
  for (const { name, day } of rows)
    await sql`comment on table ${sql.table(name)} is ${sql.lit(`began ${day}`)}`.execute(app.dba)
}

async function readFeed(from: EntryKey | null, limit = 2): Promise<{ actions: string[]; place: EntryKey | null }> {
  const ctx = await community.ctx()
  const actions: string[] = []
  let place = from
  for (;;) {
    const page = await readEntries(ctx, {}, { order: 'feed', after: place, limit })
    actions.push(...page.entries.map(({ action }) => action))
    place = page.next
    if (!page.hasMore) return { actions, place }
  }
}

const verify = () => verifyChain(app.base, id(), null)

async function seal(): Promise<void> {
  await untilComplete(db())
  await sealEntries(app.base)
}

it('begins a month once, however many processes try, and leaves an empty partition without an end behind it', async () => {
  const [first] = await partitions()
  await age(1)
  const begun = await Promise.all(Array.from({ length: 6 }, () => beginAuditMonth(db())))
  expect(begun.filter(Boolean)).toHaveLength(1)
  await write('test.new')
  expect((await partitions()).map(({ rows }) => rows)).toEqual([first?.rows, 1, 0])
  expect(await beginAuditMonth(db())).toBe(false)
  await age(1)
  expect(await beginAuditMonth(db())).toBe(true)
  expect(await partitions()).toHaveLength(4)
})

it('loses, repeats and reorders no entry for a reader, while months begin beside writers', async () => {
  const start = (await readFeed(null)).place
  let isOver = false
  const writeAll = async (name: string): Promise<string[]> => {
    const written: string[] = []
    while (!isOver) {
      written.push(`test.${name}${written.length}`)
      await write(written.at(-1) ?? '')
    }
    return written
  }
  const writers = ['a', 'b', 'c'].map(writeAll)
  const read: string[] = []
  let place = start
  const reading = (async () => {
    while (!isOver) {
      const more = await readFeed(place, 7)
      read.push(...more.actions)
      place = more.place
    }
  })()
  for (let month = 1; month <= 5; month++) {
    const reached = read.length + 10
    await until('the reader goes on', () => Promise.resolve(read.length > reached))
    await age(1)
    expect(await beginAuditMonth(db())).toBe(true)
  }
  isOver = true
  const written = (await Promise.all(writers)).flat()
  await reading
  await until('the feed is complete', async () => {
    const more = await readFeed(place, 7)
    read.push(...more.actions.filter((action) => action.startsWith('test.')))
    place = more.place
    return read.filter((action) => action.startsWith('test.')).length >= written.length
  })
  const own = read.filter((action) => action.startsWith('test.'))
  expect([...own].sort()).toEqual([...written].sort())
  for (const name of ['a', 'b', 'c']) {
    const numbers = own.filter((action) => action.startsWith(`test.${name}`)).map((action) => Number(action.slice(6)))
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
  }
  expect((await partitions()).filter(({ rows }) => rows > 0).length).toBeGreaterThan(5)
})

/** One sealed entry in each month, the last one now; the entries of the new community are before them. */
async function writeMonths(count: number): Promise<void> {
  const setTime = (months: number) =>
    pastTheGuard(
      app.dba,
      sql`update audit_entry set at = now() - make_interval(days => ${MONTH_DAYS * months}) where at > now() - interval '1 day'`,
    )
  for (let month = 0; month <= count; month++) {
    if (month > 0) {
      const day = new Date(Date.now() - MONTH_DAYS * (count - month) * 86_400_000)
      await beginOn(day.toISOString().slice(0, 10))
      await write(`test.month${month}`)
    }
    await setTime(count - month + (month === 0 ? 1 : 0))
    await seal()
  }
}

it('drops whole months, and the hash chain verifies across them', async () => {
  await writeMonths(5)
  const { place } = await readFeed(null)
  const stale = (await readEntries(await community.ctx(), {}, { order: 'feed', after: null, limit: 1 })).next
  expect(await verify()).toMatchObject({ broken: null, seals: 6 })
  await deleteOldEntries(db(), RETENTION)
  expect((await partitions()).map(({ number, rows }) => [number, rows])).toEqual([
    [0, 0],
    ...[3, 4, 5, 6].map((number) => [number, 1]),
    [7, 0],
  ])
  expect(await verify()).toMatchObject({ broken: null, unsealed: 0 })
  await expect(readEntries(await community.ctx(), {}, { order: 'feed', after: stale, limit: 1 })).rejects.toThrow(
    /older than the retention period/,
  )
  expect((await readFeed(null)).actions).toEqual(['test.month2', 'test.month3', 'test.month4', 'test.month5'])
  await write('test.later')
  await untilComplete(db())
  expect((await readFeed(place)).actions).toEqual(['test.later'])
  await seal()
  expect(await verify()).toMatchObject({ broken: null })
})

it('finds an entry of a kept month that is missing after older months were dropped', async () => {
  await writeMonths(5)
  await deleteOldEntries(db(), RETENTION)
  await pastTheGuard(app.dba, sql`delete from audit_entry where action = 'test.month3'`)
  expect((await verify()).broken).toMatch(/entry \d+ is missing/)
})

it('verifies and starts a reader after the noted entries, before their partition is dropped', async () => {
  await writeMonths(5)
  for (const partition of await listOldPartitions(db(), RETENTION)) {
    expect(await forgetPartition(db(), id(), partition, RETENTION)).toBe(true)
  }
  expect(await verify()).toMatchObject({ broken: null })
  const { actions } = await readFeed(null)
  expect(actions.at(-1)).toBe('test.month5')
  expect(actions).not.toContain('community.create')
  expect(await partitions()).toHaveLength(7)
})

it('drops no month with an entry that is younger, or that is not noted as deleted', async () => {
  await writeMonths(3)
  const other = await app.community({ connected: false })
  const [, second] = await partitions()
  const drop = async (number: number, days: number) =>
    (await sql<{ dropped: boolean }>`select drop_audit_partition(${number}, ${days}) as dropped`.execute(db())).rows[0]
      ?.dropped
  expect(await drop(second?.number ?? -1, 31)).toBe(false)
  // as an import writes: a young entry at an old position
  await pastTheGuard(
    app.dba,
    sql`insert into audit_entry (community_id, actor_kind, actor_id, action, position)
      values (${other.communityId}, 'job', 'import', 'test.imported', 5)`,
  )
  await dropOldPartitions(db(), 31)
  const [first] = await partitions()
  expect(first?.rows).toBeGreaterThan(0)
  expect(await listCommunitiesInPartition(db(), 0)).toContain(other.communityId)
  await expect(drop(0, 0)).resolves.toBe(false)
})

it('deletes nothing of the last 31 days, whatever retention the server requests', async () => {
  await age(1)
  await beginAuditMonth(db())
  const before = await partitions()
  await dropOldPartitions(db(), 0)
  expect(await partitions()).toEqual(before)
})

it('waits for no long transaction, and tries again later', async () => {
  await age(1)
  await withSession(app.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('select from audit_entry limit 1')
    const begun = beginAuditMonth(db())
    await until('it has waited', async () => {
      const { rows } = await sql`select from pg_locks where relation = 'audit_entry'::regclass and not granted`.execute(
        app.app.db,
      )
      return rows.length > 0
    })
    // a write behind the lock request waits no longer than the timeout of that request
    await write('test.beside')
    await client.query('commit')
    expect(await begun).toBe(true)
  })
})

it('has a partition for every position: of an import, and of low positions after the first months were dropped', async () => {
  await writeMonths(5)
  await deleteOldEntries(db(), RETENTION)
  const place = async (position: bigint, action: string) =>
    withSession(app.databaseUrl, async (client) => {
      await client.query('begin')
      await client.query('set local session_replication_role to replica')
      await client.query(
        `insert into audit_entry (community_id, actor_kind, actor_id, action, position) values ($1, 'job', 'import', $2, $3)`,
        [id(), action, position],
      )
      await placeAuditAfter(client, position)
      await client.query('commit')
    })
  await place(7n, 'test.low')
  await place(3n << 36n, 'test.dropped')
  await place(5n << 40n, 'test.high')
  await write('test.after')
  const numbers = await partitions()
  expect(numbers.at(-1)).toMatchObject({ rows: 0, beganOn: null })
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where community_id = ${id()} order by position desc limit 2`.execute(app.dba)
  expect(rows.map(({ action }) => action)).toEqual(['test.after', 'test.high'])
  await untilComplete(db())
})

it('gives the role of the server no right on a partition', async () => {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege((select rolname from pg_roles r where r.rolname like '%server' limit 1), 'audit_partition', 'usage') as may`.execute(
    app.dba,
  )
  expect(rows.every(({ may }) => !may)).toBe(true)
  await expect(sql`truncate audit_partition.audit_entry_0`.execute(app.dba)).rejects.toThrow(/cannot be truncated/)
})

describe('with 36 months', () => {
  it('reads few partitions for the newest page, a later page, and the end of the feed', async () => {
    for (let month = 1; month <= 36; month++) {
      await age(1)
      await beginOn(new Date().toISOString().slice(0, 10))
      for (let entry = 0; entry < 3; entry++) await write(`test.month${month}`)
    }
    await untilComplete(db())
    await sealEntries(app.base)
    expect((await partitions()).filter(({ rows }) => rows > 0)).toHaveLength(37)
    const ctx = await community.ctx()
    await app.dba.transaction().execute(async (tx) => {
      const on = { ...ctx, db: tx }
      /** Number of index scans in this transaction, by partition. */
      const scans = async (): Promise<Map<string, number>> => {
        const { rows } = await sql<{ name: string; scans: number }>`
          select c.relname as name, sum(pg_stat_get_xact_numscans(i.indexrelid))::int as scans
          from pg_index i join pg_class c on c.oid = i.indrelid
          where c.relnamespace = 'audit_partition'::regnamespace group by 1`.execute(tx)
        return new Map(rows.map(({ name, scans }) => [name, scans]))
      }
      const touched = async (page: Parameters<typeof readAuditEntries>[2]): Promise<number> => {
        const before = await scans()
        await readAuditEntries(on, {}, page)
        return [...(await scans())].filter(([name, count]) => count > (before.get(name) ?? 0)).length
      }
      const newest = await readAuditEntries(on, {}, { order: 'newest', after: null, limit: 5 })
      const last = newest.entries.at(-1)
      const after = { position: last?.position ?? 0, auditId: last?.audit_id ?? 0 }
      expect({
        newest: await touched({ order: 'newest', after: null, limit: 5 }),
        later: await touched({ order: 'newest', after, limit: 5 }),
        end: await touched({ order: 'feed', after, limit: 5 }),
        whole: await touched({ order: 'feed', after: null, limit: 500 }),
      }).toEqual({ newest: 3, later: 3, end: 2, whole: 37 })
    })
  })
})
