// The operations of the contract, for generators of clients and of requests.

/** The part of OpenAPI 3.0 schemas that the contract uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly maxProperties?: number
  readonly 'x-unique-items'?: boolean
  readonly 'x-exactly-one-of'?: readonly string[]
  readonly 'x-true'?: boolean
  readonly 'x-errors'?: Readonly<Record<string, { readonly effect: string }>>
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

interface MediaType {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Content {
  readonly $ref?: string
  readonly required?: boolean
  readonly content?: { readonly 'application/json'?: MediaType }
}

interface RawOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
  readonly 'x-required-scope': string | null
  readonly 'x-repeatable'?: string
}

export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** An operation with its references resolved. */
export interface Operation {
  readonly id: string
  /** In lower case, such as `get`. */
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  /** null: it takes no API key. */
  readonly scope: string | null
  readonly parameters: readonly Parameter[]
  /** A repetition has no further effect, although it takes no Idempotency-Key (`x-repeatable`). */
  readonly isRepeatable: boolean
  readonly body: { readonly schema: Schema; readonly required: boolean; readonly examples: readonly unknown[] } | null
  /** The schema of the first response with 2xx; null: it has no body. */
  readonly answer: Schema | null
}

/** @throws Error for an unknown reference */
export function resolve<T extends { readonly $ref?: string }>(contract: Contract, thing: T): T {
  if (thing.$ref === undefined) return thing
  const [, , kind = '', name = ''] = thing.$ref.split('/')
  const components = contract.components as unknown as Record<string, Record<string, unknown> | undefined>
  const found = components[kind]?.[name] as T | undefined
  if (!found) throw new Error(`openapi.yaml has no ${thing.$ref}`)
  return resolve(contract, found)
}

export const operationsOf = (contract: Contract): Operation[] =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, raw]) => raw.operationId)
      .map(([method, raw]) => operationOf(contract, path, method, raw)),
  )

/** Operations for callers with API keys. */
export const keyedOperationsOf = (contract: Contract): Operation[] =>
  operationsOf(contract).filter(({ scope }) => scope !== null)

function operationOf(contract: Contract, path: string, method: string, raw: RawOperation): Operation {
  const body = raw.requestBody && resolve(contract, raw.requestBody)
  const media = body?.content?.['application/json']
  const [, success] = Object.entries(raw.responses).find(([status]) => status.startsWith('2')) ?? []
  const examples = Object.values(media?.examples ?? {}).map(({ value }) => value)
  if (media?.example !== undefined) examples.push(media.example)
  return {
    id: raw.operationId,
    method,
    path,
    summary: raw.summary,
    description: raw.description ?? '',
    scope: raw['x-required-scope'],
    isRepeatable: raw['x-repeatable'] !== undefined,
    parameters: (raw.parameters ?? []).map((parameter) => resolve(contract, parameter)),
    body: media ? { schema: media.schema, required: body?.required === true, examples } : null,
    answer: (success && resolve(contract, success).content?.['application/json']?.schema) ?? null,
  }
}
