// A trial of reversals: a key and an account on the platform change members, others change some of the same ones, and what the authors
// changed is taken back while processes are killed and the platform fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { startChaos, type Chaos } from './chaos'
import type { Violation } from './checker'
import { atConstantRate, readOperation, wireOf, type Answers, type Wire, type WireRequest } from './clients'
import { makeKey, type Caller, type Fleet } from './fleet'
import type { AppliedWrite } from './history'
import { makeRandom, type Random } from './random'
import { read } from './records'
import { checkReversals, type Author, type Change, type Kind, type Line } from './reversal-checker'
import type { ReversalHistory, ShownEntry, ShownItem, ShownReversal } from './reversal-checker'
import { controlOf, type SimulatorControl } from './simulator-control'
import { checkAnswers, checkProcesses, inFleet, inLanes, victimsOf, whenQuiet } from './trial'
import type { TrialOptions, TrialPlace } from './trial'

export interface ReversalFacts extends Pick<TrialOptions, 'seed' | 'seconds' | 'members'> {
  readonly chaos: Pick<Chaos, 'kills' | 'episodes'>
  readonly history: ReversalHistory
  readonly answers: Answers
  /** From the first request to the last end of a reversal. */
  readonly workedMs: number
  /** Before the reversals had ended. */
  readonly killsMeanwhile: Readonly<Record<'account' | 'key', number>>
  readonly violations: readonly Violation[]
}

const MEDAL = 'Valor'
/** The account that makes changes by hand, and another one that changes some of the same ranks and roles later. */
const [RAIDER, HELPER] = [9_000_001, 9_000_002]
/** For each change of the key. */
const share = { others: 0.15, byHand: 0.2, helper: 0.02, late: 0.06 }
const kinds: readonly Kind[] = [
  ...(['experience', 'experience', 'experience', 'medal', 'medal', 'rank', 'rank', 'role'] as const),
]
const WIDTH = 8
/** Changes that one reversal takes back, the newest first, so that each kill finds one at work. */
const PART = 50

type OpenLine = Line & { changes: Change[]; shown: number; onPlatform: number | null }
interface Window {
  readonly from: string
  readonly to: string
}
/** Of the changes of the key, oldest first, and of those by hand. */
interface Windows {
  readonly key: Window[]
  readonly account: Window
}
interface Stage {
  readonly caller: Caller
  /** The credentials whose changes are taken back. */
  readonly author: Caller
  readonly wire: Wire
  readonly simulator: SimulatorControl
  readonly random: Random
  readonly lines: ReadonlyMap<string, OpenLine>
}

/** @param options `operations` is the number of changes of the key */
export const runReversals = (options: TrialOptions, place: TrialPlace): Promise<ReversalFacts> =>
  inFleet({ ...options, communities: 1 }, place, async ({ fleet, callers: [caller], env }) => {
    if (!caller) throw new Error('the trial has no community')
    const { seed, operations } = options
    const { say } = place
    const { key, keyId } = await makeKey(env, caller.communityId, 'leaked')
    const simulator = controlOf(fleet.simulator.url)
    const answers: Answers = new Map()
    const of = { caller, author: { ...caller, key }, wire: wireOf(fleet.urls, answers), simulator }
    const stage: Stage = { ...of, random: makeRandom(seed), lines: linesOf(caller) }
    const windows = await makeChanges(stage, operations)
    const ofKey = { source: 'key', sourceId: keyId } as const
    const ofAccount = { source: 'account', sourceId: String(RAIDER), ...windows.account } as const
    say(`${operations} changes of the key, and those of others, were made`)
    const startedAt = Date.now()
    const previewByHand = await reverse(stage, { ...ofAccount, dryRun: true })
    const last = (await simulator.journal()).at(-1)?.seq
    const faults = { options, fleet, place, stage }
    // what happened last is taken back first
    const ofRaid = await amidFaults(faults, 0, () => reverseTwice(stage, ofAccount))
    say('what the account changed by hand was taken back')
    const preview = await reverse(stage, { ...ofKey, from: windows.key[0]?.from, dryRun: true })
    const ofLeak = await amidFaults(faults, 1, async (milliseconds) => {
      const pairs: (readonly [ShownReversal, ShownReversal])[] = []
      for (const window of [...windows.key].reverse()) {
        await sleep(milliseconds / windows.key.length / 2)
        pairs.unshift(await reverseTwice(stage, { ...ofKey, ...window }))
      }
      return ([0, 1] as const).map((one) => joined(pairs.map((pair) => pair[one])))
    })
    say('what the key changed was taken back')
    const workedMs = Date.now() - startedAt
    await whenQuiet(simulator)
    const reversals = [previewByHand, ...ofRaid.done, preview, ...ofLeak.done]
    const history = await gather(stage, reversals, await simulator.journal(last))
    const violations = [...checkReversals(history), ...checkAnswers(answers), ...checkProcesses(fleet)]
    const episodes = [...ofRaid.chaos.episodes, ...ofLeak.chaos.episodes]
    const chaos = { kills: [...ofRaid.chaos.kills, ...ofLeak.chaos.kills], episodes }
    const killsMeanwhile = { account: ofRaid.killsMeanwhile, key: ofLeak.killsMeanwhile }
    return { ...options, chaos, history, answers, workedMs, killsMeanwhile, violations }
  })

interface Faults {
  readonly options: TrialOptions
  readonly place: TrialPlace
  readonly fleet: Fleet
  readonly stage: Stage
}

/** In half of the time, with half of the kills, while others change some more. @param work with the time of the faults */
async function amidFaults<Done>(
  { options, place, fleet, stage }: Faults,
  half: 0 | 1,
  work: (milliseconds: number) => Promise<Done>,
): Promise<{ readonly done: Done; readonly chaos: Chaos; readonly killsMeanwhile: number }> {
  const [milliseconds, outageMs] = [options.seconds * 500, options.outage * 500]
  const kills = half === 0 ? Math.ceil(options.kills / 2) : Math.floor(options.kills / 2)
  const limits = { kills, milliseconds, outageMs, random: makeRandom(options.seed + 1 + half) }
  const { say } = place
  const chaos = startChaos({ victims: victimsOf(fleet, place), simulator: stage.simulator, ...limits, say })
  const late = changeLate(stage, Math.ceil((options.operations * share.late) / 2), milliseconds / 2)
  const done = await work(milliseconds)
  const killsMeanwhile = chaos.kills.length
  await Promise.all([chaos.done, late])
  await fleet.ready()
  return { done, chaos, killsMeanwhile }
}

const nameOf = (userId: number, kind: Kind): string => `${kind} ${userId}`

function linesOf({ group: { members, ladder, beside } }: Caller): Map<string, OpenLine> {
  const [base] = ladder.map(({ roleId }) => roleId)
  const lines = [...members].flatMap(([userId, held]) => {
    const rank = held.find((role) => !beside.includes(role)) ?? base ?? 0
    const first = { experience: 0, medal: 0, rank, role: held.includes(beside[0] ?? 0) ? 1 : 0 }
    return Object.entries(first).map(([kind, value]): OpenLine => ({
      ...{ userId, kind: kind as Kind, first: value, shown: value, onPlatform: null, changes: [] },
    }))
  })
  return new Map(lines.map((line) => [nameOf(line.userId, line.kind), line]))
}

/** Of the key and of others in any order, then by hand, then again of others. Those of one member come one after another. */
async function makeChanges(stage: Stage, changes: number): Promise<Windows> {
  const { random, caller, simulator, lines } = stage
  const { members, groupId } = caller.group
  for (const userId of [RAIDER, HELPER])
    await simulator.addUser({ userId, username: `Account_${userId}`, groupId, createTime: '2020-01-01T00:00:00Z' })
  await post(stage, caller, { method: 'POST', path: '/v2/medals', body: { name: MEDAL } })
  const userIds = [...members.keys()]
  const some = (number: number, by: Author): Act[] =>
    Array.from({ length: Math.ceil(number) }, () => ({ by, name: nameOf(random.pick(userIds), random.pick(kinds)) }))
  const make = (acts: readonly Act[]): Promise<Window> => makeStep(stage, userIds, acts)
  await make(userIds.map((id) => ({ by: 'others', name: nameOf(id, 'experience'), value: 10_000 })))
  const mixed = random.shuffled([...some(changes, 'key'), ...some(changes * share.others, 'others')])
  const key: Window[] = []
  for (let first = 0; first < mixed.length; first += PART) key.push(await make(mixed.slice(first, first + PART)))
  const ofRoles = random.shuffled(userIds.flatMap((id) => [nameOf(id, 'rank'), nameOf(id, 'role')]))
  const byHand = ofRoles.slice(0, Math.ceil(changes * share.byHand))
  const account = await make(byHand.map((name) => ({ by: 'account', name })))
  // the log of the group is not compared with changes of the key, so that a value that it had left could be its own
  const free = byHand.filter((name) => !lines.get(name)?.changes.some(({ by }) => by === 'key'))
  const others = free.slice(0, Math.ceil(changes * share.helper))
  await make(others.map((name) => ({ by: 'others', name, isByHand: true })))
  await make(some(changes * share.others, 'others'))
  // so that the server knows what was changed by hand
  const refresh = (id: number) => post(stage, caller, { method: 'GET', path: `/v2/members/${id}?refresh=1` })
  await inLanes(userIds, WIDTH, async (id) => void (await refresh(id)))
  return { key, account }
}

interface Act {
  readonly by: Author
  /** Of a line. */
  readonly name: string
  readonly value?: number
  readonly isByHand?: boolean
}

async function makeStep(stage: Stage, userIds: readonly number[], step: readonly Act[]): Promise<Window> {
  const { lines } = stage
  const from = new Date().toISOString()
  const acts = userIds.map((id) => step.filter(({ name }) => lines.get(name)?.userId === id))
  await inLanes(acts, WIDTH, async (own) => {
    for (const act of own) await change(stage, act, lines.get(act.name) as OpenLine)
  })
  return { from, to: new Date().toISOString() }
}

async function change(stage: Stage, act: Act, line: OpenLine): Promise<void> {
  const { caller, author, random } = stage
  const { userId, kind, shown: before } = line
  const { by, value } = act
  const isByHand = act.isByHand ?? by === 'account'
  const as = by === 'key' ? author : caller
  const isSet = value !== undefined || random.chance(0.05)
  const after = value ?? drawValue(stage, isByHand, line)
  const method = 'POST'
  const path = `/v2/members/${userId}`
  if (isByHand) await changeByHand(stage, by === 'account' ? RAIDER : HELPER, line, after)
  else if (kind === 'rank')
    await post(stage, as, { method: 'PUT', path: `${path}/rank`, body: { rankUniqueId: after } })
  else if (kind === 'role')
    await operate(stage, as, 'roles', {
      userId,
      roleUniqueId: as.group.beside[0],
      action: after === 1 ? 'assign' : 'unassign',
    })
  else if (kind === 'medal' && after === 0) await post(stage, as, { method: 'DELETE', path: `${path}/medals/${MEDAL}` })
  else if (kind === 'medal') await post(stage, as, { method, path: `${path}/medals`, body: { name: MEDAL } })
  else {
    const op = isSet ? 'set' : after > before ? 'increment' : 'decrement'
    const body = { op, amount: isSet ? after : Math.abs(after - before) }
    await post(stage, as, { method, path: `${path}/experience`, body })
  }
  line.changes.push({ by, before, after, isSet, isByHand })
  line.shown = after
}

/** Always another one. */
function drawValue({ random, caller }: Stage, isByHand: boolean, { kind, shown }: OpenLine): number {
  if (kind === 'medal' || kind === 'role') return 1 - shown
  if (kind !== 'rank') return shown + random.between(1, 40) * (random.chance(0.3) ? -1 : 1)
  const [base = 0, ...ranks] = caller.group.ladder.map(({ roleId }) => roleId)
  // one entry in the log of the group: a rank is taken, or given to a member without one
  if (isByHand) return shown === base ? random.pick(ranks) : base
  return random.pick([base, ...ranks].filter((role) => role !== shown))
}

async function changeByHand({ simulator, caller }: Stage, actorUserId: number, line: OpenLine, after: number) {
  const { groupId, beside, ladder } = caller.group
  const { userId, kind, shown } = line
  const isGiven = kind === 'role' ? after === 1 : shown === ladder[0]?.roleId
  const role = kind === 'role' ? (beside[0] ?? 0) : isGiven ? after : shown
  await simulator.changeByHand({ groupId, userId, actorUserId, ...(isGiven ? { give: role } : { take: role }) })
}

/** Waits for the end of the operation. */
async function operate(stage: Stage, as: Caller, of: 'ranks' | 'roles', body: object): Promise<void> {
  const { id } = await post<{ id: string }>(stage, as, { method: 'POST', path: `/v2/platform-operations/${of}`, body })
  while ((await readOperation(stage.wire, as, id))?.completedAt === null) await sleep(30)
}

const keyed = /^\/v2\/(platform-operations\/r|reversals$|medals$)/

/** With a key where there is one, so that it has its effect once. @throws Error unless it succeeds */
async function post<Data>({ wire, random }: Stage, as: Caller, request: WireRequest): Promise<Data> {
  const headers = keyed.test(request.path) ? { 'Idempotency-Key': random.key() } : {}
  const answer = await wire(as, { ...request, headers }, { first: random.between(0, 1), jitter: 50 })
  if (answer?.status && answer.status < 300) return answer.data as Data
  throw new Error(`${request.method} ${request.path}: ${answer?.status} ${answer?.code}`)
}

/** Points of some members, and ranks that nothing else led to, so that they have an effect, beside the reversals. */
function changeLate(stage: Stage, changes: number, milliseconds: number): Promise<void> {
  const { random, caller, lines } = stage
  const freeRanks = ({ first, changes: made }: OpenLine) =>
    caller.group.ladder.flatMap(({ roleId }) =>
      roleId === first || made.some(({ before, after }) => before === roleId || after === roleId) ? [] : [roleId],
    )
  const isFit = (line: OpenLine) => line.kind === 'experience' || (line.kind === 'rank' && freeRanks(line).length > 0)
  const open = random.shuffled([...lines.values()].filter(isFit))
  return atConstantRate({ count: Math.min(changes, open.length), milliseconds }, async () => {
    const line = open.pop() as OpenLine
    const { userId, kind } = line
    const method = 'POST'
    const amount = random.between(1, 40)
    const after = kind === 'rank' ? random.pick(freeRanks(line)) : amount
    line.changes.push({ by: 'others', before: 0, after, isLate: true })
    const experience = { op: 'increment', amount }
    const batch = { batchId: random.key(), entries: [{ userId, experience }] }
    if (kind === 'experience') return post(stage, caller, { method, path: '/v2/award-batches', body: batch })
    return operate(stage, caller, 'ranks', { userId, rankUniqueId: after, deadlineSeconds: 3_600 })
  })
}

async function reverse(
  stage: Stage,
  body: Readonly<Record<string, string | boolean | undefined>> & { readonly source: Author },
): Promise<ShownReversal> {
  const { caller, wire } = stage
  const { reversalId } = await post<{ reversalId: string }>(stage, caller, {
    method: 'POST',
    path: '/v2/reversals',
    body,
  })
  const path = `/v2/reversals/${reversalId}`
  for (;;) {
    const shown = await post<ShownReversal>(stage, caller, { method: 'GET', path })
    if (shown.state === 'finished' || shown.state === 'failed') {
      const items = await read<ShownItem>(wire, caller, `${path}/items?limit=100`)
      return { ...shown, author: body.source, isDryRun: body['dryRun'] === true, items }
    }
    await sleep(200)
  }
}

const reverseTwice = (stage: Stage, body: Parameters<typeof reverse>[1]): Promise<[ShownReversal, ShownReversal]> =>
  Promise.all([reverse(stage, body), reverse(stage, body)])

/** Of all windows, oldest first. */
function joined(parts: readonly ShownReversal[]): ShownReversal {
  const total = (name: keyof ShownReversal['counts']) => parts.reduce((sum, { counts }) => sum + counts[name], 0)
  const counts = { takenBack: total('takenBack'), superseded: total('superseded'), impossible: total('impossible') }
  const state = parts.find((part) => part.state !== 'finished')?.state ?? 'finished'
  const items = parts.flatMap((part) => part.items)
  return { author: parts[0]?.author ?? 'key', isDryRun: false, state, counts, items }
}

interface ShownMember {
  readonly experience: number
  readonly medals: readonly { readonly count: number }[]
  readonly rank: { readonly uniqueId: number }
  readonly roles: readonly { readonly uniqueId: number }[]
}

async function gather(
  stage: Stage,
  reversals: readonly ShownReversal[],
  journal: readonly AppliedWrite[],
): Promise<ReversalHistory> {
  const { caller, wire, simulator, lines } = stage
  const { groupId, members, beside, ladder } = caller.group
  const roles = (await simulator.roles()).get(groupId)
  await inLanes([...members.keys()], WIDTH, async (userId) => {
    const request = { method: 'GET', path: `/v2/members/${userId}?refresh=1` }
    const { medals, rank, roles: shown, ...member } = await post<ShownMember>(stage, caller, request)
    const held = roles?.get(userId) ?? []
    const isVip = (role: number | undefined): boolean => role === beside[0]
    const values = {
      ...{ ...member, medal: medals.reduce((sum, one) => sum + one.count, 0), rank: rank.uniqueId },
      role: shown.some(({ uniqueId }) => isVip(uniqueId)) ? 1 : 0,
    }
    const onPlatform = {
      rank: held.find((role) => !beside.includes(role)) ?? ladder[0]?.roleId ?? 0,
      role: held.some(isVip) ? 1 : 0,
    }
    for (const kind of new Set(kinds)) {
      const line = lines.get(nameOf(userId, kind)) as OpenLine
      line.shown = values[kind]
      if (kind === 'rank' || kind === 'role') line.onPlatform = onPlatform[kind]
    }
  })
  const entries = await read<ShownEntry>(wire, caller, '/v2/audit-entries?limit=100')
  const { roleId: base = 0 } = ladder[0] ?? {}
  return { lines: [...lines.values()], reversals, entries, journal, base, role: beside[0] ?? 0 }
}
