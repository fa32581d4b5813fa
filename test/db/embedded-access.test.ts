// Authentication of an embedded cluster, and the database roles of the server.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '../../src/process/config'
import { projectRoot } from '../../src/base/project-root'
import { startEmbedded } from '../../src/db-embedded'
import { findNativePackage, runnableBinaries } from '../../src/db-embedded/binaries'
import { prepareDirectories } from '../../src/db-embedded/directories'
import { postmasterPid, startPostgres, stopPostgres } from '../../src/db-embedded/postgres'
import { ensureDatabase } from '../../src/db/database-exists'
import { migrate } from '../../src/db/migrations/migrate'
import { openStore } from '../../src/process/open-database'
import { ask } from '../support/cluster'
import { onlyWhere } from '../support/only-where'
import { killOwners, startOwner } from './fixtures/start-owner'

const quiet = (): void => undefined
let directory: string

beforeEach(() => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'embedded-access-'))
  chmodSync(directory, 0o755)
})

afterEach(() => {
  killOwners()
  rmSync(directory, { recursive: true, force: true })
})

const withoutPassword = (url: string): string => url.replace(/:[^:@/]*@/, '@')
const withPassword = (url: string, password: string): string => url.replace(/:[^:@/]*@/, `:${password}@`)

it('requires a password for each role, readable only by the account of the cluster', async () => {
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres'), fast: true })
  try {
    const file = path.join(directory, 'postgres', 'passwords.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const passwords = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect(new Set(Object.values(passwords)).size).toBe(3)
    for (const role of ['postgres', 'community_owner', 'community_server'] as const) {
      const url = postgres.url('postgres', role)
      expect(await ask(url, 'select current_user::text as role')).toEqual([{ role }])
      await expect(ask(withoutPassword(url), 'select 1')).rejects.toThrow(/password/)
      await expect(ask(withPassword(url, 'wrong'), 'select 1')).rejects.toThrow(/password authentication failed/)
    }
    const rules = await ask(postgres.url('postgres'), 'select distinct auth_method from pg_hba_file_rules')
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }])
  } finally {
    await postgres.stop()
  }
})

onlyWhere(process.platform === 'linux' && process.getuid?.() === 0)(
  'root runs it under an id that belongs to no account of the machine',
  async () => {
    const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres'), fast: true })
    try {
      const { uid, gid } = statSync(`/proc/${postgres.pid}`)
      const ids = (file: string) =>
        readFileSync(file, 'utf8')
          .split('\n')
          .map((line) => Number(line.split(':')[2]))
      expect(ids('/etc/passwd')).not.toContain(uid)
      expect(ids('/etc/group')).not.toContain(gid)
      const status = readFileSync(`/proc/${postgres.pid}/status`, 'utf8')
      expect(/^Groups:[ \t]*(.*?)[ \t]*$/m.exec(status)?.[1]).toBe('')
      // the account that ran initdb owns no file
      const owners = new Set(
        ['.', ...readdirSync(path.join(directory, 'postgres'), { recursive: true, encoding: 'utf8' })]
          .filter((name) => !name.startsWith('users') && !name.startsWith('binaries'))
          .map((name) => statSync(path.join(directory, 'postgres', name), { throwIfNoEntry: false })?.uid ?? uid),
      )
      expect([...owners]).toEqual([uid])
    } finally {
      await postgres.stop()
    }
  },
)

it('connects the server as a role that is neither superuser nor owner of the tables', async () => {
  const store = await openStore(readConfig({ DATA_DIR: directory }), quiet)
  try {
    await expectTwoRoles(store.connectionString, store.ownerUrl)
  } finally {
    await store.close()
  }
})

describe('a data directory of the previous release, with trust authentication', () => {
  it('is converted at start: its data stays, and its roles need passwords', async () => {
    await makeFormerCluster()
    const logged: string[] = []
    const store = await openStore(readConfig({ DATA_DIR: directory }), (message) => logged.push(message))
    try {
      expect(logged).toContain('the embedded PostgreSQL now requires passwords')
      expect(await ask(store.connectionString, 'select name from community')).toEqual([{ name: 'kept' }])
      await expectTwoRoles(store.connectionString, store.ownerUrl)
      const superuser = withoutPassword(store.connectionString).replace('community_server', 'postgres')
      await expect(ask(superuser, 'select 1')).rejects.toThrow(/password/)
    } finally {
      await store.close()
    }
    const again: string[] = []
    await (await openStore(readConfig({ DATA_DIR: directory }), (message) => again.push(message))).close()
    expect(again).toEqual(['starting the embedded PostgreSQL', expect.stringMatching(/^embedded PostgreSQL started: /)])
  })

  it('is converted once by four concurrent starts', async () => {
    await makeFormerCluster()
    const owners = await Promise.all(Array.from({ length: 4 }, () => startOwner(path.join(directory, 'postgres'))))
    for (const { url } of owners) {
      expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
      await expect(ask(withoutPassword(url), 'select 1')).rejects.toThrow(/password/)
    }
    await Promise.all(owners.map((owner) => owner.stop()))
  })

  it('is converted by a process that finds it running and unused', async () => {
    const running = await makeFormerCluster({ stop: false })
    const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres'), fast: true })
    expect(postgres.adopted).toBe(false)
    expect(postgres.pid).not.toBe(running)
    await expect(ask(withoutPassword(postgres.url('postgres')), 'select 1')).rejects.toThrow(/password/)
    await postgres.stop()
  })
})

it('names the fix for passwords of another cluster, and the fix works', async () => {
  const dataDir = path.join(directory, 'postgres')
  await (await startEmbedded({ dataDir, fast: true })).stop()
  rmSync(path.join(dataDir, 'passwords.json'))
  await expect(startEmbedded({ dataDir, fast: true })).rejects.toThrow(
    /passwords\.json does not belong to this cluster\. Restore it, or .* add "local all all trust" to .*pg_hba\.conf and start again/,
  )
  writeFileSync(path.join(dataDir, 'cluster', 'pg_hba.conf'), 'local all all trust\n')
  const postgres = await startEmbedded({ dataDir, fast: true })
  for (const role of ['postgres', 'community_owner', 'community_server'] as const) {
    expect(await ask(postgres.url('postgres', role), 'select 1 as one')).toEqual([{ one: 1 }])
  }
  await postgres.stop()
})

async function expectTwoRoles(serverUrl: string, ownerUrl: string): Promise<void> {
  const who = `select current_user::text as role, rolsuper as superuser from pg_roles where rolname = current_user`
  expect(await ask(serverUrl, who)).toEqual([{ role: 'community_server', superuser: false }])
  expect(await ask(ownerUrl, who)).toEqual([{ role: 'community_owner', superuser: false }])
  const owners = await ask(
    ownerUrl,
    `select distinct pg_get_userbyid(relowner)::text as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname in ('public', 'graphile_worker')
     union select distinct pg_get_userbyid(proowner)::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where nspname in ('public', 'graphile_worker')
     union select pg_get_userbyid(datdba)::text from pg_database where datname = current_database()`,
  )
  expect(owners).toEqual([{ owner: 'community_owner' }])
  await expect(ask(serverUrl, `copy (select 1) to program 'cat'`)).rejects.toThrow(/permission denied/)
  await expect(ask(serverUrl, 'create table intruder ()')).rejects.toThrow(/permission denied/)
}

/**
 * A cluster as the previous release created it: trust authentication, objects owned by the superuser. @returns the pid
 * of the postmaster
 */
async function makeFormerCluster({ stop = true } = {}): Promise<number> {
  const directories = prepareDirectories(path.join(directory, 'postgres'), quiet)
  const binaries = runnableBinaries(findNativePackage(), directories, quiet)
  const draft = path.join(directories.home, 'former')
  mkdirSync(draft, { mode: 0o700 })
  const { initialiser, account } = directories
  if (initialiser) chownSync(draft, initialiser.uid, initialiser.gid)
  const initdb = path.join(binaries.directory, 'bin', 'initdb')
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync']
  const parameters = ['-D', draft, '--username', 'postgres', '--auth=trust', '--encoding=UTF8', ...locale]
  execFileSync(initdb, parameters, { ...initialiser, cwd: '/', stdio: 'ignore' })
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, draft])
  execFileSync('mv', [draft, directories.cluster])
  const cluster = { directories, binaries, fast: true, log: quiet }
  await startPostgres(cluster)
  const url = (database: string): string =>
    `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(directories.socket)}`
  await ensureDatabase(url('postgres'), 'community')
  await migrate(url('community'), { sqlDir: path.join(projectRoot, 'sql') })
  await ask(url('community'), `insert into community (community_id, name) values ('cmt_aaaaaaaaaaaaaaaaaaaa', 'kept')`)
  const pid = postmasterPid(directories) ?? 0
  if (stop) await stopPostgres(cluster)
  return pid
}
