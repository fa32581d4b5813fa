// Sends rank changes from a separate process.
import { randomUUID } from 'node:crypto'
import { changeOf } from './scheduler-world.mjs'

process.once('message', async (job) => {
  const result = await run(job).catch((error) => ({ error: error.message }))
  // after the message was written
  process.send(result, () => process.disconnect())
})

/**
 * From `first`; the first `warmUp` are not measured.
 * @returns accepted changes per second
 */
async function run({ first, count, warmUp, connections, ...job }) {
  let next = first
  let startedAt = 0
  const drive = async () => {
    while (next < first + count) {
      const number = next++
      if (number === first + warmUp) startedAt = performance.now()
      await accept(job, changeOf(number, job.world))
    }
  }
  await Promise.all(Array.from({ length: connections }, drive))
  return { perSecond: ((count - warmUp) * 1_000) / (performance.now() - startedAt) }
}

/** @throws on another status */
async function accept({ port, access }, { index, userId, give }) {
  const { communityId, key } = access[index]
  const response = await fetch(`http://127.0.0.1:${port}/v2/platform-operations/ranks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'x-community-id': communityId,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ userId, rankUniqueId: give, deadlineSeconds: 3_600 }),
  })
  const text = await response.text()
  if (response.status !== 202) throw new Error(`the response status is not 202: ${response.status} ${text}`)
}
