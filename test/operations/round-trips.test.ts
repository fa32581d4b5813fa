// Number of round trips to PostgreSQL for a rank change.
import { Client } from 'pg'
import { allScopes, issueKey } from '../../src/auth/actions'
import { drain } from '../../src/operations/dispatch/dispatcher'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { accepted, read, rolesOnPlatform } from './fixture'

const { roles } = group
const [first, second] = group.members

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
})
afterAll(() => app.close())
afterEach(() => jest.restoreAllMocks())

/** Statements sent during `work` by connections whose application name ends with `name`. */
async function statementsOf(name: string, work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = []
  const send = Client.prototype.query as (...args: unknown[]) => unknown
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const { application_name: of } = (this as unknown as { connectionParameters: { application_name: string } })
      .connectionParameters
    const [statement] = args as [string | { text: string }]
    if (of.endsWith(name)) statements.push(typeof statement === 'string' ? statement : statement.text)
    return send.apply(this, args)
  })
  await work()
  jest.restoreAllMocks()
  return statements
}

it('the caller of a synchronous change makes at most four round trips', async () => {
  const change = (rankId: number) => community.client.put(`/v2/members/${first}/rank`, { rankId })
  expect((await change(50)).status).toBe(200)
  const statements = await statementsOf('api', async () => expect((await change(10)).status).toBe(200))
  expect(statements.filter((text) => !text.includes('lease_permits')).length).toBeLessThanOrEqual(4)
  expect(statements.length).toBeGreaterThan(0)
})

it('a caller with bounds makes no more round trips, unless the ranks of the member or of the request are in doubt', async () => {
  const bounds = { highestRankGiven: 50, lowestRankTouched: 0, highestRankTouched: 50 }
  const request = { name: 'bounded', scopes: allScopes, expiresAt: null, bounds }
  const { key } = await issueKey(await community.ctx(), request)
  const client = app.clientFor(key, community.communityId)
  const change = (rankId: number) => client.put(`/v2/members/${first}/rank`, { rankId })
  expect((await change(50)).status).toBe(200)
  const storing = async (work: () => Promise<unknown>): Promise<string[]> =>
    (await statementsOf('api', work)).filter((text) => /platform_operation|from rank r/.test(text))
  const within = await statementsOf('api', async () => expect((await change(10)).status).toBe(200))
  expect(within.filter((text) => !text.includes('lease_permits')).length).toBeLessThanOrEqual(4)
  // the statement that refuses to store the change, and the read of the ranks
  expect(await storing(async () => expect((await change(100)).status).toBe(403))).toHaveLength(2)
})

it('executing a change takes three round trips, beside the two of its job', async () => {
  await app.worker?.stop()
  await app.dba.insertInto('worker_process').values({ worker_id: 'other' }).execute()
  const id = await accepted(community, { userId: second, rankId: 50 })
  const dispatcher = { base: app.base, claimer: { workerId: 'w', leaseSeconds: 30 }, codes: 'scheduler' } as const
  const statements = await statementsOf('api', () => drain(dispatcher, ['bulk'], new AbortController().signal))
  expect((await read(community, id)).status).toBe('succeeded')
  expect(rolesOnPlatform(app, second)).toEqual([roles.recruit, roles.sergeant])
  // the fourth finds nothing left to claim
  expect(statements.map((text) => /claim_platform|set target_unique_id|'succeeded'/.exec(text)?.[0] ?? text)).toEqual([
    'claim_platform',
    'set target_unique_id',
    "'succeeded'",
    'claim_platform',
  ])
})
