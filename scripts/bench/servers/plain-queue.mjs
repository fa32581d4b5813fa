// Rank changes with graphile-worker, without idempotency keys, history, fairness and checks.
import http from 'node:http'
import { run } from 'graphile-worker'
import pg from 'pg'
import { ranks } from '../scheduler-world.mjs'
import { changeRank } from './plain-change.mjs'

const { PORT, DATABASE_URL, DATABASE_POOL_SIZE, PLATFORM_API_URL, ROLE, CONCURRENCY, GROUPS } = process.env
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) })
const task = 'plain-change-rank'
const channel = 'plain_change_ended'

await (ROLE === 'api' ? serve() : work())

async function serve() {
  const groups = JSON.parse(GROUPS)
  const waiting = new Map()
  const listener = new pg.Client(DATABASE_URL)
  await listener.connect()
  listener.on('notification', ({ payload }) => waiting.get(payload)?.())
  await listener.query(`listen ${channel}`)
  let last = 0
  const addJob = (payload) =>
    pool.query({
      name: 'add_job',
      text: 'select graphile_worker.add_job($1, payload => $2::json)',
      values: [task, JSON.stringify(payload)],
    })
  const server = http.createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request))
    const group = groups[request.headers['x-community-id']]
    if (request.method === 'POST') {
      await addJob({ ...group, userId: Number(body.userId), give: body.rankUniqueId })
      return send(response, 202)
    }
    const wait = String(++last)
    const ended = new Promise((resolve) => waiting.set(wait, resolve))
    const userId = Number(request.url.split('/')[3])
    await addJob({ ...group, userId, give: body.rankUniqueId, wait })
    await ended
    waiting.delete(wait)
    send(response, 200)
  })
  server.listen(Number(PORT), '127.0.0.1')
}

async function textOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function send(response, status) {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '2' }).end('{}')
}

async function work() {
  const managed = [ranks.private, ranks.sergeant]
  const ended = []
  const change = async (payload) => {
    await changeRank(PLATFORM_API_URL, { ...payload, managed })
    ended.push([payload.userId, performance.timeOrigin + performance.now()])
    if (payload.wait)
      await pool.query({ name: 'notify', text: `select pg_notify('${channel}', $1)`, values: [payload.wait] })
  }
  process.on('message', () => process.send(ended.splice(0)))
  await run({
    pgPool: pool,
    concurrency: Number(CONCURRENCY),
    pollInterval: 1_000,
    noHandleSignals: true,
    taskList: { [task]: change },
  })
}
