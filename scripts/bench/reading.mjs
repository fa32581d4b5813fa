// Reads of many members, at a million members by default, also while awards are given.
import { openBenchDatabase, tidy } from './database.mjs'
import { withServers } from './fleet.mjs'
import { underLoad } from './measure.mjs'
import { say } from './progress.mjs'
import { seed } from './seed.mjs'
import { ours } from './servers/index.mjs'
import { awards, firstUserId, reads, requestTexts } from './workloads.mjs'
import { runWrk } from './wrk.mjs'

const members = 1_000_000
/** Few: the latency is that of the request, not of a queue. */
const connections = 2
const awardConnections = 2
/** Different requests of a workload. */
const variants = 200

const someNumber = () => Math.floor(Math.random() * members)
const someMembers = (count) => Array.from({ length: count }, someNumber)

const list = (id, label, query) => ({
  id,
  label,
  make: () => ({ method: 'GET', path: `/v2/members?limit=50&${query()}` }),
})
const someExperience = () => Math.floor(Math.random() * 5) * 1_000_000

/** `make` returns the path and the body of a request. */
const workloads = [
  {
    id: 'lookup1',
    label: 'one member by id, in the same operation',
    make: () => lookUp({ userIds: idsOf(someMembers(1)) }),
  },
  { id: 'lookup100', label: '100 members by id', make: () => lookUp({ userIds: idsOf(someMembers(100)) }) },
  {
    id: 'lookup100fields',
    label: '100 members by id, two fields',
    make: () => lookUp({ userIds: idsOf(someMembers(100)), fields: ['experience', 'rank'] }),
  },
  {
    id: 'lookup100names',
    label: '100 members by username',
    make: () => lookUp({ usernames: namesOf(someMembers(100)) }),
  },
  list('byRank', '50 members of a rank', () => 'rankUniqueId=99000050'),
  list('byMedal', '50 holders of a medal', () => 'medal=Long%20Service'),
  list('byExperience', '50 members by experience', () => `sort=experience&minExperience=${someExperience()}`),
  list(
    'byExperienceDesc',
    '50 members by experience, descending',
    () => `sort=experience&order=desc&maxExperience=${someExperience() + 5_000}`,
  ),
  list('byChange', '50 last changed members', () => 'sort=updatedAt&order=desc'),
  list(
    'worst',
    'by experience, with a medal, a qualification and a rank that few have',
    () => 'sort=experience&medal=Long%20Service&qualification=Pilot&rankUniqueId=99000200',
  ),
  { id: 'top', label: 'the first 50 of the leaderboard', make: () => ({ method: 'GET', path: '/v2/leaderboard' }) },
  {
    id: 'place',
    label: "a member's place and the 10 around it",
    make: () => ({ method: 'GET', path: `/v2/leaderboard/${firstUserId + someNumber()}` }),
  },
]

const idsOf = (numbers) => numbers.map((number) => String(firstUserId + number))
const namesOf = (numbers) => numbers.map((number) => `Player_${number}`)
const lookUp = (body) => ({ method: 'POST', path: '/v2/member-lookups', body: JSON.stringify(body) })

function textsOf({ make }, access) {
  return Array.from({ length: variants }, () => {
    const { method, path, body = null } = make()
    return requestTexts({ method, path: [path], body }, access)[0]
  })
}

export async function measureReading({ rounds, seconds }) {
  const database = await openBenchDatabase()
  try {
    const access = await seed(database, members)
    say(`${members} members in PostgreSQL ${database.version}`)
    return await withServers([{ server: ours, database, access }], async ([server]) => {
      const all = [
        { ...reads, label: 'one member by id', texts: requestTexts(reads, access) },
        ...workloads.map((workload) => ({ ...workload, texts: textsOf(workload, access) })),
      ]
      const results = {}
      for (let round = 0; round <= rounds; round++) {
        for (const { id, texts } of all) {
          const measured = await measureOne({ server, database, access, texts, seconds })
          // the first compiles the server
          if (round > 0) (results[id] ??= []).push(measured)
        }
        say(`round ${round} of ${rounds}`)
      }
      return {
        postgres: database.version,
        settings: { rounds, seconds, connections, awardConnections, members },
        workloads: all.map(({ id, label }) => ({ id, label })),
        results,
      }
    })
  } finally {
    await database.close()
  }
}

/** Alone, and while awards are given. */
async function measureOne({ server, database, access, texts, seconds }) {
  await tidy(database)
  const job = { texts, members, connections, seconds, warmUpSeconds: 1 }
  const alone = await underLoad([server], database, job)
  const awardJob = { ...job, texts: requestTexts(awards, access), connections: awardConnections, ports: [server.port] }
  const [busy, awarded] = await Promise.all([runWrk({ ...job, ports: [server.port] }), runWrk(awardJob)])
  return { ...alone, busyP50Ms: busy.p50Ms, busyP99Ms: busy.p99Ms, awardsPerSecond: awarded.perSecond }
}
