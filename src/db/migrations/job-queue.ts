// The tables of graphile-worker.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Pool, type Client } from 'pg'

/** Whether the installed graphile-worker has nothing to migrate. */
export async function isJobQueueMigrated(client: Client): Promise<boolean> {
  const folder = path.join(path.dirname(require.resolve('graphile-worker/package.json')), 'sql')
  const own = Math.max(...readdirSync(folder).map((name) => Number.parseInt(name) || 0))
  const { rows } = await client.query<{ newest: number; breaking: number | null }>(
    'select max(id) as newest, max(id) filter (where breaking) as breaking from graphile_worker.migrations',
  )
  const [found] = rows
  return found !== undefined && found.newest >= own && (found.breaking ?? 0) <= own
}

/** graphile-worker 0.16 takes no lock, so concurrent first migrations fail with "duplicate key". */
export async function migrateJobQueue(connectionString: string, log: (message: string) => void): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker')
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log(message)
  })
  const pgPool = new Pool({ connectionString, max: 1 })
  // without a listener, a connection that is lost while the pool ends would end the process
  pgPool.on('error', () => undefined)
  try {
    await runMigrations({ pgPool, logger })
  } finally {
    await pgPool.end()
  }
}
