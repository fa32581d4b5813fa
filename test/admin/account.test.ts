import { useAdmin } from './support'

const admin = useAdmin()
const account = (verb: string, user: string | number, ...more: string[]) => [
  ...['account', verb, '--user', String(user)],
  ...more,
]
const show = (user: number) => admin.json(account('show', user))
const time = expect.stringMatching(/^\d{4}-.*Z$/)

test('verify links an account once; another owner is a transfer; every change is in the audit log', async () => {
  const verify = (chatUser: string) => admin.json(account('verify', 11, '--chat-user', chatUser))
  expect(await show(11)).toEqual({
    userId: '11',
    verification: null,
    restriction: null,
    hold: null,
    links: [],
    trail: [],
  })
  const linked = { userId: '11', chatUserId: 'chat-1', transferred: false }
  expect(await verify('chat-1')).toEqual(linked)
  expect(await verify('chat-1')).toEqual(linked)
  expect(await verify('chat-2')).toEqual({ userId: '11', chatUserId: 'chat-2', transferred: true })
  const { verification, trail } = await show(11)
  expect(verification).toEqual({ chatUserId: 'chat-2', verifiedAt: time })
  expect(trail).toMatchObject([
    { action: 'account.transfer', details: { chatUserId: 'chat-2', previousChatUserId: 'chat-1' } },
    { action: 'account.verify', details: { chatUserId: 'chat-1' }, at: time, actorId: expect.any(String) },
  ])
  const { stdout } = await admin.run(account('verify', 11, '--chat-user', 'chat-3'))
  expect(stdout).toContain('this is a transfer')
})

test('concurrent transfers each return the previous owner', async () => {
  const owners = ['a', 'b', 'c', 'd']
  const said = await Promise.all(owners.map((owner) => admin.json(account('verify', 12, '--chat-user', owner))))
  expect(said.filter(({ transferred }) => transferred === false)).toHaveLength(1)
  expect((await show(12)).trail).toHaveLength(4)
})

test('restrict and unrestrict change the restriction', async () => {
  expect(await admin.json(account('restrict', 13, '--reason', 'sold'))).toEqual({ userId: '13', restricted: true })
  expect((await show(13)).restriction).toEqual({ reason: 'sold', restrictedAt: time })
  expect(await admin.json(account('restrict', 13))).toEqual({ userId: '13', restricted: true })
  expect((await show(13)).restriction).toEqual({ reason: null, restrictedAt: time })
  const freed = { userId: '13', restricted: false }
  expect(await admin.json(account('unrestrict', 13))).toEqual({ ...freed, changed: true })
  expect(await admin.json(account('unrestrict', 13))).toEqual({ ...freed, changed: false })
  const { restriction, trail } = await show(13)
  expect(restriction).toBeNull()
  expect(trail.map(({ action }: { action: string }) => action)).toEqual([
    'account.unrestrict',
    'account.restrict',
    'account.restrict',
  ])
  expect((await admin.run(account('unrestrict', 13))).stdout).toContain('It was not restricted.')
})

test('show prints the same as text', async () => {
  await admin.json(account('verify', 14, '--chat-user', 'chat-14'))
  await admin.json(account('restrict', 14, '--reason', 'two\nlines'))
  const { stdout } = await admin.run(account('show', 14))
  expect(stdout).toMatch(/^chat owner +chat-14$/m)
  expect(stdout).toMatch(/^restricted because +two\\u000alines$/m)
  expect(stdout).toContain('account.restrict')
})

test.each([
  [account('show', '0'), 'whole number from 1'],
  [account('show', 'no body'), 'a user id or a username'],
  [account('verify', 1), 'required option'],
  [account('verify', 1, '--chat-user', 'x'.repeat(33)), '1 to 32 visible characters'],
  [account('verify', 1, '--chat-user', 'a b'), '1 to 32 visible characters'],
  [account('restrict', 1, '--reason', 'x'.repeat(257)), '1 to 256 characters'],
])('rejects %j with a message', async (args, message) => {
  expect(await admin.failure(args)).toContain(message)
})
