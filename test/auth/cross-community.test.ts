// Another community's ids answer as if they did not exist: every operation of the contract that takes one, computed from it.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { operationTable } from '../../generated/operations'
import { createAward } from '../../src/awards/actions'
import { loadContract } from '../../src/contract/document'
import type { OperationId } from '../../src/contract/types'
import { connectGroup } from '../../src/group/actions'
import { randomBase32 } from '../../src/ids'
import { applicant } from '../submissions/fixture'
import { group, startTestApp, type Answer, type TestApp, type TestCommunity } from '../support/app'
import { until } from '../support/until'

/** Stands in every text of the first community, and in nobody else's. */
const mark = 'alphamark'
const account = group.members[0]
/** What the first community keeps of the account, and nobody else. */
const numbers = { experience: 424_242, quotaPoints: 313_131 }
/** The second community's group on the platform, with the same accounts in it. */
const otherGroup = { id: 701, apiKey: 'the-other-platform-key', recruit: 8_001, sergeant: 8_050 }

type Ids = Readonly<Record<string, string>>

/** Something that belongs to one community, by the name of the parameter or property that holds its id. */
interface Thing {
  /** Makes a fresh one; `ids` holds what was made before it, its parents too. */
  readonly make: (community: TestCommunity, ids: Ids) => Promise<string> | string
  /** An id of the same form that nobody ever had. */
  readonly never: () => string
}

const idOf = (prefix: string) => (): string => `${prefix}_${randomBase32(20)}`
/** The first community's texts hold the mark. */
const wordOf = ({ communityId }: TestCommunity): string => (communityId === here.communityId ? mark : 'betaword')

function definitionOf(community: TestCommunity): object {
  const question = { id: 'why', type: 'short', title: `Why, ${wordOf(community)}?` }
  return { name: `Form ${wordOf(community)}`, state: 'open', questions: [question] }
}

/** In this order: those that others lie under first. A new id of the contract belongs here, with how one comes about. */
const things: Readonly<Record<string, Thing>> = {
  applicationId: {
    make: async (community) => {
      const { body } = await community.client.post('/v2/applications', { definition: definitionOf(community) })
      return body.data.applicationId as string
    },
    never: idOf('app'),
  },
  templateId: {
    make: async (community) => {
      const template = { name: `Template ${wordOf(community)}`, definition: definitionOf(community) }
      const { body } = await community.client.post('/v2/applications/templates', template)
      return body.data.templateId as string
    },
    never: idOf('tpl'),
  },
  responseId: {
    make: async (community, { applicationId }) => {
      const answers = { why: `Because, ${wordOf(community)}` }
      const submission = { userId: await applicant(app), version: 1, answers }
      const { body } = await community.client.post(`/v2/applications/${applicationId}/responses`, submission)
      return body.data.response.responseId as string
    },
    never: idOf('rsp'),
  },
  operationId: {
    // one that waits for another hour, so that nothing moves meanwhile
    make: async ({ communityId }) => {
      const operationId = idOf('op')()
      await sql`insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at,
          not_before, actor_kind, actor_id)
        values (${communityId}, ${operationId}, 'rank.promote', ${group.members[4]}, false, false, now() + interval '1 hour',
          now() + interval '1 hour', 'key', 'test')`.execute(app.app.db)
      return operationId
    },
    never: idOf('op'),
  },
  /** The name of a medal or a qualification. */
  name: {
    make: async (community) => {
      const name = `Award ${wordOf(community)} ${randomBase32(5)}`
      for (const kind of ['medal', 'qualification'] as const) await createAward(await community.ctx(), kind, name)
      return name
    },
    never: () => `Award of nobody ${randomBase32(5)}`,
  },
  rankUniqueId: {
    make: ({ communityId }) => String(communityId === here.communityId ? group.roles.sergeant : otherGroup.sergeant),
    never: () => '987654321',
  },
}

/** Ids that are not a community's: the platform's accounts, which every community may have as members of its own. */
const accounts = ['userId', 'UserId']
/** What looks like an id and names nothing that is stored under it. */
const noIds = ['rankId', 'groupId']
/** Query parameters that name nothing. */
const plainQuery = ['cursor', 'limit', 'by', 'refresh', 'status', 'version']
/** Lists whose cursor is no secret: a user id, after which the community's own members follow. */
const openCursors: readonly string[] = ['listMembers']

/** What makes each list longer by a row. A new list of the contract belongs here. */
const stock: Readonly<Partial<Record<OperationId, (community: TestCommunity, ids: Ids) => Promise<unknown>>>> = {
  listMembers: ({ client }) => Promise.all(group.members.map((userId) => client.get(`/v2/members/${userId}`))),
  listApplications: async (community, ids) => thing('applicationId').make(community, ids),
  listTemplates: async (community, ids) => thing('templateId').make(community, ids),
  listResponses: async (community, ids) => thing('responseId').make(community, ids),
}
/** More rows than any list has on a page that nobody asked to be shorter. */
const MOST_ON_A_PAGE = 110

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}
interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: string
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly content: { 'application/json': { schema: Schema; examples: Record<string, { value: object }> } }
  }
}

const contract = loadContract() as unknown as { paths: Record<string, Record<string, Operation>> }

function resolved<T extends { readonly $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node
  const steps = node.$ref.slice(2).split('/')
  return resolved(steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract) as T)
}

/** The names of a body's properties, however deep; an award's name is known by its schema. */
function propertiesOf(schema: Schema, seen: readonly Schema[] = []): string[] {
  const node = resolved(schema)
  if (seen.includes(node)) return []
  const inner = [node.items, ...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  const own = Object.entries(node.properties ?? {})
  return [
    ...own.map(([name, one]) => (name === 'name' && !one.$ref?.endsWith('/AwardName') ? 'a name' : name)),
    ...[...own.map(([, one]) => one), ...inner].flatMap((one) => (one ? propertiesOf(one, [...seen, node]) : [])),
  ]
}

/** One operation, and what in its request is the id of something. */
interface Case {
  readonly id: OperationId
  readonly method: string
  readonly path: string
  readonly pathNames: readonly string[]
  readonly queryNames: readonly string[]
  readonly bodyNames: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly examples: readonly object[]
}

const looksLikeId = (name: string): boolean => name === 'name' || /(^id|Ids?|Uid)$/.test(name)

const cases: Case[] = (Object.keys(operationTable) as OperationId[])
  .filter((id) => operationTable[id].scope !== null)
  .map((id) => {
    const { method, path } = operationTable[id]
    const operation = contract.paths[path]?.[method] ?? {}
    const parameters = (operation.parameters ?? []).map(resolved)
    const json = operation.requestBody?.content['application/json']
    const bodyNames = json ? propertiesOf(json.schema).filter((name) => name !== 'id' && looksLikeId(name)) : []
    const namesIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name)
    return {
      ...{ id, method: method.toUpperCase(), path, parameters, bodyNames: [...new Set(bodyNames)] },
      pathNames: namesIn('path'),
      queryNames: namesIn('query').filter((name) => !plainQuery.includes(name)),
      examples: Object.values(json?.examples ?? {}).map(({ value }) => value),
    }
  })

const isThing = (name: string): boolean => name in things
const thing = (name: string): Thing => {
  const found = things[name]
  if (found) return found
  throw new Error(`nobody said how ${name} comes about`)
}
const namesOf = ({ pathNames, queryNames, bodyNames }: Case) => [...pathNames, ...queryNames, ...bodyNames]
const thingsOf = (one: Case): string[] => Object.keys(things).filter((name) => namesOf(one).includes(name))

interface Sent {
  readonly path: string
  readonly body: object | undefined
  readonly headers: Record<string, string>
}

/** The contract's own example of a request, with these ids in their places. */
function requestOf(one: Case, ids: Ids): Sent {
  const value = (name: string): string => (accounts.includes(name) ? String(account) : (ids[name] ?? ''))
  const path = one.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
  const required = one.parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name)
  const query = [...one.queryNames, ...required].map((name) => {
    const example = one.parameters.find((each) => each.name === name)?.example ?? ''
    return `${name}=${encodeURIComponent(isThing(name) || accounts.includes(name) ? value(name) : example)}`
  })
  const key = one.parameters.some(({ name }) => name === 'Idempotency-Key') ? { 'Idempotency-Key': randomUUID() } : {}
  return {
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    body: bodyOf(one, ids),
    headers: key,
  }
}

/** The first example that names all things the body may name. */
function bodyOf({ id, examples, bodyNames }: Case, ids: Ids): object | undefined {
  const wanted = bodyNames.filter(isThing)
  const example =
    examples.find((one) => wanted.every((name) => name in one)) ?? (wanted.length === 0 ? examples[0] : null)
  if (example === null) throw new Error(`openapi.yaml: ${id} needs an example whose body has ${wanted.join(' and ')}`)
  if (example === undefined) return undefined
  const put = wanted.map((name) => [name, name === 'rankUniqueId' ? Number(ids[name]) : ids[name]])
  const person = accounts.filter((name) => name in example).map((name) => [name, String(account)])
  return { ...structuredClone(example), ...(Object.fromEntries([...put, ...person]) as object) }
}

let app: TestApp
let here: TestCommunity
let there: TestCommunity
/** Ids of the first community: none of them may be told to the second. */
const made = new Set<string>()

beforeAll(async () => {
  app = await startTestApp({ scheduler: true })
  here = await app.community()
  there = await app.community({ connected: false })
  connectable(app)
  await connectGroup(await there.ctx(), otherGroup.id, otherGroup.apiKey)
  const { client } = here
  const member = `/v2/members/${account}`
  await client.get(member)
  for (const [route, amount] of [
    ['experience', numbers.experience],
    ['quota-points', numbers.quotaPoints],
  ] as const) {
    await client.post(`${member}/${route}`, { op: 'set', amount, reason: `For ${mark}` })
  }
  const name = await thing('name').make(here, {})
  await client.post(`${member}/medals`, { name })
  await client.post(`${member}/qualifications`, { name })
  await there.client.get(member)
  await sql`insert into verified_account (user_id, chat_user_id) values (${account}, 'somebody')`.execute(app.app.db)
})
afterAll(() => app.close())

/** A group of its own for the second community: what it does to ranks is nothing that the first one's group shows. */
function connectable({ world }: TestApp): void {
  world.addGroup({ groupId: otherGroup.id, name: 'Other group', ownerUserId: group.owner })
  world.addRole(otherGroup.id, { roleId: 8_000, rank: 0, name: 'guest' })
  world.addRole(otherGroup.id, { roleId: otherGroup.recruit, rank: 1, name: 'recruit' })
  world.addRole(otherGroup.id, { roleId: otherGroup.sergeant, rank: 50, name: 'sergeant' })
  for (const userId of group.members) world.addMember(otherGroup.id, userId)
  world.addKey(otherGroup.apiKey, { name: 'other', ownerUserId: group.owner, groupIds: [otherGroup.id] })
}

/** Fresh things of a community, those that others lie under first. */
async function makeThings(community: TestCommunity, names: readonly string[]): Promise<Ids> {
  const ids: Record<string, string> = {}
  const parents = names.includes('responseId') ? ['applicationId', ...names] : names
  for (const name of Object.keys(things).filter((one) => parents.includes(one))) {
    ids[name] = await thing(name).make(community, ids)
    if (community === here && name !== 'rankUniqueId') made.add(ids[name])
  }
  return ids
}

const neverMade = (names: readonly string[]): Ids =>
  Object.fromEntries(names.map((name) => [name, thing(name).never()]))

function call({ client }: TestCommunity, { method }: Case, { path, body, headers }: Sent): Promise<Answer> {
  return client.send(method, path, body, headers)
}

/** Status and text, without the ids that were sent and the times and ids of the answer itself. */
function shown({ status, text }: Answer, sent: Ids): string {
  return Object.values(sent).reduce((told, id) => told.replaceAll(id, '<id>'), `${status} ${text}`)
}

/** A digest of every row of the community, over whatever tables have a community. When a key was last used is no change. */
async function digestOf({ communityId }: TestCommunity): Promise<Record<string, string>> {
  await until('no job is left', async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs limit 1`.execute(app.app.db)
    return rows.length === 0
  })
  const { rows: tables } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'community_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(app.app.db)
  const digest: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(row, ',' order by row)) as digest from (
        select (to_jsonb(t) - 'last_used_at')::text as row from ${sql.table(name)} t
        where community_id = ${communityId}) rows`.execute(app.app.db)
    digest[name] = rows[0]?.digest ?? 'empty'
  }
  return digest
}

/** Nothing of the first community is in what the second was told; what it sent itself may be echoed. */
function expectSilent(answer: Answer, sent: Sent): void {
  const secrets = [mark, String(numbers.experience), String(numbers.quotaPoints), ...made]
  const request = decodeURIComponent(`${sent.path} ${JSON.stringify(sent.body)}`)
  const told = secrets.filter((secret) => answer.text.includes(secret) && !request.includes(secret))
  expect({ told, text: answer.text }).toEqual({ told: [], text: answer.text })
}

it('every id that the contract takes is one this test knows how to come by', () => {
  const unknown = cases.flatMap((one) =>
    namesOf(one)
      .filter((name) => !isThing(name) && ![...accounts, ...noIds].includes(name))
      .map(
        (name) =>
          `${one.id} takes ${name}: say in \`things\` of test/auth/cross-community.test.ts how one comes about in a ` +
          'community, or in accounts, noIds or plainQuery why it is nothing of a community',
      ),
  )
  expect(unknown).toEqual([])
  const unused = Object.keys(things).filter((name) => !cases.some((one) => namesOf(one).includes(name)))
  expect(unused).toEqual([])
})

const withThings = cases.filter((one) => thingsOf(one).length > 0)

it.each(withThings.map((one) => [one.id, one] as const))(
  '%s: an id of another community is one that never existed',
  async (_, one) => {
    const names = thingsOf(one)
    const ids = await makeThings(here, names)
    const before = await digestOf(here)
    const [theirs, nobodys] = [requestOf(one, ids), requestOf(one, neverMade(names))]
    const [first, second] = [await call(there, one, theirs), await call(there, one, nobodys)]
    expect(first.status).toBe(404)
    expect(first.body.error.code).toMatch(/_not_found$/)
    expect(shown(first, ids)).toBe(shown(second, sentBy(nobodys, one)))
    expectSilent(first, theirs)
    expect(await digestOf(here)).toEqual(before)
    // or the ids were never any good
    const own = await call(here, one, requestOf(one, ids))
    expect([own.status === 404, own.text]).toEqual([false, own.text])
  },
)

/** The ids in a request that nobody ever had, as they were sent. */
function sentBy({ path, body }: Sent, one: Case): Ids {
  const steps = decodeURIComponent(path.split('?')[0] ?? '').split('/')
  const inPath = one.path.split('/').map((step, at) => [step.slice(1, -1), steps[at] ?? ''] as const)
  const inQuery = [...new URLSearchParams(path.split('?')[1] ?? '')]
  const inBody = Object.entries(body ?? {}).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries([...inPath, ...inQuery, ...inBody].filter(([name]) => isThing(name)))
}

const nested = cases.filter(({ pathNames }) => pathNames.filter(isThing).length > 1)

it.each(nested.map((one) => [one.id, one] as const))(
  '%s: what lies under one thing is not under another',
  async (_, one) => {
    const [parent = '', child = ''] = one.pathNames.filter(isThing)
    const ids = await makeThings(here, thingsOf(one))
    const before = await digestOf(here)
    for (const [community, told] of [
      [there, 'their own form'],
      [here, 'another form of the same community'],
    ] as const) {
      const other = { ...ids, [parent]: await thing(parent).make(community, {}) }
      const digest = community === here ? await digestOf(here) : before
      const never = { ...other, [child]: thing(child).never() }
      const [first, second] = [
        await call(community, one, requestOf(one, other)),
        await call(community, one, requestOf(one, never)),
      ]
      expect([told, first.status]).toEqual([told, 404])
      expect(shown(first, other)).toBe(shown(second, never))
      expect(await digestOf(here)).toEqual(digest)
    }
  },
)

const others = cases.filter((one) => thingsOf(one).length === 0)

it.each(others.map((one) => [one.id, one] as const))(
  '%s: shows and changes nothing of another community',
  async (_, one) => {
    await makeThings(here, ['applicationId', 'templateId', 'operationId'])
    const before = await digestOf(here)
    const sent = requestOf(one, {})
    const answer = await call(there, one, sent)
    expect([answer.status < 500, answer.text]).toEqual([true, answer.text])
    expectSilent(answer, sent)
    expect(await digestOf(here)).toEqual(before)
  },
)

const onMembers = cases.filter(({ pathNames }) => pathNames.includes('userId'))

it.each(onMembers.map((one) => [one.id, one] as const))(
  '%s: an account is a member of each community by itself',
  async (_, one) => {
    const ids = await makeThings(there, thingsOf(one))
    const before = await digestOf(here)
    const sent = requestOf(one, ids)
    const answer = await call(there, one, sent)
    // the request is good: only what it finds there may stop it
    expect([[400, 403, 404, 500].includes(answer.status), answer.text]).toEqual([false, answer.text])
    expectSilent(answer, sent)
    expect(await digestOf(here)).toEqual(before)
  },
)

/** A page of a list, as short as it may be. */
function page({ client }: TestCommunity, one: Case, ids: Ids, cursor: string | null): Promise<Answer> {
  const { path } = requestOf({ ...one, queryNames: one.queryNames.filter(isThing) }, ids)
  const short = one.parameters.some(({ name }) => name === 'limit') ? ['limit=1'] : []
  const query = [...short, ...(cursor === null ? [] : [`cursor=${cursor}`])].join('&')
  return client.get(query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`)
}

/** The cursor after the first page of a list of the first community, which is filled until there is one. */
async function cursorOf(one: Case, ids: Ids): Promise<string> {
  const more = stock[one.id]
  if (!more) throw new Error(`${one.id} is a list: say in \`stock\` of test/auth/cross-community.test.ts how it grows`)
  for (let rows = 0; rows < MOST_ON_A_PAGE; rows++) {
    await more(here, ids)
    const { body } = await page(here, one, ids, null)
    const cursor = (body.meta?.nextCursor ?? body.data?.nextCursor ?? null) as string | null
    if (cursor !== null) return cursor
  }
  throw new Error(`${one.id} has one page, however long: \`stock\` in this file makes something else`)
}

const lists = cases.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))

it.each(lists.map((one) => [one.id, one] as const))(
  '%s: a cursor leads nowhere in another community',
  async (_, one) => {
    const ids = await makeThings(here, thingsOf(one))
    const cursor = await cursorOf(one, ids)
    expect((await page(here, one, ids, cursor)).status).toBe(200)
    const own = await makeThings(there, thingsOf(one))
    const answer = await page(there, one, own, cursor)
    expectSilent(answer, { path: '', body: undefined, headers: {} })
    if (openCursors.includes(one.id)) return expect(answer.status).toBe(200)
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_failed'])
  },
)

it('an idempotency key is one community’s: the same key in another is another intent', async () => {
  const headers = { 'Idempotency-Key': 'the-same-for-both' }
  const body = { userId: String(account), rankId: 50 }
  const first = await here.client.post('/v2/platform-operations/ranks', body, headers)
  const second = await there.client.post('/v2/platform-operations/ranks', body, headers)
  expect([first.status, second.status]).toEqual([202, 202])
  expect(second.body.data.id).not.toBe(first.body.data.id)
})
