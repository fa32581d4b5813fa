// A caller that knows only the specification: each of its operations, with the extremes that the contract declares and
// a key of each origin. It obeys each answer, and gets what it asked for once.
import path from 'node:path'
import { sql } from 'kysely'
import { isValid, readContract, type Json, type Operation, type Schema } from '../../clients/conformance/src/contract'
import { allScopes } from '../../src/auth/actions'
import { createAward } from '../../src/awards/medals/actions'
import { loadContract } from '../../src/contract/document'
import type { OperationId } from '../../src/contract/types'
import { adminOf } from '../admin/support'
import { group, startTestApp, type Answer, type Client, type TestApp, type TestCommunity } from '../support/app'
import { makeForms, successOf } from '../support/successes'

const contract = readContract(path.resolve(__dirname, '../../generated/contract.json'))
const extensions = new Set(
  Object.values(loadContract().paths ?? {}).flatMap((item) =>
    Object.values(item as Record<string, { operationId?: string; 'x-extension'?: boolean }>).flatMap((operation) =>
      operation['x-extension'] === true && operation.operationId ? [operation.operationId] : [],
    ),
  ),
)
const operations = contract.operations.filter(({ id }) => !extensions.has(id))

/** Error codes in the tables of the specification (section Errors). */
const specified = [
  ...['missing_credentials', 'unauthorized', 'api_disabled', 'key_disabled', 'legacy_key_unsupported'],
  ...['insufficient_scope', 'entitlement_required', 'api_access_unavailable', 'feature_unavailable'],
  ...['route_not_found', 'validation_failed', 'dependency_unavailable', 'data_rights_unavailable'],
  ...['rate_limit_exceeded', 'member_not_found', 'platform_cloud_not_configured', 'platform_cloud_reconnect_required'],
  ...['platform_cloud_refresh_pending', 'platform_cloud_configuration_unavailable'],
  ...['platform_cloud_credentials_invalid', 'platform_cloud_rate_limited', 'platform_cloud_timeout'],
  ...['platform_cloud_unavailable', 'medal_limit_reached', 'deadline-cancelled-before-dispatch'],
  ...['outcome-pending-check-status', 'provider-rejected-408', 'queue-full', 'provider-rejected-429'],
  ...['authorization-intervention-required', 'actor-authorization-revoked', 'roblox_scheduler_unavailable'],
  ...['scheduler_disabled', 'scheduler-disabled', 'scheduler-unavailable'],
]
const { 'x-errors': errors } = loadContract().components?.schemas?.['ErrorCode'] as unknown as {
  'x-errors': Readonly<Record<string, { readonly specified?: boolean }>>
}
/** Codes that an operation of the specification may answer. */
const published = new Set(
  operations.flatMap(({ responses }) => [...responses.values()].flatMap(({ codes }) => codes ?? [])),
)

it('a code is marked as specified where the tables of the specification have it', () => {
  expect(operations).toHaveLength(29)
  expect(
    Object.keys(errors)
      .filter((code) => errors[code]?.specified)
      .sort(),
  ).toEqual(specified.toSorted())
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Origin = (home: TestCommunity) => Promise<string>
const origins: Readonly<Record<string, Origin>> = {
  'the command line': async ({ communityId }) => {
    const made = await adminOf(app).json([
      'key',
      'create',
      '--community',
      communityId,
      '--name',
      'x',
      '--scopes',
      'all',
    ])
    return made['key'] as string
  },
  'POST /v2/keys': async ({ client }) =>
    (await client.post('/v2/keys', { name: 'x', scopes: allScopes })).body.data.key as string,
  // with the preset's bounds and takes, but all scopes, so that each operation is tried
  'the preset staff_bot': async ({ communityId }) => {
    const preset = ['--preset', 'staff-bot', '--scopes', 'all']
    const made = await adminOf(app).json(['key', 'create', '--community', communityId, '--name', 'x', ...preset])
    return made['key'] as string
  },
}

interface Variant {
  readonly what: string
  readonly operation: Operation
  readonly path: string
  readonly body: Record<string, Json> | undefined
}

function extremesOf(schema: Schema): Json[] {
  const values: Json[] = [...(schema.enum ?? [])]
  for (const number of [schema.minimum, schema.maximum]) if (number !== undefined) values.push(number)
  if (schema.type === 'string' && !schema.enum)
    for (const length of [schema.minLength ?? 1, schema.maxLength])
      if (length !== undefined) values.push('x'.repeat(length))
  if (schema.type === 'boolean') values.push(true, false)
  return values.filter((value) => isValid(schema, value))
}

function variantsOf(operation: Operation): Variant[] {
  const { path: at, body = undefined } = successOf(operation.id as OperationId)
  const plain = { what: 'as the examples', operation, path: at, body: body as Record<string, Json> | undefined }
  const ofQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.name !== 'cursor')
    .flatMap(({ name, schema }) =>
      extremesOf(schema)
        .map((value) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .map((query) => ({ ...plain, what: query, path: `${at}?${query}` })),
    )
  const properties = Object.entries(operation.body?.schema.properties ?? {})
  const ofBody = properties.flatMap(([name, schema]) =>
    extremesOf(schema)
      .map((value) => ({ ...plain.body, [name]: value }))
      .filter((changed) => isValid(operation.body?.schema ?? {}, changed))
      .map((changed) => ({ ...plain, what: `${name}: ${JSON.stringify(changed[name]).slice(0, 30)}`, body: changed })),
  )
  return [plain, ...ofQuery, ...ofBody]
}

/** Waits as a 429 asks: moves the counted takes 61 minutes back. */
async function wait(answer: Answer): Promise<void> {
  expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
  await sql`update take_window set minute = minute - 61`.execute(app.base.db)
}

async function obeyed(client: Client, { operation, path: at, body }: Variant): Promise<Answer> {
  const headers = successOf(operation.id as OperationId).headers
  const answer = await client.send(operation.method, at, body, headers)
  if (answer.status !== 429) return answer
  await wait(answer)
  return client.send(operation.method, at, body, headers)
}

const memberAt = /^\/v2\/members\/(\d+)/

/** Expects the result, where the specification fixes it; null: it does not. */
function effectOf(
  { operation, body = {} }: Variant,
  before: Answer['body'],
): ((after: Answer['body']) => unknown) | null {
  const points = { changeExperience: 'experience', changeQuotaPoints: 'quotaPoints' } as const
  if (operation.id in points) {
    const name = points[operation.id as keyof typeof points]
    const amount = Number(body['amount'])
    const clamped = Math.min(amount, 1_000)
    const had = before.data[name] as number
    const sum =
      body['op'] === 'increment' ? had + clamped : Math.max(had - clamped, name === 'quotaPoints' ? 0 : -Infinity)
    const expected = body['op'] === 'set' ? amount : Math.min(sum, Number.MAX_SAFE_INTEGER)
    return (after) => expect([name, after.data[name]]).toEqual([name, expected])
  }
  if (operation.id === 'setMemberRank')
    return (after) => {
      const { rankId, uniqueId } = after.data.rank
      expect([rankId, uniqueId]).toContain(body['rankId'] ?? body['rankUniqueId'])
    }
  return null
}

describe.each(Object.entries(origins))('a key made by %s', (_, make) => {
  it('gets from each operation what it asked for, or a code that is published', async () => {
    const home = await app.community()
    await createAward(await home.ctx(), 'medal', 'Valor')
    await createAward(await home.ctx(), 'qualification', 'Pilot')
    await makeForms(app, home)
    const client = app.clientFor(await make(home), home.communityId)
    const wrong: unknown[] = []
    let succeeded = 0
    for (const variant of operations.flatMap(variantsOf)) {
      const [, userId] = memberAt.exec(variant.path) ?? []
      const before = userId === undefined ? null : (await client.get(`/v2/members/${userId}`)).body
      const answer = await obeyed(client, variant)
      const { status, body } = answer
      const code = body?.error?.code as string | undefined
      if (status < 300) {
        succeeded++
        effectOf(variant, before)?.(body)
      } else if (status >= 500 || !code || !published.has(code))
        wrong.push([variant.operation.id, variant.what, status, code])
      else if (status === 403) wrong.push([variant.operation.id, variant.what, status, code])
    }
    expect(wrong).toEqual([])
    expect(succeeded).toBeGreaterThan(60)
  })

  it('gives every rank that is shown as assignable, and takes it again', async () => {
    const home = await app.community()
    const client = app.clientFor(await make(home), home.communityId)
    const [userId] = group.members
    const { data: ranks } = (await client.get('/v2/ranks')).body
    const assignable = ranks.filter((rank: { assignable: boolean }) => rank.assignable)
    expect(assignable.length).toBeGreaterThan(2)
    for (const { rankId } of assignable) {
      const { status, body } = await client.put(`/v2/members/${userId}/rank`, { rankId })
      expect([rankId, status, body.data?.rank.rankId]).toEqual([rankId, 200, rankId])
    }
    for (let at = assignable.length - 2; at >= 0; at--) {
      const { status, body } = await client.post(`/v2/members/${userId}/rank/demote`, undefined)
      expect([status, body.data?.rank.rankId]).toEqual([200, assignable[at].rankId])
    }
  })
})
