// A client that obeys each answer has the effect of one request, for each write operation of the contract.
import { LoadShedder, type PendingRequest } from '../../src/http/load-shedder'
import type { OperationId } from '../../src/contract/types'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy'
import { useLosingDatabase, type Loss } from '../support/losing-database'
import { isWhole } from '../support/runs'
import {
  achieved,
  comparable,
  prepareScenario,
  secret,
  writeIds,
  type Achieved,
  type Trouble,
} from '../support/scenario'

let app: TestApp
let proxy: CuttingProxy
const usual = new Map<string, Achieved>()

beforeAll(async () => {
  app = await startTestApp({ platformSecrets: [secret] })
  proxy = await startCuttingProxy(app.url)
  const home = await prepareScenario(app)
  for (const id of writeIds) usual.set(id, await achieved(app, home, id, { url: app.url }))
})

it('measures an effect of each operation that is no read', () => {
  // receivePlatformNotification: the sample notification concerns no community
  const withoutEffect = [
    'getApplicationStatus',
    'lookUpMembers',
    'openApplication',
    'previewAutoRank',
    'receivePlatformNotification',
  ]
  const without = writeIds.filter((id) => {
    const { effects } = usual.get(id) as Achieved
    return [effects.counts, effects.actions, effects.writes].every((one) => Object.keys(one).length === 0)
  })
  expect(without.sort()).toEqual(withoutEffect)
})
afterAll(async () => {
  await proxy.close()
  await app.close()
})

const database = useLosingDatabase(/insert into "?audit_entry/)

type Troubles = [name: string, trouble: (home: TestCommunity) => Trouble][]

/** Troubles before any operation sees the request, so that all operations behave alike; for `npm run test:long`. */
const beforeOperations: Troubles = [
  [
    'the connection is cut before the request arrives',
    () => ({ url: proxy.url, begin: () => proxy.cutNext('before') }),
  ],
  ['the server is overloaded', () => ({ url: app.url, begin: refuseNext })],
]
const troubles: Troubles = [
  ...(isWhole ? beforeOperations : []),
  ['the connection is cut before the answer', () => ({ url: proxy.url, begin: () => proxy.cutNext('after') })],
  ['the database is lost before the commit', (home) => losingDatabase('before', home)],
  ['the database is lost after the commit', (home) => losingDatabase('after', home)],
]
const admit = jest.spyOn(LoadShedder.prototype, 'admit')
function refuseNext(): void {
  admit.mockImplementationOnce(function (this: LoadShedder, pending: PendingRequest) {
    this['reject'](pending)
  })
}
const losingDatabase = (when: Loss, { communityId }: TestCommunity): Trouble => ({
  url: app.url,
  begin: () => database.loseNext(when, communityId),
  end: () => database.loseNext(null),
})

describe.each(troubles)('when %s', (_name, trouble) => {
  let home: TestCommunity
  beforeAll(async () => {
    home = await prepareScenario(app)
  })

  it.each(writeIds)('%s has the effect of one request', async (id) => {
    const { effects, answers } = await achieved(app, home, id, trouble(home))
    const expected = usual.get(id)?.effects ?? { counts: {}, actions: {}, writes: [] }
    expect({ answers, ...comparable(id, effects) }).toEqual({ answers, ...comparable(id, expected) })
  })
})

it.each(['before', 'after'] as const)(
  'an answer without the database, lost %s the commit, says that the request may have been stored, unless a repetition is safe',
  async (when) => {
    const answerOf = async (id: OperationId) => {
      const home = await prepareScenario(app)
      return (await achieved(app, home, id, losingDatabase(when, home))).answers[0]
    }
    expect(await answerOf('reviewResponse')).toBe('503 dependency_unavailable (may have been stored)')
    // sent with an Idempotency-Key: after a commit, the server reads the answer that it stored
    expect(await answerOf('createWarning')).toBe(when === 'before' ? '503 dependency_unavailable' : '201')
  },
)
