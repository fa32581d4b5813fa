// Takes that a person confirms with a fresh proof are not counted: staff at work are not stopped, but a stolen cookie
// is.
import { randomUUID } from 'node:crypto'
import { group, makeClient, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { anyNumber, everyRank } from '../support/app'
import { sameOrigin, staffOf, type Staff } from '../support/people'
import { resetRoles, settled } from '../operations/fixture'

const { roles, members } = group
const [member, other] = members
const confirmed = { 'X-Confirmed': 'true' }
const LATE = 300_001
const EXCEEDED = [429, 'rate_limit_exceeded']

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  resetRoles(app)
  home = await app.community()
  for (const userId of members) await home.client.get(`/v2/members/${userId}`)
})

const outcome = ({ status, body }: Answer) => [status, body.error?.code]
const officer = (takesPerHourLimit: number): Promise<Staff> =>
  staffOf(app, home, 'officer', 'Ana', { ...everyRank, ...anyNumber, takesPerHourLimit })

const prove = async ({ client, authenticator }: Staff): Promise<Answer> => {
  const { body } = await makeClient(app.url, sameOrigin).post('/v2/sign-in', undefined)
  return client.post('/v2/session/proof', { passkey: authenticator.assert(body.data) })
}

const rank = ({ client }: Pick<Staff, 'client'>, userId: number, rankId: number, headers = {}): Promise<Answer> =>
  client.put(`/v2/members/${userId}/rank`, { rankId }, headers)

/** Gives each member a rank and takes it again. @returns the outcomes of the takes */
async function season(ana: Staff, headers: object): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (const userId of [member, other, member, other, member, other]) {
    expect((await rank(ana, userId, 10)).status).toBe(200)
    outcomes.push(outcome(await rank(ana, userId, 1, headers)))
  }
  return outcomes
}

it('lets a person who confirms take from any number of members', async () => {
  const ana = await officer(3)
  expect(await season(ana, confirmed)).toEqual(Array(6).fill([200, undefined]))
  // none of these takes was counted: three are still allowed
  for (const userId of [member, other, member]) {
    await rank(ana, userId, 10)
    expect((await rank(ana, userId, 1)).status).toBe(200)
  }
  await rank(ana, member, 10)
  const refused = await rank(ana, member, 1)
  expect(outcome(refused)).toEqual(EXCEEDED)
  expect(refused.body.error.details).toMatchObject({ limit: 3, confirmWith: 'X-Confirmed' })
  expect((await rank(ana, member, 1, confirmed)).status).toBe(200)
})

it('stops the same cookie at its limit without a proof, and without the confirmation', async () => {
  const ana = await officer(3)
  app.advance(LATE)
  expect(await season(ana, {})).toEqual([...Array(3).fill([200, undefined]), ...Array(3).fill(EXCEEDED)])
  expect(outcome(await rank(ana, member, 1, confirmed))).toEqual([403, 'proof_required'])
  expect((await prove(ana)).status).toBe(200)
  expect((await rank(ana, member, 1, confirmed)).status).toBe(200)
})

it('counts nothing of a confirmed change that is queued', async () => {
  const ana = await officer(1)
  const ids = []
  for (const userId of [member, other]) {
    expect((await rank(ana, userId, 10)).status).toBe(200)
    const key = { 'Idempotency-Key': randomUUID() }
    const body = { userId, rankId: 1 }
    const answer = await ana.client.post('/v2/platform-operations/ranks', body, { ...key, ...confirmed })
    ids.push(answer.body.data.id as string)
  }
  for (const id of ids) expect(await settled(home, id)).toMatchObject({ status: 'succeeded' })
})

it.each<[string, (ana: Staff, userId: number, headers: Record<string, string>) => Promise<Answer>]>([
  [
    'medals',
    async ({ client }, userId, headers) => {
      await client.post(`/v2/members/${userId}/medals`, { name: 'Valor' })
      return client.delete(`/v2/members/${userId}/medals/Valor`, headers)
    },
  ],
  [
    'entries of the blacklist',
    ({ client }, userId, headers) => client.post('/v2/blacklist-entries', { userId, reason: 'raid' }, headers),
  ],
  [
    'ranks by points',
    async ({ client }, userId, headers) => {
      await client.post(`/v2/members/${userId}/experience`, { op: 'set', amount: 100 })
      const answer = await client.post(`/v2/members/${userId}/experience`, { op: 'set', amount: 0 }, headers)
      const { outcome: done } = answer.body.meta.autoRank as { outcome: string }
      return { ...answer, status: done === 'changed' ? answer.status : 429 }
    },
  ],
])('holds for %s', async (kind, take) => {
  await home.client.post('/v2/medals', { name: 'Valor' })
  for (const [role, experience] of [
    [roles.recruit, 0],
    [roles.private, 100],
  ] as const)
    await home.client.patch(`/v2/ranks/${role}`, { autoRank: { experience } })
  await home.client.patch('/v2/auto-rank', { enabled: true, demotes: true })
  const ana = await officer(0)
  await home.client.get(`/v2/members/${member}`)
  const withoutIt = await take(ana, member, {})
  expect([kind, withoutIt.status]).toEqual([kind, kind === 'ranks by points' ? 429 : 403])
  expect([kind, (await take(ana, other, confirmed)).status < 300]).toEqual([kind, true])
})

it('cannot be sent by a key', async () => {
  const answer = await rank(home, member, 10, confirmed)
  expect(outcome(answer)).toEqual([400, 'validation_failed'])
  expect(answer.text).toContain('x-confirmed')
})

it('is refused where nothing is taken', async () => {
  const ana = await officer(3)
  const answer = await ana.client.post(`/v2/members/${member}/rank/promote`, undefined, confirmed)
  expect(outcome(answer)).toEqual([400, 'validation_failed'])
})
