// The simulator, communities and server processes of a check, on a database that is given.
import path from 'node:path'
import { startSimulator, type Simulator } from '../../src/simulator/server'
import { makeCallers, serverEnvironment, type Caller as Trialled } from '../faults/fleet'
import { freePort, supervise, type Environment, type Supervised } from '../faults/processes'
import { makeWorld } from '../faults/world'
import { makeClient, type Client } from './client'

export interface Place {
  readonly databaseUrl: string
  /** For the state of the simulator, and the logs. */
  readonly directory: string
  /** Whether times must meet their aims; in the test suite they are only reported. */
  readonly checksTimes: boolean
  readonly say: (message: string) => void
  /** Operations and pages to attack; null or absent: all. */
  readonly targets?: readonly string[] | null
}

export interface Caller extends Trialled {
  readonly members: readonly number[]
  readonly client: Client
}

export interface Server extends Supervised {
  readonly url: string
}

export interface TestEnvironment extends Place {
  readonly simulator: Simulator
  readonly callers: readonly Caller[]
  /** Each is API and worker in one. */
  readonly servers: readonly Server[]
}

export interface Wanted {
  /** Number of communities, each with limits of the platform of its own. */
  readonly communities: number
  readonly servers: number
  /** Further environment of the servers. */
  readonly env?: Environment
}

const membersOfEach = 40
const mostConnections = 256

export async function withEnvironment<Result>(
  place: Place,
  { communities, servers: count, env: more = {} }: Wanted,
  work: (environment: TestEnvironment) => Promise<Result>,
): Promise<Result> {
  const stateFile = path.join(place.directory, 'simulator.json')
  const groups = makeWorld(stateFile, { communities, members: communities * membersOfEach, roles: 'single' })
  const simulator = await startSimulator({ stateFile })
  const env = serverEnvironment(place.databaseUrl, simulator.url)
  let [callers, servers]: [Caller[], Server[]] = [[], []]
  try {
    callers = (await makeCallers(groups, env, [])).map(toCaller)
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    servers = ports.map((port) => launch(place, port, { ...env, ...more, PORT: String(port) }))
    await Promise.all(servers.map((server) => server.ready(60_000)))
    return await work({ ...place, simulator, callers, servers })
  } finally {
    callers.forEach(({ client }) => client.close())
    await Promise.all(servers.map((server) => server.stop()))
    await simulator.close()
  }
}

function toCaller(caller: Trialled): Caller {
  const credentials = { Authorization: `Bearer ${caller.key}`, 'X-Community-Id': caller.communityId }
  return { ...caller, members: [...caller.group.members.keys()], client: makeClient(credentials, mostConnections) }
}

function launch({ directory }: Place, port: number, env: Environment): Server {
  const name = `server ${port}`
  const logFile = path.join(directory, `${name}.log`)
  const server = supervise({ name, command: ['main.js'], env, readyWhen: /"msg":"ready"/, logFile })
  return { ...server, url: `http://127.0.0.1:${port}` }
}

/** Reads so many members, so that the server knows them. @returns their ids */
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

/** An award of one point. */
export const onePoint = (userId: number) => ({
  method: 'POST',
  path: `/v2/members/${userId}/experience`,
  body: { op: 'increment', amount: 1 },
})
