// Warnings, blacklist entries, suspensions and forms of one author are taken back, exactly once.
import { sql } from 'kysely'
import { createAward } from '../../src/awards/medals/actions'
import { issueKey } from '../../src/auth/actions'
import { findStorage } from '../../src/communities/storage/queries'
import { setStorageLimit } from '../../src/communities/storage/actions'
import { setRequiredForms } from '../../src/applications/forms/actions'
import { rolesOnPlatform } from '../operations/fixture'
import { group, startTestApp, type Client, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

interface Item {
  readonly auditId: string
  readonly userId: string | null
  readonly kind: string
  readonly name: string | null
  readonly recordId: string | null
  readonly groupId: string | null
  readonly state: string
  readonly reason: string | null
  readonly errorCode: string | null
  readonly supersededBy: string | null
  readonly resultAuditId: string | null
}

const { private: privateRank, sergeant, lieutenant: suspended } = group.roles
const VIP = 9_105

describe('a reversal of records', () => {
  let app: TestApp
  let community: TestCommunity
  let staff: Client
  let thief: Client
  let keyId: string
  let nextUser = 900_000

  beforeAll(async () => {
    app = await startTestApp()
    app.world.addRole(group.id, { roleId: VIP, rank: 5, name: 'VIP' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    community = await app.community()
    staff = community.client
    thief = await community.clientWith((await staff.get('/v2/key')).body.data.scopes as string[])
    keyId = (await thief.get('/v2/key')).body.data.keyId as string
  })

  const sent = async (answer: Promise<{ status: number; text: string; body: { data: unknown } }>) => {
    const { status, text, body } = await answer
    if (status >= 300) throw new Error(`${status} ${text}`)
    return body.data as Record<string, unknown>
  }
  const member = (): number => {
    const userId = nextUser++
    app.world.addUser({ userId, username: `Member${userId}` })
    app.world.addMember(group.id, userId)
    return userId
  }
  const start = async (body: object, client = staff): Promise<string> =>
    (await sent(client.post('/v2/reversals', body)))['reversalId'] as string
  const read = async (reversalId: string) => (await staff.get(`/v2/reversals/${reversalId}`)).body.data
  const finished = async (reversalId: string) => {
    await until('the reversal has ended', async () => (await read(reversalId)).completedAt !== null)
    return read(reversalId)
  }
  const itemsOf = async (reversalId: string): Promise<Item[]> =>
    (await staff.get(`/v2/reversals/${reversalId}/items?limit=100`)).body.data as Item[]
  const reversed = async (body: object, client = staff) => {
    const reversalId = await start(body, client)
    const data = await finished(reversalId)
    return { reversalId, counts: data.counts, items: await itemsOf(reversalId) }
  }
  const window = () => ({ source: 'key', sourceId: keyId, from: new Date(Date.now() - 600_000).toISOString() })
  const verdicts = (items: readonly Item[]) => items.map(({ kind, state, reason }) => [kind, state, reason])
  const withoutResult = (items: readonly Item[]) =>
    // a form is listed with its present name
    items.map((item) => ({ ...item, name: null, resultAuditId: null, operationId: null }))

  const warn = async (client: Client, userId: number) =>
    (await sent(client.post('/v2/warnings', { userId, reason: 'spam', points: 3 })))['warningId'] as string
  const warningOf = (id: string) => sent(staff.get(`/v2/warnings/${id}`))
  const entryOf = (id: string) => sent(staff.get(`/v2/blacklist-entries/${id}`))
  const ban = async (client: Client, about: object, more: object = {}) =>
    (await sent(client.post('/v2/blacklist-entries', { ...about, reason: 'raid', ...more })))[
      'blacklistEntryId'
    ] as string
  const lift = (client: Client, id: string) => sent(client.post(`/v2/blacklist-entries/${id}/lift`, {}))

  const definition = (name: string, more: object = {}) => ({
    name,
    state: 'open',
    questions: [{ id: 'why', type: 'short', title: 'Why?' }],
    ...more,
  })
  const makeForm = async (client: Client, of: object = definition('Staff'), more: object = {}) =>
    (await sent(client.post('/v2/applications', { definition: of, ...more })))['applicationId'] as string
  const formOf = async (id: string) => {
    const { status, body } = await staff.get(`/v2/applications/${id}/configuration`)
    return status === 404 ? null : (body.data as { name: string; version: number; state: string; definition: object })
  }
  const update = async (client: Client, id: string, of: object, more: object = {}) => {
    const { version } = (await formOf(id)) ?? {}
    return sent(client.put(`/v2/applications/${id}`, { version, definition: of, ...more }))
  }
  const remove = async (client: Client, id: string) => {
    const { version } = (await formOf(id)) ?? {}
    const { status, text } = await client.delete(`/v2/applications/${id}?version=${version}`)
    if (status !== 204) throw new Error(text)
  }

  it('ends a warning, which a reversal of it brings back, and keeps what others did later', async () => {
    const userId = member()
    const [own, later] = [await warn(thief, userId), await warn(thief, userId)]
    await sent(staff.post(`/v2/warnings/${later}/revoke`, { reason: 'appeal' }))
    const preview = await reversed({ ...window(), dryRun: true })
    expect(await warningOf(own)).toMatchObject({ state: 'live' })
    const { reversalId, items } = await reversed({ ...window(), reason: 'leak' })
    expect(withoutResult(items)).toEqual(withoutResult(preview.items))
    expect(verdicts(items)).toEqual([
      ['warning', 'taken_back', null],
      ['warning', 'superseded', 'later_change'],
    ])
    expect(items[0]).toMatchObject({ userId: String(userId), recordId: own, groupId: null })
    expect(await warningOf(own)).toMatchObject({ state: 'revoked', revokeReason: 'leak' })
    const { data } = (await staff.get(`/v2/audit-entries?userId=${userId}&action=warning.revoke&order=newest`)).body
    expect(data[0]).toMatchObject({
      auditId: items[0]?.resultAuditId,
      reason: 'leak',
      after: { warningId: own, activePoints: 0, reverses: [items[0]?.auditId] },
    })

    expect((await reversed({ source: 'reversal', sourceId: reversalId })).counts.takenBack).toBe(1)
    expect(await warningOf(own)).toMatchObject({ state: 'live', revokedAt: null, revokeReason: null })
    const { meta } = (await staff.get(`/v2/warnings?userId=${userId}`)).body
    expect(meta.activePoints).toBe(3)
  })

  it('brings a revoked warning back unless it has expired', async () => {
    const userId = member()
    const [live, gone] = [await warn(staff, userId), await warn(staff, userId)]
    for (const id of [live, gone]) await sent(thief.post(`/v2/warnings/${id}/revoke`, { reason: 'friend' }))
    await sql`update warning set expires_at = now() where warning_id = ${gone}`.execute(app.app.db)
    const { items } = await reversed(window())
    expect(verdicts(items)).toEqual([
      ['warning', 'taken_back', null],
      ['warning', 'impossible', 'has_ended'],
    ])
    expect(await warningOf(live)).toMatchObject({ state: 'live' })
  })

  it('ends and brings back blacklist entries of accounts and groups, and gives them their former terms', async () => {
    const [account, other, third] = [member(), member(), member()]
    const made = [await ban(thief, { userId: account }), await ban(thief, { groupId: '4242' })]
    const lifted = await ban(staff, { userId: other })
    const evidenceUrl = 'https://example.com/a'
    const changed = await ban(staff, { groupId: '4243' }, { evidenceUrl })
    const replaced = await ban(staff, { userId: third })
    await lift(thief, lifted)
    await lift(thief, replaced)
    const newer = await ban(staff, { userId: third })
    await sent(thief.patch(`/v2/blacklist-entries/${changed}`, { reason: 'nothing', evidenceUrl: null }))
    await sent(thief.patch(`/v2/blacklist-entries/${changed}`, { reason: 'less', durationSeconds: 60 }))

    const preview = await reversed({ ...window(), dryRun: true })
    const { reversalId, items } = await reversed(window())
    expect(withoutResult(items)).toEqual(withoutResult(preview.items))
    expect(items.map(({ recordId, groupId, state }) => [recordId, groupId, state])).toEqual([
      [made[0], null, 'taken_back'],
      [made[1], '4242', 'taken_back'],
      [lifted, null, 'taken_back'],
      [replaced, null, 'superseded'],
      [changed, '4243', 'taken_back'],
      [changed, '4243', 'taken_back'],
    ])
    for (const id of made) expect(await entryOf(id)).toMatchObject({ state: 'lifted' })
    expect(await entryOf(lifted)).toMatchObject({ state: 'live', liftedAt: null, liftReason: null })
    expect(await entryOf(changed)).toMatchObject({ reason: 'raid', evidenceUrl, expiresAt: null })
    expect([await entryOf(replaced), await entryOf(newer)]).toMatchObject([{ state: 'lifted' }, { state: 'live' }])

    await reversed({ source: 'reversal', sourceId: reversalId })
    for (const id of made) expect(await entryOf(id)).toMatchObject({ state: 'live' })
    expect(await entryOf(lifted)).toMatchObject({ state: 'lifted' })
    expect(await entryOf(changed)).toMatchObject({ reason: 'less', evidenceUrl: null })
  })

  it('replaces an entry of the author by the one that the author had lifted', async () => {
    const userId = member()
    const first = await ban(staff, { userId })
    await lift(thief, first)
    const second = await ban(thief, { userId }, { durationSeconds: 60 })
    expect((await reversed(window())).counts).toMatchObject({ entries: 2, takenBack: 2 })
    expect([await entryOf(first), await entryOf(second)]).toMatchObject([{ state: 'live' }, { state: 'lifted' }])
  })

  it('lets an entry live again that the author had let expire', async () => {
    const entry = await ban(staff, { groupId: '77' })
    await sent(thief.patch(`/v2/blacklist-entries/${entry}`, { durationSeconds: 60 }))
    await sql`update blacklist_entry set expires_at = now() where blacklist_entry_id = ${entry}`.execute(app.app.db)
    expect(await entryOf(entry)).toMatchObject({ state: 'expired' })
    expect((await reversed(window())).counts.takenBack).toBe(1)
    expect(await entryOf(entry)).toMatchObject({ state: 'live', expiresAt: null })
  })

  it('lifts a suspension before it takes the rank back, and tells that a lifted one stays so', async () => {
    const [userId, kept] = [member(), member()]
    await sent(staff.patch('/v2/suspension-settings', { rankUniqueId: suspended }))
    await sent(staff.put(`/v2/members/${userId}/rank`, { rankUniqueId: privateRank }))
    await sent(thief.put(`/v2/members/${userId}/rank`, { rankUniqueId: sergeant }))
    const { suspensionId } = await sent(thief.post('/v2/suspensions', { userId, durationSeconds: 3_600 }))
    const old = await sent(staff.post('/v2/suspensions', { userId: kept, durationSeconds: 3_600, reason: 'raid' }))
    const of = `/v2/suspensions/${String(old['suspensionId'])}`
    await sent(thief.patch(of, { durationSeconds: 86_400, reason: 'more' }))
    const preview = await reversed({ ...window(), dryRun: true })
    const { items } = await reversed(window())
    expect(withoutResult(items)).toEqual(withoutResult(preview.items))
    expect(verdicts(items)).toEqual([
      ['rank', 'taken_back', null],
      ['suspension', 'taken_back', null],
      ['suspension', 'taken_back', null],
    ])
    expect(await sent(staff.get(`/v2/suspensions/${String(suspensionId)}`))).toMatchObject({ outcome: 'restored' })
    expect(rolesOnPlatform(app, userId)).toEqual(expect.arrayContaining([privateRank]))
    expect(await sent(staff.get(of))).toMatchObject({ state: 'active', endsAt: old['endsAt'], reason: 'raid' })

    await sent(thief.post(`${of}/lift`, {}))
    expect(verdicts((await reversed(window())).items).at(-1)).toEqual(['suspension', 'impossible', 'suspension_lifted'])
  })

  it('removes a form that was made, and keeps its responses; brings one back that was deleted', async () => {
    const mine = await makeForm(staff, definition('Pilots'))
    const made = await makeForm(thief)
    const copy = (await sent(thief.post(`/v2/applications/${mine}/duplicate`, {})))['applicationId'] as string
    await sql`insert into application_response (community_id, response_id, application_id, application_version, user_id, status, questions, answers)
      values (${community.communityId}, ${`rsp_${'a'.repeat(20)}`}, ${made}, 1, 21, 'Pending', '[]', '[]')`.execute(
      app.app.db,
    )
    await update(thief, mine, definition('Thieves'))
    await remove(thief, mine)
    const preview = await reversed({ ...window(), dryRun: true })
    const { reversalId, items } = await reversed(window())
    expect(withoutResult(items)).toEqual(withoutResult(preview.items))
    expect(items.map(({ recordId, name, userId, state }) => [recordId, name, userId, state])).toEqual([
      [made, 'Staff', null, 'taken_back'],
      [copy, 'Pilots', null, 'taken_back'],
      [mine, 'Pilots', null, 'taken_back'],
      [mine, 'Pilots', null, 'taken_back'],
    ])
    expect([await formOf(made), await formOf(copy)]).toEqual([null, null])
    expect(await formOf(mine)).toMatchObject({ name: 'Pilots', state: 'open', version: 3 })
    const { data } = (await staff.get(`/v2/applications/${made}/responses`)).body
    expect(data.items).toHaveLength(1)

    expect((await reversed({ source: 'reversal', sourceId: reversalId })).counts.takenBack).toBe(3)
    expect(await formOf(made)).toMatchObject({ name: 'Staff', state: 'open', version: 1 })
    expect(await formOf(mine)).toBeNull()
  })

  it('gives a form its former definition as a new version, and keeps an update of others', async () => {
    const [form, late] = [await makeForm(staff), await makeForm(staff)]
    await update(thief, form, definition('Staff', { state: 'closed' }))
    await update(thief, form, definition('Changed', { state: 'closed' }))
    await update(thief, late, definition('Changed'))
    const { version } = await update(staff, late, definition('Corrected'))
    const { items } = await reversed(window())
    expect(verdicts(items)).toEqual([
      ['application', 'taken_back', null],
      ['application', 'taken_back', null],
      ['application', 'superseded', 'later_change'],
    ])
    expect(items[2]?.supersededBy).toMatch(/^[0-9]+$/)
    expect(await formOf(form)).toMatchObject({ name: 'Staff', state: 'open', version: 4 })
    expect(await formOf(late)).toMatchObject({ name: 'Corrected', version })
    const [first] = items
    const again = await reversed({ source: 'entry', sourceId: first?.resultAuditId })
    expect(verdicts(again.items)).toEqual([['application', 'taken_back', null]])
    expect(await formOf(form)).toMatchObject({ name: 'Changed', state: 'closed', version: 5 })
  })

  it('keeps a changed password and says so, also where the definition is brought back', async () => {
    const [form, both] = [await makeForm(staff), await makeForm(staff)]
    await update(thief, form, definition('Staff'), { password: 'thief-password' })
    await update(thief, both, definition('Changed'), { password: 'thief-password' })
    expect(verdicts((await reversed(window())).items)).toEqual([
      ['application', 'impossible', 'password_kept'],
      ['application', 'taken_back', 'password_kept'],
    ])
    expect(await formOf(both)).toMatchObject({ name: 'Staff', passwordRequired: true })
  })

  it('neither deletes nor closes a required form, nor gives what the caller may not give', async () => {
    const required = await makeForm(thief)
    await setRequiredForms(await community.ctx(), [required])
    const giving = await makeForm(staff, definition('Giving', { passAwards: { rankUniqueId: privateRank } }))
    await update(thief, giving, definition('Giving', { passAwards: {} }))
    const clerk = await community.clientWith(['reversals.write', 'reversals.read', 'applications.write'])
    expect(verdicts((await reversed(window(), clerk)).items)).toEqual([
      ['application', 'impossible', 'operation_failed'],
      ['application', 'impossible', 'not_permitted'],
    ])
    const { items } = await reversed(window())
    expect(items.map(({ state, errorCode }) => [state, errorCode])).toEqual([
      ['impossible', 'application_required'],
      ['taken_back', null],
    ])
    expect(await formOf(giving)).toMatchObject({ definition: { passAwards: { rankUniqueId: privateRank } } })
  })

  it('takes nothing back beyond the storage of forms, and all of it once there is room', async () => {
    const form = await makeForm(staff)
    await update(thief, form, definition('Changed'))
    const deleted = await makeForm(staff)
    await remove(thief, deleted)
    const { used } = await findStorage(app.app.db, community.communityId, 'forms')
    await setStorageLimit(await community.ctx(), 'forms', used)
    const { items } = await reversed(window())
    expect(items.map(({ state, errorCode }) => [state, errorCode])).toEqual([
      ['impossible', 'storage_limit_reached'],
      ['taken_back', null],
    ])
    await setStorageLimit(await community.ctx(), 'forms', null)
    expect((await reversed(window())).items[0]).toMatchObject({ state: 'taken_back' })
    expect(await formOf(form)).toMatchObject({ name: 'Staff' })
  })

  it('ends no suspension whose former rank is above the bounds of the caller', async () => {
    const userId = member()
    await sent(staff.patch('/v2/suspension-settings', { rankUniqueId: privateRank }))
    await sent(staff.put(`/v2/members/${userId}/rank`, { rankUniqueId: suspended }))
    await sent(thief.post('/v2/suspensions', { userId, durationSeconds: 3_600 }))
    const { key } = await issueKey(await community.ctx(), {
      name: 'bounded',
      scopes: ['reversals.read', 'reversals.write', 'suspensions.write'],
      expiresAt: null,
      bounds: { highestRankGiven: 50 },
    })
    const { items } = await reversed(window(), app.clientFor(key, community.communityId))
    expect(items.map(({ state, errorCode }) => [state, errorCode])).toEqual([['impossible', 'rank_out_of_bounds']])
    expect((await reversed(window())).counts.takenBack).toBe(1)
  })

  it('does not take back what the key may not change itself', async () => {
    const userId = member()
    await warn(thief, userId)
    await ban(thief, { groupId: '99' })
    await makeForm(thief)
    const client = await community.clientWith(['reversals.write', 'reversals.read', 'blacklists.write'])
    expect(verdicts((await reversed(window(), client)).items)).toEqual([
      ['warning', 'impossible', 'not_permitted'],
      ['blacklistEntry', 'taken_back', null],
      ['application', 'impossible', 'not_permitted'],
    ])
  })

  it('takes back everything that a key did, in one reversal', async () => {
    for (const kind of ['medal', 'qualification'] as const) await createAward(await community.ctx(), kind, 'Valor')
    const [userId, suspect] = [member(), member()]
    await sent(staff.patch(`/v2/ranks/${VIP}`, { managed: false }))
    await sent(staff.patch('/v2/suspension-settings', { rankUniqueId: suspended }))
    for (const one of [userId, suspect]) await sent(staff.put(`/v2/members/${one}/rank`, { rankUniqueId: privateRank }))
    const form = await makeForm(staff, definition('Pilots', { state: 'closed' }))
    const state = async () => {
      const shown = async (id: number) => {
        const data = await sent(staff.get(`/v2/members/${id}?refresh=1`))
        const { experience, quotaPoints, medals, qualifications, rank, roles } = data
        return { experience, quotaPoints, medals, qualifications, rank, roles }
      }
      const listed = async (path: string) => (await staff.get(path)).body.data as unknown
      return {
        members: [await shown(userId), await shown(suspect)],
        warnings: await listed('/v2/warnings'),
        entries: await listed('/v2/blacklist-entries'),
        suspensions: await listed('/v2/suspensions?state=live'),
        forms: ((await listed('/v2/applications')) as { items: { name: string; state: string }[] }).items.map(
          ({ name, state: open }) => [name, open],
        ),
      }
    }
    const before = await state()

    const at = `/v2/members/${userId}`
    await sent(thief.post(`${at}/experience`, { op: 'increment', amount: 40 }))
    await sent(thief.post(`${at}/quota-points`, { op: 'increment', amount: 4 }))
    await sent(thief.post(`${at}/medals`, { name: 'Valor' }))
    await sent(thief.post(`${at}/qualifications`, { name: 'Valor' }))
    await sent(thief.put(`${at}/rank`, { rankUniqueId: sergeant }))
    await thief.post(
      '/v2/platform-operations/roles',
      { userId, roleUniqueId: VIP, action: 'assign' },
      { 'Idempotency-Key': 'vip-of-the-thief' },
    )
    await until('the role is given', () => rolesOnPlatform(app, userId).includes(VIP))
    await warn(thief, userId)
    await ban(thief, { userId })
    await ban(thief, { groupId: '4711' })
    await sent(thief.post('/v2/suspensions', { userId: suspect, durationSeconds: 3_600 }))
    await makeForm(thief, definition('Free ranks'))
    await update(thief, form, definition('Thieves', { state: 'closed' }))
    await update(thief, form, definition('Thieves', { state: 'open' }))
    expect(await state()).not.toEqual(before)

    const { items, counts } = await reversed(window())
    expect(items.filter((item) => item.state !== 'taken_back')).toEqual([])
    expect(counts).toMatchObject({ entries: 13, takenBack: 13 })
    expect(await state()).toEqual(before)
  })
})
