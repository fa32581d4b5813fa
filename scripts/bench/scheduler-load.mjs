// Sends rank changes from a separate process.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeOf } from './scheduler-world.mjs'
import { wholeAnswer } from './wire.mjs'

process.once('message', async (job) => {
  const result = await run(job).catch((error) => ({ error: error.message }))
  // after the message was written
  process.send(result, () => process.disconnect())
})

/**
 * From `first`; the first `warmUp` are not measured.
 * @returns changes per second, latencies, and the time each change was sent
 */
async function run(job) {
  const { first, count, warmUp, connections, everyMs } = job
  const state = { next: first, latencies: [], sent: [], startedAt: 0 }
  const startedAt = performance.now()
  const drive = async () => {
    const connection = await connect(job.port, job.status)
    while (state.next < first + count) {
      const number = state.next++
      if (number === first + warmUp) state.startedAt = performance.now()
      if (everyMs !== null) await sleep(Math.max(0, startedAt + (number - first) * everyMs - performance.now()))
      const change = changeOf(number, job.world)
      const sentAt = performance.now()
      await connection.exchange(requestText(job, change))
      if (number < first + warmUp) continue
      state.latencies.push(performance.now() - sentAt)
      state.sent.push([change.userId, performance.timeOrigin + sentAt])
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: connections }, drive))
  const seconds = (performance.now() - state.startedAt) / 1_000
  return { perSecond: (count - warmUp) / seconds, latencies: state.latencies, sent: state.sent }
}

/** Its promise rejects on another status. */
async function connect(port, status) {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  let received = null
  let settle = () => undefined
  const take = (chunk) => {
    received = received === null ? chunk : Buffer.concat([received, chunk])
    const answer = wholeAnswer(received)
    if (!answer) return
    received = null
    settle(answer.status === status ? null : new Error(`the response status is not ${status}: ${answer.text}`))
  }
  socket.on('data', take)
  socket.on('error', (error) => settle(error))
  socket.on('close', () => settle(new Error('the server closed a connection')))
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        settle = (error) => (error ? reject(error) : resolve())
        socket.write(request, 'latin1')
      }),
    end: () => socket.end(),
  }
}

function requestText({ kind, access }, { index, userId, give }) {
  const { communityId, key } = access[index]
  const accepts = kind === 'accept'
  const body = JSON.stringify(accepts ? { userId, rankUniqueId: give, deadlineSeconds: 3_600 } : { rankUniqueId: give })
  const lines = [
    accepts ? 'POST /v2/platform-operations/ranks HTTP/1.1' : `PUT /v2/members/${userId}/rank HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    `X-Community-Id: ${communityId}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(accepts ? [`Idempotency-Key: ${randomUUID()}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
