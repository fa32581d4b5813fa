// Gifts that are stored and given later, as the contract marks them: every operation that stores a gift × its author ×
// what happens to the author before it is given × who changes it. By default a part of the combinations, all with
// LONG=1.
import { randomUUID } from 'node:crypto'
import type { stores } from '../../generated/operations'
import { allScopes, issueKey } from '../../src/auth/actions'
import type { BoundsInput } from '../../src/auth/bounds/rules'
import { endDueSuspensions } from '../../src/moderation/suspensions/actions'
import {
  everyRank,
  group,
  startTestApp,
  type Answer,
  type Client,
  type Headers,
  type TestApp,
  type TestCommunity,
} from '../support/app'
import { staffOf } from '../support/people'
import { isWhole } from '../support/runs'
import { until } from '../support/until'
import { resetRoles, rolesOnPlatform } from '../operations/fixture'
import { makeForm, respond, review, verify, type Form } from '../applications/submissions/fixture'

const { roles } = group
const [player, officer] = group.members
const MODERATOR = 9075
/** The highest rank that the author may give; each gift is within it. */
const AUTHOR_BOUND = 75

let app: TestApp
let home: TestCommunity
let other: TestCommunity
beforeAll(async () => {
  app = await startTestApp()
  app.world.addRole(group.id, { roleId: MODERATOR, rank: 75, name: 'Moderator' })
  await verify(app, player)
  other = await app.community()
})
afterAll(() => app.close())

const upTo = (rank: number): BoundsInput => ({ ...everyRank, highestRankGiven: rank, highestRankTouched: rank })
const sent = ({ status, body }: Answer): unknown => [status, body?.error?.code]
async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body, text } = await answer
  if (status >= 300) throw new Error(text)
  return body.data
}

/** A resource that later gives a role to the player. */
interface Stored {
  /** Creates it without gifts, so that an update can store one. */
  readonly make: (client: Client) => Promise<string>
  readonly store: (client: Client, id: string | null) => Promise<Answer>
  readonly idOf: (data: Answer['body'], id: string | null) => string
  /** Widens who receives the gift. */
  readonly widen: (client: Client, id: string) => Promise<Answer>
  readonly give: (id: string) => Promise<unknown>
  readonly role: number
  /** The scope of the operation itself, without those of its gifts. */
  readonly scope: string
  readonly recorded?: 'application_version' | 'event'
}

const question = (id: string): object => ({ id, type: 'short', title: 'Why do you apply?' })
const definition = (passAwards: object, more: object = {}): object => ({
  name: 'Guards',
  state: 'open',
  questions: [question('why')],
  passAwards,
  ...more,
})
const gift = { rankUniqueId: roles.sergeant }
const form: Stored = {
  make: async (client) => (await makeForm(client, { passAwards: {} })).applicationId,
  store: (client, id) =>
    id === null
      ? client.post('/v2/applications', { definition: definition(gift) })
      : client.put(`/v2/applications/${id}`, { version: 1, definition: definition(gift) }),
  idOf: (data, id) => id ?? (data.applicationId as string),
  async widen(client, id) {
    const { version } = await done(home.client.get(`/v2/applications/${id}`))
    return client.put(`/v2/applications/${id}`, {
      version,
      definition: definition(gift, { questions: [question('why'), question(`q${String(version)}`)], state: 'open' }),
    })
  },
  async give(id) {
    const { version, definition: now } = await done(home.client.get(`/v2/applications/${id}/configuration`))
    const answers = Object.fromEntries((now.questions as { id: string }[]).map((one) => [one.id, 'I like to help.']))
    const path = await respond(home.client, { path: `/v2/applications/${id}` } as Form, player, { version, answers })
    return done(review(home.client, path))
  },
  role: roles.sergeant,
  scope: 'applications.write',
  recorded: 'application_version',
}
const template: Stored = {
  ...form,
  store: (client) => client.post('/v2/applications/templates', { name: randomUUID(), definition: definition(gift) }),
  idOf: () => '',
}
const awards = [{ rank: gift }]
const ofRole = [{ role: 'participant', rank: gift }]
const newType = async (client: Client, more: object = {}): Promise<string> =>
  (await done(client.post('/v2/event-types', { name: randomUUID(), ...more }))).eventTypeId as string
const newEvent = (client: Client, eventTypeId: string, more: object = {}): Promise<Answer> =>
  client.post('/v2/events', { eventTypeId, startsAt: '2026-03-06T18:00:00Z', ...more })
async function finish(eventId: string): Promise<void> {
  const path = `/v2/events/${eventId}`
  await done(home.client.put(`${path}/attendees`, { attendees: [{ userId: player, attendance: 'present' }] }))
  await done(home.client.post(`${path}/start`, {}))
  await done(home.client.post(`${path}/finish`, {}))
}
const eventType: Stored = {
  make: newType,
  store: (client, id) =>
    id === null
      ? client.post('/v2/event-types', { name: randomUUID(), awards })
      : client.patch(`/v2/event-types/${id}`, { awards }),
  idOf: (data, id) => id ?? (data.eventTypeId as string),
  widen: (client, id) => client.patch(`/v2/event-types/${id}`, { awards: ofRole }),
  give: async (id) => finish((await done(newEvent(home.client, id))).eventId as string),
  role: roles.sergeant,
  scope: 'events.write',
}
const event: Stored = {
  make: async (client) => (await done(newEvent(client, await newType(client)))).eventId as string,
  store: async (client, id) =>
    id === null
      ? newEvent(client, await newType(home.client), { awards })
      : client.patch(`/v2/events/${id}`, { awards }),
  idOf: (data, id) => id ?? (data.eventId as string),
  widen: (client, id) => client.patch(`/v2/events/${id}`, { awards: ofRole }),
  give: finish,
  role: roles.sergeant,
  scope: 'events.write',
  recorded: 'event',
}
const award = (kind: 'medals' | 'qualifications'): Stored => ({
  make: async (client) => (await done(client.post(`/v2/${kind}`, { name: 'Guard' }))).name as string,
  store: (client, id) =>
    id === null
      ? client.post(`/v2/${kind}`, { name: 'Guard', roleUniqueId: MODERATOR })
      : client.patch(`/v2/${kind}/${id}`, { roleUniqueId: MODERATOR }),
  idOf: () => 'Guard',
  async widen(client, id) {
    const answer = await client.patch(`/v2/${kind}/${id}`, { name: 'Warden' })
    if (answer.status === 200) await done(home.client.patch(`/v2/${kind}/Warden`, { name: id }))
    return answer
  },
  give: (id) => done(home.client.post(`/v2/members/${player}/${kind}`, { name: id })),
  role: MODERATOR,
  scope: `${kind}.write`,
})
const earn = (): Promise<unknown> =>
  done(home.client.post(`/v2/members/${player}/experience`, { op: 'increment', amount: 1_000 }))
const threshold: Stored = {
  make: () => Promise.resolve(''),
  store: (client) => client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 100 } }),
  idOf: () => '',
  widen: (client) => client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 10 } }),
  give: earn,
  role: roles.sergeant,
  scope: 'ranks.write',
}
const autoRank: Stored = {
  ...threshold,
  async make(client) {
    await done(client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 100 } }))
    await done(client.patch('/v2/auto-rank', { enabled: false }))
    return ''
  },
  store: (client) => client.patch('/v2/auto-rank', { enabled: true }),
  widen: (client) => client.patch('/v2/auto-rank', { enabled: true }),
}
const suspendedRank: Stored = {
  make: () => Promise.resolve(''),
  store: (client) => client.patch('/v2/suspension-settings', { rankUniqueId: roles.sergeant }),
  idOf: () => '',
  widen: (client) => client.patch('/v2/suspension-settings', { rankUniqueId: roles.sergeant }),
  give: () => done(home.client.post('/v2/suspensions', { userId: player, durationSeconds: 600 })),
  role: roles.sergeant,
  scope: 'suspensions.write',
}
const suspensionEnd: Stored = {
  async make(client) {
    app.world.giveRole(group.id, player, roles.sergeant)
    const body = { userId: player, durationSeconds: 6_000, rankUniqueId: roles.recruit }
    return (await done(client.post('/v2/suspensions', body))).suspensionId as string
  },
  store: (client, id) => client.patch(`/v2/suspensions/${id ?? ''}`, { durationSeconds: 600 }),
  idOf: (_, id) => id ?? '',
  widen: (client, id) => client.patch(`/v2/suspensions/${id}`, { durationSeconds: 60 }),
  async give(id) {
    await app.dba
      .updateTable('suspension')
      .set({ ends_at: new Date().toISOString() })
      .where('suspension_id', '=', id)
      .execute()
    await endDueSuspensions(app.base)
  },
  role: roles.sergeant,
  scope: 'suspensions.write',
}

const things: Readonly<Record<keyof typeof stores, Stored>> = {
  createApplication: form,
  updateApplication: form,
  saveTemplate: template,
  createEventType: eventType,
  updateEventType: eventType,
  createEvent: event,
  updateEvent: event,
  createMedal: award('medals'),
  updateMedal: award('medals'),
  createQualification: award('qualifications'),
  updateQualification: award('qualifications'),
  updateRank: threshold,
  updateAutoRankSettings: autoRank,
  updateSuspensionSettings: suspendedRank,
  updateSuspension: suspensionEnd,
}

interface Author {
  readonly client: Client
  readonly keyId?: string
  readonly personId?: string
}

const through = (client: Client, headers: Headers): Client => ({
  ...client,
  get: (path) => client.get(path),
  post: (path, body) => client.post(path, body, headers),
  put: (path, body) => client.put(path, body, headers),
  patch: (path, body) => client.patch(path, body, headers),
})

async function keyOf(more: object = {}, bounds = upTo(AUTHOR_BOUND)): Promise<Author> {
  const { key, row } = await issueKey(await home.ctx(), {
    name: 'x',
    scopes: allScopes,
    expiresAt: null,
    bounds,
    ...more,
  })
  return { client: app.clientFor(key, home.communityId), keyId: row.key_id }
}

const authors: Readonly<Record<string, () => Promise<Author>>> = {
  'without a condition': () => keyOf(),
  'with an end': () => keyOf({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() }),
  'with a network': () => keyOf({ allowedAddresses: ['127.0.0.0/8'] }),
  'bound to a rank': async () => {
    const binding = { userId: officer, lowestRank: roles.lieutenant }
    return staffOf(app, home, 'administrator', 'Ana', upTo(AUTHOR_BOUND), binding)
  },
  'for a member': async () => {
    const author = await keyOf({ actFor: true })
    return { ...author, client: through(author.client, { 'X-On-Behalf-Of': String(officer) }) }
  },
}

const ofAuthor = ({ keyId, personId }: Author) =>
  keyId === undefined ? (['person', 'person_id', personId ?? ''] as const) : (['api_key', 'key_id', keyId] as const)

/** What happens to the author before the gift is given. */
const between: Readonly<Record<string, (author: Author) => Promise<unknown>>> = {
  nothing: () => Promise.resolve(),
  expired: async ({ keyId, personId }) => {
    const past = new Date(Date.now() - 1_000).toISOString()
    if (keyId !== undefined)
      return app.dba.updateTable('api_key').set({ expires_at: past }).where('key_id', '=', keyId).execute()
    return app.dba
      .updateTable('person_session')
      .set({ expires_at: past })
      .where('person_id', '=', personId ?? '')
      .execute()
  },
  'rank lost': () => Promise.resolve(app.world.takeRole(group.id, officer, roles.lieutenant)),
  revoked: async ({ keyId, personId }) =>
    keyId === undefined
      ? app.dba
          .updateTable('person_session')
          .set({ ended_at: new Date().toISOString() })
          .where('person_id', '=', personId ?? '')
          .execute()
      : done(home.client.post(`/v2/keys/${keyId}/revoke`)),
  disabled: async (author) => {
    const [, , id] = ofAuthor(author)
    const path = author.keyId === undefined ? `/v2/people/${id}` : `/v2/keys/${id}`
    return done(home.client.patch(path, { enabled: false }))
  },
}

/** Who changes the resource before the gift is given, and the answer. */
const changers: Readonly<
  Record<string, { readonly client: (thing: Stored) => Promise<Client>; readonly answers: readonly unknown[] }>
> = {
  'with authority': { client: async () => (await keyOf({}, everyRank)).client, answers: [[200, undefined]] },
  'without authority': {
    client: ({ scope }) => home.clientWith([scope]),
    // not for suspensionEnd, which needs suspensions.write and the bounds only; the bounds of the key are unlimited
    answers: [[403, 'insufficient_scope']],
  },
  'with less authority': {
    client: async () => (await keyOf({}, upTo(10))).client,
    answers: [[403, 'rank_out_of_bounds']],
  },
  'of another community': { client: () => Promise.resolve(other.client), answers: [] },
}

async function assertChanged(id: string, thing: Stored, changer: string): Promise<void> {
  if (thing === template) return
  const { client, answers } = changers[changer] as (typeof changers)[string]
  const before = await recordedFor(thing, id)
  const answer = await thing.widen(await client(thing), id)
  const isOwn = changer === 'without authority' && thing === suspensionEnd
  // settings and ranks have no id: the other community changes its own
  if (answers.length > 0) expect([changer, sent(answer)]).toEqual([changer, isOwn ? [200, undefined] : answers[0]])
  else if (id !== '') expect([changer, answer.status]).toEqual([changer, 404])
  if (changer !== 'with authority') expect(await recordedFor(thing, id)).toEqual(before)
  else if (thing.recorded) expect(await recordedFor(thing, id)).toBeNull()
}

async function recordedFor({ recorded }: Stored, id: string): Promise<unknown> {
  if (!recorded) return null
  const rows =
    recorded === 'event'
      ? app.dba.selectFrom('event').select('author_bounds').where('event_id', '=', id)
      : app.dba
          .selectFrom('application_version')
          .select('author_bounds')
          .where('application_id', '=', id)
          .orderBy('version', 'desc')
  return (await rows.executeTakeFirst())?.author_bounds ?? null
}

const names = { authors: Object.keys(authors), between: Object.keys(between), changers: Object.keys(changers) }
const product = Object.keys(things).flatMap((operation, at) =>
  names.authors.flatMap((author, one) =>
    names.between.flatMap((event, two) =>
      names.changers.flatMap((changer, three) =>
        isWhole || ((one + at) % 5 === two && (one + 2 * at) % 4 === three)
          ? [[operation, author, event, changer] as const]
          : [],
      ),
    ),
  ),
)

it('has each operation with each author, each event and each changer', () => {
  for (const operation of Object.keys(things)) {
    const of = product.filter(([id]) => id === operation)
    expect([1, 2, 3].map((column) => new Set(of.map((one) => one[column])).size)).toEqual([5, 5, 4])
  }
})

it.each(product)('%s by an author %s, then %s, changed by a caller %s', async (operation, author, happens, changer) => {
  resetRoles(app)
  if (rolesOnPlatform(app, player).includes(MODERATOR)) app.world.takeRole(group.id, player, MODERATOR)
  app.world.giveRole(group.id, officer, roles.lieutenant)
  home = await app.community()
  await home.client.patch(`/v2/ranks/${MODERATOR}`, { managed: false })
  for (const userId of [player, officer]) await home.client.get(`/v2/members/${userId}`)
  const thing = things[operation as keyof typeof stores]
  const isNew = /^(create|save)/.test(operation)
  const made = isNew ? null : await thing.make(home.client)
  const by = await (authors[author] as (typeof authors)[string])()
  const id = thing.idOf(await done(thing.store(by.client, made)), made)
  if (thing.recorded && thing !== template) {
    // the author's bounds, which are below those of the member (who holds 100)
    const bounds = { highestGiven: AUTHOR_BOUND, lowestTouched: 0, highestTouched: AUTHOR_BOUND }
    expect(await recordedFor(thing, id)).toEqual(bounds)
  }
  if (thing === suspensionEnd) expect(rolesOnPlatform(app, player)).not.toContain(thing.role)
  await (between[happens] as (typeof between)[string])(by)
  await assertChanged(id, thing, changer)
  if (thing === template) return
  await thing.give(id)
  await until('it is given', () => rolesOnPlatform(app, player).includes(thing.role))
})
