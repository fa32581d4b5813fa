// A client that obeys each answer has the effect of one request, for each write operation of the contract.
import pg from 'pg'
import { LoadShedder, type PendingRequest } from '../../src/http/load-shedder'
import { startTestApp, type TestApp, type TestCommunity } from '../support/app'
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
  // a sample notification concerns no community
  const withoutEffect = ['getApplicationStatus', 'lookUpMembers', 'openApplication', 'receivePlatformNotification']
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

/** Of the statement or transaction that writes the next audit entry: its answer is lost, before or after the commit. */
type Loss = 'before' | 'after'
let loss: Loss | null = null
/** pg calls back instead where the statement is prepared. */
interface Prepared {
  readonly text?: string
  callback?: (error: Error) => void
}
type Query = (this: pg.Client, config: Prepared | string, ...rest: unknown[]) => unknown
const query = pg.Client.prototype.query as unknown as Query
const inTransaction = new WeakSet<pg.Client>()
const withEffect = new WeakSet<pg.Client>()

beforeAll(() => {
  pg.Client.prototype.query = losing as never
})
afterAll(() => {
  pg.Client.prototype.query = query as never
})

const losing: Query = function (config, ...rest) {
  const text = typeof config === 'string' ? config : (config.text ?? '')
  const ends = endsEffect(this, text)
  if (loss === null || !ends) return query.call(this, config, ...rest)
  const when = loss
  loss = null
  if (when === 'before') {
    disconnect(this)
    return query.call(this, config, ...rest)
  }
  if (typeof config === 'string' || !config.callback) return lost(this, query.call(this, config, ...rest))
  const { callback } = config
  config.callback = () => {
    disconnect(this)
    callback(lostConnection())
  }
  return query.call(this, config, ...rest)
}

/** A statement outside a transaction, or the commit. */
function endsEffect(client: pg.Client, text: string): boolean {
  const writes = /insert into "?audit_entry/.test(text)
  if (/^(begin|start)/i.test(text)) inTransaction.add(client)
  if (writes && inTransaction.has(client)) withEffect.add(client)
  if (!/^(commit|rollback)/i.test(text)) return writes && !inTransaction.has(client)
  inTransaction.delete(client)
  return withEffect.delete(client) && /^commit/i.test(text)
}

const lostConnection = (): Error => new Error('Connection terminated unexpectedly')

function disconnect(client: pg.Client): void {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

async function lost(client: pg.Client, result: unknown): Promise<never> {
  await result
  disconnect(client)
  throw lostConnection()
}

const troubles: [name: string, trouble: () => Trouble][] = [
  [
    'the connection is cut before the request arrives',
    () => ({ url: proxy.url, begin: () => proxy.cutNext('before') }),
  ],
  ['the connection is cut before the answer', () => ({ url: proxy.url, begin: () => proxy.cutNext('after') })],
  ['the server is overloaded', () => ({ url: app.url, begin: refuseNext })],
  ['the database is lost before the commit', () => losingDatabase('before')],
  ['the database is lost after the commit', () => losingDatabase('after')],
]
const admit = jest.spyOn(LoadShedder.prototype, 'admit')
function refuseNext(): void {
  admit.mockImplementationOnce(function (this: LoadShedder, pending: PendingRequest) {
    this['reject'](pending)
  })
}
const losingDatabase = (when: Loss): Trouble => ({
  url: app.url,
  begin: () => void (loss = when),
  end: () => void (loss = null),
})

describe.each(troubles)('when %s', (_name, trouble) => {
  let home: TestCommunity
  beforeAll(async () => {
    home = await prepareScenario(app)
  })

  it.each(writeIds)('%s has the effect of one request', async (id) => {
    const { effects, answers } = await achieved(app, home, id, trouble())
    const expected = usual.get(id)?.effects ?? { counts: {}, actions: {}, writes: [] }
    expect({ answers, ...comparable(id, effects) }).toEqual({ answers, ...comparable(id, expected) })
  })
})
