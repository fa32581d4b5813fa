// Presets of keys: names for the scopes and settings that a use needs.
import { presets } from '../../generated/operations'
import { issueKey, allScopes } from '../../src/auth/actions'
import { group, startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
})
afterAll(() => app.close())

type Request = Parameters<typeof issueKey>[1]

/** A client of a key that may create other keys. */
const creator = async (more: Partial<Request> = {}): Promise<Client> => {
  const request = { name: 'x', scopes: allScopes, actFor: true, ...more }
  return app.clientFor((await issueKey(await home.ctx(), request)).key, home.communityId)
}
const create = (by: Client, body: object): Promise<Answer> => by.post('/v2/keys', { name: 'bot', ...body })
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code, body.error?.details]

it.each(Object.entries(presets))(
  '%s stands for its scopes, takes and actFor, and for no bounds',
  async (preset, of) => {
    const { body } = await create(await creator(), { preset })
    const none = { highestRankGiven: 255, lowestRankTouched: 0, highestRankTouched: 255 }
    expect(body.data).toMatchObject({ ...of, ...none, name: 'bot' })
  },
)

it('a setting in the request replaces that of the preset', async () => {
  const own = { scopes: ['members.read'], takesPerHourLimit: 7, actFor: false, highestRankGiven: 20 }
  expect((await create(await creator(), { preset: 'staff_bot', ...own })).body.data).toMatchObject(own)
})

it('a key has a preset or scopes', async () => {
  const answer = await create(await creator(), {})
  expect(answer.status).toBe(400)
  expect(answer.body.error.details.issues[0]).toMatchObject({ instancePath: '/body/scopes' })
})

describe('a preset gives no more than its creator has', () => {
  it('a scope or actFor that the creator lacks is refused and named', async () => {
    const scopes = allScopes.filter((scope) => scope !== 'members.ranks.write')
    const answer = await create(await creator({ scopes, actFor: false }), { preset: 'staff_bot' })
    const details = { scopes: ['members.ranks.write'], actFor: false }
    expect(codeOf(answer)).toEqual([403, 'key_authority_exceeded', details])
  })

  it('takes and bounds are those of the creator where they are less', async () => {
    const bounds = { takesPerHourLimit: 10, highestRankGiven: 50 }
    const { body } = await create(await creator({ bounds }), { preset: 'staff_bot' })
    expect(body.data).toMatchObject(bounds)
  })
})

it('read_only reads, and changes nothing', async () => {
  const { key } = (await create(await creator(), { preset: 'read_only' })).body.data
  const client = app.clientFor(key as string, home.communityId)
  expect((await client.get('/v2/ranks')).status).toBe(200)
  const award = await client.post(`/v2/members/${group.members[0]}/experience`, { op: 'increment', amount: 1 })
  expect([award.status, award.body.error.code]).toEqual([403, 'insufficient_scope'])
})
