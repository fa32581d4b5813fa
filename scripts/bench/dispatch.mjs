// The cost of dispatch, from request line to an empty handler, without sockets and database. A process per figure.
import { loadContract } from '../../dist/src/contract/document.js'
import { startChild } from './child.mjs'
import { countOperations } from './padding.mjs'
import { say } from './progress.mjs'
import { median } from './statistics.mjs'

const sizes = [10, 60, 500]
const kinds = ['ours', 'stock']
/** Short: the machine's speed varies between seconds. */
const turns = 10

/** @returns `rows`, one per size: `{operations, ours, stock}`, each microseconds per request by round */
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
    // sequential: measurements must not share the machine
    for (const { row, kind, child } of probes) await child.ask({ kind, operations: row.operations })
    for (let turn = 0; turn < turns; turn++) {
      for (const { child, taken } of probes) taken.push((await child.ask({})).microseconds)
    }
    for (const { row, kind, taken } of probes) row[kind].push(median(taken))
  } finally {
    for (const { child } of probes) child.end()
  }
}
