// Prints the results as Markdown.
import { renderRows, thousands } from '../markdown.mjs'
import { workloads } from './workloads.mjs'

/** The tables of a run, with a line that says on what machine it was made. */
export function renderTables({ machine, settings, contestants, results, dispatch, memory }) {
  const parts = []
  for (const workload of contestants.length > 0 ? workloads : []) {
    parts.push(`**${workload.label}**`, renderWorkload(workload, contestants, results, memory))
  }
  if (contestants.length > 0) parts.push(renderSettings(settings, contestants, results))
  if (dispatch) parts.push('**Dispatch alone, microseconds a request**', renderDispatch(dispatch))
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

/** The middle value, or the mean of the two in the middle. */
export function median(values) {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = Math.floor(ascending.length / 2)
  return ascending.length % 2 === 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2
}

function ratio(value, reference) {
  return reference === undefined ? '–' : `${(value / reference).toFixed(2)}×`
}

function megabytes(bytes) {
  return bytes ? thousands(bytes / 2 ** 20) : '–'
}
