// Decisions on join requests while processes are killed: each account has asked once, some are decided or withdrawn by hand.
import { setTimeout as sleep } from 'node:timers/promises'
import { isUncertain, pauseOf, readOperation, wireOf, type Wire } from './clients'
import type { Caller } from './fleet'
import type { JoinHand, JoinWrite, SentJoin } from './join-checker'
import type { Random } from './random'
import type { SimulatorControl } from './simulator-control'

export interface JoinOptions {
  readonly callers: readonly Caller[]
  readonly urls: readonly string[]
  readonly simulator: SimulatorControl
  readonly milliseconds: number
  readonly random: Random
}

export interface JoinFacts {
  readonly joins: readonly SentJoin[]
  readonly writes: readonly JoinWrite[]
}

export interface Joins {
  /** By status; `none`: transport failures. */
  readonly answers: ReadonlyMap<string, number>
  /** After the last fault: waits for the answers and the ends. */
  finish(): Promise<JoinFacts>
}

const retryForMs = 240_000
/** Of the accounts, 0 to 1: decided or withdrawn by hand about when the operation is sent. */
const handShare = 0.15

export function startJoins(options: JoinOptions): Joins {
  const answers = new Map<string, number>()
  const wire = wireOf(options, answers)
  const joins: SentJoin[] = []
  const sending = sendAll(options, wire, joins)
  return {
    answers,
    async finish() {
      await sending
      const callers = new Map(options.callers.map((caller) => [caller.group.groupId, caller]))
      for (const join of joins) {
        const caller = callers.get(join.groupId)
        if (caller) join.final = await ended(options.urls, caller, join)
      }
      const { simulator } = options
      const places = await simulator.joins()
      for (const join of joins) join.after = places.get(join.groupId)?.get(join.userId) ?? 'neither'
      return { joins, writes: await simulator.joinWrites() }
    },
  }
}

/** At a constant rate, in an order that mixes the communities. */
async function sendAll(options: JoinOptions, wire: Wire, joins: SentJoin[]): Promise<void> {
  const { callers, milliseconds, random } = options
  const all = callers.flatMap((caller) => caller.group.asking.map((userId) => ({ caller, userId })))
  const startedAt = Date.now()
  const work: Promise<void>[] = []
  for (const [index, { caller, userId }] of random.shuffled(all).entries()) {
    await sleep(Math.max(0, startedAt + (index * milliseconds) / all.length - Date.now()))
    const verb = random.pick(['accept', 'accept', 'decline'] as const)
    const { groupId } = caller.group
    const join: SentJoin = {
      groupId,
      userId,
      verb,
      ids: new Set(),
      refusal: null,
      hand: null,
      final: null,
      after: null,
    }
    joins.push(join)
    work.push(send(wire, caller, join, random))
    if (random.chance(handShare)) work.push(decideByHand(options, join, random))
  }
  await Promise.all(work)
}

async function send(wire: Wire, caller: Caller, join: SentJoin, random: Random): Promise<void> {
  const headers = { 'Idempotency-Key': random.key() }
  const body = { userId: join.userId, action: join.verb, deadlineSeconds: 3_600 }
  const [first, jitter] = [random.between(0, 1), random.between(50, 250)]
  const until = Date.now() + retryForMs
  for (let attempt = 0; Date.now() < until; attempt++) {
    const path = '/v2/platform-operations/join-requests'
    const answer = await wire(first + attempt, caller, 'POST', path, { body, headers })
    if (answer.status === 202 && answer.data?.id !== undefined) {
      join.ids.add(answer.data.id)
      // some are sent again after their answer
      if (random.chance(0.9)) return
    } else if (!isUncertain(answer)) {
      join.refusal = `${answer.status} ${answer.code}`
      return
    }
    await sleep(pauseOf(answer, attempt, jitter))
  }
}

async function decideByHand({ simulator }: JoinOptions, join: SentJoin, random: Random): Promise<void> {
  await sleep(random.between(0, 1_500))
  const hand = random.pick<JoinHand>(['accept', 'decline', 'withdraw'])
  if (await simulator.decideJoin(join.groupId, join.userId, hand)) join.hand = hand
}

async function ended(urls: readonly string[], caller: Caller, { ids }: SentJoin): Promise<SentJoin['final']> {
  const [id] = ids
  if (id === undefined) return null
  const until = Date.now() + retryForMs
  for (;;) {
    const operation = await readOperation(urls, caller, id)
    if (operation === null || operation.completedAt !== null || Date.now() > until) return operation
    await sleep(300)
  }
}
