// Effects of an operation that need a scope besides its own, as the contract marks them.
import path from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { effects, gives, operationTable } from '../../generated/operations'
import { readContract, type Json, type Schema } from '../../clients/conformance/src/contract'
import { sampleOf } from '../../clients/conformance/src/values'
import { allScopes } from '../../src/auth/actions'
import type { Effect } from '../../src/auth/effects'
import { createAward } from '../../src/awards/medals/actions'
import { setSubscription } from '../../src/communities/actions'
import type { OperationId } from '../../src/contract/types'
import { randomBase32 } from '../../src/base/ids'
import { group, startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { failedOperation, makeForms, successOf } from '../support/successes'
import { until } from '../support/until'

interface Facts {
  readonly body: readonly { readonly effect: Effect; readonly at: readonly string[] }[]
  readonly stored: readonly Effect[]
  readonly each: string | null
}
interface Giving {
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const facts = Object.entries(gives) as unknown as readonly (readonly [OperationId, Facts])[]
const bodyCases = facts.flatMap(([id, { body }]) => body.map(({ effect, at }) => [id, effect, at] as const))
const storedCases = facts.flatMap(([id, { stored }]) => stored.map((effect) => [id, effect] as const))
const featureOf = (effect: Effect): string | null => effects[effect].feature
const features = [...new Set(facts.flatMap(([, { body, stored }]) => [...body.map((one) => one.effect), ...stored]))]
  .map(featureOf)
  .filter((feature, index, all): feature is string => feature !== null && all.indexOf(feature) === index)

const contractFile = path.resolve(__dirname, '../../openapi.yaml')
const schemas = new Map<string, Schema>(
  readContract(contractFile).operations.map(({ id, body }) => [id, body?.schema ?? {}] as const),
)

let app: TestApp
let home: TestCommunity

beforeAll(async () => {
  app = await startTestApp()
  const all = [...new Set(Object.values(operationTable).flatMap(({ feature }) => feature ?? []))]
  for (const feature of features) {
    await sql`insert into plan (name, api_access, automatic_grading, features)
      values (${`no-${feature}`}, true, true, ${all.filter((one) => one !== feature)}::text[])`.execute(app.app.db)
  }
  home = await app.community()
  await createAward(await home.ctx(), 'medal', 'Valor')
  await createAward(await home.ctx(), 'qualification', 'Pilot')
  await makeForms(app, home)
})
afterAll(() => app.close())

/** Values for properties for which the generated sample is refused. */
const values: Readonly<Record<string, Json>> = {
  rankUniqueId: group.roles.private,
  // a role that makeForms declares to be no rank
  roleUniqueId: group.roles.lieutenant,
  rank: { rankUniqueId: group.roles.private },
  medals: ['Valor'],
  qualifications: ['Pilot'],
  roleUniqueIds: [group.roles.lieutenant],
  joinRequests: 'accept',
  autoRank: { experience: 9_000_000 },
}

function givingByBody(id: OperationId, at: readonly string[]): Giving {
  const { path, body = {}, headers } = successOf(id)
  return unused({ path, headers, body: withValue(schemas.get(id) ?? {}, withoutGifts(body) as Json, at) as object })
}

/**
 * The body without gifts. An update keeps what it leaves out, and needs the scopes of everything that the form then
 * gives.
 */
const withoutGifts = (body: object): object =>
  'version' in body && 'definition' in body
    ? { ...body, definition: { ...(body.definition as object), joinRequests: 'ignore', passAwards: {} } }
    : body

function withValue(schema: Schema, value: Json | undefined, [step, ...rest]: readonly string[]): Json {
  if (step === undefined) return sampleOf(schema)
  if (step === '*') return [withValue(schema.items ?? {}, undefined, rest)]
  const inner = schema.properties?.[step] ?? {}
  const given = rest.length === 0 ? values[step] : undefined
  const base = (value ?? requiredOf(schema)) as Readonly<Record<string, Json>>
  return { ...base, [step]: given ?? withValue(inner, base[step], rest) }
}

const known: Readonly<Record<string, Json>> = { userId: 101 }

function requiredOf({ properties = {}, required = [] }: Schema): Json {
  return Object.fromEntries(required.map((name) => [name, known[name] ?? sampleOf(properties[name] ?? {})]))
}

const awardOf = (effect: Effect): object => ({ [effect]: values[effect] ?? 1 })
const made = async (path: string, body: object): Promise<Answer['body']> =>
  (await home.client.post(path, body)).body.data

const kinds: Partial<Record<Effect, string>> = {
  rank: 'rank.set',
  suspension: 'rank.suspend',
  role: 'role.assign',
  join: 'join.accept',
}

/** Makes what a request needs. @returns the request */
const storing: Partial<Record<OperationId, (effect: Effect) => Promise<Giving>>> = {
  async createEvent(effect) {
    const { eventTypeId } = await made('/v2/event-types', { name: randomBase32(10), awards: [awardOf(effect)] })
    return { path: '/v2/events', body: { eventTypeId, startsAt: '2026-03-06T18:00:00Z' } }
  },
  async finishEvent(effect) {
    const { path, body = {} } = await storing.createEvent!(effect)
    const event = `${path}/${(await made(path, body)).eventId}`
    await made(`${event}/start`, {})
    await home.client.put(`${event}/attendees`, { attendees: [{ userId: 104, attendance: 'present' }] })
    return { path: `${event}/finish` }
  },
  async cancelPlatformOperation(effect) {
    const operationId = `op_${randomBase32(20)}`
    await sql`insert into platform_operation (community_id, operation_id, kind, user_id, target_unique_id, awaited, urgent,
        deadline_at, not_before, actor_kind, actor_id)
      values (${home.communityId}, ${operationId}, ${kinds[effect] ?? ''}, 103, ${group.roles.private}, false, false,
        now() + interval '1 hour', now() + interval '1 hour', 'key', 'test')`.execute(app.app.db)
    return { path: `/v2/platform-operations/${operationId}/cancel` }
  },
  async retryPlatformOperation(effect) {
    const operationId = await failedOperation(app, home, kinds[effect])
    return { path: `/v2/platform-operations/${operationId}/retry` }
  },
}

function givingWhatIsStored(id: OperationId, effect: Effect): Promise<Giving> {
  const store = storing[id]
  if (!store) throw new Error(`${id} gives what is stored: write down here how ${effect} is stored for it`)
  return store(effect)
}

const send = (client: Client, id: OperationId, { path, body, headers }: Giving): Promise<Answer> =>
  client.send(operationTable[id].method.toUpperCase(), path, body, headers)

/** Tables that background jobs change, and results of batches, which record refusals. */
const isVolatile = (table: string): boolean =>
  /^(api_key|award_batch|audit_news|community_storage|dispatch_lane|webhook_.*)$/.test(table)

let tables: Promise<string[]> | null = null

async function readTables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'community_id' and t.table_type = 'BASE TABLE'`.execute(
    app.app.db,
  )
  return rows.map(({ name }) => name).filter((name) => !isVolatile(name))
}

async function stateOf(): Promise<Record<string, string>> {
  // one statement of plain text: kysely takes 7 ms to build it
  const digests = (await (tables ??= readTables())).map(
    (name) => `select '${name}' as name, coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as digest
      from ${name} t where community_id = $1`,
  )
  const query = CompiledQuery.raw(digests.join(' union all '), [home.communityId])
  const { rows } = await app.app.db.executeQuery<{ name: string; digest: string }>(query)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** The error code of the request, or of its entry in a batch. */
function refusalOf(id: OperationId, { status, body }: Answer): unknown {
  const { each } = gives[id as keyof typeof gives] as Facts
  if (each === null) return { status, code: body.error?.code as unknown, details: body.error?.details as unknown }
  return { status: status === 200 ? 403 : status, code: body.data?.[each]?.[0]?.error?.code as unknown }
}

const missingScope = (id: OperationId, effect: Effect, granted: readonly string[]): object => {
  const refused = { status: 403, code: 'insufficient_scope' }
  return (gives[id as keyof typeof gives] as Facts).each === null
    ? { ...refused, details: { required: [effects[effect].scope], granted } }
    : refused
}

async function assertRefused(id: OperationId, giving: Giving, client: Client, expected: object): Promise<void> {
  await until('no rank change runs', async () => {
    const { rows } =
      await sql`select from platform_operation where completed_at is null and not_before <= now()`.execute(app.app.db)
    return rows.length === 0
  })
  const before = await stateOf()
  const answer = await send(client, id, await current(giving))
  expect(refusalOf(id, answer)).toEqual(expected)
  expect(await stateOf()).toEqual(before)
}

const unlike = (scope: string): string[] => allScopes.filter((one) => one !== scope)

describe('a key without the scope of an effect', () => {
  it.each(bodyCases)('is refused by %s for %s (%j)', async (id, effect, at) => {
    const granted = unlike(effects[effect].scope)
    const client = await home.clientWith(granted)
    await assertRefused(id, givingByBody(id, at), client, missingScope(id, effect, granted))
  })

  it.each(storedCases)('is refused by %s for a stored %s', async (id, effect) => {
    const granted = unlike(effects[effect].scope)
    const giving = await givingWhatIsStored(id, effect)
    await assertRefused(id, giving, await home.clientWith(granted), missingScope(id, effect, granted))
  })
})

describe.each(features)('a plan without %s', (feature) => {
  const isOfFeature = ([, effect]: readonly [OperationId, Effect, ...unknown[]]): boolean =>
    featureOf(effect) === feature
  const cases = [...bodyCases, ...storedCases.map(([id, effect]) => [id, effect, null] as const)].filter(isOfFeature)
  const stored = new Map<string, Giving>()
  const planIs = async (plan: string, isLacking: boolean): Promise<void> => {
    await setSubscription(await home.ctx(), 'subscription', plan, null)
    const probe = Object.entries(operationTable).find(
      ([, one]) => one.feature === feature && one.method === 'post',
    )?.[1]
    await until(`the plan is ${plan}`, async () => {
      const path = (probe?.path ?? '').replace(/\{[^}]+\}/g, 'x')
      return ((await home.client.post(path)).body.error.code === 'feature_unavailable') === isLacking
    })
  }

  beforeAll(async () => {
    for (const [id, effect] of storedCases.filter(isOfFeature)) {
      stored.set(`${id} ${effect}`, await givingWhatIsStored(id, effect))
    }
    await planIs(`no-${feature}`, true)
  })
  afterAll(() => planIs('pro', false))

  const refused = (id: OperationId): object => {
    const refusal = { status: 403, code: 'feature_unavailable' }
    return (gives[id as keyof typeof gives] as Facts).each === null ? { ...refusal, details: { feature } } : refusal
  }

  it.each(cases)('refuses %s with %s (%j)', async (id, effect, at) => {
    const giving = at ? givingByBody(id, at) : stored.get(`${id} ${effect}`)
    await assertRefused(id, giving as Giving, home.client, refused(id))
  })
})

describe('a key with the scopes of the operation and its effects', () => {
  const clientFor = (id: OperationId, effect: Effect): Promise<Client> =>
    home.clientWith([operationTable[id].scope ?? '', effects[effect].scope].filter((scope) => scope !== 'any'))
  // an earlier case switched singleRank on, with which every role is a rank
  beforeEach(() =>
    sql`update community set single_rank = false where community_id = ${home.communityId}`.execute(app.app.db),
  )
  const succeeds = async (id: OperationId, giving: Giving, client: Client): Promise<void> => {
    const { status, body } = await send(client, id, await current(giving))
    expect([id, status < 300, body?.error ?? null]).toEqual([id, true, null])
    expect(body?.meta?.failed ?? 0).toBe(0)
  }

  it.each(bodyCases)('may call %s with %s (%j)', async (id, effect, at) => {
    await succeeds(id, givingByBody(id, at), await clientFor(id, effect))
  })

  it.each(storedCases)('may call %s with a stored %s', async (id, effect) => {
    await succeeds(id, await givingWhatIsStored(id, effect), await clientFor(id, effect))
  })
})

/** The request with the current version of the object. */
async function current(giving: Giving): Promise<Giving> {
  if (!('version' in (giving.body ?? {}))) return giving
  const { version } = (await home.client.get(giving.path)).body.data
  return { ...giving, body: { ...giving.body, version } }
}

function unused({ path, body, headers }: Giving): Giving {
  const fresh: Record<string, Json> = { name: randomBase32(10), batchId: randomBase32(10) }
  const renamed = Object.entries(body ?? {}).map(([name, value]) => [name, fresh[name] ?? (value as Json)])
  return { path, headers: headers ?? {}, body: Object.fromEntries(renamed) as object }
}
