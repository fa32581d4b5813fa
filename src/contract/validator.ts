// openapi-backend's request validator on the process's one Ajv: the library builds the schemas, each compiled on first use.
import type Ajv from 'ajv'
import type { ErrorObject } from 'ajv'
import { OpenAPIValidator, type Document, type Operation, type ValidationResult } from 'openapi-backend'
import type { ApiRequest, IndexedRouter } from './router'

export interface Issue {
  readonly instancePath: string
  readonly keyword: string
  readonly message: string
}

/** Enough for a person to see what is wrong; more would only be a larger answer to a worse request. */
const MAX_ISSUES = 50

export class SharedAjvValidator extends OpenAPIValidator {
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

  /**
   * Like the library's, without its copies: the request is parsed already, and nothing is coerced, because a number in
   * a query would also be read from "0x10" and " 5 ".
   */
  override validateRequest(request: ApiRequest, operation: Operation): ValidationResult {
    const parts = {
      path: request.params as unknown,
      query: request.query as unknown,
      header: request.headers as unknown,
      requestBody: request.requestBody as unknown,
    }
    let errors: ErrorObject[] | null = null
    for (const validate of this.getRequestValidatorsForOperation(operation.operationId ?? '') ?? []) {
      if (!validate(parts)) errors = [...(errors ?? []), ...(validate.errors ?? [])]
    }
    return { valid: errors === null, errors }
  }
}

/** Ajv's errors as the contract's issues: where, which rule, and what it asks for. */
export function toIssues(errors: readonly ErrorObject[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const error of errors) {
    const issue = toIssue(error)
    issues.set(`${issue.instancePath} ${issue.keyword}`, issue)
    if (issues.size >= MAX_ISSUES) break
  }
  return [...issues.values()]
}

/** JSON Schema's own words for the contract's keywords. */
const standardKeywords: Readonly<Record<string, string>> = { 'x-exactly-one-of': 'oneOf', 'x-at-least-one-of': 'anyOf' }

function toIssue(error: ErrorObject): Issue {
  const property: unknown = error.params['additionalProperty'] ?? error.params['missingProperty']
  const path = typeof property === 'string' ? `${error.instancePath}/${escapePointer(property)}` : error.instancePath
  const hint: unknown = (error.parentSchema as Record<string, unknown> | undefined)?.['x-hint']
  return {
    instancePath: toRequestPath(path).slice(0, 1_000),
    keyword: standardKeywords[error.keyword] ?? error.keyword,
    message: messageOf(error, typeof hint === 'string' ? hint : undefined),
  }
}

function messageOf(error: ErrorObject, hint: string | undefined): string {
  if (error.keyword === 'additionalProperties') return 'is not known here; leave it out'
  if (error.keyword === 'required') return 'is required'
  return hint ?? error.message ?? 'does not match the contract'
}

/** The library calls the parts requestBody, path, query and header. */
function toRequestPath(path: string): string {
  return path.replace(/^\/requestBody/, '/body').replace(/^\/header(?=\/|$)/, '/headers')
}

/** A property's name as a step of a JSON pointer; without NUL, which no text of the contract holds. */
export function escapePointer(property: string): string {
  return property.replace(/~/g, '~0').replace(/\//g, '~1').replaceAll('\0', '')
}
