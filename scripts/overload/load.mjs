// The load generator: fixed arrival rate (open loop), timed from the arrival, rejections from sending. An arrival waits
// up to a second for a connection; a rejected one rests during Retry-After, unless --impatient.
import net from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { wholeAnswer } from '../bench/wire.mjs'

const patienceMs = 1_000
const tickMs = 1
const openedAtOnce = 50
/** By arrival time. */
export const sliceMs = 250

let world = null

process.on('message', async (job) => {
  try {
    world ??= {
      port: job.port,
      most: job.connections,
      texts: job.texts,
      impatient: job.impatient,
      open: 0,
      free: [],
      sent: 0,
      phase: null,
    }
    process.send(job.rate === null ? await closedLoop(job) : await openLoop(job))
  } catch (error) {
    process.send({ error: error.message })
  }
})

/** False without a connection. */
function sendSomewhere(arrivedAt, state) {
  if (state.free.length > 0) send(takeAny(state.free), arrivedAt, state)
  else if (state.open < state.most) open(arrivedAt, state)
  else return false
  return true
}

/** With its first request. */
function open(arrivedAt, state) {
  state.open++
  const socket = net.connect({ host: '127.0.0.1', port: state.port, noDelay: true })
  const connection = { socket, received: null, arrivedAt, phase: null }
  send(connection, arrivedAt, state)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    state.open--
    const index = state.free.indexOf(connection)
    if (index >= 0) state.free.splice(index, 1)
    else connection.phase.closed++
  })
  socket.on('data', (chunk) => {
    const received = connection.received === null ? chunk : Buffer.concat([connection.received, chunk])
    const answer = wholeAnswer(received)
    connection.received = answer ? null : received
    if (answer) settle(connection, answer, state)
  })
}

/** A few at a time. */
async function openAll(state) {
  state.phase = newPhase((connection) => void state.free.push(connection))
  while (state.open < state.most) {
    for (let i = 0; i < openedAtOnce && state.open < state.most; i++) open(performance.now(), state)
    while (state.free.length < state.open) await sleep(tickMs)
  }
}

function send(connection, arrivedAt, state) {
  connection.arrivedAt = arrivedAt
  connection.sentAt = performance.now()
  connection.phase = state.phase
  connection.socket.write(state.texts[state.sent++ % state.texts.length], 'latin1')
}

function settle(connection, { status, text }, state) {
  const { phase, arrivedAt, sentAt } = connection
  const retryAfter = /\r\nretry-after: *([123])\r\n/i.exec(text)?.[1]
  const kind = status === 200 ? 'served' : status === 503 && retryAfter !== undefined ? 'refused' : 'other'
  const took = Math.max(1, Math.round((performance.now() - (kind === 'served' ? arrivedAt : sentAt)) * 1_000))
  phase.counts[kind]++
  phase.latency[kind].record(took)
  if (kind === 'served') sliceOf(phase, arrivedAt).push(took)
  const waitMs = kind === 'refused' && !state.impatient ? Number(retryAfter) * 1_000 : 0
  if (waitMs > 0) setTimeout(() => phase.onFree(connection, state), waitMs)
  else phase.onFree(connection, state)
}

function sliceOf(phase, arrivedAt) {
  const number = Math.max(0, Math.floor((arrivedAt - phase.startedAt) / sliceMs))
  return (phase.slices[number] ??= [])
}

function newPhase(onFree) {
  return {
    startedAt: performance.now(),
    counts: { served: 0, refused: 0, other: 0 },
    latency: { served: createHistogram(), refused: createHistogram(), other: createHistogram() },
    slices: [],
    closed: 0,
    onFree,
  }
}

/** The peak: `width` concurrent requests, alternating over all connections, whose number matters. */
async function closedLoop({ seconds, width }) {
  const state = world
  await openAll(state)
  let ended = false
  state.phase = newPhase((connection) => {
    state.free.push(connection)
    if (!ended) sendSomewhere(performance.now(), state)
  })
  for (let i = 0; i < width; i++) sendSomewhere(performance.now(), state)
  await sleep(seconds * 1_000)
  const result = summary(state.phase, { unsent: 0, open: 0 })
  ended = true
  await sleep(200)
  return result
}

async function openLoop({ rate, seconds }) {
  const state = world
  const waiting = []
  let first = 0
  let unsent = 0
  let arrivals = 0
  state.phase = newPhase((connection) => void state.free.push(connection))
  const { startedAt } = state.phase
  const endsAt = startedAt + seconds * 1_000
  const cpuBefore = process.cpuUsage()
  for (let now = startedAt; now < endsAt; now = performance.now()) {
    for (const due = ((now - startedAt) * rate) / 1_000; arrivals < due; arrivals++) {
      waiting.push(startedAt + (arrivals * 1_000) / rate)
    }
    for (; first < waiting.length && now - waiting[first] > patienceMs; first++) unsent++
    while (first < waiting.length && sendSomewhere(waiting[first], state)) first++
    if (first > 10_000) {
      waiting.splice(0, first)
      first = 0
    }
    await sleep(tickMs)
  }
  // never sent
  unsent += waiting.length - first
  const { user, system } = process.cpuUsage(cpuBefore)
  return summary(state.phase, { unsent, arrivals, loadCpu: (user + system) / 1e6 / seconds })
}

/** Random. */
function takeAny(free) {
  const index = Math.floor(Math.random() * free.length)
  const [taken] = free.splice(index, 1, free.at(-1))
  free.pop()
  return taken
}

function summary({ startedAt, counts, latency, slices, closed }, more) {
  const percentile = (kind, of) => latency[kind].percentile(of) / 1_000
  const times = (kind) => ({
    p50Ms: percentile(kind, 50),
    p99Ms: percentile(kind, 99),
    maxMs: latency[kind].max / 1_000,
  })
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    ...counts,
    closed,
    latency: { served: times('served'), refused: times('refused') },
    slices: slices.map((slice) => p99(slice)),
    ...more,
  }
}

/** Milliseconds. */
function p99(slice) {
  if (!slice || slice.length === 0) return null
  slice.sort((a, b) => a - b)
  return slice[Math.floor(slice.length * 0.99)] / 1_000
}
