// The table of reads of many members.
import { renderRows, thousands } from '../../markdown.mjs'
import { pairedRatio } from '../statistics.mjs'
import { medianCell, ratioCell } from './cells.mjs'

export function renderReading({ settings, workloads, results }) {
  const one = results[workloads[0].id]
  const rows = workloads.map(({ id, label }) => {
    const rounds = results[id]
    return [
      label,
      ...[medianCell(rounds, 'p50Ms', 2), medianCell(rounds, 'p99Ms', 2)],
      ...[
        medianCell(rounds, 'busyP50Ms', 2),
        medianCell(rounds, 'busyP99Ms', 2),
        medianCell(rounds, 'awardsPerSecond'),
      ],
      medianCell(rounds, 'busyMicroseconds'),
      ratioCell(pairedRatio(rounds, one, 'busyMicroseconds')),
    ]
  })
  const head = [
    '',
    'p50 ms',
    'p99 ms',
    'p50 ms with awards',
    'p99 ms',
    'awards a second',
    'CPU µs each',
    'of one member',
  ]
  const { rounds, seconds, connections, awardConnections, members } = settings
  return [
    '**Reads of many members**',
    renderRows(head, rows),
    [
      `Medians of ${rounds} rounds of ${seconds} s; ${thousands(members)} members, ${connections} connections;`,
      `with awards: ${awardConnections} more that award one point at a time. CPU with PostgreSQL.`,
    ].join(' '),
  ]
}
