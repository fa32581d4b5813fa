// A client that obeys each answer has the effect of one request, for each operation that calls the platform and each fault.
import { sql } from 'kysely'
import type { FaultEffect } from '../../src/simulator/faults'
import type { OperationId } from '../../src/contract/types'
import { startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy'
import {
  achieved,
  comparable,
  prepareScenario,
  secret,
  writeIds,
  type Achieved,
  type Trouble,
} from '../support/scenario'
import { release, rolesPath, writePath } from '../rank-changes/fixture'

let app: TestApp
let proxy: CuttingProxy
let home: TestCommunity
const settings = { ...testSettings, platformTimeoutMs: 300, rankChangeWaitMs: 1_500 }
const usual = new Map<string, Achieved>()

beforeAll(async () => {
  app = await startTestApp({ settings, platformSecrets: [secret] })
  proxy = await startCuttingProxy(app.url)
  home = await prepareScenario(app)
  for (const id of writeIds) usual.set(id, await achieved(app, home, id, { url: app.url }))
})
afterAll(async () => {
  await proxy.close()
  await app.close()
})

const callsPlatform = (id: OperationId): boolean => (usual.get(id)?.calls ?? 0) > 0

/** While the client waits. */
async function end(): Promise<void> {
  app.simulator.faults.clear()
  settings.queueLimit = testSettings.queueLimit
  await sql`update dispatch_lane set paused_at = null`.execute(app.app.db)
  await release(app)
}

const pause = (): Promise<unknown> =>
  sql`insert into dispatch_lane (community_id, paused_at) values (${home.communityId}, now())
    on conflict (community_id) do update set paused_at = now()`.execute(app.app.db)

const fault = (effect: FaultEffect, path: string) => (): void => app.simulator.faults.add({ ...effect, path })
const effects: FaultEffect[] = [
  { kind: 'throttle', retryAfter: 1 },
  { kind: 'reject', status: 503 },
  { kind: 'reject', status: 408 },
  { kind: 'reject', status: 400 },
  { kind: 'hang' },
  { kind: 'drop' },
  { kind: 'applyThenDrop' },
  { kind: 'applyThenHang' },
  { kind: 'applyThenStatus', status: 500 },
  { kind: 'garbage' },
  { kind: 'redirect', location: 'https://127.0.0.1:9/' },
]
const faults: [name: string, begin: () => unknown][] = [
  ...effects.map((effect) => [`a write: ${JSON.stringify(effect)}`, fault(effect, writePath)] as [string, () => void]),
  ...effects
    .slice(0, 5)
    .map((effect) => [`a read: ${JSON.stringify(effect)}`, fault(effect, rolesPath)] as [string, () => void]),
  ['the queue is paused', pause],
  ['the queue is full', () => void (settings.queueLimit = 0)],
]
const troubles = faults.flatMap(([name, begin]): [string, () => Trouble][] => [
  [name, () => ({ url: app.url, begin, end })],
  [
    `${name}, and the answer is lost`,
    () => ({
      url: proxy.url,
      async begin() {
        await begin()
        proxy.cutNext('after')
      },
      end,
    }),
  ],
])

it.each(troubles)('has the effect of one request: %s', async (name, trouble) => {
  home = await prepareScenario(app)
  const outcomes: object[] = []
  const firstAnswers: string[] = []
  const expected: object[] = []
  for (const id of writeIds.filter(callsPlatform)) {
    const { effects: had, answers } = await achieved(app, home, id, trouble())
    firstAnswers.push(answers[0] ?? '')
    outcomes.push({ answers, ...comparable(id, had) })
    expected.push({ answers, ...comparable(id, usual.get(id)?.effects ?? had) })
  }
  expect(outcomes.length).toBeGreaterThan(5)
  // a lost or unreadable answer of the platform is made good by a read
  if (!/applyThen|garbage/.test(name)) expect(firstAnswers.filter((answer) => !answer.startsWith('2'))).not.toEqual([])
  expect(outcomes).toEqual(expected)
})
