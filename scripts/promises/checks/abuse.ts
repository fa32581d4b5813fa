// The most expensive requests of every operation and page, alone and at the caller's rate limit.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { makePool } from '../../fuzz/pool'
import { prologue, type Step } from '../../fuzz/steps'
import { operationTargets, pageTargets, type Attack, type Attacker, type Target } from '../abuse/attacks'
import { leastOf, makeMeter, type Cost, type Meter } from '../abuse/measure'
import { percentile } from '../../command'
import { milliseconds, table, type Check } from '../check'
import { keepSending, type Reply } from '../client'
import { knownMembers, withEnvironment, type Caller, type Place, type Server } from '../environment'

export interface Limits extends Cost {
  /** Greatest ratio of the p99 of another community's reads during the attack to that before it. */
  readonly factor: number
}

export const limits: Limits = { stallMs: 50, megabytes: 50, descriptors: 0, factor: 2 }

export interface Row {
  readonly target: string
  readonly attack: string
  /** Status of the response; 0: none. */
  readonly status: number
  readonly cost: Cost
  readonly p99: { readonly before: number; readonly during: number } | null
  readonly exceeded: readonly string[]
}

const tries = 3
const probe = pathToFileURL(path.resolve(__dirname, '../abuse/probe.mjs')).href
const applicants = { first: 2_000_001, count: 20_000 }

/** @param seconds of the reads beside the worst request at its rate limit; 0: only the requests */
export function attackAll(place: Place, seconds: number, most: Limits): Promise<Row[]> {
  const socket = path.join(place.directory, 'abuse.sock')
  const options = `--max-old-space-size=512 --max-semi-space-size=8 --import=${probe}`
  const env = { ABUSE_PROBE: socket, NODE_OPTIONS: options }
  return withEnvironment(place, { communities: 2, servers: 1, env }, async ({ callers, servers }) => {
    const [one, reader] = callers as [Caller, Caller]
    const [server] = servers as [Server]
    const attacker = await prepare(one, server.url, place.databaseUrl)
    const all = [...operationTargets(attacker), ...(await pageTargets(attacker))]
    const chosen = all.filter(({ name }) => place.targets?.includes(name) ?? true)
    const trial = { meter: makeMeter(server, socket), read: await reads(reader, server.url), seconds, most }
    const found: Row[] = []
    for (const [index, { name, make }] of chosen.entries()) {
      await createResources(one, attacker)
      const row = await attackTarget(make, trial)
      const answer = row.status || 'no answer'
      place.say(`${index + 1}/${chosen.length} ${name}: ${row.attack} (${answer}), ${describe(row)}`)
      found.push(row)
    }
    return found
  })
}

/** Prepares the community of the attacker, with verified accounts of applicants. */
async function prepare({ key, communityId, members }: Caller, url: string, databaseUrl: string): Promise<Attacker> {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  await database.query(
    `insert into verified_account (user_id, chat_user_id)
     select id, 'applicant-' || id from generate_series($1::int8, $2::int8) id on conflict do nothing`,
    [applicants.first, applicants.first + applicants.count],
  )
  await database.end()
  let next = applicants.first
  const credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
  return { url, credentials, members, applicant: () => (next += 1), pool: makePool() }
}

/** Creates one of each resource before each target, which may change or delete it. */
async function createResources({ client }: Caller, { pool, url }: Attacker): Promise<void> {
  const questions = Array.from({ length: 50 }, (_, index) => ({
    id: `q${index + 1}`,
    type: 'long',
    title: `Question ${index + 1}`,
    required: false,
  }))
  for (const given of prologue) {
    const step = given.operationId === 'createApplication' ? withQuestions(given, questions) : given
    const { method, path: at, body } = pool.fill(step)
    const reply = await client.send(url, { method, path: at, body })
    if (reply.status !== null && reply.status < 300) pool.harvest(JSON.stringify(reply.body ?? null))
  }
}

const withQuestions = (step: Step, questions: readonly object[]): Step => ({
  ...step,
  body: { definition: { name: 'Pilot school', state: 'open', questions } },
})

/** Sends reads of another community. @returns a function that measures their p99, in milliseconds */
async function reads(reader: Caller, url: string): Promise<(ms: number) => Promise<number>> {
  const members = await knownMembers(reader, url, 10)
  const send = (turn: number): Promise<Reply> =>
    reader.client.send(url, { path: `/v2/members/${members[turn % members.length]}` })
  // opens the connections of the server's pool
  const warming = keepSending(32, send)
  await sleep(1_000)
  await warming.stop()
  return async (ms) => {
    const load = keepSending(2, async (turn) => {
      await sleep(5)
      return send(turn)
    })
    await sleep(ms)
    const replies = await load.stop()
    return percentile(
      replies.map((reply) => (reply.status === 200 ? reply.ms : Infinity)),
      0.99,
    )
  }
}

interface Trial {
  readonly meter: Meter
  readonly read: (ms: number) => Promise<number>
  readonly seconds: number
  readonly most: Limits
}

/** Finds the attack with the longest stall, repeats those above a limit, and sends the worst at the rate limit. */
async function attackTarget(make: () => Target, trial: Trial): Promise<Row> {
  const target = make()
  const { meter, most } = trial
  let worst: Pick<Row, 'attack' | 'status' | 'cost'> | null = null
  for (const [turn, { name }] of target.attacks.entries()) {
    let status = 0
    const once = async (attack: Attack, at: number) => (status = await attempt(attack, at))
    const costs = [await meter.during(() => once(attackOf(target, name), turn))]
    while (costs.length < tries && !costs.some(isFatal) && exceededBy(leastOf(costs), most).length > 0) {
      costs.push(await meter.during(() => once(attackOf(make(), name), turn + costs.length)))
    }
    const cost = leastOf(costs)
    if (worst === null || weigh(cost) > weigh(worst.cost)) worst = { attack: name, status, cost }
    if (isFatal(cost)) break
  }
  if (worst === null) throw new Error(`${target.name} has no attacks`)
  const p99 = trial.seconds === 0 || isFatal(worst.cost) ? null : await atRateLimit(make, worst.attack, trial)
  const exceeded = [
    ...exceededBy(worst.cost, most),
    ...(p99 !== null && p99.during > p99.before * most.factor ? ['p99'] : []),
  ]
  return { target: target.name, ...worst, p99, exceeded }
}

const isFatal = ({ stallMs }: Cost): boolean => stallMs === Infinity

const weigh = ({ stallMs, megabytes, descriptors }: Cost): number =>
  stallMs / limits.stallMs + megabytes / limits.megabytes + descriptors

function attackOf({ attacks }: Target, name: string): Attack {
  const found = attacks.find((one) => one.name === name)
  if (!found) throw new Error(`no attack "${name}"`)
  return found
}

/** A closed connection counts as a response. */
const attempt = (attack: Attack, turn: number): Promise<number> => attack.run(turn).catch(() => 0)

function exceededBy(cost: Cost, most: Cost): string[] {
  return (['stallMs', 'megabytes', 'descriptors'] as const).filter((figure) => cost[figure] > most[figure])
}

/** The p99 of reads before and during the attack; the best attempt by their ratio. */
async function atRateLimit(make: () => Target, name: string, { read, seconds, most }: Trial) {
  const target = make()
  const found: { before: number; during: number }[] = []
  const factor = ({ before, during }: { before: number; during: number }): number => during / before
  while (found.length < tries && !found.some((one) => factor(one) <= most.factor)) {
    const variants = Array.from({ length: 4 }, make)
    const before = await read(seconds * 1_000)
    const pending: Promise<number>[] = []
    const send = (): void => {
      const variant = variants[pending.length % variants.length] ?? target
      pending.push(attempt(attackOf(variant, name), pending.length))
    }
    send()
    const [{ perMinute }, { requests }] = [target, attackOf(target, name)]
    const pace = setInterval(send, (60_000 * requests) / perMinute)
    const during = await read(seconds * 1_000).finally(() => clearInterval(pace))
    await Promise.all(pending)
    found.push({ before, during })
  }
  return found.sort((a, b) => factor(a) - factor(b))[0] ?? null
}

function describe({ cost, p99, exceeded }: Row): string {
  if (isFatal(cost)) return 'THE PROCESS ENDED'
  const figures = [milliseconds(cost.stallMs), `${cost.megabytes.toFixed(0)} MB`, `${cost.descriptors} open`]
  const times = p99 ? [`p99 ${milliseconds(p99.before)} to ${milliseconds(p99.during)}`] : []
  return [...figures, ...times, ...(exceeded.length > 0 ? [`EXCEEDED ${exceeded.join(', ')}`] : [])].join(', ')
}

export function renderFound(found: readonly Row[]): string {
  const lines = found.map(({ target, attack, status, cost, p99, exceeded }) => [
    target,
    `${attack} (${status || 'no answer'})`,
    milliseconds(cost.stallMs),
    `${cost.megabytes.toFixed(0)} MB`,
    String(cost.descriptors),
    p99 ? `${milliseconds(p99.before)}, ${milliseconds(p99.during)}` : '',
    exceeded.length > 0 ? `**exceeded: ${exceeded.join(', ')}**` : 'ok',
  ])
  return table(['Target', 'Worst request', 'Stall', 'Memory', 'Descriptors', 'p99 before, during', ''], lines)
}

export const abuse: Check = {
  id: 'abuse',
  title:
    'the most expensive requests of every operation and page, alone and at the rate limit, during another community’s reads',
  aim: 'stall under 50 ms, memory under 50 MB, no descriptor left open, others’ p99 within 2 ×',
  async run(place, size) {
    const found = await attackAll(place, size === 'short' ? 0 : 2, limits)
    const exceeded = found.filter((row) => row.exceeded.length > 0)
    const slowest = Math.max(...found.map(({ cost }) => cost.stallMs))
    const shown = exceeded.map(({ target, exceeded: what }) => `${target} (${what.join(', ')})`)
    return {
      figure: `${found.length} targets, longest stall ${milliseconds(slowest)}; exceeded by ${exceeded.length} ${shown.join('; ')}`,
      kept: found.length > 0 && exceeded.length === 0,
      table: renderFound(found),
    }
  },
}
