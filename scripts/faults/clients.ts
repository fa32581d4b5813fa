// The clients of a trial, which follow the contract: a request keeps its idempotency key and body until it is answered,
// and a synchronous change is sent once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from './fleet'
import type { Goal, ShownOperation } from './history'
import type { Random } from './random'

interface Change {
  readonly caller: Caller
  readonly userId: number
  readonly goal: Goal
  readonly sentAt: number
}

/** What became of one idempotency key. */
export interface Intent extends Change {
  readonly key: string
  answeredAt: number | null
  /** Operation ids of its responses; more than one is a fault. */
  readonly ids: Set<string>
  /** Responses that were marked as replays. */
  replays: number
  /** The error code that ended it. */
  refusal: string | null
}

export interface Sent extends Change {
  answeredAt: number
  status: number | null
  code: string | null
  operationId: string | null
}

export interface LoadOptions {
  readonly callers: readonly Caller[]
  /** Base URLs; a client that fails at one uses the next. */
  readonly urls: readonly string[]
  readonly count: number
  readonly milliseconds: number
  readonly random: Random
}

export interface Load {
  readonly intents: readonly Intent[]
  readonly synchronous: readonly Sent[]
  readonly answers: Answers
  /** Resolves when every request is answered. */
  readonly done: Promise<void>
}

/** Number of answers by status and code; `none`: there was no response. */
export type Answers = Map<string, number>

const answerMs = 20_000
/** How long a client repeats a request: longer than any fault. */
const retryForMs = 240_000
/** One member in so many has synchronous changes; the histories of the others are certain. */
const synchronousEvery = 5
/** Share of synchronous changes, from 0 to 1. */
const synchronousShare = 0.08

export function startLoad({ callers, urls, random, ...rate }: LoadOptions): Load {
  const intents: Intent[] = []
  const synchronous: Sent[] = []
  const answers: Answers = new Map()
  const wire = wireOf(urls, answers)
  const unsettled = new Set<number>()
  const sendOne = (): Promise<void> => {
    const caller = random.pick(callers)
    const userIds = [...caller.group.members.keys()]
    const goal = drawGoal(caller, random)
    const certain = userIds.filter((userId, number) => number % synchronousEvery === 0 && !unsettled.has(userId))
    const of = { caller, goal, sentAt: Date.now() }
    if (random.chance(synchronousShare) && certain.length > 0) {
      const open = { answeredAt: Infinity, status: null, code: null, operationId: null }
      const sent: Sent = { ...of, ...open, userId: random.pick(certain) }
      synchronous.push(sent)
      return oneAtATime(sent, unsettled, () => sendSynchronous(wire, sent, random))
    }
    const intent: Intent = {
      ...of,
      userId: random.pick(userIds),
      key: random.key(),
      answeredAt: null,
      ids: new Set(),
      replays: 0,
      refusal: null,
    }
    intents.push(intent)
    return sendIntent(wire, intent, random)
  }
  return { intents, synchronous, answers, done: atConstantRate(rate, sendOne) }
}

/** Sends at a constant rate. Resolves when all are answered. */
export async function atConstantRate(
  { count, milliseconds }: Pick<LoadOptions, 'count' | 'milliseconds'>,
  work: () => Promise<void>,
): Promise<void> {
  const startedAt = Date.now()
  const all: Promise<void>[] = []
  for (let number = 0; number < count; number++) {
    await sleep(Math.max(0, startedAt + (number * milliseconds) / count - Date.now()))
    all.push(work())
  }
  await Promise.all(all)
}

/** Skips members with a pending or uncertain change, because the checker could not tell two of them apart. */
async function oneAtATime(sent: Sent, unsettled: Set<number>, send: () => Promise<void>): Promise<void> {
  unsettled.add(sent.userId)
  await send()
  if (sent.status !== null && (sent.status < 500 || sent.status === 502)) unsettled.delete(sent.userId)
}

function drawGoal({ group }: Caller, random: Random): Goal {
  const kind = random.pick(['set', 'set', 'promote', 'demote'] as const)
  return kind === 'set' ? { kind, role: random.pick(group.ladder).roleId } : { kind }
}

export interface Answer {
  /** null: there was no response. */
  readonly status: number | null
  /** The connection was refused: the request was not sent. */
  readonly unsent: boolean
  readonly headers: Headers
  /** `data` of the envelope. */
  readonly data: unknown
  /** `meta` of a page. */
  readonly meta: { readonly nextCursor?: string | null; readonly hasMore?: boolean } | undefined
  readonly code: string | null
}

export interface WireRequest {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a request again, with pauses and to the next server, until an answer is certain or `isDone`.
 * @returns null when there was none in time
 */
export type Wire = (
  caller: Caller,
  request: WireRequest,
  how: {
    /** Number of the first server, modulo their count. */
    readonly first: number
    readonly jitter: number
    readonly isDone?: ((answer: Answer) => boolean) | undefined
  },
) => Promise<Answer | null>

export function wireOf(urls: readonly string[], answers: Answers = new Map()): Wire {
  return async ({ key, communityId }, { method, path, body, headers: more }, { first, jitter, isDone = isCertain }) => {
    const until = Date.now() + retryForMs
    const credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
    const headers = { ...credentials, ...more, ...(body && { 'Content-Type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    for (let attempt = 0; Date.now() < until; attempt++) {
      const answer = await ask(`${urls[(first + attempt) % urls.length]}${path}`, init)
      const name = `${answer.status ?? 'none'} ${answer.code ?? ''}`.trim()
      answers.set(name, (answers.get(name) ?? 0) + 1)
      if (isDone(answer)) return answer
      await sleep(pauseOf(answer, attempt, jitter))
    }
    return null
  }
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(answerMs) })
    const body = (await response.json()) as Pick<Answer, 'data' | 'meta'> & { error?: { code: string } }
    const { status, headers } = response
    return { status, unsent: false, headers, data: body.data, meta: body.meta, code: body.error?.code ?? null }
  } catch (error) {
    const unsent = (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'
    return { status: null, unsent, headers: new Headers(), data: undefined, meta: undefined, code: null }
  }
}

/** After every other answer the contract asks to retry. */
const isCertain = ({ status }: Answer): boolean => status !== null && status < 500 && status !== 429

/** Milliseconds: Retry-After, else exponential up to two seconds. */
function pauseOf({ headers }: Answer, attempt: number, jitter: number): number {
  const asked = Number(headers.get('retry-after'))
  return asked > 0 ? asked * 1_000 + jitter : Math.min(100 * 2 ** attempt, 2_000) + jitter
}

/**
 * Some requests have a short deadline, some replace queued changes; they name the rank by its unique id or its rank id.
 */
function bodyOf(goal: Goal, userId: number, { group }: Caller, random: Random): object {
  const deadline = random.chance(0.1) ? { deadlineSeconds: random.between(5, 20) } : {}
  const supersede = random.chance(0.03) ? { supersede: true } : {}
  const target = goal.kind === 'set' ? targetOf(goal.role, group, random) : { move: goal.kind }
  return { userId: random.chance(0.5) ? userId : String(userId), ...target, ...deadline, ...supersede }
}

function targetOf(role: number, { ladder }: Caller['group'], random: Random): object {
  return random.chance(0.5) ? { rankUniqueId: role } : { rankId: ladder.find(({ roleId }) => roleId === role)?.rank }
}

/** Sends an intent until it is answered. Some are sent twice at once, or again afterwards. */
async function sendIntent(wire: Wire, intent: Intent, random: Random): Promise<void> {
  const { caller, goal, key, userId } = intent
  const body = bodyOf(goal, userId, caller, random)
  const [first, twice, again] = [random.between(0, 1), random.chance(0.05), random.chance(0.05)]
  const jitter = random.between(50, 250)
  const path = '/v2/platform-operations/ranks'
  const request: WireRequest = { method: 'POST', path, body, headers: { 'Idempotency-Key': key } }
  const deliver = async (from: number): Promise<void> =>
    note(intent, await wire(caller, request, { first: from, jitter }))
  await Promise.all(twice ? [deliver(first), deliver(first + 1)] : [deliver(first)])
  if (!again || intent.refusal !== null) return
  await sleep(jitter * 8)
  await deliver(first + 1)
}

function note(intent: Intent, answer: Answer | null): void {
  if (answer === null) return
  const { id } = (answer.data ?? {}) as { readonly id?: string }
  if (answer.status !== 202 || id === undefined) {
    intent.refusal = `${answer.status} ${answer.code}`
    return
  }
  intent.ids.add(id)
  intent.answeredAt ??= Date.now()
  if (answer.headers.get('idempotent-replayed') === 'true') intent.replays++
}

/** Sends once. The next server is tried only when the connection is refused. */
async function sendSynchronous(wire: Wire, sent: Sent, random: Random): Promise<void> {
  const { caller, userId, goal } = sent
  const path = `/v2/members/${userId}/rank`
  const request: WireRequest =
    goal.kind === 'set'
      ? { method: 'PUT', path, body: targetOf(goal.role, caller.group, random) }
      : { method: 'POST', path: `${path}/${goal.kind}` }
  const how = { first: random.between(0, 1), jitter: 0, isDone: ({ unsent }: Answer) => !unsent }
  const answer = await wire(caller, request, how)
  sent.answeredAt = Date.now()
  sent.status = answer?.status ?? null
  sent.code = answer?.code ?? null
  sent.operationId = answer?.headers.get('x-platform-operation-id') ?? null
}

/** Reads an operation, with retries; null: not found. */
export async function readOperation(wire: Wire, caller: Caller, id: string): Promise<ShownOperation | null> {
  const request = { method: 'GET', path: `/v2/platform-operations/${id}` }
  const answer = await wire(caller, request, { first: 0, jitter: 50 })
  if (answer?.status === 200) return answer.data as ShownOperation
  if (answer?.status === 404) return null
  throw new Error(`${id} could not be read: ${answer?.status} ${answer?.code}`)
}
