// The tables of rank changes.
import { renderRows, thousands } from '../../markdown.mjs'
import { poolSize } from '../fleet.mjs'
import { concurrency, platformDelayMs, schedulerLabels } from '../scheduler.mjs'
import { median } from '../statistics.mjs'
import { ratioCell } from './cells.mjs'

export function renderScheduler({ rounds, results, operations }) {
  return [
    '**Rank changes: acceptance and execution**',
    renderThroughput(results),
    `**Rank changes: milliseconds, when the platform responds after ${platformDelayMs} ms**`,
    renderLatency(results),
    [
      `Medians of ${rounds} interleaved rounds. ${thousands(operations)} changes of as many members of four communities are`,
      `accepted on ${poolSize} keep-alive connections without a worker, then executed by one worker, ${concurrency} at a`,
      'time, with the simulator in a separate process; the rate is measured between its first and last write. Every change',
      'has four calls: read, assign, unassign, read. All succeeded and are in the journal of the simulator once. The',
      'plain queue gets the same requests, adds one job and makes the four calls: no credentials, keys, history, fairness',
      'or checks. "Over the calls" is the median overhead over the four calls.',
    ].join(' '),
  ]
}

function renderThroughput(results) {
  const contestants = schedulerLabels.filter(({ id }) => results[id][0].accepted)
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
    contestants.map(({ id, label }) => [label, ...cells(id, 'accepted'), ...cells(id, 'dispatched')]),
  )
}

function renderLatency(results) {
  const of = (id, part, name) => median(results[id].map((round) => round[part][name]))
  const cells = (id, part, calls) => {
    if (!results[id][0][part]) return ['–', '–', '–']
    const added = id === 'direct' ? '–' : signed(of(id, part, 'p50Ms') - of('direct', calls, 'p50Ms'))
    return [of(id, part, 'p50Ms').toFixed(1), of(id, part, 'p99Ms').toFixed(1), added]
  }
  const head = ['p99', 'over the calls']
  return renderRows(
    [
      '',
      'synchronous, one at a time: p50',
      ...head,
      'synchronous, eight at a time: p50',
      ...head,
      'acceptance to end: p50',
      ...head,
    ],
    schedulerLabels.map(({ id, label }) => [
      label,
      ...cells(id, 'alone', 'alone'),
      ...cells(id, 'together', 'together'),
      ...cells(id, 'later', 'alone'),
    ]),
  )
}

function signed(value) {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}
