// A page of the trail costs the same however long it is: each list walks one index and sorts nothing; so do the look at the
// end of each community's trail at every start, retention, and the erasure of an account.
import { sql } from 'kysely'
import { findFormChange } from '../../src/applications/queries'
import { forgetOldest, listCommunitiesToForget, readAuditEntries } from '../../src/audit/queries'
import type { EntryFilter, FeedOrder } from '../../src/audit/rules'
import type { Ctx } from '../../src/context'
import { eraseAuditTexts } from '../../src/data-rights/queries'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { sentBy } from '../support/statements'

let app: TestApp
let community: TestCommunity
let ctx: Ctx

beforeAll(async () => {
  app = await startTestApp()
  community = await app.community({ connected: false })
  ctx = await community.ctx()
  await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, position)
    select ${community.communityId}, 'key', 'plan', case when i % 100 = 0 then 'member.rank' else 'member.experience' end,
      case when i % 20 = 0 then 500 else i end, i / 100
    from generate_series(1, 40000) i`.execute(app.app.db)
  await sql`vacuum analyze audit_entry`.execute(app.app.db)
})
afterAll(() => app.close())

/** The plan of the first statement that `work` sends. */
async function planOf(work: (db: Ctx['db']) => Promise<unknown>): Promise<string> {
  const statements = await sentBy(app.app.db, work)
  const { rows } = await sql<Record<'QUERY PLAN', string>>`explain (costs off) ${sql.raw(statements[0] ?? '')}`.execute(
    app.app.db,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const after = { position: 200, auditId: 20_000 }
const lists: [string, EntryFilter, RegExp][] = [
  ['all of it', {}, /using audit_entry_pkey/],
  ['what was done to one account', { userId: '500' }, /audit_entry_user/],
  ['one action', { action: 'member.rank' }, /using audit_entry_pkey/],
  ['the beginning of actions', { action: 'member.' }, /using audit_entry_pkey/],
  ['one action on one account', { userId: '500', action: 'member.rank' }, /audit_entry_user/],
  ['what jobs did', { actorKind: 'job' }, /using audit_entry_pkey/],
]

describe.each<FeedOrder>(['feed', 'newest'])('%s', (order) => {
  it.each(lists)('%s', async (_name, filter, index) => {
    const plan = await planOf((db) => readAuditEntries({ ...ctx, db }, filter, { order, after, limit: 51 }))
    expect(plan).toMatch(index)
    // what is thrown away afterwards is bounded by the look before it, so a sort of the rest is cheap
    const isBounded = filter.action !== undefined || filter.actorKind !== undefined
    expect(plan).not.toMatch(isBounded ? /Seq Scan on audit_entry/ : /Seq Scan on audit_entry|Sort|Bitmap/)
    if (order === 'newest' && !isBounded) expect(plan).toMatch(/Scan Backward/)
  })
})

it('stops looking for a rare action after so many entries, and goes on from there', async () => {
  const seen: (number | null)[] = []
  let pages = 0
  for (let cursor = '', more = true; more; pages++) {
    const { body } = await community.client.get(`/v2/audit-entries?action=member.nothing${cursor}`)
    seen.push(body.data.length)
    cursor = `&cursor=${body.meta.nextCursor as string}`
    more = body.meta.hasMore as boolean
  }
  expect([pages, new Set(seen)]).toEqual([5, new Set([0])])
})

it('erasure', async () => {
  const plan = await planOf((db) => eraseAuditTexts(db, 500))
  expect(plan).toMatch(/audit_entry_user/)
  expect(plan).not.toMatch(/Seq Scan/)
})

it('retention', async () => {
  const looking = await planOf((db) => listCommunitiesToForget(db, 400))
  const deleting = await planOf((db) => forgetOldest(db, community.communityId, 400, 1_000))
  for (const plan of [looking, deleting]) {
    expect(plan).toMatch(/using audit_entry_pkey/)
    expect(plan).not.toMatch(/Seq Scan on audit_entry/)
  }
})

it('the changes of a form', async () => {
  const plan = await planOf((db) => findFormChange({ ...ctx, db }, `app_${'a'.repeat(20)}`, null))
  expect(plan).toMatch(/audit_entry_form/)
  expect(plan).not.toMatch(/Seq Scan|audit_entry_pkey/)
})
