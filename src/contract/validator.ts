// Normalises and validates requests.
import type Ajv from 'ajv'
import type { ErrorObject } from 'ajv'
import { OpenAPIValidator, type Document, type Operation, type ValidationResult } from 'openapi-backend'
import { nearest } from '../base/nearest'
import type { ApiRequest, IndexedRouter } from './router'

/** Bodies with more values get the first issue only. */
const LISTED_VALUES = 1_000
const LISTED_CHARACTERS = 32_768

class LazyValidator extends OpenAPIValidator {
  constructor(
    definition: Document,
    router: IndexedRouter,
    private readonly sharedAjv: Ajv,
  ) {
    super({ definition, router, lazyCompileValidators: true })
  }

  override getAjv(): Ajv {
    return this.sharedAjv
  }

  check(parts: RequestParts, { operationId = '' }: Operation): ErrorObject[] | null {
    let errors: ErrorObject[] | null = null
    for (const validate of this.getRequestValidatorsForOperation(operationId) ?? []) {
      if (!validate(parts)) errors = [...(errors ?? []), ...(validate.errors ?? [])]
    }
    return errors
  }
}

/** Stops at the first error, but lists all errors of small bodies. */
export class RequestValidator extends LazyValidator {
  private readonly listing: LazyValidator
  private readonly normalisers = new Map<Operation, Normaliser>()

  constructor(definition: Document, router: IndexedRouter, first: Ajv, listing: Ajv) {
    super(definition, router, first)
    this.listing = new LazyValidator(definition, router, listing)
  }

  /** In place, without coercion, which would accept "0x10" and " 5 ". */
  override validateRequest(request: ApiRequest, operation: Operation): ValidationResult {
    request.ignored = normalise(request, this.normaliserOf(operation))
    const parts: RequestParts = {
      path: request.params,
      query: request.query,
      header: request.headers,
      requestBody: request.requestBody,
    }
    const errors = this.check(parts, operation)
    if (errors === null) return { valid: true, errors }
    return { valid: false, errors: (isSmall(parts.requestBody) && this.listing.check(parts, operation)) || errors }
  }

  private normaliserOf(operation: Operation): Normaliser {
    const known = this.normalisers.get(operation)
    if (known) return known
    const made = compileNormaliser(operation)
    this.normalisers.set(operation, made)
    return made
  }
}

interface RequestParts {
  readonly path: unknown
  readonly query: unknown
  readonly header: unknown
  readonly requestBody: unknown
}

function isSmall(body: unknown): boolean {
  const left: unknown[] = [body]
  let values = 0
  let characters = 0
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') characters += value.length
    else if (Array.isArray(value)) left.push(...(value.slice(0, LISTED_VALUES) as unknown[]))
    else if (value !== null && typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) {
        characters += name.length
        left.push(inner)
      }
    }
    if (++values + left.length > LISTED_VALUES || characters > LISTED_CHARACTERS) return false
  }
  return true
}

/** `X-Ignored-Parameters`; null: none. An empty name, as in `?=1`, is not named. */
export function toIgnoredHeader(ignored: readonly string[]): string | null {
  const names = ignored.filter((name) => name !== '')
  if (names.length === 0) return null
  const named = names.slice(0, 10).map((name) => encodeURIComponent(name.slice(0, 50).toWellFormed()).slice(0, 50))
  return named.join(',')
}

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
  readonly 'x-clamp'?: number
}

interface BodyPlan {
  readonly isObject: boolean
  /** Properties for which null means absent. */
  readonly optional: readonly string[]
  /** Null means absent for every property. */
  readonly isOptionalMap: boolean
  /** `x-read-only`. */
  readonly readOnly: readonly string[]
  readonly inner: readonly (readonly [name: string, plan: BodyPlan])[]
  readonly items: BodyPlan | null
}

interface TypedParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly type: 'integer' | 'boolean' | 'array'
  /** `x-clamp`. */
  readonly most: number
}

export interface Normaliser {
  readonly isBodyOptional: boolean
  readonly body: BodyPlan | null
  readonly query: ReadonlySet<string>
  readonly requiredQuery: ReadonlySet<string>
  readonly typed: readonly TypedParameter[]
}

interface ParameterObject {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: RequestSchema
}

export function compileNormaliser(operation: Operation): Normaliser {
  const content = operation.requestBody as
    { required?: boolean; content?: Record<string, { schema?: RequestSchema }> } | undefined
  const parameters = (operation.parameters ?? []) as ParameterObject[]
  const query = parameters.filter((parameter) => parameter.in === 'query')
  return {
    isBodyOptional: content?.required !== true,
    body: planOf(content?.content?.['application/json']?.schema ?? {}),
    query: new Set(query.map(({ name }) => name)),
    requiredQuery: new Set(query.flatMap(({ name, required }) => (required === true ? [name] : []))),
    typed: parameters.flatMap(typedParameter),
  }
}

function typedParameter({ name, in: place, schema = {} }: ParameterObject): TypedParameter[] {
  const { type, 'x-clamp': most = Infinity } = schema
  if (place !== 'path' && place !== 'query') return []
  return type === 'integer' || type === 'boolean' || type === 'array' ? [{ name, in: place, type, most }] : []
}

/**
 * Removes null for optional properties, empty query parameters, empty arrays for empty objects (Luau) and read-only
 * properties. Reads integers, booleans and arrays of the path and the query.
 * @returns removed unknown query parameters; those near a known name stay, and are refused
 */
export function normalise(request: ApiRequest, normaliser: Normaliser): string[] {
  const { body, isBodyOptional } = normaliser
  if (request.requestBody === null && isBodyOptional) request.requestBody = undefined
  else if (body !== null) request.requestBody = normaliseBody(request.requestBody, body)
  const ignored = normaliseQuery(request.query as Record<string, unknown>, normaliser)
  for (const parameter of normaliser.typed) {
    const values = (parameter.in === 'path' ? request.params : request.query) as Record<string, unknown>
    if (parameter.name in values) values[parameter.name] = readTyped(values[parameter.name], parameter)
  }
  return ignored
}

/** Other texts stay, and are refused. A repeated parameter is an array already. */
function readTyped(text: unknown, { type, most }: TypedParameter): unknown {
  if (typeof text !== 'string') return text
  if (type === 'array') return text.split(',')
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  return /^-?[0-9]{1,63}$/.test(text) ? Math.min(Number(text), most) : text
}

/** Unknown parameters that are compared with known names. */
const MAX_COMPARED = 20

function normaliseQuery(query: Record<string, unknown>, { query: known, requiredQuery }: Normaliser): string[] {
  const ignored: string[] = []
  let compared = 0
  for (const name of Object.keys(query)) {
    if (known.has(name)) {
      if (query[name] === '' && !requiredQuery.has(name)) delete query[name]
    } else if (compared++ >= MAX_COMPARED || nearest(name, known) === null) {
      ignored.push(name)
      delete query[name]
    }
  }
  return ignored
}

/** Alternatives of a union are merged. Null: nothing to change. */
function planOf(schema: RequestSchema): BodyPlan | null {
  const { additionalProperties: free, items } = schema
  const alternatives = schema.oneOf ?? [schema]
  const properties = Object.assign({}, ...alternatives.map((one) => one.properties)) as Record<string, RequestSchema>
  const isRequired = (name: string): boolean => alternatives.every(({ required = [] }) => required.includes(name))
  const inner = Object.entries(properties).flatMap(([name, one]) => {
    const plan = planOf(one)
    return plan === null ? [] : [[name, plan] as const]
  })
  const plan: BodyPlan = {
    isObject: schema.type === 'object',
    optional: Object.keys(properties).filter((name) => !isRequired(name) && !takesNull(properties[name] ?? {})),
    isOptionalMap: typeof free === 'object' && !takesNull(free),
    readOnly: schema['x-read-only'] ?? [],
    inner,
    items: items === undefined ? null : planOf(items),
  }
  return plan.isObject || plan.items !== null ? plan : null
}

function takesNull({ type, nullable, enum: values, oneOf }: RequestSchema): boolean {
  if (nullable === true || values?.includes(null) === true) return true
  return type === undefined && (oneOf === undefined || oneOf.some(takesNull))
}

function normaliseBody(value: unknown, plan: BodyPlan): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!plan.isObject) return Array.isArray(value) && plan.items !== null ? normaliseItems(value, plan.items) : value
  // Luau's JSONEncode writes {} as []
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
