// Verification names entries that were changed, removed or added after sealing.
import fc from 'fast-check'
import { sql } from 'kysely'
import { deleteOldEntries } from '../../src/audit/actions'
import { insertAuditEntry } from '../../src/audit/queries'
import { sealEntries, sealOnce, verifyChain, type ChainReport } from '../../src/audit/seals/actions'
import { macKeysOf } from '../../src/audit/seals/macs'
import { eraseAccountFully } from '../../src/data-rights/full-erasure/actions'
import { eraseAuditTexts } from '../../src/data-rights/queries'
import { startTestApp, tasksOf, type TestApp, type TestCommunity } from '../support/app'
import { pastTheGuard, untilComplete } from '../support/audit'
import { runs } from '../support/runs'

let app: TestApp
let community: TestCommunity

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
})

const db = () => app.app.db
const id = () => community.communityId
const verify = (head: string | null = null): Promise<ChainReport> => verifyChain(app.base, id(), head)

async function write(count: number, userId = 1): Promise<string[]> {
  const ctx = await community.ctx()
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const record = {
      action: 'test.written',
      userId,
      before: { n: i },
      after: { n: i + 1, word: 'zebra' },
      reason: 'a reason',
    }
    ids.push(await insertAuditEntry(ctx, record))
  }
  return ids
}

async function seal(): Promise<void> {
  await untilComplete(db())
  await sealEntries(app.base)
}

/** Makes a change as the owner of the tables, and rolls it back after `look`. */
async function tampered<T>(change: (tx: TestApp['dba']) => Promise<unknown>, look: (tx: TestApp['dba']) => Promise<T>) {
  let seen: T | undefined
  const undo = new Error('undo')
  const work = app.dba.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await change(tx)
    seen = await look(tx)
    throw undo
  })
  await work.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return seen as T
}

it('seals entries in order by a scheduled task, and counts unsealed entries', async () => {
  await write(3)
  expect(await verify()).toMatchObject({ seals: 0, sealed: 0, head: null, broken: null, unsealed: 5 })
  await untilComplete(db())
  await tasksOf(app)['seal-audit-entries']()
  const first = await verify()
  expect(first).toMatchObject({ seals: 1, sealed: 5, redacted: 0, unsealed: 0, broken: null })
  await write(2)
  expect(await verify()).toMatchObject({ seals: 1, unsealed: 2, head: first.head })
  await seal()
  const second = await verify()
  expect(second).toMatchObject({ seals: 2, sealed: 7, unsealed: 0, broken: null })
  expect(await verify(first.head)).toMatchObject({ broken: null })
  expect((await verify('00')).broken).toBe('no seal has the recorded hash: seals were removed or recomputed')
})

it('does not seal an entry whose position is not final', async () => {
  await seal()
  await app.dba.transaction().execute(async (tx) => {
    // this open transaction may still write an entry before it
    await sql`select pg_current_xact_id()`.execute(tx)
    await write(1)
    await sealEntries(app.base)
    expect((await verify()).unsealed).toBe(1)
  })
  await seal()
  expect(await verify()).toMatchObject({ unsealed: 0, broken: null })
})

it('finds a change of any column of any sealed entry, and names the first changed entry', async () => {
  await write(4)
  await seal()
  await write(4)
  await seal()
  const { rows } = await sql<{ audit_id: string }>`select audit_id::text from audit_entry
    where community_id = ${id()} order by position, audit_id`.execute(db())
  const values = {
    at: `at + interval '1 microsecond'`,
    actor_kind: `case actor_kind when 'job' then 'key' else 'job' end`,
    actor_id: `actor_id || 'x'`,
    action: `action || 'x'`,
    user_id: 'coalesce(user_id, 0) + 1',
    before: `case when before is null then 'null'::jsonb else null end`,
    after: `coalesce(after, '{}') || '{"n": 77}'`,
    reason: `coalesce(reason, '') || 'x'`,
    request_id: `coalesce(request_id, '') || 'x'`,
    on_behalf_of: 'coalesce(on_behalf_of, 0) + 1',
    position: 'position + 1000000',
    audit_id: 'default',
    community_id: `'cmt_aaaaaaaaaaaaaaaaaaaa'`,
  }
  const columns = Object.entries(values)
  const { rows: existing } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'audit_entry'::regclass and attnum > 0 and not attisdropped`.execute(db())
  expect(Object.keys(values).sort()).toEqual(existing.map(({ name }) => name).sort())
  await fc.assert(
    fc.asyncProperty(fc.nat(rows.length - 1), fc.constantFrom(...columns), async (at, [column, value]) => {
      const auditId = rows[at]?.audit_id ?? ''
      const { broken } = await tampered(
        (tx) =>
          sql`update audit_entry set ${sql.ref(column)} = ${sql.raw(value)} where audit_id = ${auditId}`.execute(tx),
        (tx) => verifyChain({ ...app.base, db: tx }, id(), null),
      )
      const moved = ['position', 'community_id'].includes(column)
      if (column === 'audit_id') expect(broken).toMatch(/^entry \d+ (is missing|was inserted)/)
      else expect(broken).toContain(`entry ${auditId} ${moved ? 'is missing' : 'was changed'}`)
    }),
    {
      numRuns: runs(60),
      examples: columns.map((column, i) => [i % rows.length, column] as [number, (typeof columns)[number]]),
    },
  )
  expect((await verify()).broken).toBeNull()
})

it('finds a deleted entry, two swapped entries and an inserted one', async () => {
  const [first = '', second = '', third = ''] = await write(3)
  await seal()
  const broken = (statement: ReturnType<typeof sql>) =>
    tampered(
      (tx) => statement.execute(tx),
      async (tx) => (await verifyChain({ ...app.base, db: tx }, id(), null)).broken,
    )
  expect(await broken(sql`delete from audit_entry where audit_id = ${second}`)).toBe(
    `entry ${second} is missing (seal 1)`,
  )
  const swapped = sql`update audit_entry a set position = b.position from audit_entry b
    where a.audit_id in (${first}, ${third}) and b.audit_id in (${first}, ${third}) and a.audit_id <> b.audit_id`
  expect(await broken(swapped)).toMatch(new RegExp(`entry (${first}|${third}) was changed`))
  const inserted = sql`insert into audit_entry (community_id, actor_kind, actor_id, action, position)
    select community_id, 'job', 'forged', 'test.forged', position from audit_entry where audit_id = ${first}`
  expect(await broken(inserted)).toMatch(/entry \d+ was inserted \(seal 1\)/)
})

it.each([
  [
    'with a changed seal',
    sql`update audit_seal set sealed_at = sealed_at + interval '1 s' where number = 2`,
    'seal 2 was changed',
  ],
  ['with a changed hash in a seal', sql`update audit_seal set hashes[1] = 'x' where number = 2`, 'seal 2 was changed'],
  ['with a changed id in a seal', sql`update audit_seal set audit_ids[1] = 1 where number = 2`, 'seal 2 was changed'],
  ['without a seal', sql`delete from audit_seal where number = 2`, 'seal 2 is missing'],
  ['without the first seal', sql`delete from audit_seal where number = 1`, 'seal 1 is missing'],
  [
    'with a wrong previous hash',
    sql`update audit_seal set previous = hash where number = 2`,
    'seal 2 does not follow the seal before it',
  ],
])('reports a chain %s', async (_what, statement, expected) => {
  for (let i = 0; i < 3; i++) {
    await write(2)
    await seal()
  }
  const { broken } = await tampered(
    (tx) => sql`${statement} and community_id = ${id()}`.execute(tx),
    (tx) => verifyChain({ ...app.base, db: tx }, id(), null),
  )
  expect(broken).toBe(expected)
})

it('lets the server’s role neither create, change nor delete a seal directly', async () => {
  await seal()
  for (const statement of [
    'update audit_seal set number = 7',
    'delete from audit_seal',
    'delete from audit_redaction',
  ]) {
    await expect(sql.raw(statement).execute(db())).rejects.toThrow(/permission denied/)
  }
  await expect(sql`insert into audit_seal select * from audit_seal`.execute(db())).rejects.toThrow(/permission denied/)
})

it('builds one chain with concurrent workers', async () => {
  const keys = await macKeysOf(app.base)
  await write(40)
  await untilComplete(db())
  for (let round = 0; round < 8; round++)
    await Promise.all(Array.from({ length: 6 }, () => sealOnce(app.base, id(), keys, 7)))
  await seal()
  expect(await verify()).toMatchObject({ sealed: 42, unsealed: 0, broken: null })
})

describe('an erased entry', () => {
  it('passes verification as redacted, and its remaining columns stay protected', async () => {
    const [sealedId = ''] = await write(2, 77)
    await seal()
    await write(1, 77)
    expect(await eraseAuditTexts(db(), 77)).toBe(3)
    await seal()
    expect(await verify()).toMatchObject({ redacted: 2, unsealed: 0, broken: null })
    await eraseAccountFully(app.base, 77, false)
    // the third was sealed after its texts had been erased
    expect(await verify()).toMatchObject({ redacted: 3, unsealed: 0, broken: null })
    const { broken } = await tampered(
      (tx) => sql`update audit_entry set action = 'test.forged' where audit_id = ${sealedId}`.execute(tx),
      (tx) => verifyChain({ ...app.base, db: tx }, id(), null),
    )
    expect(broken).toBe(`entry ${sealedId} was changed (seal 1)`)
  })

  it('of what a key did for the account stays, without the account', async () => {
    const ctx = await community.ctx()
    const actor = { ...ctx.actor, onBehalfOf: 79 }
    const auditId = await insertAuditEntry({ ...ctx, actor }, { action: 'test.written', userId: 1, after: { n: 1 } })
    await seal()
    expect(await verify()).toMatchObject({ unsealed: 0, redacted: 0, broken: null })
    await eraseAccountFully(app.base, 79, false)
    expect(await verify()).toMatchObject({ unsealed: 0, redacted: 1, broken: null })
    const entry = sql`select user_id, after, on_behalf_of from audit_entry where audit_id = ${auditId}`
    expect((await entry.execute(db())).rows).toEqual([{ user_id: 1, after: { n: 1 }, on_behalf_of: 0 }])
  })

  it('cannot be found by trying values, because its salt is deleted', async () => {
    const [auditId = ''] = await write(1, 78)
    await seal()
    const saltOf = async () => {
      const { rows } = await sql<{
        salt: string | null
      }>`select salts[array_position(audit_ids, ${auditId}::bigint)] as salt
        from audit_seal where community_id = ${id()} and ${auditId}::bigint = any (audit_ids)`.execute(db())
      return rows.map(({ salt }) => salt)
    }
    expect(await saltOf()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    await eraseAccountFully(app.base, 78, false)
    expect(await saltOf()).toEqual([null])
  })

  it('does not break the chain when it is erased while workers seal', async () => {
    const keys = await macKeysOf(app.base)
    for (let round = 0; round < 6; round++) {
      await write(12, 80 + round)
      await untilComplete(db())
      await Promise.all([sealOnce(app.base, id(), keys, 5), eraseAuditTexts(db(), 80 + round), sealEntries(app.base)])
      expect((await verify()).broken).toBeNull()
    }
    await seal()
    expect(await verify()).toMatchObject({ unsealed: 0, broken: null })
  })
})

describe('an entry deleted by retention', () => {
  const age = (days: number) =>
    pastTheGuard(
      app.dba,
      sql`update audit_entry set at = at - make_interval(days => ${days}) where community_id = ${id()}`,
    )

  it('passes verification, within a seal and with whole seals, and the chain continues', async () => {
    await write(3)
    await age(50)
    await write(3)
    await seal()
    await write(2)
    await seal()
    await deleteOldEntries(db(), 40)
    // five of the eight entries are left; seals count the deleted ones too
    expect(await verify()).toMatchObject({ seals: 2, sealed: 10, unsealed: 0, broken: null })
    await pastTheGuard(
      app.dba,
      sql`update audit_entry set at = at - interval '50 days', reason = null where community_id = ${id()}`,
    )
    await deleteOldEntries(db(), 40)
    await write(1)
    await seal()
    // the next seal continues the chain
    expect(await verify()).toMatchObject({ seals: 2, unsealed: 0, broken: null })
  })

  it('does not hide a missing entry after it', async () => {
    await age(50)
    const ids = await write(3)
    await seal()
    await deleteOldEntries(db(), 40)
    const { broken } = await tampered(
      (tx) => sql`delete from audit_entry where audit_id = ${ids[1]}`.execute(tx),
      (tx) => verifyChain({ ...app.base, db: tx }, id(), null),
    )
    expect(broken).toBe(`entry ${ids[1]} is missing (seal 1)`)
  })
})
