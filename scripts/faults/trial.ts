// A trial: load and faults, recovery, check of the history.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChaos, type Victim } from './chaos'
import { check, type Violation } from './checker'
import { readOperation, startLoad, type Intent, type Load, type Sent } from './clients'
import { figuresOf, type Figures } from './figures'
import { makeCallers, serverEnvironment, startFleet, startSimulator, type Caller, type Fleet } from './fleet'
import type { AcceptedOperation, History, ShownOperation, SynchronousChange } from './history'
import type { Engine } from './database'
import { startHands } from './hands'
import { checkJoins } from './join-checker'
import { startJoins } from './joins'
import { makeRandom } from './random'
import { checkRecords } from './record-checker'
import { startRecords } from './records'
import { controlOf, type SimulatorControl } from './simulator-control'
import { makeWorld, type TrialGroup } from './world'

export interface TrialOptions {
  readonly seconds: number
  readonly operations: number
  /** Awards, batches, events and warnings. */
  readonly records: number
  readonly members: number
  readonly communities: number
  readonly kills: number
  readonly synchronousShare: number
  /** At the end. */
  readonly outageSeconds: number
  readonly seed: number
}

export interface TrialPlace {
  /** Simulator state and logs. */
  readonly directory: string
  readonly databaseUrl: string
  /** Of the database; absent: a shared one. */
  readonly engines?: readonly Engine[]
  readonly say: (message: string) => void
}

export interface TrialResult {
  readonly figures: Figures
  readonly violations: readonly Violation[]
  readonly history: History
}

/** After the last fault. */
export const promisedSettleMs = 60_000
/** Then the trial stops waiting. */
const longestSettleMs = 180_000
const quietMs = 3_000

export async function runTrial(options: TrialOptions, place: TrialPlace): Promise<TrialResult> {
  mkdirSync(place.directory, { recursive: true })
  const stateFile = path.join(place.directory, 'simulator.json')
  const groups = makeWorld(stateFile, { ...options, roles: 'multi', asking: Math.round(options.operations / 5) })
  const simulator = await startSimulator(stateFile, place.directory)
  const env = serverEnvironment(place.databaseUrl, simulator.url)
  try {
    const fleet = await startFleet(simulator, env, place.directory)
    try {
      await fleet.ready()
      const callers = await makeCallers(groups, env, fleet.urls)
      place.say(`${fleet.apis.length} API servers and ${fleet.workers.length} workers, ${callers.length} communities`)
      return await run(options, place, fleet, callers)
    } finally {
      await fleet.stop()
    }
  } finally {
    await simulator.stop()
  }
}

async function run(options: TrialOptions, place: TrialPlace, fleet: Fleet, callers: Caller[]): Promise<TrialResult> {
  const { seconds, operations, kills, seed, synchronousShare } = options
  const { say } = place
  const { urls } = fleet
  const simulator = controlOf(fleet.simulatorUrl)
  const milliseconds = seconds * 1_000
  const load = startLoad({ callers, urls, operations, milliseconds, synchronousShare, random: makeRandom(seed) })
  const random = makeRandom(seed + 2)
  const groups = callers.map(({ group }) => group)
  const changes = Math.round(operations / 2)
  const hands = startHands({ groups, simulator, changes, milliseconds, random: makeRandom(seed + 3) })
  const records = startRecords({ callers, urls, records: options.records, milliseconds, random })
  const joining = startJoins({ callers, urls, simulator, milliseconds, random: makeRandom(seed + 4) })
  const victims = victimsOf(fleet, place)
  const outageMs = options.outageSeconds * 1_000
  const chaos = startChaos({ victims, simulator, kills, milliseconds, outageMs, random: makeRandom(seed + 1), say })
  const reporting = setInterval(() => say(progressOf(load)), 10_000)
  await Promise.all([chaos.done, hands.done, sleep(milliseconds)]).finally(() => clearInterval(reporting))
  await fleet.ready()
  const faultsEndedAt = Date.now()
  say(`peace; ${progressOf(load)}`)
  const settled = await settle(load, urls, faultsEndedAt, say)
  await whenQuiet(simulator)
  const history: History = {
    ...(await gather(load, callers, simulator, settled.operations)),
    hands: hands.changes,
  }
  const facts = await records.finish()
  const joined = await joining.finish()
  const violations = [
    ...[...check(history), ...checkRecords(facts), ...checkClients(load), ...checkAnswers(load.answers)],
    ...[...checkAnswers(records.answers), ...checkProcesses(fleet), ...checkTime(settled.ms)],
    ...[...checkJoins(joined.joins, joined.writes), ...checkAnswers(joining.answers)],
  ]
  const { members, communities } = options
  const figures = figuresOf({
    ...{ seed, seconds, members, communities, load, chaos, history, records: facts, joins: joined.joins },
    ...{ settledMs: settled.ms, violations },
  })
  return { figures, violations, history }
}

function victimsOf({ apis, workers }: Fleet, { engines = [] }: TrialPlace): Victim[] {
  return [
    ...workers.map((worker): Victim => ({ kind: 'worker', kill: (pauseMs) => worker.kill(pauseMs) })),
    ...apis.map((api): Victim => ({ kind: 'api', kill: (pauseMs) => api.kill(pauseMs) })),
    ...engines.map(({ name, kill }): Victim => ({ kind: name, kill })),
  ]
}

function progressOf({ intents, synchronous, answers }: Load): string {
  const accepted = intents.filter(({ ids }) => ids.size > 0).length
  const unsure = [...answers].filter(([name]) => /^(none|5|429)/.test(name)).reduce((sum, [, count]) => sum + count, 0)
  return `${accepted} of ${intents.length} accepted, ${synchronous.length} synchronous, ${unsure} responses lost or refused`
}

interface Settled {
  readonly operations: ReadonlyMap<string, ShownOperation | null>
  /** null: some did not end. */
  readonly ms: number | null
}

/** Every request answered, every operation ended. */
async function settle(
  load: Load,
  urls: readonly string[],
  faultsEndedAt: number,
  say: (message: string) => void,
): Promise<Settled> {
  await load.done
  const open = new Map<string, Caller>()
  for (const { caller, ids } of load.intents) for (const id of ids) open.set(id, caller)
  for (const { caller, operationId } of load.synchronous) if (operationId !== null) open.set(operationId, caller)
  const operations = new Map<string, ShownOperation | null>()
  let saidAt = Date.now()
  for (;;) {
    await inBatches([...open], 8, async ([id, caller]) => {
      const operation = await readOperation(urls, caller, id)
      operations.set(id, operation)
      if (operation === null || operation.completedAt !== null) open.delete(id)
    })
    const elapsed = Date.now() - faultsEndedAt
    if (open.size === 0) return { operations, ms: lastEnd(operations, faultsEndedAt) }
    if (elapsed > longestSettleMs) return { operations, ms: null }
    if (Date.now() - saidAt > 5_000) {
      saidAt = Date.now()
      say(`${open.size} operations have not ended after ${Math.round(elapsed / 1_000)} s`)
    }
    await sleep(300)
  }
}

/** After the last fault. */
function lastEnd(operations: ReadonlyMap<string, ShownOperation | null>, faultsEndedAt: number): number {
  const ends = [...operations.values()].map((operation) => Date.parse(operation?.completedAt ?? ''))
  return ends.reduce((last, end) => (end - faultsEndedAt > last ? end - faultsEndedAt : last), 0)
}

async function inBatches<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < items.length) await work(items[next++] as T)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

/** Synchronous changes without response have no operation id. */
async function whenQuiet(simulator: SimulatorControl): Promise<void> {
  const until = Date.now() + 30_000
  let last = (await simulator.journal()).at(-1)?.seq ?? 0
  for (let quietSince = Date.now(); Date.now() - quietSince < quietMs && Date.now() < until;) {
    await sleep(500)
    const newer = await simulator.journal(last)
    if (newer.length === 0) continue
    last = newer.at(-1)?.seq ?? last
    quietSince = Date.now()
  }
}

async function gather(
  load: Load,
  callers: readonly Caller[],
  simulator: SimulatorControl,
  operations: Settled['operations'],
): Promise<Omit<History, 'hands'>> {
  const roles = await simulator.roles()
  const groups = callers.map(({ group }) => group)
  return {
    ladders: new Map(groups.map(({ groupId, ladder }) => [groupId, ladder.map(({ roleId }) => roleId)])),
    operations: load.intents.filter(({ ids }) => ids.size > 0).map((intent) => acceptedOf(intent, operations)),
    synchronous: load.synchronous.map((sent) => synchronousOf(sent, operations)),
    journal: await simulator.journal(),
    members: groups.flatMap((group) => membersOf(group, roles.get(group.groupId))),
  }
}

function acceptedOf(intent: Intent, operations: Settled['operations']): AcceptedOperation {
  const { caller, userId, goal, key, sentAt, answeredAt, ids } = intent
  const [id = ''] = ids
  const final = operations.get(id) ?? null
  return {
    key,
    groupId: caller.group.groupId,
    userId,
    goal,
    sentAt,
    answeredAt: answeredAt ?? sentAt,
    ids: [...ids],
    final,
  }
}

function synchronousOf(sent: Sent, operations: Settled['operations']): SynchronousChange {
  const { caller, userId, goal, sentAt, answeredAt, status, code, operationId } = sent
  const operation = operationId === null ? null : (operations.get(operationId) ?? null)
  return { groupId: caller.group.groupId, userId, goal, sentAt, answeredAt, status, code, operation }
}

function membersOf({ groupId, members }: TrialGroup, after: ReadonlyMap<number, readonly number[]> | undefined) {
  return [...members].map(([userId, before]) => ({ groupId, userId, before, after: after?.get(userId) ?? [] }))
}

/** None with a client error. */
const checkClients = ({ intents }: Load): Violation[] => intents.flatMap(checkAnswered)

/** None with an internal server error. */
function checkAnswers(answers: ReadonlyMap<string, number>): Violation[] {
  const failures = [...answers].filter(([name]) => name.startsWith('500'))
  return failures.map(([name, count]) => ({ kind: 'state', text: `${count} answers ${name}` }))
}

function checkAnswered({ key, ids, refusal }: Intent): Violation[] {
  if (refusal !== null) return [{ kind: 'loss', text: `the key ${key} was refused: ${refusal}` }]
  return ids.size === 0 ? [{ kind: 'loss', text: `the key ${key} was never answered` }] : []
}

/** Only when killed. */
function checkProcesses({ simulator, apis, workers }: Fleet): Violation[] {
  return [simulator, ...apis, ...workers]
    .filter((one) => one.crashes() > 0)
    .map((one) => ({ kind: 'state', text: `${one.name} crashed ${one.crashes()} times` }))
}

function checkTime(settledMs: number | null): Violation[] {
  if (settledMs !== null && settledMs <= promisedSettleMs) return []
  const text = settledMs === null ? 'did not end' : `ended only after ${Math.round(settledMs / 1_000)} s`
  return [{ kind: 'unfinished', text: `the operations ${text} after the last fault` }]
}
