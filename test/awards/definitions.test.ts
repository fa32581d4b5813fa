// Definitions of medals and qualifications: created, listed, renamed, archived.
import { sql } from 'kysely'
import { newestEntries } from '../support/audit'
import { createAward } from '../../src/awards/medals/actions'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'

let app: TestApp
let community: TestCommunity
/** Accounts that are not members yet. */
const racers = Array.from({ length: 20 }, (_, index) => 5_000 + index)
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  for (const userId of racers) app.world.addUser({ userId, username: `Racer${userId}` })
})
afterAll(() => app.close())
beforeEach(async () => {
  community = await app.community()
})

const [first] = group.members
const codeOf = ({ status, body }: Answer): unknown => [status, body.error?.code]
/** Status and place of the first issue. */
const placeOf = ({ status, body }: Answer) => [status, body.error?.details.issues[0].instancePath as unknown]
const times = { createdAt: expect.any(String) as string, updatedAt: expect.any(String) as string }

describe.each([
  ['medal', 'medals'],
  ['qualification', 'qualifications'],
] as const)('%s:', (kind, plural) => {
  const path = (name?: string) => `/v2/${plural}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`
  const create = (name: string, more: object = {}) => community.client.post(path(), { name, ...more })
  const change = (name: string, body: object) => community.client.patch(path(name), body)
  const award = (name: string, userId: number = first) =>
    community.client.post(`/v2/members/${userId}/${plural}`, { name })
  const remove = (name: string, userId: number = first) =>
    community.client.delete(`/v2/members/${userId}/${plural}/${encodeURIComponent(name)}`)
  const namesOf = ({ body }: Answer) => (body.data as { name: string }[]).map(({ name }) => name)
  const held = ({ body }: Answer) => (body.data[plural] as { name: string }[]).map(({ name }) => name)
  const newest = async () => (await newestEntries(app.base, community.communityId, 1))[0]

  it('answers a name that is longer than a name can be as an unknown one', async () => {
    const name = 'x'.repeat(101)
    const unknown = [404, `${kind}_not_found`]
    expect(codeOf(await community.client.get(path(name)))).toEqual(unknown)
    expect(codeOf(await change(name, { archived: true }))).toEqual(unknown)
    expect(codeOf(await remove(name))).toEqual(codeOf(await remove('unknown')))
    expect(codeOf(await create(name))).toEqual([400, 'validation_failed'])
  })

  describe('creating', () => {
    it('returns the definition and writes an audit entry', async () => {
      const { status, body } = await create('Valor', { description: 'Under fire' })
      const award = { name: 'Valor', description: 'Under fire', archived: false, roleUniqueId: null, ...times }
      expect([status, body.data]).toEqual([201, award])
      expect(await newest()).toMatchObject({
        audit_id: Number(body.meta.auditId),
        action: `${kind}.create`,
        actor_kind: 'key',
        before: null,
        after: { name: 'Valor', description: 'Under fire' },
      })
      expect((await community.client.get(path('Valor'))).body.data).toEqual(body.data)
    })

    it('fails with 409 for a name that is taken, even by an archived definition', async () => {
      await create('Valor', { description: 'First' })
      expect(codeOf(await create('Valor', { description: 'Second' }))).toEqual([409, `${kind}_exists`])
      await change('Valor', { archived: true })
      expect(codeOf(await create('Valor'))).toEqual([409, `${kind}_exists`])
      const { body } = await community.client.get(path('Valor'))
      expect(body.data).toMatchObject({ description: 'First', archived: true })
      expect((await create('valor')).status).toBe(201)
    })

    it('succeeds for one of ten concurrent requests with one name', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => create('Valor')))
      const codes = answers.map(({ status, body }) => body.error?.code ?? status)
      expect(codes.filter((code) => code === 201)).toHaveLength(1)
      expect(codes.filter((code) => code === `${kind}_exists`)).toHaveLength(9)
      const entries = await newestEntries(app.base, community.communityId, 50)
      expect(entries.filter(({ action }) => action === `${kind}.create`)).toHaveLength(1)
    })

    it('rejects what is no definition with 400', async () => {
      for (const [body, place] of [
        [{}, '/body/name'],
        [{ name: '' }, '/body/name'],
        [{ name: 'x'.repeat(101) }, '/body/name'],
        [{ name: 'a\0' }, '/body/name'],
        [{ name: 'Valor', description: 'x'.repeat(501) }, '/body/description'],
        [{ name: 'Valor', archived: true }, '/body/archived'],
      ] as const)
        expect([body, ...placeOf(await community.client.post(path(), body))]).toEqual([body, 400, place])
    })
  })

  describe('the list', () => {
    const names = ['', ' c', '/', '.', 'Ä', '🏅', 'b'].map((end) => `a${end}`)

    it('is ordered by name and complete over all pages', async () => {
      for (const name of [...names].reverse()) await create(name)
      await create('x'.repeat(99) + '🏅')
      const all = namesOf(await community.client.get(path()))
      expect(all).toEqual([...all].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
      expect(all).toHaveLength(8)
      const paged: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor === '' ? '' : `&cursor=${cursor}`
        const page: Answer = await community.client.get(`${path()}?limit=1${query}`)
        paged.push(...namesOf(page))
        cursor = page.body.meta.nextCursor as string | null
      }
      expect(paged).toEqual(all)
    })

    it('filters by archived', async () => {
      for (const name of ['Courage', 'Honour', 'Valor']) await create(name)
      await change('Honour', { archived: true })
      const list = async (query: string) => namesOf(await community.client.get(`${path()}${query}`))
      expect(await list('')).toEqual(['Courage', 'Valor'])
      expect(await list('?archived=false')).toEqual(['Courage', 'Valor'])
      expect(await list('?archived=true')).toEqual(['Honour'])
      expect(await list('?archived=all')).toEqual(['Courage', 'Honour', 'Valor'])
      const { body } = await community.client.get(`${path()}?limit=1`)
      const other = await community.client.get(`${path()}?archived=all&cursor=${body.meta.nextCursor}`)
      expect([other.status, other.body.error.details.issues[0].instancePath]).toEqual([400, '/query/cursor'])
    })

    it('rejects parameters that it does not take with 400', async () => {
      for (const [query, place] of [
        ['limit=0', '/query/limit'],
        ['limit=x', '/query/limit'],
        ['archived=yes', '/query/archived'],
        ['cursor=eyJhIjoxfQ', '/query/cursor'],
        ['limits=5', '/query/limits'],
      ] as const)
        expect([query, ...placeOf(await community.client.get(`${path()}?${query}`))]).toEqual([query, 400, place])
    })

    it('treats a limit over 100 as 100', async () => {
      const ctx = await community.ctx()
      for (let made = 0; made < 101; made++) await createAward(ctx, kind, `Number ${made}`)
      expect(namesOf(await community.client.get(`${path()}?limit=500`))).toHaveLength(100)
      expect(namesOf(await community.client.get(path()))).toHaveLength(50)
    })
  })

  describe('renaming', () => {
    it('keeps awards with their times', async () => {
      await create('Valor')
      const before = await award('Valor')
      const { status, body } = await change('Valor', { name: 'Medal of Valor' })
      expect([status, body.data.name]).toEqual([200, 'Medal of Valor'])
      const { body: after } = await community.client.get(`/v2/members/${first}`)
      expect(after.data[plural]).toEqual([{ ...before.body.data[plural][0], name: 'Medal of Valor' }])
      expect(codeOf(await community.client.get(path('Valor')))).toEqual([404, `${kind}_not_found`])
      expect(codeOf(await award('Valor'))).toEqual([404, `${kind}_not_found`])
      expect((await remove('Medal of Valor')).body.meta.change).toBe(-1)
      expect((await create('Valor')).status).toBe(201)
    })

    it('writes an audit entry with the changed properties, and none without a change', async () => {
      await create('Valor', { description: 'Old' })
      const { body } = await change('Valor', { name: 'Honour', description: '' })
      expect(body.data).toMatchObject({ name: 'Honour', description: '' })
      expect(await newest()).toMatchObject({
        audit_id: Number(body.meta.auditId),
        action: `${kind}.update`,
        before: { name: 'Valor', description: 'Old' },
        after: { name: 'Honour', description: '' },
      })
      const again = await change('Honour', { name: 'Honour', description: '', archived: false })
      expect([again.status, again.body]).toEqual([200, { data: body.data, meta: { auditId: null } }])
    })

    it('to a name that is taken fails with 409', async () => {
      for (const name of ['Valor', 'Honour']) await create(name)
      await change('Honour', { archived: true })
      expect(codeOf(await change('Valor', { name: 'Honour' }))).toEqual([409, `${kind}_exists`])
      expect((await community.client.get(path('Valor'))).status).toBe(200)
    })

    it('succeeds for one of ten concurrent renames to one name, and of ten of one definition', async () => {
      const names = Array.from({ length: 10 }, (_, index) => `Number ${index}`)
      await Promise.all(names.map((name) => create(name)))
      const onto = await Promise.all(names.map((name) => change(name, { name: 'The one' })))
      expect(onto.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
      await create('Valor')
      const away = await Promise.all(names.map((_, index) => change('Valor', { name: `Valor ${index}` })))
      expect(away.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)])
    })

    it('loses none of two concurrent changes', async () => {
      await create('Valor')
      for (let turn = 0; turn < 10; turn++) {
        const archived = turn % 2 === 0
        await Promise.all([change('Valor', { archived }), change('Valor', { description: `Turn ${turn}` })])
        const { body } = await community.client.get(path('Valor'))
        expect(body.data).toMatchObject({ archived, description: `Turn ${turn}` })
      }
    })

    it('loses no concurrent award', async () => {
      await create('A')
      const both = racers.flatMap((userId) => [award('A', userId), award('B', userId)])
      const renames = (async () => {
        for (let turn = 0; turn < 20; turn++) {
          const [from, to] = turn % 2 === 0 ? ['A', 'B'] : ['B', 'A']
          expect((await change(from, { name: to })).status).toBe(200)
        }
      })()
      const answers = await Promise.all(both)
      await renames
      for (const answer of answers) expect([200, 404]).toContain(answer.status)
      const awarded = answers
        .filter(({ body }) => body.meta?.change === 1)
        .map(({ body }) => body.data.userId as string)
      expect(new Set(awarded).size).toBe(awarded.length)
      const { rows } = await sql<{ user_id: number }>`select user_id from ${sql.table(`member_${kind}`)}
        where community_id = ${community.communityId} order by user_id`.execute(app.app.db)
      expect(rows.map(({ user_id }) => String(user_id))).toEqual(awarded.sort())
      expect(awarded.length).toBeGreaterThan(0)
    })

    it('and awards do not wait for each other', async () => {
      await create('Valor')
      await community.client.get(`/v2/members/${first}`)
      const key = sql.ref(`${kind}_id`)
      const holders = sql.table(`member_${kind}`)
      const [column, value] = kind === 'medal' ? ['count', '1'] : ['awarded_at', 'now()']
      await app.app.db.transaction().execute(async (tx) => {
        await sql`insert into ${holders} (community_id, user_id, ${key}, ${sql.raw(column)})
          select community_id, ${first}, ${key}, ${sql.raw(value)} from ${sql.table(kind)}
          where community_id = ${community.communityId}`.execute(tx)
        expect((await change('Valor', { name: 'Honour' })).status).toBe(200)
      })
      await app.app.db.transaction().execute(async (tx) => {
        await sql`update ${sql.table(kind)} set name = 'Courage' where community_id = ${community.communityId}`.execute(
          tx,
        )
        expect((await award('Honour', group.members[1])).body.meta.change).toBe(1)
      })
      expect(held(await community.client.get(`/v2/members/${group.members[1]}`))).toEqual(['Courage'])
    })
  })

  describe('archiving', () => {
    beforeEach(async () => {
      await create('Valor')
      await award('Valor')
      await change('Valor', { archived: true })
    })

    it('keeps awards, makes another award to a holder a no-op, and allows removal', async () => {
      const again = await award('Valor')
      expect([again.status, again.body.meta, held(again)]).toEqual([200, { change: 0, auditId: null }, ['Valor']])
      expect((await remove('Valor')).body.meta.change).toBe(-1)
      expect(codeOf(await award('Valor'))).toEqual([409, `${kind}_archived`])
      expect(held(await community.client.get(`/v2/members/${first}`))).toEqual([])
    })

    it('prevents new awards, and a failed award creates no member', async () => {
      const [, second] = group.members
      expect(codeOf(await award('Valor', second))).toEqual([409, `${kind}_archived`])
      expect((await community.client.get('/v2/members')).body.data).toHaveLength(1)
      await change('Valor', { archived: false })
      expect((await award('Valor', second)).body.meta.change).toBe(1)
    })

    it('writes an audit entry', async () => {
      expect(await newest()).toMatchObject({
        action: `${kind}.update`,
        before: { name: 'Valor', archived: false },
        after: { name: 'Valor', archived: true },
      })
    })

    it('with concurrent awards prevents exactly the awards after it', async () => {
      await change('Valor', { archived: false })
      const answers = await Promise.all([
        ...racers.map((userId) => award('Valor', userId)),
        change('Valor', { archived: true }),
      ])
      const [late] = racers
      expect(answers.pop()?.status).toBe(200)
      const codes = answers.map(({ status, body }) => (body.error?.code ?? status) as unknown)
      expect(codes.filter((code) => code !== 200 && code !== `${kind}_archived`)).toEqual([])
      const { rows } = await sql<{ held: number }>`select count(*)::int as held from ${sql.table(`member_${kind}`)}
        where community_id = ${community.communityId} and user_id <> ${first}`.execute(app.app.db)
      expect(rows[0]?.held).toBe(codes.filter((code) => code === 200).length)
      await remove('Valor', late)
      expect(codeOf(await award('Valor', late))).toEqual([409, `${kind}_archived`])
    })
  })

  it('rejects what is no change with 400', async () => {
    await create('Valor')
    for (const [body, place] of [
      [{}, '/body'],
      [{ name: '' }, '/body/name'],
      [{ archived: 'true' }, '/body/archived'],
    ] as const)
      expect([body, ...placeOf(await change('Valor', body))]).toEqual([body, 400, place])
  })
})
