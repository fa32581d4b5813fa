// The tables of rank changes.
import { renderRows, thousands } from '../../markdown.mjs'
import { poolSize } from '../fleet.mjs'
import { concurrency, schedulerLabels } from '../scheduler.mjs'
import { median } from '../statistics.mjs'
import { ratioCell } from './cells.mjs'

export function renderScheduler({ rounds, results, operations }) {
  return [
    '**Rank changes: acceptance and execution**',
    renderThroughput(results),
    [
      `Medians of ${rounds} interleaved rounds. ${thousands(operations)} changes of as many members of four communities are`,
      `accepted on ${poolSize} keep-alive connections without a worker, then executed by one worker, ${concurrency} at a`,
      'time, with the simulator in a separate process; the rate is measured between its first and last write. Every change',
      'has four calls: read, assign, unassign, read. All succeeded and are in the journal of the simulator once. The',
      'plain queue gets the same requests, adds one job and makes the four calls: no credentials, keys, history, fairness',
      'or checks.',
    ].join(' '),
  ]
}

function renderThroughput(results) {
  const cells = (id, part) => {
    const rates = results[id].map((round) => round[part].perSecond)
    const reference = median(results.plain.map((round) => round[part].perSecond))
    return [
      thousands(median(rates)),
      `${thousands(Math.min(...rates))}–${thousands(Math.max(...rates))}`,
      ratioCell(median(rates) / reference),
      Math.round(median(results[id].map((round) => round[part].cpuMicroseconds))),
    ]
  }
  const head = ['accepted a second', 'min–max', 'of the plain queue', 'CPU µs each']
  return renderRows(
    ['', ...head, head[0].replace('accepted', 'carried out'), ...head.slice(1)],
    schedulerLabels.map(({ id, label }) => [label, ...cells(id, 'accepted'), ...cells(id, 'dispatched')]),
  )
}
