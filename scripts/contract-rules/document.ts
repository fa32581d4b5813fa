// The contract as rules read it; each node has its path.
import { errorCodesOf } from '../../src/contract/error-codes'
import type { Gives } from '../effects'

export type Path = readonly (string | number)[]

export interface Fault {
  readonly where: Path
  /** The problem, as a sentence. */
  readonly rule: string
  /** What to change, as a sentence. */
  readonly fix: string
}

export type Rule = (contract: Contract) => Fault[]

export interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> }
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly nullable?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly example?: unknown
  readonly default?: unknown
  readonly 'x-hint'?: string
  readonly 'x-utc'?: boolean
  readonly 'x-enum-varnames'?: readonly string[]
  readonly 'x-open-enum'?: boolean
  readonly 'x-at-least-one-of'?: readonly string[]
  readonly 'x-exactly-one-of'?: readonly string[]
  readonly 'x-true'?: boolean
  readonly 'x-gives'?: Readonly<Record<string, Gives>>
  readonly 'x-gives-stored'?: readonly string[]
  readonly 'x-secret'?: boolean
  readonly 'x-account-id'?: 'id' | 'id-or-name'
  /** Of a text or of JSON of any shape in replies. */
  readonly 'x-written-by-people'?: boolean
}
export interface Media {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
export type Content = Readonly<Record<string, Media>>
export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly style?: string
  readonly explode?: boolean
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
  readonly 'x-error-codes'?: readonly string[]
}
export interface Response {
  readonly $ref?: string
  readonly description: string
  readonly headers?: Readonly<Record<string, Parameter>>
  readonly content?: Content
  /** Those that every operation with the response may answer; all are in {@link FoundResponse.codes}. */
  readonly 'x-error-codes'?: readonly string[]
}
export interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response>>
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Operation>>>>>>
  readonly 'x-required-scope'?: string | null
  readonly 'x-feature'?: string | null
  readonly 'x-error-codes'?: readonly string[]
  readonly 'x-max-body-bytes'?: number
  readonly 'x-access-limited'?: boolean
  readonly 'x-read-replica'?: boolean
  readonly 'x-extension'?: boolean
  readonly 'x-repeatable'?: string
  readonly 'x-safe-repeat'?: string
  readonly 'x-no-etag'?: string
  readonly 'x-gives-stored'?: readonly string[]
  readonly 'x-needs-proof'?: boolean
  readonly 'x-no-proof'?: string
  readonly deprecated?: boolean
  readonly 'x-deprecated'?: Deprecation
}
/** Days such as 2026-11-23. */
export interface Deprecation {
  readonly since: string
  readonly sunset: string
  /** The operationId of its successor. */
  readonly replacedBy?: string
}
type ReadScopes = { readonly 'x-read-scopes': Readonly<Record<string, string>> }
export interface ErrorFacts {
  readonly status: number
  /** Whether the request may have had an effect. */
  readonly effect: 'none' | 'possible'
  /** The tables of the specification have the code. */
  readonly specified?: boolean
  /** For a person who knows no API. */
  readonly sentence: string
  /** Markdown, as is the remedy. */
  readonly cause: string
  readonly remedy: string
}
interface SecurityScheme {
  readonly 'x-error-codes'?: readonly string[]
}
export interface Contract {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly 'x-max-body-bytes': number
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>> & {
      readonly ErrorCode: {
        readonly enum: readonly string[]
        readonly 'x-errors': Readonly<Record<string, ErrorFacts>>
      }
      readonly AuditEntry: ReadScopes
      readonly WebhookType: { readonly enum: readonly string[] }
      readonly WebhookTypes: ReadScopes
    }
    readonly responses: Readonly<Record<string, Response>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Parameter>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>> & {
      readonly bearerAuth: { readonly 'x-scopes': Readonly<Record<string, string>> }
    }
  }
}

export interface Found<Node> {
  readonly at: Path
  readonly node: Node
}
export interface FoundOperation extends Found<Operation> {
  /** In lower case, such as `get`. */
  readonly method: string
  readonly path: string
  readonly id: string
}
export interface FoundResponse extends Found<Response> {
  readonly status: string
  /** Where the operation names the response; `at` is where it is written. */
  readonly usedAt: Path
  /** Of the operation with this status. */
  readonly codes: readonly string[]
}

export const JSON_TYPE = 'application/json'
const methods = ['get', 'put', 'post', 'delete', 'patch']

export function operationsOf({ paths }: Contract): FoundOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, node]) => {
        const id = node.operationId ?? `${method.toUpperCase()} ${path}`
        return { at: ['paths', path, method], node, method, path, id }
      }),
  )
}

export const isSignedByPlatform = ({ node: { security = [] } }: Pick<FoundOperation, 'node'>): boolean =>
  security.some((schemes) => 'platformSignature' in schemes)

/** Operations before a sign-in, and those on the caller's own session. */
export const isOfBrowser = (operation: Pick<FoundOperation, 'node'>): boolean =>
  operation.node['x-required-scope'] === null && !isSignedByPlatform(operation)

/** The node that a reference names, references to references followed; the node itself where it is none. */
export function resolved<Node extends { readonly $ref?: string }>(contract: Contract, found: Found<Node>): Found<Node> {
  if (found.node.$ref === undefined) return found
  const at = found.node.$ref.split('/').slice(1)
  return resolved(contract, { at, node: nodeAt(contract, at) as Node })
}

/** undefined: the document has no such node. */
export function nodeAt(document: object, path: Path): unknown {
  return path.reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document)
}

export function parametersOf(contract: Contract, { at, node }: Found<Operation>): Found<Parameter>[] {
  return (node.parameters ?? []).map((one, index) =>
    resolved(contract, { at: [...at, 'parameters', index], node: one }),
  )
}

export function responsesOf(contract: Contract, { at, node }: Found<Operation>): FoundResponse[] {
  const codes = errorCodesOf(contract, node)
  return Object.entries(node.responses).map(([status, response]) => {
    const usedAt = [...at, 'responses', status]
    const found = resolved(contract, { at: usedAt, node: response })
    return { ...found, status, usedAt, codes: codes.get(Number(status)) ?? [] }
  })
}

/** Each response of the operations once, however many operations name it. */
export function distinctResponses(contract: Contract): FoundResponse[] {
  const all = operationsOf(contract).flatMap((operation) => responsesOf(contract, operation))
  return [...new Map(all.map((response) => [response.node, response])).values()]
}

/** The JSON of a request or response, if it has one. */
export function mediaOf({ at, node }: Found<{ readonly content?: Content }>): Found<Media>[] {
  const media = node.content?.[JSON_TYPE]
  return media ? [{ at: [...at, 'content', JSON_TYPE], node: media }] : []
}

export function bodyOf({ at, node }: Found<Operation>): Found<Media>[] {
  return node.requestBody ? mediaOf({ at: [...at, 'requestBody'], node: node.requestBody }) : []
}

const schemaOf = ({ at, node }: Found<{ readonly schema: Schema }>): Found<Schema> => ({
  at: [...at, 'schema'],
  node: node.schema,
})

/** The schema and every schema written below it; references are not followed. */
export function within({ at, node }: Found<Schema>): Found<Schema>[] {
  const { properties = {}, items, additionalProperties } = node
  const inner: Found<Schema>[] = [
    ...Object.entries(properties).map(([name, one]) => ({ at: [...at, 'properties', name], node: one })),
    ...(items ? [{ at: [...at, 'items'], node: items }] : []),
    ...(typeof additionalProperties === 'object'
      ? [{ at: [...at, 'additionalProperties'], node: additionalProperties }]
      : []),
    ...(['allOf', 'oneOf', 'anyOf'] as const).flatMap((kind) =>
      (node[kind] ?? []).map((one, index) => ({ at: [...at, kind, index], node: one })),
    ),
  ]
  return [{ at, node }, ...inner.flatMap(within)]
}

const named = <Node>(section: string, nodes: Readonly<Record<string, Node>>): Found<Node>[] =>
  Object.entries(nodes).map(([name, node]) => ({ at: ['components', section, name], node }))

/** Parameters and headers of the components, and the parameters that operations write out. */
export function writtenParameters(contract: Contract): Found<Parameter>[] {
  const { headers, parameters } = contract.components
  const inline = operationsOf(contract).flatMap(({ at, node }) =>
    (node.parameters ?? []).map((one, index) => ({ at: [...at, 'parameters', index], node: one })),
  )
  const all = [...named('headers', headers), ...named('parameters', parameters), ...inline]
  return all.filter(({ node }) => node.$ref === undefined)
}

/** Every schema that is written anywhere in the document. */
export function writtenSchemas(contract: Contract): Found<Schema>[] {
  const operations = operationsOf(contract)
  const responses = [
    ...named('responses', contract.components.responses),
    ...operations.flatMap((operation) => responsesOf(contract, operation).filter(({ at, usedAt }) => at === usedAt)),
  ]
  const media = [...operations.flatMap(bodyOf), ...responses.flatMap(mediaOf)]
  return [
    ...named('schemas', contract.components.schemas as Readonly<Record<string, Schema>>),
    ...writtenParameters(contract).map(schemaOf),
    ...media.map(schemaOf),
  ].flatMap(within)
}

/** The schemas that request bodies are validated against, references followed, each once. */
export function bodySchemas(contract: Contract): Found<Schema>[] {
  return reachable(contract, operationsOf(contract).flatMap(bodyOf).map(schemaOf))
}

/** Those of {@link bodySchemas}, and those of parameters. */
export function requestSchemas(contract: Contract): Found<Schema>[] {
  const operations = operationsOf(contract)
  const parameters = operations.flatMap((operation) => parametersOf(contract, operation))
  return reachable(contract, [...parameters, ...operations.flatMap(bodyOf)].map(schemaOf))
}

function reachable(contract: Contract, roots: readonly Found<Schema>[]): Found<Schema>[] {
  const seen = new Set<Schema>()
  const found: Found<Schema>[] = []
  const visit = (root: Found<Schema>): void => {
    for (const one of within(root)) {
      if (seen.has(one.node)) continue
      seen.add(one.node)
      if (one.node.$ref === undefined) found.push(one)
      else visit(resolved(contract, one))
    }
  }
  roots.forEach(visit)
  return found
}
