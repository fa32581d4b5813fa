import { useAdmin } from './support'

const admin = useAdmin()
const time = expect.stringMatching(/^\d{4}-.*Z$/)
const operator = { kind: 'operator', id: expect.any(String) }
let communityId: string
beforeAll(async () => {
  communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId
})
const blacklist = (verb: string, ...more: string[]) => ['blacklist', verb, '--community', communityId, ...more]

test('an account is added once, listed, lifted and added again', async () => {
  expect((await admin.run(blacklist('list'))).stdout).toBe('There are no blacklist entries.\n')
  const { blacklistEntryId } = await admin.json(blacklist('add', '--user', '21', '--reason', 'left twice'))
  expect(await admin.failure(blacklist('add', '--user', '21', '--reason', 'again'))).toContain(
    'on the blacklist already',
  )
  expect(await admin.json(blacklist('lift', '--user', '21'))).toMatchObject({ userId: '21', state: 'lifted' })
  expect(await admin.failure(blacklist('lift', '--user', '21'))).toContain('the account 21 is not on the blacklist')
  const expiresAt = '2090-01-31T18:00:00.000000Z'
  expect(await admin.json(blacklist('add', '--user', '21', '--reason', 'again', '--expires', expiresAt))).toMatchObject(
    { expiresAt },
  )
  const entry = { userId: '21', kind: 'account', groupId: null, createdAt: time, createdBy: operator }
  expect((await admin.json(blacklist('list'))).blacklistEntries).toMatchObject([
    { ...entry, state: 'live', reason: 'again', expiresAt, liftedAt: null },
    { ...entry, blacklistEntryId, state: 'lifted', reason: 'left twice', expiresAt: null, liftedAt: time },
  ])
  const { auditEntries: entries } = await admin.json(['audit', 'list', '--community', communityId, '--limit', '3'])
  expect(entries).toMatchObject([
    { action: 'blacklist.add', userId: '21' },
    { action: 'blacklist.lift', userId: '21', actor: { kind: 'operator' } },
    { action: 'blacklist.add', userId: '21', reason: 'left twice', after: { blacklistEntryId } },
  ])
})

test('one of two concurrent additions is rejected, and an end in the past', async () => {
  const ran = await Promise.all([1, 2].map(() => admin.run(blacklist('add', '--user', '22', '--reason', 'raids'))))
  expect(ran.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1])
  const late = blacklist('add', '--user', '23', '--reason', 'raids', '--expires', '2020-01-01T00:00:00Z')
  expect(await admin.failure(late)).toContain('in the future')
})

test('a group is added with evidence, shown and lifted with a reason', async () => {
  const evidence = 'https://example.com/report/17'
  const { auditId, ...added } = await admin.json(
    blacklist('add', '--group', '700', '--reason', 'raids', '--evidence', evidence, '--for', '7d'),
  )
  expect(added).toMatchObject({ kind: 'group', groupId: '700', userId: null, evidenceUrl: evidence, expiresAt: time })
  expect(auditId).toMatch(/^\d+$/)
  const { blacklistEntryId: id } = added
  expect(await admin.failure(blacklist('add', '--group', '700', '--reason', 'raids'))).toContain(
    'The group 700 is on the blacklist already',
  )
  const lift = blacklist('lift', '--entry', id, '--reason', 'they apologised')
  expect(await admin.json(lift)).toMatchObject({ groupId: '700', liftReason: 'they apologised' })
  expect(await admin.failure(lift)).toContain('is lifted')
  expect(await admin.failure(blacklist('lift', '--group', '700'))).toContain('the group 700 is not on the blacklist')
  expect(await admin.json(blacklist('show', '--entry', id))).toEqual({
    ...added,
    state: 'lifted',
    liftedAt: time,
    liftedBy: operator,
    liftReason: 'they apologised',
  })
  const { stdout } = await admin.run(blacklist('show', '--entry', id))
  expect(stdout).toMatch(/group +700\n[^]*state +lifted\n[^]*lift reason +they apologised\n/)
})

test('list filters by state and continues with a cursor', async () => {
  const live = await admin.json(blacklist('list', '--state', 'live'))
  expect(live.nextCursor).toBeNull()
  for (const { state } of live.blacklistEntries) expect(state).toBe('live')
  const cut = await admin.json(blacklist('list', '--limit', '1'))
  expect(cut).toMatchObject({ blacklistEntries: [{}], nextCursor: expect.any(String) })
  expect((await admin.run(blacklist('list', '--limit', '1'))).stdout).toContain('Next page: --cursor')
})

const why = ['--reason', 'raids']

test.each([
  [['add', '--user', '1'], "'--reason <text>' not specified"],
  [['add', ...why], 'exactly one of --user, --group'],
  [['lift'], 'one of these flags is required: --entry, --user, --group'],
  [['lift', '--user', '1', '--group', '2'], 'cannot be used with'],
  [['add', ...why, '--user', '1', '--group', '2'], 'exactly one of --user, --group'],
  [['add', ...why, '--user', '1', '--for', '1d', '--expires', '2090-01-31T18:00:00Z'], '--for'],
  [['add', ...why, '--user', '1', '--evidence', 'ftp://example.com'], 'an http or https link'],
  [['add', ...why, '--user', '1', '--evidence', 'https://me:secret@example.com'], 'must not hold a user name'],
  [['show', '--entry', '17'], 'ble_ and 20'],
  [['show', '--entry', 'ble_aaaaaaaaaaaaaaaaaaaa'], 'This blacklist entry does not exist'],
])('rejects %j with a message', async (args, message) => {
  const [verb = '', ...flags] = args
  expect(await admin.failure(blacklist(verb, ...flags))).toContain(message)
})
