// With concurrent writers, every reader sees every entry once, and those of a member in order.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readEntries } from '../../src/audit/actions'
import { insertAuditEntry, type EntryRow } from '../../src/audit/queries'
import type { EntryKey } from '../../src/audit/rules'
import { inTransaction, type Ctx } from '../../src/context'
import { changePoints } from '../../src/awards/points/queries'
import { createMember } from '../../src/members/actions'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
let ctx: Ctx

beforeAll(async () => {
  app = await startTestApp({ worker: false, poolSize: 30 })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
  ctx = await community.ctx()
})

interface Reader {
  readonly seen: EntryRow[]
  /** Reads to the end of the feed. */
  poll(): Promise<void>
}

/** A reader that follows the cursor, as a client does. */
function followFeed(limit: number): Reader {
  const seen: EntryRow[] = []
  let after: EntryKey | null = null
  return {
    seen,
    async poll() {
      for (let more = true; more;) {
        const page = await readEntries(ctx, {}, { order: 'feed', after, limit })
        seen.push(...page.entries)
        after = page.next
        more = page.hasMore
      }
    },
  }
}

/** A reader that follows ids instead of the cursor, for comparison. */
function followNumbers(): Reader {
  const seen: EntryRow[] = []
  return {
    seen,
    async poll() {
      const last = seen.at(-1)?.audit_id ?? 0
      const { rows } = await sql<EntryRow>`select * from audit_entry
        where community_id = ${ctx.community.communityId} and audit_id > ${last} order by audit_id`.execute(ctx.db)
      seen.push(...rows)
    },
  }
}

async function committed(): Promise<number[]> {
  const { rows } = await sql<{ audit_id: number }>`select audit_id from audit_entry
    where community_id = ${ctx.community.communityId}`.execute(ctx.db)
  return rows.map((row) => row.audit_id)
}

const ascending = (one: number, other: number): number => one - other
const idsOf = ({ seen }: Reader): number[] => seen.map((entry) => entry.audit_id)
const members = [1, 2, 3]
const rolledBack = new Error('rolled back')

/** Writes an entry first: the transaction then has a lower id than those whose row locks it waits for. */
async function write(random: () => number): Promise<void> {
  const pick = members[Math.floor(random() * members.length)] ?? 1
  await inTransaction(ctx, async (tx) => {
    await insertAuditEntry(tx, { action: 'test.begin' })
    // transactions overlap in a random order
    await sleep(random() * 25)
    await changePoints(tx, { userId: pick, property: 'experience', op: 'increment', amount: 1, reason: null })
    await sleep(random() * 15)
    if (random() < 0.2) throw rolledBack
  }).catch((error: unknown) => {
    if (error !== rolledBack) throw error
  })
}

it('shows every committed entry once to each reader, with each member’s changes in order', async () => {
  for (const userId of members) await createMember(ctx, userId)
  const readers = [followFeed(7), followFeed(100)]
  const naive = followNumbers()
  let writing = true
  const reading = [...readers, naive].map(async (reader) => {
    while (writing) await reader.poll()
  })
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (let count = 0; count < 25; count++) await write(Math.random)
    }),
  )
  writing = false
  await Promise.all(reading)
  const all = (await committed()).sort(ascending)
  expect(all.length).toBeGreaterThan(400)
  for (const reader of readers) {
    await until('the reader has caught up', async () => {
      await reader.poll()
      return reader.seen.length >= all.length
    })
    expect(idsOf(reader).sort(ascending)).toEqual(all)
    for (const userId of members) {
      const changes = reader.seen.filter(({ user_id, action }) => user_id === userId && action === 'member.experience')
      expect(changes.map(({ before }) => before?.['experience'])).toEqual(changes.map((_, index) => index))
    }
  }
  expect(idsOf(readers[0] as Reader)).toEqual(idsOf(readers[1] as Reader))
  await naive.poll()
  // a reader that follows ids misses entries
  expect(idsOf(naive).length).toBeLessThan(all.length)
})

/** Opens a transaction that has written an entry. */
async function openWriter(action: string): Promise<{ end(): Promise<void> }> {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  let written = (): void => undefined
  const isWritten = new Promise<void>((resolve) => (written = resolve))
  const transaction = inTransaction(ctx, async (tx) => {
    await insertAuditEntry(tx, { action })
    written()
    await ended
  })
  await isWritten
  return {
    async end() {
      end()
      await transaction
    },
  }
}

it('holds back entries younger than an open transaction', async () => {
  const feed = followFeed(10)
  const naive = followNumbers()
  await until('the feed has the existing entries', async () => {
    await feed.poll()
    return feed.seen.length === (await committed()).length
  })
  await naive.poll()
  const start = feed.seen.length
  const writer = await openWriter('test.older')
  await insertAuditEntry(ctx, { action: 'test.younger' })
  for (const reader of [feed, naive]) await reader.poll()
  const since = (reader: Reader): string[] => reader.seen.slice(start).map(({ action }) => action)
  expect([since(feed), since(naive)]).toEqual([[], ['test.younger']])
  const newest = await community.client.get('/v2/audit-entries?order=newest&limit=1')
  expect(newest.body.data[0].action).toBe('test.younger')
  await writer.end()
  await until('the feed has both', async () => {
    await feed.poll()
    return since(feed).length === 2
  })
  await naive.poll()
  expect([since(feed), since(naive)]).toEqual([['test.older', 'test.younger'], ['test.younger']])
})

describe('GET /v2/audit-entries', () => {
  const get = (query = '') => community.client.get(`/v2/audit-entries${query}`)

  it('returns actor, action, before, after, reason and request id', async () => {
    const headers = { 'X-Request-Id': 'feed-1' }
    const change = { op: 'increment', amount: 5, reason: 'Won' }
    const { body } = await community.client.post('/v2/members/9/experience', change, headers)
    const page = await get('?order=newest&limit=2')
    expect(page.body.data).toEqual([
      {
        auditId: body.meta.auditId,
        at: expect.stringMatching(/Z$/),
        actor: { kind: 'key', id: community.key.split('_')[1] },
        action: 'member.experience',
        userId: '9',
        before: { experience: 0 },
        after: { experience: 5 },
        reason: 'Won',
        onBehalfOf: null,
        requestId: expect.stringMatching(/^feed-1\.[0-9a-f-]{36}$/),
      },
      expect.objectContaining({
        action: 'member.create',
        userId: '9',
        before: null,
        after: { experience: 0, quotaPoints: 0, rank: null },
        requestId: expect.stringMatching(/^feed-1\.[0-9a-f-]{36}$/),
      }),
    ])
  })

  it('returns a cursor on the last page and on an empty one, from which reading continues', async () => {
    await untilComplete(app.app.db)
    const { cursor, actions } = await drain('')
    expect(actions.slice(0, 1)).toEqual(['community.create'])
    const empty = await get(`?cursor=${cursor}`)
    expect(empty.body).toMatchObject({ data: [], meta: { hasMore: false, nextCursor: expect.any(String) } })
    await insertAuditEntry(ctx, { action: 'test.later' })
    expect((await drain(`cursor=${empty.body.meta.nextCursor}`, 1)).actions).toEqual(['test.later'])
  })

  /** Reads until at least `least` entries were seen. */
  async function drain(query: string, least = 1, filter = '') {
    let cursor: string | null = null
    const actions: string[] = []
    const userIds: (string | null)[] = []
    await until('the feed has the entries', async () => {
      for (let more = true; more;) {
        const from = cursor === null ? query : `cursor=${cursor}`
        const { status, body } = await get(`?limit=3&${filter}&${from}`.replace(/&+/g, '&').replace(/&$/, ''))
        if (status !== 200) throw new Error(JSON.stringify(body))
        actions.push(...body.data.map((entry: { action: string }) => entry.action))
        userIds.push(...body.data.map((entry: { userId: string | null }) => entry.userId))
        cursor = body.meta.nextCursor as string
        more = body.meta.hasMore as boolean
      }
      return actions.length >= least
    })
    return { cursor: cursor ?? '', actions, userIds }
  }

  it('filters by account, action, prefix of actions, and kind of actor', async () => {
    for (const userId of [7, 8, 7]) {
      await community.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 1 })
      await community.client.post(`/v2/members/${userId}/quota-points`, { op: 'increment', amount: 1 })
    }
    const seven = await drain('', 5, 'userId=7')
    expect(new Set(seven.userIds)).toEqual(new Set(['7']))
    const of7 = [
      'member.create',
      ...['member.experience', 'member.quotaPoints', 'member.experience', 'member.quotaPoints'],
    ]
    expect(seven.actions).toEqual(of7)
    expect((await drain('', 3, 'action=member.experience')).actions).toEqual(Array(3).fill('member.experience'))
    expect((await drain('', 8, 'action=member.')).actions).toHaveLength(8)
    expect((await drain('', 2, 'userId=7&action=member.experience')).actions).toEqual(of7.filter((_, i) => i % 2 === 1))
    expect(new Set((await drain('', 2, 'actorKind=operator')).actions)).toEqual(
      new Set(['community.create', 'key.create']),
    )
  })

  it('pages through the newest first', async () => {
    for (let count = 0; count < 5; count++) await insertAuditEntry(ctx, { action: 'test.entry' })
    const ids: number[] = []
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 10; pages++) {
      const { body } = await get(`?order=newest&limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ids.push(...body.data.map((entry: { auditId: string }) => Number(entry.auditId)))
      cursor = body.meta.nextCursor as string | null
      expect(body.meta.hasMore).toBe(cursor !== null)
    }
    expect(ids).toEqual((await committed()).sort((one, other) => other - one))
  })

  it('rejects a cursor of another community, filter or order', async () => {
    const { cursor } = await drain('')
    const other = await app.community({ connected: false })
    const answers = await Promise.all([
      get(`?cursor=${cursor}&userId=7`),
      get(`?cursor=${cursor}&action=member.`),
      get(`?cursor=${cursor}&order=newest`),
      get('?cursor=AAAA'),
      other.client.get(`/v2/audit-entries?cursor=${cursor}`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
    expect((await get(`?cursor=${cursor}&limit=100&order=feed`)).status).toBe(200)
  })

  it('shows no entry of another community', async () => {
    const other = await app.community({ connected: false })
    const { body } = await other.client.get('/v2/audit-entries?order=newest&limit=100')
    const theirs = await committed()
    const ids = body.data.map((entry: { auditId: string }) => Number(entry.auditId))
    expect(ids.filter((id: number) => theirs.includes(id))).toEqual([])
    expect(ids).not.toHaveLength(0)
  })

  it.each(['member', 'member.', 'member.experience'])('accepts the action %s', async (action) => {
    expect((await get(`?action=${action}`)).status).toBe(200)
  })

  it.each(['.', 'member..x', '%25', 'Member', 'member.%00'])('rejects the action %s', async (action) => {
    expect((await get(`?action=${action}`)).status).toBe(400)
  })
})
