// A client that obeys each answer has the effect of one request, for each operation that calls the platform and each
// fault.
// `npm run test:long` runs each fault with and without a lost answer; by default each fault of a write runs with one of
// the two.
import { sql } from 'kysely'
import type { FaultEffect } from '../../src/simulator/faults'
import type { OperationId } from '../../src/contract/types'
import { group, startTestApp, testSettings, type TestApp, type TestCommunity } from '../support/app'
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy'
import { useLosingDatabase, type Loss } from '../support/losing-database'
import {
  achieved,
  comparable,
  prepareScenario,
  secret,
  writeIds,
  type Achieved,
  type Trouble,
} from '../support/scenario'
import { isWhole, some } from '../support/runs'
import { release, rolesPath, writePath } from '../operations/fixture'

/** Loses the connection at statements that end a rank change. */
const database = useLosingDatabase(/update platform_operation (o )?set status = '(succeeded|failed)'/)

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

/** Ends all faults while the client waits. */
async function end(): Promise<void> {
  app.simulator.faults.clear()
  database.loseNext(null)
  settings.queueLimit = testSettings.queueLimit
  await sql`update dispatch_lane set paused_at = null`.execute(app.app.db)
  await release(app)
}

const pause = (): Promise<unknown> =>
  sql`insert into dispatch_lane (community_id, paused_at) values (${home.communityId}, now())
    on conflict (community_id) do update set paused_at = now()`.execute(app.app.db)

/**
 * Adds a fault. A 400 is final and applies once: a second one would also end what the server does by itself afterwards.
 */
const fault = (effect: FaultEffect, path: string) => (): void =>
  app.simulator.faults.add({ ...effect, path, ...('status' in effect && effect.status === 400 && { count: 1 }) })
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
type Begin = () => unknown
const on = (what: string, path: string, all: readonly FaultEffect[] = effects) =>
  all.map((effect): [string, Begin] => [`${what}: ${JSON.stringify(effect)}`, fault(effect, path)])
const writes = on('a write', writePath)
const reads = on('a read', rolesPath, effects.slice(0, 5))
/** Whether the server treats the fault differently from the other effects. */
const isDistinct = ({ kind, ...effect }: FaultEffect): boolean =>
  ['throttle', 'hang', 'applyThenDrop', 'applyThenHang'].includes(kind) ||
  (kind === 'reject' && 'status' in effect && effect.status !== 408)
const distinct = effects.filter(isDistinct)
const alike = effects.filter((effect) => !isDistinct(effect))
const ofQueue: [name: string, begin: Begin][] = [
  ['the queue is paused', pause],
  ['the queue is full', () => void (settings.queueLimit = 0)],
]
const whole = [...writes, ...reads, ...ofQueue]
const faults = isWhole ? whole : [...on('a write', writePath, distinct), ...some(reads), ...ofQueue]
const lost = isWhole ? whole : on('a write', writePath, alike)
const direct = (begin: Begin): Trouble => ({ url: app.url, begin, end })
const troubles: [name: string, trouble: () => Trouble][] = [
  ...faults.map(([name, begin]): [string, () => Trouble] => [name, () => direct(begin)]),
  ...lost.map(([name, begin]): [string, () => Trouble] => [
    `${name}, and the answer is lost`,
    () => ({
      url: proxy.url,
      async begin() {
        await begin()
        proxy.cutNext('after')
      },
      end,
    }),
  ]),
]

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
  // the server reads the roles after a lost or unreadable answer of the platform, and succeeds
  if (!/applyThen|garbage/.test(name)) expect(firstAnswers.filter((answer) => !answer.startsWith('2'))).not.toEqual([])
  expect(outcomes).toEqual(expected)
})

/** Rank changes that give a role and then take one away. */
describe('a change of two writes', () => {
  const twoWrites: OperationId[] = ['setMemberRank', 'promoteMember', 'submitRankOperation', 'createSuspension']
  const usualOfTwo = new Map<string, Achieved>()
  beforeAll(async () => {
    home = await prepareScenario(app, group.roles.sergeant)
    for (const id of twoWrites) usualOfTwo.set(id, await achieved(app, home, id, { url: app.url }))
  })

  /** Whether the last answer says that only the first write was accepted: the role was given. */
  const isPartly = (answers: readonly string[]): boolean => answers.at(-1)?.endsWith(' rank') === true
  const rankWrites = (id: OperationId): readonly string[] => usualOfTwo.get(id)?.effects.writes ?? []

  async function expectOneEffect(trouble: () => Trouble): Promise<string[]> {
    home = await prepareScenario(app, group.roles.sergeant)
    const all: string[] = []
    for (const id of twoWrites) {
      expect(rankWrites(id)).toEqual([
        expect.stringMatching(/^assignRole/),
        expect.stringMatching(/^unassignRole 9050/),
      ])
      const { effects: had, answers } = await achieved(app, home, id, trouble())
      all.push(...answers)
      if (isPartly(answers))
        expect({ id, answers, writes: had.writes }).toEqual({ id, answers, writes: rankWrites(id).slice(0, 1) })
      else
        expect({ answers, ...comparable(id, had) }).toEqual({
          answers,
          ...comparable(id, usualOfTwo.get(id)?.effects ?? had),
        })
    }
    return all
  }

  it.each(on('the second write alone', ':unassignRole$', some(distinct, 2)))(
    'has the effect of one request, or says which part: %s',
    async (name, begin) => {
      const answers = await expectOneEffect(() => direct(begin))
      // only a 400 ends the change with one role given
      expect(answers.some((answer) => isPartly([answer]))).toBe(name.includes('"status":400'))
    },
  )

  it.each(
    (['before', 'after'] as const).flatMap((loss) =>
      writes
        .filter(([name]) => /a write: .*("status":503|applyThenDrop)/.test(name))
        .map(([name, begin]): [string, Loss, string, Begin] => [name, loss, 'the end is stored', begin]),
    ),
  )('has the effect of one request: %s, and the database is lost %s %s', async (_name, loss, _end, begin) => {
    await expectOneEffect(() => ({
      url: app.url,
      async begin() {
        database.loseNext(loss)
        await begin()
      },
      async end() {
        await end()
        // as if that time had passed
        await sql`update platform_operation set lease_until = now() where lease_until > now()`.execute(app.dba)
      },
    }))
  })
})
