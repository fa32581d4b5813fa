// Rank changes on their way through the queue.
import { renderRows, thousands } from '../../markdown.mjs'
import { poolSize } from '../fleet.mjs'
import { concurrency, platformDelayMs, schedulerLabels } from '../scheduler.mjs'
import { median } from '../statistics.mjs'
import { ratioCell } from './cells.mjs'

/** What is accepted and carried out, and how long a change takes. */
export function renderScheduler({ rounds, results, operations }) {
  return [
    '**Rank changes: accepted, and carried out**',
    renderThroughput(results),
    `**Rank changes: milliseconds, where the platform answers a call after ${platformDelayMs} ms**`,
    renderLatency(results),
    [
      `Medians of ${rounds} interleaved rounds. ${thousands(operations)} changes of as many members of four communities are`,
      `accepted on ${poolSize} keep-alive connections while no worker runs, then carried out by one worker, ${concurrency} at a`,
      'time, against the simulator in a process of its own; the rate is that between its first write and its last. Every change',
      'is four calls: look, give, take, look. All were seen to end well and to be in the journal of the simulator once. The',
      'plain queue takes the same bytes, adds one job and makes the four calls: no credentials, no keys, no history, no fairness,',
      'no checks. "Over the calls" is what a contestant adds at the median to the four calls made alone.',
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
      'waited for, one at a time: p50',
      ...head,
      'waited for, eight at a time: p50',
      ...head,
      'accepted to ended: p50',
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
