// An award whose rank change did not succeed in time: the connection to the database is lost when it is queued again.
import { shortWaits, group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { useLosingDatabase, type Loss } from '../support/losing-database'
import { hold, release, resetRoles, rolesOnPlatform } from '../operations/fixture'
import { until } from '../support/until'
import { isSkipped } from '../../src/awards/auto-rank/rules'
import { DomainError } from '../../src/base/errors'

const { roles } = group
const [member] = group.members
const database = useLosingDatabase(/platform_operation/)
/** In the parameters of the statement that queues AutoRank, which no request waits for. */
const FOLLOWING = '\\"awaited\\":false'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ settings: { ...shortWaits, rankChangeWaitMs: 1_000 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  resetRoles(app)
  home = await app.community()
  await home.client.get(`/v2/members/${member}`)
  await home.client.patch(`/v2/ranks/${roles.private}`, { autoRank: { experience: 10 } })
  await hold(app)
})
afterEach(() => release(app))

const award = () => home.client.post(`/v2/members/${member}/experience`, { op: 'set', amount: 10 })
const queuedOf = async (): Promise<number> =>
  (await home.client.get('/v2/platform-operations?limit=20')).body.data.filter(
    ({ status }: { status: string }) => status === 'queued',
  ).length

it.each<[Loss, number]>([
  ['after', 1],
  ['before', 0],
])('the caller is told that the rank may follow when the connection is lost %s the commit', async (loss, queued) => {
  database.loseNext(loss, FOLLOWING)
  const { status, body } = await award()
  // after the commit, a code that means "nothing was changed" would be wrong
  expect([status, body.error.code, body.error.details.committed]).toEqual([
    503,
    'dependency_unavailable',
    ['experience'],
  ])
  expect(body.error.message).toBe(
    'The database cannot be reached. The experience was stored, and the rank change may follow: do not repeat this request.',
  )
  expect(await queuedOf()).toBe(queued)
  await release(app)
  if (queued > 0) await until('the rank follows', () => rolesOnPlatform(app, member).includes(roles.private))
})

it('the caller is told queued, with the operation, when the database answers', async () => {
  const { status, body } = await award()
  expect([status, body.meta.autoRank]).toEqual([
    200,
    { outcome: 'queued', operationId: expect.stringMatching(/^op_/) as string },
  ])
  await release(app)
  await until('the rank follows', () => rolesOnPlatform(app, member).includes(roles.private))
})

it('the caller is not told skipped when a part of the rank change was applied', () => {
  const error = (details: object) =>
    new DomainError('rank_not_found', 'The role was deleted meanwhile.', { details: { ...details } })
  expect([error({}), error({ committed: ['rank'] })].map(isSkipped)).toEqual([true, false])
})
