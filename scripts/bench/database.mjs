// Databases of a run: an embedded PostgreSQL with production settings.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureDatabase } from '../../dist/src/db/database-exists.js'
import { startEmbedded } from '../../dist/src/db-embedded/index.js'
import { migrate } from '../../dist/src/db/migrations/migrate.js'

const sqlDir = fileURLToPath(new URL('../../sql', import.meta.url))

/** PostgreSQL's own account can enter it when run as root. */
export function makeDirectory() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'community-bench-'))
  fs.chmodSync(directory, 0o711)
  return directory
}

/** Without databases. */
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
    const query = async (text, values) => (await client.query(text, values)).rows
    const [{ server_version: version }] = await query('show server_version')
    return { connectionString, directory, postmaster: postgres.pid, version, query }
  }
  return {
    open,
    async close() {
      for (const client of clients) await client.end()
      await postgres.stop()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}

export async function openBenchDatabase() {
  const cluster = await openCluster()
  try {
    return { ...(await cluster.open('bench')), close: () => cluster.close() }
  } catch (error) {
    await cluster.close()
    throw error
  }
}

/** Of a database that is given, migrated and without communities. @param engines process ids of its PostgreSQL servers */
export async function openGivenDatabase(connectionString, engines) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const query = async (text, values) => (await client.query(text, values)).rows
  const [{ server_version: version }] = await query('show server_version')
  return { connectionString, version, engines, query, close: () => client.end() }
}

/** Resets the tables: earlier measurements have no effect. */
export async function tidy(database) {
  // the last requests of wrk are answered after its end
  for (let before = -1, now; (now = await countAwards(database)) !== before; before = now) await sleep(100)
  // only a superuser without triggers deletes audit entries
  await database.query('set session_replication_role = replica; truncate audit_entry; reset session_replication_role')
  await database.query('vacuum analyze member')
  await database.query('checkpoint')
}

export async function countAwards(database) {
  const [row] = await database.query('select count(*)::int as count from audit_entry')
  return row.count
}
