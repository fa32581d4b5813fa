// The commands `account verify` and `account unverify`, with the server running.
import { adminOf, type Admin } from '../admin/support'
import { makeForm, open, refusal } from '../applications/submissions/fixture'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let home: TestCommunity
let admin: Pick<Admin, 'run' | 'json' | 'failure'>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  home = await app.community()
  admin = adminOf(app)
})
afterAll(() => app.close())

const verify = (userId: number, ...more: string[]) => [
  ...['account', 'verify', '--user', String(userId), '--chat-user', 'chat-1'],
  ...more,
]
const unverify = (userId: number, ...more: string[]) => ['account', 'unverify', '--user', String(userId), ...more]
const canOpen = async (userId: number, { client } = home) =>
  (await open(client, await makeForm(client), { userId })).status === 200

it('verify refuses an account that the platform does not know', async () => {
  expect(await admin.failure(verify(555_555_555))).toContain('The platform has no account with the id 555555555.')
  expect(await admin.failure(verify(555_555_555, '--community', home.communityId))).toContain('has no account')
  expect((await admin.json(['account', 'show', '--user', '555555555'])).verification).toBeNull()
})

it('links in every community, or with --community in one, as the API does', async () => {
  const other = await app.community({ connected: false })
  const [first, second] = group.members
  expect((await admin.run(verify(first))).stdout).not.toContain('was not asked')
  expect([await canOpen(first), await canOpen(first, other)]).toEqual([true, true])

  const own = verify(second, '--community', home.communityId)
  expect(await admin.json(own)).toEqual({ userId: String(second), chatUserId: 'chat-1', transferred: false })
  expect([await canOpen(second), await canOpen(second, other)]).toEqual([true, false])
  const { body } = await home.client.get(`/v2/verifications/${second}`)
  expect(body.data).toMatchObject({ chatUserId: 'chat-1', source: 'community', method: 'operator' })
  const { links } = await admin.json(['account', 'show', '--user', String(second)])
  expect(links).toMatchObject([{ communityId: home.communityId, chatUserId: 'chat-1', method: 'operator' }])

  await home.client.put(`/v2/verifications/${second}`, { chatUserId: 'chat-2', transfer: true })
  expect((await admin.json(own)).transferred).toBe(true)
})

it('unlinks in every community, or with --community in one', async () => {
  const [, , userId] = group.members
  await admin.json(verify(userId))
  await admin.json(verify(userId, '--community', home.communityId))
  expect(await admin.json(unverify(userId))).toEqual({ userId: String(userId), changed: true })
  expect(await admin.json(unverify(userId))).toEqual({ userId: String(userId), changed: false })
  expect(await canOpen(userId)).toBe(true)
  const own = unverify(userId, '--community', home.communityId)
  expect([(await admin.json(own)).changed, (await admin.json(own)).changed]).toEqual([true, false])
  const form = await makeForm(home.client)
  expect(refusal(await open(home.client, form, { userId }))).toEqual([403, 'applicant_unverified'])
  const { trail } = await admin.json(['account', 'show', '--user', String(userId)])
  expect(trail[0]).toMatchObject({ action: 'account.unverify', details: { previousChatUserId: 'chat-1' } })
})
