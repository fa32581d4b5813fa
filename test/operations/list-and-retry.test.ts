// The operations listPlatformOperations and retryPlatformOperation.
import { randomUUID } from 'node:crypto'
import { issueKey } from '../../src/auth/actions'
import type { BoundsInput } from '../../src/auth/bounds/rules'
import type { TakesInput } from '../../src/auth/takes/rules'
import { everyRank, group, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { failedOperation } from '../support/successes'
import { until } from '../support/until'
import { accepted, read, resetRoles, rolesOnPlatform, settled } from './fixture'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { roles } = group
const [first, second, third] = group.members

beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  community = await app.community()
})

const list = async (query = '') => (await community.client.get(`/v2/platform-operations${query}`)).body
const idsOf = async (query = '') => (await list(query)).data.map(({ id }: { id: string }) => id)
const retry = (id: string, client = community.client, key?: string) =>
  client.post(`/v2/platform-operations/${id}/retry`, undefined, key === undefined ? {} : { 'Idempotency-Key': key })

async function clientWithin(bounds: BoundsInput & TakesInput): Promise<Client> {
  const named = { name: 'bot', scopes: ['members.ranks.write'], expiresAt: null, bounds }
  return app.clientFor((await issueKey(await community.ctx(), named)).key, community.communityId)
}

async function ended(body: object): Promise<string> {
  const id = await accepted(community, body)
  await settled(community, id)
  return id
}

async function failed(userId: number = third): Promise<string> {
  app.world.removeMember(group.id, userId)
  const id = await ended({ userId, rankId: 50 })
  app.world.addMember(group.id, userId)
  return id
}

describe('the list', () => {
  it('has the newest operation first, by status and account, in pages', async () => {
    const one = await ended({ userId: first, rankId: 50 })
    const two = await ended({ userId: second, rankId: 10 })
    const three = await failed()
    expect(await idsOf()).toEqual([three, two, one])
    expect(await idsOf('?status=failed')).toEqual([three])
    expect(await idsOf('?status=succeeded')).toEqual([two, one])
    expect(await idsOf('?status=queued')).toEqual([])
    expect(await idsOf(`?userId=${second}`)).toEqual([two])
    const { data, meta } = await list('?limit=2')
    expect(data).toHaveLength(2)
    expect(await idsOf(`?limit=2&cursor=${meta.nextCursor}`)).toEqual([one])
    const refused = await community.client.get(`/v2/platform-operations?status=failed&cursor=${meta.nextCursor}`)
    expect(refused.status).toBe(400)
  })

  it('says who asked, for whom, and why an operation failed', async () => {
    const id = await failed()
    const { attempts, result, ...shown } = await read(community, id)
    expect([attempts.length > 1, result]).toEqual([true, null])
    expect((await list()).data).toEqual([
      {
        ...shown,
        error: { code: 'member_not_in_group', message: expect.any(String) },
        username: `Member${third}`,
        waitingFor: null,
        actor: { kind: 'key', id: expect.any(String) },
        onBehalfOf: null,
        auditId: null,
      },
    ])
  })

  it('says why an operation waits', async () => {
    await community.client.get(`/v2/members/${first}`)
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const id = await accepted(community, { userId: first, rankId: 10 })
    // it is dispatched repeatedly, and then does not wait
    await until('it waits', async () => {
      const [shown] = (await list('?status=queued')).data
      return shown?.id === id && shown.waitingFor === 'platform_cloud_unavailable'
    })
    app.simulator.faults.clear()
    await settled(community, id)
  })
})

describe('a retry', () => {
  it('is a new operation of the caller with the same target', async () => {
    const id = await failed()
    const before = await read(community, id)
    const answer = await retry(id)
    const again = answer.body.data
    expect([answer.status, answer.headers['location']]).toEqual([202, `/v2/platform-operations/${again.id}`])
    expect(again).toMatchObject({ kind: 'rank.set', status: 'queued', target: { uniqueId: roles.sergeant } })
    expect(await settled(community, again.id)).toMatchObject({ status: 'succeeded', result: { changed: true } })
    expect(rolesOnPlatform(app, third)).toEqual([roles.recruit, roles.sergeant])
    expect(await read(community, id)).toEqual(before)
  })

  it('is queued once for ten callers at once, with two keys', async () => {
    const id = await failed()
    const clients = [community.client, await clientWithin(everyRank)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => retry(id, clients[n % 2], n % 3 === 0 ? undefined : randomUUID())),
    )
    const queued = answers.filter(({ status }) => status === 202)
    expect(queued).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => !queued.includes(answer))) {
      expect([status, body.error.code]).toEqual([409, 'operation_not_retriable'])
    }
    const retriedAs = queued[0]?.body.data.id
    await settled(community, retriedAs)
    expect((await retry(id)).body.error).toMatchObject({ details: { status: 'failed', retriedAs } })
    expect(await idsOf()).toEqual([retriedAs, id])
  })

  it('gets the same answer with the same Idempotency-Key', async () => {
    const id = await failed()
    const key = randomUUID()
    const [one, two] = [await retry(id, community.client, key), await retry(id, community.client, key)]
    expect([one.status, two.status]).toEqual([202, 202])
    expect(two.body).toEqual(one.body)
    await settled(community, one.body.data.id)
  })

  it.each([
    ['succeeded', 'succeeded; there is nothing to retry', () => ended({ userId: first, rankId: 50 })],
    ['belongs to a suspension', 'belongs to a suspension', () => failedOperation(app, community, 'rank.suspend')],
  ])('is refused when the operation %s', async (_, message, make) => {
    const { status, body } = await retry(await make())
    expect([status, body.error.code]).toEqual([409, 'operation_not_retriable'])
    expect(body.error.message).toContain(message)
  })

  it('is refused when the operation has not ended', async () => {
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const id = await accepted(community, { userId: first, rankId: 10 })
    const { status, body } = await retry(id)
    expect([status, body.error.code]).toEqual([409, 'operation_not_retriable'])
    expect(body.error.message).toContain('may still succeed')
    app.simulator.faults.clear()
    await settled(community, id)
  })

  it('is refused to a key whose bounds exclude the rank', async () => {
    const id = await failed()
    const { status, body } = await retry(id, await clientWithin({ highestRankGiven: 10 }))
    expect([status, body.error.code]).toEqual([403, 'rank_out_of_bounds'])
    expect(await idsOf()).toEqual([id])
  })
})
