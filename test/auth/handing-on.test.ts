// Who may change credentials: each operation of the contract that does, with each kind of caller.
import { sql } from 'kysely'
import { allScopes, changeKey, issueKey, setKey, type KeyRequest } from '../../src/auth/actions'
import { requireKey } from '../../src/auth/operator/actions'
import { loadContract } from '../../src/contract/document'
import {
  group,
  startTestApp,
  tasksOf,
  type Answer,
  type Client,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { acrossALockWait } from '../support/locks'
import { invite, staffOf } from '../support/people'

const { roles, members } = group
const [member, other] = members

let app: TestApp
let home: TestCommunity
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  app.world.giveRole(group.id, member, roles.lieutenant)
})
afterAll(() => app.close())

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const LOCAL = ['127.0.0.0/8', '::/0']

async function keyOf(request: Partial<KeyRequest> = {}): Promise<{ id: string; client: Client }> {
  const { key, keyId } = await issueKey(await home.ctx(), { name: 'x', scopes: allScopes, expiresAt: null, ...request })
  return { id: keyId, client: app.clientFor(key, home.communityId) }
}

async function personOf(binding?: { userId: number; lowestRank: number }): Promise<{ id: string; client: Client }> {
  const { personId, client } = await staffOf(app, home, 'administrator', 'Ana', undefined, binding)
  if (binding) await tasksOf(app)['read-staff-ranks'](home)
  return { id: personId, client }
}

interface Kind {
  readonly name: string
  readonly make: () => Promise<{ id: string; client: Client }>
  /** Effects that the caller may have. */
  readonly may: readonly Effect[]
  /** What can happen to the caller while its request waits. */
  readonly fates: readonly Fate[]
}

/** What an act does: it creates a key, gives something else, or reduces another credential. */
type Effect = 'createsKey' | 'gives' | 'reduces'
type Fate = 'revoked' | 'disabled' | 'lost the rank'

const everything: readonly Effect[] = ['createsKey', 'gives', 'reduces']
const kinds: readonly Kind[] = [
  { name: 'a key without a condition', make: () => keyOf(), may: everything, fates: ['revoked', 'disabled'] },
  {
    name: 'a key with an end',
    make: () => keyOf({ expiresAt: inDays(30) }),
    may: ['createsKey', 'reduces'],
    fates: ['revoked', 'disabled'],
  },
  {
    name: 'a key with networks',
    make: () => keyOf({ allowedAddresses: LOCAL }),
    may: ['createsKey', 'reduces'],
    fates: ['revoked', 'disabled'],
  },
  { name: 'a person without a condition', make: () => personOf(), may: everything, fates: ['disabled'] },
  {
    name: 'a person bound to a rank',
    make: () => personOf({ userId: member, lowestRank: roles.sergeant }),
    may: ['reduces'],
    fates: ['disabled', 'lost the rank'],
  },
]

interface Act {
  readonly name: string
  readonly effect: Effect
  /** Makes the object of the request. @returns the request */
  readonly prepare: () => Promise<(client: Client) => Promise<Answer>>
}

const target = (): Partial<KeyRequest> => ({
  scopes: ['members.read', 'ranks.read'],
  expiresAt: inDays(10),
  allowedAddresses: ['127.0.0.1/32'],
  bounds: { highestRankGiven: 100, takesPerHourLimit: 5 },
})

const keyAct = (name: string, effect: Effect, body: object, prepare: object = {}): Act => ({
  name,
  effect,
  prepare: async () => {
    const { id } = await keyOf(target())
    if (Object.keys(prepare).length > 0) await setKey(await home.ctx(), await requireKey(app.base.db, id), prepare)
    return (client) => client.patch(`/v2/keys/${id}`, body)
  },
})

const bounds = { highestRankGiven: 100, lowestRankTouched: 0, highestRankTouched: 100, takesPerHourLimit: 5 }

const personAct = (name: string, effect: Effect, body: object, prepare: object = {}): Act => ({
  name,
  effect,
  prepare: async () => {
    const { personId } = await invite(home, 'reviewer', 'Bea', bounds)
    if (Object.keys(prepare).length > 0) await home.client.patch(`/v2/people/${personId}`, prepare)
    return (client) => client.patch(`/v2/people/${personId}`, body)
  },
})

const roleAct = (name: string, effect: Effect, body: object | null, isNew = false): Act => ({
  name,
  effect,
  prepare: async () => {
    const path = `/v2/staff-roles/role-${++made}`
    if (!isNew) await home.client.put(path, { scopes: ['members.read', 'ranks.read'], takesPerHourLimit: 5 })
    return (client) => (body === null ? client.delete(path) : client.put(path, body))
  },
})
let made = 0

const onKey = (path: string, body?: object) => async () => {
  const { id } = await keyOf(target())
  return (client: Client) => client.post(`/v2/keys/${id}${path}`, body)
}

const acts: Readonly<Record<string, readonly Act[]>> = {
  createKey: [
    {
      name: 'creates a key',
      effect: 'createsKey',
      prepare: () =>
        Promise.resolve((client: Client) => client.post('/v2/keys', { name: 'made', scopes: ['members.read'] })),
    },
  ],
  updateKey: [
    keyAct('gives a scope', 'gives', { scopes: ['members.read', 'ranks.read', 'medals.read'] }),
    keyAct('gives time', 'gives', { expiresAt: inDays(20) }),
    keyAct('gives a network', 'gives', { allowedAddresses: ['127.0.0.0/16'] }),
    keyAct('raises a bound', 'gives', { highestRankGiven: 200 }),
    keyAct('raises the number', 'gives', { takesPerHourLimit: 50 }),
    keyAct('enables', 'gives', { enabled: true }, { enabled: false }),
    keyAct('resumes', 'gives', { paused: false }, { paused: true }),
    keyAct('takes a scope', 'reduces', { scopes: ['members.read'] }),
    keyAct('ends earlier', 'reduces', { expiresAt: inDays(5) }),
    keyAct('lowers a bound and the number', 'reduces', { highestRankGiven: 10, takesPerHourLimit: 1 }),
    keyAct('disables', 'reduces', { enabled: false }),
    keyAct('pauses', 'reduces', { paused: true }),
  ],
  revokeKey: [{ name: 'revokes', effect: 'reduces', prepare: onKey('/revoke') }],
  rotateKey: [
    { name: 'rotates', effect: 'createsKey', prepare: onKey('/rotate', { overlapSeconds: 0, expiresAt: inDays(8) }) },
  ],
  createPerson: [
    {
      name: 'creates a person',
      effect: 'gives',
      prepare: () =>
        Promise.resolve((client: Client) => client.post('/v2/people', { name: 'Bea', role: 'viewer', ...bounds })),
    },
  ],
  updatePerson: [
    personAct('gives a role', 'gives', { role: 'moderator' }),
    personAct('raises a bound', 'gives', { highestRankGiven: 200 }),
    personAct('raises the number', 'gives', { takesPerHourLimit: 50 }),
    personAct('enables', 'gives', { enabled: true }, { enabled: false }),
    personAct('resumes', 'gives', { paused: false }, { paused: true }),
    personAct('binds to a member', 'gives', { userId: other }),
    personAct(
      'loosens a condition',
      'gives',
      { removeLowestRank: true },
      { userId: other, lowestRankUniqueId: roles.sergeant },
    ),
    personAct('adds a condition', 'reduces', { userId: other, lowestRankUniqueId: roles.sergeant }),
    personAct('takes a role', 'reduces', { role: 'viewer' }),
    personAct('lowers a bound and the number', 'reduces', { highestRankGiven: 10, takesPerHourLimit: 1 }),
    personAct('disables', 'reduces', { enabled: false }),
    personAct('pauses', 'reduces', { paused: true }),
  ],
  deletePerson: [
    {
      name: 'deletes',
      effect: 'reduces',
      prepare: async () => {
        const { personId } = await invite(home, 'viewer', 'Bea', bounds)
        return (client) => client.delete(`/v2/people/${personId}`)
      },
    },
  ],
  invitePerson: [
    {
      name: 'invites again',
      effect: 'gives',
      prepare: async () => {
        const { personId } = await invite(home, 'viewer', 'Bea', bounds)
        return (client) => client.post(`/v2/people/${personId}/invite`, undefined)
      },
    },
  ],
  setStaffRole: [
    roleAct('defines a role', 'gives', { scopes: ['members.read'], takesPerHourLimit: 5 }, true),
    roleAct('gives a scope', 'gives', { scopes: ['members.read', 'ranks.read', 'medals.read'], takesPerHourLimit: 5 }),
    roleAct('raises the number', 'gives', { scopes: ['members.read', 'ranks.read'], takesPerHourLimit: 50 }),
    roleAct('takes a scope, lowers the number', 'reduces', { scopes: ['members.read'], takesPerHourLimit: 1 }),
  ],
  deleteStaffRole: [roleAct('deletes a role', 'reduces', null)],
  revokeSession: [
    {
      name: 'ends a session',
      effect: 'reduces',
      prepare: async () => {
        const { session } = await staffOf(app, home, 'viewer', 'Bea', bounds)
        return (client) => client.post(`/v2/sessions/${session.sessionId}/revoke`, undefined)
      },
    },
  ],
}

interface Operation {
  readonly operationId?: string
  readonly 'x-required-scope'?: string | null
}

/** Operations of the contract that write keys, people, sessions or roles. */
const operations = Object.values(loadContract().paths ?? {})
  .flatMap((path) => Object.values(path as Readonly<Record<string, Operation>>))
  .filter(({ 'x-required-scope': scope }) => scope === 'keys.write' || scope === 'people.write')
  .map(({ operationId }) => operationId as string)

/** All stored credentials of the community except those of the caller. */
async function credentials(without: string): Promise<string> {
  const { rows } = await sql<{ all: string }>`select jsonb_build_object(
    'keys', (select jsonb_agg(to_jsonb(k) - 'last_used_at' order by key_id) from api_key k
      where community_id = ${home.communityId} and key_id <> ${without}),
    'people', (select jsonb_agg(to_jsonb(p) - 'rank_read_at' order by person_id) from person p
      where community_id = ${home.communityId} and person_id <> ${without}),
    'sessions', (select jsonb_agg(session_id order by session_id) from person_session
      where community_id = ${home.communityId} and person_id <> ${without} and ended_at is null),
    'roles', (select jsonb_agg(to_jsonb(r) order by name) from staff_role r
      where community_id = ${home.communityId}))::text as all`.execute(app.base.db)
  return rows[0]?.all ?? ''
}

const meet: Readonly<Record<Fate, string>> = {
  revoked: 'update api_key set revoked_at = now() where key_id = $1',
  disabled: `with p as (update person set enabled = false where person_id = $1) update api_key set enabled = false where key_id = $1`,
  'lost the rank': 'update person set rank_unique_id = null where person_id = $1',
}

it('the table has each operation of the contract that changes credentials', () => {
  expect(Object.keys(acts).sort()).toEqual([...operations].sort())
})

describe.each(kinds)('$name', ({ make, may, fates }) => {
  let caller: Awaited<ReturnType<Kind['make']>>
  beforeAll(async () => {
    home = await app.community()
    // so that the community has more than one administrator
    await staffOf(app, home, 'administrator', 'Eve')
    caller = await make()
  })

  const rows = operations.flatMap((operation) => (acts[operation] ?? []).map((act) => ({ operation, ...act })))
  it.each(rows)('$operation: $name', async ({ effect, prepare }) => {
    const request = await prepare()
    const before = await credentials(caller.id)
    const { status, body } = await request(caller.client)
    const isAllowed = may.includes(effect)
    expect([status < 300, body?.error?.code ?? null]).toEqual([
      isAllowed,
      isAllowed ? null : (expect.stringMatching(/^(key_)?authority_exceeded$/) as string),
    ])
    if (!isAllowed) expect(body.error.details.conditions).toHaveLength(1)
    expect((await credentials(caller.id)) === before).toBe(!isAllowed)
  })

  it.each(fates)('that is %s while its request waits changes nothing', async (fate) => {
    for (const { prepare } of rows) {
      const fresh = await make()
      const request = await prepare()
      const before = await credentials(fresh.id)
      const { status } = await acrossALockWait(
        { databaseUrl: app.databaseUrl, db: app.base.db },
        async (tx) => {
          await tx.query('select from community where community_id = $1 for no key update', [home.communityId])
          await tx.query(meet[fate], [fresh.id])
        },
        '%community%',
        () => request(fresh.client),
      )
      expect([401, 403]).toContain(status)
      expect(await credentials(fresh.id)).toBe(before)
      await sql`delete from person where person_id = ${fresh.id}`.execute(app.base.db)
      await sql`delete from api_key where key_id = ${fresh.id}`.execute(app.base.db)
    }
  })
})

describe('a key with an end and networks', () => {
  beforeEach(async () => {
    home = await app.community({ connected: false })
  })

  it('creates keys within its own end, networks, bounds and numbers, copied where the request has none', async () => {
    const limits = { highestRankGiven: 50, lowestRankTouched: 5, highestRankTouched: 60, takesPerHourLimit: 7 }
    const expiresAt = inDays(30)
    const { client } = await keyOf({ expiresAt, allowedAddresses: LOCAL, bounds: limits })
    const { data } = (await client.post('/v2/keys', { name: 'made', scopes: ['members.read'] })).body
    expect(data).toMatchObject({ ...limits, allowedAddresses: LOCAL })
    expect(Date.parse(data.expiresAt as string)).toBe(Date.parse(expiresAt))
    for (const wider of [
      { neverExpires: true },
      { anyAddress: true },
      { allowedAddresses: ['10.0.0.0/8', '0.0.0.0/0'] },
      { expiresAt: inDays(31) },
      { highestRankGiven: 51 },
      { takesPerHourLimit: null },
    ]) {
      const { status, body } = await client.post('/v2/keys', { name: 'made', scopes: ['members.read'], ...wider })
      expect([status, body.error.code]).toEqual([403, 'key_authority_exceeded'])
    }
  })

  it('creates no administrator, who could then create a key without a condition', async () => {
    const { client } = await keyOf({ expiresAt: inDays(30), allowedAddresses: LOCAL })
    const { status, body } = await client.post('/v2/people', { name: 'Eve', role: 'administrator' })
    expect([status, body.error.code, body.error.details]).toEqual([
      403,
      'authority_exceeded',
      { conditions: ['end', 'network'] },
    ])
  })

  it('rotates itself within its own expiry, and narrows and disables itself', async () => {
    const { id, client } = await keyOf({ expiresAt: inDays(30) })
    const rotated = await client.post(`/v2/keys/${id}/rotate`, {})
    expect([rotated.status, rotated.body.data.createdBy]).toEqual([201, { kind: 'key', id }])
    const fresh = app.clientFor(rotated.body.data.key as string, home.communityId)
    const at = `/v2/keys/${rotated.body.data.keyId as string}`
    expect((await fresh.patch(at, { scopes: ['keys.write'] })).status).toBe(200)
    expect((await fresh.patch(at, { scopes: ['keys.write', 'members.read'] })).status).toBe(403)
    expect((await fresh.patch(at, { enabled: false })).status).toBe(200)
  })
})

describe('an administrator bound to a rank', () => {
  it('does not take over an administrator who is not bound, and does not remove its own binding', async () => {
    home = await app.community()
    const owner = await staffOf(app, home, 'administrator', 'Olu')
    const ana = await personOf({ userId: member, lowestRank: roles.sergeant })
    const answers = [
      await ana.client.post(`/v2/people/${owner.personId}/invite`, undefined),
      await ana.client.patch(`/v2/people/${ana.id}`, { removeLowestRank: true }),
      await ana.client.post('/v2/people', { name: 'Ana again', role: 'administrator' }),
      await ana.client.post('/v2/keys', { name: 'x', scopes: ['people.write'] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    // the owner is still signed in, and can invite the person whose device was lost
    expect((await owner.client.get('/v2/people')).status).toBe(200)
    expect((await owner.client.post(`/v2/people/${ana.id}/invite`, undefined)).status).toBe(201)
  })
})

describe('the takes per hour of a role', () => {
  it('are raised by whoever may take as often, and lowered by whoever has its scopes', async () => {
    home = await app.community({ connected: false })
    const ana = await staffOf(app, home, 'administrator', 'Ana', { ...bounds, takesPerHourLimit: 10 })
    const put = (client: Client, takesPerHourLimit: number | null) =>
      client.put('/v2/staff-roles/host', { scopes: ['members.read'], takesPerHourLimit })
    const refused = await put(ana.client, 11)
    expect([refused.status, refused.body.error.details]).toEqual([403, { takesPerHourLimit: 10 }])
    expect((await put(ana.client, null)).status).toBe(403)
    expect((await put(ana.client, 10)).status).toBe(200)
    expect((await put(home.client, 1_000)).status).toBe(200)
    expect((await put(ana.client, 1_001)).status).toBe(403)
    expect((await put(ana.client, 999)).status).toBe(200)
  })
})

it('the operator may do all of it', async () => {
  home = await app.community({ connected: false })
  const { id } = await keyOf(target())
  const row = () => requireKey(app.base.db, id)
  await changeKey(await home.ctx(), await row(), 'disabled')
  await changeKey(await home.ctx(), await row(), 'enabled')
  await setKey(await home.ctx(), await row(), { expiresAt: null, allowedAddresses: null })
  expect(await row()).toMatchObject({ enabled: true, expires_at: null, allowed_addresses: null })
})
