// Runs sequences of requests against new communities, and checks the results.
import { sql } from 'kysely'
import { rowDigests } from '../../test/auth/cross-community/communities'
import { startTestApp, type TestApp, type TestCommunity } from '../../test/support/app'
import { signatureOf } from '../../src/simulator/notifications'
import { faultsOf } from './judge'
import { makePool } from './pool'
import { prologue, type Step } from './steps'
import { encodeBody, makeSender, targetOf, type Sender, type WireAnswer } from './wire'

const platformSecret = 'the-secret-of-the-fuzzed-platform'

/** A failed check, with all requests before it. */
export class Violation extends Error {
  constructor(
    readonly faults: readonly string[],
    readonly sent: readonly Step[],
    /** The request that failed; null: another check. */
    readonly by: Step | null = null,
    readonly answer: WireAnswer | null = null,
  ) {
    super(faults.join('; '))
  }
}

export interface Trial {
  readonly app: TestApp
  readonly figures: Figures
  /** Sends the steps to a new community. @throws Violation */
  run(steps: readonly Step[]): Promise<void>
  /** Faults elsewhere: changes in another community, or a server that does not respond. */
  finalErrors(): Promise<string[]>
  close(): Promise<void>
}

export interface Figures {
  requests: number
  sequences: number
  readonly statuses: Map<number, number>
  readonly operations: Map<string, Set<number>>
}

export async function startTrial(): Promise<Trial> {
  const app = await startTestApp({ scheduler: true, platformSecrets: [platformSecret] })
  const sender = makeSender(app.url)
  const figures: Figures = { requests: 0, sequences: 0, statuses: new Map(), operations: new Map() }
  const bystander = await makeBystander(app)
  const rejected: unknown[] = []
  const onRejection = (reason: unknown): void => void rejected.push(reason)
  process.on('unhandledRejection', onRejection)
  return {
    app,
    figures,
    async run(steps) {
      figures.sequences++
      app.logs.length = 0
      const walk = await startWalk(app, sender, figures)
      for (const step of prologue) await walk.take([step])
      for (const group of concurrentGroups(steps)) await walk.take(group)
      await walk.finish(rejected.splice(0))
    },
    finalErrors: () => bystander(),
    async close() {
      process.off('unhandledRejection', onRejection)
      sender.close()
      await app.close()
    },
  }
}

/** Each step with those that are sent at the same time. */
function concurrentGroups(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const [at, step] of steps.entries()) {
    if (steps[at - 1]?.withNext) groups.at(-1)?.push(step)
    else groups.push([step])
  }
  return groups
}

/** Creates a community that gets no requests. @returns a function that reports its changes */
async function makeBystander(app: TestApp): Promise<() => Promise<string[]>> {
  const { communityId, client } = await app.community({ connected: false })
  await client.post('/v2/medals', { name: 'Valor' })
  await client.post('/v2/members/424242001/experience', { op: 'increment', amount: 7 })
  await client.post('/v2/warnings', { userId: 424_242_001, reason: 'Left' })
  const before = await rowDigests(app.app.db, communityId)
  return async () => {
    const after = await rowDigests(app.app.db, communityId)
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    const { status } = await client.get('/v2/medals')
    return [
      ...changed.map((name) => `another community's rows changed: ${name}`),
      ...(status === 200 ? [] : [`the server responds with ${status}`]),
    ]
  }
}

interface Walk {
  take(steps: readonly Step[]): Promise<void>
  finish(rejected: readonly unknown[]): Promise<void>
}

async function startWalk(app: TestApp, sender: Sender, figures: Figures): Promise<Walk> {
  const community = await app.community()
  await sql`insert into verified_account (user_id, chat_user_id) values (101, '1'), (102, '2'), (103, '3') on conflict do nothing`.execute(
    app.app.db,
  )
  const pool = makePool()
  const sent: Step[] = []
  const responses = new Map<string, WireAnswer>()
  const send = async (step: Step): Promise<WireAnswer> => {
    const requestId = `fuzz-${figures.requests++}`
    const body = encodeBody(step)
    const credentials = {
      Authorization: `Bearer ${community.key}`,
      'X-Community-Id': community.communityId,
      'X-Request-Id': requestId,
      ...(step.path === '/v2/platform-notifications' ? signed(body?.bytes) : {}),
    }
    const answer = await sender.send(step, body, credentials).catch((error: Error) => {
      throw new Violation([`no answer: ${error.message}`], sent, step)
    })
    const { status, headers } = answer
    figures.statuses.set(status, (figures.statuses.get(status) ?? 0) + 1)
    const seen = figures.operations.get(step.operationId) ?? new Set()
    figures.operations.set(step.operationId, seen.add(status))
    const faults = (step.status ?? status) === status ? [] : [`answered ${status}, not ${step.status}`]
    faults.push(...faultsOf(step, answer, `${decoded(targetOf(step))}${body?.bytes.toString() ?? ''}`))
    if (faults.length > 0) throw new Violation(faults, sent, step, answer)
    if (headers['x-request-id'] === requestId) responses.set(requestId, answer)
    return answer
  }
  return {
    async take(given) {
      const steps = given.map((one) => pool.fill(one))
      sent.push(...steps)
      const calls = steps.flatMap((step) => Array.from({ length: step.times ?? 1 }, () => step))
      for (const { text } of await Promise.all(calls.map(send))) pool.harvest(text)
    },
    async finish(rejected) {
      const faults = [
        ...rejected.map((reason) => `an unhandled rejection: ${String(reason)}`),
        ...app.logs.filter(({ level }) => level === 'error').map((line) => `logged: ${JSON.stringify(line)}`),
        ...(await auditErrors(app, community, responses)),
      ]
      if (faults.length > 0) throw new Violation(faults, sent)
    },
  }
}

function signed(bytes: Buffer | undefined): Record<string, string> {
  const text = (bytes ?? Buffer.alloc(0)).toString('utf8')
  return { 'roblox-signature': signatureOf(text, platformSecret, Math.floor(Date.now() / 1_000)) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Audit actions that are side effects of reading an account. */
const sideEffects = new Set(['member.create', 'member.profile', 'member.rank'])

/** Successful creations have audit entries, refused requests have none. */
async function auditErrors(
  { app: { db } }: TestApp,
  { communityId }: TestCommunity,
  responses: ReadonlyMap<string, WireAnswer>,
): Promise<string[]> {
  const { rows } = await sql<{ request_id: string; actions: string[] }>`
    select request_id, array_agg(action) as actions from audit_entry
    where community_id = ${communityId} and request_id is not null group by 1`.execute(db)
  const audited = new Map(rows.map(({ request_id, actions }) => [request_id, actions]))
  return [...responses].flatMap(([requestId, { status, text }]) => {
    if (status === 201 && !audited.has(requestId)) return [`no audit entry for a creation: ${text}`]
    if (![400, 401, 404].includes(status)) return []
    // creating the named member is a side effect, not the refused change
    const done = (audited.get(requestId) ?? []).filter((action) => !sideEffects.has(action))
    return done.length > 0 ? [`${done.join()} despite an error response: ${text}`] : []
  })
}
