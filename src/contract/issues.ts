// Ajv's errors as the contract's issues.
import type { ErrorObject } from 'ajv'
import { nearest } from '../base/nearest'

export interface Issue {
  readonly instancePath: string
  readonly keyword: string
  readonly message: string
}

const MAX_ISSUES = 50
const MAX_PATH = 1_000

/** One issue for each path and keyword. */
export function toIssues(errors: readonly ErrorObject[]): Issue[] {
  const issues = new Map<string, Issue>()
  for (const error of errors) {
    const issue = toIssue(error)
    issues.set(`${issue.instancePath} ${issue.keyword}`, issue)
    if (issues.size >= MAX_ISSUES) break
  }
  return [...issues.values()]
}

const standardKeywords: Readonly<Record<string, string>> = {
  'x-exactly-one-of': 'oneOf',
  'x-at-least-one-of': 'anyOf',
  'x-true': 'enum',
  'x-utc': 'format',
  'x-unique-items': 'uniqueItems',
  'x-path-segment': 'pathSegment',
  'x-name': 'visible',
}

/** A missing or wrong tag of a union is reported as an error of its property. */
function plainError(error: ErrorObject): ErrorObject {
  if (error.keyword !== 'discriminator') return error
  const { tag, tagValue } = error.params as { tag: string; tagValue?: unknown }
  if (tagValue === undefined) return { ...error, keyword: 'required', params: { missingProperty: tag } }
  const [keyword, message] =
    typeof tagValue === 'string' ? ['enum', 'must be one of the allowed values'] : ['type', 'must be string']
  return { ...error, keyword, message, params: {}, instancePath: `${error.instancePath}/${tag}` }
}

function toIssue(found: ErrorObject): Issue {
  const error = plainError(found)
  const property: unknown = error.params['additionalProperty'] ?? error.params['missingProperty']
  const parent = error.instancePath.slice(0, MAX_PATH)
  const path = typeof property === 'string' ? `${parent}/${escapePointer(property.slice(0, MAX_PATH))}` : parent
  const hint: unknown = (error.parentSchema as Record<string, unknown> | undefined)?.['x-hint']
  return {
    instancePath: toRequestPath(path).slice(0, MAX_PATH),
    keyword: standardKeywords[error.keyword] ?? error.keyword,
    message: messageOf(error, typeof hint === 'string' ? hint : undefined),
  }
}

function messageOf(error: ErrorObject, hint: string | undefined): string {
  if (error.keyword === 'additionalProperties') return `is not known here; ${suggestionFor(error)}`
  if (error.keyword === 'required') return 'is required'
  // the hints are about length and characters
  if (error.keyword === 'x-name') return error.message ?? ''
  if (isSpaceForPlus(error)) return 'has a space where an offset begins: write + as %2B in a URL'
  return hint ?? error.message ?? 'does not match the contract'
}

function suggestionFor({ params, parentSchema }: ErrorObject): string {
  const known = Object.keys((parentSchema as { properties?: object } | undefined)?.properties ?? {})
  const suggested = nearest(String(params['additionalProperty']), known)
  return suggested === null ? 'leave it out' : `did you mean ${suggested}?`
}

/** In a query, + is a space. */
const isSpaceForPlus = ({ keyword, data }: ErrorObject): boolean =>
  (keyword === 'format' || keyword === 'x-utc') && typeof data === 'string' && /:\d\d(\.\d+)? \d\d:\d\d$/.test(data)

/** The names of openapi-backend are requestBody, path, query and header. */
function toRequestPath(path: string): string {
  return path.replace(/^\/requestBody/, '/body').replace(/^\/header(?=\/|$)/, '/headers')
}

/** For a JSON Pointer (RFC 6901), without NUL. */
export function escapePointer(property: string): string {
  return property.replace(/~/g, '~0').replace(/\//g, '~1').replaceAll('\0', '')
}
