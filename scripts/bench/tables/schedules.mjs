// The table of the jobs of connected communities.
import { renderRows } from '../../markdown.mjs'
import { median } from '../statistics.mjs'

/** 6 of the ranks, 60 of changes by hand, 1 of the key. */
const jobsOfAnHour = 67

export function renderSchedules({ settings, results }) {
  const { rounds, communities, platformDelayMs } = settings
  const of = (pick) => median(results.map(pick))
  const count = communities.toLocaleString('en')
  const carried = (of((one) => one.jobsPerSecond) * 3_600) / jobsOfAnHour
  const lines = [
    ['jobs a second of one worker that is never idle', of((one) => one.jobsPerSecond).toFixed(0)],
    ['communities that one worker carries', Math.round(carried).toLocaleString('en')],
    [`a core, at ${count} communities`, `${Math.round(of((one) => one.cores) * 100)}%`],
    ['the latest job of a community, s', of((one) => one.latestSeconds).toFixed(1)],
    ['a result message, an erasure and a seal start within, s', (of((one) => one.startMs) / 1_000).toFixed(1)],
    ['to queue the jobs of a minute, ms', of((one) => one.queueMinuteMs).toFixed(0)],
  ]
  return [
    `**Jobs of ${count} connected communities, where the platform answers after ${platformDelayMs} ms**`,
    renderRows(['', 'measured'], lines),
    `Medians of ${rounds} rounds. The worker has a minute of each; the last row is the longest of its round.`,
  ]
}
