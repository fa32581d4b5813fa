// Reads above the peak, at a fixed arrival rate.
import { median, residentMegabytes, say } from '../command.ts'
import { renderRows, thousands } from '../markdown.mjs'
import { withDatabase } from './database.mjs'
import { withServers } from './fleet.mjs'
import { openLoad } from './open-load.mjs'
import { processorSeconds } from './processor.mjs'
import { seed } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { firstUserId, reads, requestTexts } from './workloads.mjs'

const members = 10_000
/** Connections of the clients to the server. */
const connections = 2_000
/** Concurrent requests of the peak: full load without rejections. */
const widthOfPeak = 64
const factors = [1, 2, 5]
const recoverySeconds = 8
const sampleMs = 100
/** Recovered: p99 below this multiple of the normal one for a second. */
const calmFactor = 2
const slicesOfCalm = 4
const sliceSeconds = 0.25

/** Warm-up, peak, half the peak; by round each multiple, half the peak, and the peak again, as machine speed varies. */
async function measure({ rounds, seconds }) {
  return withDatabase(async (database) => {
    const [access] = await seed(database, members)
    const [[before, after]] = requestTexts(reads, access)
    const texts = Array.from(
      { length: 997 },
      (_, index) => `${before}${firstUserId + ((index * 7_919) % members)}${after}`,
    )
    return withServers([{ server: ours, database, access }], async ([{ port, pid }]) => {
      const load = await openLoad(port, connections, texts)
      const step = async (name, work) => {
        const result = await watched(pid, work)
        say(
          `${name}: ${Math.round(result.perSecond)}/s served, ${Math.round(result.refused / result.seconds)}/s refused`,
        )
        return result
      }
      const atRate = (name, rate, forSeconds) => step(name, () => load.arrivals(rate, forSeconds))
      const atPeak = () => step('peak', () => load.peak(widthOfPeak, seconds))
      await atPeak()
      const first = await atPeak()
      let peak = first
      const calm = await atRate('half the peak', first.perSecond / 2, seconds)
      const above = factors.map(() => [])
      for (let round = 0; round < rounds; round++) {
        for (const [index, factor] of factors.entries()) {
          const result = await atRate(`${factor} × the peak`, peak.perSecond * factor, seconds)
          const recovery = await atRate('half the peak again', peak.perSecond / 2, recoverySeconds)
          const next = await atPeak()
          const around = (figure) => (peak[figure] + next[figure]) / 2
          const share = (figure) => result[figure] / around(figure)
          const ratios = { ofPeak: share('perSecond'), ofProcessor: share('perProcessorSecond') }
          above[index].push({ ...result, ...ratios, recoveredAfter: recoveryOf(recovery, calm) })
          peak = next
        }
      }
      load.close()
      return { postgres: database.version, rounds, seconds, peak: first, calm, above }
    })
  })
}

/** With the memory and the processor time of the server. */
async function watched(pid, work) {
  let megabytes = 0
  const watching = setInterval(() => (megabytes = Math.max(megabytes, residentMegabytes(pid))), sampleMs)
  const before = processorSeconds(pid)
  const result = await work().finally(() => clearInterval(watching))
  const perProcessorSecond = result.served / (processorSeconds(pid) - before)
  return { ...result, perSecond: result.served / result.seconds, perProcessorSecond, megabytes }
}

/** Seconds until p99 is normal; null: never. */
function recoveryOf({ slices }, calm) {
  const bound = calmFactor * Math.max(5, median(calm.slices.filter((p99) => p99 !== null)))
  const isCalm = (first) => slices.slice(first, first + slicesOfCalm).every((p99) => p99 !== null && p99 <= bound)
  const found = Array.from({ length: slices.length - slicesOfCalm + 1 }, (_, first) => first).find(isCalm)
  return found === undefined ? null : found * sliceSeconds
}

const percents = (share) => `${(share * 100).toFixed(0)} %`

function row(label, of) {
  const medianOf = (pick) => median(of.map(pick))
  const times = (kind) => ['p50Ms', 'p99Ms'].map((figure) => medianOf((one) => one.latency[kind][figure]).toFixed(0))
  const shares = of.map(({ ofPeak = 1 }) => ofPeak)
  const spread = `${percents(Math.min(...shares))}–${percents(Math.max(...shares))}`
  const recoveries = of.map(({ recoveredAfter }) => recoveredAfter)
  const shareOf = (kind) => percents(medianOf((one) => one[kind] / (one.served + one.refused + one.other + one.unsent)))
  return [
    label,
    thousands(medianOf(({ perSecond }) => perSecond)),
    `${percents(median(shares))} (${spread})`,
    percents(medianOf(({ ofProcessor = 1 }) => ofProcessor)),
    shareOf('refused'),
    shareOf('unsent'),
    times('served').join(' / '),
    medianOf(({ refused }) => refused) === 0 ? '–' : times('refused').join(' / '),
    thousands(Math.max(...of.map(({ megabytes }) => megabytes))),
    recoveries[0] === undefined ? '–' : recoveries.includes(null) ? 'not reached' : `${Math.max(...recoveries)}`,
  ]
}

export const overload = {
  id: 'overload',
  what: `reads at ${factors.join(', ')} times the peak, on ${thousands(connections)} connections`,
  measure,
  render({ rounds, seconds, peak, calm, above }) {
    const head = [
      '',
      'served a second',
      'of the peak',
      'per processor second of the server, of the peak',
      'refused',
      'never sent',
      'served p50 / p99 ms',
      'refused p50 / p99 ms',
      'RSS MB',
      'recovered after s',
    ]
    const rows = above.map((results, index) => row(`${factors[index]} × the peak`, results))
    return [
      '**Overload: reads of one member above the peak**',
      renderRows(head, [row('peak, closed loop', [peak]), row('0.5 ×', [{ ...calm, ofPeak: 0.5 }]), ...rows]),
      [
        `Medians of ${rounds} rounds of ${seconds} s; fixed arrival rate on ${thousands(connections)} connections. Responses are timed from the arrival,`,
        'rejections from the time of sending. Clients wait for Retry-After on a rejected connection, and drop an arrival',
        'without a free connection after a second ("never sent"). The peak is measured before and after each multiple on the',
        `same connections with ${widthOfPeak} concurrent requests. Generator, server and PostgreSQL share the machine.`,
      ].join(' '),
    ]
  },
}
