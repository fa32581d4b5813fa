// The paths /healthz, /readyz and /metrics.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { sql } from 'kysely'
import {
  makeProcessProbes,
  makeWorker,
  type AppParts,
  type ProbedParts,
  type WorkerProcess,
} from '../../src/process/app'
import { Draining } from '../../src/http/probes/drain'
import type { MetricsAccess } from '../../src/http/probes/probes'
import { makeHttpServer } from '../../src/http/server'
import { startTestApp, type TestApp } from '../support/app'
import { until } from '../support/until'
import { version } from '../../package.json'

let app: TestApp
const closes: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await startTestApp({ worker: false })
})
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})
afterAll(() => app.close())

interface Options {
  readonly parts?: Partial<AppParts>
  readonly probed?: Partial<ProbedParts>
  readonly access?: MetricsAccess
}

async function start({ parts, probed, access = { kind: 'none' } }: Options = {}) {
  const draining = new Draining()
  const probes = makeProcessProbes(
    { ...app.parts, ...parts },
    { app: () => app.app, worker: () => undefined, draining, ...probed },
  )
  const { router, paths } = probes.beside(access)
  const { web, loadShedder } = app.app
  const server = makeHttpServer(express().use(router).use(web), { loadShedder, probes: paths, draining })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closes.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await probes.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const readyz = async () => {
    const answer = await fetch(`${url}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  return { url, draining, readyz }
}

const ok = { state: 'ok', required: true }

it('/healthz reports that the process is alive, without the database', async () => {
  const nowhere = { connectionString: 'postgresql://nobody@127.0.0.1:1/none' }
  const { url } = await start({ parts: nowhere, probed: { app: () => null, worker: () => null } })
  const answer = await fetch(`${url}/healthz`)
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'alive', version }])
  const head = await fetch(`${url}/healthz`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = await fetch(`${url}/healthz`, { method: 'POST', body: 'x' })
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

describe('/readyz', () => {
  it('lists each check, and is 200 when all pass', async () => {
    await until('the listener is live', () => app.app.isListenerLive())
    const { readyz } = await start({ probed: { worker: () => ({ isAlive: () => true }) as WorkerProcess } })
    const checks = { database: ok, migrations: ok, worker: ok, listener: ok }
    expect(await readyz()).toEqual({ status: 200, body: { status: 'ready', checks } })
  })

  it('is 503 without the database, shows no host or account, and logs the reason once', async () => {
    const { url, readyz } = await start({ parts: { connectionString: 'postgresql://someone@127.0.0.1:1/none' } })
    const { status, body } = await readyz()
    expect(status).toBe(503)
    const failed = { state: 'failed', required: true, message: 'the check failed; see the log of this process' }
    const worker = { ...failed, required: false }
    expect(body).toEqual({
      status: 'not_ready',
      checks: { database: failed, migrations: failed, listener: ok, worker },
    })
    // the result is cached for one second
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/readyz`)))
    const logged = app.logs.filter(({ check, reason }) => check === 'database' && /ECONNREFUSED/.test(String(reason)))
    expect(logged).toHaveLength(1)
  })

  it('is 503 while a migration is missing or differs, and ready on the schema of a newer version', async () => {
    const { rows } = await sql<{ name: string; sha256: string }>`
      delete from schema_migration where name = (select max(name) from schema_migration) returning name, sha256`.execute(
      app.dba,
    )
    const [last] = rows
    expect(await (await start()).readyz()).toMatchObject({
      status: 503,
      body: { checks: { migrations: { state: 'failed', message: expect.stringContaining(last?.name ?? '?') } } },
    })
    await sql`insert into schema_migration (name, sha256) values (${last?.name}, 'of another text')`.execute(app.dba)
    expect((await (await start()).readyz()).status).toBe(503)
    await sql`update schema_migration set sha256 = ${last?.sha256} where name = ${last?.name}`.execute(app.dba)
    await sql`insert into schema_migration (name, sha256) values ('9999_newer.sql', '')`.execute(app.dba)
    expect(await (await start()).readyz()).toMatchObject({ status: 200, body: { checks: { migrations: ok } } })
    await sql`delete from schema_migration where name = '9999_newer.sql'`.execute(app.dba)
  })

  it('is 503 while a function is older, and ready with the functions of a newer version', async () => {
    const set = (sha256: string, revision: number): Promise<unknown> =>
      sql`update schema_function set sha256 = ${sha256}, revision = ${revision} where name = 'use_storage.sql'`.execute(
        app.dba,
      )
    await set('of another text', 0)
    expect(await (await start()).readyz()).toMatchObject({
      status: 503,
      body: { checks: { migrations: { message: expect.stringContaining('use_storage.sql') } } },
    })
    await set('of another text', 1_000_000)
    expect(await (await start()).readyz()).toMatchObject({ status: 200 })
  })

  it('is 503 when the worker of this process is dead, or the API has not started', async () => {
    const dead = await start({ probed: { worker: () => ({ isAlive: () => false }) as WorkerProcess } })
    expect(await dead.readyz()).toMatchObject({ status: 503, body: { checks: { worker: { state: 'failed' } } } })
    const starting = await start({ probed: { app: () => null } })
    expect(await starting.readyz()).toMatchObject({ status: 503, body: { checks: { listener: { state: 'failed' } } } })
  })

  it('reports a missing worker and stays ready: reads and awards need none', async () => {
    const parts = { scheduler: true }
    const missing = { state: 'failed', required: false, message: expect.stringContaining('ROLE=worker') }
    expect(await (await start({ parts })).readyz()).toMatchObject({
      status: 200,
      body: { checks: { worker: missing } },
    })
    const worker = makeWorker(app.parts)
    try {
      await until('the worker is alive', () => worker.isAlive())
      expect(await (await start({ parts })).readyz()).toMatchObject({
        status: 200,
        body: { checks: { worker: { state: 'ok', required: false } } },
      })
    } finally {
      await worker.stop()
    }
  })

  it('reports draining at once, and connections close after their reply', async () => {
    const { url, draining, readyz } = await start()
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const connectionOf = (path: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const sent = http.get(`${url}${path}`, { agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.headers.connection))
        })
        sent.on('error', reject)
      })
    expect((await readyz()).status).toBe(200)
    expect(await connectionOf('/v2/nothing')).toBe('keep-alive')
    draining.begin()
    expect(await readyz()).toEqual({ status: 503, body: { status: 'draining', checks: {} } })
    expect(await connectionOf('/v2/nothing')).toBe('close')
    expect(await connectionOf('/readyz')).toBe('close')
    agent.destroy()
  })
})

describe('/metrics', () => {
  const token = 'a-token-of-the-test'
  it.each<[string, MetricsAccess, Record<string, string>, number]>([
    ['is an unknown route without a token or a separate port', { kind: 'none' }, {}, 404],
    ['is served on its own port', { kind: 'all' }, {}, 200],
    ['is served to the same machine by a demo', { kind: 'loopback' }, {}, 200],
    [
      'is not served to the same machine through a proxy',
      { kind: 'loopback' },
      { 'X-Forwarded-For': '192.0.2.1' },
      403,
    ],
    ['requires the token', { kind: 'token', token }, {}, 401],
    ['refuses a wrong token', { kind: 'token', token }, { Authorization: `Bearer ${token}x` }, 401],
    ['accepts the token', { kind: 'token', token }, { Authorization: `Bearer ${token}` }, 200],
  ])('%s', async (_, access, headers, status) => {
    const { url } = await start({ access })
    const answer = await fetch(`${url}/metrics`, { headers })
    expect(answer.status).toBe(status)
    const text = await answer.text()
    expect(text.includes('community_http_requests_total')).toBe(status === 200)
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
    expect(answer.headers.get('content-type')).toMatch(
      { 200: /^text\/plain; version=0\.0\.4/, 404: /json/ }[status] ?? /plain/,
    )
  })
})
