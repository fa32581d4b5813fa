// Reads openapi.yaml for client generators.
import fs from 'node:fs'
import { parse } from 'yaml'

export interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  nullable?: boolean
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
  enum?: unknown[]
  'x-error-effect'?: Record<string, string>
}
export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  schema?: Schema
}
interface Content {
  $ref?: string
  required?: boolean
  content?: { 'application/json'?: { schema: Schema } }
}
interface RawOperation {
  operationId: string
  summary: string
  description?: string
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
  'x-required-scope': string | null
  'x-repeatable'?: string
}
export interface ClientContract {
  info: { title: string; version: string }
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema> }
}
/** Resolved. */
export interface Operation {
  id: string
  method: string
  path: string
  summary: string
  description: string
  /** null: signed by the platform. */
  scope: string | null
  parameters: Parameter[]
  /** A repetition has no further effect. */
  isRepeatable: boolean
  body: { schema: Schema; required: boolean } | null
  /** Of a success; null: none. */
  answer: Schema | null
}

/** @throws without the file */
export function readContract(file: string): ClientContract {
  return parse(fs.readFileSync(file, 'utf8')) as ClientContract
}

/** Resolves a reference. */
export function resolve<T extends { $ref?: string }>(contract: ClientContract, thing: T): T {
  if (thing.$ref === undefined) return thing
  const [, , kind = '', name = ''] = thing.$ref.split('/')
  const components = contract.components as Record<string, Record<string, unknown> | undefined>
  const found = components[kind]?.[name] as T | undefined
  if (!found) throw new Error(`openapi.yaml has no ${thing.$ref}`)
  return resolve(contract, found)
}

/** With API keys. */
export function operationsOf(contract: ClientContract): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, raw]) => raw.operationId && raw['x-required-scope'] !== null)
      .map(([method, raw]) => operationOf(contract, path, method, raw)),
  )
}

function operationOf(contract: ClientContract, path: string, method: string, raw: RawOperation): Operation {
  const body = raw.requestBody && resolve(contract, raw.requestBody)
  const [, success] = Object.entries(raw.responses).find(([status]) => status.startsWith('2')) ?? []
  const bodySchema = body?.content?.['application/json']?.schema
  return {
    id: raw.operationId,
    method,
    path,
    summary: raw.summary,
    description: raw.description ?? '',
    scope: raw['x-required-scope'],
    isRepeatable: raw['x-repeatable'] !== undefined,
    parameters: (raw.parameters ?? []).map((parameter) => resolve(contract, parameter)),
    body: bodySchema ? { schema: bodySchema, required: body?.required === true } : null,
    answer: (success && resolve(contract, success).content?.['application/json']?.schema) ?? null,
  }
}
