// The commands `platform` and `rank`, with the simulator.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { runAdmin } from '../../src/admin/program'
import { publishSimulator, findSimulator } from '../../src/process/simulator-address'
import { demoApiKey, demoGroupId, demoRoles, demoUsers } from '../../src/simulator/demo-world'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { collect, runIn, useAdmin } from './support'

const admin = useAdmin()
let simulator: Simulator
let communityId: string

beforeAll(async () => {
  simulator = await startSimulator()
  admin.env['PLATFORM_API_URL'] = simulator.url
})
afterAll(() => simulator.close())
beforeEach(async () => {
  communityId = (await admin.json(['community', 'create', '--name', 'Northern Watch'])).communityId
})
afterEach(() => simulator.faults.clear())

const synced = { ranks: Array(6).fill(expect.anything()), added: 0, changed: 0, removed: 0 }
const lieutenant = {
  uniqueId: demoRoles.lieutenant,
  name: 'Lieutenant',
  powers: ['remove', 'ban', 'rank', 'accept'],
}
const here = (...args: string[]) => [...args.slice(0, 2), '--community', communityId, ...args.slice(2)]
const connect = (stdin: string, ...flags: string[]) =>
  admin.json(here('platform', 'connect', '--group', String(demoGroupId), '--api-key', ...flags), stdin)

test('connect reads the key from stdin and syncs the ranks; status does not print the key', async () => {
  expect(await admin.json(here('platform', 'status'))).toEqual({
    status: 'none',
    credentialKind: null,
    groupId: null,
    ownerUserId: null,
    connectedAt: null,
    lastUsedAt: null,
    expiresAt: null,
    pausedAt: null,
    ranks: 0,
    ranksSyncedAt: null,
  })
  const ownerUserId = String(demoUsers.owner)
  expect(await connect(`${demoApiKey}\n`, '-')).toEqual({
    groupId: demoGroupId,
    ownerUserId,
    isGroupKey: false,
    ranks: 6,
    account: { role: { uniqueId: demoRoles.owner, rankId: 255, name: 'Owner' }, lowestRole: null, mayDoMore: true },
    severalRoles: { members: 11, several: 0, declared: false, roles: [] },
    sharedRankNumbers: [],
    givers: { givenByPeople: null, roles: [lieutenant] },
  })
  const answered = await admin.run(here('platform', 'status', '--json'))
  expect(JSON.parse(answered.stdout)).toEqual({
    status: 'connected',
    credentialKind: 'api_key',
    groupId: demoGroupId,
    ownerUserId,
    connectedAt: expect.stringMatching(/Z$/),
    lastUsedAt: expect.stringMatching(/Z$/),
    expiresAt: expect.stringMatching(/Z$/),
    pausedAt: null,
    ranks: 6,
    ranksSyncedAt: expect.stringMatching(/Z$/),
  })
  expect(answered.stdout + answered.stderr).not.toContain(demoApiKey)
  const said = (await admin.run(here('platform', 'status'))).stdout
  expect(said).toMatch(/^last used +\S+Z \(0 days ago\)$/m)
  expect(said).toMatch(/^expires +\S+Z \(in 59 days\)$/m)
})

test('connect reads the key from a file, which must contain one', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'platform-key-'))
  const file = path.join(directory, 'platform.key')
  const args = here('platform', 'connect', '--group', String(demoGroupId), '--api-key-file', file)
  try {
    expect(await admin.failure(args)).toContain('--api-key-file cannot be read (ENOENT')
    writeFileSync(file, `${demoApiKey}\n${demoApiKey}\n`)
    const failure = await admin.failure(args)
    expect(failure).toContain('must contain one key')
    expect(failure).not.toContain(demoApiKey)
    writeFileSync(file, `${demoApiKey}\n`)
    expect(await admin.json(args)).toMatchObject({ groupId: demoGroupId, ranks: 6 })
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test('a key on the command line at a terminal gets a warning that does not contain it', async () => {
  const warned = async (isTTY: boolean) => {
    const written: string[] = []
    const stderr = new Writable({ write: (chunk, _, done) => (written.push(String(chunk)), done()) })
    const stdin = Object.assign(Readable.from(['']), { isTTY })
    const terminal = { stdin, stdout: new PassThrough(), stderr, env: admin.env }
    const args = here('platform', 'connect', '--group', String(demoGroupId), '--api-key', demoApiKey)
    expect(await runAdmin(args, terminal)).toBe(0)
    expect(written.join('')).not.toContain(demoApiKey)
    return written.join('').includes('stays in the shell')
  }
  expect([await warned(true), await warned(false)]).toEqual([true, false])
})

describe('roles whose holders may act on members', () => {
  const command = () => `rank set-assignable --community ${communityId} --rank ${demoRoles.lieutenant} --assignable off`
  const answering = async (typed: string) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    if (typed === '') stdin.end()
    else stdin.write(typed)
    const [stdout, stderr] = [collect(true), collect(true)]
    const args = here('platform', 'connect', '--group', String(demoGroupId), '--api-key', demoApiKey)
    expect(await runAdmin(args, { stdin, stdout, stderr, env: admin.env })).toBe(0)
    return { asked: stderr.text(), said: stdout.text() }
  }
  const assignable = async () => {
    const { ranks } = await admin.json(here('rank', 'list'))
    return (ranks as { name: string; assignable: boolean }[]).flatMap((one) => (one.assignable ? [one.name] : []))
  }
  const all = ['Recruit', 'Private', 'Sergeant', 'Lieutenant']
  const health = async () => (await admin.run(['community', 'health'])).stdout

  it('are named without a terminal, with the command, and nothing is changed', async () => {
    const { stdout } = await admin.run(
      here('platform', 'connect', '--group', String(demoGroupId), '--api-key', demoApiKey),
    )
    expect(stdout).toContain('Lieutenant (rank 100): remove members, ban them, change ranks, accept requests to join')
    expect(stdout).toContain(command())
    expect(await assignable()).toEqual(all)
    expect(await health()).toContain(command())
    const run = command().split(' ')
    expect((await admin.run(run)).stdout).toMatch(/given by people +on/)
    expect(await assignable()).toEqual(all.slice(0, 3))
    expect(await health()).not.toContain(command())
  })

  it('are given by people alone after Enter, which is asked once', async () => {
    const { asked, said } = await answering('\n')
    expect(asked).toContain('Shall people alone give them, and no API key? [Y/n]')
    expect(said).toMatch(/given by people alone\S* +Lieutenant/)
    expect(await assignable()).toEqual(all.slice(0, 3))
    expect((await answering('\n')).asked).not.toContain('Shall people alone')
  })

  it('stay as they are after no, which is an answer: nobody is asked again', async () => {
    await answering('n\n')
    expect(await assignable()).toEqual(all)
    expect((await answering('\n')).asked).not.toContain('Shall people alone')
    expect(await health()).not.toContain(command())
  })

  it.each(['', 'maybe\n'])('stay as they are and open after %j', async (typed) => {
    expect((await answering(typed)).said).toContain(command())
    expect(await assignable()).toEqual(all)
  })

  it('with a threshold of AutoRank stay as they are, and the reason is said', async () => {
    await connect('', demoApiKey)
    await admin.json(here('rank', 'set-threshold', '--rank', String(demoRoles.lieutenant), '--experience', '9'))
    expect((await answering('\n')).said).toContain('AutoRank cannot give Lieutenant while people alone give it')
    expect(await assignable()).toEqual(all)
  })
})

describe('key create', () => {
  const make = (...flags: string[]) => admin.run(here('key', 'create', '--name', 'bot', ...flags))
  beforeEach(async () => {
    await connect('', demoApiKey)
    await admin.run(here('rank', 'set-assignable', '--rank', String(demoRoles.lieutenant), '--assignable', 'off'))
  })

  it('says what a key of a preset may do and may not do, and how it is narrowed', async () => {
    const { stdout } = await make('--preset', 'staff-bot')
    const id = /^key id +(\S+)$/m.exec(stdout)?.[1] ?? ''
    for (const line of [
      '  set, promote, demote rank',
      'It may act for a member, within what that member may.',
      'It may give: Recruit, Private, Sergeant.',
      'It may not give Lieutenant: people alone give them.',
      'It may take something from a member 300 times an hour',
      `Narrow it: key set --key ${id} --scopes`,
    ])
      expect(stdout).toContain(line)
    expect(stdout).toMatch(/It is valid until \S+, from any address\./)
  })

  it('names the bounds, networks and end that were chosen, and no ranks without their scope', async () => {
    const bounds = ['--highest-rank-given', '10', '--highest-rank-touched', '10', '--takes-per-hour-limit', '5']
    const more = [...bounds, '--allow', '203.0.113.0/24', '--expires', 'never']
    const { stdout } = await make('--scopes', 'members.ranks.write', ...more)
    expect(stdout).toContain('It may give: Recruit, Private.')
    expect(stdout).toContain('It may change members of the ranks 0 to 10 only.')
    expect(stdout).toContain('It may take something from a member 5 times an hour')
    expect(stdout).toContain('It is valid for ever, from 203.0.113.0/24.')
    expect((await make('--scopes', 'members.read')).stdout).not.toContain('It may give')
  })

  it('asks for scopes or a preset, and for one that there is', async () => {
    expect(await admin.failure(here('key', 'create', '--name', 'bot'))).toContain('--scopes')
    expect(await admin.failure(here('key', 'create', '--name', 'bot', '--preset', 'god'))).toContain('staff-bot')
  })
})

test('disconnect deletes the connection once and keeps the ranks', async () => {
  await connect('', demoApiKey)
  expect(await admin.json(here('platform', 'disconnect', '--yes'))).toEqual({ disconnected: true })
  expect(await admin.json(here('platform', 'disconnect', '--yes'))).toEqual({ disconnected: false })
  expect(await admin.json(here('platform', 'status'))).toMatchObject({ status: 'none', groupId: null, ranks: 6 })
  expect(await admin.failure(here('rank', 'sync'))).toContain('not connected')
  const { auditEntries: entries } = await admin.json(here('audit', 'list', '--limit', '2'))
  expect(entries).toMatchObject([
    { action: 'platform.disconnect', actor: { kind: 'operator' } },
    { action: 'platform.connect', actor: { kind: 'operator' }, after: { groupId: demoGroupId } },
  ])
})

test('a key that the platform refuses is rejected without being printed', async () => {
  const wrong = 'a-key-nobody-knows'
  const refusal = await admin.failure(here('platform', 'connect', '--group', '5812734', '--api-key', wrong))
  expect(refusal).toMatch(/inactive|rejected/)
  expect(refusal).not.toContain(wrong)
  expect(await admin.failure(here('platform', 'connect', '--group', '5812734', '--api-key', '-'), 'a\nb')).toContain(
    'exactly one key',
  )
  expect(await admin.failure(here('platform', 'connect', '--group', '0', '--api-key', 'x'))).toContain('whole number')
  expect(await admin.json(here('platform', 'status'))).toMatchObject({ status: 'none' })
})

test('connect with an OAuth grant from stdin spends and never prints it', async () => {
  const grant = { clientId: 'app', clientSecret: 'app-secret', refreshToken: 'first-refresh' }
  simulator.world.addGrant({ ...grant, ownerUserId: demoUsers.owner, groupIds: [demoGroupId] })
  const args = here('platform', 'connect', '--group', String(demoGroupId), '--oauth', '-')
  expect(await admin.failure(args, '{"clientId":"app","refreshToken":7}')).toContain(
    'missing or invalid: clientSecret, refreshToken',
  )
  expect(await admin.failure(args, 'first-refresh')).not.toContain('first-refresh')
  expect(await admin.json(args, JSON.stringify(grant, null, 2))).toEqual({
    groupId: demoGroupId,
    ownerUserId: null,
    isGroupKey: false,
    account: null,
    ranks: 6,
    severalRoles: expect.anything(),
    sharedRankNumbers: [],
    givers: expect.anything(),
  })
  const answered = await admin.run(here('platform', 'status', '--json'))
  expect(JSON.parse(answered.stdout)).toMatchObject({ status: 'connected', credentialKind: 'oauth', ownerUserId: null })
  for (const secret of Object.values(grant).slice(1)) expect(answered.stdout + answered.stderr).not.toContain(secret)
  expect(await admin.json(here('rank', 'sync'))).toMatchObject(synced)
  expect(await admin.failure(args, JSON.stringify(grant))).toContain('rejected the credential')
  const other = { ...grant, refreshToken: 'second-refresh' }
  simulator.world.addGrant({ ...other, ownerUserId: demoUsers.owner, groupIds: [demoGroupId] })
  expect((await admin.run(args, JSON.stringify(other))).stdout).toContain('read 10 accounts a minute')
  expect((await admin.run(here('platform', 'status'))).stdout).toMatch(/^expires +\S+Z \(in 89 days\)$/m)

  const both = here('platform', 'connect', '--group', '1', '--oauth', '-', '--api-key', '-')
  expect(await admin.failure(both)).toContain('cannot be used with')
  expect(await admin.failure(here('platform', 'connect', '--group', '1'))).toContain('the credential is missing')
  const onLine = await admin.failure(here('platform', 'connect', '--group', '1', '--oauth', 'a-secret'))
  expect(onLine).toContain('reads stdin')
  expect(onLine).not.toContain('a-secret')
})

test('ranks are listed as in the API, synced, and get thresholds', async () => {
  await connect('', demoApiKey)
  const sergeant = {
    uniqueId: demoRoles.sergeant,
    rankId: 50,
    name: 'Sergeant',
    memberCount: 1,
    assignable: true,
    managed: true,
    givenByPeople: null,
    powers: [],
  }
  const listed = async () => (await admin.json(here('rank', 'list'))).ranks as { uniqueId: number }[]
  expect(await listed()).toContainEqual({ ...sergeant, autoRank: null })

  const set = (...flags: string[]) => here('rank', 'set-threshold', '--rank', String(demoRoles.sergeant), ...flags)
  const threshold = { experience: -5 }
  const changed = { ...sergeant, auditId: expect.any(String), unreachable: [] }
  expect(await admin.json(set('--experience', '-5'))).toEqual({ ...changed, autoRank: threshold })
  simulator.world.takeRole(demoGroupId, demoUsers.sergeant, demoRoles.sergeant)
  expect(await admin.json(here('rank', 'sync'))).toMatchObject(synced)
  simulator.world.giveRole(demoGroupId, demoUsers.sergeant, demoRoles.sergeant)
  expect(await listed()).toContainEqual({ ...sergeant, memberCount: 0, autoRank: threshold })
  const recruit = here('rank', 'set-threshold', '--rank', String(demoRoles.recruit), '--experience', '-5')
  expect((await admin.json(recruit)).unreachable).toMatchObject([{ uniqueId: demoRoles.recruit }])
  expect((await admin.run(recruit)).stdout).toContain('unreachable      below\nUNIQUE ID')
  expect(await admin.json(set('--none'))).toEqual({ ...changed, memberCount: 0, autoRank: null })
  expect((await admin.run(set('--none'))).stdout).toContain('No change.')

  expect(await admin.failure(set())).toContain(
    'nothing to change; give one of the other flags too: --experience, --none',
  )
  expect(await admin.failure(set('--none', '--experience', '1'))).toMatch(/must not contain both --\S+ and --none/)
  const onto = (rank: number) =>
    admin.failure(here('rank', 'set-threshold', '--rank', String(rank), '--experience', '1'))
  expect(await onto(demoRoles.owner)).toContain('Owner is the guest or owner rank')
  expect(await onto(4711)).toContain('there is no rank 4711; see rank list')
})

describe('connect, by the account of the key,', () => {
  const [moderator, developer, bot] = [99_513_391, 99_513_392, 868_015_442]
  let key: string
  const text = async () =>
    (await admin.run(here('platform', 'connect', '--group', String(demoGroupId), '--api-key', key))).stdout
  const account = async () => (await connect('', key))['account']

  beforeAll(() => {
    simulator.world.addRole(demoGroupId, { roleId: moderator, rank: 110, name: 'Moderator' })
    simulator.world.addRole(demoGroupId, { roleId: developer, rank: 200, name: 'Developer' })
  })
  afterAll(() => {
    for (const role of [moderator, developer]) simulator.world.removeRole(demoGroupId, role)
  })
  beforeEach(() => {
    key = `key-of-${communityId}`
    simulator.world.addKey(key, { ownerUserId: bot, groupIds: [demoGroupId] })
  })

  test('warns of a role above the lowest that manages the ranks, once the ranks are declared', async () => {
    simulator.world.giveRole(demoGroupId, bot, developer)
    // without a declaration, the roles above the ladder are ranks too
    expect(await account()).toMatchObject({ role: { name: 'Developer' }, mayDoMore: false })
    for (const role of [moderator, developer])
      await admin.json(here('rank', 'set-managed', '--rank', String(role), '--managed', 'off'))
    expect(await account()).toEqual({
      role: { uniqueId: developer, rankId: 200, name: 'Developer' },
      lowestRole: { uniqueId: moderator, rankId: 110, name: 'Moderator' },
      mayDoMore: true,
    })
    const said = await text()
    expect(said).toMatch(/^role of the owner +Developer \(rank 200\)$/m)
    expect(said).toContain('its owner has the role Developer (rank 200)')
    expect(said).toContain('the role Moderator (rank 110), the lowest that can manage the ranks.')
    simulator.world.takeRole(demoGroupId, bot, developer)
    simulator.world.giveRole(demoGroupId, bot, moderator)
    expect([await account(), await text()]).toEqual([
      expect.objectContaining({ mayDoMore: false }),
      expect.not.stringContaining('may do more'),
    ])
    simulator.world.takeRole(demoGroupId, bot, moderator)
  })

  test('warns of the owner of the group', async () => {
    key = demoApiKey
    expect(await text()).toContain('its owner owns the group')
  })

  test('says that the account is not in the group', async () => {
    key = `${key}-outside`
    simulator.world.addKey(key, { ownerUserId: demoUsers.notInGroup, groupIds: [demoGroupId] })
    expect(await text()).toContain('is not in the group')
  })

  test('recognises a key of a group by the missing account, and asks for no role', async () => {
    key = `${key}-of-group`
    simulator.world.addKey(key, { ownerUserId: bot, groupIds: [demoGroupId], ownedByGroup: true })
    const asked = () => simulator.requests.filter(({ path: one }) => one.includes('filter=')).length
    const before = asked()
    expect(await connect('', key)).toMatchObject({ ownerUserId: null, isGroupKey: true, account: null })
    expect(await text()).toMatch(/as for a key that a\s+group owns/)
    expect(asked()).toBe(before)
  })
})

describe('connect, where members hold several roles', () => {
  const moderator = 99_513_375
  const text = async () =>
    (await admin.run(here('platform', 'connect', '--group', String(demoGroupId), '--api-key', demoApiKey))).stdout

  beforeAll(() => {
    simulator.world.addRole(demoGroupId, { roleId: moderator, rank: 75, name: 'Moderator' })
    for (const user of [demoUsers.private, demoUsers.sergeant, demoUsers.recruit])
      simulator.world.giveRole(demoGroupId, user, moderator)
  })
  afterAll(() => simulator.world.removeRole(demoGroupId, moderator))

  test('counts them, names the roles, and says what to declare until it is declared', async () => {
    const said = await text()
    expect(said).toMatch(/members with several ranks +2 of 11\n/)
    expect(said).toMatch(/99513375 +75 +2 +Moderator\n/)
    expect(said).not.toMatch(/\d +Lieutenant\n/)
    const commands = said.split('\n').filter((line) => line.includes(`--community ${communityId}`))
    expect(commands).toHaveLength(3)
    await admin.json((commands[1] as string).trim().split(' '))
    expect(await text()).not.toContain('until you declare')
    await admin.json(here('community', 'set', '--single-rank', 'off'))
    await admin.json((commands[0] as string).trim().replace('<unique id>', String(moderator)).split(' '))
    expect(await connect('', demoApiKey)).toMatchObject({
      severalRoles: { members: 11, several: 0, declared: true, roles: [] },
    })
  })

  test('reads a bounded number of pages', async () => {
    simulator.world.addMembers(demoGroupId, 5_000_000_001, 2_000)
    const before = simulator.requests.length
    expect(await text()).toContain('of the first 2000\n')
    const pages = simulator.requests.slice(before).filter(({ path: asked }) => asked.includes('/memberships?'))
    // 20 pages of 100 members, and one request for the account of the key
    expect(pages).toHaveLength(21)
    for (let user = 5_000_000_001; user <= 5_000_002_000; user++) simulator.world.removeMember(demoGroupId, user)
  })

  test('connects although they cannot be counted', async () => {
    simulator.faults.add({ kind: 'reject', status: 503, path: '/memberships$' })
    const ran = await admin.run(here('platform', 'connect', '--group', '5812734', '--api-key', demoApiKey, '--json'))
    expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('could not be counted') })
    expect(JSON.parse(ran.stdout)).toMatchObject({ ranks: 7, account: null, severalRoles: null })
  })
})

test('ranks with one number are named by connect and by the health of the community, until one is no rank', async () => {
  const twin = 99_513_399
  simulator.world.addRole(demoGroupId, { roleId: twin, rank: 50, name: 'Staff Sergeant', permissions: [] })
  try {
    expect(await connect(demoApiKey, '-')).toMatchObject({ ranks: 7, sharedRankNumbers: [50] })
    const text = `Sergeant (${demoRoles.sergeant}), Staff Sergeant (${twin}) have the one rank number 50.`
    const args = here('platform', 'connect', '--group', String(demoGroupId), '--api-key', '-')
    expect((await admin.run(args, demoApiKey)).stdout).toContain(text)
    const health = async () => {
      const { communities } = await admin.json(['community', 'health'])
      return (communities as { communityId: string }[]).find((one) => one.communityId === communityId)
    }
    const problems = expect.arrayContaining(['rank_numbers_shared']) as string[]
    expect(await health()).toMatchObject({ sharedRankNumbers: [50], problems })
    expect((await admin.run(['community', 'health'])).stdout).toContain(`Of ${communityId}: ${text}`)
    await admin.json(here('rank', 'set-managed', '--rank', String(twin), '--managed', 'off'))
    expect(await health()).toMatchObject({
      sharedRankNumbers: [],
      problems: expect.not.arrayContaining(['rank_numbers_shared']) as string[],
    })
  } finally {
    simulator.world.removeRole(demoGroupId, twin)
  }
})

test('an unreachable platform is reported in one message', async () => {
  await connect('', demoApiKey)
  simulator.faults.add({ kind: 'reject', status: 503 })
  expect(await admin.failure(here('rank', 'sync'))).toContain('The platform is unreachable')
})

describe('a new credential while the platform does not answer', () => {
  const args = (...by: string[]) => here('platform', 'connect', '--group', String(demoGroupId), ...by)
  const grant = JSON.stringify({ clientId: 'id', clientSecret: 'client-secret-2', refreshToken: 'refresh-token-2' })
  const statusOf = () => admin.json(here('platform', 'status'))

  test.each([
    ['a key', '--api-key', 'another-key-that-nobody-tried', 'repeat it'],
    ['a grant', '--oauth', grant, 'authorize again, because this grant is used up'],
  ])('does not replace the one that works: %s', async (_, flag, secret, remedy) => {
    await connect('', demoApiKey)
    const before = await statusOf()
    simulator.faults.add({ kind: 'reject', status: 503 })
    const ran = await admin.run(args(flag, '-'), secret)
    expect(ran).toMatchObject({ exitCode: 1, stdout: '' })
    expect(ran.stderr).toContain('it was not stored and the connection is as before')
    expect(ran.stderr).toContain(remedy)
    expect(ran.stderr).not.toMatch(/another-key|client-secret-2|refresh-token-2/)
    expect(await statusOf()).toEqual(before)
    simulator.faults.clear()
    expect((await admin.json(here('rank', 'sync'))).ranks).toHaveLength(before.ranks)
  })

  test('is not stored as the first one either', async () => {
    simulator.faults.add({ kind: 'reject', status: 503 })
    expect(await admin.failure(args('--api-key', '-'), demoApiKey)).toContain('was not stored')
    expect(await statusOf()).toMatchObject({ status: 'none', groupId: null, connectedAt: null })
  })

  test('is stored where the platform reads roles with it and cannot tell about the key', async () => {
    simulator.faults.add({ kind: 'reject', status: 503, path: '/introspect$' })
    expect(await connect(demoApiKey, '-')).toMatchObject({ ranks: expect.any(Number), ownerUserId: null })
    expect(await statusOf()).toMatchObject({ status: 'connected' })
  })
})

test('warns when the credential was encrypted with a key of this machine', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'admin-key-'))
  const env = { ...admin.env, ENCRYPTION_KEY: '', DATA_DIR: dataDir }
  const args = here('platform', 'connect', '--group', '5812734', '--api-key', demoApiKey)
  const ran = await runIn(env, args)
  rmSync(dataDir, { recursive: true })
  expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('ENCRYPTION_KEY is not set') })
})

test("the demo's simulator is found only while its server runs", () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'admin-demo-'))
  try {
    expect(findSimulator(dataDir)).toBeNull()
    const withdraw = publishSimulator(dataDir, 'http://127.0.0.1:1')
    expect(findSimulator(dataDir)).toBe('http://127.0.0.1:1')
    withdraw()
    expect(findSimulator(dataDir)).toBeNull()
    const killed = { url: 'http://127.0.0.1:1', pid: process.pid, startTime: 1 }
    writeFileSync(path.join(dataDir, 'simulator.url'), JSON.stringify(killed))
    expect(findSimulator(dataDir)).toBeNull()
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})
