// The commands `rank explain` and `batch show`.
import { createAward } from '../../src/awards/medals/actions'
import { setRankThreshold } from '../../src/ranks/actions'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { adminOf } from './support'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
  const ctx = await community.ctx()
  await createAward(ctx, 'medal', 'Valor')
  await setRankThreshold(ctx, group.roles.recruit, 0)
  await setRankThreshold(ctx, group.roles.sergeant, 500)
})
afterAll(() => app.close())

const [member] = group.members
const on = (noun: string, verb: string, ...flags: string[]) => [
  ...[noun, verb, '--community', community.communityId],
  ...flags,
]

test('rank explain returns the same as the API, and rejects an unknown member', async () => {
  expect(await adminOf(app).failure(on('rank', 'explain', '--user', '999'))).toContain('999 is not a member')
  await community.client.get(`/v2/members/${member}`)
  const { body } = await community.client.get(`/v2/members/${member}/auto-rank`)
  expect(await adminOf(app).json(on('rank', 'explain', '--user', String(member)))).toEqual(body.data)
  const { stdout } = await adminOf(app).run(on('rank', 'explain', '--user', String(member)))
  expect(stdout).toMatch(/^reason +The member has the rank that it earned\.$/m)
  expect(stdout).toMatch(/^next +rank: sergeant, experience: 500, experience missing: 500$/m)
  expect(stdout).toMatch(/^recruit +0 +on\nsergeant +500 +off$/m)
})

test('batch show prints the result of each entry', async () => {
  const entries = [
    { userId: member, experience: { op: 'increment', amount: 7 }, medals: ['Valor'] },
    { userId: member, medals: ['Honour'] },
  ]
  const { body } = await community.client.post('/v2/award-batches', { batchId: 'round-1', entries })
  expect(await adminOf(app).json(on('batch', 'show', '--batch', 'round-1'))).toMatchObject(body.data)
  const { stdout } = await adminOf(app).run(on('batch', 'show', '--batch', 'round-1'))
  expect(stdout).toMatch(/^0 +101 +Member101 +succeeded [^]*experience: change: 7, [^]*medals: Valor/m)
  expect(stdout).toMatch(/^1 +101 +Member101 +failed [^]*message: This community has no medal named\s+Honour\.$/m)
  expect(await adminOf(app).failure(on('batch', 'show', '--batch', 'round-2'))).toContain('no outcome for this batchId')
  expect(await adminOf(app).failure(on('batch', 'show', '--batch', 'a b'))).toContain('1 to 64')
})
