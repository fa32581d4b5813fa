// Prints the results as Markdown.
import { renderRows, thousands } from '../markdown.mjs'
import { poolSize } from './fleet.mjs'
import { concurrency, platformDelayMs, schedulerLabels } from './scheduler.mjs'
import { workloads } from './workloads.mjs'

/** The tables of a run, with a line that says on what machine it was made. */
export function renderTables({ machine, settings, contestants, results, dispatch, memory, scheduler }) {
  const parts = []
  for (const workload of contestants.length > 0 ? workloads : []) {
    parts.push(`**${workload.label}**`, renderWorkload(workload, contestants, results, memory))
  }
  if (contestants.length > 0) parts.push(renderSettings(settings, contestants, results))
  if (dispatch) parts.push('**Dispatch alone, microseconds a request**', renderDispatch(dispatch))
  if (scheduler) parts.push(...renderScheduler(settings, scheduler))
  return [...parts, machine].join('\n\n')
}

function renderWorkload({ id: workload }, contestants, results, memory) {
  const perSecond = (id) => results[id] && median(results[id][workload].map((result) => result.perSecond))
  const rows = contestants.map(({ id, label }) => {
    const rounds = results[id][workload]
    const rates = rounds.map((result) => result.perSecond)
    return [
      label,
      thousands(median(rates)),
      `${thousands(Math.min(...rates))}–${thousands(Math.max(...rates))}`,
      ratio(median(rates), perSecond('express')),
      ratio(median(rates), perSecond('database')),
      rounds[0].cpuMicroseconds ? Math.round(median(rounds.map((result) => result.cpuMicroseconds))) : '–',
      median(rounds.map((result) => result.p50Ms)).toFixed(2),
      median(rounds.map((result) => result.p99Ms)).toFixed(2),
      megabytes(memory[id]),
    ]
  })
  const head = [
    '',
    'a second',
    'min–max',
    'of Express + pg',
    'of the database',
    'CPU µs each',
    'p50 ms',
    'p99 ms',
    'RSS MB',
  ]
  return renderRows(head, rows)
}

function renderSettings({ rounds, seconds, members, connections }, contestants, results) {
  const used = contestants.flatMap(({ id }) =>
    workloads.flatMap((workload) => results[id][workload.id].map(({ loadCpu }) => loadCpu ?? 0)),
  )
  const sentences = [
    `Medians of ${rounds} interleaved rounds of ${seconds} s; ${thousands(members)} members; ${connections} keep-alive connections`,
    `to each server and ${connections} from it to one PostgreSQL that waits for its disk. Every server is one process and gets`,
    'the same bytes; all were seen to give the same answers, and every counted award was found in the database. Only this',
    'server checks keys, rates, scopes, plans and replies, and writes a log. RSS at the end of the run.',
  ]
  const most = Math.max(...used)
  if (most > 0) sentences.push(`The load generator used at most ${Math.round(most * 100)}% of a core.`)
  return sentences.join(' ')
}

function renderDispatch(rows) {
  const cells = (values) =>
    `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`
  const head = [
    'operations in the contract',
    'this server: routing, credentials, rules, validation, reply check',
    'openapi-backend as it comes: routing, validation',
  ]
  return renderRows(
    head,
    rows.map(({ operations, ours, stock }) => [String(operations), cells(ours), cells(stock)]),
  )
}

function renderScheduler({ rounds }, { results, operations }) {
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
      ratio(median(rates), reference),
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

/** The middle value, or the mean of the two in the middle. */
export function median(values) {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = Math.floor(ascending.length / 2)
  return ascending.length % 2 === 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2
}

function signed(value) {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`
}

function ratio(value, reference) {
  return reference === undefined ? '–' : `${(value / reference).toFixed(2)}×`
}

function megabytes(bytes) {
  return bytes ? thousands(bytes / 2 ** 20) : '–'
}
