// The time of a claim by the number of communities that have rank changes to dispatch, and when the platform's limits stop all of them.
import { openBenchDatabase } from './database.mjs'
import { say } from './progress.mjs'
import { median } from './statistics.mjs'

const sizes = [10, 1_000, 10_000]
const claims = 50

/** @returns a row per size: `{communities, working, throttled}`, milliseconds by round */
export async function measureClaim({ rounds }) {
  const rows = sizes.map((communities) => ({ communities, working: [], throttled: [] }))
  const database = await openBenchDatabase()
  try {
    for (let round = 1; round <= rounds; round++) for (const row of rows) await measureRow(database, row)
  } finally {
    await database.close()
  }
  return rows
}

async function measureRow({ query }, { communities, working, throttled }) {
  await seedClaims(query, communities)
  await timeClaims(query, 5)
  working.push(await timeClaims(query, claims))
  await query(`insert into platform_budget (owner, per_minute, used, blocked_until)
    select 'key ' || owner_user_id, 300, 300, now() + interval '1 hour' from platform_connection
    on conflict (owner) do update set used = 300, blocked_until = excluded.blocked_until`)
  // each community is looked at once
  const hasReady = async () => (await query('select from dispatch_lane where bulk_ready limit 1')).length > 0
  while (await hasReady()) await timeClaims(query, 1)
  throttled.push(await timeClaims(query, claims))
  say(`${communities} communities: ${working.at(-1).toFixed(2)} ms, all throttled ${throttled.at(-1).toFixed(2)} ms`)
}

async function timeClaims(query, count) {
  const times = []
  for (let claim = 0; claim < count; claim++) {
    const startedAt = performance.now()
    await query(`select operation_id from claim_platform_operation('bench', '{settle,urgent,bulk}', 10, 8, 2)`)
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

const idOf = (kind, number) => `'${kind}_' || translate(lpad((${number})::text, 20, '0'), '0189', 'abcd')`

/** Communities with a connection; each has an owner of its own. */
export async function seedConnected(query, communities) {
  await query(
    `insert into community (community_id, name) select ${idOf('cmt', 'n')}, 'Bench' from generate_series(1, $1::int) n
     on conflict do nothing`,
    [communities],
  )
  await query(`insert into platform_connection (community_id, group_id, credential_kind, credential, owner_user_id, status)
    select community_id, 1, 'api_key', '\\x00', row_number() over (), 'connected' from community on conflict do nothing`)
}

/** Each community has three rank changes. */
export async function seedClaims(query, communities) {
  for (const table of ['platform_operation', 'dispatch_lane', 'platform_budget']) await query(`delete from ${table}`)
  await seedConnected(query, communities)
  await query(
    `insert into platform_operation (community_id, operation_id, kind, user_id, awaited, urgent, deadline_at, actor_kind, actor_id)
     select ${idOf('cmt', 'n')}, ${idOf('op', 'n * 10 + member')}, 'rank.promote', member, false, false, now() + interval '1 hour',
       'operator', 'bench'
     from generate_series(1, $1::int) n, generate_series(1, 3) member`,
    [communities],
  )
  await query('analyze')
}
