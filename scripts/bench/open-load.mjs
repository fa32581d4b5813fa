// A load with a fixed arrival rate (open loop), timed from the arrival. An arrival waits up to a second for a connection; a
// connection whose request was rejected rests during Retry-After. wrk has closed loops only.
import { once } from 'node:events'
import net from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../command.ts'

const patienceMs = 1_000
const tickMs = 1
const openedAtOnce = 50
/** Latencies are summed up by the time of arrival, in slices of this length. */
const sliceMs = 250
const headEnd = '\r\n\r\n'

/** Null: the response is not complete. @throws without Content-Length */
function statusOf(received) {
  const end = received.indexOf(headEnd)
  if (end < 0) return null
  const head = received.latin1Slice(0, end + 2)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`a response has no Content-Length: ${head}`)
  if (received.length < end + headEnd.length + Number(length)) return null
  return { status: Number(head.slice(9, 12)), retryAfter: /\r\nretry-after: *([123])\r\n/i.exec(head)?.[1] }
}

/** @param texts whole requests, which are sent in turn */
export async function openLoad(port, connections, texts) {
  const free = []
  let [sent, isClosed] = [0, false]
  /** What the running step has counted; null between steps. */
  let phase = null

  const connect = async () => {
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
    await once(socket, 'connect')
    const connection = { socket, received: null, arrivedAt: 0, sentAt: 0, phase: null }
    socket.on('error', () => undefined)
    socket.on('close', () => isClosed || reopen(connection))
    socket.on('data', (chunk) => {
      // an idle connection that the server closes
      if (connection.phase === null) return
      const received = connection.received === null ? chunk : Buffer.concat([connection.received, chunk])
      const answer = statusOf(received)
      connection.received = answer ? null : received
      if (answer) settle(connection, answer)
    })
    free.push(connection)
  }

  /** A closed connection is an answer that is missing, unless it was idle. */
  const reopen = (connection) => {
    const index = free.indexOf(connection)
    if (index >= 0) free.splice(index, 1)
    else if (connection.phase !== null) connection.phase.counts.other++
    connect().catch(() => undefined)
  }

  /** Sends on a random free connection. @returns false without one */
  const sendSomewhere = (arrivedAt) => {
    if (free.length === 0) return false
    const [connection] = free.splice(Math.floor(Math.random() * free.length), 1, free.at(-1))
    free.pop()
    Object.assign(connection, { arrivedAt, sentAt: performance.now(), phase })
    connection.socket.write(texts[sent++ % texts.length], 'latin1')
    return true
  }

  const settle = (connection, { status, retryAfter }) => {
    const { arrivedAt, sentAt, phase: of } = connection
    const kind = status === 200 ? 'served' : status === 503 && retryAfter !== undefined ? 'refused' : 'other'
    const took = Math.max(1, Math.round((performance.now() - (kind === 'served' ? arrivedAt : sentAt)) * 1_000))
    of.counts[kind]++
    of.latency[kind].record(took)
    if (kind === 'served') (of.slices[Math.max(0, Math.floor((arrivedAt - of.startedAt) / sliceMs))] ??= []).push(took)
    connection.phase = null
    const release = () => {
      if (!connection.socket.destroyed) free.push(connection)
      of.onFree()
    }
    if (kind === 'refused') setTimeout(release, Number(retryAfter) * 1_000)
    else release()
  }

  while (free.length < connections)
    await Promise.all(Array.from({ length: Math.min(openedAtOnce, connections - free.length) }, connect))

  return {
    /** `width` concurrent requests, alternating over all connections, whose number matters. */
    async peak(width, seconds) {
      while (free.length < connections) await sleep(tickMs)
      let ended = false
      phase = newPhase(() => ended || sendSomewhere(performance.now()))
      for (let i = 0; i < width; i++) sendSomewhere(performance.now())
      await sleep(seconds * 1_000)
      const result = summaryOf(phase, 0)
      ended = true
      await sleep(200)
      return result
    },
    async arrivals(rate, seconds) {
      phase = newPhase(() => undefined)
      const { startedAt } = phase
      const waiting = []
      let [first, unsent, arrivals] = [0, 0, 0]
      for (let now = startedAt; now < startedAt + seconds * 1_000; now = performance.now()) {
        for (const due = ((now - startedAt) * rate) / 1_000; arrivals < due; arrivals++)
          waiting.push(startedAt + (arrivals * 1_000) / rate)
        for (; first < waiting.length && now - waiting[first] > patienceMs; first++) unsent++
        while (first < waiting.length && sendSomewhere(waiting[first])) first++
        await sleep(tickMs)
      }
      return summaryOf(phase, unsent + waiting.length - first)
    },
    close() {
      isClosed = true
      for (const { socket } of free) socket.destroy()
    },
  }
}

function newPhase(onFree) {
  return {
    startedAt: performance.now(),
    counts: { served: 0, refused: 0, other: 0 },
    latency: { served: createHistogram(), refused: createHistogram(), other: createHistogram() },
    slices: [],
    onFree,
  }
}

/** `slices` has the p99 of each, in milliseconds; null: nothing was served. */
function summaryOf({ startedAt, counts, latency, slices }, unsent) {
  const times = (kind) => ({ p50Ms: latency[kind].percentile(50) / 1_000, p99Ms: latency[kind].percentile(99) / 1_000 })
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    ...counts,
    unsent,
    latency: { served: times('served'), refused: times('refused') },
    slices: Array.from(slices, (slice) => (slice ? percentile(slice, 0.99) / 1_000 : null)),
  }
}
