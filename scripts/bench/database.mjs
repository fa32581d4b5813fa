// The databases of a run: an embedded PostgreSQL in a directory of its own, with production settings, gone afterwards.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureDatabase } from '../../dist/src/db/database-exists.js'
import { startEmbedded } from '../../dist/src/db/embedded/index.js'
import { migrate } from '../../dist/src/db/migrations/migrate.js'

const sqlDir = fileURLToPath(new URL('../../sql', import.meta.url))

/** A directory that PostgreSQL gets into, too: run by root, it has another account. */
export function makeDirectory() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'community-bench-'))
  fs.chmodSync(directory, 0o711)
  return directory
}

/** Starts a PostgreSQL that holds no database yet. */
export async function openCluster() {
  const directory = makeDirectory()
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres') })
  const clients = []
  const open = async (name) => {
    await ensureDatabase(postgres.url('postgres'), name)
    const connectionString = postgres.url(name)
    await migrate(connectionString, { sqlDir })
    const client = new pg.Client({ connectionString })
    await client.connect()
    clients.push(client)
    /** Runs one statement and returns its rows. */
    const query = async (text, values) => (await client.query(text, values)).rows
    const [{ server_version: version }] = await query('show server_version')
    return { connectionString, directory, postmaster: postgres.pid, version, query }
  }
  return {
    /** Makes and migrates a database. */
    open,
    async close() {
      for (const client of clients) await client.end()
      await postgres.stop()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** Starts and migrates a fresh database on a PostgreSQL of its own. */
export async function openBenchDatabase() {
  const cluster = await openCluster()
  try {
    return { ...(await cluster.open('bench')), close: () => cluster.close() }
  } catch (error) {
    await cluster.close()
    throw error
  }
}

/** Puts the tables in the same state before each measurement, so that nobody inherits what the last one left behind. */
export async function tidy(database) {
  // the trail keeps its rows but from a superuser with the triggers off
  await database.query('set session_replication_role = replica; truncate audit_entry; reset session_replication_role')
  await database.query('vacuum analyze member')
  await database.query('checkpoint')
}

/** How many awards the database remembers since the tables were tidied. */
export async function countAwards(database) {
  const [row] = await database.query('select count(*)::int as count from audit_entry')
  return row.count
}
