// A trial: load and faults, recovery, check of the history.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChaos, type Victim } from './chaos'
import { check, violation, type Violation } from './checker'
import { readOperation, startLoad, wireOf, type Answers, type Intent, type Load } from './clients'
import type { Engine } from './database'
import type { Facts } from './figures'
import { makeCallers, serverEnvironment, startFleet, startSimulator, type Caller, type Fleet } from './fleet'
import type { History, ShownOperation } from './history'
import type { Environment } from './processes'
import { makeRandom } from './random'
import { checkRecords } from './record-checker'
import { startRecords } from './records'
import { controlOf, type SimulatorControl } from './simulator-control'
import { makeWorld } from './world'

export interface TrialOptions {
  readonly seconds: number
  /** Rank changes; half as many awards, batches, events and warnings. */
  readonly operations: number
  readonly members: number
  readonly communities: number
  readonly kills: number
  /** Seconds of the platform's outage at the end, which exercises long retry delays. */
  readonly outage: number
  readonly seed: number
}

export interface TrialPlace {
  /** For the state of the simulator, and the logs. */
  readonly directory: string
  readonly databaseUrl: string
  /** The servers of the database, which are killed, too; absent: the database is shared. */
  readonly engines?: readonly Engine[]
  readonly say: (message: string) => void
}

/** Every accepted operation ends within this time after the last fault. */
const promisedSettleMs = 60_000
/** The trial stops waiting after this time. */
const longestSettleMs = 180_000
const quietMs = 3_000

export const runTrial = (options: TrialOptions, place: TrialPlace): Promise<Facts> =>
  inFleet(options, place, ({ fleet, callers }) => run(options, place, fleet, callers))

export interface Started {
  readonly fleet: Fleet
  readonly callers: readonly Caller[]
  /** The environment of the servers, and of the command line. */
  readonly env: Environment
}

/** Starts the platform and the servers, and stops them afterwards. */
export async function inFleet<Result>(
  options: TrialOptions,
  place: TrialPlace,
  work: (started: Started) => Promise<Result>,
): Promise<Result> {
  mkdirSync(place.directory, { recursive: true })
  const stateFile = path.join(place.directory, 'simulator.json')
  const groups = makeWorld(stateFile, { ...options, roles: 'multi' })
  const simulator = await startSimulator(stateFile, place.directory)
  const env = serverEnvironment(place.databaseUrl, simulator.url)
  try {
    const fleet = await startFleet(simulator, env, place.directory)
    try {
      await fleet.ready()
      const callers = await makeCallers(groups, env, fleet.urls)
      place.say(`${fleet.apis.length} API servers and ${fleet.workers.length} workers, ${callers.length} communities`)
      return await work({ fleet, callers, env })
    } finally {
      await fleet.stop()
    }
  } finally {
    await simulator.stop()
  }
}

async function run(options: TrialOptions, place: TrialPlace, fleet: Fleet, callers: readonly Caller[]): Promise<Facts> {
  const { kills, seed, operations } = options
  const { say } = place
  const { urls } = fleet
  const simulator = controlOf(fleet.simulator.url)
  const [milliseconds, outageMs] = [options.seconds * 1_000, options.outage * 1_000]
  const random = (number: number) => makeRandom(seed + number)
  const of = { callers, urls, milliseconds }
  const load = startLoad({ ...of, count: operations, random: random(0) })
  const recording = startRecords({ ...of, count: Math.round(operations / 2), random: random(2) })
  const victims = victimsOf(fleet, place)
  const chaos = startChaos({ victims, simulator, kills, milliseconds, outageMs, random: random(1), say })
  const reporting = setInterval(() => say(progressOf(load)), 10_000)
  await Promise.all([chaos.done, sleep(milliseconds)]).finally(() => clearInterval(reporting))
  await fleet.ready()
  say(`the faults have ended; ${progressOf(load)}`)
  const settled = await settle(load, urls, say)
  await whenQuiet(simulator)
  const history = await gather(load, callers, simulator, settled.operations)
  const records = await recording.finish()
  const violations = [
    ...check(history),
    ...checkRecords(records),
    ...load.intents.flatMap(checkAnswered),
    ...checkAnswers(load.answers),
    ...checkAnswers(recording.answers),
    ...checkProcesses(fleet),
    ...checkTime(settled.ms),
  ]
  return { ...options, load, chaos, history, records, settledMs: settled.ms, violations }
}

export function victimsOf({ apis, workers }: Fleet, { engines = [] }: TrialPlace): Victim[] {
  return [
    ...workers.map(({ kill }) => ({ kind: 'worker', kill })),
    ...apis.map(({ kill }) => ({ kind: 'api', kill })),
    ...engines.map(({ name, kill }) => ({ kind: name, kill })),
  ]
}

function progressOf({ intents, synchronous, answers }: Load): string {
  const accepted = intents.filter(({ ids }) => ids.size > 0).length
  const unsure = [...answers].filter(([name]) => /^(none|5|429)/.test(name)).reduce((sum, [, count]) => sum + count, 0)
  return `${accepted} of ${intents.length} accepted, ${synchronous.length} synchronous, ${unsure} responses lost or refused`
}

interface Settled {
  readonly operations: ReadonlyMap<string, ShownOperation | null>
  /** Milliseconds from the last fault to the last end; null: some did not end. */
  readonly ms: number | null
}

/** Waits until every request is answered and every operation has ended. */
async function settle(load: Load, urls: readonly string[], say: (message: string) => void): Promise<Settled> {
  const faultsEndedAt = Date.now()
  const wire = wireOf(urls)
  await load.done
  const accepted = load.intents.flatMap(({ caller, ids }) => [...ids].map((id) => [id, caller] as const))
  const known = load.synchronous.flatMap(({ caller, operationId: id }) => (id === null ? [] : [[id, caller] as const]))
  const open = new Map([...accepted, ...known])
  const operations = new Map<string, ShownOperation | null>()
  for (let round = 0; ; round++) {
    await inLanes([...open], 8, async ([id, caller]) => {
      const operation = await readOperation(wire, caller, id)
      operations.set(id, operation)
      if (operation === null || operation.completedAt !== null) open.delete(id)
    })
    const ends = [...operations.values()].map((operation) => Date.parse(operation?.completedAt ?? '') - faultsEndedAt)
    if (open.size === 0) return { operations, ms: ends.reduce((last, end) => (end > last ? end : last), 0) }
    if (Date.now() - faultsEndedAt > longestSettleMs) return { operations, ms: null }
    if (round % 15 === 14) say(`${open.size} operations have not ended`)
    await sleep(300)
  }
}

export async function inLanes<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

/**
 * Waits until the platform gets no more writes: a synchronous change without response has no operation id to ask for.
 */
export async function whenQuiet(simulator: SimulatorControl): Promise<void> {
  const until = Date.now() + 30_000
  let last = (await simulator.journal()).at(-1)?.seq ?? 0
  for (let quietSince = Date.now(); Date.now() - quietSince < quietMs && Date.now() < until;) {
    await sleep(500)
    const newer = (await simulator.journal(last)).at(-1)
    if (!newer) continue
    last = newer.seq
    quietSince = Date.now()
  }
}

async function gather(
  { intents, synchronous }: Load,
  callers: readonly Caller[],
  simulator: SimulatorControl,
  shown: Settled['operations'],
): Promise<History> {
  const roles = await simulator.roles()
  const groups = callers.map(({ group }) => group)
  const accepted = intents.filter(({ ids }) => ids.size > 0)
  return {
    ladders: new Map(groups.map(({ groupId, ladder }) => [groupId, ladder.map(({ roleId }) => roleId)])),
    operations: accepted.map(({ caller, ids: found, answeredAt, userId, goal, key, sentAt }) => {
      const ids = [...found]
      const final = shown.get(ids[0] ?? '') ?? null
      return { groupId: caller.group.groupId, userId, goal, key, sentAt, answeredAt: answeredAt ?? sentAt, ids, final }
    }),
    synchronous: synchronous.map(({ caller, operationId, userId, goal, sentAt, answeredAt, status, code }) => {
      const operation = operationId === null ? null : (shown.get(operationId) ?? null)
      return { groupId: caller.group.groupId, userId, goal, sentAt, answeredAt, status, code, operation }
    }),
    journal: await simulator.journal(),
    members: groups.flatMap(({ groupId, members }) =>
      [...members].map(([userId, before]) => ({
        groupId,
        userId,
        before,
        after: roles.get(groupId)?.get(userId) ?? [],
      })),
    ),
  }
}

/** Every request is answered, none with a client error. */
function checkAnswered({ key, ids, refusal }: Intent): Violation[] {
  if (refusal !== null) return [violation('loss', `the key ${key} was refused: ${refusal}`)]
  return ids.size === 0 ? [violation('loss', `the key ${key} was never answered`)] : []
}

/** No request is answered with an internal server error. */
export const checkAnswers = (answers: Answers): Violation[] =>
  [...answers].flatMap(([name, count]) =>
    name.startsWith('500') ? violation('state', `${count} answers ${name}`) : [],
  )

/** Processes end only when they are killed. */
export const checkProcesses = ({ simulator, apis, workers }: Fleet): Violation[] =>
  [simulator, ...apis, ...workers].flatMap((one) =>
    one.crashes() > 0 ? violation('state', `${one.name} crashed ${one.crashes()} times`) : [],
  )

export function checkTime(settledMs: number | null): Violation[] {
  if (settledMs !== null && settledMs <= promisedSettleMs) return []
  const text = settledMs === null ? 'did not end' : `ended only after ${Math.round(settledMs / 1_000)} s`
  return [violation('unfinished', `the operations ${text} after the last fault`)]
}
