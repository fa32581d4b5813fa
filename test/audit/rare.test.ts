// A filtered page ends after MAX_SCANNED entries, found or not. The indexes are tested in test/plans.
import { sql } from 'kysely'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity

beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
  await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, position)
    select ${community.communityId}, 'key', 'plan', case when i % 100 = 0 then 'member.rank' else 'member.experience' end,
      case when i % 20 = 0 then 500 else i end, i / 100
    from generate_series(1, 40000) i`.execute(app.app.db)
})
afterAll(() => app.close())

/** Reads to the end. @returns the number of entries on each page */
async function pages(query: string): Promise<number[]> {
  const seen: number[] = []
  for (let cursor = '', more = true; more;) {
    const { body } = await community.client.get(`/v2/audit-entries?${query}${cursor}`)
    seen.push(body.data.length)
    cursor = `&cursor=${body.meta.nextCursor as string}`
    more = body.meta.hasMore as boolean
  }
  return seen
}

it('ends a page after the scan limit, and continues on the next page', async () => {
  expect(await pages('action=member.nothing')).toEqual([0, 0, 0, 0, 0])
})

it('finds every entry of a rare action across the ends of pages', async () => {
  const seen = await pages('action=member.rank&limit=30')
  expect(seen.reduce((sum, page) => sum + page, 0)).toBe(400)
  expect(Math.max(...seen)).toBe(30)
})
