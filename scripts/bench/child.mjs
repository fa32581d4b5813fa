// Runs a job in a child process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * @returns the message it sends
 * @throws when it sends an `error`, or ends without a message
 */
export async function runChild(script, job) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)))
  child.send(job)
  let result = endedEarly
  child.once('message', (message) => (result = message))
  await once(child, 'exit')
  return resultOf(script, result)
}

/** Answers one job at a time until it is stopped. */
export function startChild(script) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)))
  const ended = once(child, 'exit').then(() => [endedEarly])
  return {
    async ask(job) {
      child.send(job)
      const [result] = await Promise.race([once(child, 'message'), ended])
      return resultOf(script, result)
    },
    end: () => child.kill(),
  }
}

const endedEarly = { error: 'the child process ended without a message' }

function resultOf(script, result) {
  if (result.error) throw new Error(`${script}: ${result.error}`)
  return result
}
