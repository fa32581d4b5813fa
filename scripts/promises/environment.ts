// What a check stands on: a database, the platform's simulator in this process, communities, and servers as they run in
// production, each a process of its own.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { allScopes, issueKey } from '../../src/auth/actions'
import { createCommunity, requireCommunity, type Base } from '../../src/communities/actions'
import type { Ctx } from '../../src/context'
import { openDatabase } from '../../src/db/database'
import { connectGroup } from '../../src/platform-connection/actions'
import { makeLogger } from '../../src/logger'
import { HttpPlatform } from '../../src/platform/http-platform'
import { Keyring } from '../../src/platform/keyring'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { platformTimeoutMs, serverEnvironment } from '../faults/fleet'
import { freePort, supervise, type Environment, type Supervised } from '../faults/processes'
import { makeWorld, type TrialGroup } from '../faults/world'
import { makeClient, nameOf, type Client, type Reply, type Sent } from './client'

export interface Place {
  readonly databaseUrl: string
  /** For the simulator's state and the logs. */
  readonly directory: string
  /** Figures that are times are held against their aim; in the suite, beside other tests, they are only told. */
  readonly judgesTime: boolean
  readonly say: (message: string) => void
  /** Operations and pages to attack; all without it. */
  readonly targets?: readonly string[] | null
}

/** A community as its clients know it. */
export interface Caller {
  readonly communityId: string
  readonly key: string
  readonly group: TrialGroup
  readonly members: readonly number[]
  readonly ctx: Ctx
  readonly client: Client
}

export interface Server extends Supervised {
  readonly url: string
  readonly logFile: string
}

export interface Ground extends Place {
  readonly simulator: Simulator
  readonly callers: readonly Caller[]
  /** Two that are there for every check: API and worker in one. */
  readonly servers: readonly [Server, Server]
  close(): Promise<void>
}

/** As many as the checks need; each community has the platform's limits for itself. */
const usual = { communities: 8, servers: 2 }
const membersOfEach = 40
const mostConnections = 256

/** Makes the communities and starts the servers; where one server is enough, it is both. */
export async function openGround(
  place: Place,
  { communities, servers: count, env: more = {} }: { communities: number; servers: number; env?: Environment } = usual,
): Promise<Ground> {
  const stateFile = path.join(place.directory, 'simulator.json')
  const groups = makeWorld(stateFile, communities, communities * membersOfEach)
  const simulator = await startSimulator({ stateFile })
  const { base, close } = openBase(place, simulator)
  const secrets = { PLATFORM_WEBHOOK_SECRETS: 'a-secret-of-the-platform' }
  const env = { ...serverEnvironment(place.databaseUrl, simulator.url), ...secrets, ...more }
  const started: Server[] = []
  const start = async (name: string): Promise<Server> => {
    const server = launch(place, name, { ...env, PORT: String(await freePort()) })
    started.push(server)
    await server.ready(60_000)
    return server
  }
  const closeAll = async (): Promise<void> => {
    callers.forEach(({ client }) => client.close())
    await Promise.all(started.map((server) => server.stop()))
    await simulator.close()
    await close()
  }
  let callers: Caller[] = []
  try {
    callers = await Promise.all(groups.map((group) => makeCaller(base, group)))
    const names = ['server 1', 'server 2'].slice(0, count)
    const [one, other] = await Promise.all(names.map((name) => start(name)))
    if (!one) throw new Error('there is no server without one')
    const servers = [one, other ?? one] as const
    return { ...place, simulator, callers, servers, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** What the operator's command would have, in this process. */
function openBase({ databaseUrl }: Place, { url }: Simulator): { base: Base; close: () => Promise<void> } {
  const log = makeLogger('silent')
  const { db, close } = openDatabase(databaseUrl, 4, log)
  const platform = new HttpPlatform({ apiUrl: url, usersUrl: url, timeoutMs: platformTimeoutMs })
  const encryptionKey = new Keyring(Buffer.from(serverEnvironment('', '')['ENCRYPTION_KEY'] ?? '', 'hex'))
  const settings: Base['settings'] = {
    ...{ profileStalenessSeconds: 600, encryptionKey, platformTimeoutMs, rankChangeWaitMs: 10_000 },
    ...{ queueLimit: 20_000, auditRetentionDays: null },
    webhookTargets: { allowPrivate: 'nothing', resolve: () => Promise.resolve([]) },
  }
  const actor = { kind: 'operator', id: 'promises' } as const
  return { base: { db, platform, settings, log, now: () => new Date(), actor, requestId: null }, close }
}

async function makeCaller(base: Base, group: TrialGroup): Promise<Caller> {
  const { communityId } = await createCommunity(base, `Promises ${group.groupId}`, 'pro')
  const ctxNow = async (): Promise<Ctx> => ({ ...base, community: await requireCommunity(base, communityId) })
  await connectGroup(await ctxNow(), group.groupId, group.apiKey)
  const ctx = await ctxNow()
  const { key } = await issueKey(ctx, { name: 'promises', scopes: allScopes, expiresAt: null })
  const credentials = { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId }
  const client = makeClient(credentials, mostConnections)
  return { communityId, key, group, members: [...group.members.keys()], ctx, client }
}

function launch({ directory }: Place, name: string, env: Readonly<Record<string, string>>): Server {
  const logFile = path.join(directory, `${name}.log`)
  const readyWhen = /"msg":"ready"/
  const server = supervise({ name, command: ['main.js'], env, readyWhen, logFile })
  return { ...server, url: `http://127.0.0.1:${env['PORT']}`, logFile }
}

/** The first so many members of a community, known to the server. */
export async function knownMembers(
  { client, members }: Caller,
  url: string,
  count: number,
): Promise<readonly number[]> {
  const some = members.slice(0, count)
  for (const userId of some) {
    const { status } = await client.send(url, { path: `/v2/members/${userId}` })
    if (status !== 200) throw new Error(`the member ${userId} is answered ${status}`)
  }
  return some
}

/** The experience of a member as the API tells it. */
export async function experienceOf({ client }: Caller, url: string, userId: number): Promise<number> {
  const reply = await client.send(url, { path: `/v2/members/${userId}` })
  return (reply.body as { data: { experience: number } }).data.experience
}

/** One point of experience. */
export const onePoint = (userId: number) => ({
  ...{ method: 'POST', path: `/v2/members/${userId}/experience` },
  body: { op: 'increment', amount: 1 },
})

/** Sends what may be sent again. That the server was too busy is a matter of time: where times are not judged, it is asked again. */
export async function whenServed({ judgesTime }: Place, { client }: Caller, url: string, sent: Sent): Promise<Reply> {
  for (;;) {
    const reply = await client.send(url, sent)
    if (judgesTime || nameOf(reply) !== '503 dependency_unavailable') return reply
    await sleep(Number(reply.headers['retry-after']) * 1_000)
  }
}

/** How an operation ended. */
export interface Ended {
  readonly status: string
  readonly createdAt: string
  readonly completedAt: string | null
}

/** Waits for the end of an operation, or for so long. */
export async function whenEnded({ client }: Caller, url: string, id: string, timeoutMs: number): Promise<Ended> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(20)) {
    const reply = await client.send(url, { path: `/v2/platform-operations/${id}` })
    if (reply.status !== 200) throw new Error(`the operation ${id} is answered ${nameOf(reply)}`)
    const { data } = reply.body as { data: Ended }
    if (data.completedAt !== null || Date.now() > deadline) return data
  }
}
