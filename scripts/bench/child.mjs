// Work in a process of its own: it gets a job, sends a result, and ends.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Runs a script of this directory.
 * @returns what it sends before it ends
 * @throws when it sends an `error`, or ends without a word
 */
export async function runChild(script, job) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)))
  child.send(job)
  let result = endedEarly
  child.once('message', (message) => (result = message))
  await once(child, 'exit')
  return resultOf(script, result)
}

/** Starts a script, named from this directory, that answers each job with a result, one at a time, until it is ended. */
export function startChild(script) {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)))
  const ended = once(child, 'exit').then(() => [endedEarly])
  return {
    /** @throws as `runChild` */
    async ask(job) {
      child.send(job)
      const [result] = await Promise.race([once(child, 'message'), ended])
      return resultOf(script, result)
    },
    end: () => child.kill(),
  }
}

const endedEarly = { error: 'it ended without a word' }

function resultOf(script, result) {
  if (result.error) throw new Error(`${script}: ${result.error}`)
  return result
}
