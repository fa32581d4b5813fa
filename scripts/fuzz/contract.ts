// The contract's operations, resolved.
import { loadContract } from '../../src/contract/document'

/** As far as the contract uses them. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
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
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly maxProperties?: number
  readonly additionalProperties?: boolean | Schema
  readonly 'x-exactly-one-of'?: readonly string[]
  readonly 'x-true'?: boolean
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

export interface FuzzedOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  readonly bodyRequired: boolean
  /** Example bodies. */
  readonly examples: readonly unknown[]
}

interface MediaType {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface OperationObject {
  readonly operationId: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean; readonly content: { readonly 'application/json': MediaType } }
}

const document = loadContract() as unknown as Record<string, unknown>

/** Resolves a reference. */
export function resolve<T extends object>(node: T): T {
  const { $ref } = node as { $ref?: string }
  if ($ref === undefined) return node
  const found = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document)
  return resolve(found as T)
}

function toOperation(path: string, method: string, operation: OperationObject): FuzzedOperation {
  const media = operation.requestBody?.content['application/json']
  const shown = Object.values(media?.examples ?? {}).map(({ value }) => value)
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map((one) => resolve(one as Parameter)),
    body: media?.schema ?? null,
    bodyRequired: operation.requestBody?.required === true,
    examples: media?.example === undefined ? shown : [...shown, media.example],
  }
}

export const operations: readonly FuzzedOperation[] = Object.entries(
  document['paths'] as Record<string, Record<string, OperationObject>>,
).flatMap(([path, item]) => Object.entries(item).map(([method, one]) => toOperation(path, method, one)))
