// The hot routes beside the peers.
import { renderRows, thousands } from '../../markdown.mjs'
import { pairedRatio, pick } from '../statistics.mjs'
import { workloads } from '../workloads.mjs'
import { medianCell, megabytes, rateCells, ratioCell } from './cells.mjs'

/** A table for each workload, and how it was measured. */
export function renderHot({ settings, contestants, results, memory }) {
  const tables = workloads.flatMap((workload) => [
    `**${workload.label}**`,
    renderWorkload(workload.id, contestants, results, memory),
  ])
  return [...tables, renderSettings(settings, contestants, results)]
}

function renderWorkload(workload, contestants, results, memory) {
  const roundsOf = (id) => results[id]?.[workload]
  const rows = contestants.map(({ id, label }) => {
    const rounds = roundsOf(id)
    const over = (peer, figure) => ratioCell(pairedRatio(rounds, roundsOf(peer), figure))
    return [
      label,
      ...rateCells(rounds),
      over('fastify', 'perSecond'),
      over('express', 'perSecond'),
      over('database', 'perSecond'),
      medianCell(rounds, 'cpuMicroseconds'),
      id === 'database' ? '–' : over('fastify', 'cpuMicroseconds'),
      medianCell(rounds, 'postgresMicroseconds'),
      // requests a busy core: the less time each takes, the more there are
      ratioCell(pairedRatio(roundsOf('database'), rounds, 'busyMicroseconds')),
      `${medianCell(rounds, 'p50Ms', 2)} / ${medianCell(rounds, 'p99Ms', 2)}`,
      megabytes(memory[id]),
    ]
  })
  return renderRows(head, rows)
}

const head = [
  '',
  'a second',
  'min–max',
  'of Fastify + pg',
  'of Express + pg',
  'of the database',
  'own CPU µs each',
  "of Fastify's",
  "PostgreSQL's CPU µs each",
  'a busy core, of the database',
  'p50 / p99 ms',
  'RSS MB',
]

function renderSettings({ rounds, seconds, members, connections }, contestants, results) {
  const used = contestants.flatMap(({ id }) => Object.values(results[id]).flatMap((all) => pick(all, 'loadCpu')))
  const sentences = [
    `Medians of ${rounds} interleaved rounds of ${seconds} s, ratios those of each round; ${thousands(members)} members; ${connections} keep-alive`,
    `connections to each server and ${connections} from it to one PostgreSQL that waits for its disk. Every server is one process and`,
    'gets the same bytes; all were seen to give the same answers, and every counted award was found in the database. Only this',
    'server checks keys, rates, scopes, plans and replies, and writes a log. Processor time depends far less than',
    "rates on what else the machine does. A busy core: requests by the processor time of the server and of PostgreSQL together (pgbench's own",
    "counts as the server's), as a share of what pgbench makes of it. RSS at the end.",
  ]
  if (used.length > 0)
    sentences.push(`The load generator used at most ${Math.round(Math.max(...used) * 100)}% of a core.`)
  return sentences.join(' ')
}
