// Clients by the contract: idempotency key and body stay until answered; synchronous changes are sent once.
import { setTimeout as sleep } from 'node:timers/promises'
import { GAME, type Caller } from './fleet'
import { isRoleGoal, type Goal, type RankGoal, type ShownOperation } from './history'
import type { Random } from './random'

/** Of one idempotency key. */
export interface Intent {
  readonly caller: Caller
  readonly userId: number
  readonly goal: Goal
  readonly key: string
  /** Sent with the id in the game, which the game has reported before. */
  readonly inGame: boolean
  readonly sentAt: number
  answeredAt: number | null
  /** Of its responses. */
  readonly ids: Set<string>
  /** Responses. */
  replays: number
  /** Final error code. */
  refusal: string | null
}

/** A synchronous change. */
export interface Sent {
  readonly caller: Caller
  readonly userId: number
  readonly goal: RankGoal
  readonly sentAt: number
  answeredAt: number
  status: number | null
  code: string | null
  operationId: string | null
}

export interface LoadOptions {
  readonly callers: readonly Caller[]
  /** A client that fails at one uses the next. */
  readonly urls: readonly string[]
  readonly operations: number
  readonly milliseconds: number
  /** 0 to 1. */
  readonly synchronousShare: number
  readonly random: Random
}

export interface Load {
  readonly intents: readonly Intent[]
  readonly synchronous: readonly Sent[]
  /** By status; `none`: transport failures. */
  readonly answers: ReadonlyMap<string, number>
  /** When every request is answered. */
  readonly done: Promise<void>
}

const answerMs = 20_000
/** Longer than any fault. */
const retryForMs = 240_000
/** Members with synchronous changes: histories of others are certain. */
const synchronousEvery = 5
/** Of the operations, 0 to 1. */
const roleShare = 0.2
const inGameShare = 0.3

/** At a constant rate. */
export function startLoad(options: LoadOptions): Load {
  const { random, operations, milliseconds } = options
  const intents: Intent[] = []
  const synchronous: Sent[] = []
  const answers = new Map<string, number>()
  const work: Promise<void>[] = []
  const wire = wireOf(options, answers)
  const unsettled = new Set<number>()
  const sendOne = (): void => {
    const caller = random.pick(options.callers)
    const userIds = [...caller.group.members.keys()]
    const goal = drawRankGoal(caller, random)
    const certain = userIds.filter((userId, number) => number % synchronousEvery === 0 && !unsettled.has(userId))
    if (random.chance(options.synchronousShare) && certain.length > 0) {
      const sent = newSent(caller, random.pick(certain), goal, synchronous)
      work.push(oneAtATime(sent, unsettled, () => sendSynchronous(wire, sent, random)))
    } else {
      work.push(
        sendIntent(
          wire,
          newIntent(caller, random.pick(userIds), drawRoleGoal(caller, random) ?? goal, random, intents),
          random,
        ),
      )
    }
  }
  const run = async (): Promise<void> => {
    const startedAt = Date.now()
    for (let sent = 0; sent < operations; sent++) {
      await sleep(Math.max(0, startedAt + (sent * milliseconds) / operations - Date.now()))
      sendOne()
    }
    await Promise.all(work)
  }
  return { intents, synchronous, answers, done: run() }
}

/** Skips members with a pending or uncertain change: two cannot be distinguished. */
async function oneAtATime(sent: Sent, unsettled: Set<number>, send: () => Promise<void>): Promise<void> {
  unsettled.add(sent.userId)
  await send()
  if (sent.status !== null && (sent.status < 500 || sent.status === 502)) unsettled.delete(sent.userId)
}

/** Null: a rank change. */
function drawRoleGoal({ group }: Caller, random: Random): Goal | null {
  const [, role] = group.beside
  if (role === undefined || !random.chance(roleShare)) return null
  return { kind: random.pick(['assign', 'unassign'] as const), role }
}

function drawRankGoal(caller: Caller, random: Random): RankGoal {
  const kind = random.pick(['set', 'set', 'promote', 'demote'] as const)
  return kind === 'set' ? { kind, role: random.pick(caller.group.ladder).roleId } : { kind }
}

function newIntent(caller: Caller, userId: number, goal: Goal, random: Random, into: Intent[]): Intent {
  const state = { answeredAt: null, ids: new Set<string>(), replays: 0, refusal: null }
  const intent: Intent = {
    ...{ caller, userId, goal },
    key: random.key(),
    inGame: random.chance(inGameShare),
    sentAt: Date.now(),
    ...state,
  }
  into.push(intent)
  return intent
}

function newSent(caller: Caller, userId: number, goal: RankGoal, into: Sent[]): Sent {
  const at = Date.now()
  const sent: Sent = { caller, userId, goal, sentAt: at, answeredAt: at, status: null, code: null, operationId: null }
  into.push(sent)
  return sent
}

export interface Answer {
  /** null: no response. */
  readonly status: number | null
  /** Connection refused. */
  readonly unsent: boolean
  readonly headers: Headers
  readonly data: { readonly id?: string } | undefined
  /** Of a page. */
  readonly meta: { readonly nextCursor?: string | null; readonly hasMore?: boolean } | undefined
  readonly code: string | null
}

export type Wire = (
  attempt: number,
  caller: Caller,
  method: string,
  path: string,
  options: WireOptions,
) => Promise<Answer>
interface WireOptions {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

export function wireOf({ urls }: { urls: readonly string[] }, answers?: Map<string, number>): Wire {
  return async (attempt, caller, method, path, { body, headers }) => {
    const answer = await ask(`${urls[attempt % urls.length]}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${caller.key}`,
        'X-Community-Id': caller.communityId,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    })
    const name = answer.status === null ? 'none' : `${answer.status}${answer.code === null ? '' : ` ${answer.code}`}`
    answers?.set(name, (answers.get(name) ?? 0) + 1)
    return answer
  }
}

async function ask(url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init)
    const body = (await response.json()) as Partial<Pick<Answer, 'data' | 'meta'>> & { error?: { code: string } }
    const { status, headers } = response
    return { status, unsent: false, headers, data: body.data, meta: body.meta, code: body.error?.code ?? null }
  } catch (error) {
    const unsent = (error as { cause?: { code?: string } }).cause?.code === 'ECONNREFUSED'
    return { status: null, unsent, headers: new Headers(), data: undefined, meta: undefined, code: null }
  }
}

/** The contract asks to retry. */
export const isUncertain = ({ status }: Answer): boolean => status === null || status >= 500 || status === 429

/** The same for retries. */
function bodyOf({ caller, userId: account, goal, inGame }: Intent, random: Random): object {
  const userId = inGame ? idInGame(caller, account) : account
  // some with a short deadline; some replace queued changes
  const deadline = random.chance(0.1) ? { deadlineSeconds: random.between(5, 20) } : {}
  const supersede = random.chance(0.03) ? { supersede: true } : {}
  const userIdAs = random.chance(0.5) ? userId : String(userId)
  return { userId: userIdAs, ...toTarget(goal, caller, random), ...deadline, ...supersede }
}

const idInGame = ({ group }: Caller, userId: number): number => group.idsInGame.get(userId) ?? userId

/** As a game server does when a player joins. */
async function reportPlayer(wire: Wire, { caller, userId }: Intent, offset: number, jitter: number): Promise<void> {
  const path = `/v2/identities/universe-${GAME}/${idInGame(caller, userId)}`
  const body = { username: `Player_${userId}`, groupUserId: String(userId) }
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await wire(offset + attempt, caller, 'PUT', path, { body })
    if (!isUncertain(answer)) return
    await sleep(pauseOf(answer, attempt, jitter))
  }
}

/** By unique id or rank id. */
function toTarget(goal: Goal, { group }: Caller, random: Random): object {
  if (isRoleGoal(goal)) return { roleUniqueId: goal.role, action: goal.kind }
  if (goal.kind !== 'set') return { move: goal.kind }
  const rank = group.ladder.find(({ roleId }) => roleId === goal.role)?.rank
  return random.chance(0.5) ? { rankUniqueId: goal.role } : { rankId: rank }
}

/** Some are sent twice. */
async function sendIntent(wire: Wire, intent: Intent, random: Random): Promise<void> {
  const body = bodyOf(intent, random)
  const [first, twice, again] = [random.between(0, 1), random.chance(0.05), random.chance(0.05)]
  const jitter = random.between(50, 250)
  if (intent.inGame) await reportPlayer(wire, intent, first, jitter)
  const deliver = (offset: number): Promise<void> => deliverOnce(wire, intent, body, offset, jitter)
  await Promise.all(twice ? [deliver(first), deliver(first + 1)] : [deliver(first)])
  if (!again || intent.refusal !== null) return
  await sleep(jitter * 8)
  await deliver(first + 1)
}

async function deliverOnce(wire: Wire, intent: Intent, body: object, offset: number, jitter: number): Promise<void> {
  const { key, goal, inGame } = intent
  const caller = inGame ? { ...intent.caller, key: intent.caller.gameKey } : intent.caller
  const path = `/v2/platform-operations/${isRoleGoal(goal) ? 'roles' : 'ranks'}`
  const until = Date.now() + retryForMs
  for (let attempt = 0; Date.now() < until; attempt++) {
    const headers = { 'Idempotency-Key': key }
    const answer = await wire(offset + attempt, caller, 'POST', path, { body, headers })
    if (!isUncertain(answer)) return noteAnswer(intent, answer)
    await sleep(pauseOf(answer, attempt, jitter))
  }
}

/** Retry-After, else exponential up to two seconds. */
export function pauseOf({ headers }: Answer, attempt: number, jitter: number): number {
  const asked = Number(headers.get('retry-after'))
  return asked > 0 ? asked * 1_000 + jitter : Math.min(100 * 2 ** attempt, 2_000) + jitter
}

function noteAnswer(intent: Intent, answer: Answer): void {
  if (answer.status === 202 && answer.data?.id !== undefined) {
    intent.ids.add(answer.data.id)
    intent.answeredAt ??= Date.now()
    if (answer.headers.get('idempotent-replayed') === 'true') intent.replays++
  } else {
    intent.refusal = `${answer.status} ${answer.code}`
  }
}

/** Tries the next server only if refused. */
async function sendSynchronous(wire: Wire, sent: Sent, random: Random): Promise<void> {
  const { caller, userId, goal } = sent
  const path = `/v2/members/${userId}/rank${goal.kind === 'set' ? '' : `/${goal.kind}`}`
  const request: WireOptions = goal.kind === 'set' ? { body: toTarget(goal, caller, random) } : {}
  const method = goal.kind === 'set' ? 'PUT' : 'POST'
  const first = random.between(0, 1)
  let answer = await wire(first, caller, method, path, request)
  for (let attempt = 1; answer.unsent && attempt < 40; attempt++) {
    await sleep(100)
    answer = await wire(first + attempt, caller, method, path, request)
  }
  sent.answeredAt = Date.now()
  sent.status = answer.status
  sent.code = answer.code
  sent.operationId = answer.headers.get('x-platform-operation-id')
}

/** With retries; null: not found. */
export async function readOperation(
  urls: readonly string[],
  caller: Caller,
  id: string,
): Promise<ShownOperation | null> {
  const wire = wireOf({ urls })
  const until = Date.now() + retryForMs
  for (let attempt = 0; Date.now() < until; attempt++) {
    const answer = await wire(attempt, caller, 'GET', `/v2/platform-operations/${id}`, {})
    if (answer.status === 200) return answer.data as ShownOperation
    if (answer.status === 404) return null
    await sleep(pauseOf(answer, attempt, 50))
  }
  throw new Error(`${id} could not be read`)
}
