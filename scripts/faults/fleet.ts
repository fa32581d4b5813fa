// The processes of a trial (simulator, API servers and workers on one database), and communities with keys.
import path from 'node:path'
import { freePort, operate, supervise, type Environment, type Supervised } from './processes'
import type { TrialGroup } from './world'

/** Keys of a trial give every rank, any number of times. */
const anyNumber = ['--takes-per-hour-limit', '1000000']
const everyRank = ['--highest-rank-given', '255', '--lowest-rank-touched', '0', '--highest-rank-touched', '255']

export interface Fleet {
  readonly simulator: Simulator
  readonly apis: readonly Supervised[]
  readonly workers: readonly Supervised[]
  /** Base URLs of the API servers. */
  readonly urls: readonly string[]
  ready(): Promise<void>
  stop(): Promise<void>
}

export interface Caller {
  readonly communityId: string
  readonly key: string
  readonly group: TrialGroup
}

const encryptionKey = '07'.repeat(32)
/** Short, but longer than every injected delay. */
export const platformTimeoutMs = 1_500

const apiCount = 2
const workerCount = 2

type Simulator = Supervised & { readonly url: string }

export async function startSimulator(stateFile: string, logDirectory: string): Promise<Simulator> {
  const command = ['simulator/main.js', '--port', '0', '--state', stateFile, '--log-level', 'warn']
  const logFile = path.join(logDirectory, 'simulator.log')
  const simulator = supervise({ name: 'simulator', command, env: {}, readyWhen: /Platform simulator: \S+\s/, logFile })
  const url = /Platform simulator: (\S+)/.exec(await simulator.ready())?.[1] ?? ''
  return { ...simulator, url }
}

/** The environment of every server. */
export function serverEnvironment(databaseUrl: string, simulatorUrl: string): Environment {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    PLATFORM_API_URL: simulatorUrl,
    SCHEDULER: 'on',
    ENCRYPTION_KEY: encryptionKey,
    PLATFORM_TIMEOUT_MS: String(platformTimeoutMs),
    LOG_LEVEL: 'info',
    // no limit of requests is reached
    RATE_LIMIT_KEY_PER_MINUTE: '1000000000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000000',
    DATABASE_POOL_SIZE: '8',
  }
}

export async function startFleet(simulator: Simulator, env: Environment, logDirectory: string): Promise<Fleet> {
  const start = (name: string, role: string, port: number): Supervised => {
    const of = { name, command: ['main.js'], env: { ...env, ROLE: role, PORT: String(port) } }
    return supervise({ ...of, readyWhen: /"msg":"ready"/, logFile: path.join(logDirectory, `${name}.log`) })
  }
  const ports = await Promise.all(Array.from({ length: apiCount }, freePort))
  const apis = ports.map((port, index) => start(`api ${index + 1}`, 'api', port))
  const workers = Array.from({ length: workerCount }, (_, index) => start(`worker ${index + 1}`, 'worker', 0))
  const servers = [...apis, ...workers]
  return {
    simulator,
    apis,
    workers,
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    ready: async () => void (await Promise.all(servers.map((server) => server.ready(60_000)))),
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}

/** Creates a community for each group with the command line, two at a time. */
export async function makeCallers(groups: readonly TrialGroup[], env: Environment, urls: readonly string[]) {
  const callers: Caller[] = []
  for (let next = 0; next < groups.length; next += 2)
    callers.push(...(await Promise.all(groups.slice(next, next + 2).map((group) => makeCaller(group, env, urls)))))
  return callers
}

/** An API key that may change everything. */
export interface Credentials {
  readonly key: string
  readonly keyId: string
}

/** @param named the name of the key, and further options of the command */
export function makeKey(env: Environment, communityId: string, ...named: string[]): Promise<Credentials> {
  const all = ['--scopes', 'all', ...everyRank, ...anyNumber]
  return operate(['key', 'create', '--community', communityId, ...all, '--name', ...named], env)
}

async function makeCaller(group: TrialGroup, env: Environment, [url = '']: readonly string[]): Promise<Caller> {
  const run = <T>(...parameters: string[]): Promise<T> => operate(parameters, env)
  const name = `Trial ${group.groupId}`
  const { communityId } = await run<{ communityId: string }>('community', 'create', '--name', name, '--plan', 'pro')
  const of = ['--community', communityId]
  await run('platform', 'connect', ...of, '--group', String(group.groupId), '--api-key', group.apiKey)
  const { key } = await makeKey(env, communityId, 'trial')
  for (const roleId of group.beside) {
    const headers = {
      Authorization: `Bearer ${key}`,
      'X-Community-Id': communityId,
      'Content-Type': 'application/json',
    }
    const request = { method: 'PATCH', headers, body: '{"managed":false}' }
    const { status } = await fetch(`${url}/v2/ranks/${roleId}`, request)
    if (status !== 200) throw new Error(`the role ${roleId} could not be declared: ${status}`)
  }
  return { communityId, key, group }
}
