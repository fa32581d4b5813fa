// A run as Markdown.
import { renderRows, thousands } from '../markdown.mjs'

/** Recovered: p99 below this multiple of normal for a second. */
const calmFactor = 2
const slicesOfCalm = 4
const sliceSeconds = 0.25

/** With the method. */
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
    'served per processor second of the server',
    'refused',
    'never sent',
    'served p50 / p99 ms',
    'refused p50 / p99 ms',
    'RSS MB',
    'recovered after s',
  ]
  const sentence = `Reads of one member; fixed arrival rate on ${thousands(options.connections)} connections, ${options.seconds} s per step; responses are timed from the arrival, rejections from the time of sending. Clients wait for Retry-After on a rejected connection, and drop an arrival without a free connection after a second ("never sent"). The peak is measured before and after each multiple on the same connections with ${widthOfPeak} concurrent requests. The table shows the round with the median share, and the minimum and maximum of ${options.rounds}. Generator, server and PostgreSQL share the machine: the generator takes more of it the more it sends, which the server's processor time does not contain.`
  return [renderRows(head, rows), `${sentence} ${machine}`].join('\n\n')
}

/** By median share of the peak; minimum and maximum. */
function rowOfRounds(rounds, calm) {
  const sorted = rounds.toSorted((a, b) => shareOf(a, a.peak) - shareOf(b, b.peak))
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  const [least, greatest] = [sorted[0], sorted.at(-1)].map((step) => shareOf(step, step.peak).toFixed(0))
  const spread = rounds.length > 1 ? ` (${least}–${greatest})` : ''
  return row(median.name.replace(' the peak', ''), median, median.peak, recoveryOf(median, calm), spread)
}

const perCpuSecond = ({ served, seconds, serverCpu }) => served / seconds / serverCpu

const shareOf = ({ served, seconds }, peak) => (served / seconds / (peak.served / peak.seconds)) * 100

function row(label, step, peak, recovery, spread = '') {
  const { served, refused, unsent, seconds, latency } = step
  const all = served + refused + step.other + unsent
  return [
    label,
    step.rate === null ? '–' : thousands(step.rate),
    thousands(served / seconds),
    `${shareOf(step, peak).toFixed(0)} %${spread}`,
    `${thousands(perCpuSecond(step))} (${((perCpuSecond(step) / perCpuSecond(peak)) * 100).toFixed(0)} %)`,
    `${((refused / all) * 100).toFixed(0)} %`,
    `${((unsent / all) * 100).toFixed(0)} %`,
    times(latency.served),
    refused === 0 ? '–' : times(latency.refused),
    thousands(step.mostBytes / 2 ** 20),
    recovery === null ? '–' : recovery,
  ]
}

const times = ({ p50Ms, p99Ms }) => `${p50Ms.toFixed(0)} / ${p99Ms.toFixed(0)}`

/** Seconds until p99 is normal. */
function recoveryOf({ after }, calm) {
  const calmSlices = calm.slices.filter((p99) => p99 !== null).sort((a, b) => a - b)
  const bound = calmFactor * Math.max(5, calmSlices[Math.floor(calmSlices.length / 2)])
  const { slices } = after
  for (let first = 0; first + slicesOfCalm <= slices.length; first++) {
    const stays = slices.slice(first, first + slicesOfCalm).every((p99) => p99 !== null && p99 <= bound)
    if (stays) return (first * sliceSeconds).toFixed(2)
  }
  return 'not reached'
}
