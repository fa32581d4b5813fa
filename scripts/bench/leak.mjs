// Memory during a long run.
import { residentMegabytes, say } from '../command.ts'
import { renderRows, thousands } from '../markdown.mjs'
import { withDatabase } from './database.mjs'
import { poolSize, withServers } from './fleet.mjs'
import { seed } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { awards, memberPages, reads, requestTexts } from './workloads.mjs'
import { runWrk } from './wrk.mjs'

const steps = 20
/** Of twenty requests: eleven reads, eight awards and a page of members. */
const mix = [...Array(11).fill(reads), ...Array(8).fill(awards), memberPages]
const aim = { requests: 1_000_000, megabytes: 150 }

export const leak = {
  id: 'leak',
  what: 'memory over many requests',
  measure: ({ leakRequests, members }) =>
    withDatabase(async (database) => {
      const [access] = await seed(database, members)
      return withServers([{ server: ours, database, access }], async ([{ port, pid }]) => {
        const texts = mix.flatMap((workload) => requestTexts(workload, access))
        const job = { ports: [port], texts, members: members - memberPages.notAsked, connections: poolSize, seconds: 1 }
        const samples = [{ requests: 0, megabytes: residentMegabytes(pid) }]
        for (let sent = 0; sent < leakRequests;) {
          const { completed, perSecond } = await runWrk(job)
          sent += completed
          samples.push({ requests: sent, megabytes: residentMegabytes(pid) })
          say(`${sent} requests, ${Math.round(samples.at(-1).megabytes)} MB, ${Math.round(perSecond)}/s`)
          // wrk takes whole seconds, so there are about as many samples as `steps`
          job.seconds = Math.max(1, Math.round(leakRequests / steps / perSecond))
        }
        return { postgres: database.version, settings: { members }, samples }
      })
    }),
  render({ settings, samples }) {
    const shown = samples.filter((_, index) => index <= 2 || index % 4 === 0)
    const most = Math.max(...samples.map(({ megabytes }) => megabytes))
    const head = ['requests', ...shown.map(({ requests }) => thousands(requests))]
    const text = `Of twenty requests eleven are reads, eight awards and one a page of members, on ${poolSize} connections, over ${thousands(settings.members)} members. At most ${thousands(most)} MB.`
    const row = ['RSS MB', ...shown.map(({ megabytes }) => thousands(megabytes))]
    return ['**Memory over many requests**', renderRows(head, [row]), text]
  },
  goals({ samples }) {
    const { requests, megabytes } = samples.at(-1)
    const short = requests < aim.requests ? ' (the long run sends a million)' : ''
    return [
      {
        goal: 'Resident memory after a million requests',
        aim: `≤ ${aim.megabytes} MB`,
        measured: `${Math.round(megabytes)} MB after ${thousands(requests)}${short}`,
        isReached: megabytes <= aim.megabytes,
      },
    ]
  },
}
