// What one run knows and has found: the ids it was told, the checks it made, and the one way in which it asks.
import type { Contract, Json, Operation } from './contract'
import { codeOf, type Exchange, type Sent, type Wire } from './http'
import { lineOf, problemsOf } from './judge'
import type { Options } from './options'
import { idsIn, keyOf, type Place } from './resources'

export interface Check {
  /** The operation, or `deployment` for what belongs to none. */
  readonly operation: string
  readonly name: string
  readonly problems: readonly string[]
  /** The exchange in one line; null when nothing was answered. */
  readonly line: string | null
}

/** Of the command line, what requests are made by. */
export interface Settings extends Omit<Options, 'url' | 'only' | 'timeoutMs' | 'contract' | 'junit'> {
  /** Sets what this run makes apart from what others made. */
  readonly run: string
}

export interface Session {
  readonly contract: Contract
  /** Those that were asked for; the contract holds them all, for what one needs of another. */
  readonly chosen: readonly Operation[]
  readonly wire: Wire
  readonly settings: Settings
  readonly checks: Check[]
  /** Operations that answered as they do when all is well. */
  readonly succeeded: Set<string>
  /** Why others did not, or were not asked. */
  readonly reasons: Map<string, string>
  readonly notes: string[]
  readonly ids: Ids
  readonly ranks: { uniqueId: number; rankId: number }[]
  readonly say: (message: string) => void
}

/** What a request is expected to be answered with. */
export interface Expected {
  readonly statuses: readonly number[]
  readonly codes?: readonly string[]
  /** More that must hold. */
  readonly and?: (answer: Exchange) => string[]
}

export interface Ids {
  /** One that exists, made by this run if it made one; undefined when none is known. */
  get(place: Place): string | undefined
  all(key: string): readonly string[]
  /** Keeps what an answer tells. */
  learn(contract: Contract, operation: Operation, answer: Exchange): void
}

/** Keeps ids: those of the things this run has made come before those it found. */
export function makeIds(): Ids {
  const own = new Map<string, string>()
  const listed = new Map<string, string[]>()
  return {
    get: (place) => own.get(keyOf(place)) ?? listed.get(keyOf(place))?.[0],
    all: (key) => listed.get(key) ?? [],
    learn(contract, operation, answer) {
      const makes = operation.method === 'POST' && [200, 201, 202].includes(answer.status)
      for (const [key, value] of idsIn(contract, operation, answer)) {
        if (makes && key !== 'userId' && !own.has(key)) own.set(key, value)
        const known = listed.get(key) ?? []
        if (!known.includes(value)) listed.set(key, [...known, value])
      }
    },
  }
}

/** An operation that does not answer is not asked for ever. */
const MOST_SILENCES = 2

/** The headers that a key of the community is sent with. */
export function credentials({ settings }: Session, key = settings.key): Record<string, string> {
  return { Authorization: `Bearer ${key}`, 'X-Community-Id': settings.community }
}

/**
 * Sends one request and holds the answer against the contract and against what is expected; keeps the check.
 * @returns the answer, or null when there was none
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
  if (silent.length >= MOST_SILENCES) return null
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

/** Keeps a check. */
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

/** The value at a path of names in a body; undefined where there is none. */
export function at(body: Json | undefined, ...names: readonly string[]): Json | undefined {
  let node = body
  for (const name of names) {
    node = typeof node === 'object' && node !== null && !Array.isArray(node) ? node[name] : undefined
  }
  return node
}
