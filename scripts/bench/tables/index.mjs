// Renders a run as Markdown: goals, sections, machine.
import { renderRows } from '../../markdown.mjs'
import { goalsOf } from '../goals.mjs'
import { sections } from '../sections.mjs'

export function renderRun({ machine, results }) {
  const parts = sections.filter(({ id }) => results[id]).flatMap(({ id, render }) => render(results[id]))
  return [...renderGoals(results), ...parts, machineLine(machine)].join('\n\n')
}

function renderGoals(results) {
  const rows = goalsOf(results).map(({ goal, aim, measured, isReached }) => [
    goal,
    aim,
    measured,
    isReached ? 'reached' : '**missed**',
  ])
  return rows.length === 0 ? [] : ['**Goals**', renderRows(['', 'aim', 'measured', ''], rows, '---')]
}

function machineLine({ cpu, cores, gigabytes, system, node, postgres, loadBefore, stolen }) {
  const versions = `Node ${node}${postgres ? `, PostgreSQL ${postgres}` : ''}`
  const lost = stolen === null ? '' : `; ${(stolen * 100).toFixed(1)}% of its time was stolen by other virtual machines`
  return `${cpu}, ${cores} cores, ${gigabytes} GB, ${system}; ${versions}; load average ${loadBefore.toFixed(1)} before the run${lost}.`
}
