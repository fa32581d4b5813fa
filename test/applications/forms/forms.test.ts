// Forms, and the scopes of each operation.
import { sql } from 'kysely'
import { startTestApp, type Client, type TestApp, type TestCommunity } from '../../support/app'
import { at, auditOf, choice, configurationOf, createForm, failure, form, graded, issues, text, walk } from './form'

let app: TestApp
let community: TestCommunity
let client: Client
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  community = await app.community({ connected: false })
  client = community.client
})
afterAll(() => app.close())

/** The row of a form. */
async function stored(applicationId: string) {
  const { rows: forms } = await sql`select * from application where application_id = ${applicationId}`.execute(
    app.app.db,
  )
  const { rows: versions } = await sql<{ version: number; definition: unknown }>`
    select * from application_version where application_id = ${applicationId} order by version`.execute(app.app.db)
  return { forms, versions }
}

const update = (id: string, version: number, definition = form(), more: object = {}) =>
  client.put(at(id), { version, definition, ...more })

/** Creates a form that is open and required to join. @returns its id */
async function requiredForm(): Promise<string> {
  const id = await createForm(client, form({ state: 'open' }))
  await sql`update application set required = true where application_id = ${id}`.execute(app.app.db)
  return id
}

const absent = `app_${'z'.repeat(20)}`

describe('a form', () => {
  it('is created at version 1 and returned without questions, answer keys and password', async () => {
    const definition = graded({ description: 'Fly with us.', state: 'open' })
    const { status, body } = await client.post('/v2/applications', { definition, password: 'correct horse' })
    expect([status, body]).toEqual([
      201,
      {
        data: {
          applicationId: expect.stringMatching(/^app_[a-z2-7]{20}$/) as string,
          name: 'Pilot school',
          description: 'Fly with us.',
          state: 'open',
          version: 1,
          passwordRequired: true,
          required: false,
          automaticGrading: true,
          questionCount: 2,
          createdAt: expect.stringMatching(/Z$/) as string,
          updatedAt: body.data.createdAt as string,
        },
      },
    ])
    const id = body.data.applicationId as string
    expect((await client.get(at(id))).body).toEqual(body)
    expect((await client.get('/v2/applications')).body.data.items[0]).toEqual(body.data)
    const { definition: whole, ...metadata } = await configurationOf(client, id)
    expect(metadata).toEqual(body.data)
    expect(whole.questions[1].answerKey).toEqual(['up'])
  })

  it('accepts [], an empty Luau table, in place of an empty object', async () => {
    const id = await createForm(client, { ...form(), grading: [], eligibility: [] })
    expect((await configurationOf(client, id)).definition).toMatchObject({
      grading: { passPercentage: null },
      eligibility: {},
    })
    expect((await client.post(at(id, '/duplicate'), [])).status).toBe(201)
    expect((await client.send('DELETE', at(id, '?version=1'), [])).status).toBe(204)
  })

  it.each([[], {}])('is not created from %j', async (body) => {
    expect(issues(await client.post('/v2/applications', body))).toEqual([['/body/definition', 'required']])
  })

  it.each(['', 'x'.repeat(129), 7])('rejects the password %j', async (password) => {
    const answer = await client.post('/v2/applications', { definition: form(), password })
    expect(issues(answer)[0]?.[0]).toBe('/body/password')
  })
})

describe('an update', () => {
  it('creates a new version and leaves the earlier versions unchanged', async () => {
    const id = await createForm(client)
    const first = (await stored(id)).versions
    const changed = graded({ name: 'Renamed', state: 'open' })
    const { status, body } = await update(id, 1, changed)
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ version: 2, name: 'Renamed', state: 'open', questionCount: 2, automaticGrading: true }),
    ])
    expect((await update(id, 2)).body.data.version).toBe(3)
    const { versions } = await stored(id)
    expect([versions.map(({ version }) => version), versions.slice(0, 1)]).toEqual([[1, 2, 3], first])
    expect(versions[1]?.definition).toMatchObject(changed)
  })

  it.each([1, 3, 999_999_999])(
    'of version 2 that sends version %d is rejected with 409 and changes nothing',
    async (version) => {
      const id = await createForm(client, form(), { password: 'correct horse' })
      await update(id, 1)
      const before = [await configurationOf(client, id), await stored(id), await auditOf(app, community.communityId)]
      const answer = await update(id, version, graded(), { password: null })
      expect(failure(answer)).toEqual([409, 'version_conflict'])
      const after = [await configurationOf(client, id), await stored(id), await auditOf(app, community.communityId)]
      expect(after).toEqual(before)
    },
  )

  it('succeeds once when 20 concurrent updates send the same version', async () => {
    const id = await createForm(client)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => update(id, 1, form({ name: `Number ${i}` }))),
    )
    const won = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []))
    expect(won).toHaveLength(1)
    const lost = answers.filter(({ status }) => status !== 200).map(failure)
    expect(lost).toEqual(Array(19).fill([409, 'version_conflict']))
    expect(await configurationOf(client, id)).toMatchObject({ version: 2, name: `Number ${won[0]}` })
    expect((await stored(id)).versions).toHaveLength(2)
  })

  it('or a concurrent deletion of the same version succeeds, not both', async () => {
    const id = await createForm(client)
    const [changed, deleted] = await Promise.all([update(id, 1), client.delete(at(id, '?version=1'))])
    const outcomes = [changed.status, deleted.status]
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual(outcomes)
  })

  it.each<[object, string]>([
    [{ definition: form() }, '/body/version'],
    [{ version: 1 }, '/body/definition'],
    [{ version: '1', definition: form() }, '/body/version'],
    [{ version: 0, definition: form() }, '/body/version'],
    [{ version: 1, definition: form(), removePassword: true, password: 'new' }, '/body/removePassword'],
  ])('with body %j is rejected with 400 at %s', async (body, place) => {
    const id = await createForm(client)
    const answer = await client.put(at(id), body)
    expect([answer.status, issues(answer)[0]?.[0]]).toEqual([400, place])
    expect((await stored(id)).versions).toHaveLength(1)
  })
})

describe('the password', () => {
  const hashOf = async (id: string) =>
    (await stored(id)).forms.map((row) => (row as { password_hash: unknown }).password_hash)[0]

  it.each<[string, object, 'kept' | 'replaced' | 'removed']>([
    ['no value', {}, 'kept'],
    ['no value with removePassword: false', { removePassword: false }, 'kept'],
    ['another string', { password: 'another' }, 'replaced'],
    ['the same string', { password: 'correct horse' }, 'replaced'],
    ['null', { password: null }, 'removed'],
    ['removePassword', { removePassword: true }, 'removed'],
    ['null and removePassword', { password: null, removePassword: true }, 'removed'],
  ])('given %s in %j is %s', async (_, more, outcome) => {
    const id = await createForm(client, form(), { password: 'correct horse' })
    const before = await hashOf(id)
    const { status, body } = await update(id, 1, form(), more)
    expect([status, body.data.passwordRequired]).toEqual([200, outcome !== 'removed'])
    const after = await hashOf(id)
    if (outcome === 'kept') expect(after).toBe(before)
    if (outcome === 'removed') expect(after).toBeNull()
    if (outcome === 'replaced')
      expect([after === before, after]).toEqual([false, expect.stringMatching(/^\$argon2id\$/)])
  })

  it('can be added to a form without one', async () => {
    const id = await createForm(client)
    expect((await client.get(at(id))).body.data.passwordRequired).toBe(false)
    expect((await update(id, 1, form(), { password: 'correct horse' })).body.data.passwordRequired).toBe(true)
  })

  it('and its hash are not in any reply, audit entry or log line', async () => {
    const secret = 'zq7password'
    const from = app.logs.length
    const id = await createForm(client, form(), { password: secret })
    const hash = String(await hashOf(id))
    const answers = [
      await client.get(at(id)),
      await client.get(at(id, '/configuration')),
      await client.get('/v2/applications'),
      await update(id, 1, form(), { password: `${secret}2` }),
      await client.post(at(id, '/duplicate'), {}),
      // a stale version, then a password that is too long
      await update(id, 1, form(), { password: secret }),
      await client.post('/v2/applications', { definition: form(), password: `${secret}${'x'.repeat(128)}` }),
    ]
    const newHash = String(await hashOf(id))
    const written = [
      answers.map(({ text: body }) => body),
      await auditOf(app, community.communityId),
      app.logs.slice(from),
    ]
    for (const one of [secret, hash, newHash, '$argon2', 'password_hash'])
      expect(JSON.stringify(written)).not.toContain(one)
  })
})

describe('a deletion', () => {
  it.each<[string, string, object | undefined, number, string | null]>([
    ['with the version in the body', '', { version: 1 }, 204, null],
    ['with the version in the query', '?version=1', undefined, 204, null],
    ['with the version in both', '?version=1', { version: 1 }, 204, null],
    ['with the version in the query and an empty body', '?version=1', {}, 204, null],
    ['with two different versions', '?version=1', { version: 2 }, 400, '/query/version'],
    ['without a version', '', undefined, 400, '/body/version'],
    ['with an empty body', '', {}, 400, '/body/version'],
    ['with a malformed version', '?version=1.0', undefined, 400, '/query/version'],
    ['with a stale version', '?version=2', undefined, 409, null],
  ])('%s (query %j, body %j) is answered with %d', async (_, query, body, status, place) => {
    const id = await createForm(client)
    const answer = await client.send('DELETE', at(id, query), body)
    expect(answer.status).toBe(status)
    if (status === 409) expect(answer.body.error.code).toBe('version_conflict')
    if (place !== null) expect(issues(answer)[0]?.[0]).toBe(place)
    expect((await client.get(at(id))).status).toBe(status === 204 ? 404 : 200)
  })

  it('closes the form, keeps its versions for a reversal and hides it from every operation', async () => {
    const id = await createForm(client, form({ state: 'open' }))
    await client.delete(at(id, '?version=1'))
    const after = await stored(id)
    expect(after.versions).toHaveLength(1)
    expect(after.forms).toEqual([
      expect.objectContaining({ state: 'closed', deleted_at: expect.any(String) as string }),
    ])
    const answers = [
      await client.get(at(id)),
      await client.get(at(id, '/configuration')),
      await update(id, 1),
      await client.post(at(id, '/duplicate'), {}),
      await client.delete(at(id, '?version=1')),
    ]
    expect(answers.map(failure)).toEqual(Array(5).fill([404, 'application_not_found']))
    const listed = (await walk(client, '/v2/applications')).flatMap(({ items }) =>
      items.map((one) => one['applicationId']),
    )
    expect(listed).not.toContain(id)
  })
})

describe('a required form', () => {
  it('can be updated but not closed or deleted', async () => {
    const id = await requiredForm()
    expect((await client.get(at(id))).body.data.required).toBe(true)
    const before = await stored(id)
    const refused = [await update(id, 1, form({ state: 'closed' })), await client.delete(at(id, '?version=1'))]
    expect(refused.map(failure)).toEqual(Array(2).fill([409, 'application_required']))
    expect(await stored(id)).toEqual(before)
    const changed = await update(id, 1, form({ state: 'open', name: 'Renamed' }))
    expect([changed.status, changed.body.data.required]).toEqual([200, true])
  })

  it('has a copy that is not required', async () => {
    const { body } = await client.post(at(await requiredForm(), '/duplicate'), {})
    expect(body.data).toMatchObject({ required: false, state: 'closed' })
  })
})

describe('a copy', () => {
  it.each([[{}], [[]], [undefined]])(
    'made with %j has everything but the password, and is closed at version 1',
    async (body) => {
      const eligibility = { minimumAccountAgeDays: 30 }
      const id = await createForm(client, form({ eligibility }), { password: 'correct horse' })
      await update(id, 1, graded({ state: 'open', eligibility }))
      const before = await configurationOf(client, id)
      const { status, body: copied } = await client.send('POST', at(id, '/duplicate'), body)
      expect([status, copied.data]).toEqual([
        201,
        expect.objectContaining({ name: 'Pilot school', state: 'closed', version: 1, passwordRequired: false }),
      ])
      const copyId = copied.data.applicationId as string
      const copy = await configurationOf(client, copyId)
      expect(copy.definition).toEqual({ ...before.definition, state: 'closed' })
      // a change of the copy does not change the source
      await client.put(at(copyId), { version: 1, definition: form({ name: 'Another' }) })
      expect(await configurationOf(client, id)).toEqual(before)
    },
  )

  it('gets the given name in the form and in its definition', async () => {
    const { body } = await client.post(at(await createForm(client), '/duplicate'), { name: 'Second intake' })
    expect([
      body.data.name,
      (await configurationOf(client, body.data.applicationId as string)).definition.name,
    ]).toEqual(['Second intake', 'Second intake'])
  })

  it.each([{ name: '' }, { password: 'x' }, [1]])('is rejected with body %j', async (body) => {
    const answer = await client.post(at(await createForm(client), '/duplicate'), body)
    expect(failure(answer)).toEqual([400, 'validation_failed'])
  })
})

it('writes one audit entry per change, attributed to the key and without questions', async () => {
  const tenant = await app.community({ connected: false })
  const id = await createForm(tenant.client, graded())
  await tenant.client.put(at(id), { version: 1, definition: graded(), password: 'correct horse' })
  const { body } = await tenant.client.post(at(id, '/duplicate'), { name: 'Copy' })
  await tenant.client.delete(at(id, '?version=2'))
  // this update is rejected: it has no audit entry
  await tenant.client.put(at(id), { version: 2, definition: form() })
  const copyId = body.data.applicationId as string
  const entries = await auditOf(app, tenant.communityId)
  expect(entries.map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
    ['application.create', 'key'],
    ['application.update', 'key'],
    ['application.create', 'key'],
    ['application.delete', 'key'],
  ])
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [null, { applicationId: id, version: 1, name: 'Pilot school' }],
    [
      { applicationId: id, version: 1 },
      { applicationId: id, version: 2, passwordChanged: true },
    ],
    [null, { applicationId: copyId, version: 1, name: 'Copy', duplicateOf: id }],
    [{ applicationId: id, version: 2, name: 'Pilot school' }, null],
  ])
  expect(JSON.stringify(entries)).not.toContain(text.title)
})

describe('the list', () => {
  it('returns each form once from newest to oldest, also where times are equal', async () => {
    const tenant = await app.community({ connected: false })
    const made: string[] = []
    for (const part of ['A', 'B', 'C']) {
      const forms = Array.from({ length: 41 }, (_, i) => createForm(tenant.client, form({ name: `${part}${i}` })))
      made.push(...(await Promise.all(forms)))
    }
    await sql`update application set created_at = date_trunc('second', created_at) where community_id = ${tenant.communityId}`.execute(
      app.app.db,
    )
    const pages = await walk(tenant.client, '/v2/applications')
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 23])
    const rows = pages.flatMap(({ items }) => items)
    expect(rows.map((one) => one['applicationId']).sort()).toEqual([...made].sort())
    const keys = rows.map((one) => `${String(one['createdAt'])} ${String(one['applicationId'])}`)
    expect(keys).toEqual([...keys].sort().reverse())
    for (const row of rows) expect(row).not.toHaveProperty('definition')
  })

  it('has no cursor after a last page that is full', async () => {
    const tenant = await app.community({ connected: false })
    await Promise.all(Array.from({ length: 50 }, () => createForm(tenant.client)))
    expect((await walk(tenant.client, '/v2/applications')).map(({ items }) => items.length)).toEqual([50])
  })

  it('continues at its cursor while forms are created', async () => {
    const tenant = await app.community({ connected: false })
    const made = await Promise.all(Array.from({ length: 60 }, () => createForm(tenant.client)))
    const first = (await tenant.client.get('/v2/applications')).body.data
    await createForm(tenant.client)
    const second = (await tenant.client.get(`/v2/applications?cursor=${first.nextCursor}`)).body.data
    const ids = [...first.items, ...second.items].map(({ applicationId }: { applicationId: string }) => applicationId)
    expect(ids.sort()).toEqual([...made].sort())
  })

  it('accepts only its own cursors, unchanged', async () => {
    const [tenant, other] = [await app.community({ connected: false }), await app.community({ connected: false })]
    // few at once: on a slow machine, requests that wait 3 seconds for a connection are refused
    for (let made = 0; made < 51; made += 17) {
      const some = [tenant, other].flatMap((one) => Array.from({ length: 17 }, () => createForm(one.client)))
      await Promise.all(some)
    }
    const cursor = (await tenant.client.get('/v2/applications')).body.data.nextCursor as string
    const foreign = (await other.client.get('/v2/applications')).body.data.nextCursor as string
    const middle = Math.floor(cursor.length / 2)
    const flipped = cursor.charAt(middle) === 'A' ? 'B' : 'A'
    const bad = [
      foreign,
      cursor.slice(0, middle) + flipped + cursor.slice(middle + 1),
      cursor.slice(0, -2),
      `${cursor}AAAA`,
      cursor.slice(0, 4),
      Buffer.from(`${new Date().toISOString()} ${absent}`).toString('base64url'),
    ]
    for (const one of bad) {
      const answer = await tenant.client.get(`/v2/applications?cursor=${one}`)
      expect([one, failure(answer), issues(answer)]).toEqual([
        one,
        [400, 'validation_failed'],
        [['/query/cursor', 'pattern']],
      ])
    }
    const elsewhere = await tenant.client.get(`/v2/applications/templates?cursor=${cursor}`)
    expect(issues(elsewhere)).toEqual([['/query/cursor', 'pattern']])
    expect((await tenant.client.get(`/v2/applications?cursor=${cursor}`)).body.data.items).toHaveLength(1)
  })
})

describe('another community', () => {
  it('gets the same reply for a foreign form as for a form that does not exist', async () => {
    const id = await createForm(client)
    const before = await stored(id)
    const other = await app.community({ connected: false })
    const ask = (applicationId: string) =>
      Promise.all([
        other.client.get(at(applicationId)),
        other.client.get(at(applicationId, '/configuration')),
        other.client.put(at(applicationId), { version: 1, definition: form() }),
        other.client.put(at(applicationId), { version: 9, definition: form() }),
        other.client.post(at(applicationId, '/duplicate'), {}),
        other.client.delete(at(applicationId, '?version=1')),
        other.client.post(at(applicationId, '/open'), { userId: 101 }),
        other.client.post(at(applicationId, '/status'), { userId: 101 }),
        other.client.post(at(applicationId, '/responses'), { userId: 101, version: 1, answers: { why: 'x' } }),
        other.client.get(at(applicationId, '/responses')),
      ])
    const [foreign, missing] = [await ask(id), await ask(absent)]
    expect(foreign.map(failure)).toEqual(Array(10).fill([404, 'application_not_found']))
    expect(foreign.map(({ text: body }) => body)).toEqual(missing.map(({ text: body }) => body))
    expect(await stored(id)).toEqual(before)
    expect((await other.client.get('/v2/applications')).body.data).toEqual({ items: [], nextCursor: null })
  })
})

describe('the scope applications.read', () => {
  it('reads metadata but not the configuration', async () => {
    const id = await createForm(client, form({ questions: [text, choice] }))
    const reader = await community.clientWith(['applications.read'])
    for (const path of [at(id), '/v2/applications']) {
      const { status, text: body } = await reader.get(path)
      expect([status, /answerKey|questions|north/.test(body)]).toEqual([200, false])
    }
    const refused = [
      await reader.get(at(id, '/configuration')),
      await reader.get('/v2/applications/templates'),
      await reader.post('/v2/applications/templates', { name: 'T', definition: form() }),
      await reader.delete(`/v2/applications/templates/tpl_${'z'.repeat(20)}`),
      await reader.post('/v2/applications', { definition: form() }),
      await reader.put(at(id), { version: 1, definition: form() }),
      await reader.post(at(id, '/duplicate'), {}),
      await reader.delete(at(id, '?version=1')),
    ]
    expect(refused.map(failure)).toEqual(Array(8).fill([403, 'insufficient_scope']))
  })

  it('is not included in applications.write', async () => {
    const writer = await community.clientWith(['applications.write'])
    const id = await createForm(writer)
    expect([failure(await writer.get(at(id))), failure(await writer.get('/v2/applications'))]).toEqual(
      Array(2).fill([403, 'insufficient_scope']),
    )
    expect((await writer.get(at(id, '/configuration'))).status).toBe(200)
  })
})
