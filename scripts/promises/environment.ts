// Database, simulator, communities and server processes of the checks.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { allScopes, issueKey } from '../../src/auth/actions'
import { createCommunity, requireCommunity, type Base } from '../../src/communities/actions'
import type { Ctx } from '../../src/context'
import { openDatabase } from '../../src/db/database'
import { connectGroup } from '../../src/platform-connection/actions'
import { makeLogger } from '../../src/base/logger'
import { HttpPlatform } from '../../src/platform/http-platform'
import { pollingMode } from '../../src/operations/enqueue/completion-notifier'
import { Keyring } from '../../src/encryption/keyring'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { platformTimeoutMs, serverEnvironment } from '../faults/fleet'
import { freePort, supervise, type Environment, type Supervised } from '../faults/processes'
import { makeWorld, type TrialGroup } from '../faults/world'
import { makeClient, nameOf, type Client, type Reply, type Sent } from './client'

export interface Place {
  readonly databaseUrl: string
  /** Simulator state and logs. */
  readonly directory: string
  /** In the test suite times are only reported. */
  readonly checksTimes: boolean
  readonly say: (message: string) => void
  /** null: all. */
  readonly targets?: readonly string[] | null
}

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

export interface TestEnvironment extends Place {
  readonly simulator: Simulator
  readonly callers: readonly Caller[]
  /** With API and worker. */
  readonly servers: readonly [Server, Server]
  close(): Promise<void>
}

/** Each community has its own platform limits. */
const usual = { communities: 8, servers: 2 }
const membersOfEach = 40
const mostConnections = 256

/** With one server, both entries are the same. */
export async function openEnvironment(
  place: Place,
  { communities, servers: count, env: more = {} }: { communities: number; servers: number; env?: Environment } = usual,
): Promise<TestEnvironment> {
  const stateFile = path.join(place.directory, 'simulator.json')
  const groups = makeWorld(stateFile, { communities, members: communities * membersOfEach, roles: 'single' })
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
    if (!one) throw new Error('at least one server is required')
    const servers = [one, other ?? one] as const
    return { ...place, simulator, callers, servers, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function openBase({ databaseUrl }: Place, { url }: Simulator): { base: Base; close: () => Promise<void> } {
  const log = makeLogger('silent')
  const { db, close } = openDatabase(databaseUrl, 4, log)
  const platform = new HttpPlatform({ apiUrl: url, usersUrl: url, timeoutMs: platformTimeoutMs })
  const encryptionKey = new Keyring(Buffer.from(serverEnvironment('', '')['ENCRYPTION_KEY'] ?? '', 'hex'))
  const settings: Base['settings'] = {
    ...{
      profileStalenessSeconds: 600,
      nameRetrySeconds: 300,
      platformKeyNoticeDays: 14,
      encryptionKey,
      platformTimeoutMs,
      rankChangeWaitMs: 10_000,
    },
    ...{ queueLimit: 20_000, auditRetentionDays: null, parkedErasureDays: 30 },
    webhookTargets: { allowPrivate: 'nothing', resolve: () => Promise.resolve([]) },
  }
  const operator = { caller: { kind: 'operator' }, actor: { kind: 'operator', id: 'promises' } } as const
  return {
    base: {
      db,
      platform,
      settings,
      log,
      now: () => new Date(),
      ...operator,
      requestId: null,
      rankChanges: pollingMode,
    },
    close,
  }
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

/** Synced with the platform. */
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

export async function experienceOf({ client }: Caller, url: string, userId: number): Promise<number> {
  const reply = await client.send(url, { path: `/v2/members/${userId}` })
  return (reply.body as { data: { experience: number } }).data.experience
}

/** One point. */
export const onePoint = (userId: number) => ({
  ...{ method: 'POST', path: `/v2/members/${userId}/experience` },
  body: { op: 'increment', amount: 1 },
})

/** Of a busy machine; the last where the worker's sign of life is late. */
const unavailable = ['503 dependency_unavailable', '503 server_busy', '503 roblox_scheduler_unavailable']

/** Retries a 503 where times are not checked. */
export async function whenServed({ checksTimes }: Place, { client }: Caller, url: string, sent: Sent): Promise<Reply> {
  for (;;) {
    const reply = await client.send(url, sent)
    if (checksTimes || !unavailable.includes(nameOf(reply))) return reply
    await sleep(Number(reply.headers['retry-after']) * 1_000)
  }
}

export interface Ended {
  readonly status: string
  readonly createdAt: string
  readonly completedAt: string | null
}

/** With a timeout. */
export async function whenEnded({ client }: Caller, url: string, id: string, timeoutMs: number): Promise<Ended> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(20)) {
    const reply = await client.send(url, { path: `/v2/platform-operations/${id}` })
    if (reply.status !== 200) throw new Error(`the operation ${id} is answered ${nameOf(reply)}`)
    const { data } = reply.body as { data: Ended }
    if (data.completedAt !== null || Date.now() > deadline) return data
  }
}
