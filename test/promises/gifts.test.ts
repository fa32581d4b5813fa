// What is stored and gives later, and what is deferred, by the marks of the contract: every such operation, its author, what happens
// to the author before it is given, and who changes it. A part of the product by default, all of it with LONG=1.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { gives, operationTable, stores } from '../../generated/operations'
import { allScopes, issueKey } from '../../src/auth/actions'
import type { BoundsInput } from '../../src/auth/bounds/rules'
import type { AuthorBounds } from '../../src/context'
import { loadContract } from '../../src/contract/document'
import type { OperationId } from '../../src/contract/types'
import { endDueSuspensions } from '../../src/moderation/suspensions/actions'
import { readStaffRanks } from '../../src/people/rank-readings/actions'
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
import { hold, release, resetRoles, rolesOnPlatform } from '../operations/fixture'
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
  /** Null: what is made of it is authorised again, or has its own author. */
  readonly recorded: Recording | null
}

/** Where the bounds of the author are, and which ones: who gives it chooses to whom, or the author has. */
interface Recording {
  readonly of:
    'application_version' | 'event' | 'medal' | 'qualification' | 'rank' | 'suspension' | 'suspension_settings'
  readonly bounds: AuthorBounds
  /** What is stored a second time keeps its author. */
  readonly isKept?: boolean
}

const whole: AuthorBounds = { highestGiven: AUTHOR_BOUND, lowestTouched: 0, highestTouched: AUTHOR_BOUND }
const givenAlone: AuthorBounds = { ...whole, highestTouched: 255 }
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
  recorded: { of: 'application_version', bounds: whole },
}
const template: Stored = {
  ...form,
  recorded: null,
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
  recorded: null,
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
  recorded: { of: 'event', bounds: whole },
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
  recorded: { of: kind === 'medals' ? 'medal' : 'qualification', bounds: givenAlone },
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
  recorded: { of: 'rank', bounds: whole },
}
/** The thresholds have their authors. */
const autoRank: Stored = {
  ...threshold,
  recorded: null,
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
  recorded: { of: 'suspension_settings', bounds: givenAlone, isKept: true },
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
  recorded: { of: 'suspension', bounds: whole },
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
  /** Of one that acts for a member: in its own name. */
  readonly own?: Client
  readonly keyId?: string
  readonly personId?: string
}

const through = (client: Client, headers: Headers): Client => ({
  ...client,
  get: (path) => client.get(path),
  post: (path, body, more) => client.post(path, body, { ...headers, ...more }),
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
    const person = await staffOf(app, home, 'administrator', 'Ana', upTo(AUTHOR_BOUND), binding)
    // a job reads it after the person was bound
    const read = app.dba.selectFrom('person').select('rank_read_at').where('person_id', '=', person.personId)
    await until('the rank of the person', async () => (await read.executeTakeFirst())?.rank_read_at != null)
    return person
  },
  'for a member': async () => {
    const author = await keyOf({ actFor: true })
    return { ...author, own: author.client, client: through(author.client, { 'X-On-Behalf-Of': String(officer) }) }
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
  const before = await recordedFor(thing)
  const answer = await thing.widen(await client(thing), id)
  const isOwn = changer === 'without authority' && thing === suspensionEnd
  // settings and ranks have no id: the other community changes its own
  if (answers.length > 0) expect([changer, sent(answer)]).toEqual([changer, isOwn ? [200, undefined] : answers[0]])
  else if (id !== '') expect([changer, answer.status]).toEqual([changer, 404])
  const isChanged = answers.length > 0 && answer.status === 200 && thing.recorded?.isKept !== true
  expect(await recordedFor(thing)).toEqual(isChanged ? null : before)
}

/** Of the newest version, of the one community. */
async function recordedFor({ recorded }: Stored): Promise<unknown> {
  if (!recorded) return null
  const { of } = recorded
  const only = of === 'rank' ? sql`and unique_id = ${roles.sergeant}` : sql``
  const newest = of === 'application_version' ? sql`order by version desc` : sql``
  const { rows } = await sql<{ author_bounds: unknown }>`select author_bounds from ${sql.table(of)}
    where community_id = ${home.communityId} ${only} ${newest}`.execute(app.dba)
  return rows[0]?.author_bounds ?? null
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

beforeEach(async () => {
  resetRoles(app)
  if (rolesOnPlatform(app, player).includes(MODERATOR)) app.world.takeRole(group.id, player, MODERATOR)
  app.world.giveRole(group.id, officer, roles.lieutenant)
  home = await app.community()
  await home.client.patch(`/v2/ranks/${MODERATOR}`, { managed: false })
  for (const userId of [player, officer]) await home.client.get(`/v2/members/${userId}`)
})

/** The group is that of all communities: jobs of an earlier one would rank the player again. */
afterEach(() => app.dba.deleteFrom('platform_connection').where('community_id', '=', home.communityId).execute())

it.each(product)('%s by an author %s, then %s, changed by a caller %s', async (operation, author, happens, changer) => {
  const thing = things[operation as keyof typeof stores]
  const isNew = /^(create|save)/.test(operation)
  const made = isNew ? null : await thing.make(home.client)
  const by = await (authors[author] as (typeof authors)[string])()
  const id = thing.idOf(await done(thing.store(by.client, made)), made)
  // less than those of the member, who holds 100
  expect(await recordedFor(thing)).toEqual(thing.recorded?.bounds ?? null)
  if (thing === suspensionEnd) expect(rolesOnPlatform(app, player)).not.toContain(thing.role)
  await (between[happens] as (typeof between)[string])(by)
  await assertChanged(id, thing, changer)
  if (thing === template) return
  await thing.give(id)
  await until('it is given', () => rolesOnPlatform(app, player).includes(thing.role))
})

/** What is asked and made later: by the queue, or by a job. */
interface Deferred {
  /** Before the queue is held. */
  readonly prepare?: () => Promise<unknown>
  readonly ask: (author: Client, prepared: unknown) => Promise<unknown>
  readonly isMade: () => boolean
}

const holds = (role: number) => (): boolean => rolesOnPlatform(app, player).includes(role)
const submit = (client: Client, kind: string, body: object): Promise<Answer> =>
  client.post(`/v2/platform-operations/${kind}`, body, { 'Idempotency-Key': randomUUID() })
const setRank = { userId: player, rankUniqueId: roles.sergeant }
let stranger = 880_000

const deferred: Readonly<Record<string, Deferred>> = {
  submitRankOperation: { ask: (client) => done(submit(client, 'ranks', setRank)), isMade: holds(roles.sergeant) },
  submitRoleOperation: {
    ask: (client) => done(submit(client, 'roles', { userId: player, roleUniqueId: MODERATOR, action: 'assign' })),
    isMade: holds(MODERATOR),
  },
  submitJoinOperation: {
    ask(client) {
      app.world.addUser({ userId: ++stranger, username: `Stranger${stranger}` })
      app.world.joins.send(group.id, stranger)
      return done(submit(client, 'join-requests', { userId: stranger, action: 'accept' }))
    },
    isMade: () => app.world.groups.get(group.id)?.members.has(stranger) === true,
  },
  retryPlatformOperation: {
    async ask(client) {
      const { id } = await done(submit(home.client, 'ranks', setRank))
      await done(home.client.post(`/v2/platform-operations/${id}/cancel`))
      return done(client.post(`/v2/platform-operations/${id}/retry`))
    },
    isMade: holds(roles.sergeant),
  },
  awardBatch: {
    prepare: () => done(home.client.patch(`/v2/ranks/${roles.sergeant}`, { autoRank: { experience: 100 } })),
    ask: (client) =>
      done(
        client.post('/v2/award-batches', {
          batchId: randomUUID(),
          entries: [{ userId: player, experience: { op: 'increment', amount: 200 } }],
        }),
      ),
    isMade: holds(roles.sergeant),
  },
  finishEvent: {
    async prepare() {
      const { eventId } = await done(newEvent(home.client, await newType(home.client), { awards }))
      const path = `/v2/events/${eventId as string}`
      await done(home.client.put(`${path}/attendees`, { attendees: [{ userId: player, attendance: 'present' }] }))
      await done(home.client.post(`${path}/start`, {}))
      return path
    },
    ask: (client, path) => done(client.post(`${path as string}/finish?wait=false`, {})),
    isMade: holds(roles.sergeant),
  },
  createReversal: {
    async prepare() {
      const { client, keyId } = await keyOf({}, everyRank)
      await done(client.put(`/v2/members/${player}/rank`, { rankUniqueId: roles.sergeant }))
      return { source: 'key', sourceId: keyId, from: new Date(Date.now() - 600_000).toISOString() }
    },
    async ask(client, body) {
      await done(client.post('/v2/reversals', body))
      await until('the change that takes it back', async () => (await queued()) > 0)
    },
    isMade: () => !holds(roles.sergeant)(),
  },
}

const queued = async (): Promise<number> => {
  const open = app.dba.selectFrom('platform_operation').select('operation_id').where('completed_at', 'is', null)
  return (await open.where('community_id', '=', home.communityId).execute()).length
}

/** With an answer before it is made, or whose ranks follow; what gives nothing later is named with its reason. */
const others: Readonly<Partial<Record<OperationId, string>>> = {
  cancelPlatformOperation: 'gives nothing',
  createSuspension: 'waits for the move, whose author is asked when it is sent: test/people/dispatch.test.ts',
  updateSettings: 'changes limits',
  sendTestMessage: 'sends a message',
  redeliverWebhookMessage: 'sends a message',
}

it('has each operation of the contract that defers what it gives', () => {
  const { paths } = loadContract()
  const accepts = (Object.keys(operationTable) as OperationId[]).filter((id) => {
    const { path, method } = operationTable[id]
    return '202' in (paths?.[path]?.[method]?.responses ?? {})
  })
  const given = Object.keys(gives).filter((id) => !(id in stores))
  const all = [...new Set([...accepts, ...given])].filter((id) => others[id as OperationId] === undefined)
  expect(Object.keys(deferred).sort()).toEqual(all.sort())
})

const namesNoRank = ['createReversal', 'submitJoinOperation']

/**
 * A change that waits ends with what its author has lost; a session that ends is no loss of the person, and whoever is in
 * the group lets others in.
 */
function isKept(operation: string, author: string, happens: string): boolean {
  if (happens === 'nothing') return true
  if (happens === 'rank lost')
    return author !== 'bound to a rank' && (author !== 'for a member' || namesNoRank.includes(operation))
  return author === 'bound to a rank' && happens !== 'disabled'
}

const waiting = Object.keys(deferred).flatMap((operation, at) =>
  names.authors.flatMap((author, one) =>
    names.between.flatMap((event, two) =>
      isWhole || (one + at) % 5 === two ? [[operation, author, event] as const] : [],
    ),
  ),
)

describe('what is asked and made later', () => {
  beforeEach(() => release(app))
  afterAll(() => release(app))

  it.each(waiting)('%s by an author %s, then %s', async (operation, author, happens) => {
    const { prepare, ask, isMade } = deferred[operation] as Deferred
    const by = await (authors[author] as (typeof authors)[string])()
    const prepared = await prepare?.()
    await hold(app)
    // a reversal is asked in nobody's name
    await ask(operation === 'createReversal' ? (by.own ?? by.client) : by.client, prepared)
    expect(await queued()).toBe(1)
    await (between[happens] as (typeof between)[string])(by)
    if (happens === 'rank lost') await readStaffRanks(await home.ctx())
    await release(app)
    await until('the end of the change', async () => (await queued()) === 0)
    expect(isMade()).toBe(isKept(operation, author, happens))
  })
})
