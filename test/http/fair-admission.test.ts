// Admission between communities: a flood of one delays and refuses its own requests, those of others are served in their turn.
import type { IncomingMessage } from 'node:http'
import { makeAdmission, type Admission, type Arrival } from '../../src/http/load-shedder'
import { makeLogger } from '../../src/logger'
import { until } from '../support/until'

const AT_WORK = 64
const silent = makeLogger('silent')
const classOf = ({ headers }: IncomingMessage): string => String(headers['x-community-id'])

/** Requests of several communities, and what became of them, in order. */
function doors(pool = { waitingCount: 0 }) {
  const served: Arrival[] = []
  const refused: Arrival[] = []
  const working: { end: () => void }[] = []
  const admission: Admission = makeAdmission(pool, silent, classOf)
  const arrive = (community: string, since = performance.now()): Arrival => {
    const arrival: Arrival = {
      request: {
        method: 'GET',
        headers: { 'x-community-id': community },
        socket: { pause: () => undefined },
      } as unknown as Arrival['request'],
      response: {
        destroyed: false,
        writeHead: () => refused.push(arrival),
        end: () => undefined,
      } as unknown as Arrival['response'],
      since,
      serve: () => {
        served.push(arrival)
        return new Promise((resolve) => working.push({ end: resolve }))
      },
    }
    admission.admit(arrival)
    return arrival
  }
  /** Ends the one that has been at work for longest. */
  const endOne = async (): Promise<void> => {
    working.shift()?.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const communities = (arrivals: readonly Arrival[]): string[] => arrivals.map(({ request }) => classOf(request))
  return { pool, admission, arrive, endOne, served, refused, working, communities }
}

it('serves another community in its turn while a flood waits', async () => {
  const { pool, admission, arrive, endOne, served, communities, working } = doors({ waitingCount: AT_WORK })
  const now = performance.now()
  for (let n = 0; n < 300; n++) arrive('flood', now)
  for (let n = 0; n < 10; n++) arrive('quiet', now)
  pool.waitingCount = 0
  // the look of the admission lets the first ones in; each that ends lets in the next
  await until('some are at work', () => served.length > 0)
  while (communities(served).filter((name) => name === 'quiet').length < 10 && working.length > 0) await endOne()
  const turns = communities(served)
  const lastQuiet = turns.lastIndexOf('quiet')
  expect(turns.filter((name) => name === 'quiet')).toHaveLength(10)
  expect(turns.slice(0, lastQuiet).filter((name) => name === 'flood').length).toBeLessThan(AT_WORK)
  admission.stop()
})

it('keeps the order of arrival within a community', async () => {
  const { pool, admission, arrive, endOne, served, working } = doors({ waitingCount: AT_WORK })
  const arrivals = Array.from({ length: 150 }, (_, n) => arrive(n % 3 === 0 ? 'a' : 'b'))
  pool.waitingCount = 0
  await until('some are at work', () => served.length > 0)
  while (served.length < arrivals.length && working.length > 0) await endOne()
  await until('all are served', () => served.length === arrivals.length)
  for (const name of ['a', 'b']) {
    const own = (all: readonly Arrival[]): Arrival[] => all.filter(({ request }) => classOf(request) === name)
    expect(own(served)).toEqual(own(arrivals))
  }
  admission.stop()
})

it('refuses the community whose queue stands, and no other', () => {
  const { admission, arrive, refused, communities } = doors({ waitingCount: AT_WORK })
  const start = performance.now() + 1_000_000
  for (const ms of [0, 31]) arrive('flood', start + ms)
  const late = arrive('flood', start + 532)
  const quiet = arrive('quiet', start + 532)
  expect(refused).toEqual([late])
  expect(communities(refused)).not.toContain('quiet')
  for (let n = 0; n < 20; n++) arrive('quiet', start + 533)
  expect(refused).not.toContain(quiet)
  expect(refused).toHaveLength(1)
  admission.stop()
})

it('takes the room of the community with the most waiting when no more may wait', () => {
  const { admission, arrive, refused } = doors({ waitingCount: AT_WORK })
  const start = performance.now() + 1_000_000
  const flood = Array.from({ length: 5_000 }, () => arrive('flood', start))
  expect(refused).toEqual([])
  arrive('quiet', start)
  expect(refused).toEqual([flood.at(-1)])
  admission.stop()
})

it('lets few wait for a connection while several communities wait', async () => {
  const { pool, admission, arrive, served, communities } = doors({ waitingCount: AT_WORK })
  for (let n = 0; n < 100; n++) arrive('flood')
  arrive('quiet')
  pool.waitingCount = 8
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(served).toEqual([])
  pool.waitingCount = 7
  await until('the next are served', () => served.length > 0)
  expect(communities(served)).toContain('quiet')
  admission.stop()
})
