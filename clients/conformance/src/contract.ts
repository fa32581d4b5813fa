// The contract with resolved references, and validation. Independent of the server's code.
import fs from 'node:fs'
import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { parse } from 'yaml'

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export interface Schema {
  readonly type?: string
  readonly nullable?: boolean
  readonly enum?: readonly Json[]
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly 'x-unique-items'?: boolean
  readonly items?: Schema
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string }
  readonly example?: Json
  readonly 'x-exactly-one-of'?: readonly string[]
  readonly 'x-at-least-one-of'?: readonly string[]
  readonly 'x-clamp'?: number
  readonly 'x-secret'?: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
  readonly example: string | null
}

export interface DeclaredHeader {
  readonly required: boolean
  readonly schema: Schema
}

export interface DeclaredResponse {
  readonly headers: ReadonlyMap<string, DeclaredHeader>
  /** null: no body. */
  readonly schema: Schema | null
  /** Null: no error. */
  readonly codes: readonly string[] | null
}

export interface Body {
  readonly schema: Schema
  readonly required: boolean
  readonly examples: readonly Json[]
  readonly maxBytes: number
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** The path template. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Body | null
  readonly responses: ReadonlyMap<number, DeclaredResponse>
  readonly success: number
  /** Null: signed by the platform. */
  readonly scope: string | null
  /** GET without `x-may-write`. */
  readonly reads: boolean
  readonly accessLimited: boolean
  /** Days; null: not deprecated. */
  readonly deprecated: Deprecation | null
}

export interface Deprecation {
  readonly since: string
  readonly sunset: string
}

export interface Contract {
  readonly operations: readonly Operation[]
  readonly errorStatus: Readonly<Record<string, number>>
  readonly envelope: Schema
  /** The line of each operation in the file, from 1. */
  readonly lines: ReadonlyMap<string, number>
}

interface RawOperation extends Coded {
  /** A key cannot call one for the sessions of a browser alone, or without credentials: the sign-in. */
  readonly security?: readonly Record<string, unknown>[]
  readonly operationId: string
  readonly parameters?: (Omit<Parameter, 'example' | 'required'> & { example?: Json; required?: boolean } & Coded)[]
  readonly requestBody?: { required?: boolean; content: Record<string, { schema: Schema; examples?: Examples }> }
  readonly responses: Record<string, RawResponse>
  readonly 'x-required-scope'?: string | null
  readonly 'x-may-write'?: boolean
  readonly 'x-access-limited'?: boolean
  readonly 'x-max-body-bytes'?: number
  readonly 'x-deprecated'?: Deprecation
}
type Examples = Record<string, { value: Json }>
/** What lists error codes: an operation, its parameters, its security schemes and its responses. */
interface Coded {
  readonly 'x-error-codes'?: readonly string[]
}
interface RawResponse extends Coded {
  readonly headers?: Record<string, { required?: boolean; schema: Schema }>
  readonly content?: Record<string, { schema: Schema }>
}
interface RawDocument {
  readonly paths: Record<string, Record<string, RawOperation>>
  readonly components: {
    readonly schemas: Record<string, Schema & { 'x-errors'?: Readonly<Record<string, { readonly status: number }>> }>
    readonly securitySchemes?: Readonly<Record<string, Coded>>
  }
  readonly 'x-max-body-bytes'?: number
}

/**
 * YAML or JSON.
 * @throws for an unreadable file, or a missing or circular reference
 */
export function readContract(file: string): Contract {
  const text = fs.readFileSync(file, 'utf8')
  const document = resolved(parse(text) as Json) as unknown as RawDocument
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => typeof operation === 'object' && 'operationId' in operation)
      .filter(([, { security }]) => !security || security.some((schemes) => !isOfBrowser(schemes)))
      .map(([method, operation]) => toOperation(method.toUpperCase(), path, operation, document)),
  )
  const { ErrorResponse } = document.components.schemas
  return { operations, errorStatus: statusesOf(document), envelope: ErrorResponse ?? {}, lines: linesOf(text) }
}

const isOfBrowser = (schemes: Record<string, unknown>): boolean => 'session' in schemes || 'applicant' in schemes

function linesOf(text: string): Map<string, number> {
  const found = text.split('\n').flatMap((line, index): [string, number][] => {
    const id = /^\s*"?operationId"?:\s*"?(\w+)"?,?\s*$/.exec(line)?.[1]
    return id === undefined ? [] : [[id, index + 1]]
  })
  return new Map(found)
}

const statusesOf = ({ components }: RawDocument): Record<string, number> =>
  Object.fromEntries(
    Object.entries(components.schemas['ErrorCode']?.['x-errors'] ?? {}).map(([code, { status }]) => [code, status]),
  )

function toOperation(method: string, path: string, raw: RawOperation, document: RawDocument): Operation {
  const content = raw.requestBody?.content['application/json']
  const responses = new Map(
    Object.entries(raw.responses).map(([status, response]) => {
      const codes = Number(status) < 400 ? null : codesOf(raw, Number(status), document)
      return [Number(status), { ...toResponse(response), codes }]
    }),
  )
  return {
    id: raw.operationId,
    method,
    path,
    parameters: (raw.parameters ?? []).map((parameter) => ({
      ...parameter,
      required: parameter.required ?? false,
      example: typeof parameter.example === 'string' ? parameter.example : null,
    })),
    body: content
      ? {
          schema: content.schema,
          required: raw.requestBody?.required ?? false,
          examples: Object.values(content.examples ?? {}).map(({ value }) => value),
          maxBytes: raw['x-max-body-bytes'] ?? document['x-max-body-bytes'] ?? 262_144,
        }
      : null,
    responses,
    success: [...responses.keys()].find((status) => status < 300) ?? 200,
    scope: raw['x-required-scope'] ?? null,
    reads: method === 'GET' && raw['x-may-write'] !== true,
    accessLimited: raw['x-access-limited'] === true,
    deprecated: raw['x-deprecated'] ?? null,
  }
}

/** As `info.description` of the contract explains them. */
function codesOf(raw: RawOperation, status: number, { components }: RawDocument): string[] {
  const { schemas, securitySchemes = {} } = components
  const schemes = (raw.security ?? []).flatMap((alternative) => Object.keys(alternative))
  const listers = [
    raw,
    ...(raw.parameters ?? []),
    ...schemes.map((name) => securitySchemes[name]),
    ...Object.values(raw.responses),
  ]
  const codes = new Set(listers.flatMap((one) => one?.['x-error-codes'] ?? []))
  return [...codes].filter((code) => schemas['ErrorCode']?.['x-errors']?.[code]?.status === status)
}

function toResponse({ headers = {}, content }: RawResponse): Omit<DeclaredResponse, 'codes'> {
  const declared = Object.entries(headers).map(
    ([name, { required, schema }]) => [name.toLowerCase(), { required: required ?? false, schema }] as const,
  )
  return { headers: new Map(declared), schema: content?.['application/json']?.schema ?? null }
}

/** Each target is one object. */
function resolved(root: Json): Json {
  const done = new Map<string, Json>()
  const visit = (node: Json, open: readonly string[]): Json => {
    if (Array.isArray(node)) return node.map((item) => visit(item, open))
    if (node === null || typeof node !== 'object') return node
    const reference = node['$ref']
    if (typeof reference !== 'string') {
      return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, visit(value, open)]))
    }
    if (open.includes(reference))
      throw new Error(`The reference ${reference} of the contract is circular, which is not supported.`)
    const known = done.get(reference) ?? visit(targetOf(root, reference), [...open, reference])
    done.set(reference, known)
    return known
  }
  return visit(root, [])
}

function targetOf(root: Json, reference: string): Json {
  let node: Json | undefined = root
  for (const step of reference.replace(/^#\//, '').split('/')) {
    node = (node as Record<string, Json> | undefined)?.[step]
  }
  if (node === undefined) throw new Error(`The contract refers to ${reference}, which does not exist.`)
  return node
}

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats(ajv)
ajv.addFormat('utc', /^\d{4}-\d{2}-\d{2}T[0-9:.]+Z$/)
for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
ajv.addKeyword({
  keyword: 'x-unique-items',
  type: 'array',
  validate: (isUnique: boolean, data: readonly unknown[]) =>
    !isUnique || new Set(data.map(toText)).size === data.length,
})
const countOf = (names: readonly string[], data: object): number =>
  names.filter((name) => Object.hasOwn(data, name)).length
ajv.addKeyword({
  keyword: 'x-exactly-one-of',
  type: 'object',
  validate: (names: readonly string[], data: object) => countOf(names, data) === 1,
})
ajv.addKeyword({
  keyword: 'x-at-least-one-of',
  type: 'object',
  validate: (names: readonly string[], data: object) => countOf(names, data) >= 1,
})

const compiled = { sent: new WeakMap<object, ValidateFunction>(), received: new WeakMap<object, ValidateFunction>() }

function errorsOf(kind: 'sent' | 'received', schema: Schema, value: Json | undefined): readonly ErrorObject[] {
  const known = compiled[kind].get(schema)
  const validate = known ?? ajv.compile(kind === 'received' ? (closed(schema as Json) as object) : schema)
  compiled[kind].set(schema, validate)
  return validate(value) ? [] : (validate.errors ?? [])
}

export function isValid(schema: Schema, value: Json | undefined): boolean {
  return errorsOf('sent', schema, value).length === 0
}

/** Undeclared properties are errors. */
export function replyProblems(schema: Schema, value: Json | undefined): string[] {
  return errorsOf('received', schema, value).map((error) => {
    const extra: unknown = error.params['additionalProperty']
    const what = typeof extra === 'string' ? `must not have the property '${extra}'` : error.message
    return `${error.instancePath || '(root)'} ${what}`
  })
}

const toText = (value: unknown): string => JSON.stringify(value)

/** As sent by a server: no unknown properties, times in UTC. */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed)
  if (node === null || typeof node !== 'object') return node
  const inner = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]))
  const open = inner['type'] === 'object' && 'properties' in inner && !('additionalProperties' in inner)
  return {
    ...inner,
    ...(open && { additionalProperties: false }),
    ...(inner['format'] === 'date-time' && { format: 'utc' }),
  }
}
