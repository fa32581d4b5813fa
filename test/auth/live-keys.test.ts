// One rule for all changes of keys: a key that becomes live needs room and authority; reducing a key is always allowed.
import fc from 'fast-check'
import { sql } from 'kysely'
import { issueKey, setKey } from '../../src/auth/actions'
import { startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { runs } from '../support/runs'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())

const LIMIT = 3
const HOUR_MS = 3_600_000
const scopes = ['members.read', 'ranks.read'] as const

const anHour = fc.integer({ min: 1, max: 6 })
const anAct = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create'), hours: anHour }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('set'),
      at: fc.nat(),
      change: fc.record(
        { hours: anHour, enabled: fc.boolean(), scopes: fc.subarray([...scopes], { minLength: 1 }) },
        { requiredKeys: [] },
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rotate'), at: fc.nat(), overlapSeconds: fc.constantFrom(0, 60) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke'), at: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait'), hours: anHour }) },
)

interface Listed {
  readonly keyId: string
  readonly state: string
  readonly scopes: readonly string[]
  readonly expiresAt: string | null
  readonly createdByKeyId: string | null
}

const now = (): number => app.base.now().getTime()
const inHours = (hours: number): string => new Date(now() + hours * HOUR_MS).toISOString()
const endOf = ({ expiresAt }: Listed): number => (expiresAt === null ? Infinity : Date.parse(expiresAt))
const isLive = (key: Listed): boolean => key.state !== 'revoked' && endOf(key) > now()

async function listKeys({ client }: TestCommunity): Promise<Listed[]> {
  return (await client.get('/v2/keys?limit=50')).body.data as Listed[]
}

/** A community with two keys of the operator: one has expired, one never expires. */
async function aCommunity(): Promise<TestCommunity> {
  const home = await app.community({ connected: false })
  await issueKey(await home.ctx(), { name: 'lasting', scopes, expiresAt: null })
  const { row } = await issueKey(await home.ctx(), { name: 'short', scopes, expiresAt: inHours(1) })
  await setKey(await home.ctx(), row, { expiresAt: new Date(now() - 1_000).toISOString() })
  await sql`update community set key_limit = ${LIMIT} where community_id = ${home.communityId}`.execute(app.app.db)
  return home
}

type Act = typeof anAct extends fc.Arbitrary<infer One> ? One : never

async function act({ client }: TestCommunity, one: Act, target: Listed): Promise<Answer | null> {
  const path = `/v2/keys/${target.keyId}`
  if ('change' in one) {
    const { hours, ...change } = one.change
    return client.patch(path, { name: 'set', ...change, ...(hours === undefined ? {} : { expiresAt: inHours(hours) }) })
  }
  if ('overlapSeconds' in one) return client.post(`${path}/rotate`, { overlapSeconds: one.overlapSeconds })
  if ('at' in one) return client.post(`${path}/revoke`)
  if (one.kind === 'create') return client.post('/v2/keys', { name: 'made', scopes, expiresAt: inHours(one.hours) })
  app.advance(one.hours * HOUR_MS)
  return null
}

/** Whether the act reduces a key that is not revoked. */
function becomesLess(one: Act, before: Listed): boolean {
  if (!('change' in one)) return 'at' in one && !('overlapSeconds' in one)
  const { hours, enabled, scopes: granted = [] } = one.change
  const isShorter = hours === undefined || now() + hours * HOUR_MS <= endOf(before)
  return isShorter && enabled !== true && granted.every((scope) => before.scopes.includes(scope))
}

it('no sequence of changes makes more keys live than the limit, and a change that only reduces a key is never refused', async () => {
  const counts: Record<string, number> = {}
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 5, maxLength: 20 }), async (acts) => {
      const home = await aCommunity()
      let keys = await listKeys(home)
      for (const one of acts) {
        // the first key is the caller
        const target = keys[1 + (('at' in one ? one.at : 0) % (keys.length - 1))] as Listed
        const answer = await act(home, one, target)
        if (answer === null) continue
        const code = answer.status < 300 ? 'done' : (answer.body.error.code as string)
        counts[code] = (counts[code] ?? 0) + 1
        expect(['done', 'key_limit_reached', 'key_ended']).toContain(code)
        if (becomesLess(one, target) && target.state !== 'revoked') expect(code).toBe('done')
        keys = await listKeys(home)
        const live = keys.filter(isLive)
        expect(live.filter(({ createdByKeyId }) => createdByKeyId !== null).length).toBeLessThanOrEqual(LIMIT)
        expect(live.filter(({ createdByKeyId }) => createdByKeyId === null).length).toBeLessThanOrEqual(2)
      }
    }),
    { numRuns: runs(120, 8) },
  )
  expect(Math.min(counts['done'] ?? 0, counts['key_limit_reached'] ?? 0, counts['key_ended'] ?? 0)).toBeGreaterThan(0)
})

it('a key that expires disables, narrows and renames one that expires later, and gives it nothing', async () => {
  const home = await app.community({ connected: false })
  const all = [...scopes, 'keys.write']
  const caller = await issueKey(await home.ctx(), { name: 'caller', scopes: all, expiresAt: inHours(2) })
  const { keyId } = await issueKey(await home.ctx(), { name: 'lasting', scopes, expiresAt: null })
  const change = (body: object) => app.clientFor(caller.key, home.communityId).patch(`/v2/keys/${keyId}`, body)
  expect((await change({ scopes: ['ranks.read'], name: 'Less' })).status).toBe(200)
  expect((await change({ expiresAt: inHours(9) })).status).toBe(200)
  expect((await change({ enabled: false })).body.data.state).toBe('disabled')
  for (const more of [{ enabled: true }, { expiresAt: inHours(10) }, { scopes: [...scopes] }]) {
    expect((await change(more)).body.error.code).toBe('key_authority_exceeded')
  }
})

it('the operator extends an expired key beyond the limit', async () => {
  const home = await aCommunity()
  for (let made = 0; made < LIMIT; made++)
    await home.client.post('/v2/keys', { name: 'made', scopes, expiresAt: inHours(1) })
  app.advance(2 * HOUR_MS)
  for (let made = 0; made < LIMIT; made++)
    await home.client.post('/v2/keys', { name: 'made', scopes, expiresAt: inHours(9) })
  const [expired] = (await listKeys(home)).filter((key) => key.createdByKeyId !== null && !isLive(key))
  const path = `/v2/keys/${expired?.keyId}`
  expect((await home.client.patch(path, { expiresAt: inHours(5) })).body.error.code).toBe('key_limit_reached')
  const row = { community_id: home.communityId, key_id: expired?.keyId ?? '' }
  expect((await setKey(await home.ctx(), row, { expiresAt: inHours(5) })).expires_at).not.toBeNull()
})
