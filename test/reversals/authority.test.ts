// A reversal continues only while its author may still ask for it.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { issueKey } from '../../src/auth/actions'
import { everyRank, startTestApp, tasksOf, type Client, type TestApp, type TestCommunity } from '../support/app'
import { staffOf } from '../support/people'

let app: TestApp
let community: TestCommunity
let thief: string
let nextUser = 760_000

beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
  thief = (await community.client.get('/v2/key')).body.data.keyId as string
})

const everyScope = ['reversals.read', 'reversals.write', 'members.read', 'members.experience.write'] as const

/** Members to whom the community's first key gave experience. */
async function awarded(number: number): Promise<number[]> {
  const users = Array.from({ length: number }, () => nextUser++)
  for (const userId of users) {
    await sql`insert into member (community_id, user_id) values (${community.communityId}, ${userId})`.execute(
      app.app.db,
    )
    await ok(community.client.post(`/v2/members/${userId}/experience`, { op: 'increment', amount: 40 }))
  }
  return users
}
const ok = async (sent: ReturnType<Client['post']>) => {
  const answer = await sent
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.body.data as Record<string, never>
}
const experienceOf = async (users: readonly number[]): Promise<number[]> => {
  const answers = await Promise.all(users.map((userId) => community.client.get(`/v2/members/${userId}`)))
  return answers.map(({ body }) => body.data.experience as number)
}
async function caller(more: object = {}): Promise<{ keyId: string; client: Client }> {
  const issued = await issueKey(await community.ctx(), {
    name: 'staff bot',
    scopes: [...everyScope],
    bounds: everyRank,
    ...more,
  })
  return { keyId: issued.keyId, client: app.clientFor(issued.key, community.communityId) }
}
const window = () => ({ source: 'key', sourceId: thief, from: new Date(Date.now() - 60_000).toISOString() })
const run = (reversalId: string) => tasksOf(app)['take-back']({ communityId: community.communityId, reversalId })
const ask = async (client: Client): Promise<string> => {
  const { reversalId } = await ok(client.post('/v2/reversals', window()))
  return String(reversalId)
}
const endOf = async (reversalId: string) => {
  const { state, errorCode, counts } = (await community.client.get(`/v2/reversals/${reversalId}`)).body.data
  return { state, errorCode, counts }
}
const itemsOf = async (reversalId: string) => {
  const { data } = (await community.client.get(`/v2/reversals/${reversalId}/items?limit=100`)).body
  return (data as { state: string; reason: string; errorCode: string }[]).map((item) => [
    item.state,
    item.reason,
    item.errorCode,
  ])
}
const nothing = { entries: 0, takenBack: 0, superseded: 0, impossible: 0, pending: 0 }

describe('the author of a reversal', () => {
  const ways: readonly (readonly [string, (keyId: string) => Promise<unknown>])[] = [
    ['was revoked', (keyId) => ok(community.client.post(`/v2/keys/${keyId}/revoke`))],
    ['was disabled', (keyId) => ok(community.client.patch(`/v2/keys/${keyId}`, { enabled: false }))],
    [
      'has expired',
      (keyId) =>
        sql`update api_key set expires_at = now() - interval '1 second' where key_id = ${keyId}`.execute(app.app.db),
    ],
    [
      'may not ask for reversals any more',
      (keyId) => ok(community.client.patch(`/v2/keys/${keyId}`, { scopes: ['members.experience.write'] })),
    ],
  ]
  for (const [what, end] of ways) {
    it(`${what} before the job ran: nothing is taken back`, async () => {
      const users = await awarded(2)
      const { keyId, client } = await caller()
      const reversalId = await ask(client)
      await end(keyId)
      await run(reversalId)
      expect(await experienceOf(users)).toEqual([40, 40])
      expect(await endOf(reversalId)).toEqual({
        state: 'failed',
        errorCode: 'actor-authorization-revoked',
        counts: nothing,
      })
    })
  }

  it('was revoked between two steps: what is left is kept, and each entry says so', async () => {
    const users = await awarded(3)
    await createAward(await community.ctx(), 'medal', 'Valor')
    for (const userId of users) await ok(community.client.post(`/v2/members/${userId}/medals`, { name: 'Valor' }))
    const scopes = [...everyScope, 'members.medals.write']
    const { keyId, client } = await caller({ scopes, bounds: { ...everyRank, takesPerHourLimit: 1 } })
    const reversalId = await ask(client)
    // stops at the first medal: the key may take once an hour
    await run(reversalId)
    expect((await endOf(reversalId)).counts).toMatchObject({ takenBack: 2, pending: 4 })
    await ok(community.client.post(`/v2/keys/${keyId}/revoke`))
    await run(reversalId)
    expect(await experienceOf(users)).toEqual([0, 40, 40])
    expect(await endOf(reversalId)).toEqual({
      state: 'failed',
      errorCode: 'actor-authorization-revoked',
      counts: { entries: 6, takenBack: 2, superseded: 0, impossible: 4, pending: 0 },
    })
    const items = await itemsOf(reversalId)
    expect(items.filter(([state]) => state === 'impossible')).toEqual(
      Array(4).fill(['impossible', 'operation_failed', 'actor-authorization-revoked']),
    )
  })

  it('may not change experience any more: these entries are not permitted', async () => {
    const users = await awarded(1)
    const { keyId, client } = await caller()
    const reversalId = await ask(client)
    await ok(community.client.patch(`/v2/keys/${keyId}`, { scopes: ['reversals.read', 'reversals.write'] }))
    await run(reversalId)
    expect(await experienceOf(users)).toEqual([40])
    expect(await itemsOf(reversalId)).toEqual([['impossible', 'not_permitted', null]])
    expect((await endOf(reversalId)).state).toBe('finished')
  })

  it('is a person who was disabled: nothing is taken back', async () => {
    const users = await awarded(1)
    const { personId, client } = await staffOf(app, community, 'officer')
    const reversalId = await ask(client)
    await ok(community.client.patch(`/v2/people/${personId}`, { enabled: false }))
    await run(reversalId)
    expect(await experienceOf(users)).toEqual([40])
    expect(await endOf(reversalId)).toMatchObject({ state: 'failed', errorCode: 'actor-authorization-revoked' })
  })

  it('gained a scope since: what was asked without it stays refused', async () => {
    const users = await awarded(1)
    const { keyId, client } = await caller({ scopes: ['reversals.read', 'reversals.write'] })
    const reversalId = await ask(client)
    await ok(community.client.patch(`/v2/keys/${keyId}`, { scopes: [...everyScope] }))
    await run(reversalId)
    expect(await experienceOf(users)).toEqual([40])
  })

  it('is a person or a key that may still: everything is taken back', async () => {
    const users = await awarded(1)
    const { client } = await staffOf(app, community, 'officer')
    await run(await ask(client))
    expect(await experienceOf(users)).toEqual([0])
    const others = await awarded(1)
    await run(await ask((await caller()).client))
    expect(await experienceOf(others)).toEqual([0])
  })
})

describe('the entries of a reversal', () => {
  it('are shown to who may read what they show, and left out for others', async () => {
    const [userId] = await awarded(1)
    await ok(community.client.post('/v2/warnings', { userId, reason: 'Late' }))
    const reversalId = await ask(community.client)
    await run(reversalId)
    const kindsFor = async (scopes: string[]) => {
      const { client } = await caller({ scopes: ['reversals.read', ...scopes] })
      const { body } = await client.get(`/v2/reversals/${reversalId}/items`)
      return (body.data as { kind: string }[]).map(({ kind }) => kind)
    }
    expect(await kindsFor([])).toEqual([])
    expect(await kindsFor(['members.read'])).toEqual(['experience'])
    expect(await kindsFor(['warnings.read'])).toEqual(['warning'])
    expect(await kindsFor(['members.read', 'warnings.read'])).toEqual(['experience', 'warning'])
  })
})
