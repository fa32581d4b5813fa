// The tables of this server alone.
import { renderRows, thousands } from '../../markdown.mjs'
import { median, pairedRatio, pairedRatios } from '../statistics.mjs'
import { workloads } from '../workloads.mjs'
import { medianCell, megabytes, rateCells, ratioCell } from './cells.mjs'

/** Relative to the smallest. */
export function renderSizes({ settings, sizes, workloads: asked, results }) {
  const [smallest] = sizes
  const rows = asked.flatMap(({ id, label }) =>
    sizes.map((size) => {
      const [rounds, reference] = [results[size][id], results[smallest][id]]
      return [
        `${label.split(':')[0]}, ${thousands(size)}`,
        ...rateCells(rounds),
        ratioCell(pairedRatio(reference, rounds, 'perSecond')),
        medianCell(rounds, 'busyMicroseconds'),
        ratioCell(pairedRatio(rounds, reference, 'busyMicroseconds')),
      ]
    }),
  )
  const head = ['', 'a second', 'min–max', 'time of that at 1,000', 'CPU µs each, with PostgreSQL', 'of that at 1,000']
  return [
    '**By the number of members, and of responses to one form**',
    renderRows(head, rows),
    `${howMeasured(settings)}; each size has a separate database; members and pages are random.`,
  ]
}

/** This server and Fastify by number of connections. */
export function renderConnections({ settings, counts, results }) {
  const tables = workloads.flatMap(({ id, label }) => {
    const rows = counts.map((count) => {
      const [own, peer] = [results[`ours ${count}`][id], results[`fastify ${count}`][id]]
      const rates = pairedRatios(own, peer, 'perSecond')
      const spread = `${Math.min(...rates).toFixed(2)}–${Math.max(...rates).toFixed(2)}`
      const wait = ratioCell(pairedRatio(own, peer, 'p50Ms'))
      return [
        String(count),
        ...[rateCells(own)[0], rateCells(peer)[0], ratioCell(median(rates)), spread],
        ...[medianCell(own, 'p50Ms', 2), medianCell(peer, 'p50Ms', 2), wait],
        ratioCell(pairedRatio(own, peer, 'cpuMicroseconds')),
      ]
    })
    return [`**By the number of connections: ${label.split(':')[0].toLowerCase()}**`, renderRows(connectionsHead, rows)]
  })
  return [
    ...tables,
    `${howMeasured(settings)}; ${thousands(settings.members)} members. Fastify + pg by hand reads medals and qualifications too and checks nothing.`,
  ]
}

const connectionsHead = [
  'connections',
  ...['a second', 'Fastify', 'of it', 'min–max'],
  ...['p50 ms', 'Fastify', 'of it'],
  'own CPU, of Fastify',
]

/** Reads and awards of many communities, with the processor time of each server of the database. */
export function renderCommunities({ settings, engines, results }) {
  const rows = workloads.map(({ id, label }) => [
    label.split(':')[0],
    ...rateCells(results[id]),
    medianCell(results[id], 'cpuMicroseconds'),
    ...Array.from({ length: engines }, (_, index) =>
      medianCell(
        results[id].map(({ engineMicroseconds }) => ({ one: engineMicroseconds[index] })),
        'one',
      ),
    ),
    medianCell(results[id], 'busyMicroseconds'),
  ])
  const names = engines === 1 ? ['PostgreSQL'] : ['coordinator', ...nodeNames(engines - 1)]
  const head = ['', 'a second', 'min–max', ...['the server', ...names].map((name) => `CPU µs, ${name}`), 'in total']
  return [
    '**Many communities**',
    renderRows(head, rows),
    [
      `Medians of ${settings.rounds} rounds of ${settings.seconds} s; ${settings.communities} communities of`,
      `${thousands(settings.members)} members; ${settings.connections} connections.`,
    ].join(' '),
  ]
}

const nodeNames = (count) => Array.from({ length: count }, (_, index) => `node ${index + 1}`)

function howMeasured({ rounds, seconds }) {
  return `Medians of ${rounds} interleaved rounds of ${seconds} s`
}

/** A selection. */
export function renderLeak({ settings, samples }) {
  const shown = samples.filter((_, index) => index <= 2 || index % 4 === 0)
  const most = Math.max(...samples.map(({ bytes }) => bytes ?? 0))
  return [
    '**Memory over many requests**',
    renderRows(
      ['requests', ...shown.map(({ requests }) => thousands(requests))],
      [['RSS MB', ...shown.map(({ bytes }) => megabytes(bytes))]],
    ),
    [
      `Of twenty requests eleven are reads, eight awards and one a page of members, on ${settings.connections} connections, over`,
      `${thousands(settings.members)} members. At most ${megabytes(most)} MB.`,
    ].join(' '),
  ]
}

/** Seconds. */
export function renderStart({ rounds, first, again }) {
  const seconds = (ms) => (ms / 1_000).toFixed(2)
  const spread = (values) =>
    `${seconds(median(values))} (${seconds(Math.min(...values))}–${seconds(Math.max(...values))})`
  return [
    '**From the command to the first response, seconds**',
    renderRows(
      ['', 'seconds'],
      [
        ['first start: creates database, schema and demo', seconds(first)],
        ['`node dist/src/main.js` again', spread(again.server)],
        ['`npm start` again, with an incremental build', spread(again.npm)],
      ],
    ),
    `Medians of ${rounds} rounds; each starts the server, its PostgreSQL and the simulator, and reads a member.`,
  ]
}
