// Ranks and roles that one author gave are taken back through the queue of rank changes, exactly once.
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { eraseAccountFully } from '../../src/data-rights/full-erasure/actions'
import { accepted, hold, release, rolesOnPlatform, settled, watchWrites, writePath } from '../operations/fixture'
import { allScopes, issueKey } from '../../src/auth/actions'
import { everyRank, group, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

interface Item {
  readonly auditId: string
  readonly kind: string
  readonly state: string
  readonly change: number | null
  readonly rankUniqueId: number | null
  readonly roleUniqueId: number | null
  readonly supersededBy: string | null
  readonly reason: string | null
  readonly errorCode: string | null
  readonly resultAuditId: string | null
  readonly operationId: string | null
}

const { recruit, private: privateRank, sergeant, lieutenant } = group.roles
const [first, second, third] = group.members
const VIP = 9005

let app: TestApp
let community: TestCommunity
let author: Client
let keyId: string
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: VIP, rank: 5, name: 'VIP' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.simulator.faults.clear()
  await release(app)
  for (const userId of group.members)
    for (const role of [privateRank, sergeant, lieutenant, VIP]) app.world.takeRole(group.id, userId, role)
  community = await app.community()
  await community.client.patch(`/v2/ranks/${VIP}`, { managed: false })
  author = await community.clientWith((await community.client.get('/v2/key')).body.data.scopes as string[])
  keyId = (await author.get('/v2/key')).body.data.keyId as string
})

const setRank = async (userId: number, rankUniqueId: number, client = author): Promise<void> => {
  const { status, text } = await client.put(`/v2/members/${userId}/rank`, { rankUniqueId })
  if (status !== 200) throw new Error(text)
}
const changeRole = async (userId: number, action: 'assign' | 'unassign', client = author): Promise<void> => {
  const key = { 'Idempotency-Key': randomUUID() }
  const { body } = await client.post('/v2/platform-operations/roles', { userId, roleUniqueId: VIP, action }, key)
  await settled(community, body.data.id as string)
}
const window = () => ({ source: 'key', sourceId: keyId, from: new Date(Date.now() - 600_000).toISOString() })
const start = async (body: object, client = community.client): Promise<string> => {
  const { status, text, body: answer } = await client.post('/v2/reversals', body)
  if (status !== 202) throw new Error(text)
  return answer.data.reversalId as string
}
const reversalOf = async (reversalId: string) =>
  (await community.client.get(`/v2/reversals/${reversalId}`)).body.data as {
    state: string
    counts: Record<string, number>
  }
const itemsOf = async (reversalId: string): Promise<Item[]> =>
  (await community.client.get(`/v2/reversals/${reversalId}/items?limit=100`)).body.data as Item[]
const finished = async (reversalId: string) => {
  await until('the end of the reversal', async () =>
    ['finished', 'failed'].includes((await reversalOf(reversalId)).state),
  )
  return { reversalId, ...(await reversalOf(reversalId)), items: await itemsOf(reversalId) }
}
const reversed = async (body: object) => finished(await start(body))
const entriesOf = async (action: string) => {
  const { rows } = await sql<{ audit_id: string; before: object; after: object; reason: string | null }>`
    select e.audit_id::text, before, after, reason from audit_entry e
    where community_id = ${community.communityId} and action = ${action} order by e.audit_id`.execute(app.app.db)
  return rows
}
const told = (items: readonly Item[]) => items.map(({ kind, state, reason }) => [kind, state, reason])
const held = (userId: number) => rolesOnPlatform(app, userId)

describe('a reversal of ranks and roles', () => {
  it('gives back the rank before all changes of the key, with one operation and one audit entry', async () => {
    await setRank(first, privateRank, community.client)
    await setRank(first, sergeant)
    await setRank(first, lieutenant)
    await changeRole(second, 'assign')
    const preview = await reversed({ ...window(), dryRun: true })
    expect([held(first), held(second)]).toEqual([[recruit, lieutenant].sort(), [recruit, VIP]])
    expect(preview.items.map(({ kind, state, change }) => [kind, state, change])).toEqual([
      ['rank', 'taken_back', null],
      ['rank', 'taken_back', null],
      ['role', 'taken_back', -1],
    ])
    expect(preview.items.map(({ rankUniqueId, roleUniqueId }) => rankUniqueId ?? roleUniqueId)).toEqual([
      ...[privateRank, sergeant, VIP],
    ])
    const writes = watchWrites(app, first)
    const done = await reversed({ ...window(), reason: 'The key was published' })
    expect([held(first), held(second)]).toEqual([[recruit, privateRank], [recruit]])
    expect(writes.effective()).toEqual([`assignRole ${privateRank}`, `unassignRole ${lieutenant}`])
    expect(done.counts).toEqual({ entries: 3, takenBack: 3, superseded: 0, impossible: 0, pending: 0 })
    const plain = (items: readonly Item[]) => items.map((item) => ({ ...item, resultAuditId: null, operationId: null }))
    expect(plain(done.items)).toEqual(plain(preview.items))
    const [one, two] = done.items
    expect([two?.operationId, two?.resultAuditId]).toEqual([one?.operationId, one?.resultAuditId])
    const entry = (await entriesOf('member.rank')).at(-1)
    expect(entry).toMatchObject({
      audit_id: one?.resultAuditId,
      before: { rank: { uniqueId: lieutenant } },
      after: { rank: { uniqueId: privateRank }, reverses: [two?.auditId, one?.auditId] },
      reason: 'The key was published',
    })
    expect((await entriesOf('member.role')).at(-1)).toMatchObject({
      before: { role: { uniqueId: VIP } },
      after: { role: null, reverses: [done.items[2]?.auditId] },
    })
  })

  it('takes nothing back a second time, and gives the ranks again when it is taken back itself', async () => {
    await setRank(first, sergeant)
    await changeRole(first, 'assign')
    const { reversalId } = await reversed(window())
    expect(held(first)).toEqual([recruit])
    const again = await reversed(window())
    expect(told(again.items)).toEqual([
      ['rank', 'impossible', 'already_taken_back'],
      ['role', 'impossible', 'already_taken_back'],
    ])
    const back = await reversed({ source: 'reversal', sourceId: reversalId })
    expect(back.counts['takenBack']).toBe(2)
    expect(held(first)).toEqual([recruit, VIP, sergeant].sort())
  })

  it('is carried out once by concurrent reversals', async () => {
    for (const userId of [first, second, third]) await setRank(userId, sergeant)
    const all = await Promise.all((await Promise.all(Array.from({ length: 4 }, () => start(window())))).map(finished))
    const items = all.flatMap((one) => one.items)
    expect(items.filter(({ state }) => state === 'taken_back')).toHaveLength(3)
    expect(items.filter(({ reason }) => reason === 'already_taken_back')).toHaveLength(9)
    expect([first, second, third].map(held)).toEqual([[recruit], [recruit], [recruit]])
    expect((await entriesOf('member.rank')).filter(({ after }) => 'reverses' in after)).toHaveLength(3)
  })

  it('keeps later changes of others, of which the log tells', async () => {
    await setRank(first, sergeant)
    await setRank(first, lieutenant, community.client)
    await changeRole(second, 'assign')
    await changeRole(second, 'unassign', community.client)
    await changeRole(second, 'assign', community.client)
    const { items, counts } = await reversed(window())
    expect(told(items)).toEqual([
      ['rank', 'superseded', 'later_change'],
      ['role', 'superseded', 'later_change'],
    ])
    const later = (await entriesOf('member.rank')).at(-1)
    expect(items[0]?.supersededBy).toBe(later?.audit_id)
    expect([counts['superseded'], held(first), held(second)]).toEqual([
      ...[2, [recruit, lieutenant].sort(), [recruit, VIP]],
    ])
  })

  it('keeps a later change by hand, which only the platform knows', async () => {
    await setRank(first, sergeant)
    await changeRole(second, 'assign')
    app.world.takeRole(group.id, first, sergeant)
    app.world.giveRole(group.id, first, privateRank)
    app.world.takeRole(group.id, second, VIP)
    const { items } = await reversed(window())
    expect(told(items)).toEqual([
      ['rank', 'superseded', 'state_differs'],
      ['role', 'superseded', 'state_differs'],
    ])
    expect([held(first), held(second)]).toEqual([[recruit, privateRank], [recruit]])
  })

  it('takes a change by hand that the author saw for a later change of somebody else', async () => {
    await setRank(first, sergeant)
    app.world.takeRole(group.id, first, sergeant)
    await author.get(`/v2/members/${first}?refresh=true`)
    await until('it is in the log', async () => (await entriesOf('member.rank')).length === 2)
    const { items } = await reversed(window())
    const seen = (await entriesOf('member.rank')).at(-1)
    expect(items).toMatchObject([{ state: 'superseded', reason: 'later_change', supersededBy: seen?.audit_id }])
    expect([held(first), seen?.after]).toEqual([
      [recruit],
      { rank: { uniqueId: recruit, rankId: 1, name: 'recruit' }, seen: true },
    ])
  })

  it('takes back only what followed a change by hand between two changes', async () => {
    await setRank(first, privateRank)
    app.world.takeRole(group.id, first, privateRank)
    app.world.giveRole(group.id, first, sergeant)
    await setRank(first, lieutenant)
    const { items } = await reversed(window())
    expect(told(items)).toEqual([
      ['rank', 'superseded', 'state_differs'],
      ['rank', 'taken_back', null],
    ])
    expect(held(first)).toEqual([recruit, sergeant])
  })

  it('shows why an operation failed, and lets the entry be taken back again', async () => {
    await setRank(first, sergeant)
    app.simulator.faults.add({ kind: 'reject', status: 400, path: writePath })
    const failed = await reversed(window())
    app.simulator.faults.clear()
    expect(failed.items).toMatchObject([
      {
        state: 'impossible',
        reason: 'operation_failed',
        errorCode: 'platform_cloud_unavailable',
        change: null,
        resultAuditId: null,
      },
    ])
    expect(held(first)).toEqual([recruit, sergeant])
    expect(told((await reversed(window())).items)).toEqual([['rank', 'taken_back', null]])
    expect(held(first)).toEqual([recruit])
  })

  it('says beforehand what would fail, and changes nothing outside the bounds of the key', async () => {
    await setRank(first, privateRank)
    await setRank(second, lieutenant)
    const { body } = await community.client.post('/v2/keys', {
      name: 'undo',
      scopes: ['reversals.write', 'reversals.read', 'members.ranks.write', 'audit.read'],
      highestRankGiven: 50,
      lowestRankTouched: 1,
      highestRankTouched: 50,
    })
    const bounded = app.clientFor(body.data.key as string, community.communityId)
    const outcome = async (dryRun: boolean) =>
      told((await finished(await start({ ...window(), dryRun }, bounded))).items)
    const expected = [
      ['rank', 'taken_back', null],
      ['rank', 'impossible', 'operation_failed'],
    ]
    expect([await outcome(true), await outcome(false)]).toEqual([expected, expected])
    expect([held(first), held(second)]).toEqual([[recruit], [recruit, lieutenant].sort()])
  })

  it('checks the key again when the operation is sent', async () => {
    await setRank(first, sergeant)
    const undo = await community.clientWith(['reversals.write', 'reversals.read', 'members.ranks.write'])
    const { keyId: undoKey } = (await undo.get('/v2/key')).body.data
    await hold(app)
    const reversalId = await start(window(), undo)
    await until('it is queued', async () => (await itemsOf(reversalId))[0]?.state === 'queued')
    expect((await reversalOf(reversalId)).counts).toMatchObject({ entries: 1, takenBack: 0, pending: 1 })
    expect((await community.client.post(`/v2/keys/${undoKey}/revoke`)).status).toBe(200)
    await release(app)
    const { state, items } = await finished(reversalId)
    expect([state, items]).toMatchObject([
      'failed',
      [{ state: 'impossible', reason: 'operation_failed', errorCode: 'actor-authorization-revoked' }],
    ])
    expect(held(first)).toEqual([recruit, sergeant])
  })

  it('leaves the rank that a newer operation asks for, which replaces the queued one', async () => {
    await setRank(first, sergeant)
    await hold(app)
    const reversalId = await start(window())
    await until('it is queued', async () => (await itemsOf(reversalId))[0]?.state === 'queued')
    const newer = await accepted(community, { userId: first, rankUniqueId: lieutenant, supersede: true })
    await release(app)
    await settled(community, newer)
    expect(told((await finished(reversalId)).items)).toEqual([['rank', 'superseded', 'later_change']])
    expect(held(first)).toEqual([recruit, lieutenant].sort())
  })

  it('ends when the account of its last queued change is erased', async () => {
    for (const userId of [first, second]) await setRank(userId, sergeant)
    await hold(app)
    const reversalId = await start(window())
    const queued = async () => (await itemsOf(reversalId)).filter(({ state }) => state === 'queued').length
    await until('both are queued', async () => (await queued()) === 2)
    await eraseAccountFully(app.base, first, false)
    expect((await reversalOf(reversalId)).state).toBe('working')
    await eraseAccountFully(app.base, second, false)
    expect(await finished(reversalId)).toMatchObject({
      state: 'finished',
      counts: { entries: 0, pending: 0 },
      items: [],
    })
  })

  describe('an award with a role', () => {
    const withRole = async (): Promise<string> => {
      await community.client.post('/v2/medals', { name: 'Star', roleUniqueId: VIP })
      await author.post(`/v2/members/${first}/medals`, { name: 'Star' })
      await until(
        'the role is given',
        async () => held(first).includes(VIP) && (await entriesOf('member.role')).length === 1,
      )
      const { data } = (await community.client.get('/v2/audit-entries?action=member.medal.award&order=newest')).body
      return data[0].auditId as string
    }
    const medals = async (): Promise<string[]> =>
      ((await community.client.get(`/v2/members/${first}`)).body.data.medals as { name: string }[]).map(
        ({ name }) => name,
      )
    const bounded = async (highestRankGiven: number) => {
      const request = { name: 'bounded', scopes: allScopes, bounds: { ...everyRank, highestRankGiven } }
      return app.clientFor((await issueKey(await community.ctx(), request)).key, community.communityId)
    }

    it('is kept with its role by a key that may not take the role, and the dry run says so', async () => {
      const body = { source: 'entry', sourceId: await withRole() }
      const client = await bounded(4)
      const preview = await finished(await start({ ...body, dryRun: true }, client))
      const done = await finished(await start(body, client))
      for (const { items } of [preview, done])
        expect(items.map(({ state, reason, errorCode }) => [state, reason, errorCode])).toEqual([
          ['impossible', 'operation_failed', 'rank_out_of_bounds'],
        ])
      expect([await medals(), held(first)]).toEqual([['Star'], [recruit, VIP]])
      const all = await finished(await start(window(), client))
      expect(told(all.items)).toEqual([
        ['medal', 'impossible', 'operation_failed'],
        ['role', 'superseded', 'role_of_award'],
      ])
      expect([await medals(), held(first)]).toEqual([['Star'], [recruit, VIP]])
    })

    it('is taken back with its role by a key that may, and is queued until the role is taken', async () => {
      const body = { source: 'entry', sourceId: await withRole() }
      await hold(app)
      const reversalId = await start(body, await bounded(5))
      await until('it is queued', async () => (await itemsOf(reversalId))[0]?.state === 'queued')
      expect((await reversalOf(reversalId)).state).toBe('working')
      await release(app)
      const { items, counts } = await finished(reversalId)
      expect(told(items)).toEqual([['medal', 'taken_back', null]])
      expect(counts).toMatchObject({ takenBack: 1, impossible: 0 })
      expect([await medals(), held(first)]).toEqual([[], [recruit]])
      const again = await reversed({ source: 'reversal', sourceId: reversalId })
      expect(told(again.items)).toEqual([['medal', 'taken_back', null]])
      expect([await medals(), held(first)]).toEqual([['Star'], [recruit, VIP]])
    })

    it('of which the key was revoked between the medal and the role is taken back whole', async () => {
      const body = { source: 'entry', sourceId: await withRole() }
      const request = { name: 'ends', scopes: allScopes, bounds: everyRank }
      const { key, keyId } = await issueKey(await community.ctx(), request)
      await hold(app)
      const reversalId = await start(body, app.clientFor(key, community.communityId))
      await until('it is queued', async () => (await itemsOf(reversalId))[0]?.state === 'queued')
      await community.client.post(`/v2/keys/${keyId}/revoke`)
      await release(app)
      expect(told((await finished(reversalId)).items)).toEqual([['medal', 'taken_back', null]])
      expect([await medals(), held(first)]).toEqual([[], [recruit]])
    })

    it('says that the role was kept when the platform does not take it', async () => {
      const body = { source: 'entry', sourceId: await withRole() }
      app.simulator.faults.add({ kind: 'reject', status: 403, path: writePath })
      const { items, counts } = await finished(await start(body))
      expect(items).toMatchObject([
        { state: 'impossible', reason: 'role_kept', errorCode: 'authorization-intervention-required' },
      ])
      expect(items[0]?.resultAuditId).not.toBeNull()
      expect(counts).toMatchObject({ takenBack: 0, impossible: 1 })
      expect([await medals(), held(first)]).toEqual([[], [recruit, VIP]])
    })
  })

  it('takes a role back once that came with an award, and leaves it with another award', async () => {
    for (const name of ['Star', 'Cross']) await community.client.post('/v2/medals', { name, roleUniqueId: VIP })
    for (const userId of [first, second]) await author.post(`/v2/members/${userId}/medals`, { name: 'Star' })
    await until('the roles are given', () => held(first).includes(VIP) && held(second).includes(VIP))
    await until('they are in the log', async () => (await entriesOf('member.role')).length === 2)
    await community.client.post(`/v2/members/${second}/medals`, { name: 'Cross' })
    const writes = watchWrites(app, first)
    const preview = await reversed({ ...window(), dryRun: true })
    const { items } = await reversed(window())
    expect(told(items)).toEqual(told(preview.items))
    expect(told(items)).toEqual(
      expect.arrayContaining([
        ['medal', 'taken_back', null],
        ['medal', 'taken_back', null],
        ['role', 'taken_back', null],
        ['role', 'superseded', 'role_of_award'],
      ]),
    )
    expect([held(first), held(second), writes.effective()]).toEqual([
      [recruit],
      [recruit, VIP],
      [`unassignRole ${VIP}`],
    ])
  })

  it('records the rank before the change when the answer of the platform was lost', async () => {
    await setRank(first, privateRank, community.client)
    app.simulator.faults.add({ kind: 'applyThenDrop', method: 'POST', path: ':unassignRole$', count: 1 })
    const id = await accepted({ ...community, client: author }, { userId: first, rankUniqueId: lieutenant })
    await settled(community, id)
    const entry = (await entriesOf('member.rank')).at(-1)
    expect(entry).toMatchObject({
      before: { rank: { uniqueId: privateRank } },
      after: { rank: { uniqueId: lieutenant } },
    })
    expect((await reversed(window())).counts['takenBack']).toBe(1)
    expect(held(first)).toEqual([recruit, privateRank])
  })
})
