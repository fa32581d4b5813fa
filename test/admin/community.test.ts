// The commands `community`, `subscription` and `plan`.
import { useAdmin } from './support'

const admin = useAdmin()

async function created(name = 'Northern Watch', ...more: string[]): Promise<string> {
  const { communityId } = await admin.json(['community', 'create', '--name', name, ...more])
  return communityId as string
}

const show = (communityId: string) => admin.json(['community', 'show', '--community', communityId])

test('create returns the id; show returns the settings', async () => {
  const answer = await admin.json(['community', 'create', '--name', 'Northern Watch'])
  expect(answer).toEqual({ communityId: expect.stringMatching(/^cmt_[a-z2-7]{20}$/) })
  expect(await show(answer.communityId)).toEqual({
    communityId: answer.communityId,
    name: 'Northern Watch',
    apiEnabled: true,
    subscription: { plan: 'standard', endsAt: null },
    trial: null,
    connection: 'none',
    experienceAwardLimit: 1000,
    quotaAwardLimit: 1000,
    queueLimit: null,
    keyLimit: null,
    movedAt: null,
    webhookLimit: null,
    autoRankEnabled: true,
    autoRankDemotes: false,
    singleRank: false,
    alarmChangesPerMinute: 50,
    alarmedAt: null,
    platformPausedAt: null,
    suspendedRankUniqueId: null,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  const { communities } = await admin.json(['community', 'list'])
  expect(communities).toContainEqual(await show(answer.communityId))
})

test('set changes only the given settings', async () => {
  const communityId = await created()
  const set = (...flags: string[]) => admin.json(['community', 'set', '--community', communityId, ...flags])
  const before = await show(communityId)
  expect(await set('--api', 'off', '--yes')).toEqual({ ...before, apiEnabled: false })
  expect(await set('--auto-rank', 'off')).toEqual({ ...before, apiEnabled: false, autoRankEnabled: false })
  expect(
    await set(
      ...['--name', '✨ Watch', '--api', 'on', '--experience-award-limit', '0'],
      ...['--quota-award-limit', '9007199254740991', '--auto-rank-demotes', 'on', '--auto-rank', 'on'],
    ),
  ).toEqual({
    ...before,
    name: '✨ Watch',
    experienceAwardLimit: 0,
    quotaAwardLimit: Number.MAX_SAFE_INTEGER,
    autoRankDemotes: true,
  })
  const limits = { queueLimit: 500, keyLimit: 0, webhookLimit: 10 }
  const given = ['--queue-limit', '500', '--key-limit', '0', '--webhook-limit', '10']
  expect(await set(...given)).toMatchObject(limits)
  expect(await set('--queue-limit', 'default')).toMatchObject({ ...limits, queueLimit: null })
  const { stdout } = await admin.run(['community', 'show', '--community', communityId])
  expect(stdout).toMatch(/queue limit +20000 \(default\)\nkey limit +0\nwebhook limit +10\n/)
  const refused = await admin.failure(['community', 'set', '--community', communityId, '--webhook-limit', '11'])
  expect(refused).toContain('a whole number from 0 to 10')
  expect(await admin.failure(['community', 'set', '--community', communityId])).toContain('give at least one flag')
})

test('subscription and trial are set with and without an end, and ended', async () => {
  const communityId = await created('Buyer', '--plan', 'free')
  const set = (...flags: string[]) => admin.json(['subscription', 'set', '--community', communityId, ...flags])
  expect(await set('--plan', 'standard', '--until', '2090-01-31T18:00:00+01:00')).toEqual({
    communityId,
    kind: 'subscription',
    plan: 'standard',
    endsAt: '2090-01-31T17:00:00.000Z',
  })
  const { endsAt } = await set('--plan', 'pro', '--trial', '--for', '30d')
  expect(Date.parse(endsAt) - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
  expect(Date.parse(endsAt) - Date.now()).toBeLessThanOrEqual(30 * 86_400_000)
  expect(await show(communityId)).toMatchObject({
    subscription: { plan: 'standard', endsAt: '2090-01-31T17:00:00.000000Z' },
    trial: { plan: 'pro' },
  })
  await set('--plan', 'none', '--yes')
  await set('--plan', 'none', '--trial', '--yes')
  expect(await show(communityId)).toMatchObject({ subscription: null, trial: null })

  const fail = (...flags: string[]) => admin.failure(['subscription', 'set', '--community', communityId, ...flags])
  expect(await fail('--plan', 'gold')).toBe('error: There is no plan gold; see plan list.\n')
  expect(await fail('--plan', 'none', '--for', '1d', '--yes')).toContain('omit --until and --for')
  expect(await fail('--plan', 'pro', '--for', '1d', '--until', '2090-01-01T00:00:00Z')).toContain('cannot be used with')
})

test('a plan is created, changed by the given flags, and assigned', async () => {
  const set = (...flags: string[]) => admin.json(['plan', 'set', '--name', 'guild', ...flags])
  const plan = { name: 'guild', apiAccess: false, automaticGrading: false, features: [] as string[] }
  expect(await set()).toEqual(plan)
  expect(await set('--api', 'on', '--features', 'members,ranks')).toEqual({
    ...plan,
    apiAccess: true,
    features: ['members', 'ranks'],
  })
  expect(await set('--automatic-grading', 'on')).toMatchObject({
    apiAccess: true,
    automaticGrading: true,
    features: ['members', 'ranks'],
  })
  expect((await set('--features', 'all')).features).toEqual(expect.arrayContaining(['experience', 'events', 'quota']))
  const cleared = await set('--features', 'none', '--yes')
  expect(cleared.features).toEqual([])
  const { plans } = await admin.json(['plan', 'list'])
  expect(plans).toContainEqual(cleared)
  expect(plans.map(({ name }: { name: string }) => name)).toEqual(['free', 'guild', 'pro', 'standard'])
  expect(await show(await created('Guild', '--plan', 'guild'))).toMatchObject({ subscription: { plan: 'guild' } })

  expect(await admin.failure(['plan', 'set', '--name', 'guild', '--features', 'membres'])).toContain(
    'There is no feature membres; choose from ',
  )
  expect(await admin.failure(['plan', 'set', '--name', 'none'])).toContain('choose another name')
  expect(await admin.failure(['plan', 'set', '--name', 'Gold'])).toContain('lower-case')
})

test("audit list prints the operator's changes, newest first, in pages", async () => {
  const communityId = await created('Audited')
  const list = (...flags: string[]) => admin.json(['audit', 'list', '--community', communityId, ...flags])
  await admin.json(['community', 'set', '--community', communityId, '--api', 'off', '--yes'])
  await admin.json(['subscription', 'set', '--community', communityId, '--plan', 'pro'])
  await admin.json(['medal', 'create', '--community', communityId, '--name', 'Valor'])
  const { auditEntries: entries, nextCursor } = await list()
  expect(nextCursor).toBeNull()
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'medal.create',
    'subscription.set',
    'community.set',
    'community.create',
  ])
  expect(entries[2]).toEqual({
    auditId: expect.stringMatching(/^\d+$/),
    at: expect.stringMatching(/Z$/),
    actor: { kind: 'operator', id: expect.stringMatching(/./) },
    onBehalfOf: null,
    action: 'community.set',
    userId: null,
    before: { apiEnabled: true },
    after: { apiEnabled: false },
    reason: null,
    requestId: null,
  })
  const first = await list('--limit', '3')
  expect(first).toEqual({ auditEntries: entries.slice(0, 3), nextCursor: expect.any(String), hasMore: true })
  const rest = { auditEntries: entries.slice(3), nextCursor: null, hasMore: false }
  expect(await list('--cursor', first.nextCursor)).toEqual(rest)
  const { auditEntries: ofMedals } = await list('--action', 'medal.')
  expect(ofMedals).toEqual(entries.slice(0, 1))
  const refused = (action: string) => admin.failure(['audit', 'list', '--community', communityId, '--action', action])
  expect(await refused('member.experiance')).toContain('did you mean member.experience?')
  expect(await refused('medals.')).toContain('did you mean medal.?')
  expect(await refused('salary.raise')).toContain('There is no such action')
  expect(await list('--user', '7')).toMatchObject({ auditEntries: [], nextCursor: null })
})

test('storage prints the limits of a community, and set-storage changes one', async () => {
  const communityId = await created()
  const quotaOf = async (quota: string) => {
    const { quotas } = await admin.json(['community', 'storage', '--community', communityId])
    return (quotas as { quota: string }[]).find((row) => row.quota === quota)
  }
  const standard = { quota: 'templates', unit: 'bytes', used: 0, limit: 67108864, own: false }
  expect(await quotaOf('templates')).toEqual(standard)
  const set = ['community', 'set-storage', '--community', communityId, '--quota']
  await admin.json([...set, 'templates', '--limit', '5'])
  expect(await quotaOf('templates')).toEqual({ ...standard, limit: 5, own: true })
  await admin.json([...set, 'templates', '--limit', 'default'])
  expect(await quotaOf('templates')).toEqual(standard)
  expect(await admin.failure([...set, 'paper', '--limit', '5'])).toContain('unknown quota paper')
})
