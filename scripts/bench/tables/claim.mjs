// The table of claims.
import { renderRows } from '../../markdown.mjs'
import { median } from '../statistics.mjs'

/** Milliseconds. */
export function renderClaim(rows) {
  const head = ['communities with rank changes', 'a claim', 'a claim when the platform throttles all']
  const lines = rows.map(({ communities, working, throttled }) => [
    communities.toLocaleString('en'),
    ...[working, throttled].map((values) => median(values).toFixed(2)),
  ])
  return ['**Claim of the next rank change, milliseconds**', renderRows(head, lines)]
}
