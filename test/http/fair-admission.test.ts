// Load shedding is fair between communities.
import type { IncomingMessage } from 'node:http'
import { LoadShedder, type PendingRequest } from '../../src/http/load-shedder'
import { makeLogger } from '../../src/base/logger'
import { until } from '../support/until'

const MAX_RUNNING = 64
const silent = makeLogger('silent')
const classOf = ({ headers }: IncomingMessage): string => String(headers['x-community-id'])

/** Makes requests, and records which were served and which were refused. */
function makeRequests(pool = { waitingCount: 0, options: { max: 16 } }) {
  const served: PendingRequest[] = []
  const refused: PendingRequest[] = []
  const working: { end: () => void }[] = []
  const shedder: LoadShedder = new LoadShedder(pool, silent, classOf)
  const arrive = (community: string, since = performance.now()): PendingRequest => {
    const pending: PendingRequest = {
      request: {
        method: 'GET',
        headers: { 'x-community-id': community },
      } as unknown as PendingRequest['request'],
      response: {
        destroyed: false,
        writeHead: () => refused.push(pending),
        end: () => undefined,
      } as unknown as PendingRequest['response'],
      since,
      serve: () => {
        served.push(pending)
        return new Promise((resolve) => working.push({ end: resolve }))
      },
    }
    shedder.admit(pending)
    return pending
  }
  const endOne = async (): Promise<void> => {
    working.shift()?.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const communities = (requests: readonly PendingRequest[]): string[] => requests.map(({ request }) => classOf(request))
  return { pool, shedder, arrive, endOne, served, refused, working, communities }
}

it('serves another community in its turn while a flood waits', async () => {
  const { pool, shedder, arrive, endOne, served, communities, working } = makeRequests({
    waitingCount: MAX_RUNNING,
    options: { max: 16 },
  })
  const now = performance.now()
  for (let n = 0; n < 300; n++) arrive('flood', now)
  for (let n = 0; n < 10; n++) arrive('quiet', now)
  pool.waitingCount = 0
  // the periodic check notices that the pool is free
  await until('some are running', () => served.length > 0)
  while (communities(served).filter((name) => name === 'quiet').length < 10 && working.length > 0) await endOne()
  const turns = communities(served)
  const lastQuiet = turns.lastIndexOf('quiet')
  expect(turns.filter((name) => name === 'quiet')).toHaveLength(10)
  expect(turns.slice(0, lastQuiet).filter((name) => name === 'flood').length).toBeLessThan(MAX_RUNNING)
  shedder.stop()
})

it('keeps the order of arrival within a community', async () => {
  const { pool, shedder, arrive, endOne, served, working } = makeRequests({
    waitingCount: MAX_RUNNING,
    options: { max: 16 },
  })
  const requests = Array.from({ length: 150 }, (_, n) => arrive(n % 3 === 0 ? 'a' : 'b'))
  pool.waitingCount = 0
  await until('some are running', () => served.length > 0)
  while (served.length < requests.length && working.length > 0) await endOne()
  await until('all are served', () => served.length === requests.length)
  for (const name of ['a', 'b']) {
    const own = (all: readonly PendingRequest[]): PendingRequest[] =>
      all.filter(({ request }) => classOf(request) === name)
    expect(own(served)).toEqual(own(requests))
  }
  shedder.stop()
})

it('refuses only the community whose queue is overloaded', () => {
  jest.useFakeTimers()
  const { shedder, arrive, refused, communities } = makeRequests({ waitingCount: MAX_RUNNING, options: { max: 16 } })
  for (let n = 0; n < 100; n++) {
    arrive('flood')
    jest.advanceTimersByTime(10)
    if (n % 5 === 4 && n >= 60) arrive('quiet')
  }
  expect(new Set(communities(refused))).toEqual(new Set(['flood']))
  expect(refused.length).toBeGreaterThan(90)
  shedder.stop()
  jest.useRealTimers()
})

it('refuses a request of the community with the most waiting when the queue is full', () => {
  const { shedder, arrive, refused } = makeRequests({ waitingCount: MAX_RUNNING, options: { max: 16 } })
  const flood = Array.from({ length: 5_000 }, () => arrive('flood'))
  expect(refused).toEqual([])
  arrive('quiet')
  expect(refused).toEqual([flood.at(-1)])
  shedder.stop()
})
