// What dispatch alone costs: from a request line to a validated call of a handler that does nothing, in one process,
// without sockets or database. Each figure comes from a process of its own, so that none is compiled for another's sake.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { loadContract } from '../../dist/src/contract/document.js'
import { countOperations } from './padding.mjs'

const probe = fileURLToPath(new URL('dispatch-probe.mjs', import.meta.url))
const sizes = [60, 500]

/**
 * Measures both dispatchers at each size of contract, interleaved.
 * @returns one entry per size: `{operations, ours, stock}`, each a list of microseconds per request
 */
export async function measureDispatch({ rounds }, say) {
  const own = countOperations(loadContract())
  const rows = [own, ...sizes.filter((size) => size > own)].map((operations) => ({ operations, ours: [], stock: [] }))
  for (let round = 1; round <= rounds; round++) {
    for (const row of rows) {
      for (const kind of ['ours', 'stock']) row[kind].push(await runProbe(kind, row.operations))
    }
    say(`round ${round} of ${rounds}, dispatch alone`)
  }
  return rows
}

async function runProbe(kind, operations) {
  const child = fork(probe)
  child.send({ kind, operations })
  const [[{ microseconds, error }]] = await Promise.all([once(child, 'message'), once(child, 'exit')])
  if (error) throw new Error(`dispatch (${kind}): ${error}`)
  return microseconds
}
