// openapi-backend's request validator, in two passes: the library builds the schemas, each compiled on first use.
import type Ajv from 'ajv'
import type { ErrorObject } from 'ajv'
import { OpenAPIValidator, type Document, type Operation, type ValidationResult } from 'openapi-backend'
import { nearest } from './nearest'
import { compileNormaliser, normalise, type Normaliser } from './normalise'
import type { ApiRequest, IndexedRouter } from './router'

export interface Issue {
  readonly instancePath: string
  readonly keyword: string
  readonly message: string
}

/** Enough for a person to see what is wrong; more would only be a larger answer to a worse request. */
const MAX_ISSUES = 50
/** Characters of an issue's `instancePath`. */
const MAX_PATH = 1_000

/** The largest body of which all issues are listed: its JSON values, and the characters of its texts and names. */
const LISTED_VALUES = 1_000
const LISTED_CHARACTERS = 32_768

/** The library's validator on an Ajv that all operations share. */
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

  /** The errors of the parts; null when there are none. */
  check(parts: RequestParts, { operationId = '' }: Operation): ErrorObject[] | null {
    let errors: ErrorObject[] | null = null
    for (const validate of this.getRequestValidatorsForOperation(operationId) ?? []) {
      if (!validate(parts)) errors = [...(errors ?? []), ...(validate.errors ?? [])]
    }
    return errors
  }
}

/**
 * Validates requests in two passes: the first stops at the first error of the body and of the parameters; the second lists all
 * of them, and runs only where the body is small.
 */
export class SharedAjvValidator extends LazyValidator {
  private readonly listing: LazyValidator
  private readonly normalisers = new Map<Operation, Normaliser>()

  constructor(definition: Document, router: IndexedRouter, first: Ajv, listing: Ajv) {
    super(definition, router, first)
    this.listing = new LazyValidator(definition, router, listing)
  }

  /**
   * Like the library's, without its copies: the request is parsed already, and nothing is coerced, because a number in
   * a query would also be read from "0x10" and " 5 ".
   */
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

/** The value of `X-Ignored-Parameters`: the first ten names, percent-encoded, 50 characters of each. */
export function toIgnoredHeader(ignored: readonly string[]): string {
  const named = ignored.slice(0, 10).map((name) => encodeURIComponent(name.slice(0, 50).toWellFormed()).slice(0, 50))
  return named.join(',')
}

interface RequestParts {
  readonly path: unknown
  readonly query: unknown
  readonly header: unknown
  readonly requestBody: unknown
}

/** Whether a JSON value is small enough to list all that is wrong with it; looks no further than that. */
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

/** The contract's keywords as issues name them: JSON Schema's own where there is one. */
const standardKeywords: Readonly<Record<string, string>> = {
  'x-exactly-one-of': 'oneOf',
  'x-at-least-one-of': 'anyOf',
  'x-utc': 'format',
  'x-path-segment': 'pathSegment',
}

function toIssue(error: ErrorObject): Issue {
  const property: unknown = error.params['additionalProperty'] ?? error.params['missingProperty']
  const at = error.instancePath.slice(0, MAX_PATH)
  const path = typeof property === 'string' ? `${at}/${escapePointer(property.slice(0, MAX_PATH))}` : at
  const hint: unknown = (error.parentSchema as Record<string, unknown> | undefined)?.['x-hint']
  return {
    instancePath: toRequestPath(path).slice(0, MAX_PATH),
    keyword: standardKeywords[error.keyword] ?? error.keyword,
    message: messageOf(error, typeof hint === 'string' ? hint : undefined),
  }
}

function messageOf(error: ErrorObject, hint: string | undefined): string {
  if (error.keyword === 'additionalProperties') return `is not known here; ${whatInstead(error)}`
  if (error.keyword === 'required') return 'is required'
  return hint ?? error.message ?? 'does not match the contract'
}

/** A misspelt query parameter is told what it probably means. */
function whatInstead({ instancePath, params, parentSchema }: ErrorObject): string {
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {})
  const meant = instancePath === '/query' ? nearest(String(params['additionalProperty']), known) : null
  return meant === null ? 'leave it out' : `did you mean ${meant}?`
}

/** The library calls the parts requestBody, path, query and header. */
function toRequestPath(path: string): string {
  return path.replace(/^\/requestBody/, '/body').replace(/^\/header(?=\/|$)/, '/headers')
}

/** A property's name as a step of a JSON pointer; without NUL, which no text of the contract holds. */
export function escapePointer(property: string): string {
  return property.replace(/~/g, '~0').replace(/\//g, '~1').replaceAll('\0', '')
}
