// Pages of lists are bounded in bytes, and together they are complete.
import { sql, type RawBuilder } from 'kysely'
import contract from '../../generated/contract.json'
import type { Contract } from '../../scripts/contract-rules'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { listPages, MOST_PAGE_BYTES } from './list-pages'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
})
afterAll(() => app.close())

const run = (statement: RawBuilder<unknown>) => statement.execute(app.app.db)

interface Page {
  readonly data: readonly Record<string, unknown>[]
  readonly meta: { readonly nextCursor: string | null; readonly hasMore?: boolean }
}

async function walk(list: string): Promise<{ items: Record<string, unknown>[]; pages: number; largestPage: number }> {
  const items: Record<string, unknown>[] = []
  const [path = '', query = ''] = list.split('?')
  for (let cursor: string | null = null, pages = 1, largestPage = 0; ; pages++) {
    const parameters = [query, 'limit=100', ...(cursor === null ? [] : [`cursor=${cursor}`])].filter(Boolean).join('&')
    const { status, body, text } = await community.client.get(`${path}?${parameters}`)
    expect(status).toBe(200)
    const { data, meta } = body as Page
    items.push(...data)
    largestPage = Math.max(largestPage, Buffer.byteLength(text))
    if (meta.nextCursor === null || meta.hasMore === false) return { items, pages, largestPage }
    cursor = meta.nextCursor
  }
}

const awards = JSON.stringify(
  Array.from({ length: 10 }, () => ({ medals: Array.from({ length: 10 }, () => '\u{1F396}'.repeat(100)) })),
)
const medals = JSON.stringify(
  Array.from({ length: 100 }, (_, n) => ({
    name: `${n} ${'\u{1F396}'.repeat(90)}`,
    count: 1,
    withheld: 0,
    code: null,
  })),
)
const letters = (n: string) => sql.raw(`translate(lpad(${n}::text, 20, '0'), '0189', 'abcd')`)

/** Lists whose pages are cut by bytes. `fill` returns the number of items. */
const listsByBytes: Record<string, { path: () => string; id: string; fill: () => Promise<number> }> = {
  listEventTypes: {
    path: () => '/v2/event-types',
    id: 'eventTypeId',
    async fill() {
      await run(sql`insert into event_type (community_id, event_type_id, name, description, awards, created_at)
        select ${community.communityId}, 'ety_' || ${letters('n')}, 'type ' || n, repeat('ä', 2000), ${awards}::jsonb, now() - n * interval '1 second'
        from generate_series(1, 60) n`)
      return 60
    },
  },
  listEvents: {
    path: () => '/v2/events',
    id: 'eventId',
    async fill() {
      await run(sql`insert into event (community_id, event_id, event_type_id, name, description, awards, state, starts_at)
        select ${community.communityId}, 'evt_' || ${letters('n')}, 'ety_' || ${letters('1')}, 'event', repeat('ä', 2000), ${awards}::jsonb, 'active', now()
        from generate_series(1, 120) n`)
      return 120
    },
  },
  listEventAwards: {
    path: () => `/v2/events/evt_${'a'.repeat(19)}b/awards`,
    id: 'userId',
    async fill() {
      const event = `evt_${'a'.repeat(19)}b`
      await run(
        sql`insert into member (community_id, user_id) select ${community.communityId}, n from generate_series(1, 150) n`,
      )
      await run(sql`insert into event_attendee (community_id, event_id, user_id, role, attendance)
        select ${community.communityId}, ${event}, n, 'participant', 'present' from generate_series(1, 150) n`)
      await run(sql`insert into event_award (community_id, event_id, user_id, kind, medals)
        select ${community.communityId}, ${event}, n, 'medals', ${medals}::jsonb from generate_series(1, 150) n`)
      return 150
    },
  },
  listAuditEntries: {
    path: () => '/v2/audit-entries?action=event.update',
    id: 'auditId',
    async fill() {
      await run(sql`insert into audit_entry (community_id, actor_kind, actor_id, action, before, after)
        select ${community.communityId}, 'job', 'test', 'event.update', jsonb_build_object('awards', ${awards}::jsonb), jsonb_build_object('awards', ${awards}::jsonb)
        from generate_series(1, 130) n`)
      return 130
    },
  },
  listMembers: {
    path: () => '/v2/members',
    id: 'userId',
    async fill() {
      await run(
        sql`insert into medal (community_id, name) select ${community.communityId}, n || repeat('ä', 90) from generate_series(1, 400) n`,
      )
      await run(sql`insert into member_medal (community_id, user_id, medal_id, count)
        select m.community_id, m.user_id, d.medal_id, 1 from member m join medal d using (community_id) where m.community_id = ${community.communityId}`)
      await run(sql`update member set medal_occurrences = 400 where community_id = ${community.communityId}`)
      return 150
    },
  },
}

it.each(Object.keys(listsByBytes))('%s ends a page of large items early and shows each item once', async (list) => {
  const { path, id, fill } = listsByBytes[list] as (typeof listsByBytes)[string]
  const expected = await fill()
  await untilComplete(app.app.db)
  const { items, pages, largestPage } = await walk(path())
  expect(new Set(items.map((item) => item[id])).size).toBe(expected)
  expect(items).toHaveLength(expected)
  expect(pages).toBeGreaterThan(Math.ceil(expected / 100))
  expect(largestPage).toBeLessThan(MOST_PAGE_BYTES)
})

it('limits pages of the newest audit entries like those of the feed', async () => {
  const { items } = await walk('/v2/audit-entries?action=event.update&order=newest')
  const ids = items.map((item) => Number(item['auditId']))
  expect(ids).toEqual([...ids].sort((one, other) => other - one))
  expect(new Set(ids).size).toBe(130)
})

/** Lists that another test covers: templates are tested in test/applications. */
const boundedElsewhere = ['listTemplates']

it('the contract bounds the pages of every other list', () => {
  const pages = listPages(contract as unknown as Contract)
  expect(pages.length).toBeGreaterThan(15)
  const unbounded = pages.filter(({ bytes }) => bytes > MOST_PAGE_BYTES).map(({ id }) => id)
  expect(unbounded.sort()).toEqual([...Object.keys(listsByBytes), ...boundedElsewhere].sort())
})
