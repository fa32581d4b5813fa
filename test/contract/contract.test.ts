// Rules over openapi.yaml itself, computed from it: what every operation, error and schema of the contract must say.
import fs from 'node:fs'
import path from 'node:path'
import Ajv from 'ajv'
import { parse } from 'yaml'
import { operationTable, scopes } from '../../generated/operations'
import { errorStatus } from '../../generated/errors'
import { makeAjv } from '../../src/contract/ajv'
import { closedForReplies, loadContract } from '../../src/contract/document'
import { IndexedRouter, toApiRequest } from '../../src/contract/router'
import { handlers } from '../../src/http/handlers'
import { assertValidContract } from '../../scripts/valid-contract'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly nullable?: boolean
  readonly maxProperties?: number
  readonly additionalProperties?: boolean | Schema
  readonly example?: unknown
  readonly default?: unknown
  readonly 'x-utc'?: boolean
}
interface Content {
  readonly 'application/json': { readonly schema: Schema; readonly examples?: Record<string, { value: unknown }> }
}
interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}
interface Response {
  readonly $ref?: string
  readonly description: string
  readonly headers?: Record<string, Parameter>
  readonly content?: Content
  readonly 'x-error-codes'?: readonly string[]
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Record<string, readonly string[]>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Record<string, Response>
  readonly 'x-required-scope'?: string | null
  readonly 'x-feature'?: string | null
  readonly 'x-max-body-bytes'?: number
  readonly 'x-access-limited'?: boolean
  readonly 'x-read-replica'?: boolean
}
interface Contract {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly 'x-max-body-bytes': number
  readonly components: {
    readonly schemas: Record<string, Schema> & {
      readonly ErrorCode: { readonly enum: readonly string[]; readonly 'x-error-status': Record<string, number> }
    }
    readonly responses: Record<string, Response>
    readonly parameters: Record<string, Parameter>
    readonly headers: Record<string, Parameter>
    readonly securitySchemes: Record<string, { readonly 'x-scopes'?: Record<string, string> }>
  }
}

const contract = loadContract() as unknown as Contract
const { components } = contract
const verbs = [
  ...['list', 'get', 'find', 'explain', 'create', 'update', 'delete', 'save', 'duplicate', 'change', 'set', 'sync'],
  ...[
    'promote',
    'demote',
    'award',
    'remove',
    'open',
    'submit',
    'review',
    'request',
    'cancel',
    'start',
    'finish',
    'add',
  ],
  ...['revoke', 'suspend', 'lift', 'rotate', 'send', 'redeliver', 'receive'],
]
const methods = ['get', 'put', 'post', 'delete', 'patch']

const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => methods.includes(method))
    .map(([method, operation]) => ({ method, path, operation })),
)
const cases = operations.map(({ operation }) => [operation.operationId, operation] as const)

function resolve<T extends { readonly $ref?: string }>(node: T): T {
  if (node.$ref === undefined) return node
  const steps = node.$ref.replace('#/', '').split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], contract) as T
}

const responsesOf = ({ responses }: Operation) =>
  Object.entries(responses).map(([status, response]) => ({ status, response: resolve(response) }))
const errorsOf = (operation: Operation) => responsesOf(operation).filter(({ status }) => Number(status) >= 400)

/** Every schema written below this one, references not followed. */
function within(schema: Schema, at: string): { at: string; schema: Schema }[] {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([name, property]) => [`${at}.${name}`, property] as const),
    ...(schema.items ? [[`${at}[]`, schema.items] as const] : []),
    ...(typeof schema.additionalProperties === 'object' ? [[`${at}.*`, schema.additionalProperties] as const] : []),
    ...[schema.allOf, schema.oneOf, schema.anyOf].flatMap((many) => (many ?? []).map((one) => [at, one] as const)),
  ]
  return [{ at, schema }, ...inner.flatMap(([where, one]) => within(one, where))]
}

/** Every schema written anywhere in the document. */
const everySchema = [
  ...Object.entries(components.schemas).flatMap(([name, schema]) => within(schema, name)),
  ...Object.entries(components.headers).flatMap(([name, header]) => within(header.schema, `header ${name}`)),
  ...Object.entries(components.parameters).flatMap(([name, one]) => within(one.schema, `parameter ${name}`)),
  ...operations.flatMap(({ operation }) => [
    ...(operation.parameters ?? []).flatMap((one) =>
      one.$ref ? [] : within(one.schema, `${operation.operationId} ${one.name}`),
    ),
    ...contentSchemas(operation),
  ]),
]

function contentSchemas({ operationId, requestBody, responses }: Operation) {
  const contents = [requestBody?.content, ...Object.values(responses).map((response) => response.content)]
  return contents.flatMap((content) => (content ? within(content['application/json'].schema, operationId) : []))
}

/** The schemas a caller's own text is held against, references followed. */
const requestSchemas = operations.flatMap(({ operation }) => {
  const parameters = (operation.parameters ?? []).map(resolve).map(({ name, schema }) => [name, schema] as const)
  const body = operation.requestBody?.content['application/json'].schema
  return [...parameters, ...(body ? [['body', body] as const] : [])].flatMap(([name, schema]) =>
    followed(schema, `${operation.operationId} ${name}`),
  )
})

function followed(schema: Schema, at: string): { at: string; schema: Schema }[] {
  return within(resolve(schema), at).flatMap((one) => (one.schema.$ref ? followed(one.schema, one.at) : [one]))
}

describe('the document', () => {
  it('is OpenAPI 3.0.3, and version 3.0.0 of the interface', () => {
    expect([contract.openapi, contract.info.version]).toEqual(['3.0.3', '3.0.0'])
  })

  it('describes each of its tags, and uses them all', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags))
    expect(contract.tags.map(({ name }) => name).sort()).toEqual([...used].sort())
    for (const { description } of contract.tags) expect(description).toMatch(/\S/)
  })

  it('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('has every error code of the specification', () => {
    expect(components.schemas.ErrorCode.enum).toEqual(expect.arrayContaining(codesOfTheSpecification))
  })

  it('has an operation for every member, rank and application route of the specification', () => {
    const routes = operations.map(({ method, path, operation }) => [
      `${method.toUpperCase()} ${path}`,
      operation['x-required-scope'],
      operation['x-feature'],
    ])
    expect(routes).toEqual(expect.arrayContaining(routesOfTheSpecification))
  })
})

const codesOfTheSpecification = [
  // authentication and entitlement
  'missing_credentials',
  'unauthorized',
  'api_disabled',
  'key_disabled',
  'legacy_key_unsupported',
  'insufficient_scope',
  'entitlement_required',
  'api_access_unavailable',
  'feature_unavailable',
  // routing, validation, dependencies, limits
  'route_not_found',
  'validation_failed',
  'dependency_unavailable',
  'data_rights_unavailable',
  'rate_limit_exceeded',
  'member_not_found',
  // the platform connection and medals
  'platform_cloud_not_configured',
  'platform_cloud_reconnect_required',
  'platform_cloud_refresh_pending',
  'platform_cloud_configuration_unavailable',
  'platform_cloud_credentials_invalid',
  'platform_cloud_rate_limited',
  'platform_cloud_timeout',
  'platform_cloud_unavailable',
  'medal_limit_reached',
  // outcomes of scheduled operations
  'deadline-cancelled-before-dispatch',
  'outcome-pending-check-status',
  'provider-rejected-408',
  'queue-full',
  'provider-rejected-429',
  'authorization-intervention-required',
  'actor-authorization-revoked',
  'roblox_scheduler_unavailable',
  // availability of the asynchronous endpoint
  'scheduler_disabled',
  'scheduler-disabled',
  'scheduler-unavailable',
]

const routesOfTheSpecification = [
  ['GET /v2/members', 'members.read', 'members'],
  ['GET /v2/members/{userId}', 'members.read', 'members'],
  ['POST /v2/members/{userId}/experience', 'members.experience.write', 'experience'],
  ['POST /v2/members/{userId}/quota-points', 'members.quota.write', 'quota'],
  ['PUT /v2/members/{userId}/rank', 'members.ranks.write', 'rank-management'],
  ['POST /v2/members/{userId}/rank/promote', 'members.ranks.write', 'rank-management'],
  ['POST /v2/members/{userId}/rank/demote', 'members.ranks.write', 'rank-management'],
  ['POST /v2/members/{userId}/medals', 'members.medals.write', 'medals'],
  ['DELETE /v2/members/{userId}/medals/{name}', 'members.medals.write', 'medals'],
  ['POST /v2/members/{userId}/qualifications', 'members.qualifications.write', 'qualifications'],
  ['DELETE /v2/members/{userId}/qualifications/{name}', 'members.qualifications.write', 'qualifications'],
  ['GET /v2/ranks', 'ranks.read', 'ranks'],
  ['GET /v2/applications', 'applications.read', null],
  ['POST /v2/applications', 'applications.write', null],
  ['GET /v2/applications/templates', 'applications.write', null],
  ['POST /v2/applications/templates', 'applications.write', null],
  ['DELETE /v2/applications/templates/{templateId}', 'applications.write', null],
  ['POST /v2/applications/{applicationId}/duplicate', 'applications.write', null],
  ['GET /v2/applications/{applicationId}', 'applications.read', null],
  ['GET /v2/applications/{applicationId}/configuration', 'applications.write', null],
  ['PUT /v2/applications/{applicationId}', 'applications.write', null],
  ['DELETE /v2/applications/{applicationId}', 'applications.write', null],
  ['POST /v2/applications/{applicationId}/open', 'applications.submit', null],
  ['POST /v2/applications/{applicationId}/responses', 'applications.submit', null],
  ['POST /v2/applications/{applicationId}/status', 'applications.submit', null],
  ['GET /v2/applications/{applicationId}/responses', 'applications.responses.read', null],
  ['GET /v2/applications/{applicationId}/responses/{responseId}', 'applications.responses.read', null],
  ['POST /v2/applications/{applicationId}/responses/{responseId}/review', 'applications.responses.review', null],
]

/** The statuses of the specification's error table, as far as it fixes them. */
const statusesOfTheSpecification: Record<string, number> = {
  validation_failed: 400,
  insufficient_scope: 403,
  route_not_found: 404,
  rate_limit_exceeded: 429,
  platform_cloud_not_configured: 409,
  platform_cloud_reconnect_required: 409,
  platform_cloud_refresh_pending: 503,
  platform_cloud_configuration_unavailable: 502,
  platform_cloud_credentials_invalid: 502,
  platform_cloud_rate_limited: 429,
  platform_cloud_timeout: 504,
  platform_cloud_unavailable: 502,
  medal_limit_reached: 409,
  'deadline-cancelled-before-dispatch': 409,
  'outcome-pending-check-status': 504,
  'provider-rejected-408': 504,
  'queue-full': 429,
  'provider-rejected-429': 429,
  'authorization-intervention-required': 502,
  'actor-authorization-revoked': 403,
  roblox_scheduler_unavailable: 503,
  scheduler_disabled: 503,
  'scheduler-disabled': 503,
  'scheduler-unavailable': 503,
}

it.each(Object.entries(statusesOfTheSpecification))('sends %s with %d', (code, status) => {
  expect(errorStatus[code as keyof typeof errorStatus]).toBe(status)
})

describe.each(cases)('%s', (operationId, operation) => {
  it('has one tag, a verb-first camelCase id, a summary and a description', () => {
    expect(operation.tags).toHaveLength(1)
    expect(operationId).toMatch(new RegExp(`^(${verbs.join('|')})[A-Z][A-Za-z]*$`))
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/)
    expect(operation.description).toMatch(/\S/)
  })

  it('asks for both credentials, one scope, and a feature or none; or for the platform’s signature alone', () => {
    expect(operation).toHaveProperty('x-feature')
    if (operation['x-required-scope'] === null) {
      expect(operation.security).toEqual([{ platformSignature: [] }])
      return expect(operation['x-feature']).toBeNull()
    }
    expect(operation.security).toEqual([{ apiKey: [], communityId: [] }])
    expect(Object.keys(components.securitySchemes['apiKey']?.['x-scopes'] ?? {})).toContain(
      operation['x-required-scope'],
    )
  })

  it('declares every status a route may answer, and no default', () => {
    const statuses = Object.keys(operation.responses)
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '404', '409', '429', '500']))
    expect(statuses.filter((status) => !/^[1-5]\d\d$/.test(status))).toEqual([])
  })

  it('shows an example of its request and of each success', () => {
    const contents = [
      operation.requestBody?.content,
      ...responsesOf(operation).map(({ status, response }) => (Number(status) < 300 ? response.content : undefined)),
    ].filter((content) => content !== undefined)
    // who sends nothing and gets nothing has nothing to show
    expect(contents.length > 0 || '204' in operation.responses).toBe(true)
    for (const content of contents) expect(Object.keys(content['application/json'].examples ?? {})).not.toEqual([])
  })

  it('shows an example of each parameter and says what it is', () => {
    for (const parameter of (operation.parameters ?? []).map(resolve)) {
      expect(parameter).toHaveProperty('example')
      expect(parameter.description).toMatch(/\S/)
    }
  })

  it('sends each error code with its own status, and with nothing but the envelope', () => {
    for (const { status, response } of errorsOf(operation)) {
      expect(response['x-error-codes']).toBeDefined()
      for (const code of response['x-error-codes'] ?? []) {
        expect([code, errorStatus[code as keyof typeof errorStatus]]).toEqual([code, Number(status)])
      }
      expect(response.content?.['application/json'].schema.$ref).toBe('#/components/schemas/ErrorResponse')
    }
  })

  it('says its request id and its limits in every answer, and the wait in those that ask for one', () => {
    for (const { status, response } of responsesOf(operation)) {
      const names = Object.keys(response.headers ?? {})
      const common = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
      expect([status, names]).toEqual([status, expect.arrayContaining(common)])
      if (status === '429' || status === '503') expect(names).toContain('Retry-After')
      if (status === '401' || status === '403') expect(names).toContain('WWW-Authenticate')
    }
  })

  it('is served: a handler, a route, and the same facts in the generated table', () => {
    const { method, path } = operations.find((one) => one.operation === operation) ?? { method: '', path: '' }
    expect(Object.keys(handlers)).toContain(operationId)
    const url = path.replace(/\{[^}]+\}/g, 'x')
    expect(router.matchOperation(toApiRequest(method.toUpperCase(), url, {}))?.operationId).toBe(operationId)
    expect(operationTable[operationId as keyof typeof operationTable]).toEqual({
      method,
      path,
      tag: operation.tags[0],
      scope: operation['x-required-scope'],
      feature: operation['x-feature'],
      maxBodyBytes: operation['x-max-body-bytes'] ?? contract['x-max-body-bytes'],
      maxBodyValues: expect.any(Number) as number,
      accessLimited: operation['x-access-limited'] ?? false,
      readReplica: operation['x-read-replica'] ?? false,
    })
  })

  it('is answered by a replica only if it is a list in pages; the feed is not, whose order the primary alone knows', () => {
    if (!operation['x-read-replica']) return
    const names = (operation.parameters ?? []).map((parameter) => resolve(parameter).name)
    expect(operationId).toMatch(/^list/)
    expect(names).toEqual(expect.arrayContaining(['cursor', 'limit']))
    expect(operation.tags).not.toContain('audit')
  })
})

const router = new IndexedRouter(loadContract())

describe('what is generated or served', () => {
  const broken: [string, object][] = [
    ['has no info', { info: undefined }],
    ['has a response without description', { paths: { '/x': { get: { operationId: 'x', responses: { 200: {} } } } } }],
    ['uses what only OpenAPI 3.1 has', { webhooks: {}, jsonSchemaDialect: 'https://example.com' }],
  ]

  it.each(broken)('is refused when it %s', async (_, change) => {
    await expect(assertValidContract(loadContract())).resolves.toBeUndefined()
    await expect(assertValidContract({ ...loadContract(), ...change })).rejects.toThrow(/not valid OpenAPI/)
  })

  it('is openapi.yaml, word for word', () => {
    const written = fs.readFileSync(path.resolve(__dirname, '../../openapi.yaml'), 'utf8')
    expect(contract).toEqual(parse(written))
  })

  it('has no operation and no scope that the contract lacks', () => {
    const ids = operations.map(({ operation }) => operation.operationId).sort()
    expect(Object.keys(operationTable).sort()).toEqual(ids)
    expect(Object.keys(handlers).sort()).toEqual(ids)
    expect(scopes).toEqual(components.securitySchemes['apiKey']?.['x-scopes'])
    expect(Object.keys(errorStatus).sort()).toEqual([...components.schemas.ErrorCode.enum].sort())
    expect(errorStatus).toEqual(components.schemas.ErrorCode['x-error-status'])
  })
})

/** Each response once, however many operations refer to it, with the last of them for a name. */
const distinctResponses = new Map(
  operations.flatMap(({ operation }) =>
    responsesOf(operation).map(
      ({ status, response }) => [response, [`${operation.operationId} ${status}`, status, response]] as const,
    ),
  ),
)
const errorResponses = new Map(
  [...distinctResponses.values()].flatMap(([name, status, response]) =>
    Number(status) >= 400 ? [[name, response] as const] : [],
  ),
)

it.each([...errorResponses])('%s describes each of its codes, and no other', (_, { description, ...response }) => {
  const described = [...description.matchAll(/`([a-z0-9_-]+)`:/g)].map(([, code]) => code)
  expect([...described].sort()).toEqual([...(response['x-error-codes'] ?? [])].sort())
})

describe('every schema', () => {
  it('bounds its strings and keeps NUL out of them', () => {
    const loose = everySchema.filter(({ schema }) => schema.type === 'string' && schema.enum === undefined)
    expect(loose.length).toBeGreaterThan(10)
    const bad = loose.filter(({ schema: { maxLength, pattern, format } }) => {
      if (maxLength === undefined) return true
      return pattern === undefined ? format === undefined : new RegExp(pattern, 'u').test('\0')
    })
    expect(bad.map(({ at }) => at)).toEqual([])
  })

  it('bounds its arrays, and its numbers on both sides', () => {
    const bad = everySchema.filter(({ schema: { type, maxItems, minimum, maximum, enum: values } }) => {
      if (type === 'array') return maxItems === undefined
      if (type !== 'integer' && type !== 'number') return false
      return values === undefined && (minimum === undefined || maximum === undefined)
    })
    expect(bad.map(({ at }) => at)).toEqual([])
  })

  it('puts nothing beside a reference, nullable least of all', () => {
    const bad = everySchema.filter(({ schema }) => schema.$ref !== undefined && Object.keys(schema).length > 1)
    expect(bad.map(({ at }) => at)).toEqual([])
  })

  it('names its type, so that nullable means something', () => {
    const bad = everySchema.filter(({ schema }) => schema.nullable !== undefined && schema.type === undefined)
    expect(bad.map(({ at }) => at)).toEqual([])
  })

  it('refers only to what there is', () => {
    for (const { schema } of everySchema) expect(resolve(schema)).toBeDefined()
  })
})

describe('what a caller sends', () => {
  it('holds no NUL anywhere', () => {
    const texts = requestSchemas.filter(({ schema }) => schema.type === 'string' && schema.enum === undefined)
    expect(texts.length).toBeGreaterThan(5)
    const letIn = texts.filter(({ schema }) => {
      const validate = new Ajv({ strict: false, formats: { 'date-time': true } }).compile({
        ...schema,
        maxLength: 10_000,
      })
      const samples = [schema.example, schema.default, '1', 'Valor', '2026-03-01T12:00:00Z'].filter((one) =>
        validate(one),
      )
      if (samples.length === 0) throw new Error(`no sample fits ${JSON.stringify(schema)}`)
      return samples.some((sample) => validate(`${String(sample)}\0`) || validate(`\0${String(sample)}`))
    })
    expect(letIn.map(({ at }) => at)).toEqual([])
  })

  it('may hold unknown query parameters, which every success can name', () => {
    const silent = operations.flatMap(({ operation }) =>
      responsesOf(operation)
        .filter(
          ({ status, response }) => status.startsWith('2') && !('X-Ignored-Parameters' in (response.headers ?? {})),
        )
        .map(({ status }) => `${operation.operationId} ${status}`),
    )
    expect(silent).toEqual([])
  })

  it('has times with any offset, read by one parser', () => {
    const times = requestSchemas.filter(({ schema }) => schema.format === 'date-time')
    expect(times.length).toBeGreaterThan(5)
    expect(times.filter(({ schema }) => schema['x-utc'] !== true).map(({ at }) => at)).toEqual([])
  })

  it('names an id of the platform by a string of digits or by a number', () => {
    const ids = requestSchemas.flatMap(({ at, schema }) =>
      at.split(' ')[1]?.startsWith('body')
        ? Object.entries(schema.properties ?? {}).filter(([name]) => /(user|group|rank|role|unique)Id$/i.test(name))
        : [],
    )
    expect(ids.length).toBeGreaterThan(10)
    const ajv = makeAjv()
    const narrow = ids.filter(([, schema]) => {
      const validate = ajv.compile({ type: 'object', properties: { id: resolve(schema) } })
      return !validate({ id: '50' }) || !validate({ id: 50 })
    })
    expect(narrow.map(([name]) => name)).toEqual([])
  })

  it('is closed, or a map of so many values of one kind', () => {
    const objects = requestSchemas.filter(({ schema }) => schema.type === 'object')
    expect(objects.length).toBeGreaterThan(2)
    const open = objects.filter(({ schema: { additionalProperties, maxProperties } }) => {
      return additionalProperties !== false && (typeof additionalProperties !== 'object' || maxProperties === undefined)
    })
    expect(open.map(({ at }) => at)).toEqual([])
  })

  it('is a string in a query, a path or a header: nothing is coerced', () => {
    const parameters = operations.flatMap(({ operation }) => (operation.parameters ?? []).map(resolve))
    const bad = parameters.filter(({ schema }) => resolve(schema).type !== 'string')
    expect(bad.map(({ name }) => name)).toEqual([])
  })
})

describe('every example', () => {
  const ajv = makeAjv()
  // closed, so that an example does not show a property nobody sends
  ajv.addSchema({ ...closedForReplies(loadContract()), $id: 'contract' }, 'contract')
  const problems = (schema: Schema, value: unknown): string => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract#/')) as Schema
    const validate = ajv.compile(absolute)
    return validate(value) ? '' : ajv.errorsText(validate.errors)
  }
  const parts = [
    ...operations.map(({ operation }) => [`${operation.operationId} request`, operation.requestBody] as const),
    ...[...distinctResponses.values()].map(([name, , response]) => [name, response] as const),
  ]
  const contents = parts.flatMap(([where, part]) => {
    const { schema, examples = {} } = part?.content?.['application/json'] ?? { schema: {} }
    return Object.entries(examples).map(([name, { value }]) => [`${where} ${name}`, schema, value] as const)
  })
  const values = [
    ...contents,
    ...Object.entries({ ...components.headers, ...components.parameters }).map(
      ([name, one]) => [name, one.schema, one.example] as const,
    ),
    ...operations.flatMap(({ operation }) =>
      // those that are referred to are among the components
      (operation.parameters ?? [])
        .filter(({ $ref }) => $ref === undefined)
        .map((one) => [`${operation.operationId} ${one.name}`, one.schema, one.example] as const),
    ),
    ...everySchema
      .flatMap(({ at, schema }) => [
        [at, schema, schema.example] as const,
        [`${at} by default`, schema, schema.default] as const,
      ])
      .filter(([, , value]) => value !== undefined),
  ]

  it.each(values)('%s matches its schema', (_, schema, value) => {
    expect(problems(schema, structuredClone(value))).toBe('')
  })

  it('of an error shows a code of that status', () => {
    for (const [where, { content, ...response }] of errorResponses) {
      const codes = Object.values(content?.['application/json'].examples ?? {}).map(
        ({ value }) => (value as { error: { code: string } }).error.code,
      )
      expect([where, codes.filter((code) => !response['x-error-codes']?.includes(code))]).toEqual([where, []])
    }
  })
})
