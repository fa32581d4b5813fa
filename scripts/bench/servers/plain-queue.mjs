// Rank changes with graphile-worker, without idempotency keys, history, fairness and checks.
import http from 'node:http'
import { run } from 'graphile-worker'
import pg from 'pg'
import { ranks } from '../scheduler-world.mjs'
import { changeRank } from './plain-change.mjs'

const { PORT, DATABASE_URL, DATABASE_POOL_SIZE, PLATFORM_API_URL, ROLE, CONCURRENCY, GROUPS } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) })
const task = 'plain-change-rank'

await (ROLE === 'api' ? serve() : work())

async function serve() {
  const groups = JSON.parse(GROUPS)
  const server = http.createServer(async (request, response) => {
    const { userId, rankUniqueId } = JSON.parse(await textOf(request))
    const payload = { ...groups[request.headers['x-community-id']], userId: Number(userId), give: rankUniqueId }
    await pool.query({
      name: 'add_job',
      text: 'select graphile_worker.add_job($1, payload => $2::json)',
      values: [task, JSON.stringify(payload)],
    })
    response.writeHead(202, { 'content-type': 'application/json', 'content-length': '2' }).end('{}')
  })
  server.listen(Number(PORT), '127.0.0.1')
}

async function textOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function work() {
  const managed = [ranks.private, ranks.sergeant]
  await run({
    pgPool: pool,
    concurrency: Number(CONCURRENCY),
    pollInterval: 1_000,
    noHandleSignals: true,
    taskList: { [task]: (payload) => changeRank(PLATFORM_API_URL, { ...payload, managed }) },
  })
}
