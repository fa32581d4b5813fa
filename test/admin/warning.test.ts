import { useAdmin } from './support'

const admin = useAdmin()
const time = expect.stringMatching(/^\d{4}-.*Z$/)
const operator = { kind: 'operator', id: expect.any(String) }
let communityId: string
beforeAll(async () => {
  communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId
})
const warning = (verb: string, ...more: string[]) => ['warning', verb, '--community', communityId, ...more]

test('a member is warned, points are summed, and a warning is revoked', async () => {
  expect((await admin.run(warning('list'))).stdout).toBe('There are no warnings.\n')
  const first = await admin.json(warning('add', '--user', '21', '--reason', 'left a raid'))
  expect(first).toMatchObject({ userId: '21', points: 1, activePoints: 1, state: 'live', issuedBy: operator })
  const second = await admin.json(warning('add', '--user', '21', '--reason', 'again', '--points', '5', '--for', '30d'))
  expect(second).toMatchObject({ points: 5, activePoints: 6, expiresAt: time })
  const revoke = warning('revoke', '--warning', first.warningId, '--reason', 'somebody else')
  expect(await admin.json(revoke)).toMatchObject({ state: 'revoked', revokedBy: operator, activePoints: 5 })
  expect(await admin.failure(revoke)).toContain('This warning is revoked')
  const { auditEntries: entries } = await admin.json(['audit', 'list', '--community', communityId, '--limit', '1'])
  expect(entries).toMatchObject([{ action: 'warning.revoke', userId: '21', reason: 'somebody else' }])
  const listed = await admin.json(warning('list', '--user', '21'))
  expect(listed).toMatchObject({ activePoints: 5, nextCursor: null })
  expect(listed.warnings.map(({ warningId }: { warningId: string }) => warningId)).toEqual([
    second.warningId,
    first.warningId,
  ])
  expect((await admin.json(warning('list', '--state', 'live'))).warnings).toHaveLength(1)
  const { stdout } = await admin.run(warning('list', '--user', '21', '--limit', '1'))
  expect(stdout).toMatch(/active points +5\n[^]*again [^]*\n\nNext page: --cursor /)
})

test.each([
  [['add', '--user', '1'], '--reason'],
  [['add', '--user', '1', '--reason', 'x', '--points', '101'], 'from 1 to 100'],
  [['revoke', '--warning', 'x', '--reason', 'x'], 'wrn_ and 20'],
  [['revoke', '--warning', 'wrn_aaaaaaaaaaaaaaaaaaaa', '--reason', 'x'], 'This warning does not exist'],
])('rejects %j with a message', async (args, message) => {
  const [verb = '', ...flags] = args
  expect(await admin.failure(warning(verb, ...flags))).toContain(message)
})
