// The table of dispatch costs.
import { renderRows } from '../../markdown.mjs'
import { median } from '../statistics.mjs'

/** Microseconds. */
export function renderDispatch({ own, rows }) {
  const head = [
    'operations in the contract',
    'this server: routing, credentials, rules, validation, reply check',
    'openapi-backend without changes: routing, validation',
  ]
  const lines = rows.map(({ operations, ours, stock }) => [
    `${operations}${operations === own ? ' (this contract)' : ''}`,
    spread(ours),
    spread(stock),
  ])
  return ['**Dispatch alone, microseconds of processor time a request**', renderRows(head, lines)]
}

function spread(values) {
  return `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`
}
