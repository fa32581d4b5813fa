// The database of a run: an embedded PostgreSQL in a directory of its own, with production settings, gone afterwards.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureDatabase } from '../../dist/src/db/database-exists.js'
import { startEmbedded } from '../../dist/src/db/embedded/index.js'
import { migrate } from '../../dist/src/db/migrate.js'

const sqlDir = fileURLToPath(new URL('../../sql', import.meta.url))

/** Starts and migrates a fresh database. */
export async function openBenchDatabase() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'community-bench-'))
  // run by root, PostgreSQL has another account, which must get in
  fs.chmodSync(directory, 0o711)
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres') })
  const close = async () => {
    await postgres.stop()
    fs.rmSync(directory, { recursive: true, force: true })
  }
  try {
    await ensureDatabase(postgres.url('postgres'), 'bench')
    const connectionString = postgres.url('bench')
    await migrate(connectionString, { sqlDir })
    const client = new pg.Client({ connectionString })
    await client.connect()
    return {
      connectionString,
      directory,
      /** Runs one statement and returns its rows. */
      query: async (text, values) => (await client.query(text, values)).rows,
      async close() {
        await client.end()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Puts the tables in the same state before each measurement, so that nobody inherits what the last one left behind. */
export async function tidy(database) {
  await database.query('truncate audit_entry')
  await database.query('vacuum analyze member')
  await database.query('checkpoint')
}

/** How many awards the database remembers since the tables were tidied. */
export async function countAwards(database) {
  const [row] = await database.query('select count(*)::int as count from audit_entry')
  return row.count
}
