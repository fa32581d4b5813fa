// Figures as Markdown.
import { median } from '../command.ts'
import { renderRows, thousands } from '../markdown.mjs'

/** The median of the ratios of the rounds: what else the machine does in a round affects both sides. */
export const pairedRatio = (rounds, reference, figure) =>
  median(rounds.map((round, index) => round[figure] / reference[index][figure]))

export const medianOf = (rounds, figure) => median(rounds.map((round) => round[figure]))

export const spread = (values, format = thousands) => `${format(Math.min(...values))}–${format(Math.max(...values))}`

/** A table for each workload, from what measureAll returns and the settings. */
export function renderComparison(title, { settings, contestants, workloads, results, megabytes }) {
  const tables = workloads.flatMap(({ id: workload, label }) => {
    const rows = contestants.map(({ id, label: name, of }) =>
      rowOf(
        name,
        results[id][workload],
        Object.values(of).map((one) => results[one][workload]),
        megabytes?.[id],
      ),
    )
    return [
      `**${title}: ${label}**`,
      renderRows([...headOf(Object.keys(contestants[0].of)), ...(megabytes ? ['RSS MB at the end'] : [])], rows),
    ]
  })
  const { rounds, seconds, connections, members } = settings
  const where = `${members ? ` ${thousands(members)} members.` : ''}${connections ? ` ${connections} connections.` : ''}`
  return [...tables, `Medians of ${rounds} interleaved rounds of ${seconds} s, ratios per round.${where}`]
}

function headOf(peers) {
  const times = ['CPU µs, of the server', ...peers.map((name) => `of that of ${name}`), 'of PostgreSQL', 'of both']
  const rates = ['a second', 'min–max', ...peers.map((name) => `of ${name}`), 'p50 / p99 ms']
  return ['', ...rates, ...times, ...peers.slice(0, 1).map((name) => `of that of ${name}`)]
}

function rowOf(label, rounds, references, megabytes) {
  const over = (figure) => references.map((one) => `${pairedRatio(rounds, one, figure).toFixed(2)}×`)
  const engines = rounds[0].engineMicroseconds.map((_, index) =>
    median(rounds.map(({ engineMicroseconds }) => engineMicroseconds[index])).toFixed(0),
  )
  return [
    label,
    thousands(medianOf(rounds, 'perSecond')),
    spread(rounds.map(({ perSecond }) => perSecond)),
    ...over('perSecond'),
    `${medianOf(rounds, 'p50Ms').toFixed(2)} / ${medianOf(rounds, 'p99Ms').toFixed(2)}`,
    medianOf(rounds, 'ownMicroseconds').toFixed(0),
    ...over('ownMicroseconds'),
    engines.join(' + '),
    medianOf(rounds, 'allMicroseconds').toFixed(0),
    ...over('allMicroseconds').slice(0, 1),
    ...(megabytes === undefined ? [] : [thousands(megabytes)]),
  ]
}

/** @param rates each a workload, a contestant, the one that it is compared with, and the least ratio */
export const rateGoals = (rates, { contestants, workloads, results }) =>
  rates.map(([workload, own, peer, aim]) => {
    const ratio = (figure) => pairedRatio(results[own][workload], results[peer][workload], figure)
    const labelOf = (all, wanted) => all.find(({ id }) => id === wanted).label
    const [rate, time] = [ratio('perSecond'), ratio('allMicroseconds')]
    return {
      goal: `${labelOf(workloads, workload).split(':')[0]}: ${labelOf(contestants, own)} against ${labelOf(contestants, peer)}`,
      aim: `≥ ${aim.toFixed(2)}×`,
      measured: `${rate.toFixed(2)}×, in ${time.toFixed(2)}× the processor time`,
      isReached: rate >= aim,
    }
  })

/** The goals, the tables of each section, and the machine. */
export function renderRun(sections, { machine, results }) {
  const measured = sections.filter(({ id }) => results[id])
  const goals = measured.flatMap(({ id, goals: of }) => of?.(results[id]) ?? [])
  const rows = goals.map(({ goal, aim, measured: value, isReached }) => [
    goal,
    aim,
    value,
    isReached ? 'reached' : '**missed**',
  ])
  const table = rows.length === 0 ? [] : ['**Goals**', renderRows(['', 'aim', 'measured', ''], rows, '---')]
  return [...table, ...measured.flatMap(({ id, render }) => render(results[id])), machineLine(machine)].join('\n\n')
}

function machineLine({ cpu, cores, gigabytes, system, node, postgres, loadBefore, stolen }) {
  const lost = `${(stolen * 100).toFixed(1)}% of its time was stolen by other virtual machines`
  return `${cpu}, ${cores} cores, ${gigabytes} GB, ${system}; Node ${node}, PostgreSQL ${postgres}; load average ${loadBefore.toFixed(1)} before the run; ${lost}.`
}
