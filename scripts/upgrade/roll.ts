// A rolling upgrade, and the responses of every operation during it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { operationTable } from '../../generated/operations'
import type { OperationId } from '../../src/contract/types'
import type { Db } from '../../src/context'
import { requireCommunity } from '../../src/communities/actions'
import { readMigrations } from '../../src/db/migrations/files'
import { migrate } from '../../src/db/migrations/migrate'
import { signatureOf } from '../../src/simulator/notifications'
import type { World } from '../../src/simulator/world'
import {
  encryptionKey,
  group,
  makeClient,
  testSettings,
  type TestApp,
  type TestCommunity,
} from '../../test/support/app'
import { makeForms, successOf } from '../../test/support/successes'
import { administer, previousRelease, root, startServer, type Server } from './release'

export interface Place {
  readonly databaseUrl: string
  readonly database: Db
  readonly simulatorUrl: string
  /** What the simulator answers from. */
  readonly world: World
  /** The directory of the previous release. */
  readonly previous: string
  readonly dataDir: string
}

/** One request for each operation of the previous release. */
interface Run {
  readonly name: string
  readonly succeeded: number
  readonly failures: readonly string[]
}

export interface Figures {
  /** The migrations that were applied while the old servers ran. */
  readonly applied: readonly string[]
  readonly meanwhile: { readonly answered: number; readonly failures: readonly string[] }
  readonly runs: readonly Run[]
  /** What the previous release does when it is started on the new schema. */
  readonly restart: Restart
}

export interface Restart {
  readonly outcome: string
  readonly serves: boolean
  /** Whether it may serve, by the `compatible-from` of each applied file. */
  readonly mayServe: boolean
}

interface Tenant {
  readonly communityId: string
  readonly key: string
}

const secret = 'the-secret-of-the-platform'

/** Starts the old servers, migrates, starts the new servers, and stops the old ones. */
export async function roll(place: Place): Promise<Figures> {
  const env = {
    DATABASE_URL: place.databaseUrl,
    PLATFORM_API_URL: place.simulatorUrl,
    ENCRYPTION_KEY: encryptionKey.toString('hex'),
    PLATFORM_WEBHOOK_SECRETS: secret,
    RATE_LIMITING: 'off',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    DATA_DIR: place.dataDir,
  }
  const running = new Set<{ stop(): Promise<unknown> }>()
  const start = async (directory: string, role: string): Promise<Server> => {
    const server = await startServer(directory, { ...env, ROLE: role })
    running.add(server)
    return server
  }
  try {
    return await rollThrough(place, env, start, running)
  } finally {
    // after a failure, something still runs
    for (const one of running) await one.stop().catch(() => undefined)
  }
}

async function rollThrough(
  place: Place,
  env: Readonly<Record<string, string>>,
  start: (directory: string, role: string) => Promise<Server>,
  running: Set<{ stop(): Promise<unknown> }>,
): Promise<Figures> {
  const oldApi = await start(place.previous, 'api')
  const oldWorker = await start(place.previous, 'worker')
  const tenants: Tenant[] = []
  for (let count = 0; count < 3; count++) tenants.push(await makeTenant(place, env))
  const [first, second, third] = tenants as [Tenant, Tenant, Tenant]
  await warm(oldApi, first)
  const stream = keepWriting(oldApi, first)
  running.add(stream)
  const applied = await migrate(place.databaseUrl, { sqlDir: path.join(root, 'sql') })
  const oldOnNew = await runAll('old API, old worker', place, oldApi, second)
  const meanwhile = await stream.stop()
  const newApi = await start(root, 'api')
  const runs = [oldOnNew, await runAll('new API, old worker', place, newApi, third)]
  await oldWorker.stop()
  const newWorker = await start(root, 'worker')
  runs.push(await runAll('old API, new worker', place, oldApi, first))
  await oldApi.stop()
  const outcome = await start(place.previous, 'api').then(
    async (server) => {
      await server.stop()
      return 'it serves'
    },
    (error: unknown) => (error as Error).message,
  )
  const restart = { outcome, serves: outcome === 'it serves', mayServe: mayServe(applied) }
  await Promise.all([newApi.stop(), newWorker.stop()])
  return { applied, meanwhile, runs, restart }
}

function mayServe(applied: readonly string[]): boolean {
  const newest = previousRelease.newestMigration.slice(0, 4)
  const files = readMigrations(path.join(root, 'sql')).filter(({ name }) => applied.includes(name))
  return files.every(({ compatibleFrom }) => compatibleFrom !== null && compatibleFrom <= newest)
}

/** Creates a community with the command line of the previous release. */
async function makeTenant({ previous }: Place, env: Readonly<Record<string, string>>): Promise<Tenant> {
  const run = <T>(...command: string[]): Promise<T> => administer<T>(previous, env, command)
  const { communityId } = await run<{ communityId: string }>('community', 'create', '--name', 'Watch', '--plan', 'pro')
  const at = ['--community', communityId]
  await run('platform', 'connect', ...at, '--group', String(group.id), '--api-key', group.apiKey)
  const { key } = await run<{ key: string }>(
    'key',
    'create',
    ...at,
    '--name',
    'test',
    '--scopes',
    'all',
    '--expires',
    'never',
  )
  return { communityId, key }
}

const headersOf = ({ communityId, key }: Tenant) => ({ Authorization: `Bearer ${key}`, 'X-Community-Id': communityId })

/** Makes the old connections prepare their statements before the schema changes. */
async function warm({ url }: Server, tenant: Tenant): Promise<void> {
  const ids = (Object.keys(operationTable) as OperationId[]).filter((id) => operationTable[id].method === 'get')
  for (const id of ids) await fetch(`${url}${successOf(id).path}`, { headers: headersOf(tenant) })
}

/** Sends writes until it is stopped. */
function keepWriting({ url }: Server, tenant: Tenant): { stop(): Promise<Figures['meanwhile']> } {
  let stopped = false
  const failures: string[] = []
  let answered = 0
  const writing = (async () => {
    while (!stopped) {
      const answer = await fetch(`${url}/v2/members/105/experience`, {
        method: 'POST',
        headers: { ...headersOf(tenant), 'Content-Type': 'application/json' },
        body: JSON.stringify({ op: 'increment', amount: 1 }),
      })
      answered++
      if (answer.status !== 200) failures.push(`meanwhile: ${answer.status} ${await answer.text()}`)
      else await answer.arrayBuffer()
    }
  })()
  // reported by stop()
  writing.catch(() => undefined)
  return {
    async stop() {
      stopped = true
      await writing
      return { answered, failures }
    },
  }
}

/**
 * Runs every operation of the previous release. Statuses must conform to the contract; bodies may lack new properties.
 */
async function runAll(name: string, place: Place, { url }: Server, tenant: Tenant): Promise<Run> {
  const client = makeClient(url, headersOf(tenant), () => undefined)
  // as at the start: an earlier run has promoted them
  for (const userId of group.members) {
    place.world.removeMember(group.id, userId)
    place.world.addMember(group.id, userId)
  }
  for (const [path, award] of [
    ['/v2/medals', 'Valor'],
    ['/v2/qualifications', 'Pilot'],
  ] as const)
    await client.post(path, { name: award })
  const base = {
    db: place.database,
    settings: testSettings,
    now: () => new Date(),
    actor: { kind: 'operator', id: 'upgrade' },
    caller: { kind: 'operator' },
    requestId: null,
  } as never
  const ctx = async () => ({ ...(base as object), community: await requireCommunity(base, tenant.communityId) })
  await makeForms({ app: { db: place.database } as TestApp['app'], world: place.world }, {
    ...tenant,
    client,
    ctx,
  } as unknown as TestCommunity)
  const failures: string[] = []
  const ids = operationsOf(place.previous)
  for (const id of ids) {
    const failure = await runOne(url, tenant, id)
    if (failure !== null) failures.push(`${name}: ${failure}`)
  }
  return { name, succeeded: ids.length - failures.length, failures }
}

async function runOne(url: string, tenant: Tenant, id: OperationId): Promise<string | null> {
  const { path: target, body, headers, status } = successOf(id)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const signature = signatureOf(text ?? '', secret, Math.floor(Date.now() / 1_000))
  const answer = await fetch(`${url}${target}`, {
    method: operationTable[id].method.toUpperCase(),
    headers: { ...headersOf(tenant), 'Content-Type': 'application/json', 'roblox-signature': signature, ...headers },
    ...(text === undefined ? {} : { body: text }),
  })
  const said = await answer.text()
  if (answer.status !== status) return `${id} answered ${answer.status} ${said}`
  if (id !== 'submitRankOperation') return null
  const { data } = JSON.parse(said) as { data: { id: string } }
  return waitForEnd(url, tenant, data.id)
}

/** Waits until the worker of the other release has executed the operation. */
async function waitForEnd(url: string, tenant: Tenant, operationId: string): Promise<string | null> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline;) {
    const answer = await fetch(`${url}/v2/platform-operations/${operationId}`, { headers: headersOf(tenant) })
    const { data } = (await answer.json()) as { data: { status: string } }
    if (data.status === 'succeeded') return null
    if (data.status === 'failed' || data.status === 'cancelled') return `the rank operation ${data.status}`
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return 'the rank operation did not end'
}

function operationsOf(directory: string): OperationId[] {
  const text = readFileSync(path.join(directory, 'generated/operations.ts'), 'utf8')
  return (Object.keys(operationTable) as OperationId[]).filter((id) => new RegExp(`\\b${id}:`).test(text))
}
