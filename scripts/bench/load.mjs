// The load generator: keep-alive connections in a closed loop. Plain sockets, because client and server share the
// machine.
import net from 'node:net'
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { wholeAnswer } from './wire.mjs'
import { firstUserId } from './workloads.mjs'

process.once('message', async (job) => {
  process.send(await run({ ...job, requests: job.requests ?? Infinity }).catch((error) => ({ error: error.message })))
  process.disconnect()
})

/** Do not keep the process alive. */
const unheld = { ref: false }

async function run(job) {
  const state = { measuring: false, ended: false, completed: 0, measured: 0, latency: createHistogram() }
  const connections = Array.from({ length: job.connections }, (_, index) =>
    drive(job, job.ports[index % job.ports.length], state),
  )
  const all = Promise.all(connections)
  await Promise.race([all, sleep(job.warmUpSeconds * 1_000, undefined, unheld)])
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  state.measuring = true
  await Promise.race([all, sleep(job.seconds * 1_000, undefined, unheld)])
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  state.measuring = false
  state.ended = true
  await all
  return {
    perSecond: state.measured / seconds,
    p50Ms: state.latency.percentile(50) / 1_000,
    p99Ms: state.latency.percentile(99) / 1_000,
    completed: state.completed,
    loadCpu: (user + system) / 1e6 / seconds,
  }
}

/** Rejects on a missing response or a status other than 200. */
function drive(job, port, state) {
  return new Promise((resolve, reject) => {
    // one buffer: Node allocates 64 kB per response
    const onread = { buffer: Buffer.alloc(65_536), callback: (length, buffer) => receive(buffer.subarray(0, length)) }
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true, onread })
    let received = null
    let sentAt = 0
    const send = () => {
      sentAt = performance.now()
      socket.write(requestText(job), 'latin1')
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () =>
      state.ended || state.completed >= job.requests ? resolve() : reject(new Error('the server closed a connection')),
    )
    /** False stops reading. */
    const receive = (chunk) => {
      const all = received === null ? chunk : Buffer.concat([received, chunk])
      try {
        if (!isWhole(all)) {
          received = Buffer.from(all)
          return true
        }
      } catch (error) {
        socket.destroy(error)
        return false
      }
      received = null
      state.completed++
      if (state.measuring) {
        state.measured++
        state.latency.record(Math.max(1, Math.round((performance.now() - sentAt) * 1_000)))
      }
      if (state.ended || state.completed >= job.requests) socket.end()
      else send()
      return true
    }
    // else the end is not reported
    socket.resume()
  })
}

function requestText({ texts, members }) {
  const [before, after] = texts[Math.floor(Math.random() * texts.length)]
  return after === undefined ? before : `${before}${firstUserId + Math.floor(Math.random() * members)}${after}`
}

/** @throws when the status is not 200 */
function isWhole(received) {
  const answer = wholeAnswer(received)
  if (answer && answer.status !== 200) throw new Error(`the response status is not 200: ${answer.text}`)
  return answer !== null
}
