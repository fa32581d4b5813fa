// Reads what typed clients send for "absent": null in a body, an empty query parameter, an empty Luau table, properties that an
// answer had. Compiled once for each operation from its schemas; a valid request keeps its meaning.
import type { Operation } from 'openapi-backend'
import type { ApiRequest } from './router'
import { nearest } from './nearest'

interface RequestSchema {
  readonly type?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly RequestSchema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, RequestSchema>>
  readonly additionalProperties?: boolean | RequestSchema
  readonly items?: RequestSchema
  readonly 'x-read-only'?: readonly string[]
}

/** What is done to one value of a body. */
interface BodyPlan {
  readonly isObject: boolean
  /** Properties for which null means absent. */
  readonly optional: readonly string[]
  /** Whether that holds for properties the schema does not name. */
  readonly isOptionalMap: boolean
  /** Properties of an answer that are removed when they are sent back. */
  readonly readOnly: readonly string[]
  readonly inner: readonly (readonly [name: string, plan: BodyPlan])[]
  readonly items: BodyPlan | null
}

/** How requests for one operation are normalised. */
export interface Normaliser {
  readonly isBodyOptional: boolean
  readonly body: BodyPlan | null
  readonly query: ReadonlySet<string>
  readonly requiredQuery: ReadonlySet<string>
}

/** @param operation with its references resolved */
export function compileNormaliser(operation: Operation): Normaliser {
  const content = operation.requestBody as
    { required?: boolean; content?: Record<string, { schema?: RequestSchema }> } | undefined
  const parameters = (operation.parameters ?? []) as { name: string; in: string; required?: boolean }[]
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return {
    isBodyOptional: content?.required !== true,
    body: planOf(content?.content?.['application/json']?.schema ?? {}),
    query: new Set(query.map(({ name }) => name)),
    requiredQuery: new Set(query.flatMap(({ name, required }) => (required === true ? [name] : []))),
  }
}

/**
 * Normalises a request in place.
 * @returns the unknown query parameters that were removed; one whose name is near a known one stays, to be refused
 */
export function normalise(request: ApiRequest, normaliser: Normaliser): string[] {
  const { body, isBodyOptional } = normaliser
  if (request.requestBody === null && isBodyOptional) request.requestBody = undefined
  else if (body !== null) request.requestBody = normaliseBody(request.requestBody, body)
  return normaliseQuery(request.query as Record<string, unknown>, normaliser)
}

function normaliseQuery(query: Record<string, unknown>, { query: known, requiredQuery }: Normaliser): string[] {
  const ignored: string[] = []
  for (const name of Object.keys(query)) {
    if (known.has(name)) {
      if (query[name] === '' && !requiredQuery.has(name)) delete query[name]
    } else if (nearest(name, known) === null) {
      ignored.push(name)
      delete query[name]
    }
  }
  return ignored
}

/** null where nothing in the value is ever changed. */
function planOf(schema: RequestSchema): BodyPlan | null {
  const { properties = {}, required = [], additionalProperties: free, items } = schema
  const inner = Object.entries(properties).flatMap(([name, one]) => {
    const plan = planOf(one)
    return plan === null ? [] : [[name, plan] as const]
  })
  const plan: BodyPlan = {
    isObject: schema.type === 'object',
    optional: Object.keys(properties).filter((name) => !required.includes(name) && !takesNull(properties[name] ?? {})),
    isOptionalMap: typeof free === 'object' && !takesNull(free),
    readOnly: schema['x-read-only'] ?? [],
    inner,
    items: items === undefined ? null : planOf(items),
  }
  return plan.isObject || plan.items !== null ? plan : null
}

/** Whether the contract gives null a meaning; a schema without a type takes anything. */
function takesNull({ type, nullable, enum: values, oneOf }: RequestSchema): boolean {
  if (nullable === true || values?.includes(null) === true) return true
  return type === undefined && (oneOf === undefined || oneOf.some(takesNull))
}

function normaliseBody(value: unknown, plan: BodyPlan): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!plan.isObject) return Array.isArray(value) && plan.items !== null ? normaliseItems(value, plan.items) : value
  // Luau's JSONEncode writes an empty table as `[]`
  if (Array.isArray(value)) return value.length === 0 ? {} : value
  const object = value as Record<string, unknown>
  for (const name of plan.readOnly) delete object[name]
  for (const name of plan.isOptionalMap ? Object.keys(object) : plan.optional) {
    if (object[name] === null && Object.hasOwn(object, name)) delete object[name]
  }
  for (const [name, inner] of plan.inner) {
    if (Object.hasOwn(object, name)) object[name] = normaliseBody(object[name], inner)
  }
  return object
}

function normaliseItems(values: unknown[], plan: BodyPlan): unknown[] {
  for (let index = 0; index < values.length; index++) values[index] = normaliseBody(values[index], plan)
  return values
}
