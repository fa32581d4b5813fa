// A trial of reversals: a key and an account on the platform change members, and what they changed is taken back while processes are
// killed, the platform fails and others award points.
import { setTimeout as sleep } from 'node:timers/promises'
import { startChaos, type Chaos } from './chaos'
import type { Violation } from './checker'
import { atConstantRate, wireOf, type Answers, type Wire, type WireRequest } from './clients'
import { makeKey, type Caller } from './fleet'
import { makeRandom, type Random } from './random'
import { read } from './records'
import { checkReversals, type Author, type Values } from './reversal-checker'
import type { ReversalHistory, ShownEntry, ShownItem, ShownReversal } from './reversal-checker'
import { controlOf, type SimulatorControl } from './simulator-control'
import { checkAnswers, checkProcesses, inFleet, inLanes, victimsOf, whenQuiet } from './trial'
import type { TrialOptions, TrialPlace } from './trial'

export interface ReversalFacts extends Pick<TrialOptions, 'seed' | 'seconds' | 'members'> {
  readonly chaos: Pick<Chaos, 'kills' | 'episodes'>
  readonly history: ReversalHistory
  readonly answers: Answers
  /** Kills before the reversals had ended. */
  readonly killsMeanwhile: number
  readonly violations: readonly Violation[]
}

const MEDAL = 'Valor'
/** The account that makes changes by hand. */
const RAIDER = 9_000_001
const BY_HAND = 0.2
const kinds = ['experience', 'experience', 'medal', 'rank', 'warning'] as const
const WIDTH = 8
/** Changes that one reversal takes back, the newest first, so that each kill finds one at work. */
const PART = 50

interface Window {
  readonly from: string
  readonly to: string
}
interface Stage {
  readonly caller: Caller
  /** The credentials whose changes are taken back. */
  readonly author: Caller
  readonly wire: Wire
  readonly simulator: SimulatorControl
  readonly random: Random
  /** What each member has, and what it should have in the end. */
  readonly now: Map<number, Values>
  readonly expected: Map<number, Values>
}

/** @param options `operations` is the number of changes of the key */
export const runReversals = (options: TrialOptions, place: TrialPlace): Promise<ReversalFacts> =>
  inFleet({ ...options, communities: 1 }, place, async ({ fleet, callers: [caller], env }) => {
    if (!caller) throw new Error('the trial has no community')
    const { seed, operations, kills } = options
    const { say } = place
    const { key, keyId } = await makeKey(env, caller.communityId, 'leaked')
    const simulator = controlOf(fleet.simulator.url)
    const answers: Answers = new Map()
    const [now, expected] = [valuesOf(caller), valuesOf(caller)]
    const of = { caller, author: { ...caller, key }, wire: wireOf(fleet.urls, answers), simulator, now, expected }
    const stage: Stage = { ...of, random: makeRandom(seed) }
    const changes = { key: operations, account: Math.ceil(Math.min(operations * BY_HAND, options.members)) }
    const [windows, byHand] = [await changeByKey(stage, changes.key), await changeByHand(stage, changes.account)]
    say(`${changes.key} changes of the key and ${changes.account} by hand were made`)
    const [milliseconds, outageMs] = [options.seconds * 1_000, options.outage * 1_000]
    const limits = { kills, milliseconds, outageMs, random: makeRandom(seed + 1) }
    const chaos = startChaos({ victims: victimsOf(fleet, place), simulator, ...limits, say })
    const late = atConstantRate({ count: operations / 10, milliseconds: milliseconds / 2 }, () => award(stage))
    // what happened last is taken back first
    const reversals = await reverseTwice(stage, { source: 'account', sourceId: String(RAIDER), ...byHand })
    for (const window of [...windows].reverse()) {
      await sleep(milliseconds / windows.length / 2)
      reversals.push(...(await reverseTwice(stage, { source: 'key', sourceId: keyId, ...window })))
    }
    say('what the key and the account changed was taken back')
    const killsMeanwhile = chaos.kills.length
    await Promise.all([chaos.done, late])
    await fleet.ready()
    await whenQuiet(simulator)
    const history = { changes, reversals, ...(await gather(stage)) }
    const violations = [...checkReversals(history), ...checkAnswers(answers), ...checkProcesses(fleet)]
    return { ...options, chaos, history, answers, killsMeanwhile, violations }
  })

const rankOf = ({ group: { ladder, beside } }: Caller, held: readonly number[]): number =>
  held.find((role) => !beside.includes(role)) ?? ladder[0]?.roleId ?? 0

const valuesOf = (caller: Caller): Map<number, Values> =>
  new Map(
    [...caller.group.members].map(([id, held]) => [
      id,
      { experience: 0, medals: 0, rank: rankOf(caller, held), warnings: 0 },
    ]),
  )

function keep(values: Map<number, Values>, userId: number, change: Partial<Values>): void {
  values.set(userId, { ...(values.get(userId) as Values), ...change })
}

/** Points of others, which stay. */
async function award(stage: Stage, userId = stage.random.pick([...stage.now.keys()])): Promise<void> {
  const { caller, random, expected } = stage
  const amount = random.between(1, 40)
  keep(expected, userId, { experience: (expected.get(userId)?.experience ?? 0) + amount })
  const entries = [{ userId, experience: { op: 'increment', amount } }]
  await post(stage, caller, { method: 'POST', path: '/v2/award-batches', body: { batchId: random.key(), entries } })
}

/** Changes of one member come one after another. @returns the time range of each part, oldest first */
async function changeByKey(stage: Stage, changes: number): Promise<Window[]> {
  const { random, caller, now } = stage
  const userIds = [...now.keys()]
  await post(stage, caller, { method: 'POST', path: '/v2/medals', body: { name: MEDAL } })
  await inLanes(userIds, WIDTH, (id) => award(stage, id))
  const windows: Window[] = []
  for (let left = changes; left > 0; left -= PART) {
    const from = new Date().toISOString()
    const members = Array.from({ length: Math.min(PART, left) }, () => random.pick(userIds))
    await inLanes([...new Set(members)], WIDTH, async (userId) => {
      for (const one of members) if (one === userId) await change(stage, userId)
    })
    windows.push({ from, to: new Date().toISOString() })
  }
  return windows
}

async function change(stage: Stage, userId: number): Promise<void> {
  const { author, random, now } = stage
  const { medals, rank } = now.get(userId) as Values
  const kind = random.pick(kinds)
  const path = `/v2/members/${userId}`
  if (kind === 'experience') {
    const body = { op: 'increment', amount: random.between(1, 40) }
    return post(stage, author, { method: 'POST', path: `${path}/experience`, body })
  }
  if (kind === 'warning')
    return post(stage, author, { method: 'POST', path: '/v2/warnings', body: { userId, reason: 'spam' } })
  if (kind === 'medal') {
    keep(now, userId, { medals: 1 - medals })
    if (medals === 1) return post(stage, author, { method: 'DELETE', path: `${path}/medals/${MEDAL}` })
    return post(stage, author, { method: 'POST', path: `${path}/medals`, body: { name: MEDAL } })
  }
  const other = random.pick(author.group.ladder.filter(({ roleId }) => roleId !== rank)).roleId
  keep(now, userId, { rank: other })
  return post(stage, author, { method: 'PUT', path: `${path}/rank`, body: { rankUniqueId: other } })
}

/** Each makes one entry in the log of the group: a rank is taken, or given to a member without one. */
async function changeByHand(stage: Stage, changes: number): Promise<Window> {
  const { simulator, random, caller, now } = stage
  const { groupId, ladder } = caller.group
  const user = { userId: RAIDER, username: `Account_${RAIDER}`, createTime: '2020-01-01T00:00:00Z' }
  await simulator.addUser({ ...user, groupId })
  const [base = 0, ...ranks] = ladder.map(({ roleId }) => roleId)
  const from = new Date().toISOString()
  await inLanes(random.shuffled([...now.keys()]).slice(0, changes), WIDTH, async (userId) => {
    const { rank = base } = now.get(userId) ?? {}
    const role = rank === base ? { give: random.pick(ranks) } : { take: rank }
    await simulator.changeByHand({ groupId, userId, actorUserId: RAIDER, ...role })
  })
  const to = new Date().toISOString()
  // reads each member, so that the server knows of the changes
  await inLanes([...now.keys()], WIDTH, async (id) => void (await showMember(stage, id)))
  return { from, to }
}

const keyed = /^\/v2\/(reversals$|medals$|warnings$)/

/**
 * Sends with an idempotency key where the operation takes one, so that it has its effect once.
 * @throws Error unless it succeeds
 */
async function post<Data>({ wire, random }: Stage, as: Caller, request: WireRequest): Promise<Data> {
  const headers = keyed.test(request.path) ? { 'Idempotency-Key': random.key() } : {}
  const answer = await wire(as, { ...request, headers }, { first: random.between(0, 1), jitter: 50 })
  if (answer?.status && answer.status < 300) return answer.data as Data
  throw new Error(`${request.method} ${request.path}: ${answer?.status} ${answer?.code}`)
}

async function reverse(
  stage: Stage,
  body: Readonly<Record<string, string>> & { readonly source: Author },
): Promise<ShownReversal> {
  const { caller, wire } = stage
  const created = await post<{ reversalId: string }>(stage, caller, { method: 'POST', path: '/v2/reversals', body })
  const path = `/v2/reversals/${created.reversalId}`
  for (;;) {
    const { state } = await post<{ state: string }>(stage, caller, { method: 'GET', path })
    if (state === 'finished' || state === 'failed') {
      return { author: body.source, state, items: await read<ShownItem>(wire, caller, `${path}/items?limit=100`) }
    }
    await sleep(200)
  }
}

const reverseTwice = (stage: Stage, body: Parameters<typeof reverse>[1]): Promise<ShownReversal[]> =>
  Promise.all([reverse(stage, body), reverse(stage, body)])

async function showMember(stage: Stage, userId: number): Promise<Values> {
  const request = { method: 'GET', path: `/v2/members/${userId}?refresh=1` }
  const { experience, medals, rank } = await post<{
    readonly experience: number
    readonly medals: readonly { readonly count: number }[]
    readonly rank: { readonly uniqueId: number }
  }>(stage, stage.caller, request)
  const live = await read<{ readonly points: number }>(stage.wire, stage.caller, `/v2/warnings?userId=${userId}`)
  const warnings = live.reduce((sum, one) => sum + one.points, 0)
  return { experience, medals: medals.reduce((sum, one) => sum + one.count, 0), rank: rank.uniqueId, warnings }
}

async function gather(stage: Stage): Promise<Pick<ReversalHistory, 'members' | 'entries'>> {
  const { caller, wire, simulator, expected } = stage
  const roles = (await simulator.roles()).get(caller.group.groupId)
  const members: ReversalHistory['members'][number][] = []
  await inLanes([...expected], WIDTH, async ([userId, values]) => {
    const onPlatform = rankOf(caller, roles?.get(userId) ?? [])
    members.push({ userId, expected: values, shown: await showMember(stage, userId), onPlatform })
  })
  return { members, entries: await read<ShownEntry>(wire, caller, '/v2/audit-entries?limit=100') }
}
