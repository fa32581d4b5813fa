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
  let result = { error: 'it ended without a word' }
  child.once('message', (message) => (result = message))
  await once(child, 'exit')
  if (result.error) throw new Error(`${script}: ${result.error}`)
  return result
}
