// submitRoleOperation: roles beside the ranks are given and taken through the queue of rank changes.
import { randomUUID } from 'node:crypto'
import type { FaultEffect } from '../../src/simulator/faults'
import { newestEntries } from '../support/audit'
import { group, startTestApp, testSettings, type Answer, type TestApp, type TestCommunity } from '../support/app'
import {
  accepted as rankAccepted,
  hold,
  read,
  release,
  rolesOnPlatform,
  settled,
  watchWrites,
  writePath,
} from './fixture'

const { roles } = group
const [first, second] = group.members
const VIP = 9005
const MODERATOR = 9075

let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ settings: { ...testSettings, platformTimeoutMs: 1_500 } })
  app.world.addRole(group.id, { roleId: VIP, rank: 5, name: 'VIP' })
  app.world.addRole(group.id, { roleId: MODERATOR, rank: 75, name: 'Moderator' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  await release(app)
  for (const userId of [first, second])
    for (const role of [roles.private, roles.sergeant, VIP, MODERATOR]) app.world.takeRole(group.id, userId, role)
  community = await app.community()
  for (const role of [VIP, MODERATOR]) await community.client.patch(`/v2/ranks/${role}`, { managed: false })
})

type Action = 'assign' | 'unassign'
const submit = (body: object, key: string = randomUUID(), { client } = community): Promise<Answer> =>
  client.post('/v2/platform-operations/roles', body, { 'Idempotency-Key': key })
const change = (action: Action, more: object = {}) => submit({ userId: first, roleUniqueId: VIP, action, ...more })
function idOf({ body, text }: Answer): string {
  if (!body.data) throw new Error(text)
  return body.data.id as string
}
const ended = async (answer: Promise<Answer>) => settled(community, idOf(await answer))
const held = (userId: number = first) => rolesOnPlatform(app, userId)
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
const vip = { uniqueId: VIP, rankId: 5, name: 'VIP' }

describe('an operation on a role', () => {
  it('gives the role beside the rank, and takes it again', async () => {
    app.world.giveRole(group.id, first, roles.sergeant)
    const answer = await change('assign')
    expect([answer.status, answer.headers['location']]).toEqual([202, `/v2/platform-operations/${idOf(answer)}`])
    const given = await settled(community, idOf(answer))
    expect(given).toMatchObject({ kind: 'role.assign', status: 'succeeded', target: vip, userId: String(first) })
    expect(given.result).toMatchObject({ changed: true, roles: { assigned: [vip], unassigned: [] } })
    expect(held()).toEqual([roles.recruit, VIP, roles.sergeant].sort())
    const { body } = await community.client.get(`/v2/members/${first}`)
    expect([body.data.rank.name, body.data.roles.map(({ name }: { name: string }) => name)]).toEqual([
      ...['sergeant', ['recruit', 'VIP', 'sergeant']],
    ])
    const taken = await ended(change('unassign'))
    expect(taken.result).toMatchObject({ changed: true, roles: { assigned: [], unassigned: [vip] } })
    expect(held()).toEqual([roles.recruit, roles.sergeant])
    const entries = await newestEntries(app.app, community.communityId, 10)
    expect(entries.filter(({ action }) => action === 'member.role')).toMatchObject([
      { user_id: first, before: { role: vip }, after: { role: null } },
      { user_id: first, before: { role: null }, after: { role: vip } },
    ])
  })

  it('changes nothing where the roles are as wanted', async () => {
    const writes = watchWrites(app, first)
    expect((await ended(change('unassign'))).result).toEqual({ changed: false, auditId: null })
    app.world.giveRole(group.id, first, VIP)
    expect((await ended(change('assign'))).result).toEqual({ changed: false, auditId: null })
    expect(writes.applied()).toEqual([])
  })

  it.each<[string, object, [number, string]]>([
    ['a rank', { roleUniqueId: roles.sergeant }, [409, 'role_is_rank']],
    ['the role that every member has', { roleUniqueId: roles.recruit }, [409, 'rank_not_assignable']],
    ['the role of the owner', { roleUniqueId: roles.owner }, [409, 'rank_not_assignable']],
    ['an unknown role', { roleUniqueId: 4_711 }, [404, 'rank_not_found']],
    ['an unknown account', { userId: 999_999 }, [404, 'member_not_found']],
  ])('is refused for %s', async (_, change, expected) => {
    const body = { userId: first, roleUniqueId: VIP, action: 'assign', ...change }
    expect(codeOf(await submit(body))).toEqual(expected)
  })

  it('is accepted once for an Idempotency-Key, also by concurrent callers, and answers its state again', async () => {
    const body = { userId: first, roleUniqueId: VIP, action: 'assign' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit(body, 'same')))
    const [id] = new Set(answers.map(idOf))
    expect(new Set(answers.map(idOf)).size).toBe(1)
    await settled(community, id ?? '')
    const again = await submit(body, 'same')
    expect([again.body.data.status, again.headers['idempotent-replayed']]).toEqual(['succeeded', 'true'])
    expect(codeOf(await submit({ ...body, action: 'unassign' }, 'same'))).toEqual([409, 'idempotency_key_reused'])
    // a rank change with the same key is a different request
    const rank = await community.client.post(
      '/v2/platform-operations/ranks',
      { userId: first, rankUniqueId: roles.sergeant },
      { 'Idempotency-Key': 'same' },
    )
    expect(codeOf(rank)).toEqual([409, 'idempotency_key_reused'])
  })

  it.each<[string, FaultEffect]>([
    ['applied and not answered', { kind: 'applyThenHang' }],
    ['applied and answered 500', { kind: 'applyThenStatus', status: 500 }],
    ['lost before its effect', { kind: 'drop' }],
  ])('has one effect when the write is %s', async (_, fault) => {
    const writes = watchWrites(app, first)
    app.simulator.faults.add({ ...fault, path: writePath, count: 1 })
    expect(await ended(change('assign'))).toMatchObject({ status: 'succeeded', result: { changed: true } })
    expect(writes.effective()).toEqual([`assignRole ${VIP}`])
    expect(writes.applied()).toHaveLength(1)
  })

  it('fails with role_is_rank when the role is declared a rank before it is sent', async () => {
    const writes = watchWrites(app, first)
    await hold(app)
    const id = idOf(await change('assign'))
    await community.client.patch(`/v2/ranks/${VIP}`, { managed: true })
    await release(app)
    expect((await settled(community, id)).error?.code).toBe('role_is_rank')
    expect(writes.applied()).toEqual([])
  })

  it('is executed in the order of acceptance with rank changes of the member', async () => {
    const writes = watchWrites(app, first)
    await hold(app)
    const ids = [
      idOf(await change('assign')),
      await rankAccepted(community, { userId: first, rankId: 10 }),
      idOf(await change('unassign')),
      await rankAccepted(community, { userId: first, rankId: 50 }),
    ]
    await release(app)
    for (const id of ids) expect((await settled(community, id)).status).toBe('succeeded')
    expect(writes.effective()).toEqual([
      ...[`assignRole ${VIP}`, `assignRole ${roles.private}`, `unassignRole ${VIP}`],
      ...[`assignRole ${roles.sergeant}`, `unassignRole ${roles.private}`],
    ])
  })

  it('supersedes what is queued for the same role only, and no rank change supersedes it', async () => {
    await hold(app)
    const assigned = idOf(await change('assign'))
    const other = idOf(await change('assign', { roleUniqueId: MODERATOR }))
    const rank = await rankAccepted(community, { userId: first, rankId: 10 })
    const newer = idOf(await change('unassign', { supersede: true }))
    const newest = await rankAccepted(community, { userId: first, rankId: 50, supersede: true })
    await release(app)
    const codes = []
    for (const id of [assigned, other, rank, newer, newest]) codes.push((await settled(community, id)).error?.code)
    expect(codes).toEqual(['operation_superseded', undefined, 'operation_superseded', undefined, undefined])
    expect(held()).toEqual([roles.recruit, MODERATOR, roles.sergeant].sort())
  })

  it('is refused for a blacklisted account, which can lose a role', async () => {
    app.world.giveRole(group.id, second, MODERATOR)
    await community.client.post('/v2/blacklist-entries', { userId: second, reason: 'Raids' })
    const assigned = await ended(change('assign', { userId: second }))
    expect([assigned.status, assigned.error?.code]).toEqual(['failed', 'member_blacklisted'])
    const taken = await ended(change('unassign', { userId: second, roleUniqueId: MODERATOR }))
    expect([taken.status, held(second)]).toEqual(['succeeded', [roles.recruit]])
  })

  it('is refused for an account in a blacklisted group', async () => {
    app.world.addGroup({ groupId: 77, name: 'Raiders' })
    app.world.addRole(77, { roleId: 770, rank: 1, name: 'raider' })
    app.world.addMember(77, second)
    await community.client.post('/v2/blacklist-entries', { groupId: 77, reason: 'Raids' })
    expect((await ended(change('assign', { userId: second }))).error?.code).toBe('member_blacklisted')
    expect(held(second)).toEqual([roles.recruit])
    app.world.removeMember(77, second)
  })

  it('is cancelled only with the scope of roles', async () => {
    await hold(app)
    const id = idOf(await change('assign'))
    const cancel = (client: TestCommunity['client']) => client.post(`/v2/platform-operations/${id}/cancel`, {})
    const refused = await cancel(await community.clientWith(['members.ranks.write']))
    expect(refused.body.error).toMatchObject({
      code: 'insufficient_scope',
      details: { required: ['members.roles.write'] },
    })
    expect((await cancel(community.client)).body.data.status).toBe('cancelled')
    await release(app)
    expect([(await read(community, id)).status, held()]).toEqual(['cancelled', [roles.recruit]])
  })

  it('needs the scope of roles', async () => {
    const ranks = await community.clientWith(['members.ranks.write'])
    const body = { userId: first, roleUniqueId: VIP, action: 'assign' }
    expect(codeOf(await submit(body, 'k', { ...community, client: ranks }))).toEqual([403, 'insufficient_scope'])
  })
})
