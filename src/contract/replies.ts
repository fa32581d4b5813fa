// Replies: their check against the contract, and their ETags (RFC 9110, 13).
import { hash } from 'node:crypto'
import type Ajv from 'ajv'
import type { ValidateFunction } from 'ajv'
import type { Document, Operation } from 'openapi-backend'
import { closedForReplies } from './document'
import { errorCodesOf, type CodedContract, type CodedOperation } from './error-codes'
import { escapePointer } from './issues'

export type ReplyHeaders = Readonly<Record<string, string | number | string[]>>

export interface WireReply {
  readonly status: number
  /** Sent as JSON; a Buffer, which no operation has, as it is, with the `Content-Type` of `headers`. */
  readonly body: unknown
  readonly headers: ReplyHeaders
  readonly text?: string | undefined
}

/** Before the headers that every reply has. */
export type HandlerReply = Pick<WireReply, 'status'> & Partial<WireReply>

export function etagOf(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 27)}"`
}

/**
 * `*` matches every record that exists.
 * @param comparison of entity tags (RFC 9110, 8.8.3.2); a weak one equals no other strongly
 */
export function matchesEtag(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true
  for (const [, weak, tag] of header.matchAll(/(W\/)?("[^"]*")/g)) {
    if (tag === etag && (comparison === 'weak' || weak === undefined)) return true
  }
  return false
}

/** Adds the ETag to a reply with 200, or answers 304 without a body. */
export function toConditional(reply: HandlerReply, ifNoneMatch: string | undefined): HandlerReply {
  if (reply.status !== 200) return reply
  const text = JSON.stringify(reply.body)
  const etag = etagOf(text)
  const headers = { ETag: etag, ...reply.headers }
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag, 'weak')) return { status: 304, headers }
  return { text, ...reply, headers }
}

interface StatusCheck {
  readonly body: ValidateFunction | null
  readonly headers: ReadonlyMap<string, ValidateFunction>
  readonly requiredHeaders: readonly string[]
  /** Null: no error. */
  readonly codes: readonly string[] | null
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, { schema?: object; required?: boolean }>>
  readonly content?: Readonly<Record<string, unknown>>
}

interface Paths {
  readonly paths: Readonly<Record<string, Readonly<Record<string, CodedOperation>>>>
}

const DOCUMENT_ID = 'replies'

export class ReplyCheck {
  private readonly checks = new Map<Operation, Map<number, StatusCheck | null>>()
  /** By JSON pointer: operations share error responses. */
  private readonly bodies = new Map<string, ValidateFunction>()

  constructor(
    private readonly document: Document,
    private readonly ajv: Ajv,
  ) {
    ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T[0-9:.]+Z$/)
    // names that were stored before the rule
    ajv.removeKeyword('x-name')
    // compiles each named schema once
    ajv.addSchema({ ...closedForReplies(document), $id: DOCUMENT_ID }, DOCUMENT_ID)
  }

  /** Null: none. */
  problem(operation: Operation, reply: WireReply): string | null {
    const check = this.checkFor(operation, reply.status)
    if (!check) return `status ${reply.status} is not declared`
    return headerProblem(check, reply.headers) ?? bodyProblem(check, reply)
  }

  private checkFor(operation: Operation, status: number): StatusCheck | null {
    let ofOperation = this.checks.get(operation)
    if (!ofOperation) this.checks.set(operation, (ofOperation = new Map<number, StatusCheck | null>()))
    const known = ofOperation.get(status)
    if (known !== undefined) return known
    const response = operation.responses?.[String(status)] as ResponseObject | undefined
    const check = response ? this.compile(operation, status, response) : null
    ofOperation.set(status, check)
    return check
  }

  private compile(operation: Operation, status: number, response: ResponseObject): StatusCheck {
    const headers = Object.entries(response.headers ?? {})
    return {
      body: response.content ? this.bodyValidator(operation, status) : null,
      headers: new Map(headers.map(([name, header]) => [name, this.ajv.compile(header.schema ?? {})])),
      requiredHeaders: headers.filter(([, header]) => header.required).map(([name]) => name),
      codes: status < 400 ? null : this.codesOf(operation, status),
    }
  }

  /** Of the operation as it is written: the router's has no `security`. */
  private codesOf({ path, method }: Operation, status: number): readonly string[] {
    const written = this.document as unknown as CodedContract & Paths
    const operation = written.paths[path]?.[method]
    return (operation && errorCodesOf(written, operation).get(status)) ?? []
  }

  private bodyValidator(operation: Operation, status: number): ValidateFunction {
    const steps = ['paths', operation.path, operation.method, 'responses', String(status)]
    const response = this.lookUp(steps)
    const at = '$ref' in response ? String(response.$ref) : `#/${steps.map(toPointer).join('/')}`
    const known = this.bodies.get(at)
    if (known) return known
    const made = this.ajv.compile({ $ref: `${DOCUMENT_ID}${at}/content/application~1json/schema` })
    this.bodies.set(at, made)
    return made
  }

  private lookUp(steps: readonly string[]): Record<string, unknown> {
    let node = this.ajv.getSchema(DOCUMENT_ID)?.schema as Record<string, unknown>
    for (const step of steps) node = node[step] as Record<string, unknown>
    return node
  }
}

function headerProblem(check: StatusCheck, headers: WireReply['headers']): string | null {
  let required = 0
  for (const name in headers) {
    // case-sensitive, as handlers spell them
    const validate = check.headers.get(name)
    if (!validate) return `header ${name} is not declared`
    const value = headers[name]
    const isValid = Array.isArray(value) ? value.every((one) => validate(one)) : validate(value)
    if (!isValid) return `header ${name} ${validate.errors?.[0]?.message}`
    if (check.requiredHeaders.includes(name)) required++
  }
  return required === check.requiredHeaders.length
    ? null
    : `one of the headers ${check.requiredHeaders.join(', ')} is missing`
}

function bodyProblem(check: StatusCheck, reply: WireReply): string | null {
  if (!check.body) return reply.body === undefined ? null : 'a body where none is declared'
  if (!check.body(reply.body)) {
    // values may be secret
    return (check.body.errors ?? []).map((error) => `${error.instancePath} ${error.keyword}`).join(', ')
  }
  if (!check.codes) return null
  const { code } = (reply.body as { error: { code: string } }).error
  return check.codes.includes(code) ? null : `error code ${code} is not declared for status ${reply.status}`
}

function toPointer(step: string): string {
  return encodeURIComponent(escapePointer(step))
}
