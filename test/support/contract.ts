// Checks responses against openapi.yaml, independently of the server.
import fs from 'node:fs'
import path from 'node:path'
import Ajv, { type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { errorCodesOf, type CodedContract } from '../../src/contract/error-codes'

export interface Answered {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

interface ResponseObject {
  readonly $ref?: string
  readonly headers?: Record<string, { $ref: string }>
  readonly content?: { 'application/json': { schema: object } }
}
interface HeaderObject {
  readonly required?: boolean
  readonly schema: { readonly type: string }
}
interface OperationObject {
  readonly operationId: string
  readonly deprecated?: boolean
  readonly responses: Record<string, ResponseObject>
}
interface ContractDocument extends CodedContract {
  readonly paths: Record<string, Record<string, OperationObject>>
  readonly components: CodedContract['components'] & {
    readonly responses: Record<string, ResponseObject>
    readonly headers: Record<string, HeaderObject>
  }
}

// parsing openapi.yaml takes half a second, the JSON almost nothing
const document = close(
  JSON.parse(fs.readFileSync(path.resolve(__dirname, '../../generated/contract.json'), 'utf8')),
) as ContractDocument
// options that compile fast
const fast = { meta: false, validateSchema: false, inlineRefs: false, code: { optimize: false } } as const
const ajv = new Ajv({ ...fast, strict: false, allErrors: true })
addFormats(ajv)
// a schema with a pattern would be a text for client generators, not a time
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
for (const format of ['int32', 'int64']) ajv.addFormat(format, true)
ajv.addSchema(document, 'contract')

const ofHttp = new Set([
  ...['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'cache-control', 'x-content-type-options'],
  'transfer-encoding',
])

const ofDeprecation = ['deprecation', 'sunset', 'link']

/** A copy whose objects allow no other properties, to find those that the contract lacks. */
function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close)
  if (node === null || typeof node !== 'object') return node
  const closed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(node))
    if (name !== 'examples' || !('schema' in node)) closed[name] = close(value)
  if (closed['type'] === 'object' && closed['properties'] && !('additionalProperties' in closed)) {
    closed['additionalProperties'] = false
  }
  return closed
}

const routes = Object.entries(document.paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method,
    pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    operation,
  })),
)

export function operationOf(method: string, requestPath: string) {
  const asked = method === 'HEAD' ? 'get' : method.toLowerCase()
  const bare = requestPath.split('?')[0] ?? ''
  return routes.find((route) => route.method === asked && route.pattern.test(bare))?.operation
}

/** Checks status, headers, body and error code. @throws Error with the differences */
export function assertInContract(answer: Answered): void {
  const problems = problemsOf(answer)
  if (problems.length === 0) return
  const { method, path: where, status, body } = answer
  throw new Error(`${method} ${where} answered ${status}: ${problems.join('; ')}\n${JSON.stringify(body)}`)
}

function problemsOf(answer: Answered): string[] {
  const operation = operationOf(answer.method, answer.path)
  if (!operation) return [...helpProblems(answer), ...unroutedProblems(answer)]
  const declared = operation.responses[String(answer.status)]
  if (!declared) return [`${operation.operationId} does not declare this status`]
  const response = resolve(declared)
  const added = operation.deprecated ? ofDeprecation : []
  return [
    ...headerProblems(response, answer, added),
    ...helpProblems(answer),
    ...bodyProblems(response, answer),
    ...codeProblems(operation, answer),
  ]
}

/** Each error must link to the page of its code. A response to HEAD has no body with a code. */
function helpProblems({ status, headers, body, method }: Answered): string[] {
  if (status < 400 || method === 'HEAD') return []
  const code = (body as { error?: { code?: string } } | undefined)?.error?.code
  const [help] = headers['link']?.split(', ') ?? []
  return help === `</docs/errors/${code}>; rel="help"` ? [] : [`Link is ${headers['link']}`]
}

/** Problems of a response without an operation, which must be an error envelope. */
function unroutedProblems({ body }: Answered): string[] {
  return schemaProblems({ $ref: 'contract#/components/schemas/ErrorResponse' }, body)
}

/** @param added headers that every response of the operation must have */
function headerProblems(response: ResponseObject, { headers }: Answered, added: readonly string[]): string[] {
  const declared = new Map(
    Object.entries(response.headers ?? {}).map(([name, { $ref }]) => [name.toLowerCase(), headerOf($ref)]),
  )
  const missing = [...declared]
    .filter(([name, header]) => header.required && !(name in headers))
    .map(([name]) => `no ${name}`)
  const unsent = added.filter((name) => !(name in headers)).map((name) => `no ${name}`)
  const wrong = Object.entries(headers).flatMap(([name, value]) => {
    if (ofHttp.has(name)) return []
    const header = declared.get(name)
    if (!header && added.includes(name)) return []
    if (!header) return [`the header ${name} is not declared`]
    return [value]
      .flat()
      .flatMap((one) => schemaProblems(header.schema, header.schema.type === 'integer' ? Number(one) : String(one)))
      .map((text) => `${name} ${text}`)
  })
  return [...missing, ...unsent, ...wrong]
}

function bodyProblems(response: ResponseObject, { body, method }: Answered): string[] {
  const schema = response.content?.['application/json'].schema
  if (!schema) return body === undefined ? [] : ['a body where none is declared']
  if (method === 'HEAD') return body === undefined ? [] : ['a body to HEAD']
  return schemaProblems(schema, body)
}

function codeProblems(operation: OperationObject, { status, body, method }: Answered): string[] {
  if (status < 400 || method === 'HEAD') return []
  const { code = 'none' } = (body as { error?: { code?: string } } | undefined)?.error ?? {}
  const isDeclared = errorCodesOf(document, operation).get(status)?.includes(code) ?? false
  return isDeclared ? [] : [`the code ${code} is not declared for this status`]
}

const compiled = new Map<string, ValidateFunction>()

function schemaProblems(schema: object, value: unknown): string[] {
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"contract#/')
  const validate = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute) as object)
  compiled.set(absolute, validate)
  return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
}

function resolve(response: ResponseObject): ResponseObject {
  const name = response.$ref?.split('/').at(-1)
  return name === undefined ? response : (document.components.responses[name] ?? response)
}

function headerOf($ref: string): HeaderObject {
  return document.components.headers[$ref.split('/').at(-1) ?? ''] ?? { schema: { type: 'string' } }
}
