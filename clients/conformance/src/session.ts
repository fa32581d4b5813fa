// The state of a run.
import type { Contract, Json, Operation } from './contract'
import { codeOf, type Exchange, type Sent, type Wire } from './http'
import { lineOf, problemsOf } from './judge'
import type { Options } from './options'
import { idsIn, keyOf, type Place } from './resources'

export interface Check {
  /** operationId, or `deployment`. */
  readonly operation: string
  readonly name: string
  readonly problems: readonly string[]
  /** Null: no response. */
  readonly line: string | null
}

/** That affect requests. */
export interface Settings extends Omit<Options, 'url' | 'only' | 'timeoutMs' | 'contract' | 'junit' | 'sarif'> {
  /** For names. */
  readonly run: string
}

export interface Session {
  readonly contract: Contract
  readonly chosen: readonly Operation[]
  readonly wire: Wire
  readonly settings: Settings
  readonly checks: Check[]
  /** Operations. */
  readonly succeeded: Set<string>
  /** Of the others. */
  readonly reasons: Map<string, string>
  readonly notes: string[]
  readonly ids: Ids
  readonly ranks: { uniqueId: number; rankId: number }[]
  readonly say: (message: string) => void
}

export interface Expected {
  readonly statuses: readonly number[]
  readonly codes?: readonly string[]
  /** Additional checks. */
  readonly and?: (answer: Exchange) => string[]
}

export interface Ids {
  /** Preferably of this run; undefined: none. */
  get(place: Place): string | undefined
  all(key: string): readonly string[]
  collect(contract: Contract, operation: Operation, answer: Exchange): void
}

/** Those of this run first. */
export function makeIds(): Ids {
  const own = new Map<string, string>()
  const listed = new Map<string, string[]>()
  return {
    get: (place) => own.get(keyOf(place)) ?? listed.get(keyOf(place))?.[0],
    all: (key) => listed.get(key) ?? [],
    collect(contract, operation, answer) {
      const makes = operation.method === 'POST' && [200, 201, 202].includes(answer.status)
      for (const [key, value] of idsIn(contract, operation, answer)) {
        if (makes && key !== 'userId' && !own.has(key)) own.set(key, value)
        const known = listed.get(key) ?? []
        if (!known.includes(value)) listed.set(key, [...known, value])
      }
    },
  }
}

/** Per operation. */
const MAX_TIMEOUTS = 2

/** The authentication headers. */
export function credentials({ settings }: Session, key = settings.key): Record<string, string> {
  return { Authorization: `Bearer ${key}`, 'X-Community-Id': settings.community }
}

/**
 * Checks the response and records it.
 * @returns null without a response
 */
export async function ask(
  session: Session,
  operation: Operation | null,
  name: string,
  sent: Sent,
  expected?: Expected,
): Promise<Exchange | null> {
  const id = operation?.id ?? 'deployment'
  const silent = session.checks.filter((check) => check.operation === id && check.line === null)
  if (silent.length >= MAX_TIMEOUTS) return null
  let answer: Exchange
  try {
    answer = await session.wire.send(sent)
  } catch (error) {
    record(session, { operation: id, name, problems: [`no answer: ${(error as Error).message}`], line: null })
    return null
  }
  const problems = problemsOf(session.contract, operation, answer)
  if (expected) problems.push(...unexpected(answer, expected))
  record(session, { operation: id, name, problems, line: lineOf(answer) })
  return answer
}

export function record(session: Session, check: Check): void {
  session.checks.push(check)
  for (const problem of check.problems) session.say(`FOUND ${check.operation}, ${check.name}: ${problem}`)
}

function unexpected(answer: Exchange, { statuses, codes, and }: Expected): string[] {
  const code = codeOf(answer.body)
  if (!statuses.includes(answer.status)) {
    return [
      `answered ${answer.status}${code ? ` ${code}` : ''}, not ${statuses.join(' or ')}${codes ? ` ${codes.join(' or ')}` : ''}`,
    ]
  }
  const isError = answer.status >= 400 && answer.sent.method !== 'HEAD'
  const wrong =
    isError && codes && !codes.includes(code ?? '') ? [`the code is '${code}', not ${codes.join(' or ')}`] : []
  return [...wrong, ...(and?.(answer) ?? [])]
}

/** Undefined: none. */
export function at(body: Json | undefined, ...names: readonly string[]): Json | undefined {
  let node = body
  for (const name of names) {
    node = typeof node === 'object' && node !== null && !Array.isArray(node) ? node[name] : undefined
  }
  return node
}
