// Idempotency keys and batch ids belong to an API key and its replacements.
import { sql } from 'kysely'
import { allScopes, issueKey, rotateKey } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { setSubscription } from '../../src/communities/actions'
import { createAward } from '../../src/awards/medals/actions'
import { codesOf, numbersOf, plus, send } from '../awards/batches/fixture'
import { group, startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
  await createAward(await community.ctx(), 'medal', 'Valor')
})

const [first, second] = group.members

async function rotated(scopes: readonly string[] = allScopes): Promise<readonly [Client, Client, Client]> {
  const ctx = await community.ctx()
  const old = await issueKey(ctx, { name: 'rotated', scopes, expiresAt: null })
  const fresh = await rotateKey(ctx, await requireKey(app.app.db, old.keyId), 3_600)
  const freshest = await rotateKey(ctx, await requireKey(app.app.db, fresh.keyId), 3_600)
  const clientOf = ({ key }: { readonly key: string }): Client => app.clientFor(key, community.communityId)
  return [clientOf(old), clientOf(fresh), clientOf(freshest)]
}

const submit = (client: Client, key: string, body: object): Promise<Answer> =>
  client.post('/v2/platform-operations/ranks', body, { 'Idempotency-Key': key })
const idOf = ({ status, body, text }: Answer): string => {
  if (status !== 202) throw new Error(`${status}: ${text}`)
  return body.data.id as string
}
const many = <T>(one: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 10 }, one))

describe('an Idempotency-Key', () => {
  it('identifies one rank change for each of two keys that use it concurrently', async () => {
    const [one, other] = [await community.clientWith(allScopes), await community.clientWith(allScopes)]
    const [ofOne, ofOther] = await Promise.all([
      many(() => submit(one, '1', { userId: first, rankId: 10 })),
      many(() => submit(other, '1', { userId: second, rankId: 50 })),
    ])
    expect([new Set(ofOne.map(idOf)).size, new Set(ofOther.map(idOf)).size]).toEqual([1, 1])
    expect(ofOne.map(idOf)[0]).not.toBe(ofOther.map(idOf)[0])
    expect([...ofOne, ...ofOther].filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(18)
    expect((await submit(one, '1', { userId: first, rankId: 50 })).body.error.code).toBe('idempotency_key_reused')
  })

  it('survives rotations of the key', async () => {
    const body = { userId: first, rankId: 10 }
    const answers = await Promise.all((await rotated()).flatMap((client) => [submit(client, 'tonight', body)]))
    expect(new Set(answers.map(idOf)).size).toBe(1)
  })

  it('is shared by all keys for a server of the previous release, which stores no owner', async () => {
    const client = await community.clientWith(allScopes)
    const before = idOf(await submit(client, 'before', { userId: first, rankId: 10 }))
    const insert = (key: string, operationId: string) =>
      sql`insert into idempotency_key (community_id, key, fingerprint, operation_id)
        select community_id, ${key}, fingerprint, operation_id from idempotency_key
        where community_id = ${community.communityId} and operation_id = ${operationId}
        on conflict do nothing returning key`.execute(app.app.db)
    expect((await insert('before', before)).rows).toEqual([])
    // a row without an owner is shared by all keys
    expect((await insert('theirs', before)).rows).toHaveLength(1)
    const again = await submit(await community.clientWith(allScopes), 'theirs', { userId: first, rankId: 10 })
    expect([idOf(again), again.headers['idempotent-replayed']]).toEqual([before, 'true'])
  })
})

describe('a batchId', () => {
  const entries = [
    { userId: 1, experience: plus(5), quotaPoints: plus(1) },
    { userId: 2, experience: plus(5) },
  ]
  const experienceOnly = ['members.experience.write']
  beforeEach(async () => {
    // accepting changes does not need the platform
    community = await app.community({ connected: false })
    await createAward(await community.ctx(), 'medal', 'Valor')
  })

  it('cannot be claimed by a key that lacks the scopes', async () => {
    const lesser = await community.clientWith(experienceOnly)
    expect(codesOf((await send(lesser, entries, 'round')).body.data.entries)).toEqual([
      'insufficient_scope',
      'succeeded',
    ])
    const { body } = await send(community.client, entries, 'round')
    expect([codesOf(body.data.entries), body.meta]).toEqual([
      ['succeeded', 'succeeded'],
      { succeeded: 2, failed: 0, replayed: false },
    ])
    expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 5, quota_points: 1 })
    expect(await numbersOf(app, community, 2)).toMatchObject({ experience: 10 })
  })

  it('is applied once for each of two keys that use it concurrently, with different entries, too', async () => {
    const others = await community.clientWith(allScopes)
    await Promise.all([
      many(() => send(community.client, entries, 'round')),
      many(() => send(others, [{ userId: 1, experience: plus(7) }], 'round')),
    ])
    expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 12, quota_points: 1 })
  })

  it('is visible to the key that sent it and its replacements only', async () => {
    const [old, fresh, freshest] = await rotated()
    const sent = await send(old, entries, 'round')
    const read = await Promise.all([fresh, freshest].map((client) => client.get('/v2/award-batches/round')))
    expect(read.map(({ body }) => body.data as unknown)).toEqual([sent.body.data, sent.body.data])
    expect((await send(freshest, entries, 'round')).body.meta.replayed).toBe(true)
    const other = await community.clientWith(experienceOnly)
    expect((await other.get('/v2/award-batches/round')).body.error.code).toBe('batch_not_found')
  })

  it('applies entries that a feature refused once the plan has it, and nothing twice', async () => {
    const planIs = async (plan: string, feature: string, status: number) => {
      await setSubscription(await community.ctx(), 'subscription', plan, null)
      await until(`the plan is ${plan}`, async () => {
        const probe = await community.client.post(`/v2/members/1/${feature}`, { op: 'increment', amount: 0 })
        return probe.status === status
      })
    }
    await sql`insert into plan (name, api_access, automatic_grading, features)
      values ('no-quota-points', true, false, '{members,experience}') on conflict do nothing`.execute(app.app.db)
    await planIs('no-quota-points', 'quota-points', 403)
    const refused = await send(community.client, entries, 'round')
    expect(codesOf(refused.body.data.entries)).toEqual(['feature_unavailable', 'succeeded'])
    const again = await send(community.client, entries, 'round')
    expect(again.body).toEqual({ data: refused.body.data, meta: { succeeded: 1, failed: 1, replayed: true } })
    await planIs('pro', 'quota-points', 200)
    const applied = await many(() => send(community.client, entries, 'round'))
    for (const { body } of applied) {
      expect(codesOf(body.data.entries)).toEqual(['succeeded', 'succeeded'])
      expect(body.data.entries[1]).toEqual(refused.body.data.entries[1])
    }
    expect(await numbersOf(app, community, 1)).toMatchObject({ experience: 5, quota_points: 1 })
    expect(await numbersOf(app, community, 2)).toMatchObject({ experience: 5 })
  })
})
