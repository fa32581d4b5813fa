import { sql } from 'kysely'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { endpoint } from '../webhooks/fixture'
import { adminOf, type Admin } from './support'

let app: TestApp
let community: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  admin = adminOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
})

const webhook = (verb: string, ...more: string[]) => [
  ...['webhook', verb, '--community', community.communityId],
  ...more,
]
const url = 'http://127.0.0.1:9/hooks?token=door-opener'
const test_ = async (webhookId: string): Promise<string> =>
  (await community.client.post(`/v2/webhooks/${webhookId}/test`)).body.data.deliveryId as string

test('endpoints are listed, shown, disabled and enabled', async () => {
  expect((await admin.run(webhook('list'))).stdout).toBe('There are no webhooks.\n')
  const { webhookId } = await endpoint(community, { url }, { types: ['member.awarded'] })
  expect((await admin.json(webhook('list'))).webhooks).toMatchObject([{ webhookId, types: ['member.awarded'] }])
  const table = (await admin.run(webhook('list'))).stdout
  expect(table).toContain('127.0.0.1:9')
  expect(table).not.toContain('door-opener')
  expect((await admin.run(webhook('show', '--webhook', webhookId))).stdout).toMatch(/types +member\.awarded/)
  await test_(webhookId)
  const off = await admin.json(webhook('disable', '--webhook', webhookId, '--yes'))
  expect(off).toMatchObject({ enabled: false, disabledReason: 'requested' })
  expect(await admin.json(webhook('disable', '--webhook', webhookId, '--yes'))).toEqual(off)
  expect(await admin.json(webhook('enable', '--webhook', webhookId))).toMatchObject({ enabled: true })
  const { auditEntries: entries } = await admin.json([
    'audit',
    'list',
    '--community',
    community.communityId,
    '--limit',
    '2',
  ])
  expect(entries).toMatchObject([
    { action: 'webhook.enable', actor: { kind: 'operator' }, after: { webhookId, enabled: true } },
    { action: 'webhook.disable', after: { webhookId, enabled: false, disabledReason: 'requested' } },
  ])
})

test('messages are listed and sent again, one or all parked ones', async () => {
  const { webhookId } = await endpoint(community, { url })
  const on = ['--webhook', webhookId]
  expect((await admin.run(webhook('deliveries', ...on))).stdout).toBe('There are no deliveries.\n')
  const ids = [await test_(webhookId), await test_(webhookId), await test_(webhookId)]
  const park = () =>
    sql`update webhook_delivery set status = 'parked', finished_at = now(), attempts = 1
    where webhook_id = ${webhookId}`.execute(app.app.db)
  const statuses = async () =>
    (await admin.json(webhook('deliveries', ...on))).deliveries.map(
      ({ deliveryId, status }: { deliveryId: string; status: string }) => [deliveryId, status],
    )
  await park()
  const again = await admin.json(webhook('redeliver', ...on, '--delivery', ids[1] ?? ''))
  expect(again).toMatchObject({ deliveryId: ids[1], status: 'pending' })
  expect(await statuses()).toEqual([
    [ids[2], 'parked'],
    [ids[1], 'pending'],
    [ids[0], 'parked'],
  ])
  expect(
    (await admin.json(webhook('deliveries', ...on, '--status', 'parked', '--limit', '1'))).deliveries,
  ).toHaveLength(1)
  expect(await admin.json(webhook('redeliver-parked', ...on))).toEqual({ webhookId, messages: 2 })
  expect((await statuses()).map(([, status]: string[]) => status)).toEqual(['pending', 'pending', 'pending'])
  const { rows } = await sql<{ delivery_id: string }>`select delivery_id from webhook_delivery
    where webhook_id = ${webhookId} order by seq`.execute(app.app.db)
  expect(rows.map((row) => row.delivery_id)).toEqual([ids[1], ids[0], ids[2]])
  expect((await admin.run(webhook('redeliver-parked', ...on))).stdout).toContain('There were no parked messages.')
})

test('impossible requests are rejected with a message', async () => {
  const { webhookId } = await endpoint(community, { url })
  const absent = ['--webhook', 'whk_aaaaaaaaaaaaaaaaaaaa']
  expect(await admin.failure(webhook('show', ...absent))).toContain('webhook does not exist')
  expect(await admin.failure(webhook('show', '--webhook', 'x'))).toContain('whk_ and 20')
  expect(await admin.failure(webhook('redeliver', '--webhook', webhookId))).toContain("'--delivery <id>' not specified")
  const message = ['--delivery', 'msg_aaaaaaaaaaaaaaaaaaaa']
  expect(await admin.failure(webhook('redeliver', '--webhook', webhookId, ...message))).toContain(
    'message does not exist',
  )
  await admin.json(webhook('disable', '--webhook', webhookId, '--yes'))
  expect(await admin.failure(webhook('redeliver-parked', '--webhook', webhookId))).toContain('Enable it first')
  const elsewhere = await app.community({ connected: false })
  const args = ['webhook', 'show', '--community', elsewhere.communityId, '--webhook', webhookId]
  expect(await admin.failure(args)).toContain('webhook does not exist')
})
