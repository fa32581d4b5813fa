// The screens cost the same in a small and in a large community: requests, bytes, elements, and blocks that the
// database reads. In `npm run test:long` the large one has 1,000,000 members, and times are printed.
import { Client } from 'pg'
import type { Page } from 'playwright-core'
import { costOf } from '../../scripts/plans/plan'
import { FIRST_POSITION } from '../../scripts/plans/seed'
import { sessionOptions } from '../../src/db/session'
import { makeForm } from '../applications/submissions/fixture'
import { group, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { choose, describeConsole, patienceMs } from './console'

const isLong = process.env['LONG'] !== undefined
const sizes = { small: 1_000, large: isLong ? 1_000_000 : 20_000 }
const SEEDING_MS = 1_800_000
/** A search by a part of the name looks at 10,000 members at most. */
const SEARCH_BLOCKS = 2_000
/** The count of a filter looks at 1,000 members, of whatever group, with at most four blocks each. */
const COUNT_BLOCKS = 4_000

/** The path, with the ids of the community replaced. */
const nameOf = (pathname: string): string => pathname.replaceAll(/(?<=\/\w{3}_)[a-z2-7]{20}/g, '…')

interface Cost {
  /** Paths without ids, so that two pages can be compared. */
  readonly requests: readonly string[]
  readonly bytes: number
  readonly elements: number
  readonly blocks: number
}

describeConsole(
  (at) => {
    const communities: Partial<Record<keyof typeof sizes, TestCommunity>> = {}
    /** Must end before the database is dropped. */
    let client: Client

    beforeAll(async () => {
      client = new Client({ connectionString: at.app.databaseUrl, options: sessionOptions })
      client.on('error', () => undefined)
      await client.connect()
      await client.query('set statement_timeout = 0')
      for (const size of ['small', 'large'] as const) {
        communities[size] = await at.app.community()
        await fill(communities[size], sizes[size])
      }
      await client.query('vacuum analyze')
    }, SEEDING_MS)

    /** Inserts members without triggers, which take most of the time. */
    async function fill(community: TestCommunity, members: number): Promise<void> {
      const id = community.communityId
      await community.client.post('/v2/medals', { name: 'Valor' })
      const form = await makeForm(community.client)
      const { recruit, private: second, sergeant, lieutenant } = group.roles
      const ranks = `(array[${recruit}, ${second}, ${sergeant}, ${lieutenant}]::bigint[])[1 + i % 4]`
      const users = `from generate_series(1, ${members}) i`
      await client.query('set session_replication_role = replica')
      for (const statement of [
        `insert into member (community_id, user_id, username, display_name, experience, rank_unique_id, role_ids, synced_at)
         select '${id}', 1000 + i, 'Player_' || i, 'Player ' || i, i % 5000, ${ranks}, array[${recruit}, ${ranks}], now() ${users}`,
        `insert into member_medal (community_id, user_id, medal_id, count)
         select '${id}', 1000 + i, (select medal_id from medal where community_id = '${id}'), 1 ${users} where i % 3 = 0`,
        `insert into audit_entry (community_id, actor_kind, actor_id, action, user_id, position, after)
         select '${id}', 'key', 'seed', 'member.experience', 1000 + i, ${FIRST_POSITION} + i, '{"experience": 5}' ${users}`,
        `insert into platform_operation (community_id, operation_id, kind, user_id, status, awaited, urgent, deadline_at, actor_kind,
           actor_id, error_code, completed_at)
         select '${id}', 'op_' || translate(lpad(to_hex(i), 20, '0'), '0123456789abcdef', 'abcdefghijklmnop'), 'rank.set', 1000 + i,
           'failed', false, false, now(), 'key', 'seed', 'member_not_in_group', now() ${users} where i % 4 = 0`,
        `insert into application_response (community_id, response_id, application_id, application_version, user_id, status, questions,
           answers, submitted_at, reviewed_at)
         select '${id}', 'rsp_' || translate(lpad(to_hex(i), 20, '0'), '0123456789abcdef', 'abcdefghijklmnop'), '${form.applicationId}', 1,
           1000 + i, case when i % 8 = 0 then 'Pending' else 'Passed' end, '[]', '{}', now() - i * interval '1 second',
           case when i % 8 = 0 then null else now() end ${users} where i % 2 = 0`,
      ])
        await client.query(statement)
      await client.query('set session_replication_role = origin')
    }

    /** @param act ends when what it opened is shown */
    async function costOfAct(page: Page, act: () => Promise<unknown>): Promise<Cost> {
      const requests = new Map<string, number>()
      const pending = new Set<Promise<void>>()
      const listen = (response: Awaited<ReturnType<Page['waitForResponse']>>): void => {
        const { pathname, searchParams, host } = new URL(response.url())
        if (!pathname.startsWith('/v2/') || !at.origin.endsWith(host)) return
        const size = response.body().then(
          (body) => void requests.set(`${nameOf(pathname)} ${[...searchParams.keys()].sort().join()}`, body.length),
          () => undefined,
        )
        pending.add(size)
      }
      const statements = new Map<string, readonly unknown[]>()
      const query = jest.spyOn(Client.prototype, 'query')
      const underWay = new Set<unknown>()
      let changedAt = performance.now()
      const begin = (request: unknown): void => {
        underWay.add(request)
        changedAt = performance.now()
      }
      const end = (request: unknown): void => {
        underWay.delete(request)
        changedAt = performance.now()
      }
      page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
      page.on('response', listen)
      await act()
      // the head of the page shows this during any request
      await page.getByText('Loading', { exact: true }).waitFor({ state: 'detached' })
      // an answer can cause further requests
      const isQuiet = (): boolean => underWay.size === 0 && performance.now() - changedAt > 500
      await until('no request was under way for half a second', isQuiet)
      page.off('response', listen)
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
      await Promise.all(pending)
      for (const [given, values] of query.mock.calls as unknown as [unknown, unknown[]?][]) {
        const sent =
          typeof given === 'string' ? { text: given, values } : (given as { text?: string; values?: unknown[] })
        if (sent.text !== undefined && /^\s*(select|with)\b/i.test(sent.text))
          statements.set(sent.text, sent.values ?? [])
      }
      query.mockRestore()
      let blocks = 0
      for (const [text, parameters] of statements)
        blocks += (await costOf(client, { name: 'named', text, parameters })).blocks
      const elements = await page.evaluate<number>('document.querySelectorAll("*").length')
      const bytes = [...requests.values()].reduce((sum, one) => sum + one, 0)
      return { requests: [...requests.keys()].sort(), bytes, elements, blocks }
    }

    type Act = (page: Page) => Promise<unknown>
    const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true }).click()
    const rows = (page: Page, least: number) =>
      page.locator(`main tr:nth-child(${least}), main li:nth-child(${least})`).first().waitFor()
    const player = (page: Page, number: number) => page.getByRole('link', { name: `Player_${number}`, exact: true })
    const more = async (page: Page): Promise<void> => {
      const list = page.locator('main tbody tr, main ol > li')
      const before = await list.count()
      await page.getByRole('button', { name: 'Show more' }).click()
      await list.nth(before).waitFor()
    }
    /** What the user does, in this order. */
    const acts: Readonly<Record<string, Act>> = {
      'the members': async (page) => {
        await link('Members')(page)
        await rows(page, 20)
      },
      'more members': more,
      'the members of a rank': async (page) => {
        await choose(page, 'Rank', 'sergeant')
        await player(page, 2).waitFor()
      },
      'more members of the rank': more,
      'the members of a rank with a medal': async (page) => {
        await choose(page, 'Medal', 'Valor')
        await player(page, 6).waitFor()
      },
      'the members with a medal': async (page) => {
        await page.goto(page.url().replace(/rank=[^&]*&?/, ''))
        await player(page, 3).waitFor()
      },
      'the members from an experience': async (page) => {
        await page.goto(page.url().replace(/medal=[^&]*&?/, ''))
        await page.getByLabel('Experience from').fill('900')
        await page.keyboard.press('Enter')
        await player(page, 3).waitFor({ state: 'detached' })
        await rows(page, 20)
      },
      'more members from the experience': more,
      'a member by name': async (page) => {
        await page.getByLabel('Name or user id').fill('Player_77')
        await page.keyboard.press('Enter')
        await page.getByRole('heading', { name: 'Player_77' }).waitFor()
        await page.getByRole('listitem').first().waitFor()
      },
      'the queue': async (page) => {
        await link('Queue')(page)
        await rows(page, 20)
        await page.getByRole('checkbox', { name: 'Hold the list still' }).check()
      },
      'more of the queue': more,
      'the responses': async (page) => {
        await link('Review')(page)
        // within 5 seconds of the visit after the sign-in, the page would not read again
        await page.reload()
        await rows(page, 20)
      },
      'the audit log': async (page) => {
        await link('Audit')(page)
        await rows(page, 20)
      },
      'more of the audit log': more,
    }

    async function costsIn(size: keyof typeof sizes): Promise<Map<string, Cost>> {
      const { page, complaints } = await at.signedIn('administrator', 1280, communities[size])
      // the review of responses is the first screen after the sign-in
      await page.getByRole('button', { name: 'Open the oldest' }).waitFor()
      await page.waitForLoadState('networkidle')
      const costs = new Map<string, Cost>()
      for (const [name, act] of Object.entries(acts)) {
        const begun = performance.now()
        let shownAfter = 0
        const cost = await costOfAct(page, async () => {
          await act(page)
          shownAfter = performance.now() - begun
        })
        costs.set(name, cost)
        const { bytes, elements, blocks } = cost
        if (isLong)
          process.stdout.write(
            `${sizes[size]} members, ${name}: ${Math.round(shownAfter)} ms, ${cost.requests.length} requests, ${bytes} bytes, ${elements} elements, ${blocks} blocks\n`,
          )
      }
      expect(await complaints()).toEqual([])
      return costs
    }

    it(
      `${sizes.large.toLocaleString('en')} members cost the screens no more than ${sizes.small.toLocaleString('en')}`,
      async () => {
        const small = await costsIn('small')
        const large = await costsIn('large')
        await client.end()
        const grown: unknown[] = []
        for (const [name, { requests, bytes, elements, blocks }] of large) {
          const before = small.get(name) as Cost
          expect([name, requests]).toEqual([name, before.requests])
          // allowed growth: longer numbers, and an index of a million rows has one or two levels more
          if (bytes > 1.3 * before.bytes + 500 || bytes > 250_000) grown.push([name, 'bytes', before.bytes, bytes])
          if (elements > before.elements + 20 || elements > 2_500)
            grown.push([name, 'elements', before.elements, elements])
          const ofCount = /^the members (of|with|from)|^a member by/.test(name) ? COUNT_BLOCKS : 0
          const mostBlocks = ofCount + (name === 'a member by name' ? SEARCH_BLOCKS : 2 * before.blocks + 200)
          if (blocks > mostBlocks || blocks > 20_000) grown.push([name, 'blocks', before.blocks, blocks])
        }
        expect(grown).toEqual([])
      },
      20 * patienceMs,
    )
  },
  { worker: false },
)
