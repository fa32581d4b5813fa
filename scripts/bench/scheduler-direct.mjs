// Platform calls of a rank change without queue and database: the lower limit of latency.
import { ranks, changeOf } from './scheduler-world.mjs'
import { changeRank } from './servers/plain-change.mjs'

process.once('message', async (job) => {
  process.send(await run(job).catch((error) => ({ error: error.message })))
  process.disconnect()
})

async function run({ platformUrl, world, first, count, warmUp, connections }) {
  const managed = [ranks.private, ranks.sergeant]
  const latencies = []
  let next = first
  const drive = async () => {
    while (next < first + count) {
      const number = next++
      const { index, userId, give } = changeOf(number, world)
      const startedAt = performance.now()
      await changeRank(platformUrl, { ...world.groups[index], userId, give, managed })
      if (number >= first + warmUp) latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: connections }, drive))
  return { latencies }
}
