// Simulator, communities and server processes of the checks, on a given database.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { makeCallers, serverEnvironment, type Caller as Trialled } from '../faults/fleet'
import { freePort, supervise, type Environment, type Supervised } from '../faults/processes'
import { makeWorld } from '../faults/world'
import { makeClient, nameOf, type Client } from './client'

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

export interface Caller extends Trialled {
  readonly members: readonly number[]
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
const usual = { communities: 4, servers: 2 }
const membersOfEach = 40
const mostConnections = 256

/** With one server, both entries are the same. @param env of the servers */
export async function openEnvironment(
  place: Place,
  { communities, servers: count, env: more = {} }: { communities: number; servers: number; env?: Environment } = usual,
): Promise<TestEnvironment> {
  const stateFile = path.join(place.directory, 'simulator.json')
  const groups = makeWorld(stateFile, { communities, members: communities * membersOfEach, roles: 'single' })
  const simulator = await startSimulator({ stateFile })
  const secrets = { PLATFORM_WEBHOOK_SECRETS: 'a-secret-of-the-platform' }
  const env = { ...serverEnvironment(place.databaseUrl, simulator.url), ...secrets }
  const started: Server[] = []
  const start = async (name: string): Promise<Server> => {
    const server = launch(place, name, { ...env, ...more, PORT: String(await freePort()) })
    started.push(server)
    await server.ready(60_000)
    return server
  }
  let callers: Caller[] = []
  const close = async (): Promise<void> => {
    callers.forEach(({ client }) => client.close())
    await Promise.all(started.map((server) => server.stop()))
    await simulator.close()
  }
  try {
    callers = (await makeCallers(groups, env, [])).map(toCaller)
    const names = ['server 1', 'server 2'].slice(0, count)
    const [one, other] = await Promise.all(names.map((name) => start(name)))
    if (!one) throw new Error('at least one server is required')
    return { ...place, simulator, callers, servers: [one, other ?? one], close }
  } catch (error) {
    await close()
    throw error
  }
}

function toCaller(caller: Trialled): Caller {
  const credentials = { Authorization: `Bearer ${caller.key}`, 'X-Community-Id': caller.communityId }
  return { ...caller, members: [...caller.group.members.keys()], client: makeClient(credentials, mostConnections) }
}

function launch({ directory }: Place, name: string, env: Environment): Server {
  const logFile = path.join(directory, `${name}.log`)
  const server = supervise({ name, command: ['main.js'], env, readyWhen: /"msg":"ready"/, logFile })
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

/** One point. */
export const onePoint = (userId: number) => ({
  ...{ method: 'POST', path: `/v2/members/${userId}/experience` },
  body: { op: 'increment', amount: 1 },
})

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
