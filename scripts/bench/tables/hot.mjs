// The tables of reads and awards.
import { renderRows, thousands } from '../../markdown.mjs'
import { pairedRatio } from '../statistics.mjs'
import { workloads } from '../workloads.mjs'
import { medianCell, megabytes, rateCells, ratioCell } from './cells.mjs'

/** A table per workload, and the method. */
export function renderHot({ settings, contestants, results, memory }) {
  const tables = workloads.flatMap((workload) => [
    `**${workload.label}**`,
    renderWorkload(workload.id, contestants, results, memory),
  ])
  return [...tables, renderSettings(settings)]
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
      medianCell(rounds, 'cpuMicroseconds'),
      over('fastify', 'cpuMicroseconds'),
      medianCell(rounds, 'postgresMicroseconds'),
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
  'own CPU µs each',
  "of Fastify's",
  "PostgreSQL's CPU µs each",
  'p50 / p99 ms',
  'RSS MB',
]

function renderSettings({ rounds, seconds, members, connections }) {
  return [
    `Medians of ${rounds} interleaved rounds of ${seconds} s, ratios per round; ${thousands(members)} members; ${connections} keep-alive`,
    `connections to each server and ${connections} from it to one PostgreSQL with synchronous commit. Every server is one process and`,
    'gets the same requests; all gave the same responses, and every counted award was found in the database. Only this',
    'server checks keys, rates, scopes, plans and replies, and writes a log. Processor time depends far less than',
    'rates on other processes. RSS at the end.',
  ].join(' ')
}
