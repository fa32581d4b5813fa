// The request of a command, checked by the validator of the server.
import { randomUUID } from 'node:crypto'
import type { Operation } from 'openapi-backend'
import type { Ctx } from '../../context'
import { toIssues, type Issue } from '../../contract/issues'
import { toApiRequest } from '../../contract/router'
import { errorMessage } from '../../base/error-message'
import { DomainError } from '../../base/errors'
import type { CompiledContract } from '../../http/api'
import { Refused, UsageError } from '../failure'
import { rankNamed } from '../names'
import type { Terminal } from '../output'
import { readText, readFormPassword } from '../secrets'
import type { DerivedFlag, Location } from './flags'
import { lookUps } from './look-ups'
import type { Override } from './override'

export interface Input {
  path: Record<string, unknown>
  query: Record<string, unknown>
  header: Record<string, string>
  body: unknown
}

export type Given = Readonly<Record<string, unknown>>

export async function toInput(
  ctx: Ctx,
  flags: readonly DerivedFlag[],
  given: Given,
  terminal: Terminal,
  { values = {} }: Pick<Override, 'values'> = {},
): Promise<Input> {
  const parts: Record<Location, Record<string, unknown>> = { path: {}, query: {}, body: {} }
  putAll(parts, values)
  // a flag of the contract replaces what another one sets beside its own value
  for (const flag of flags.toSorted((one, other) => Number(Boolean(other.sets)) - Number(Boolean(one.sets)))) {
    const { name, location, option, sets } = flag
    const value = given[option.attributeName()]
    if (value === undefined) continue
    if (!sets) putAll(parts, { [`${location}/${name}`]: await meantBy(ctx, flag, value, terminal) })
    else putAll(parts, typeof sets === 'string' ? await lookUps[sets](ctx, value, given) : sets(value))
  }
  const { path, query, body } = parts
  const takesBody = flags.some(({ location }) => location === 'body') || Object.keys(body).length > 0
  return { path, query, header: { 'idempotency-key': randomUUID() }, body: takesBody ? body : undefined }
}

function putAll(parts: Record<Location, Record<string, unknown>>, values: Given): void {
  for (const [key, value] of Object.entries(values)) {
    const [location, ...steps] = key.split('/') as [Location, ...string[]]
    put(parts[location], steps, location === 'body' ? value : String(value))
  }
}

function put(object: Record<string, unknown>, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) object[name] = value
  else put((object[name] ??= {}) as Record<string, unknown>, inner, value)
}

async function meantBy(ctx: Ctx, flag: DerivedFlag, value: unknown, terminal: Terminal): Promise<unknown> {
  const { kind, name, option } = flag
  if (kind === 'json') return readJson(option.long ?? name, name, value as string, terminal)
  if (kind === 'rank') return rankNamed(ctx, value as string)
  return kind === 'password' ? readFormPassword(value as string, terminal) : value
}

/** JSON, or a file with it. A file may be the output of a command, which has the value as its property. */
async function readJson(flag: string, name: string, given: string, terminal: Terminal): Promise<unknown> {
  const json = /^\s*[[{]/.test(given) ? given : await readText(flag, given, terminal)
  try {
    const value: unknown = JSON.parse(json)
    return Object.hasOwn(Object(value) as Given, name) ? (value as Given)[name] : value
  } catch (error) {
    throw new UsageError(`${flag} is not JSON (${errorMessage(error)})`)
  }
}

/** With defaults and types of the contract. @throws UsageError with all faults, by flag */
export function validated(
  { validator }: Pick<CompiledContract, 'validator'>,
  operation: Operation,
  { path, query, header, body }: Input,
  flags: readonly DerivedFlag[],
): Input {
  const params = { ...path }
  const parts = { params, query: { ...query }, requestBody: structuredClone(body) }
  const request = Object.assign(toApiRequest(operation.method, operation.path, { ...header }), parts)
  const { errors } = validator.validateRequest(request, operation)
  if (errors) throw faultsOf(toIssues(errors), flags)
  return { path: params, query: parts.query, header, body: request.requestBody }
}

export function inFlags(error: unknown, flags: readonly DerivedFlag[], { errors }: Pick<Override, 'errors'>): unknown {
  const text = error instanceof DomainError ? errors?.[error.code] : undefined
  if (text !== undefined) return new Refused(text)
  const issues = error instanceof DomainError ? error.details?.['issues'] : undefined
  return Array.isArray(issues) ? faultsOf(issues as Issue[], flags) : error
}

const faultsOf = (issues: readonly Issue[], flags: readonly DerivedFlag[]): UsageError =>
  new UsageError(issues.map((issue) => sentenceOf(issue, flags)).join('; '))

function sentenceOf({ instancePath, keyword, message }: Issue, flags: readonly DerivedFlag[]): string {
  const [, location, ...steps] = instancePath.split('/')
  const path = steps.join('/')
  const flag = flags.find((one) => one.location === location && (path === one.name || path.startsWith(`${one.name}/`)))
  if (!flag) return path === '' ? ofAll(keyword, message, flags) : `${instancePath} ${message}`
  const same = flags.filter((one) => one.location === location && one.name === path)
  if (keyword === 'required' && same.length > 1)
    return `one of these flags is required: ${same.map(({ option }) => option.long).join(', ')}`
  const isPlain = keyword === 'pattern' && path === flag.name && message.startsWith('must match pattern')
  return `${flag.option.long}${path.slice(flag.name.length)} ${isPlain ? (flag.form ?? message) : message}`
}

function ofAll(keyword: string, message: string, flags: readonly DerivedFlag[]): string {
  const ofBody = flags.filter(({ location }) => location === 'body')
  const names = ofBody.map(({ option }) => option.long).join(', ')
  if (keyword === 'minProperties') return `nothing to change; give one of the other flags too: ${names}`
  const named = ofBody.reduce((text, { name, option }) => {
    return text.replaceAll(new RegExp(`\\b${name.split('/')[0]}\\b`, 'g'), option.long ?? name)
  }, message)
  return `the flags do not fit: ${named}`
}
