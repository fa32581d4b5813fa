// The load generator: fixed arrival rate (open loop), timed from the arrival, rejections from sending. An arrival waits
// up to a second for a connection; a rejected one rests during Retry-After.
import { once } from 'node:events'
import net from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { wholeAnswer } from '../bench/wire.mjs'

const patienceMs = 1_000
const tickMs = 1
const openedAtOnce = 50
/** By arrival time. */
const sliceMs = 250

let world = null
/** Of the running step. */
let phase = null

process.on('message', async (job) => {
  try {
    world ??= await openWorld(job)
    process.send(job.rate === null ? await closedLoop(job) : await openLoop(job))
  } catch (error) {
    process.send({ error: error.message })
  }
})

async function openWorld({ port, connections, texts }) {
  const made = { port, texts, connections, sent: 0, free: [] }
  while (made.free.length < connections) {
    const count = Math.min(openedAtOnce, connections - made.free.length)
    made.free.push(...(await Promise.all(Array.from({ length: count }, () => connect(port)))))
  }
  return made
}

async function connect(port) {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  const connection = { socket, received: null, arrivedAt: 0, sentAt: 0, phase: null }
  socket.on('error', () => undefined)
  socket.on('close', () => reopen(connection))
  socket.on('data', (chunk) => {
    const received = connection.received === null ? chunk : Buffer.concat([connection.received, chunk])
    const answer = wholeAnswer(received)
    connection.received = answer ? null : received
    if (answer) settle(connection, answer)
  })
  return connection
}

/** A closed connection is an answer that is missing, unless it was idle. */
function reopen(connection) {
  const index = world.free.indexOf(connection)
  if (index >= 0) world.free.splice(index, 1)
  else connection.phase.counts.other++
  connect(world.port).then(
    (other) => world.free.push(other),
    () => undefined,
  )
}

/** False without a free connection; else on a random one. */
function sendSomewhere(arrivedAt) {
  const { free, texts } = world
  if (free.length === 0) return false
  const [connection] = free.splice(Math.floor(Math.random() * free.length), 1, free.at(-1))
  free.pop()
  Object.assign(connection, { arrivedAt, sentAt: performance.now(), phase })
  connection.socket.write(texts[world.sent++ % texts.length], 'latin1')
  return true
}

function settle(connection, { status, text }) {
  const { arrivedAt, sentAt, phase: of } = connection
  const retryAfter = /\r\nretry-after: *([123])\r\n/i.exec(text)?.[1]
  const kind = status === 200 ? 'served' : status === 503 && retryAfter !== undefined ? 'refused' : 'other'
  const took = Math.max(1, Math.round((performance.now() - (kind === 'served' ? arrivedAt : sentAt)) * 1_000))
  of.counts[kind]++
  of.latency[kind].record(took)
  if (kind === 'served') sliceOf(of, arrivedAt).push(took)
  const free = () => {
    world.free.push(connection)
    of.onFree()
  }
  if (kind === 'refused') setTimeout(free, Number(retryAfter) * 1_000)
  else free()
}

function sliceOf({ startedAt, slices }, arrivedAt) {
  return (slices[Math.max(0, Math.floor((arrivedAt - startedAt) / sliceMs))] ??= [])
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

/** The peak: `width` concurrent requests, alternating over all connections, whose number matters. */
async function closedLoop({ seconds, width }) {
  while (world.free.length < world.connections) await sleep(tickMs)
  let ended = false
  phase = newPhase(() => ended || sendSomewhere(performance.now()))
  for (let i = 0; i < width; i++) sendSomewhere(performance.now())
  await sleep(seconds * 1_000)
  const result = summary(0)
  ended = true
  await sleep(200)
  return result
}

async function openLoop({ rate, seconds }) {
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
  return summary(unsent + waiting.length - first)
}

function summary(unsent) {
  const { startedAt, counts, latency, slices } = phase
  const times = (kind) => ({ p50Ms: latency[kind].percentile(50) / 1_000, p99Ms: latency[kind].percentile(99) / 1_000 })
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    ...{ ...counts, unsent },
    latency: { served: times('served'), refused: times('refused') },
    slices: slices.map(p99),
  }
}

/** Milliseconds. */
function p99(slice) {
  if (!slice || slice.length === 0) return null
  slice.sort((a, b) => a - b)
  return slice[Math.floor(slice.length * 0.99)] / 1_000
}
