// The id of an account or group may be digits or a number; rank ids are numbers only (types.test.ts).
import fc from 'fast-check'
import { sql } from 'kysely'
import { makeAjv } from '../../src/contract/ajv'
import { newEvent, newType } from '../events/fixture'
import { applicant, issueOf, makeForm, open, text, type DefinitionInput } from '../applications/submissions/fixture'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  community = await app.community()
})
afterAll(() => app.close())

const [first, second] = group.members
const { private: privateRank } = group.roles

it('treats requests with the id of an account as a string or a number as the same request', async () => {
  const send = (path: string, body: object) => community.client.post(path, body, { 'Idempotency-Key': `ids-${path}` })
  for (const [path, body] of [
    ['/v2/platform-operations/ranks', { rankUniqueId: privateRank }],
    ['/v2/warnings', { reason: 'late' }],
    ['/v2/blacklist-entries', { reason: 'raid' }],
  ] as const) {
    const sent = await send(path, { ...body, userId: second })
    const again = await send(path, { ...body, userId: String(second) })
    expect([path, again.status, again.headers['idempotent-replayed']]).toEqual([path, sent.status, 'true'])
    const other = await send(path, { ...body, userId: first })
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_key_reused'])
  }
})

it('accepts the host of an event as a string', async () => {
  await newType(community)
  const eventId = await newEvent(community)
  const event = await community.client.patch(`/v2/events/${eventId}`, { hostUserId: String(first) })
  expect(event.body.data.hostUserId).toBe(String(first))
})

describe('the group of an eligibility rule', () => {
  const rule = (groupId: unknown) => ({ groups: [{ groupId }] }) as DefinitionInput['eligibility'] & object

  it.each([String(group.id), group.id])(
    'is accepted as %p, stored as a number and returned as a string',
    async (groupId) => {
      const { client } = community
      const form = await makeForm(client, { eligibility: rule(groupId) })
      const { body } = await client.get(`${form.path}/configuration`)
      expect(body.data.definition.eligibility).toEqual({ groups: [{ groupId: String(group.id) }] })
      const { rows } = await sql<{ kept: unknown }>`
      select definition #> '{eligibility,groups,0,groupId}' as kept from application_version
      where application_id = ${form.applicationId}`.execute(app.app.db)
      expect(rows).toEqual([{ kept: group.id }])
      // what was returned is accepted as an update
      expect((await client.put(form.path, body.data)).status).toBe(200)
      const template = await client.post('/v2/applications/templates', { name: 'A', definition: body.data.definition })
      expect(template.body.data.definition.eligibility).toEqual({ groups: [{ groupId: String(group.id) }] })
    },
  )

  it('is checked against memberships when sent as a string', async () => {
    const { client } = community
    const form = await makeForm(client, { eligibility: rule(String(group.id)) })
    const userId = await applicant(app)
    app.world.addUser({ userId, username: `Applicant${userId}` })
    expect((await open(client, form, { userId })).status).toBe(403)
    app.world.addMember(group.id, userId)
    expect((await open(client, form, { userId: String(userId) })).status).toBe(200)
  })

  it.each(['0', '007', '+7', '7.0', '', ' 7', '9007199254740993', 9007199254740992, 1.5, true, [7]])(
    'is refused as %p with its path',
    async (groupId) => {
      const definition = { name: 'A', questions: [text], eligibility: rule(groupId) }
      const answer = await community.client.post('/v2/applications', { definition })
      expect(issueOf(answer).slice(0, 2)).toEqual([400, '/body/definition/eligibility/groups/0/groupId'])
    },
  )
})

it('x-integer-id converts exactly the strings that numbers are written as', () => {
  const schema = {
    oneOf: [{ type: 'string', pattern: '^[1-9][0-9]{0,15}$' }, { type: 'integer' }],
    'x-integer-id': true,
  }
  const validate = makeAjv().compile({ type: 'object', properties: { id: schema } })
  const read = (id: unknown): unknown => {
    const body = { id }
    return validate(body) ? body.id : 'refused'
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
      expect([read(id), read(String(id))]).toEqual([id, id])
    }),
  )
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^0[0-9]{1,5}$|^[0-9]{1,3}[ .e+-][0-9]?$/)), (given) => {
      fc.pre(!/^(0|[1-9][0-9]{0,15})$/.test(given))
      expect(read(given)).toBe('refused')
    }),
  )
})
