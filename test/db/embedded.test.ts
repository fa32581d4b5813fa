// The life of an embedded cluster, above all how it ends. Other processes are observed through /proc.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureDatabase } from '../../src/db/database-exists'
import { startEmbedded, type EmbeddedPostgres } from '../../src/db-embedded'
import { databaseAccount } from '../../src/db-embedded/account'
import { isAlive } from '../../src/base/process-identity'
import { until } from '../support/until'
import { killOwners, processesOf, startOwner } from './fixtures/start-owner'
import { onlyWhere } from '../support/only-where'

let template: string
let directory: string
let dataDir: string
const handles: EmbeddedPostgres[] = []
const strangers: ChildProcess[] = []

beforeAll(async () => {
  template = makeDirectory()
  await (await startEmbedded({ dataDir: path.join(template, 'postgres'), fast: true })).stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

beforeEach(() => {
  directory = makeDirectory()
  dataDir = path.join(directory, 'postgres')
  // faster than initdb
  execFileSync('cp', ['-a', path.join(template, 'postgres'), dataDir])
})

const beforeFirstStart = (): void => rmSync(dataDir, { recursive: true })

function makeDirectory(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'embedded-'))
  // if root runs the tests, PostgreSQL runs as another account
  chmodSync(made, 0o755)
  return made
}

afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.stop()
  for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL')
  killOwners()
  if (process.platform === 'linux') await nothingLeft()
  rmSync(directory, { recursive: true, force: true })
})

async function start(options: { fast?: boolean; log?: (message: string) => void } = {}): Promise<EmbeddedPostgres> {
  const handle = await startEmbedded({ dataDir, fast: true, ...options })
  handles.push(handle)
  return handle
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(text)
    return rows as Row[]
  } finally {
    await client.end()
  }
}

async function nothingLeft(): Promise<void> {
  const left = (): number[] => [...processesOf(directory, 'postgres'), ...processesOf(directory, 'postgres-watchdog')]
  await until('every process of the cluster has ended', () => left().length === 0)
}

/** A process outside the cluster with the account of the cluster. It stays a zombie until it is reaped. */
async function stranger(script: string): Promise<number> {
  const child = spawn('/bin/sh', ['-c', script], { ...databaseAccount(path.join(dataDir, 'cluster')), cwd: '/' })
  strangers.push(child)
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return Number(chunk.toString())
}

const onLinux = onlyWhere(process.platform === 'linux')

test('is a private PostgreSQL in UTF-8 and UTC, on a Unix socket only', async () => {
  beforeFirstStart()
  const postgres = await start()
  expect(postgres.adopted).toBe(false)
  const names = ['server_encoding', 'timezone', 'max_connections', 'listen_addresses', 'fsync']
  const columns = names.map((name) => `current_setting('${name}')`).join(', ')
  const rows = await query(postgres.url('postgres'), `select array[${columns}] as settings, upper('äöü') as upper`)
  expect(rows).toEqual([{ settings: ['UTF8', 'UTC', '200', '', 'off'], upper: 'ÄÖÜ' }])
  // for root, initdb runs as another account, which must pass through
  expect(statSync(dataDir).mode & 0o077).toBe(process.getuid?.() === 0 ? 0o011 : 0)
  expect(new URL(postgres.url('x')).pathname).toBe('/x')
})

test('keeps its data, durably unless `fast` is set', async () => {
  beforeFirstStart()
  const first = await start()
  await Promise.all(Array.from({ length: 4 }, () => ensureDatabase(first.url('postgres'), 'it"s')))
  await query(first.url('it"s'), 'create table kept as select 1 as id')
  const { pid } = first
  await first.stop()
  await until('PostgreSQL has ended', () => !isAlive(pid))
  await first.stop()

  const second = await start({ fast: false })
  expect(await query(second.url('it"s'), `select id, current_setting('fsync') as fsync from kept`)).toEqual([
    { id: 1, fsync: 'on' },
  ])
})

test('is shared by the processes of a directory until the last one stops', async () => {
  const first = await start()
  const owner = await startOwner(dataDir)
  const third = await start()
  const { pid } = first
  expect([owner.adopted, third.adopted]).toEqual([true, true])
  expect([owner.pid, third.pid]).toEqual([pid, pid])
  await first.stop()
  await third.stop()
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await owner.stop()
  await until('PostgreSQL has ended', () => !isAlive(pid))
})

test('starts while the previous one is being stopped', async () => {
  let last = await start()
  for (let round = 0; round < 10; round++) {
    const stopped = last.stop()
    // each round starts at another step of the stop
    await sleep(round * 8)
    last = await start()
    expect(await query(last.url('postgres'), 'select pg_sleep(0.05), 1 as one')).toMatchObject([{ one: 1 }])
    await stopped
  }
})

test('is created once by concurrent first starts', async () => {
  beforeFirstStart()
  const owners = await Promise.all(Array.from({ length: 4 }, () => startOwner(dataDir)))
  expect(new Set(owners.map(({ pid }) => pid)).size).toBe(1)
  expect(owners.filter(({ adopted }) => !adopted)).toHaveLength(1)
  await Promise.all(owners.map((owner) => owner.kill()))
  await until('the postmaster has ended', () => !isAlive(owners[0]?.pid ?? 0))
})

onLinux('is stopped when its processes are killed together and nothing has reaped them yet', async () => {
  const owners = await Promise.all([startOwner(dataDir), startOwner(dataDir)])
  const killed = owners.map((owner) => owner.kill())
  // busy wait: this process is their parent, and must not reap them before their watchdogs have ended
  while (processesOf(directory, 'postgres-watchdog').length > 0);
  await Promise.all(killed)
  await until('the postmaster has ended', () => !isAlive(owners[0]?.pid ?? 0))
})

test('is stopped after SIGKILL of its process, and the next start has the data', async () => {
  const owner = await startOwner(dataDir)
  await query(owner.url, 'create table kept as select 1 as id')
  await owner.kill()
  await until('the postmaster has ended', () => !isAlive(owner.pid))
  const next = await start()
  expect(next.adopted).toBe(false)
  expect(await query(next.url('postgres'), 'select id from kept')).toEqual([{ id: 1 }])
})

onLinux('recovers after all its processes were killed', async () => {
  const owner = await startOwner(dataDir)
  await query(owner.url, 'create table kept as select 1 as id')
  for (const pid of processesOf(directory, 'postgres')) process.kill(pid, 'SIGSTOP')
  for (const pid of processesOf(directory, 'postgres-watchdog')) process.kill(pid, 'SIGSTOP')
  for (const pid of processesOf(directory, 'postgres')) process.kill(pid, 'SIGKILL')
  await owner.kill()
  for (const pid of processesOf(directory, 'postgres-watchdog')) process.kill(pid, 'SIGKILL')

  const next = await start()
  expect(next.adopted).toBe(false)
  expect(await query(next.url('postgres'), 'select id from kept')).toEqual([{ id: 1 }])
})

onLinux('adopts a PostgreSQL that survived its process and its watchdog', async () => {
  const owner = await startOwner(dataDir)
  const [watchdog = 0] = processesOf(directory, 'postgres-watchdog')
  process.kill(watchdog, 'SIGSTOP')
  await owner.kill()
  process.kill(watchdog, 'SIGKILL')
  const next = await start()
  expect([next.adopted, next.pid]).toEqual([true, owner.pid])
  await next.stop()
  await until('PostgreSQL has ended', () => !isAlive(owner.pid))
})

test('is restarted when it ends', async () => {
  const messages: string[] = []
  const postgres = await start({ fast: false, log: (message) => messages.push(message) })
  const { pid } = postgres
  await query(postgres.url('postgres'), 'create table kept as select 1 as id')
  process.kill(pid, 'SIGKILL')
  await until('it was restarted', () => messages.includes(`embedded PostgreSQL restarted: pid ${postgres.pid}`))
  expect(postgres.pid).not.toBe(pid)
  expect(await query(postgres.url('postgres'), 'select id from kept')).toEqual([{ id: 1 }])
})

test('is supervised again after the lock file could not be read', async () => {
  const messages: string[] = []
  const postgres = await start({ log: (message) => messages.push(message) })
  const lock = path.join(dataDir, 'cluster', 'postmaster.pid')
  renameSync(lock, `${lock}.kept`)
  mkdirSync(lock)
  await until('the failure is logged', () => messages.some((message) => message.includes('trying again in 5 s')))
  rmdirSync(lock)
  renameSync(`${lock}.kept`, lock)
  expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

onLinux.each([
  ['another program', 'echo $$; exec sleep 300'],
  ['a zombie', 'sleep 0 & echo $!; exec sleep 300'],
])('starts although the pid in a lock belongs to %s', async (_what, script) => {
  const owner = await startOwner(dataDir)
  const lock = path.join(dataDir, 'cluster', 'postmaster.pid')
  const text = readFileSync(lock, 'utf8')
  await owner.stop()
  const pid = await stranger(script)
  writeFileSync(lock, text.replace(/^\d+/, String(pid)))
  writeFileSync(path.join(dataDir, 'socket', '.s.PGSQL.5432.lock'), text.replace(/^\d+/, String(pid)))

  const messages: string[] = []
  const postgres = await start({ log: (message) => messages.push(message) })
  expect(messages).toContain(`removing the stale lock postmaster.pid of process ${pid}`)
  expect(await query(postgres.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('names the fix for data of another version, and leaves no process', async () => {
  await (await start()).stop()
  writeFileSync(path.join(dataDir, 'cluster', 'PG_VERSION'), '16\n')
  await expect(start()).rejects.toThrow(
    /was written by PostgreSQL 16; this version has PostgreSQL 17\. .* set DATA_DIR to an empty directory, or DATABASE_URL\.$/,
  )
})

test('names the fix when PostgreSQL does not become ready', async () => {
  await (await start()).stop()
  writeFileSync(path.join(dataDir, 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n')
  await expect(start()).rejects.toThrow(/no_such_setting.*, or set DATABASE_URL to another PostgreSQL\.$/)
})
