// Stored answers of requests with an Idempotency-Key: without secrets, encrypted, erased, rotated.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { operationsOf, type Contract } from '../../scripts/contract-rules/document'
import { secretNames } from '../../scripts/secret-names'
import { loadContract } from '../../src/contract/document'
import { randomBase32 } from '../../src/base/ids'
import { openCredential } from '../../src/encryption/credentials'
import { Keyring } from '../../src/encryption/keyring'
import { eraseAccount } from '../../src/data-rights/actions'
import { eraseEverywhere } from '../../src/data-rights/full-erasure/queries'
import { countSecrets, rotateSecrets } from '../../src/encryption/rotation/actions'
import { secret, whereStored } from '../encryption/planted'
import { group, startTestApp, testSettings, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { keyedIds, subjects } from './subjects'

const contract = loadContract() as unknown as Contract
const [old, fresh] = [randomBytes(32), randomBytes(32)]
const withKeys = (ring: Keyring) => ({ settings: { ...testSettings, encryptionKey: ring } })

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp(withKeys(new Keyring(old)))
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community()
})

const warnings = '/v2/warnings'
const [userId] = group.members
const body = { userId, reason: 'Left a raid' }
const post = (path: string, sent: object | undefined, key: string): Promise<Answer> =>
  home.client.post(path, sent, { 'Idempotency-Key': key })
const nameOf = ({ status, body: { error } }: Answer): string => `${status} ${error?.code ?? ''}`

interface Row {
  readonly key: Buffer
  readonly owner: string
  readonly effect: object
  readonly reply: Buffer | null
  readonly user_ids: number[]
}

async function rows(): Promise<Row[]> {
  const found = await sql<Row>`select key, owner, effect, reply, user_ids from request_key
    where community_id = ${home.communityId}`.execute(app.dba)
  return found.rows
}

const opened = ({ key, owner, reply }: Row): string =>
  openCredential(
    app.parts.settings.encryptionKey,
    `${home.communityId} ${owner} \\x${key.toString('hex')}`,
    reply as Buffer,
  ).plain

describe('a secret in the answer', () => {
  const withSecrets = keyedIds.flatMap((id) => {
    const { responses = {} } = operationsOf(contract).find(({ node }) => node.operationId === id)?.node ?? {}
    const names = secretNames(contract, responses)
    return names.length > 0 ? [[id, names] as const] : []
  })

  it('is in as many operations as the contract marks', () => {
    expect(withSecrets.map(([id]) => id).sort()).toEqual([
      'createKey',
      'createPerson',
      'createWebhook',
      'invitePerson',
      'rotateKey',
      'rotateWebhookSecret',
    ])
    for (const [id, names] of withSecrets) expect(operationTable[id].secrets).toEqual(names)
  })

  it.each(withSecrets)('of %s is neither stored nor in the answer to a repeated request', async (id, names) => {
    const { path, body: sent } = await subjects[id]({ app, home })
    const key = randomBase32(12)
    const first = await post(path, sent, key)
    const again = await post(path, sent, key)
    expect([first.status < 300, again.status, again.headers['idempotent-replayed']]).toEqual([
      true,
      first.status,
      'true',
    ])
    const values = names.map((name) => first.body.data[name] as string)
    for (const value of values) expect(value.length).toBeGreaterThan(30)
    const withoutSecrets = { ...first.body.data, ...Object.fromEntries(names.map((name) => [name, null])) }
    expect(again.body.data).toEqual(withoutSecrets)
    const stored = await rows()
    expect(stored.filter(({ reply }) => reply !== null)).not.toEqual([])
    for (const value of values) {
      expect(again.text).not.toContain(value)
      for (const row of stored) expect(row.reply === null ? '' : opened(row)).not.toContain(value)
    }
    const planted = values.map((value) => secret(id, value))
    expect((await whereStored(app.dba, planted)).found).toEqual([])
  })
})

it('a repeated request gets the first answer, whatever became of the record', async () => {
  const webhook = { url: 'http://127.0.0.1:9/' }
  const first = await post('/v2/webhooks', webhook, 'w')
  await home.client.delete(`/v2/webhooks/${first.body.data.webhookId as string}`)
  const again = await post('/v2/webhooks', webhook, 'w')
  expect([again.status, again.body.data]).toEqual([201, { ...first.body.data, secret: null }])
  expect((await home.client.get('/v2/webhooks')).body.data).toEqual([])
})

it('a stored answer belongs to its key, API key and community: a row that is copied to another does not decrypt', async () => {
  await post(warnings, body, 'k1')
  await post(warnings, { ...body, reason: 'Another' }, 'k2')
  await sql`update request_key k set reply = o.reply from request_key o
    where k.community_id = ${home.communityId} and o.community_id = k.community_id and o.key <> k.key`.execute(app.dba)
  expect(nameOf(await post(warnings, body, 'k1'))).toBe('409 idempotency_key_reused')
})

it.each([
  ['texts about', (id: number) => eraseAccount(app.base, id, false)],
  ['all of', (id: number) => app.base.db.transaction().execute((db) => eraseEverywhere(db, id))],
])('a stored answer is erased with %s the account that it names, and the key stays used', async (_, erase) => {
  const account = 770_000 + Math.floor(Math.random() * 10_000)
  app.world.addUser({ userId: account, username: `Gone${account}` })
  const sent = { userId: account, reason: 'Left a raid' }
  expect((await post(warnings, sent, 'gone')).status).toBe(201)
  expect((await post(warnings, body, 'kept')).status).toBe(201)
  await erase(account)
  const named = (await rows()).map(({ effect, reply, user_ids }) => [effect, reply === null, user_ids.map(Number)])
  expect(named).toEqual(
    expect.arrayContaining([
      [{}, true, []],
      [{}, false, [userId]],
    ]),
  )
  const again = await post(warnings, sent, 'gone')
  expect(nameOf(again)).toBe('409 idempotency_key_reused')
  expect(again.body.error.message).toContain('is no longer stored')
  expect((await post(warnings, body, 'kept')).status).toBe(201)
})

it('a stored answer counts once against the storage limit, and once more for each KiB', async () => {
  const used = async (): Promise<number> => {
    const counted = await sql<{ used: number }>`select used from community_storage
      where community_id = ${home.communityId} and quota = 'request-keys'`.execute(app.dba)
    return Number(counted.rows[0]?.used)
  }
  await post(warnings, body, 'short')
  expect(await used()).toBe(1)
  const awards = Array.from({ length: 8 }, (__, place) => ({ experience: place + 1 }))
  const made = await post(
    '/v2/event-types',
    { name: 'Raid', description: 'x'.repeat(1_900), awards: awards.slice(0, 1) },
    'l',
  )
  expect(made.status).toBe(201)
  expect(await used()).toBeGreaterThan(2)
  await sql`delete from request_key where community_id = ${home.communityId}`.execute(app.dba)
  expect(await used()).toBe(0)
})

it('no answer is stored for a suspension whose rank change failed; a repetition tries again', async () => {
  const suspension = { userId: group.members[1], durationSeconds: 3_600, rankUniqueId: group.roles.private }
  app.simulator.faults.add({ kind: 'reject', status: 503, path: '/memberships$' })
  expect((await post('/v2/suspensions', suspension, 's')).status).toBe(502)
  app.simulator.faults.clear()
  expect(await rows()).toEqual([])
  const first = await post('/v2/suspensions', suspension, 's')
  const [row] = await rows()
  expect([first.status, Object.keys(row?.effect ?? {}).sort(), row?.user_ids.map(Number)]).toEqual([
    201,
    ['operationId', 'suspensionId'],
    [group.members[1]],
  ])
  await home.client.post(`/v2/suspensions/${first.body.data.suspensionId as string}/lift`)
  expect((await post('/v2/suspensions', suspension, 's')).body).toEqual(first.body)
})

it('a repeated request whose answer an earlier build did not store is refused, and changes nothing', async () => {
  await post(warnings, body, 'k1')
  await sql`update request_key set reply = null, effect = '{"warningId": "wrn_x"}'
    where community_id = ${home.communityId}`.execute(app.dba)
  expect(nameOf(await post(warnings, body, 'k1'))).toBe('409 idempotency_key_reused')
  expect((await home.client.get(warnings)).body.data).toHaveLength(1)
})

it('stored answers are re-encrypted by a rotation, also of several communities', async () => {
  const others = [home, await app.community(), await app.community()]
  const keys = ['a', 'b', 'c']
  const send = (community: TestCommunity, at: TestApp, key: string): Promise<Answer> =>
    at.clientFor(community.key, community.communityId).post(warnings, body, { 'Idempotency-Key': key })
  const first: Answer[] = []
  for (const community of others) for (const key of keys) first.push(await send(community, app, key))
  const both = { db: app.base.db, settings: withKeys(new Keyring(fresh, [old])).settings }
  expect((await rotateSecrets(both, () => undefined)).left).toBe(0)
  const after = { connectionString: app.databaseUrl, platform: app.parts.platform, ...withKeys(new Keyring(fresh)) }
  const server = await startTestApp(after)
  try {
    const { byKey, unreadable } = await countSecrets({ db: app.base.db, settings: after.settings })
    // rows that the test above copied stay unreadable
    expect([byKey.size, unreadable.size]).toEqual([1, 1])
    const again: Answer[] = []
    for (const community of others) for (const key of keys) again.push(await send(community, server, key))
    expect(again.map(({ body: repeated }) => repeated)).toEqual(first.map(({ body: original }) => original))
  } finally {
    await server.close()
  }
})
