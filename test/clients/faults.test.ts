// The packaged clients, as processes with their own retries, under each fault of the platform, the queue and the
// connection.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { resumeCommunity } from '../../src/operations/operator/actions'
import { startTestApp, testSettings, type TestApp } from '../support/app'
import { until } from '../support/until'
import { clients, faults, makeScenarios, type FaultName, type Scenario } from './faults/scenarios'
import { startLossyProxy, type LossyProxy } from './lossy-proxy'
import { hasPython } from './python'

const root = path.resolve(__dirname, '../..')
const here = path.join(__dirname, 'faults')

let app: TestApp
let proxy: LossyProxy
let scenarios: Scenario[]
/** What the client returned, by id of the scenario. */
const outcomes = new Map<string, string>()

/** Runs a client program with the scenarios as its input, and stores the outcomes that it prints. */
function run(program: string, values: string[], env: NodeJS.ProcessEnv, input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, values, { env: { ...process.env, ...env } }, (error, out, err) => {
      if (error || err) return reject(new Error(`${program} ${values.join(' ')}:\n${out}\n${err}`))
      for (const line of out.split('\n').filter(Boolean)) {
        const { id, name, outcome, problem } = JSON.parse(line) as Record<string, string>
        outcomes.set(id ?? name ?? '', outcome ?? problem ?? '')
      }
      resolve()
    })
    child.stdin?.end(input)
  })
}

const textOf = (some: readonly Scenario[]): string =>
  JSON.stringify(some, ['id', 'baseUrl', 'communityId', 'key', 'action', 'userId'])

/** A Luau virtual machine runs one scenario at a time. */
const virtualMachines = 7

async function runClients(): Promise<void> {
  const of = (client: Scenario['client']): Scenario[] => scenarios.filter((one) => one.client === client)
  const python = { PYTHONPATH: path.join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' }
  const luau = Array.from({ length: virtualMachines }, (_, first) =>
    of('luau').filter((_, index) => index % virtualMachines === first),
  )
  const luauRunner = [path.join(__dirname, 'luau/run.mjs'), path.join(here, 'luau.spec.luau')]
  // one client after the other: on a busy machine, the rank changes of all of them would outlast their requests
  await run(process.execPath, ['--import', 'tsx', path.join(here, 'typescript.mjs')], {}, textOf(of('typescript')))
  if (hasPython) await run('python3', [path.join(here, 'python.py')], python, textOf(of('python')))
  await Promise.all(
    luau.map((some) => run(process.execPath, luauRunner, { SERVER_URL: app.url, SCENARIOS: textOf(some) }, '')),
  )
}

async function haveAllEnded(): Promise<boolean> {
  const open = await app.app.db
    .selectFrom('platform_operation')
    .select('operation_id')
    .where('status', 'not in', ['succeeded', 'failed', 'cancelled'])
    .executeTakeFirst()
  return open === undefined
}

beforeAll(async () => {
  app = await startTestApp({ settings: { ...testSettings, platformTimeoutMs: 5_000, rankChangeWaitMs: 25_000 } })
  proxy = await startLossyProxy(app.url)
  scenarios = await makeScenarios(app, proxy)
  await runClients()
  for (const { fault, community } of scenarios) {
    if (fault === 'a paused queue') await resumeCommunity(await community.ctx())
  }
  await until('all rank changes have ended', haveAllEnded, 60_000)
})
afterAll(async () => {
  proxy.close()
  await app.close()
})

/**
 * Outcome: what the client returned, `?` for "may have been done". Then the account's experience and rank at the end.
 */
type Result = readonly [outcome: string, experience: number, rank: number]

/** Results by action: award, changeExperience, changeRank, promoteMember. */
const expected: Readonly<Record<FaultName, readonly [Result, Result, Result, Result]>> = {
  'a write answered 429': [
    ['done', 150, 10],
    ['done', 150, 10],
    ['done', 0, 10],
    ['done', 0, 10],
  ],
  'a write answered 503': [
    ['done', 150, 10],
    ['done', 150, 10],
    ['done', 0, 10],
    ['platform_cloud_unavailable?', 0, 1],
  ],
  'a write answered 408': [
    ['done', 150, 10],
    ['done', 150, 10],
    ['done', 0, 10],
    ['provider-rejected-408', 0, 1],
  ],
  'a write that is done and answered 500': [
    ['done', 150, 10],
    ['done', 150, 10],
    ['done', 0, 10],
    ['done', 0, 10],
  ],
  'a write without an answer': [
    ['done', 150, 10],
    ['platform_cloud_timeout?', 150, 10],
    ['done', 0, 10],
    ['platform_cloud_timeout?', 0, 1],
  ],
  'a write that is done without an answer': [
    ['done', 150, 10],
    ['done', 150, 10],
    ['done', 0, 10],
    ['done', 0, 10],
  ],
  'a membership read answered 429': [
    ['platform_cloud_rate_limited', 0, 1],
    ['done', 150, 10],
    ['done', 0, 10],
    ['done', 0, 10],
  ],
  'a membership read answered 503': [
    ['platform_cloud_unavailable', 0, 1],
    ['platform_cloud_unavailable?', 0, 1],
    ['done', 0, 10],
    ['platform_cloud_unavailable?', 0, 1],
  ],
  'a membership read without an answer': [
    ['platform_cloud_timeout', 0, 1],
    ['platform_cloud_timeout?', 0, 1],
    ['done', 0, 10],
    ['platform_cloud_timeout?', 0, 1],
  ],
  'a paused queue': [
    ['done', 150, 1],
    ['done', 150, 10],
    ['scheduler-disabled', 0, 1],
    ['roblox_scheduler_unavailable?', 0, 1],
  ],
  'a full queue': [
    ['done', 150, 1],
    ['done', 150, 10],
    ['queue-full', 0, 1],
    ['queue-full', 0, 1],
  ],
  'a connection cut before the request is forwarded': [
    ['done', 150, 10],
    ['no answer?', 0, 1],
    ['done', 0, 10],
    ['no answer?', 0, 1],
  ],
  'a connection cut before the answer': [
    ['done', 150, 10],
    ['no answer?', 150, 10],
    ['done', 0, 10],
    ['no answer?', 0, 10],
  ],
}

async function resultOf({ communityId, groupId, userId, id }: Scenario): Promise<Result> {
  const member = await app.app.db
    .selectFrom('member')
    .select('experience')
    .where('community_id', '=', communityId)
    .where('user_id', '=', Number(userId))
    .executeTakeFirst()
  const rank = app.world.highestRankOf(groupId, Number(userId))
  return [outcomes.get(id) ?? 'not run', member?.experience ?? 0, rank ?? 0]
}

describe.each(clients)('the client for %s', (client) => {
  it.each(Object.keys(faults) as FaultName[])('awards and promotes at most once with %s', async (fault) => {
    const some = scenarios.filter((one) => one.client === client && one.fault === fault)
    expect(await Promise.all(some.map(resultOf))).toEqual(expected[fault])
  })

  it('reports a success where there is one effect, and a certain error where there is none', async () => {
    for (const scenario of scenarios.filter((one) => one.client === client)) {
      const [outcome, experience, rank] = await resultOf(scenario)
      const isAward = ['award', 'changeExperience'].includes(scenario.action)
      const effects = isAward ? experience / 150 : [1, 10, 50].indexOf(rank)
      const allowed = outcome === 'done' ? [1] : outcome.endsWith('?') ? [0, 1] : [0]
      expect([scenario.id, allowed]).toEqual([scenario.id, expect.arrayContaining([effects])])
    }
  })
})

it('meets every fault', () => {
  expect(app.simulator.faults.list()).toEqual([])
})
