// Storage limits: exact counts, rejection, release.
import { ends, type End } from '../../src/db/storage'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { purgeDeletedForms } from '../../src/applications/forms/queries'
import { setStorageLimit } from '../../src/communities/storage/actions'
import { findFullStorage, listStorage, type StorageRow } from '../../src/communities/storage/queries'
import { enqueueFromAuditLog } from '../../src/webhooks/feed/actions'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { at, createForm, form } from '../applications/forms/form'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
beforeEach(async () => {
  community = await app.community({ connected: false })
})
afterAll(() => app.close())

const templates = '/v2/applications/templates'
const save = (name = 'Pilots') => community.client.post(templates, { name, definition: form() })

async function storageOf(quota: string): Promise<StorageRow> {
  const rows = await listStorage(app.app.db, community.communityId)
  return rows.find((row) => row.quota === quota) as StorageRow
}
const usedOf = async (quota: string): Promise<number> => (await storageOf(quota)).used
const setLimit = async (quota: string, limit: number | null) => setStorageLimit(await community.ctx(), quota, limit)

/** Sets the limit to the used amount. */
const fill = async (quota: string) => setLimit(quota, await usedOf(quota))

function refusal({ status, body }: Answer): [number, string, string] {
  return [status, body.error?.code, body.error?.details?.quota]
}

it('rejects a request past the limit with 409 and the quota, and stores nothing', async () => {
  expect((await save()).status).toBe(201)
  const used = await usedOf('templates')
  await setLimit('templates', used + 1)
  const answer = await save()
  expect(answer.status).toBe(409)
  expect(answer.body.error).toMatchObject({
    code: 'storage_limit_reached',
    details: { quota: 'templates', unit: 'bytes', limit: used + 1, used },
  })
  expect((await community.client.get(templates)).body.data.items).toHaveLength(1)
  expect(await usedOf('templates')).toBe(used)
})

it('releases the storage of a deleted template', async () => {
  const { body } = await save()
  await fill('templates')
  expect((await save()).status).toBe(409)
  expect((await community.client.delete(`${templates}/${body.data.templateId as string}`)).status).toBe(204)
  expect(await usedOf('templates')).toBe(0)
  expect((await save()).status).toBe(201)
})

it('lets concurrent requests store exactly up to the limit', async () => {
  await save()
  const one = await usedOf('templates')
  await setLimit('templates', one * 6)
  const answers = await Promise.all(Array.from({ length: 30 }, () => save()))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(answers.filter(({ status }) => status !== 201).map(refusal)).toEqual(
    Array(25).fill([409, 'storage_limit_reached', 'templates']),
  )
  expect(await usedOf('templates')).toBe(one * 6)
})

it('counts every version of a form, and releases them 32 days after the form was deleted', async () => {
  const id = await createForm(community.client)
  const one = await usedOf('forms')
  const update = (version: number) => community.client.put(at(id), { version, definition: form() })
  expect((await update(1)).status).toBe(200)
  const two = await usedOf('forms')
  expect(two).toBeGreaterThan(one)
  await fill('forms')
  expect(refusal(await update(2))).toEqual([409, 'storage_limit_reached', 'forms'])
  expect(refusal(await community.client.post(at(id, '/duplicate'), {}))).toEqual([
    409,
    'storage_limit_reached',
    'forms',
  ])
  expect((await community.client.delete(`${at(id)}?version=2`)).status).toBe(204)
  expect(await usedOf('forms')).toBeGreaterThan(one)
  await purgeDeletedForms(app.app.db)
  expect(await usedOf('forms')).toBeGreaterThan(one)
  await sql`update application set deleted_at = now() - interval '32 days' where application_id = ${id}`.execute(
    app.app.db,
  )
  await purgeDeletedForms(app.app.db)
  // the form stays as long as responses refer to it
  expect(await usedOf('forms')).toBe(256)
})

it('keeps data above a lowered limit, and rejects only growth', async () => {
  const type = await community.client.post('/v2/event-types', { name: 'Patrol', description: 'long '.repeat(100) })
  await setLimit('events', 1)
  const path = `/v2/event-types/${type.body.data.eventTypeId as string}`
  expect((await community.client.get(path)).status).toBe(200)
  expect((await community.client.patch(path, { description: 'short' })).status).toBe(200)
  expect(refusal(await community.client.patch(path, { description: 'longer' }))).toEqual([
    409,
    'storage_limit_reached',
    'events',
  ])
})

it('reserves the storage of an event’s awards with each attendee, so that a finish never reaches the limit', async () => {
  const { client } = community
  const { body } = await client.post('/v2/event-types', { name: 'Patrol', awards: [{ experience: 5 }] })
  const event = await client.post('/v2/events', {
    eventTypeId: body.data.eventTypeId,
    startsAt: '2026-03-06T18:00:00Z',
  })
  const path = `/v2/events/${event.body.data.eventId as string}`
  for (const userId of ['1', '2']) await client.get(`/v2/members/${userId}`)
  const attend = (userId: string) => client.put(`${path}/attendees/${userId}`, { attendance: 'present' })
  expect((await attend('1')).status).toBe(200)
  await client.post(`${path}/start`)
  await fill('events')
  expect(refusal(await attend('2'))).toEqual([409, 'storage_limit_reached', 'events'])
  expect((await client.post(`${path}/finish`)).status).toBe(200)
})

const limited: [string, string, (n: number) => [string, object]][] = [
  ['a medal', 'medals', (n) => ['/v2/medals', { name: `Medal ${n}` }]],
  ['a qualification', 'qualifications', (n) => ['/v2/qualifications', { name: `Pilot ${n}` }]],
  ['a form', 'forms', () => ['/v2/applications', { definition: form() }]],
  ['a blacklist entry', 'moderation', (n) => ['/v2/blacklist-entries', { userId: String(100 + n), reason: 'raid' }]],
  ['a warning', 'moderation', (n) => ['/v2/warnings', { userId: String(100 + n), reason: 'raid' }]],
  [
    'a batch',
    'batches',
    (n) => [
      '/v2/award-batches',
      { batchId: `b${n}`, entries: [{ userId: '7', experience: { op: 'increment', amount: 1 } }] },
    ],
  ],
]

it.each(limited)('rejects %s past the limit of %s', async (_what, quota, request) => {
  const send = (n: number) => community.client.post(...request(n))
  expect((await send(1)).status).toBeLessThan(300)
  expect(await usedOf(quota)).toBeGreaterThan(0)
  await fill(quota)
  expect(refusal(await send(2))).toEqual([409, 'storage_limit_reached', quota])
  await setLimit(quota, null)
  expect((await send(2)).status).toBeLessThan(300)
})

it('awards a batch that was rejected by the limit when it is sent again', async () => {
  const entries = [{ userId: '7', experience: { op: 'increment', amount: 1 } }]
  await setLimit('batches', 0)
  const send = () => community.client.post('/v2/award-batches', { batchId: 'again', entries })
  expect(refusal(await send())).toEqual([409, 'storage_limit_reached', 'batches'])
  await setLimit('batches', null)
  expect((await send()).status).toBe(200)
  expect((await community.client.get('/v2/members/7')).body.data.experience).toBe(1)
})

it('renames a medal although the events that reference it are at their limit', async () => {
  const { client } = community
  await client.post('/v2/medals', { name: 'Star' })
  await client.post('/v2/event-types', { name: 'Patrol', awards: [{ medals: ['Star'] }] })
  await fill('events')
  expect((await client.patch('/v2/medals/Star', { name: 'Star of the North' })).status).toBe(200)
  const storage = await storageOf('events')
  expect(storage.used).toBeGreaterThan(storage.limit)
})

it('does not deadlock when a medal is renamed while events that reference it change', async () => {
  const { client } = community
  const awards = [{ medals: ['Star'] }]
  await client.post('/v2/medals', { name: 'Star' })
  const { body } = await client.post('/v2/event-types', { name: 'Patrol', awards })
  const event = { eventTypeId: body.data.eventTypeId as string, startsAt: '2026-03-06T18:00:00Z', awards }
  const events = await Promise.all(Array.from({ length: 6 }, () => client.post('/v2/events', event)))
  const paths = events.map((answer) => `/v2/events/${answer.body.data.eventId as string}`)
  const renames = (async () => {
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) {
      const [from, to] = n % 2 === 0 ? ['Star', 'Star of the North'] : ['Star%20of%20the%20North', 'Star']
      statuses.push((await client.patch(`/v2/medals/${from}`, { name: to })).status)
    }
    return statuses
  })()
  const changes = Array.from({ length: 60 }, (_, n) =>
    client.patch(paths[n % paths.length] as string, { description: 'x'.repeat(n) }),
  )
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(await renames)).toEqual(new Set([200]))
})

it('delays webhook messages while they are at the limit, and loses none', async () => {
  const { client, communityId } = community
  const { body } = await client.post('/v2/webhooks', { url: 'http://127.0.0.1:9/hook' })
  const messages = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from webhook_delivery where community_id = ${communityId}`.execute(app.app.db)
    return rows[0]?.count
  }
  const quota = 'webhook-messages'
  await setLimit(quota, 0)
  for (let n = 0; n < 3; n++) await client.post('/v2/members/7/experience', { op: 'increment', amount: 1 })
  await enqueueFromAuditLog(app.app.db, new AbortController().signal)
  expect(await messages()).toBe(0)
  expect(refusal(await client.post(`/v2/webhooks/${body.data.webhookId as string}/test`))).toEqual([
    409,
    'storage_limit_reached',
    quota,
  ])
  await setLimit(quota, null)
  await until('the messages are created', async () => {
    await enqueueFromAuditLog(app.app.db, new AbortController().signal)
    return (await messages()) === 3
  })
  expect(await usedOf(quota)).toBeGreaterThan(0)
  expect(await findFullStorage(app.app.db, communityId, quota)).toBeNull()
  expect((await client.delete(`/v2/webhooks/${body.data.webhookId as string}`)).status).toBe(204)
  expect(await usedOf(quota)).toBe(0)
})

it("does not count another community's storage", async () => {
  await setLimit('templates', 0)
  const other = await app.community({ connected: false })
  expect((await other.client.post(templates, { name: 'Pilots', definition: form() })).status).toBe(201)
  expect((await save()).status).toBe(409)
})

it('counts equal the contents of the tables', async () => {
  const { rows } = await sql<{ quota: string; counted: number; held: number }>`
    with held as (
      select community_id, 'templates' as quota, sum(256 + octet_length(definition::text)) as held
      from application_template group by 1
      union all
      select community_id, 'forms', sum(size) from (
        select community_id, 256 + octet_length(definition::text) as size from application_version
        union all select community_id, 256 + octet_length(description) from application) f group by 1
      union all
      select community_id, 'batches', sum(octet_length(outcome::text) - 2) from award_batch group by 1
      union all
      select community_id, 'events', sum(size) from (
        select community_id, 256 + octet_length(description) + octet_length(awards::text) as size from event_type
        union all
        select community_id, 256 + octet_length(description) + (attendee_count + 1) * (256 + octet_length(awards::text))
        from event) e group by 1
      union all
      select community_id, 'medals', count(*) from medal group by 1)
    select quota, s.used as counted, coalesce(h.held, 0)::bigint as held
    from community_storage s left join held h using (community_id, quota)
    where quota in ('templates', 'forms', 'batches', 'medals', 'events')`.execute(app.app.db)
  expect(rows.length).toBeGreaterThan(5)
  for (const { quota, counted, held } of rows) expect([quota, counted]).toEqual([quota, held])
})

it('each quota ends the growth of a table, and each quota of a table exists', async () => {
  const named = new Set(Object.values<End>(ends).flatMap((end) => ('quota' in end ? [end.quota] : [])))
  const rows = await listStorage(app.app.db, community.communityId)
  expect([...named].sort()).toEqual(rows.map(({ quota }) => quota).sort())
})

it('has the limits in docs/operations/storage.md', async () => {
  const table = readFileSync('docs/operations/storage.md', 'utf8')
  const documented = [...table.matchAll(/^\| `([a-z-]+)` \| .*? \| (\d+) \|/gm)].map(([, quota, limit]) => [
    quota,
    Number(limit),
  ])
  const rows = await listStorage(app.app.db, community.communityId)
  expect(documented.sort()).toEqual(rows.map(({ quota, limit }) => [quota, limit]))
})
