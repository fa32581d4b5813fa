// Which endpoints are stored, returned and rejected.
import { sql } from 'kysely'
import { resolveTarget, TargetRefused } from '../../src/webhooks/targets'
import { startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  // a worker would send messages while a test looks at them
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community({ connected: false })
})

const url = 'http://127.0.0.1:9/hooks?token=door-opener'
const create = (body: object = {}, by = community) => by.client.post('/v2/webhooks', { url, ...body })
const made = async (body: object = {}) => (await create(body)).body.data
const codeOf = (answer: { status: number; body: { error?: { code: string } } }) => [
  answer.status,
  answer.body.error?.code,
]

describe('an endpoint', () => {
  it('returns its secret once, and stores it encrypted, in no log and no audit entry', async () => {
    const { status, body } = await create({ types: ['member.awarded'], description: 'The bot' })
    expect(status).toBe(201)
    const { secret, ...rest } = body.data
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rest).toMatchObject({
      url,
      types: ['member.awarded'],
      description: 'The bot',
      enabled: true,
      failingSince: null,
    })
    expect((await community.client.get(`/v2/webhooks/${rest.webhookId}`)).body.data).toEqual(rest)
    expect((await community.client.get('/v2/webhooks')).body.data).toEqual([rest])
    const { rows } = await sql<{ row: string }>`
      select row_to_json(e)::text as row from webhook_endpoint e where webhook_id = ${rest.webhookId}
      union all select row_to_json(a)::text from audit_entry a where community_id = ${community.communityId}`.execute(
      app.app.db,
    )
    const key = Buffer.from((secret as string).slice(6), 'base64')
    const stored = rows.map(({ row }) => row).join('\n') + JSON.stringify(app.logs)
    for (const leak of [secret as string, key.toString('hex')]) expect(stored).not.toContain(leak)
    const entries = rows.slice(1).map(({ row }) => row)
    expect(entries.join()).toContain('webhook.create')
    expect(entries.join()).not.toContain('door-opener')
  })

  it('subscribes to all types by default, and is updated field by field', async () => {
    const { webhookId, types } = await made()
    expect(types).toEqual(['*'])
    const patch = (body: object) => community.client.patch(`/v2/webhooks/${webhookId}`, body)
    expect((await patch({ types: ['response.decided'] })).body.data).toMatchObject({ types: ['response.decided'], url })
    expect((await patch({ types: ['response.decided', '*'], description: 'x' })).body.data).toMatchObject({
      types: ['*'],
    })
    expect((await patch({ enabled: false })).body.data).toMatchObject({
      enabled: false,
      disabledReason: 'requested',
      description: 'x',
    })
    expect((await patch({ enabled: true })).body.data).toMatchObject({ enabled: true, disabledReason: null })
    for (const body of [{}, { types: [] }, { types: ['member.erased'] }, { url: 'ftp://x' }, { secret: 'x' }]) {
      expect(codeOf(await patch(body))).toEqual([400, 'validation_failed'])
    }
  })

  it('is rejected as the eleventh, also with concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => create()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status !== 201).map(codeOf)).toEqual(
      Array(4).fill([409, 'webhook_limit_reached']),
    )
    const [first] = (await community.client.get('/v2/webhooks')).body.data
    expect((await community.client.delete(`/v2/webhooks/${first.webhookId}`)).status).toBe(204)
    expect((await create()).status).toBe(201)
  })

  it('answers 404 to other communities', async () => {
    const { webhookId } = await made()
    const { body: sent } = await community.client.post(`/v2/webhooks/${webhookId}/test`)
    const other = await app.community({ connected: false })
    const at = `/v2/webhooks/${webhookId}`
    for (const answer of [
      await other.client.get(at),
      await other.client.patch(at, { enabled: false }),
      await other.client.delete(at),
      await other.client.post(`${at}/rotate-secret`, {}),
      await other.client.post(`${at}/test`),
      await other.client.get(`${at}/deliveries`),
      await other.client.post(`${at}/deliveries/${sent.data.deliveryId}/redeliver`),
    ]) {
      expect(codeOf(answer)).toEqual([404, 'webhook_not_found'])
    }
    const mine = (await create({}, other)).body.data.webhookId
    const answer = await other.client.post(`/v2/webhooks/${mine}/deliveries/${sent.data.deliveryId}/redeliver`)
    expect(codeOf(answer)).toEqual([404, 'delivery_not_found'])
    expect((await community.client.get(at)).body.data.enabled).toBe(true)
  })

  it('sends no test and no redelivery while it is disabled', async () => {
    const { webhookId } = await made()
    const { deliveryId } = (await community.client.post(`/v2/webhooks/${webhookId}/test`)).body.data
    await community.client.patch(`/v2/webhooks/${webhookId}`, { enabled: false })
    expect(codeOf(await community.client.post(`/v2/webhooks/${webhookId}/test`))).toEqual([409, 'webhook_disabled'])
    const again = await community.client.post(`/v2/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`)
    expect(codeOf(again)).toEqual([409, 'webhook_disabled'])
    const { data } = (await community.client.get(`/v2/webhooks/${webhookId}/deliveries?status=parked`)).body
    expect(data).toMatchObject([{ deliveryId, status: 'parked', lastError: 'the endpoint was disabled' }])
  })

  it('lists its messages page by page', async () => {
    const { webhookId } = await made()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      ids.unshift((await community.client.post(`/v2/webhooks/${webhookId}/test`)).body.data.deliveryId as string)
    }
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await community.client.get(`/v2/webhooks/${webhookId}/deliveries?limit=2${cursor}`)
      seen.push(...body.data.map(({ deliveryId }: { deliveryId: string }) => deliveryId))
      cursor = body.meta.nextCursor === null ? '' : `&cursor=${body.meta.nextCursor}`
    } while (cursor !== '')
    expect(seen).toEqual(ids)
    const { body } = await community.client.get(`/v2/webhooks/${webhookId}/deliveries?limit=2`)
    const elsewhere = `/v2/webhooks/${webhookId}/deliveries?status=pending&cursor=${body.meta.nextCursor}`
    expect(codeOf(await community.client.get(elsewhere))).toEqual([400, 'validation_failed'])
  })
})

describe('resolveTarget', () => {
  const names: Record<string, string[]> = {
    'inside.example.com': ['10.0.0.5'],
    'mixed.example.com': ['93.184.216.34', '192.168.1.1'],
    'mapped.example.com': ['::ffff:127.0.0.1'],
    'outside.example.com': ['93.184.216.34', '2606:2800:220:1::1'],
    localhost: ['127.0.0.1', '::1'],
  }
  const resolve = (host: string) => Promise.resolve(names[host.replace(/\.$/, '')] ?? [])
  const refusals = [
    ...['http://93.184.216.34/', 'http://outside.example.com/', 'https://user:pass@outside.example.com/'],
    ...['https://127.0.0.1/', 'https://127.1/', 'https://0x7f000001/', 'https://2130706433/', 'https://0177.0.0.1/'],
    ...['https://[::1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[::7f00:1]/'],
    ...['https://[64:ff9b::a00:1]/', 'https://[2002:a00:1::]/', 'https://[fd00::1]/', 'https://[fe80::1]/'],
    ...['https://[fec0::1]/', 'https://[ff02::1]/', 'https://[2001:db8::1]/', 'https://[2001::1]/'],
    ...['https://0.0.0.0/', 'https://10.1.2.3/', 'https://172.16.0.1/', 'https://192.168.0.1:8443/'],
    ...['https://169.254.169.254/latest/meta-data', 'https://100.64.0.1/', 'https://198.18.0.1/', 'https://192.0.2.1/'],
    ...['https://224.0.0.1/', 'https://240.0.0.1/', 'https://255.255.255.255/'],
    ...['https://localhost/', 'https://localhost./', 'https://inside.example.com/', 'https://mixed.example.com/'],
    ...['https://mapped.example.com/', 'https://absent.example.com/'],
  ]

  it.each(refusals)('rejects %s', async (target) => {
    const refused = resolveTarget(target, { allowPrivate: 'nothing', resolve })
    await expect(refused).rejects.toBeInstanceOf(TargetRefused)
  })

  it.each([0, 22, 25, 5_432, 6_379])('rejects port %d, which is of another protocol', async (port) => {
    for (const allowPrivate of ['nothing', 'anything'] as const) {
      const refused = resolveTarget(`https://outside.example.com:${port}/`, { allowPrivate, resolve })
      await expect(refused).rejects.toThrow('must not have the port of a protocol other than HTTP')
    }
  })

  it('returns the addresses of a public host', async () => {
    const targets = { allowPrivate: 'nothing', resolve } as const
    expect(await resolveTarget('https://outside.example.com/x', targets)).toEqual(names['outside.example.com'])
    expect(await resolveTarget('https://93.184.216.34:8443/', targets)).toEqual(['93.184.216.34'])
  })

  it('accepts only the networks that the deployment allows, also over http', async () => {
    const targets = { allowPrivate: ['10.0.0.0/8', '::1/128'], resolve }
    expect(await resolveTarget('http://inside.example.com/', targets)).toEqual(['10.0.0.5'])
    expect(await resolveTarget('http://[::1]/', targets)).toEqual(['::1'])
    for (const target of ['http://127.0.0.1/', 'https://mixed.example.com/', 'http://outside.example.com/']) {
      await expect(resolveTarget(target, targets)).rejects.toBeInstanceOf(TargetRefused)
    }
  })

  it('is reported at /body/url at creation and at a change', async () => {
    const strict = await startTestApp({
      settings: { ...testSettings, webhookTargets: { allowPrivate: 'nothing', resolve } },
    })
    try {
      const { client } = await strict.community({ connected: false })
      const ok = await client.post('/v2/webhooks', { url: 'https://outside.example.com/' })
      expect(ok.status).toBe(201)
      for (const target of ['https://inside.example.com/', 'https://127.0.0.1/', 'http://outside.example.com/']) {
        for (const { status, body } of [
          await client.post('/v2/webhooks', { url: target }),
          await client.patch(`/v2/webhooks/${ok.body.data.webhookId}`, { url: target }),
        ]) {
          expect([status, body.error.details.issues[0].instancePath]).toEqual([400, '/body/url'])
        }
      }
    } finally {
      await strict.close()
    }
  })
})
