// The time of a claim, by the number of communities that have queued rank changes.
import { openDatabase } from '../../src/db/database.ts'
import { makeLogger } from '../../src/base/logger.ts'
import { claimOperation } from '../../src/operations/dispatch/queries.ts'
import { median, percentile, say } from '../command.ts'
import { renderRows, thousands } from '../markdown.mjs'
import { withCluster } from './database.mjs'
import { spread } from './tables.mjs'

const sizes = [10, 1_000, 10_000]
/** Of each size: only the number of communities differs. */
const queued = 30_000
/** Of a round. With the warm-up below 8 for each of 10 communities, which is as many as one may have in flight. */
const claims = 60
const warmUp = 10

const idOf = (kind, number) => `'${kind}_' || translate(lpad((${number})::text, 20, '0'), '0189', 'abcd')`

/** A community has an owner, and so a budget of calls, of its own. */
const seed = [
  `insert into community (community_id, name) select ${idOf('cmt', 'n')}, 'Bench' from generate_series(1, $1::int) n`,
  `insert into platform_connection (community_id, group_id, credential_kind, credential, owner_user_id, status)
   select ${idOf('cmt', 'n')}, n, 'api_key', '\\x00', n, 'connected' from generate_series(1, $1::int) n`,
  `insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, actor_kind, actor_id)
   select ${idOf('cmt', '(n - 1) % $1::int + 1')}, ${idOf('op', 'n')}, 'rank.promote', n, false, false, now() + interval '1 day',
     'operator', 'bench' from generate_series(1, ${queued}) n`,
]

async function measure({ rounds }) {
  return withCluster(async (open) => {
    const rows = []
    try {
      for (const communities of sizes) rows.push(await prepare(await open(`claim_${communities}`), communities))
      for (let round = 1; round <= rounds; round++) {
        for (const row of rows) {
          row.rounds.push(await measureRound(row))
          const ms = row.rounds.at(-1).p50Ms.toFixed(2)
          say(`round ${round} of ${rounds}, ${row.communities} communities: ${ms} ms a claim`)
        }
      }
    } finally {
      for (const { worker } of rows) await worker.close()
    }
    const results = rows.map(({ communities, rounds: of }) => ({ communities, rounds: of }))
    return { postgres: rows[0].database.version, rounds, results }
  })
}

/** `worker`: a connection as that of the worker, whose claims do not wait for the disk. */
async function prepare(database, communities) {
  for (const statement of seed) await database.query(statement, [communities])
  await database.query('vacuum analyze')
  say(`${communities} communities with ${queued} queued rank changes`)
  const worker = openDatabase(database.url, 1, makeLogger('silent'), { commits: 'asynchronous' })
  return { database, worker, communities, rounds: [] }
}

/** By the worker's own statement, one claim at a time. What was claimed ends before the next round. */
async function measureRound({ database: { query }, worker: { db } }) {
  const times = []
  for (let number = 0; number < warmUp + claims; number++) {
    const startedAt = performance.now()
    const claimed = await claimOperation(db, { workerId: 'bench', leaseSeconds: 60 }, ['settle', 'urgent', 'bulk'])
    if (!claimed) throw new Error(`nothing was claimed after ${number} claims`)
    if (number >= warmUp) times.push(performance.now() - startedAt)
  }
  await query(`update platform_operation set status = 'succeeded', completed_at = now() where status = 'dispatching'`)
  await query('delete from platform_budget')
  await query('vacuum analyze')
  return { p50Ms: median(times), p99Ms: percentile(times, 0.99) }
}

export const claim = {
  id: 'claim',
  what: `a claim of a rank change, of ${sizes.map(thousands).join(', ')} communities`,
  measure,
  render({ rounds, results }) {
    const rows = results.map(({ communities, rounds: of }) => {
      const p50 = of.map(({ p50Ms }) => p50Ms)
      const ratios = p50.map((ms, round) => ms / results[0].rounds[round].p50Ms)
      return [
        thousands(communities),
        median(p50).toFixed(2),
        spread(p50, (ms) => ms.toFixed(2)),
        median(of.map(({ p99Ms }) => p99Ms)).toFixed(2),
        `${median(ratios).toFixed(2)}×`,
      ]
    })
    const first = thousands(results[0].communities)
    return [
      '**The claim of a rank change, by the number of communities that have some queued**',
      renderRows(['communities', 'ms a claim', 'min–max', 'p99 ms', `of that of ${first}`], rows),
      [
        `Medians of ${rounds} interleaved rounds of ${claims} claims, one at a time by the statement of the worker; ratios per round.`,
        `Each size is a database of its own with ${thousands(queued)} queued rank changes.`,
      ].join(' '),
    ]
  },
}
