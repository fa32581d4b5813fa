// A value of another JSON type is refused, for every property of every body.
import { toIssues } from '../../src/contract/issues'
import { toApiRequest } from '../../src/contract/router'
import type { CompiledContract } from '../../src/http/api'
import { serverContract } from '../../src/http/handle-request'
import { group, startTestApp, type TestApp, type TestCommunity } from '../support/app'

interface Schema {
  readonly type?: string
  readonly nullable?: boolean
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string }
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
}

type Operation = ReturnType<CompiledContract['router']['getOperations']>[number]

/** A place in a body; `bodyWith` makes a body with the value there. */
interface Place {
  readonly path: string
  readonly schema: Schema
  readonly bodyWith: (value: unknown) => unknown
}

/**
 * Values by JSON type. Arrays are not empty, since Luau writes an empty object as []. Texts are those that a number or
 * boolean would be converted to.
 */
const values: Readonly<Record<string, readonly unknown[]>> = {
  string: ['10', 'true', '{}', ''],
  number: [10, 0.5],
  boolean: [true, false],
  array: [[10], [[]]],
  object: [{}, { a: 1 }],
}

let contract: CompiledContract
let bodies: readonly (readonly [Operation, Schema])[]
let app: TestApp
let community: TestCommunity
beforeAll(async () => {
  contract = await serverContract()
  bodies = contract.router.getOperations().flatMap((operation) => {
    const { content } = (operation.requestBody ?? {}) as { content?: Record<string, { schema: Schema }> }
    const schema = content?.['application/json']?.schema
    return schema === undefined ? [] : [[operation, schema] as const]
  })
  app = await startTestApp()
  community = await app.community()
})
afterAll(() => app.close())

const typesOf = (schema: Schema): string[] =>
  schema.oneOf === undefined ? [jsonType(schema.type)] : schema.oneOf.flatMap(typesOf)

const jsonType = (type: string | undefined): string => (type === 'integer' ? 'number' : (type ?? 'any'))

/** Places in a schema. Each alternative of a tagged union is filled with its tag. */
function placesIn(schema: Schema, path: string, bodyWith: Place['bodyWith'], tag: object = {}): Place[] {
  if (schema.oneOf !== undefined) {
    const name = schema.discriminator?.propertyName
    return schema.oneOf.flatMap((one) => {
      const [value] = name === undefined ? [] : (one.properties?.[name]?.enum ?? [])
      return placesIn(one, path, bodyWith, name === undefined ? {} : { [name]: value })
    })
  }
  const { properties = {}, additionalProperties: free, items } = schema
  const enter = (name: string, inner: Schema): Place[] => {
    const within = (value: unknown): unknown => bodyWith({ ...tag, [name]: value })
    return [{ path: `${path}/${name}`, schema: inner, bodyWith: within }, ...placesIn(inner, `${path}/${name}`, within)]
  }
  const inItem = (value: unknown): unknown => bodyWith([value])
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => enter(name, inner)),
    ...(typeof free === 'object' ? enter('q1', free) : []),
    ...(items === undefined
      ? []
      : [{ path: `${path}/0`, schema: items, bodyWith: inItem }, ...placesIn(items, `${path}/0`, inItem)]),
  ]
}

const allPlaces = (): { readonly operation: Operation; readonly place: Place }[] =>
  bodies.flatMap(([operation, schema]) => {
    const whole: Place = { path: '', schema, bodyWith: (value) => value }
    return [whole, ...placesIn(schema, '', whole.bodyWith)].map((place) => ({ operation, place }))
  })

/** The fault at the place; null: none. */
function faultAt(operation: Operation, { path, bodyWith }: Place, value: unknown): string | null {
  const request = { ...toApiRequest(operation.method, operation.path, {}), requestBody: bodyWith(value) }
  const { errors } = contract.validator.validateRequest(request, operation)
  const issue = toIssues(errors ?? []).find(({ instancePath }) => instancePath === `/body${path}`)
  return issue ? `${issue.keyword} ${issue.message}` : null
}

it('refuses a value of another JSON type at every place of a body', () => {
  const places = allPlaces()
  const accepted = places.flatMap(({ operation, place }) => {
    const known = typesOf(place.schema)
    if (known.includes('any')) return []
    const wrong = Object.entries(values).filter(([type]) => !known.includes(type))
    return wrong
      .flatMap(([, some]) => some)
      .filter((value) => faultAt(operation, place, value) === null)
      .map((value) => `${operation.operationId} accepts ${JSON.stringify(value)} at ${place.path}`)
  })
  expect(accepted).toEqual([])
  expect(places.length).toBeGreaterThan(400)
})

it('accepts strings and numbers for ids of accounts and groups alone', () => {
  const both = allPlaces().filter(({ place }) =>
    ['number', 'string'].every((type) => typesOf(place.schema).includes(type)),
  )
  const names = new Set(
    both.map(({ place }) =>
      place.path
        .split('/')
        .filter((step) => !/^\d+$/.test(step))
        .at(-1),
    ),
  )
  expect([...names].sort()).toEqual(['UserId', 'groupId', 'groupUserId', 'hostUserId', 'id', 'userId', 'userIds'])
})

describe('the rank of a member', () => {
  const path = `/v2/members/${group.members[0]}/rank`

  it.each([
    [{ rankId: '10' }, '/body/rankId'],
    [{ rankUniqueId: String(group.roles.private) }, '/body/rankUniqueId'],
    [{ rankId: true }, '/body/rankId'],
  ])('is refused in another type: %j', async (body, instancePath) => {
    const { status, body: answer } = await community.client.put(path, body)
    expect([status, answer.error.code]).toEqual([400, 'validation_failed'])
    expect(answer.error.details.issues).toContainEqual(expect.objectContaining({ instancePath }))
  })

  it('is accepted as a number, with null for what is absent', async () => {
    const { status, body } = await community.client.put(path, { rankId: 10, rankUniqueId: null })
    expect([status, body.data.rank.rankId]).toEqual([200, 10])
  })
})
