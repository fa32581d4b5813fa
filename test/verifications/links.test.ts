// Links of platform accounts to chat accounts within one community: set, transferred, removed.
import { sql } from 'kysely'
import {
  issueOf,
  makeForm,
  newUserId,
  open,
  refusal,
  respond,
  review,
  status,
  verify,
} from '../applications/submissions/fixture'
import { group, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { untilComplete } from '../support/audit'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

/** An account that the platform knows, and that is not a member. */
function newAccount(): number {
  const userId = newUserId()
  app.world.addUser({ userId, username: `Linked${userId}` })
  return userId
}

const link = (userId: number, chatUserId: string, more: object = {}, client: Client = home.client) =>
  client.put(`/v2/verifications/${userId}`, { chatUserId, ...more })
const read = (userId: number, client: Client = home.client) => client.get(`/v2/verifications/${userId}`)

async function entriesOf(userId: number, community = home) {
  await untilComplete(app.app.db)
  const { body } = await community.client.get('/v2/audit-entries?limit=100&action=verification.')
  return (body.data as { userId: string; action: string; before: object; after: object }[])
    .filter((entry) => entry.userId === String(userId))
    .map(({ action, before, after }) => ({ action, before, after }))
}

describe('a link', () => {
  it('lets an account apply that could not', async () => {
    const userId = newAccount()
    const form = await makeForm(home.client)
    const { status: refused, body } = await open(home.client, form, { userId })
    expect([refused, body.error]).toMatchObject([
      403,
      {
        code: 'applicant_unverified',
        details: { ways: ['setVerification', 'setVerifications', 'createLinkCode', 'redeemLinkCode'] },
      },
    ])
    for (const way of ['PUT /v2/verifications/{userId}', 'POST /v2/link-codes', 'account verify']) {
      expect(body.error.message).toContain(way)
    }
    expect((await link(userId, 'chat-1')).body).toMatchObject({
      data: { userId: String(userId), chatUserId: 'chat-1', source: 'community', method: 'key' },
      meta: { outcome: 'linked' },
    })
    expect((await open(home.client, form, { userId })).status).toBe(200)
  })

  it('is set once by repeated and concurrent requests', async () => {
    const userId = newAccount()
    const answers = await Promise.all(Array.from({ length: 10 }, () => link(userId, 'chat-same')))
    const outcomes = answers.map(({ body }) => body.meta.outcome as string).sort()
    expect(outcomes).toEqual(['linked', ...Array.from({ length: 9 }, () => 'unchanged')])
    expect(await entriesOf(userId)).toEqual([
      { action: 'verification.link', before: null, after: { chatUserId: 'chat-same', method: 'key' } },
    ])
  })

  it('is not overwritten without transfer, and the transfer is audited with the former account', async () => {
    const userId = newAccount()
    await link(userId, 'chat-old')
    const answer = await link(userId, 'chat-new')
    expect(refusal(answer)).toEqual([409, 'account_linked'])
    expect(answer.text).not.toContain('chat-old')
    expect((await read(userId)).body.data.chatUserId).toBe('chat-old')
    expect((await link(userId, 'chat-new', { transfer: true })).body.meta.outcome).toBe('transferred')
    expect((await entriesOf(userId))[1]).toEqual({
      action: 'verification.transfer',
      before: { chatUserId: 'chat-old' },
      after: { chatUserId: 'chat-new', method: 'key' },
    })
  })

  it('of two concurrent callers with different chat accounts goes to one', async () => {
    const userId = newAccount()
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((chat) => link(userId, chat)))
    expect(answers.map(({ status: code }) => code).sort()).toEqual([200, 409, 409, 409])
  })

  it('hides the feedback of responses from a new owner, and shows it to the former one again', async () => {
    const userId = newAccount()
    const form = await makeForm(home.client)
    await link(userId, 'owner-1')
    await review(home.client, await respond(home.client, form, userId), { applicantFeedback: 'Welcome.' })
    const feedback = async () =>
      (await status(home.client, form, { userId })).body.data.response.applicantFeedback as unknown
    expect(await feedback()).toBe('Welcome.')
    await link(userId, 'owner-2', { transfer: true })
    expect(await feedback()).toBeNull()
    await link(userId, 'owner-1', { transfer: true })
    expect(await feedback()).toBe('Welcome.')
  })

  it('ends with unlinking, and the account can be linked to another chat account then', async () => {
    const userId = newAccount()
    const form = await makeForm(home.client)
    await link(userId, 'chat-gone')
    expect((await home.client.delete(`/v2/verifications/${userId}`)).status).toBe(204)
    expect(refusal(await read(userId))).toEqual([404, 'verification_not_found'])
    expect((await home.client.delete(`/v2/verifications/${userId}`)).status).toBe(204)
    expect(refusal(await open(home.client, form, { userId }))).toEqual([403, 'applicant_unverified'])
    expect((await link(userId, 'chat-next')).body.meta.outcome).toBe('linked')
    expect((await entriesOf(userId)).map(({ action }) => action)).toEqual([
      'verification.link',
      'verification.unlink',
      'verification.link',
    ])
  })

  it('is of one community', async () => {
    const userId = newAccount()
    const other = await app.community()
    await link(userId, 'chat-here')
    expect(refusal(await read(userId, other.client))).toEqual([404, 'verification_not_found'])
    expect(refusal(await open(other.client, await makeForm(other.client), { userId }))).toEqual([
      403,
      'applicant_unverified',
    ])
    expect((await link(userId, 'chat-there', {}, other.client)).body.meta.outcome).toBe('linked')
    expect((await read(userId)).body.data.chatUserId).toBe('chat-here')
  })

  it('is refused for an account that the platform does not know, and during a data-rights hold', async () => {
    expect(refusal(await link(999_999_999, 'chat'))).toEqual([404, 'member_not_found'])
    const userId = newAccount()
    await link(userId, 'chat-kept')
    await sql`insert into data_rights_hold (user_id) values (${userId})`.execute(app.app.db)
    expect(refusal(await link(userId, 'chat-other', { transfer: true }))).toEqual([403, 'data_rights_restricted'])
    expect(refusal(await home.client.delete(`/v2/verifications/${userId}`))).toEqual([403, 'data_rights_restricted'])
    expect((await read(userId)).body.data.chatUserId).toBe('chat-kept')
  })

  it('does not need the platform for a stored member, and no connection at all without one', async () => {
    const [member] = group.members
    await home.client.get(`/v2/members/${member}`)
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    expect((await link(member, 'chat-member')).status).toBe(200)
    expect((await link(newAccount(), 'chat-x')).status).toBe(502)
    const bare = await app.community({ connected: false })
    expect((await link(newUserId(), 'chat-y', {}, bare.client)).status).toBe(200)
  })

  it('counts towards the storage limit of the community', async () => {
    const small = await app.community()
    await sql`insert into community_storage (community_id, quota, own_limit) values (${small.communityId}, 'verifications', 1)`.execute(
      app.dba,
    )
    expect((await link(newAccount(), 'one', {}, small.client)).status).toBe(200)
    expect(refusal(await link(newAccount(), 'two', {}, small.client))).toEqual([409, 'storage_limit_reached'])
  })
})

describe('a link of the operator', () => {
  it('counts in every community, and a community does not learn the chat account', async () => {
    const userId = newAccount()
    await verify(app, userId, 'secret-chat')
    const { body, text } = await read(userId)
    expect(body.data).toMatchObject({ chatUserId: null, source: 'server', method: 'operator' })
    const [same, other] = [await link(userId, 'secret-chat'), await link(userId, 'wrong-guess')]
    expect(refusal(same)).toEqual([409, 'account_linked'])
    expect(other.text).toBe(same.text)
    expect(text + same.text).not.toContain('secret-chat')
  })

  it('gives way to a link of the community, and counts again when that is removed', async () => {
    const userId = newAccount()
    await verify(app, userId, 'of-operator')
    const form = await makeForm(home.client)
    await review(home.client, await respond(home.client, form, userId), { applicantFeedback: 'Hello.' })
    const feedback = async () =>
      (await status(home.client, form, { userId })).body.data.response.applicantFeedback as unknown
    expect((await link(userId, 'of-community', { transfer: true })).body.meta.outcome).toBe('transferred')
    expect(await feedback()).toBeNull()
    expect((await home.client.delete(`/v2/verifications/${userId}`)).status).toBe(204)
    expect(await feedback()).toBe('Hello.')
    expect((await home.client.delete(`/v2/verifications/${userId}`)).status).toBe(204)
    expect((await read(userId)).body.data.source).toBe('server')
  })
})

describe('a batch', () => {
  const send = (verifications: object[], client: Client = home.client) =>
    client.put('/v2/verifications', { verifications })
  const outcomes = (body: { data: { outcome: string; error?: { code: string } }[] }) =>
    body.data.map(({ outcome, error }) => error?.code ?? outcome)

  it('gives each entry a result of its own', async () => {
    const [fresh, linked, moved, held] = [newAccount(), newAccount(), newAccount(), newAccount()]
    await send([linked, moved, held].map((userId) => ({ userId, chatUserId: 'old' })))
    await sql`insert into data_rights_hold (user_id) values (${held})`.execute(app.app.db)
    const entries = [
      { userId: fresh, chatUserId: 'new' },
      { userId: 888_888_888, chatUserId: 'new' },
      { userId: linked, chatUserId: 'new' },
      { userId: String(moved), chatUserId: 'new', transfer: true },
      { userId: held, chatUserId: 'new', transfer: true },
    ]
    const { status: code, body } = await send(entries)
    const expected = ['linked', 'member_not_found', 'account_linked', 'transferred', 'data_rights_restricted']
    expect([code, outcomes(body)]).toEqual([200, expected])
    expect(outcomes((await send(entries)).body)).toEqual([
      'unchanged',
      'member_not_found',
      'account_linked',
      'unchanged',
      'data_rights_restricted',
    ])
  })

  it('of a hundred accounts is one transaction, also against one in the opposite order', async () => {
    const bare = await app.community({ connected: false })
    const entries = Array.from({ length: 100 }, () => ({ userId: newUserId(), chatUserId: 'bot' }))
    const answers = await Promise.all([send(entries, bare.client), send([...entries].reverse(), bare.client)])
    const all = answers.flatMap(({ body }) => outcomes(body))
    expect(all.filter((one) => one === 'linked')).toHaveLength(100)
    expect(all.filter((one) => one === 'unchanged')).toHaveLength(100)
  })

  it('names the platform’s error for the accounts that it could not check', async () => {
    const [member] = group.members
    await home.client.get(`/v2/members/${member}`)
    app.simulator.faults.add({ kind: 'reject', status: 503 })
    const { body } = await send([
      { userId: newAccount(), chatUserId: 'a' },
      { userId: member, chatUserId: 'b', transfer: true },
      { userId: newAccount(), chatUserId: 'c' },
    ])
    expect([outcomes(body)[0], outcomes(body)[2]]).toEqual(['platform_cloud_unavailable', 'platform_cloud_unavailable'])
    expect(outcomes(body)[1]).not.toMatch(/platform/)
  })

  it('refuses an account that occurs twice, and more than a hundred', async () => {
    const userId = newAccount()
    const twice = await send([
      { userId, chatUserId: 'a' },
      { userId: String(userId), chatUserId: 'b' },
    ])
    expect(issueOf(twice)).toEqual([400, '/body/verifications/1/userId', 'uniqueItems'])
    const many = Array.from({ length: 101 }, (_, index) => ({ userId: index + 1, chatUserId: 'a' }))
    expect(issueOf(await send(many))).toEqual([400, '/body/verifications', 'maxItems'])
  })
})

it('refuses a chat account as a number, which would lose digits', async () => {
  const answer = await home.client.put('/v2/verifications/101', { chatUserId: 246813579024681357 })
  expect(issueOf(answer)).toEqual([400, '/body/chatUserId', 'type'])
})
