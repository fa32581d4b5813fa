// Prints a run of the overload test as Markdown.
import { renderRows, thousands } from '../markdown.mjs'

/** The server is itself again when the p99 stays below this multiple of the calm one for a second. */
const calmFactor = 2
const slicesOfCalm = 4
const sliceSeconds = 0.25

/** The table of a run, with a line that says how it was made. */
export function renderRun({ machine, options, widthOfPeak, steps: { peak, calm, above } }) {
  const rows = [
    row('peak, closed loop', peak, peak, null),
    row('0.5 ×', calm, peak, null),
    ...above.map((rounds) => rowOfRounds(rounds, calm)),
  ]
  const head = [
    '',
    'sent a second',
    'served a second',
    'of the peak',
    'served per processor second',
    'refused',
    'never sent',
    'served p50 / p99 ms',
    'refused p50 / p99 ms',
    'RSS MB',
    'calm again after s',
  ]
  const sentence = `${options.workload.label}; arrivals at a fixed rate on ${thousands(options.connections)} connections, ${options.seconds} s a step, what is served timed from its arrival, what is refused from its sending; clients ${options.impatient ? 'that ignore Retry-After, and' : 'that keep to Retry-After on the connection that was refused, and'} give up when none was free for a second ("never sent"). The peak is measured on the same connections, ${widthOfPeak} requests at a time, anew before and after each multiple; the round with the median share is shown, and the least and greatest share of ${options.rounds}. Generator, server and PostgreSQL share the machine.`
  return [renderRows(head, rows), `${sentence} ${machine}`].join('\n\n')
}

/** The round with the median share of the peak, the least and the greatest share beside it. */
function rowOfRounds(rounds, calm) {
  const sorted = rounds.toSorted((a, b) => shareOf(a, a.peak) - shareOf(b, b.peak))
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  const [least, greatest] = [sorted[0], sorted.at(-1)].map((step) => shareOf(step, step.peak).toFixed(0))
  const spread = rounds.length > 1 ? ` (${least}–${greatest})` : ''
  return row(median.name.replace(' the peak', ''), median, median.peak, recoveryOf(median, calm), spread)
}

/** In percent. */
const shareOf = ({ served, seconds }, peak) => (served / seconds / (peak.served / peak.seconds)) * 100

function row(label, step, peak, recovery, spread = '') {
  const { served, refused, unsent, seconds, latency, serverCpu } = step
  const all = served + refused + step.other + unsent
  return [
    label,
    step.rate === null ? '–' : thousands(step.rate),
    thousands(served / seconds),
    `${shareOf(step, peak).toFixed(0)} %${spread}`,
    thousands(served / seconds / serverCpu),
    `${((refused / all) * 100).toFixed(0)} %`,
    `${((unsent / all) * 100).toFixed(0)} %`,
    times(latency.served),
    refused === 0 ? '–' : times(latency.refused),
    thousands(step.mostBytes / 2 ** 20),
    recovery === null ? '–' : recovery,
  ]
}

const times = ({ p50Ms, p99Ms }) => `${p50Ms.toFixed(0)} / ${p99Ms.toFixed(0)}`

/** Seconds of half the peak until the p99 was as before, and stayed so. */
export function recoveryOf({ after }, calm) {
  const calmSlices = calm.slices.filter((p99) => p99 !== null).sort((a, b) => a - b)
  const bound = calmFactor * Math.max(5, calmSlices[Math.floor(calmSlices.length / 2)])
  const { slices } = after
  for (let first = 0; first + slicesOfCalm <= slices.length; first++) {
    const stays = slices.slice(first, first + slicesOfCalm).every((p99) => p99 !== null && p99 <= bound)
    if (stays) return (first * sliceSeconds).toFixed(2)
  }
  return 'not reached'
}
