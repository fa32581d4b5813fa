// What dispatch alone costs: from a request line to a validated call of a handler that does nothing, in one process,
// without sockets or database. Each figure comes from a process of its own, so that none is compiled for another's sake.
import { loadContract } from '../../dist/src/contract/document.js'
import { runChild } from './child.mjs'
import { countOperations } from './padding.mjs'
import { say } from './progress.mjs'

const sizes = [10, 60, 500]

/**
 * Measures both dispatchers at each size of contract, interleaved.
 * @returns `rows`, one per size: `{operations, ours, stock}`, each a list of microseconds per request
 */
export async function measureDispatch({ rounds }) {
  const own = countOperations(loadContract())
  const ascending = [...new Set([...sizes, own])].sort((a, b) => a - b)
  const rows = ascending.map((operations) => ({ operations, ours: [], stock: [] }))
  for (let round = 1; round <= rounds; round++) {
    for (const row of rows) {
      for (const kind of ['ours', 'stock']) row[kind].push(await runProbe(kind, row.operations))
    }
    say(
      `round ${round} of ${rounds}: ${rows.map((row) => `${row.ours.at(-1).toFixed(1)} µs at ${row.operations}`).join(', ')}`,
    )
  }
  return { own, rows }
}

async function runProbe(kind, operations) {
  const { microseconds } = await runChild('dispatch-probe.mjs', { kind, operations })
  return microseconds
}
