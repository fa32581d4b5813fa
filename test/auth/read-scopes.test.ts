// Audit entries and webhooks need the scopes of the data they contain (x-read-scopes).
import { sql } from 'kysely'
import { auditReadScopes, scopes, webhookReadScopes } from '../../generated/operations'
import { readScopeOf } from '../../src/audit/rules'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
})
afterAll(() => app.close())

const all = Object.keys(scopes)
const unlike = (scope: string): string[] => all.filter((one) => one !== scope)

describe('an audit entry', () => {
  const secret = { text: 'a detail that needs its scope' }
  const read = async (granted: readonly string[], action: string): Promise<Answer['body']> => {
    const client = await community.clientWith(granted)
    return (await client.get(`/v2/audit-entries?order=newest&action=${action}`)).body.data[0]
  }
  const areas = Object.entries(auditReadScopes)

  beforeAll(async () => {
    for (const [area] of areas) {
      await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, before, after, reason)
        values (${community.communityId}, 'key', 'test', ${`${area}.tested`}, ${JSON.stringify(secret)},
          ${JSON.stringify(secret)}, ${secret.text})`.execute(app.app.db)
    }
  })

  it.each(areas.filter(([, scope]) => scope !== 'audit.read'))(
    'of %s shows no details to a key without %s',
    async (area, scope) => {
      const withheld = await read(unlike(scope), `${area}.tested`)
      expect(withheld).toMatchObject({ action: `${area}.tested`, before: null, after: null, reason: null })
      expect([withheld.requiredScope, JSON.stringify(withheld).includes(secret.text)]).toEqual([scope, false])
    },
  )

  it.each(areas)('of %s shows its details to a key with audit.read and %s', async (area, scope) => {
    const entry = await read([...new Set(['audit.read', scope])], `${area}.tested`)
    expect(entry).toMatchObject({ before: secret, after: secret, reason: secret.text })
    expect(entry).not.toHaveProperty('requiredScope')
  })

  it('of an action outside the contract shows no details', async () => {
    await sql`insert into audit_entry (community_id, actor_kind, actor_id, action, reason)
      values (${community.communityId}, 'key', 'test', 'unheard.of', 'secret')`.execute(app.app.db)
    expect(readScopeOf('unheard.of')).toBeNull()
    expect(await read(all, 'unheard.of')).toMatchObject({ before: null, after: null, reason: null })
  })

  it('hides the reason of a blacklist entry and a warning', async () => {
    const reason = 'Sold stolen goods'
    await community.client.post('/v2/blacklist-entries', { groupId: 77, reason })
    expect((await read(['audit.read'], 'blacklist.')).reason).toBeNull()
    expect(JSON.stringify(await read(['audit.read', 'blacklists.read'], 'blacklist.'))).toContain(reason)
  })
})

describe('a webhook endpoint', () => {
  const endpoint = { url: 'http://127.0.0.1:9/' }
  const types = Object.entries(webhookReadScopes)
  const create = async (granted: readonly string[], body: object): Promise<Answer> => {
    const client = await community.clientWith(granted)
    const answer = await client.post('/v2/webhooks', { ...endpoint, ...body })
    if (answer.status === 201) await client.delete(`/v2/webhooks/${answer.body.data.webhookId}`)
    return answer
  }
  const required = ({ status, body }: Answer): unknown => [status, body.error?.code, body.error?.details?.required]

  it.each(types)('for %s is refused to a key without %s', async (type, scope) => {
    expect(required(await create(unlike(scope), { types: [type] }))).toEqual([403, 'insufficient_scope', [scope]])
    expect(required(await create(unlike(scope), { types: ['*'] }))).toEqual([403, 'insufficient_scope', [scope]])
    expect((await create(['webhooks.write', scope], { types: [type] })).status).toBe(201)
  })

  it('for all types needs every scope that reads them', async () => {
    const granted = ['webhooks.write', ...new Set(types.map(([, scope]) => scope))]
    expect((await create(granted, {})).status).toBe(201)
  })

  it.each([
    ['its URL', { url: 'http://127.0.0.1:10/' }],
    ['its types', { types: ['response.decided'] }],
    ['whether it is enabled', { enabled: true }],
  ])('with data that the key may not read keeps %s', async (_, change) => {
    const { webhookId } = (await community.client.post('/v2/webhooks', { ...endpoint, types: ['*'] })).body.data
    const path = `/v2/webhooks/${webhookId}`
    const before = (await community.client.get(path)).body
    const lesser = await community.clientWith(['webhooks.write', 'members.read'])
    expect((await lesser.patch(path, change)).body.error.code).toBe('insufficient_scope')
    expect((await community.client.get(path)).body).toEqual(before)
    expect((await lesser.patch(path, { enabled: false })).status).toBe(200)
    await community.client.delete(path)
  })
})
