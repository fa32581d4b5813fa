// Performance goals. Rates decide; processor time depends less on other processes.
import { thousands } from '../markdown.mjs'
import { median, pairedRatio } from './statistics.mjs'
import { workloads } from './workloads.mjs'

/** Of the memory goal. */
const memoryRunRequests = 1_000_000

/**
 * The goals that the sections of the run cover.
 * @returns each `{goal, aim, measured, isReached}`
 */
export function goalsOf({ hot, connections, sizes, scheduler, leak, start }) {
  return [
    ...(hot ? workloads.flatMap((workload) => hotGoals(workload, hot)) : []),
    ...(connections ? workloads.flatMap((workload) => connectionGoals(workload, connections)) : []),
    ...(sizes ? sizes.workloads.filter(({ id }) => id.endsWith('Pages')).map((asked) => sizeGoal(asked, sizes)) : []),
    ...(scheduler ? [schedulerGoal(scheduler)] : []),
    ...(leak ? leakGoals(leak) : []),
    ...(start ? [startGoal(start)] : []),
  ]
}

function hotGoals({ id: workload }, { results }) {
  const rounds = (id) => results[id]?.[workload]
  const name = workload === 'reads' ? 'Reads' : 'Awards'
  const against = (goal, peer, aim) => {
    const rate = pairedRatio(rounds('ours'), rounds(peer), 'perSecond')
    if (rate === null) return []
    const time = pairedRatio(rounds('ours'), rounds(peer), 'cpuMicroseconds')
    const measured = `${rate.toFixed(2)}×${time === null ? '' : `, in ${time.toFixed(2)}× its processor time`}`
    return [{ goal: `${name}, ${goal}`, aim: `≥ ${aim.toFixed(2)}×`, measured, isReached: rate >= aim }]
  }
  return [
    ...against('of Fastify + pg without validation', 'fastify', 1),
    ...against('of Express + pg without validation', 'express', 1.5),
  ]
}

/** Of Fastify's rate, at the counts of section connections; a game server keeps one to four. */
const rateAims = { reads: { 1: 0.75, 4: 0.75, 16: 1.3, 64: 1.5 }, awards: { 16: 1.3 } }

function connectionGoals({ id, label }, { results }) {
  return Object.entries(rateAims[id]).map(([count, aim]) => {
    const rate = pairedRatio(results[`ours ${count}`][id], results[`fastify ${count}`][id], 'perSecond')
    return {
      goal: `${label.split(':')[0]} at ${count} connection${count === '1' ? '' : 's'}, of Fastify + pg without validation`,
      aim: `≥ ${aim.toFixed(2)}×`,
      measured: `${rate.toFixed(2)}×`,
      isReached: rate >= aim,
    }
  })
}

function sizeGoal({ id, label }, { sizes, results }) {
  const [smallest, largest] = [results[sizes[0]][id], results[sizes.at(-1)][id]]
  const time = pairedRatio(smallest, largest, 'perSecond')
  const cpu = pairedRatio(largest, smallest, 'busyMicroseconds')
  const measured = `${time.toFixed(2)}× the time${cpu === null ? '' : `, ${cpu.toFixed(2)}× the processor time`}`
  const goal = `${label.replace('a page', 'A page')}, ${thousands(sizes.at(-1))} against ${thousands(sizes[0])}`
  return { goal, aim: '≤ 1.20×', measured, isReached: time <= 1.2 }
}

function schedulerGoal({ results }) {
  const rate = median(results.ours.map(({ accepted }) => accepted.perSecond))
  return {
    goal: 'Operations accepted a second',
    aim: '≥ 1,000',
    measured: thousands(rate),
    isReached: rate >= 1_000,
  }
}

function leakGoals({ samples }) {
  const { requests, bytes } = samples.at(-1)
  if (bytes === null) return []
  const megabytes = bytes / 2 ** 20
  const isLong = requests >= memoryRunRequests
  const measured = `${Math.round(megabytes)} MB after ${thousands(requests)}${isLong ? '' : ' (the long run sends a million)'}`
  return [{ goal: 'Resident memory after a million requests', aim: '≤ 150 MB', measured, isReached: megabytes <= 150 }]
}

function startGoal({ again }) {
  const [npm, server] = [median(again.npm) / 1_000, median(again.server) / 1_000]
  return {
    goal: 'Second start by `npm start`, to the first answer',
    aim: '≤ 2 s',
    measured: `${npm.toFixed(2)} s, of which the server by itself takes ${server.toFixed(2)} s`,
    isReached: npm <= 2,
  }
}
