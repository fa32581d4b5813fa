// Databases of a run: an embedded PostgreSQL with production settings, or one that is given.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { temporaryDirectory } from '../command.ts'
import { ensureDatabase } from '../../src/db/database-exists.ts'
import { startEmbedded } from '../../src/db-embedded/index.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'

const sqlDir = fileURLToPath(new URL('../../sql', import.meta.url))

/** @param work gets a function that makes a migrated database, by its name */
export async function withCluster(work) {
  const directory = temporaryDirectory('bench')
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres') })
  const opened = []
  const open = async (name) => {
    await ensureDatabase(postgres.url('postgres'), name)
    await migrate(postgres.url(name), { sqlDir })
    const database = await connect(postgres.url(name), [postgres.pid])
    opened.push(database)
    return { ...database, isOwn: true, directory }
  }
  try {
    return await work(open)
  } finally {
    for (const { close } of opened) await close()
    await postgres.stop()
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

export const withDatabase = (work) => withCluster(async (open) => work(await open('bench')))

/**
 * A migrated database without communities.
 * @param engines process ids of its PostgreSQL servers, of which the processor time is measured
 */
export async function withGivenDatabase(url, engines, work) {
  const database = await connect(url, engines)
  return work(database).finally(database.close)
}

async function connect(url, engines) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const query = async (text, values) => (await client.query(text, values)).rows
  const [{ server_version: version }] = await query('show server_version')
  return { url, engines, version, query, close: () => client.end() }
}

/** Brings the tables into the same state before each measurement. @returns the number of awards stored before it */
export async function tidy(database) {
  let before = -1
  // the last requests of wrk are answered after its end
  for (let now; (now = await countAwards(database)) !== before; before = now) await sleep(100)
  if (!database.isOwn) return before
  // only a superuser without triggers deletes audit entries
  await database.query('set session_replication_role = replica; truncate audit_entry; reset session_replication_role')
  await database.query('vacuum analyze member')
  await database.query('checkpoint')
  return 0
}

export async function countAwards(database) {
  const [row] = await database.query(
    `select count(*)::int as count from audit_entry where action = 'member.experience'`,
  )
  return row.count
}
