// A client that does exactly what each answer and the contract say (docs/guides/retries.md).
import { errorEffect } from '../../generated/errors'
import { operationTable } from '../../generated/operations'
import type { OperationId } from '../../src/contract/types'
import type { Answer, Client, Headers } from './app'
import { until } from './until'

export interface Intent {
  readonly id: OperationId
  readonly path: string
  readonly body?: object
  readonly headers?: Headers
}

interface Obedience {
  /** Ends the cause of the error, as the passing of time would. */
  readonly wait: () => Promise<void>
  /** For reads, over a connection that works. */
  readonly client: Client
  /** Is given each answer; null: it was lost. */
  readonly seen: (answer: Answer | null) => void
}

const MAX_ATTEMPTS = 6

/** Sends the request until it is done. @throws Error after MAX_ATTEMPTS */
export async function achieve(send: Client['send'], intent: Intent, { wait, client, seen }: Obedience): Promise<void> {
  const before = await view(client, intent)
  let last: Answer | null = null
  for (let attempt = 1, sent = intent; attempt <= MAX_ATTEMPTS; attempt++) {
    seen((last = await attempted(send, sent)))
    const operation = operationOf(last)
    const isAccepted = last?.status === 202 && operation !== null
    if (last && isDone(last) && !isAccepted) return
    await wait()
    const end = operation === null ? null : await endOf(client, operation)
    if (end === 'succeeded') return
    if (isAccepted) sent = withNewKey(intent, attempt)
    else if (isPossible(last) && !isSafe(intent) && end === null && (await view(client, intent)) !== before) return
  }
  throw new Error(`${intent.id} was not done after ${MAX_ATTEMPTS} attempts: ${last?.text ?? 'no answer'}`)
}

/** A new Idempotency-Key: under the old one, a rank change that failed stays failed. */
function withNewKey({ headers, ...intent }: Intent, attempt: number): Intent {
  return { ...intent, headers: { ...headers, 'Idempotency-Key': `${headers?.['Idempotency-Key']}-${attempt}` } }
}

/** Path of the platform operation that the answer refers to; null: none. */
function operationOf(answer: Answer | null): string | null {
  const { location } = answer?.headers ?? {}
  return location?.startsWith('/v2/platform-operations/') ? location : null
}

/** Sends a request. @returns the answer; null: it was lost */
async function attempted(send: Client['send'], { id, path, body, headers }: Intent): Promise<Answer | null> {
  try {
    return await send(operationTable[id].method.toUpperCase(), path, body, headers)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ECONNRESET' || code === 'ECONNREFUSED') return null
    throw error
  }
}

/** Done completely or in part: neither is repeated. */
const isDone = ({ status, body }: Answer): boolean => status < 300 || body.error.details?.committed !== undefined

/** Whether the request may have been done. A lost answer leaves it open. */
function isPossible(answer: Answer | null): boolean {
  if (answer === null) return true
  const { code } = answer.body.error as { code: keyof typeof errorEffect }
  return errorEffect[code] !== 'none'
}

function isSafe({ id, headers }: Intent): boolean {
  return operationTable[id].repeatable || headers?.['Idempotency-Key'] !== undefined
}

async function endOf(client: Client, operation: string): Promise<string> {
  const read = async () => {
    const { status, text, body } = await client.get(operation)
    if (status !== 200) throw new Error(`${operation} cannot be read: ${text}`)
    return body.data as { status: string; completedAt: string | null }
  }
  await until(`${operation} ends`, async () => (await read()).completedAt !== null)
  return (await read()).status
}

const gets = Object.values(operationTable).filter(({ method }) => method === 'get')

/** What a careful caller reads: the record or, if the operation creates records, their list. */
async function view(client: Client, { id, path }: Intent): Promise<string> {
  const { safeRepeat } = operationTable[id]
  const isList = safeRepeat?.startsWith('list') ?? false
  for (let at = path; at !== '/v2'; at = at.slice(0, at.lastIndexOf('/'))) {
    const read = gets.find((one) => patternOf(one.path).test(at))
    if (!read || (isList && read.path.endsWith('}'))) continue
    const { body } = await client.get(at)
    return JSON.stringify(body)
  }
  return ''
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`)
