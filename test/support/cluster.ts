// A PostgreSQL primary with a replica.
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { findNativePackage, runnableBinaries } from '../../src/db-embedded/binaries'
import { prepareDirectories, type ClusterDirectories } from '../../src/db-embedded/directories'
import type { Passwords } from '../../src/db-embedded/passwords'
import { prepareCluster, startPostgres, stopPostgres, urlsOf, type Cluster } from '../../src/db-embedded/postgres'

export interface TestCluster {
  url(database: string): string
  /** Stops the server as a crash does. */
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

export async function startClusters(): Promise<TestClusters> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'replica-'))
  // PostgreSQL does not run as root, and its account must enter
  chmodSync(directory, 0o755)
  const directories = prepareDirectories(path.join(directory, 'a'), quiet)
  const binaries = runnableBinaries(findNativePackage(), directories, quiet)
  // not `fast`: a standby needs the WAL of the primary
  const rest = { binaries, fast: false, log: quiet }
  const passwords = await prepareCluster({ ...rest, directories })
  const copy = prepareDirectories(path.join(directory, 'b'), quiet)
  copyAsStandby(directories, copy, passwords)
  const clusters = [directories, copy].map((one) => ({ ...rest, directories: one }))
  const [primary, replica] = clusters.map((cluster) => toCluster(cluster, passwords)) as [TestCluster, TestCluster]
  await primary.start()
  await replica.start()
  return {
    primary,
    replica,
    async close() {
      for (const cluster of clusters) await stopPostgres(cluster, 'immediate')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Copies the cluster as a standby, before its first start. */
function copyAsStandby(from: ClusterDirectories, to: ClusterDirectories, passwords: Passwords): void {
  cpSync(from.cluster, to.cluster, { recursive: true, preserveTimestamps: true })
  writeFileSync(path.join(to.cluster, 'standby.signal'), '')
  const follow = `host=${from.socket} port=5432 user=postgres password=${passwords.postgres} application_name=replica`
  const lines = [`primary_conninfo = '${follow}'`, 'hot_standby = on', 'wal_retrieve_retry_interval = 100ms']
  writeFileSync(path.join(to.cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  chownAll(to)
}

function chownAll({ cluster, account }: ClusterDirectories): void {
  chmodSync(cluster, 0o700)
  if (!account) return
  const { uid, gid } = account
  for (const entry of [cluster, ...listAll(cluster)]) chownSync(entry, uid, gid)
}

function listAll(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).map((name) => path.join(directory, name))
}

function toCluster(cluster: Cluster, passwords: Passwords): TestCluster {
  const url = urlsOf(cluster.directories, passwords)
  return {
    url,
    kill: () => stopPostgres(cluster, 'immediate'),
    start: () => startPostgres(cluster),
    async promote() {
      await ask(url('postgres'), 'select pg_promote()')
    },
  }
}

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
