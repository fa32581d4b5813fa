// A client that does what each answer and the contract say (docs/guides/retries.md), and nothing else.
import { errorEffect } from '../../generated/errors'
import { operationTable } from '../../generated/operations'
import type { OperationId } from '../../src/contract/types'
import type { Answer, Client, Headers } from './app'

export interface Intent {
  readonly id: OperationId
  readonly path: string
  readonly body?: object
  readonly headers?: Headers
}

interface Obedience {
  /** Ends the cause of the error, as the time that passes does. */
  readonly wait: () => Promise<void>
  /** Reads, over a connection without trouble. */
  readonly client: Client
  /** Each answer, or null for a lost one. */
  readonly seen: (answer: Answer | null) => void
}

const MAX_ATTEMPTS = 6

/** Sends the intent until it is done. @throws Error when the answers never allow that */
export async function achieve(send: Client['send'], intent: Intent, { wait, client, seen }: Obedience): Promise<void> {
  const before = await view(client, intent)
  let last = ''
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const answer = await attempted(send, intent)
    seen(answer)
    last = answer?.text ?? 'no answer'
    if (answer && isDone(answer)) return
    await wait()
    if (!answer || isPossible(answer)) {
      if (isSafe(intent)) continue
      const end = answer?.headers['location'] ? await endOf(client, answer.headers['location']) : null
      if (end === 'succeeded') return
      if (end === null && (await view(client, intent)) !== before) return
    }
  }
  throw new Error(`${intent.id} was not done after ${MAX_ATTEMPTS} attempts: ${last}`)
}

/** Null for a lost answer. */
async function attempted(send: Client['send'], { id, path, body, headers }: Intent): Promise<Answer | null> {
  try {
    return await send(operationTable[id].method.toUpperCase(), path, body, headers)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ECONNRESET' || code === 'ECONNREFUSED') return null
    throw error
  }
}

/** Done, or done in part: neither is repeated. */
const isDone = ({ status, body }: Answer): boolean => status < 300 || body.error.details?.committed !== undefined

function isPossible({ body }: Answer): boolean {
  const { code } = body.error as { code: string }
  return errorEffect[code as keyof typeof errorEffect] !== 'none'
}

function isSafe({ id, headers }: Intent): boolean {
  return operationTable[id].repeatable || headers?.['Idempotency-Key'] !== undefined
}

/** Of the rank change that the error refers to. */
async function endOf(client: Client, location: string): Promise<string> {
  for (;;) {
    const { data } = (await client.get(location)).body
    if (data.completedAt !== null) return data.status as string
  }
}

const gets = Object.values(operationTable).filter(({ method }) => method === 'get')

/** What a careful caller reads: the record, or the list where the operation makes a record. */
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
