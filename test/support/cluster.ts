// A PostgreSQL primary with streaming replicas.
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { findNativePackage, runnableBinaries, type Binaries } from '../../src/db/embedded/binaries'
import { preparePlace, type ClusterPlace } from '../../src/db/embedded/directories'
import { urlsOf } from '../../src/db/embedded/cluster'
import { initialise } from '../../src/db/embedded/initialise'
import { keptPasswords, type Passwords } from '../../src/db/embedded/passwords'
import { launchPostmaster, runningPostmaster, superuser } from '../../src/db/embedded/postmaster'
import { joinCluster, type Membership } from '../../src/db/embedded/watchdog'
import { until } from './until'

export interface TestCluster {
  url(database: string): string
  /** As in a crash. */
  kill(): Promise<void>
  start(): Promise<void>
  promote(): Promise<void>
}

export interface TestClusters {
  readonly primary: TestCluster
  readonly replica: TestCluster
  close(): Promise<void>
}

const quiet = (): void => undefined

/** Both stop with this process. */
export async function startClusters(): Promise<TestClusters> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'replica-'))
  // the database does not run as root
  chmodSync(directory, 0o755)
  const place = preparePlace(path.join(directory, 'a'), quiet)
  const binaries = runnableBinaries(findNativePackage(), place, quiet)
  const passwords = keptPasswords(place)
  await initialise(place, binaries, { passwords, fast: true, log: quiet })
  const copy = preparePlace(path.join(directory, 'b'), quiet)
  copyAsStandby(place, copy, passwords)
  const members = [place, copy].map(joinCluster)
  const [primary, replica] = [toCluster(place, binaries, passwords), toCluster(copy, binaries, passwords)]
  await primary.start()
  await replica.start()
  return {
    primary,
    replica,
    async close() {
      await Promise.all(members.map((member: Membership) => member.leave()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Before its first start; the copy follows the log. */
function copyAsStandby(from: ClusterPlace, to: ClusterPlace, passwords: Passwords): void {
  cpSync(from.cluster, to.cluster, { recursive: true, preserveTimestamps: true })
  writeFileSync(path.join(to.cluster, 'standby.signal'), '')
  const follow = `host=${from.socket} port=5432 user=${superuser} password=${passwords[superuser]} application_name=replica`
  const lines = [`primary_conninfo = '${follow}'`, 'hot_standby = on', 'wal_retrieve_retry_interval = 100ms']
  writeFileSync(path.join(to.cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  chownAll(to)
}

function chownAll({ cluster, account }: ClusterPlace): void {
  chmodSync(cluster, 0o700)
  if (!account) return
  const { uid, gid } = account
  for (const entry of [cluster, ...listAll(cluster)]) chownSync(entry, uid, gid)
}

function listAll(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name))
}

function toCluster(place: ClusterPlace, binaries: Binaries, passwords: Passwords): TestCluster {
  const url = urlsOf(place, passwords)
  return {
    url,
    async kill() {
      const running = runningPostmaster(place)
      if (running) process.kill(running.pid, 'SIGQUIT')
      await until('the cluster has stopped', () => runningPostmaster(place) === undefined)
    },
    async start() {
      const launch = launchPostmaster(binaries.directory, place, false)
      await until('the cluster accepts connections', () => {
        if (launch.hasEnded()) throw new Error(`PostgreSQL does not start: ${launch.output()}`)
        return answers(url('postgres'))
      })
      launch.release()
    },
    async promote() {
      await ask(url('postgres'), 'select pg_promote()')
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

export async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  client.on('error', quiet)
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(quiet)
  }
}
