// Checks a response: conformance, server errors, leaks.
import os from 'node:os'
import { assertInContract, operationOf } from '../../test/support/contract'
import type { Step } from './steps'
import { targetOf, type WireAnswer } from './wire'

/** Stack frames, SQL, PostgreSQL messages, file paths. */
const leaks = [
  /\n\s+at /,
  /\bat \S+ \(\S+:\d+:\d+\)/,
  /node_modules|node:internal/,
  /\b(select|insert into|update|delete from) [a-z_"]+ (from|set|values|where)\b/i,
  /violates|syntax error at|duplicate key value|relation "|column "|invalid byte sequence|out of range for type/i,
  /postgres|graphile|kysely/i,
  /(^|[\s"'(])\/(home|root|tmp|var|usr|etc|work)\//,
  // as a whole word: random text contains short names
  new RegExp(`(?<![\\w+/])${os.hostname().replace(/\W/g, '\\$&')}(?![\\w+/=])`),
]
/** Allowed in a delivery log: errors of the receiver. */
const leaksOfRefusals = [/\bE(CONN[A-Z]+|NOENT|PIPE|HOSTUNREACH|TIMEDOUT)\b/]

/** A rank change after a request has paused the writes to the group, or a preview beside another. */
function isMeantUnavailable({ operationId }: Step, text: string): boolean {
  const code = /^\{"error":\{"code":"(\w+)"/.exec(text)?.[1]
  return code === 'roblox_scheduler_unavailable' || (code === 'server_busy' && operationId === 'previewAutoRank')
}

/** @param sent the request, whose text may be echoed */
export function faultsOf(step: Step, { status, headers, text }: WireAnswer, sent: string): string[] {
  const faults: string[] = status >= 500 && !isMeantUnavailable(step, text) ? [`internal server error: ${status}`] : []
  for (const leak of status < 400 ? leaks : [...leaks, ...leaksOfRefusals]) {
    const found = leak.exec(text)?.[0]
    if (found !== undefined && !sent.includes(found)) faults.push(`the body contains ${JSON.stringify(found)}`)
  }
  return [...faults, ...contractFaults(step, { status, headers, text })]
}

function contractFaults(step: Step, { status, headers, text }: WireAnswer): string[] {
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    return ['the body is not JSON']
  }
  const { method } = step
  const path = targetOf(step)
  // a response to HEAD has no body, so an unrouted path has no envelope
  if (method === 'HEAD' && (status === 404 || !operationOf(method, path)))
    return text === '' ? [] : ['a body in response to HEAD']
  // a malformed path matches no operation, even if it looks like one
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

/** Faults of an error response outside of operations. */
export function problemsOfEnvelope({ status, headers, text }: WireAnswer): string[] {
  const step = { operationId: 'none', method: 'GET', path: '/none' }
  const statuses = [400, 401, 403, 404, 409, 429].includes(status) ? [] : [`the status ${status}`]
  return [...statuses, ...faultsOf(step, { status, headers, text }, '')]
}
