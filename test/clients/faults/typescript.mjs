// Reads scenarios (scenarios.ts) from standard input, and prints one JSON line for each: {"id", "outcome"}.
import { text } from 'node:stream/consumers'
import { createClient } from '../../../clients/typescript/src/index.ts'

const increment = { op: 'increment', amount: 150 }

const actions = {
  award: (client, userId) => client.award({ userId, experience: increment }),
  changeExperience: (client, userId) => client.changeExperience({ path: { userId }, body: increment }),
  changeRank: (client, userId) => client.changeRank({ userId, move: 'promote' }),
  promoteMember: (client, userId) => client.promoteMember({ path: { userId } }),
}

async function outcomeOf({ baseUrl, key, communityId, action, userId }) {
  try {
    const { status, error } = await actions[action](createClient({ baseUrl, key, communityId }), userId)
    return action !== 'changeRank' || status === 'succeeded' ? 'done' : `${status}: ${error?.code}`
  } catch (error) {
    return `${error.code ?? 'no answer'}${error.maybeDone ? '?' : ''}`
  }
}

const waiting = JSON.parse(await text(process.stdin))
const work = async () => {
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    console.log(JSON.stringify({ id: one.id, outcome: await outcomeOf(one) }))
  }
}
await Promise.all(Array.from({ length: 20 }, work))
