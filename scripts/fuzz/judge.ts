// What is wrong with an answer: not in the contract, a failure of the server, or words that are nobody's business.
import os from 'node:os'
import { assertInContract, operationOf } from '../../test/support/contract'
import type { Step } from './steps'
import { targetOf, type WireAnswer } from './wire'

/** Stack frames, SQL, PostgreSQL's own words, places in a file system. */
const leaks = [
  /\n\s+at /,
  /\bat \S+ \(\S+:\d+:\d+\)/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from) [a-z_"]+ (from|set|values|where)\b/i,
  /violates|syntax error at|duplicate key value|relation "|column "|invalid byte sequence|out of range for type/i,
  /postgres|graphile|kysely/i,
  /(^|[\s"'(])\/(home|root|tmp|var|usr|etc|work)\//,
  // as a word of its own: random text holds short names
  new RegExp(`(?<![\\w+/])${os.hostname().replace(/\W/g, '\\$&')}(?![\\w+/=])`),
]
/** What a delivery's log may say of the receiver's machine, and nothing of ours. */
const leaksOfRefusals = [/\bE(CONN[A-Z]+|NOENT|PIPE|HOSTUNREACH|TIMEDOUT)\b/]

/**
 * What is wrong with this answer to this step; none: nothing is.
 * @param sent the request's own bytes: what it said may be said back
 */
export function faultsOf(step: Step, { status, headers, text }: WireAnswer, sent: string): string[] {
  const faults: string[] = status >= 500 ? [`a failure of the server: ${status}`] : []
  for (const leak of status < 400 ? leaks : [...leaks, ...leaksOfRefusals]) {
    const found = leak.exec(text)?.[0]
    if (found !== undefined && !sent.includes(found)) faults.push(`the body says ${JSON.stringify(found)}`)
  }
  return [...faults, ...contractFaults(step, { status, headers, text })]
}

function contractFaults(step: Step, { status, headers, text }: WireAnswer): string[] {
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    return ['the body is no JSON']
  }
  const { method } = step
  const path = targetOf(step)
  // HEAD shows no body, so that no envelope can be asked for where there is no operation
  if (method === 'HEAD' && (status === 404 || !operationOf(method, path))) return text === '' ? [] : ['a body to HEAD']
  // a path that is no path has no operation, though it may look like that of one
  if (isUnrouted(status, body)) return []
  try {
    assertInContract({ method, path, status, headers, body })
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

interface Envelope {
  readonly error?: {
    readonly code?: string
    readonly details?: { readonly issues?: { readonly instancePath: string }[] }
  }
}

function isUnrouted(status: number, body: unknown): boolean {
  const { error } = (body ?? {}) as Envelope
  if (status === 404) return error?.code === 'route_not_found'
  return status === 400 && error?.details?.issues?.[0]?.instancePath === '/path'
}

/** What is wrong with a refusal of what belongs to no operation. */
export function problemsOfEnvelope(status: number, text: string): string[] {
  const step = { operationId: 'none', method: 'GET', path: '/none' }
  const statuses = [400, 401, 403, 404, 409, 429].includes(status) ? [] : [`the status ${status}`]
  return [...statuses, ...faultsOf(step, { status, headers: {}, text }, '')]
}
