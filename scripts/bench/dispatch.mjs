// What dispatch alone costs: from a request line to a validated call of a handler that does nothing, in one process,
// without sockets or database. Each figure comes from a process of its own, so that none is compiled for another's sake.
import { loadContract } from '../../dist/src/contract/document.js'
import { startChild } from './child.mjs'
import { countOperations } from './padding.mjs'
import { say } from './progress.mjs'
import { median } from './statistics.mjs'

const sizes = [10, 60, 500]
const kinds = ['ours', 'stock']
/** So many short turns for each in a round: the machine is faster in one second than in the next, and slows all of them alike. */
const turns = 10

/**
 * Measures both dispatchers at each size of contract, by turns.
 * @returns `rows`, one per size: `{operations, ours, stock}`, each a list of microseconds per request, the median of a round's turns
 */
export async function measureDispatch({ rounds }) {
  const own = countOperations(loadContract())
  const ascending = [...new Set([...sizes, own])].sort((a, b) => a - b)
  const rows = ascending.map((operations) => ({ operations, ours: [], stock: [] }))
  for (let round = 1; round <= rounds; round++) {
    await measureRound(rows)
    say(
      `round ${round} of ${rounds}: ${rows.map((row) => `${row.ours.at(-1).toFixed(1)} µs at ${row.operations}`).join(', ')}`,
    )
  }
  return { own, rows }
}

async function measureRound(rows) {
  const probes = rows.flatMap((row) =>
    kinds.map((kind) => ({ row, kind, child: startChild('dispatch-probe.mjs'), taken: [] })),
  )
  try {
    // one after the other: no two share the machine
    for (const { row, kind, child } of probes) await child.ask({ kind, operations: row.operations })
    for (let turn = 0; turn < turns; turn++) {
      for (const { child, taken } of probes) taken.push((await child.ask({})).microseconds)
    }
    for (const { row, kind, taken } of probes) row[kind].push(median(taken))
  } finally {
    for (const { child } of probes) child.end()
  }
}
