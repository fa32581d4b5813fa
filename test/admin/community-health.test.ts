import { Client } from 'pg'
import { worstFirst, type CommunityHealth } from '../../src/admin/health'
import { useAdmin } from './support'

let client: Client
// ends the session before `useAdmin` drops the database
afterAll(() => client.end())
const admin = useAdmin()
beforeAll(async () => {
  client = new Client({ connectionString: admin.database.url })
  await client.connect()
})

const ids = new Map<string, string>()
async function created(name: string, status: 'connected' | 'reconnect_required' | null = 'connected'): Promise<string> {
  const { communityId } = await admin.json(['community', 'create', '--name', name])
  ids.set(communityId, name)
  if (status !== null) {
    await client.query(
      `insert into platform_connection (community_id, group_id, credential_kind, credential, status)
        values ($1, 700, 'api_key', '', $2)`,
      [communityId, status],
    )
  }
  return communityId
}

/** @param ended error code and hours since the end; null: queued @param age seconds since it was queued */
async function addOperation(communityId: string, ended: readonly [code: string, hours: number] | null, age = 0) {
  await client.query(
    `insert into platform_operation (community_id, operation_id, kind, user_id, status, awaited, urgent, deadline_at,
        actor_kind, actor_id, created_at, error_code, completed_at)
      select $1, 'op_' || substr(translate(md5(random()::text), '0189', 'wxyz'), 1, 20), 'rank.set', 101,
        case when $2::text is null then 'queued' when $2 ~ 'cancelled' then 'cancelled' else 'failed' end, false, false,
        now() + interval '1 hour', 'key', 'k', now() - $4 * interval '1 second', $2, now() - $3 * interval '1 hour'`,
    [communityId, ended?.[0] ?? null, ended?.[1] ?? null, age],
  )
}

const addEndpoint = (
  communityId: string,
  id: string,
  state: readonly [failing: string | null, disabled: string | null],
) =>
  client.query(
    `insert into webhook_endpoint (community_id, webhook_id, url, secret, failing_since, enabled, disabled_reason, disabled_at)
      values ($1, 'whk_' || repeat($2, 20), 'https://example.com', '', $3, $4::text is null, $4,
        case when $4::text is not null then now() end)`,
    [communityId, id, ...state],
  )

/** Communities by name, in the order of the list. */
async function health(): Promise<Record<string, CommunityHealth & { state: string; problems: string[] }>> {
  const { communities } = await admin.json(['community', 'health'])
  const named = (communities as { communityId: string }[]).map((one) => [ids.get(one.communityId), one])
  return Object.fromEntries(named)
}

test('says so without communities', async () => {
  expect((await admin.run(['community', 'health'])).stdout).toContain('There are no communities')
  expect(await admin.json(['community', 'health'])).toEqual({
    communities: [],
    namesOff: [],
    parkedErasures: 0,
    lateJobs: [],
    undecidedRanks: [],
  })
})

test('names a scheduled job that has not run for longer than its interval and ten minutes', async () => {
  await client.query(`insert into scheduled_job (name, slot, ran_at) values
    ('seal-audit-entries', 1, now() - interval '16 minutes'), ('purge-batches', 1, now() - interval '16 minutes')`)
  const { lateJobs } = await admin.json(['community', 'health'])
  expect(lateJobs).toEqual([{ name: 'seal-audit-entries', ranAt: expect.any(String), lateSeconds: expect.any(Number) }])
  expect((await admin.run(['community', 'health'])).stdout).toContain('The scheduled job seal-audit-entries is late')
  await client.query('delete from scheduled_job')
})

test('shows a step of name look-ups that is off', async () => {
  await client.query(`insert into name_step (scope, step, failures, failing_since, reason, off_at, retry_at)
    values ('', 'legacy', 3, '2026-11-01Z', '404', '2026-11-01Z', '2026-11-01T00:05:00Z'), ('', 'memberships', 1, now(), '503', null, null)`)
  const { namesOff } = await admin.json(['community', 'health'])
  expect(namesOff).toMatchObject([{ step: 'legacy', communityId: null, reason: '404' }])
  expect((await admin.run(['community', 'health'])).stdout).toContain(
    'Look-ups by name: the step legacy is off since 2026',
  )
  await client.query('delete from name_step')
})

test('prints the health of each community, worst first', async () => {
  const fine = await created('Fine')
  const bare = await created('Bare', null)
  const late = await created('Late')
  const lost = await created('Lost', 'reconnect_required')
  const full = await created('Full')
  await addOperation(fine, null)
  await addOperation(fine, ['member_not_in_group', 1])
  await addOperation(fine, ['operation_cancelled', 1])
  await addOperation(fine, ['platform_cloud_unavailable', 25])
  await addEndpoint(fine, 'r', [null, 'requested'])
  for (const code of [
    'platform_cloud_unavailable',
    'deadline-cancelled-before-dispatch',
    'platform_cloud_unavailable',
  ]) {
    await addOperation(late, [code, 2])
  }
  await addOperation(late, null, 1_000)
  await admin.json(['operations', 'pause', '--community', late, '--yes'])
  await addEndpoint(lost, 'f', ['now', null])
  await addEndpoint(lost, 'd', [null, 'failing'])
  await admin.json(['key', 'create', '--community', lost, '--name', 'old', '--scopes', 'all', '--expires-in', '29d'])
  await admin.json(['key', 'create', '--community', lost, '--name', 'new', '--scopes', 'all', '--expires-in', '31d'])
  for (const medal of ['Valor', 'Service']) {
    await admin.json(['medal', 'create', '--community', full, '--name', medal])
  }
  await admin.json(['community', 'set-storage', '--community', full, '--quota', 'medals', '--limit', '2'])

  const list = await health()
  expect(Object.entries(list).map(([name, { state, problems }]) => [name, state, problems])).toEqual([
    ['Lost', 'critical', ['reconnect_required', 'webhooks_disabled', 'webhooks_failing', 'keys_expire']],
    ['Full', 'critical', ['storage_full']],
    ['Late', 'warning', ['paused', 'queue_late', 'rank_changes_fail']],
    ['Bare', 'warning', ['not_connected']],
    ['Fine', 'ok', []],
  ])
  const nothing = {
    connection: 'connected',
    credential: { lastUsedAt: null, expiresAt: null, endsSoon: false },
    ranksAmbiguousSince: null,
    sharedRankNumbers: [],
    identities: { conflicts: 0 },
    pausedAt: null,
    alarmedAt: null,
    queue: { waiting: 0, oldestSeconds: null },
    failures: {},
    webhooks: { failing: 0, disabled: 0 },
    storage: null,
    keys: { expiring: 0, firstExpiry: null },
    state: 'ok',
    problems: [],
  }
  expect(list['Fine']).toEqual({
    ...nothing,
    communityId: fine,
    name: 'Fine',
    queue: { waiting: 1, oldestSeconds: expect.any(Number) },
    failures: { member_not_in_group: 1 },
  })
  expect(list['Bare']).toMatchObject({
    ...nothing,
    communityId: bare,
    connection: 'none',
    credential: null,
    state: 'warning',
    problems: ['not_connected'],
  })
  expect(list['Late']).toMatchObject({
    pausedAt: expect.stringMatching(/Z$/),
    queue: { waiting: 1, oldestSeconds: expect.any(Number) },
    failures: { platform_cloud_unavailable: 2, 'deadline-cancelled-before-dispatch': 1 },
  })
  expect(list['Late']?.queue.oldestSeconds).toBeGreaterThanOrEqual(1_000)
  expect(list['Lost']).toMatchObject({
    webhooks: { failing: 1, disabled: 1 },
    keys: { expiring: 1, firstExpiry: expect.stringMatching(/Z$/) },
  })
  expect(list['Full']).toMatchObject({ storage: { quota: 'medals', used: 2, limit: 2 } })
})

test('fits 80 columns, with what does not fit below the row; --csv prints every column', async () => {
  const { stdout } = await admin.run(['community', 'health'])
  const lines = stdout.split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines[0]).toBe('COMMUNITY                 STATE     PLATFORM            QUEUED  OLDEST S  FAILED')
  expect(lines[1]).toMatch(/^cmt_\w{20}  critical  reconnect_required  0       -         0$/)
  expect(stdout).toContain('    name: Full  problems: storage_full  fullest storage: medals  used %: 100\n')
  expect(stdout).toContain('failures: platform_cloud_unavailable 2, deadline-cancelled-before-dispatch 1')
  expect(stdout).toContain('\n2 critical, 2 warning, 1 ok\n')
  const csv = (await admin.run(['community', 'health', '--csv'])).stdout.split('\n')
  expect(csv).toHaveLength(7)
  expect(csv[0]).toMatch(
    /^community,state,platform,queued,oldest_s,failed,name,problems,failures,paused,alarm,webhooks_failing,/,
  )
  expect(csv[2]).toMatch(/^cmt_\w{20},critical,connected,0,,0,Full,storage_full,,,,,,medals,100,,,,,$/)
})

test('shows the last use and the end of a credential, and warns of one that ends soon', async () => {
  const use = (days: number | null) =>
    client.query(
      `update platform_connection set used_at = now() - make_interval(days => $1)
        where community_id = (select community_id from community where name = 'Fine')`,
      [days],
    )
  const states = []
  for (const days of [45, 47]) {
    await use(days)
    const { problems, credential } = (await health())['Fine'] ?? {}
    states.push([problems, credential?.endsSoon])
    expect(Date.parse(credential?.expiresAt ?? '') - Date.parse(credential?.lastUsedAt ?? '')).toBe(60 * 86_400_000)
  }
  await use(null)
  expect(states).toEqual([
    [[], false],
    [['platform_expires'], true],
  ])
})

const healthy: CommunityHealth = {
  communityId: 'c',
  name: 'C',
  connection: 'connected',
  credential: null,
  ranksAmbiguousSince: null,
  sharedRankNumbers: [],
  identities: { conflicts: 0 },
  pausedAt: null,
  alarmedAt: null,
  failures: {},
  storage: null,
  queue: { waiting: 0, oldestSeconds: null },
  webhooks: { failing: 0, disabled: 0 },
  keys: { expiring: 0, firstExpiry: null },
}
const judged = (change: Partial<CommunityHealth>) => worstFirst([{ ...healthy, ...change }])[0]?.problems
const stored = (used: number, limit: number) => ({ storage: { quota: 'forms', used, limit } })

test.each<[Partial<CommunityHealth>, string[]]>([
  [{ queue: { waiting: 9, oldestSeconds: 300 } }, []],
  [{ queue: { waiting: 9, oldestSeconds: 301 } }, ['queue_late']],
  [{ ranksAmbiguousSince: '2026-01-01T00:00:00Z' }, ['ranks_ambiguous']],
  [{ sharedRankNumbers: [50] }, ['rank_numbers_shared']],
  [{ credential: { lastUsedAt: null, expiresAt: null, endsSoon: false } }, []],
  [{ credential: { lastUsedAt: null, expiresAt: '2026-01-01T00:00:00Z', endsSoon: true } }, ['platform_expires']],
  [{ identities: { conflicts: 1 } }, ['identity_conflicts']],
  [{ alarmedAt: '2026-01-01T00:00:00Z' }, ['group_alarm']],
  [stored(79, 100), []],
  [stored(80, 100), ['storage_nearly_full']],
  [stored(100, 100), ['storage_full']],
  [stored(0, 0), []],
  [stored(1, 0), ['storage_full']],
  [{ failures: { rank_not_found: 9 } }, []],
  [{ failures: { rank_not_found: 9, 'provider-rejected-429': 1 } }, ['rank_changes_fail']],
])('%j has the problems %j', (change, problems) => {
  expect(judged(change)).toEqual(problems)
})

test('communities of one state are ordered by problems, age of the queue and failures, then as given', () => {
  const of = (name: string, change: Partial<CommunityHealth>) => ({ ...healthy, name, ...change })
  const late = { queue: { waiting: 1, oldestSeconds: 900 } }
  const list = worstFirst([
    of('first', {}),
    of('fails', { failures: { rank_not_found: 1 } }),
    of('second', {}),
    of('late', late),
    of('later', { queue: { waiting: 1, oldestSeconds: 901 } }),
    of('late and paused', { ...late, pausedAt: 'now' }),
  ])
  expect(list.map(({ name }) => name)).toEqual(['late and paused', 'later', 'late', 'fails', 'first', 'second'])
})

test('shows an alarm of a group for an hour after its last change', async () => {
  const communityId = await created('Raided')
  const alarmed = (hours: number) =>
    client.query(`update community set alarmed_at = now() - $2 * interval '1 hour' where community_id = $1`, [
      communityId,
      hours,
    ])
  await alarmed(0.9)
  expect((await health())['Raided']).toMatchObject({
    state: 'critical',
    problems: ['group_alarm'],
    alarmedAt: expect.any(String) as string,
  })
  await alarmed(1.1)
  expect((await health())['Raided']).toMatchObject({ state: 'ok', problems: [], alarmedAt: null })
})
