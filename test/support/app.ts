// A server for tests, with PostgreSQL and the simulator.
import { Agent, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import request from 'supertest'
import type { DB } from '../../generated/database'
import { makeApp, makeWorker, type App, type AppParts } from '../../src/process/app'
import { allScopes, issueKey } from '../../src/auth/actions'
import { toBoundsShown, UNBOUNDED } from '../../src/auth/bounds/rules'
import { createCommunity, requireCommunity, type Base } from '../../src/communities/actions'
import type { Ctx } from '../../src/context'
import { openDatabase } from '../../src/db/database'
import { connectGroup } from '../../src/platform-connection/actions'
import { makeHttpServer } from '../../src/http/server'
import { usualConcurrency } from '../../src/jobs/worker'
import { makeTasks, type JobBase, type Tasks } from '../../src/jobs/tasks'
import { makeLogger } from '../../src/base/logger'
import { leaseSecondsFor } from '../../src/operations/dispatch/dispatcher'
import { HttpAvatars } from '../../src/platform/http-avatars'
import { HttpPlatform } from '../../src/platform/http-platform'
import { Keyring } from '../../src/encryption/keyring'
import { pollingMode } from '../../src/operations/enqueue/completion-notifier'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { World } from '../../src/simulator/world'
import { copyOf, type MadeCommunity } from './community-copies'
import { assertInContract } from './contract'
import { freshDatabase, isDistributed } from './database'
import { until } from './until'

export interface Answer {
  readonly status: number
  // `any`: the contract check has validated the whole body
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type Headers = Readonly<Record<string, string>>

/** A client that checks each response against the contract. */
export interface Client {
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  put(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  delete(path: string, headers?: Headers): Promise<Answer>
}

export interface TestCommunity {
  readonly communityId: string
  /** A client whose key has every scope. */
  readonly client: Client
  readonly key: string
  /** A context of the operator. */
  readonly ctx: () => Promise<Ctx>
  readonly clientWith: (scopes: readonly string[]) => Promise<Client>
}

export interface TestApp {
  readonly app: App
  readonly url: string
  /** URL of the database, as superuser. */
  readonly databaseUrl: string
  /** Kysely, as superuser. */
  readonly dba: Kysely<DB>
  readonly simulator: Simulator
  readonly world: World
  readonly base: Base
  /** Parts of the application, to start more processes on its database. */
  readonly parts: AppParts
  readonly logs: Record<string, unknown>[]
  advance(ms: number): void
  anonymous: Client
  /** null: without scheduler or worker. */
  readonly worker: { stop(): Promise<void> } | null
  clientFor(key: string, communityId: string): Client
  community(options?: { plan?: string; connected?: boolean }): Promise<TestCommunity>
  close(): Promise<void>
}

export const group = {
  id: 700,
  apiKey: 'test-platform-key',
  roles: { guest: 9000, recruit: 9001, private: 9010, sergeant: 9050, lieutenant: 9100, owner: 9255 },
  owner: 50,
  /** Members of the group; all are recruits. */
  members: [101, 102, 103, 104, 105],
  outsider: 300,
} as const

export function testWorld(): World {
  const world = new World()
  world.addUser({ userId: group.owner, username: 'TheOwner' })
  for (const userId of group.members) world.addUser({ userId, username: `Member${userId}` })
  world.addUser({ userId: group.outsider, username: 'Outsider' })
  world.addGroup({ groupId: group.id, name: 'Test group', ownerUserId: group.owner })
  const ranks = { guest: 0, recruit: 1, private: 10, sergeant: 50, lieutenant: 100, owner: 255 } as const
  for (const [name, roleId] of Object.entries(group.roles)) {
    world.addRole(group.id, { roleId, rank: ranks[name as keyof typeof ranks], name })
  }
  world.addMember(group.id, group.owner)
  world.giveRole(group.id, group.owner, group.roles.owner)
  for (const userId of group.members) world.addMember(group.id, userId)
  world.addKey(group.apiKey, { name: 'test', ownerUserId: group.owner, groupIds: [group.id] })
  return world
}

/** For tests that change every rank: no bounds on ranks. */
export const everyRank = toBoundsShown(UNBOUNDED)
export const anyNumber = { takesPerHourLimit: null }

export const encryptionKey = Buffer.alloc(32, 7)

/** Waits are ten times as long as they need to be, since tests run beside other work. */
export const testSettings: AppParts['settings'] = {
  profileStalenessSeconds: 600,
  nameRetrySeconds: 300,
  platformKeyNoticeDays: 14,
  parkedErasureDays: 30,
  encryptionKey: new Keyring(encryptionKey),
  platformTimeoutMs: 15_000,
  rankChangeWaitMs: 30_000,
  queueLimit: 20_000,
  auditRetentionDays: null,
  publicUrl: 'https://community.test',
  issuer: null,
  webhookTargets: { allowPrivate: 'anything', resolve: () => Promise.resolve(['127.0.0.1']) },
}

/** For tests whose platform does not answer; milliseconds. */
export const shortWaits: AppParts['settings'] = { ...testSettings, platformTimeoutMs: 1_500, rankChangeWaitMs: 3_000 }

export function tasksOf({ base }: Pick<TestApp, 'base'>, chat: JobBase['chat'] = null): Tasks {
  const claimer = { workerId: 'by hand', leaseSeconds: leaseSecondsFor(base.settings.platformTimeoutMs) }
  return makeTasks({ ...base, chat }, { claimer, stop: new AbortController().signal })
}

interface TestOptions extends Partial<AppParts> {
  /** Default true; false: nothing executes jobs and rank changes. */
  readonly worker?: boolean
  /** Default false: the console has no pictures of accounts. */
  readonly hasAvatars?: boolean
}

/** Starts a server on a new database; by default with a worker and without rate limits. */
export async function startTestApp({
  worker: hasWorker = true,
  hasAvatars = false,
  ...overrides
}: TestOptions = {}): Promise<TestApp> {
  const database = await freshDatabase()
  const simulator = await startSimulator({ world: testWorld() })
  const timeoutMs = (overrides.settings ?? testSettings).platformTimeoutMs
  const logs: Record<string, unknown>[] = []
  let offset = 0
  const now = (): Date => new Date(Date.now() + offset)
  const parts: AppParts = {
    connectionString: database.serverUrl,
    poolSize: 10,
    platform: new HttpPlatform({ apiUrl: simulator.url, usersUrl: simulator.url, timeoutMs }),
    avatars: hasAvatars ? new HttpAvatars({ thumbnailsUrl: simulator.url, timeoutMs }) : null,
    settings: testSettings,
    scheduler: true,
    // tests run periodic tasks themselves
    schedule: {},
    // in production 48 syncs, each of which asks for a job at the start and then every ten seconds
    concurrency: { ...usualConcurrency, syncs: 2 },
    connectsWithinMs: 30_000,
    chat: null,
    rateLimits: null,
    trustProxy: false,
    platformSecrets: [],
    log: makeLogger('debug', { write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>) }),
    now,
    ...overrides,
  }
  const app = await makeApp(parts)
  const worker = parts.scheduler && hasWorker ? stoppedOnce(makeWorker(parts)) : null
  if (worker) await until('the worker is alive', () => isWorkerAlive(app))
  const { url, close } = await serve(app)
  const { platform, settings, log } = parts
  const dba = openDatabase(database.url, 2, log)
  const base: Base = {
    db: app.db,
    platform,
    settings,
    log,
    now,
    actor: { kind: 'operator', id: 'test' },
    caller: { kind: 'operator' },
    requestId: null,
    rankChanges: { ...pollingMode, scheduler: parts.scheduler },
  }
  // a community is copied by one statement that writes to several tables, which Citus keeps on several nodes
  const canCopy = !overrides.platform && !isDistributed()
  const clientFor = (key: string, communityId: string): Client =>
    makeClient(url, { Authorization: `Bearer ${key}`, 'X-Community-Id': communityId })
  return {
    app,
    url,
    databaseUrl: database.url,
    dba: dba.db,
    simulator,
    world: simulator.world,
    base,
    parts,
    logs,
    advance: (ms) => void (offset += ms),
    anonymous: makeClient(url, {}),
    clientFor,
    worker,
    community: (options) => makeCommunity({ base, world: simulator.world, clientFor, canCopy }, options),
    async close() {
      await worker?.stop()
      await close()
      await simulator.close()
      await dba.close()
      await database.drop()
    },
  }
}

function stoppedOnce(worker: { stop(): Promise<void> }): { stop(): Promise<void> } {
  let stopped: Promise<void> | null = null
  return { stop: () => (stopped ??= worker.stop()) }
}

async function isWorkerAlive({ db }: App): Promise<boolean> {
  return (await db.selectFrom('worker_process').select('worker_id').executeTakeFirst()) !== undefined
}

export async function serve(app: App): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = makeHttpServer(app.web, { loadShedder: app.loadShedder })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await app.close()
    },
  }
}

async function makeCommunity(
  { base, world, clientFor, canCopy }: Pick<TestApp, 'base' | 'world' | 'clientFor'> & { readonly canCopy: boolean },
  { plan = 'pro', connected = true }: { plan?: string; connected?: boolean } = {},
): Promise<TestCommunity> {
  const ctxOf = async (communityId: string): Promise<Ctx> => ({
    ...base,
    community: await requireCommunity(base, communityId),
  })
  const make = async (): Promise<MadeCommunity> => {
    const { communityId } = await createCommunity(base, 'Test community', plan)
    if (connected) await connectGroup(await ctxOf(communityId), group.id, group.apiKey)
    return { communityId, ...(await newKey(await ctxOf(communityId), allScopes)) }
  }
  const kind = JSON.stringify([plan, connected && stateOf(world)])
  const { communityId, key } = await (canCopy ? copyOf(base, kind, make, group.apiKey) : make())
  const ctx = (): Promise<Ctx> => ctxOf(communityId)
  return {
    communityId,
    key,
    client: clientFor(key, communityId),
    ctx,
    clientWith: async (scopes) => clientFor((await newKey(await ctx(), scopes)).key, communityId),
  }
}

/** What connecting the group reads from the platform. */
function stateOf(world: World): unknown {
  const { ownerUserId, roles, holders, members } = world.group(group.id)
  return [ownerUserId, [...roles], [...holders], members.size, world.findKey(group.apiKey)]
}

/** A key without a limit of takes. */
async function newKey(ctx: Ctx, scopes: readonly string[]): Promise<{ key: string; keyId: string }> {
  const bounds = { ...everyRank, ...anyNumber }
  const { key, keyId } = await issueKey(ctx, { name: 'test', scopes, expiresAt: null, bounds })
  return { key, keyId }
}

/** Keeps connections open between requests. */
const connections = new Agent({ keepAlive: true })

/** @param check of each response; the previous release has another contract */
export function makeClient(
  url: string,
  credentials: Headers,
  check: typeof assertInContract = assertInContract,
): Client {
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const call = request(url)[method.toLowerCase() as 'get'](path).agent(connections).set(credentials).set(headers)
    const response = await (body === undefined
      ? call
      : call
          .set('Content-Type', 'application/json')
          .set(headers)
          .send(body as object))
    const answer: Answer = {
      status: response.status,
      body: response.text ? (JSON.parse(response.text) as unknown) : undefined,
      headers: response.headers,
      text: response.text ?? '',
    }
    check({ method, path, ...answer })
    return answer
  }
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  }
}
