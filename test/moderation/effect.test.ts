// Members of a blacklisted group cannot apply, and are not promoted.
import { setRankThreshold } from '../../src/ranks/actions'
import {
  accepted,
  statusesOf,
  release,
  read,
  resetRoles,
  settled,
  rolesOnPlatform,
  watchCalls,
} from '../operations/fixture'
import {
  applicant,
  blacklist,
  makeForm,
  open,
  refusal,
  restrict,
  status,
  submit,
} from '../applications/submissions/fixture'
import { group, shortWaits, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'
import { end, entries } from './fixture'

const raiders = 701
const { roles } = group
const [inRaiders, inNone] = group.members
/** The platform call that lists the groups of an account. */
const everyGroup = '/groups/-/memberships'

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ settings: shortWaits })
  app.world.addGroup({ groupId: raiders, name: 'Raiders', ownerUserId: group.owner })
  app.world.addRole(raiders, { roleId: 8001, rank: 1, name: 'Raider' })
  app.world.addMember(raiders, inRaiders)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  resetRoles(app)
  await release(app)
  community = await app.community()
})

async function blacklistGroup({ client }: TestCommunity, groupId = raiders): Promise<string> {
  const { status: code, body } = await client.post(entries, { groupId, reason: 'Raids our events' })
  if (code !== 201) throw new Error(JSON.stringify(body))
  return body.data.blacklistEntryId as string
}

/** An account that can apply, in the blacklisted group or not. */
async function newApplicant(isRaider: boolean): Promise<number> {
  const userId = await applicant(app)
  app.world.addUser({ userId, username: `Applicant${userId}` })
  if (isRaider) app.world.addMember(raiders, userId)
  return userId
}

describe('access to forms', () => {
  it('is rejected with 403 for an account in the group: open, submit and status', async () => {
    const form = await makeForm(community.client)
    await blacklistGroup(community, 404_404)
    const entry = await blacklistGroup(community)
    const userId = await newApplicant(true)
    const calls = () => [
      open(community.client, form, { userId }),
      submit(community.client, form, userId),
      status(community.client, form, { userId }),
    ]
    for (const call of calls()) expect(refusal(await call)).toEqual([403, 'applicant_blacklisted'])
    expect((await open(community.client, form, { userId: await newApplicant(false) })).status).toBe(200)
    await community.client.post(`${entries}/${entry}/lift`)
    for (const call of calls()) expect((await call).status).toBeLessThan(300)
  })

  it('checks restrictions, then the blacklist, then the password', async () => {
    const form = await makeForm(community.client, {}, 'take-off')
    await blacklistGroup(community)
    const userId = await newApplicant(true)
    const attempt = () => open(community.client, form, { userId, password: 'wrong' })
    expect(refusal(await attempt())).toEqual([403, 'applicant_blacklisted'])
    await restrict(app, userId)
    expect(refusal(await attempt())).toEqual([403, 'applicant_restricted'])
  })

  it.each([
    ['fails', { kind: 'reject', status: 503 }],
    ['throttles', { kind: 'throttle' }],
    ['hangs', { kind: 'hang' }],
    ['returns garbage', { kind: 'garbage' }],
  ] as const)('is rejected with 503 while the platform %s', async (_name, fault) => {
    const form = await makeForm(community.client)
    const userId = await newApplicant(false)
    const entry = await blacklistGroup(community)
    app.simulator.faults.add(fault)
    const answer = await open(community.client, form, { userId })
    expect(refusal(answer)).toEqual([503, 'eligibility_unavailable'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await community.client.post(`${entries}/${entry}/lift`)
    expect((await open(community.client, form, { userId })).status).toBe(200)
  })

  it('is rejected with 503 without a connection, once a group is blacklisted', async () => {
    const unconnected = await app.community({ connected: false })
    const form = await makeForm(unconnected.client)
    const userId = await applicant(app)
    expect((await open(unconnected.client, form, { userId })).status).toBe(200)
    await blacklistGroup(unconnected)
    expect(refusal(await open(unconnected.client, form, { userId }))).toEqual([503, 'eligibility_unavailable'])
  })

  it('calls the platform only while the community has a blacklisted group and the account itself is not blacklisted', async () => {
    const form = await makeForm(community.client)
    const userId = await newApplicant(true)
    await blacklistGroup(await app.community())
    const calls = watchCalls(app, /./)
    const [lifted, expired] = [await blacklistGroup(community), await blacklistGroup(community, 702)]
    await community.client.post(`${entries}/${lifted}/lift`)
    await community.client.patch(`${entries}/${expired}`, { durationSeconds: 60 })
    await end(app, expired)
    expect((await open(community.client, form, { userId })).status).toBe(200)
    await blacklist(community, userId)
    await blacklistGroup(community)
    expect(refusal(await open(community.client, form, { userId }))).toEqual([403, 'applicant_blacklisted'])
    expect(calls()).toBe(0)
  })
})

describe('a rank', () => {
  const setRank = (userId: number, rankId: number, { client } = community): Promise<Answer> =>
    client.put(`/v2/members/${userId}/rank`, { rankId })
  const countCalls = () => watchCalls(app, new RegExp(everyGroup))

  it('is not raised for a member in the group, by sync and async rank changes, but for others', async () => {
    await blacklistGroup(community)
    const calls = countCalls()
    expect(refusal(await setRank(inRaiders, 50))).toEqual([409, 'member_blacklisted'])
    expect(calls()).toBe(1)
    const ended = await settled(community, await accepted(community, { userId: inRaiders, move: 'promote' }))
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'member_blacklisted' } })
    expect(rolesOnPlatform(app, inRaiders)).toEqual([roles.recruit])
    expect((await setRank(inNone, 50)).status).toBe(200)
  })

  it('is lowered without a platform call for the groups', async () => {
    app.world.giveRole(group.id, inRaiders, roles.sergeant)
    await blacklistGroup(community)
    const calls = countCalls()
    expect((await setRank(inRaiders, 10)).status).toBe(200)
    expect(rolesOnPlatform(app, inRaiders)).toEqual([roles.recruit, roles.private])
    expect((await setRank(inRaiders, 10)).body.meta.changed).toBe(false)
    expect(calls()).toBe(0)
  })

  it('is not raised by AutoRank, with one platform call for the groups', async () => {
    await setRankThreshold(await community.ctx(), roles.recruit, 0)
    await setRankThreshold(await community.ctx(), roles.private, 100)
    for (const userId of [inRaiders, inNone]) await community.client.get(`/v2/members/${userId}`)
    await blacklistGroup(community)
    const award = (userId: number) =>
      community.client.post(`/v2/members/${userId}/experience`, { op: 'set', amount: 100 })
    const calls = countCalls()
    const kept = await award(inRaiders)
    expect([kept.status, kept.body.meta.autoRank]).toEqual([200, { outcome: 'unchanged' }])
    expect((await award(inNone)).body.meta.autoRank.outcome).toBe('changed')
    expect(calls()).toBe(2)
    expect(rolesOnPlatform(app, inRaiders)).toEqual([roles.recruit])
  })

  it('is not raised while the platform is unavailable: a sync change fails, an async change is retried', async () => {
    await community.client.get(`/v2/members/${inNone}`)
    await blacklistGroup(community)
    const fault = { kind: 'reject', status: 503, path: everyGroup } as const
    app.simulator.faults.add(fault)
    expect(refusal(await setRank(inNone, 50))).toEqual([502, 'platform_cloud_unavailable'])
    expect(rolesOnPlatform(app, inNone)).toEqual([roles.recruit])
    const id = await accepted(community, { userId: inNone, rankId: 50 })
    const waits = async () => statusesOf(await read(community, id)).includes('queued platform_cloud_unavailable')
    await until('the rank change waits for the platform', waits)
    app.simulator.faults.clear()
    expect((await settled(community, id)).status).toBe('succeeded')
    expect(rolesOnPlatform(app, inNone)).toEqual([roles.recruit, roles.sergeant])
  })

  it('is raised despite entries of other communities and entries that have ended', async () => {
    await blacklistGroup(await app.community())
    const lifted = await blacklistGroup(community)
    await community.client.post(`${entries}/${lifted}/lift`)
    const calls = countCalls()
    expect((await setRank(inRaiders, 50)).status).toBe(200)
    expect(calls()).toBe(0)
  })

  it('is not lowered by a new blacklist entry', async () => {
    app.world.giveRole(group.id, inRaiders, roles.sergeant)
    await blacklistGroup(community)
    await blacklist(community, inRaiders)
    expect((await community.client.get(`/v2/members/${inRaiders}?refresh=1`)).body.data.rank.rankId).toBe(50)
  })
})

describe('without the scheduler', () => {
  it('a member in the group is not promoted, and an error of the platform is returned', async () => {
    const alone = await startTestApp()
    try {
      alone.world.addGroup({ groupId: raiders, name: 'Raiders', ownerUserId: group.owner })
      alone.world.addRole(raiders, { roleId: 8001, rank: 1, name: 'Raider' })
      alone.world.addMember(raiders, inRaiders)
      const place = await alone.community()
      await blacklistGroup(place)
      const setRank = (userId: number) => place.client.put(`/v2/members/${userId}/rank`, { rankId: 50 })
      expect(refusal(await setRank(inRaiders))).toEqual([409, 'member_blacklisted'])
      alone.simulator.faults.add({ kind: 'reject', status: 503, path: everyGroup })
      expect(refusal(await setRank(inNone))).toEqual([502, 'platform_cloud_unavailable'])
      alone.simulator.faults.clear()
      expect((await setRank(inNone)).status).toBe(200)
    } finally {
      await alone.close()
    }
  })
})

it('an account that does not exist on the platform has access to forms', async () => {
  const form = await makeForm(community.client)
  await blacklistGroup(community)
  expect((await open(community.client, form, { userId: await applicant(app) })).status).toBe(200)
})
