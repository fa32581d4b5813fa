// What a key or a person has made (its dependants) names its maker, is listed when the maker is stopped, and may end
// with it.
import { allScopes, issueKey, type KeyRequest } from '../../src/auth/actions'
import { startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { browserWith, cookieOf, invite, register, staffOf } from '../support/people'
import { adminOf } from '../admin/support'

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterAll(() => app.close())
beforeEach(async () => {
  home = await app.community({ connected: false })
})

interface Held {
  readonly id: string
  readonly client: Client
}

const codeOf = ({ status, body }: Answer): unknown => [status, body?.error?.code]

async function operatorKey(request: Partial<KeyRequest> = {}): Promise<Held> {
  const { key, keyId } = await issueKey(await home.ctx(), { name: 'x', scopes: allScopes, expiresAt: null, ...request })
  return { id: keyId, client: app.clientFor(key, home.communityId) }
}

async function keyBy(client: Client, body: object = {}): Promise<Held> {
  const { data } = (await client.post('/v2/keys', { name: 'made', scopes: allScopes, neverExpires: true, ...body }))
    .body
  return { id: data.keyId as string, client: app.clientFor(data.key as string, home.communityId) }
}

/** A person, created by the client, who has signed in. */
async function personBy(client: Client, role = 'administrator', name = 'Bea'): Promise<Held> {
  const { data } = (await client.post('/v2/people', { name, role })).body
  const answer = await register(app, (data.invitation as string).split('#invitation=')[1] ?? '')
  return { id: data.personId as string, client: browserWith(app, cookieOf(answer)) }
}

const listed = ({ body }: Answer): string[] => (body.meta.dependants as { id: string }[]).map(({ id }) => id)
const revoke = (client: Client, id: string, dependants?: string): Promise<Answer> =>
  client.post(`/v2/keys/${id}/revoke${dependants === undefined ? '' : `?dependants=${dependants}`}`)
const change = (client: Client, id: string, body: object, query = ''): Promise<Answer> =>
  client.patch(`/v2/${id.startsWith('per_') ? 'people' : 'keys'}/${id}${query}`, body)
const read = async (id: string) =>
  (await home.client.get(`/v2/${id.startsWith('per_') ? 'people' : 'keys'}/${id}`)).body.data
const stateOf = async (id: string): Promise<string> => (await read(id)).state as string
const notifications = async () => (await home.client.get('/v2/notifications')).body.data as { kind: string }[]

describe('createdBy', () => {
  it('names the key, the person or the operator that made a key or a person, and who invited the person last', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    const root = await operatorKey()
    const byKey = await keyBy(root.client)
    const byPerson = await keyBy(ana.client)
    const bea = await personBy(root.client)
    expect((await read(root.id)).createdBy).toEqual({ kind: 'operator', id: null })
    expect((await read(byKey.id)).createdBy).toEqual({ kind: 'key', id: root.id })
    expect((await read(byPerson.id)).createdBy).toEqual({ kind: 'person', id: ana.personId })
    expect(await read(ana.personId)).toMatchObject({
      createdBy: { kind: 'operator', id: null },
      invitedBy: { kind: 'operator', id: null },
    })
    await ana.client.post(`/v2/people/${bea.id}/invite`, undefined)
    expect(await read(bea.id)).toMatchObject({
      createdBy: { kind: 'key', id: root.id },
      invitedBy: { kind: 'person', id: ana.personId },
    })
  })
})

describe('a key or a person that is stopped', () => {
  it.each([
    ['revoked', (id: string) => revoke(home.client, id)],
    ['disabled', (id: string) => change(home.client, id, { enabled: false })],
    ['paused', (id: string) => change(home.client, id, { paused: true })],
  ] as const)('%s: what it made stays, is listed with what that made, and is a notification', async (_, stop) => {
    const leaked = await operatorKey()
    const made = await keyBy(leaked.client)
    const bea = await personBy(made.client)
    const last = await keyBy(bea.client, { name: 'last' })
    const other = await keyBy(home.client)
    const answer = await stop(leaked.id)
    expect([answer.status, answer.body.meta.dependants]).toEqual([
      200,
      [
        { kind: 'key', id: made.id, name: 'made', ended: false },
        { kind: 'person', id: bea.id, name: 'Bea', ended: false },
        { kind: 'key', id: last.id, name: 'last', ended: false },
      ],
    ])
    for (const { id } of [made, last, other]) expect(await stateOf(id)).toBe('enabled')
    expect((await bea.client.get('/v2/people')).status).toBe(200)
    const told = (await notifications()).filter(({ kind }) => kind === 'key.dependants')
    const dependants = [
      { kind: 'key', id: made.id },
      { kind: 'person', id: bea.id },
      { kind: 'key', id: last.id },
    ]
    expect(told).toMatchObject([{ userId: null, remaining: { keyId: leaked.id, dependants } }])
    const { stdout } = await adminOf(app).run(['notification', 'list', '--community', home.communityId])
    const all = [`id: ${made.id}, kind: key`, `id: ${bea.id}, kind: person`, `id: ${last.id}, kind: key`].join(', ')
    expect(stdout.replace(/\s+/g, ' ')).toContain(`dependants: ${all}`)
  })

  it('is reported once, and not when it has no live dependants', async () => {
    const one = await operatorKey()
    const gone = await keyBy(one.client)
    await revoke(home.client, gone.id)
    expect(listed(await revoke(home.client, one.id))).toEqual([])
    const two = await operatorKey()
    await keyBy(two.client)
    expect(listed(await change(home.client, two.id, { paused: true }))).toHaveLength(1)
    expect(listed(await change(home.client, two.id, { enabled: false }))).toHaveLength(1)
    expect(listed(await change(home.client, two.id, { name: 'y' }))).toHaveLength(1)
    expect((await notifications()).map(({ kind }) => kind)).toEqual(['key.dependants'])
  })

  it('a person: the keys that stay live are listed', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    const [one, two] = [await keyBy(ana.client), await keyBy(ana.client)]
    const eve = await staffOf(app, home, 'administrator', 'Eve')
    const answer = await change(eve.client, ana.personId, { enabled: false })
    expect([answer.status, listed(answer)]).toEqual([200, [one.id, two.id]])
    const [told] = await notifications()
    expect(told).toMatchObject({ kind: 'person.dependants', remaining: { personId: ana.personId } })
    // they end with one call, although the person is disabled already
    const ended = await change(eve.client, ana.personId, { enabled: false }, '?dependants=end')
    expect(ended.body.meta.dependants).toMatchObject([{ ended: true }, { ended: true }])
    expect(codeOf(await one.client.get('/v2/keys'))).toEqual([401, 'unauthorized'])
  })

  it('a viewer of keys alone does not read names of people', async () => {
    const leaked = await operatorKey()
    await personBy(leaked.client, 'viewer')
    const keysAlone = await home.clientWith(allScopes.filter((scope) => !scope.startsWith('people.')))
    expect(codeOf(await revoke(keysAlone, leaked.id))).toEqual([403, 'key_authority_exceeded'])
    const small = await operatorKey({ scopes: ['keys.write'] })
    expect((await revoke(keysAlone, small.id)).status).toBe(200)
  })
})

describe('dependants=end', () => {
  it('ends in one call what a leaked key made, what those made, and the replacements of the key', async () => {
    const leaked = await operatorKey()
    const made = await keyBy(leaked.client)
    const bea = await personBy(made.client)
    const last = await keyBy(bea.client)
    const honest = await keyBy(home.client)
    const rotated = (await leaked.client.post(`/v2/keys/${leaked.id}/rotate`, { neverExpires: true })).body.data
    const fresh: Held = {
      id: rotated.keyId as string,
      client: app.clientFor(rotated.key as string, home.communityId),
    }
    const afterwards = await keyBy(fresh.client)
    const answer = await revoke(home.client, leaked.id, 'end')
    expect([answer.status, answer.body.data.state]).toEqual([200, 'revoked'])
    expect(listed(answer).sort()).toEqual([made.id, bea.id, last.id, fresh.id, afterwards.id].sort())
    for (const { client } of [leaked, made, last, fresh, afterwards])
      expect(codeOf(await client.get('/v2/keys'))).toEqual([401, 'unauthorized'])
    expect(codeOf(await bea.client.get('/v2/people'))).toEqual([401, 'unauthorized'])
    expect([await stateOf(bea.id), await stateOf(honest.id)]).toEqual(['disabled', 'enabled'])
    expect((await notifications()).length).toBe(0)
  })

  it('ends a person whom the leaked key invited again, and keeps the replacement that an administrator made', async () => {
    const eve = await staffOf(app, home, 'administrator', 'Eve')
    const leaked = await operatorKey()
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    const { data } = (await leaked.client.post(`/v2/people/${ana.personId}/invite`, undefined)).body
    const answer = await register(app, (data.invitation as string).split('#invitation=')[1] ?? '')
    const stolen = browserWith(app, cookieOf(answer))
    expect((await stolen.get('/v2/people')).status).toBe(200)
    const replaced = (await eve.client.post(`/v2/keys/${leaked.id}/rotate`, {})).body.data
    expect(listed(await revoke(eve.client, leaked.id, 'end'))).toEqual([ana.personId])
    expect(codeOf(await stolen.get('/v2/people'))).toEqual([401, 'unauthorized'])
    expect(await stateOf(replaced.keyId as string)).toBe('enabled')
  })

  it('needs every scope of what ends, and the scope that ends it; nothing ends otherwise', async () => {
    const leaked = await operatorKey({ scopes: ['keys.write', 'people.write', 'members.read', ...viewer] })
    const made = await keyBy(leaked.client, { scopes: ['members.read'] })
    const bea = await personBy(leaked.client, 'viewer')
    // the error of the operation itself, whatever would end with it
    const reader = await home.clientWith(['keys.write', 'people.write', 'members.read'])
    await home.client.patch(`/v2/keys/${leaked.id}`, { scopes: ['keys.write', 'members.read'] })
    const lacking = await revoke(reader, leaked.id, 'end')
    expect([codeOf(lacking), lacking.body.error.details]).toEqual([[403, 'key_authority_exceeded'], { scopes: viewer }])
    const weak = await home.clientWith(['keys.write', 'members.read', ...viewer])
    await home.client.patch(`/v2/keys/${leaked.id}`, { scopes: ['keys.write'] })
    expect(codeOf(await revoke(weak, leaked.id, 'end'))).toEqual([403, 'insufficient_scope'])
    expect([await stateOf(leaked.id), await stateOf(made.id), await stateOf(bea.id)]).toEqual([
      'enabled',
      'enabled',
      'active',
    ])
    const able = await home.clientWith(['keys.write', 'people.write', 'members.read', ...viewer])
    expect((await revoke(able, leaked.id, 'end')).status).toBe(200)
  })

  it('is a flag of the command line', async () => {
    const leaked = await operatorKey()
    const made = await keyBy(leaked.client)
    await adminOf(app).run(['key', 'revoke', '--key', leaked.id, '--dependants', 'end', '--yes'])
    expect([await stateOf(leaked.id), await stateOf(made.id)]).toEqual(['revoked', 'revoked'])
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    const byAna = await keyBy(ana.client)
    const paused = await adminOf(app).run([
      'person',
      'pause',
      '--community',
      home.communityId,
      '--person',
      ana.personId,
      '--dependants',
      'end',
    ])
    expect(paused.stdout).toContain(byAna.id)
    expect(await stateOf(byAna.id)).toBe('revoked')
  })
})

const viewer = ['ranks.read', 'medals.read', 'qualifications.read', 'events.read'].concat(
  'applications.read',
  'settings.read',
  'plans.read',
)

describe('what a credential made', () => {
  it('may stop its makers, but neither resume, enable, widen nor rotate them', async () => {
    await staffOf(app, home, 'administrator', 'Eve')
    const ana = await staffOf(app, home, 'administrator', 'Ana', { highestRankGiven: 100 })
    const key = await keyBy(ana.client)
    const last = await keyBy(key.client)
    for (const [id, body] of [
      [ana.personId, { paused: false }],
      [key.id, { paused: false }],
      [ana.personId, { enabled: true }],
      [key.id, { enabled: true }],
    ] as const) {
      await change(home.client, id, 'paused' in body ? { paused: true } : { enabled: false })
      const { status, body: answer } = await change(last.client, id, body)
      expect([status, answer.error.details]).toEqual([403, { maker: true }])
      await change(home.client, id, body)
    }
    await home.client.patch(`/v2/people/${ana.personId}`, { takesPerHourLimit: 5 })
    expect(codeOf(await change(last.client, ana.personId, { takesPerHourLimit: 6 }))).toEqual([
      403,
      'authority_exceeded',
    ])
    expect(codeOf(await last.client.post(`/v2/keys/${key.id}/rotate`, {}))).toEqual([403, 'key_authority_exceeded'])
    expect((await change(last.client, key.id, { paused: true })).status).toBe(200)
    // another key, which the first did not make, resumes it
    expect((await change(home.client, key.id, { paused: false })).status).toBe(200)
  })

  it('does not resume its maker by a key that replaced itself', async () => {
    const root = await operatorKey()
    const { data } = (await root.client.post(`/v2/keys/${root.id}/rotate`, { neverExpires: true })).body
    await change(home.client, root.id, { paused: true })
    const fresh = app.clientFor(data.key as string, home.communityId)
    expect(codeOf(await change(fresh, root.id, { paused: false }))).toEqual([403, 'key_authority_exceeded'])
  })
})

describe('the last administrator without a condition', () => {
  const LAST = [409, 'last_administrator']
  const reductions: readonly (readonly [string, object])[] = [
    ['is not disabled', { enabled: false }],
    ['is not demoted', { role: 'officer' }],
    ['is not narrowed', { highestRankGiven: 10 }],
    ['is not given a lower number', { takesPerHourLimit: 1 }],
  ]
  it.each(reductions)('%s by itself or a key, unless there is another one', async (_, body) => {
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    for (const client of [ana.client, home.client]) {
      const refused = await change(client, ana.personId, body)
      expect([codeOf(refused), refused.body.error.details]).toEqual([LAST, { personId: ana.personId }])
    }
    // one who was only invited cannot sign in yet, and does not count
    const { invitation } = await invite(home, 'administrator', 'Bea')
    expect(codeOf(await change(home.client, ana.personId, body))).toEqual(LAST)
    await register(app, invitation)
    expect((await change(home.client, ana.personId, body)).status).toBe(200)
  })

  it('is not bound to a rank; administrators who are bound or narrower do not count', async () => {
    home = await app.community()
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    const { body: ranks } = await home.client.get('/v2/ranks')
    const lowestRankUniqueId = ranks.data[0].uniqueId as number
    const bind = { userId: '101', lowestRankUniqueId }
    expect(codeOf(await change(home.client, ana.personId, bind))).toEqual(LAST)
    const bound = { userId: 102, lowestRank: lowestRankUniqueId }
    await staffOf(app, home, 'administrator', 'Bea', undefined, bound)
    await staffOf(app, home, 'administrator', 'Cem', { highestRankGiven: 10 })
    expect(codeOf(await change(home.client, ana.personId, bind))).toEqual(LAST)
    await staffOf(app, home, 'administrator', 'Eve')
    expect((await change(home.client, ana.personId, bind)).status).toBe(200)
  })

  it('does not pause itself; a key pauses and resumes it', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    expect(codeOf(await change(ana.client, ana.personId, { paused: true }))).toEqual(LAST)
    expect((await change(home.client, ana.personId, { paused: true })).status).toBe(200)
    // a paused administrator is still the last one, but does not count for others
    expect(codeOf(await change(home.client, ana.personId, { enabled: false }))).toEqual(LAST)
    const bea = await staffOf(app, home, 'administrator', 'Bea')
    expect(codeOf(await change(home.client, bea.personId, { enabled: false }))).toEqual(LAST)
    expect((await change(home.client, ana.personId, { paused: false })).status).toBe(200)
  })

  it('does not end itself with what a key made, nor does a key that could make no other end it', async () => {
    const leaked = await operatorKey()
    const ana = await personBy(leaked.client)
    const conditional = await operatorKey({ expiresAt: new Date(Date.now() + 86_400_000).toISOString() })
    for (const client of [ana.client, conditional.client])
      expect(codeOf(await revoke(client, leaked.id, 'end'))).toEqual(LAST)
    expect([await stateOf(leaked.id), await stateOf(ana.id)]).toEqual(['enabled', 'active'])
    expect((await revoke(ana.client, leaked.id)).status).toBe(200)
  })

  it('remains when two are removed at once', async () => {
    for (let round = 0; round < 5; round++) {
      home = await app.community({ connected: false })
      const both = [
        await staffOf(app, home, 'administrator', 'Ana'),
        await staffOf(app, home, 'administrator', 'Bea'),
      ] as const
      const answers = await Promise.all([
        change(both[0].client, both[1].personId, { enabled: false }),
        change(both[1].client, both[0].personId, { role: 'viewer' }),
        change(home.client, both[0].personId, { enabled: false }),
        change(home.client, both[1].personId, { role: 'officer' }),
      ])
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
      const people = (await home.client.get('/v2/people')).body.data as { role: string; state: string }[]
      expect(people.filter(({ role, state }) => role === 'administrator' && state === 'active')).toHaveLength(1)
    }
  })

  it('is changed by the operator', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    const at = ['--community', home.communityId, '--person', ana.personId]
    await adminOf(app).run(['person', 'update', ...at, '--enabled', 'off'])
    expect(await stateOf(ana.personId)).toBe('disabled')
  })

  it('may change its own name, and an officer is disabled', async () => {
    const ana = await staffOf(app, home, 'administrator', 'Ana')
    expect((await change(ana.client, ana.personId, { name: 'Anna' })).status).toBe(200)
    const bea = await staffOf(app, home, 'officer', 'Bea')
    expect((await change(ana.client, bea.personId, { enabled: false })).status).toBe(200)
  })
})
