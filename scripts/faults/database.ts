// A durable PostgreSQL, restarted by its supervisor (src/db/embedded).
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { ensureDatabase } from '../../src/db/database-exists'
import { startEmbedded } from '../../src/db/embedded'
import { migrate } from '../../src/db/migrations/migrate'

export interface TrialDatabase {
  readonly url: string
  /** Resolves when connections are accepted again. */
  kill(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

const longestRecoveryMs = 60_000

export async function openTrialDatabase(directory: string): Promise<TrialDatabase> {
  const postgres = await startEmbedded({ dataDir: path.join(directory, 'postgres') })
  const url = postgres.url('trial')
  try {
    await ensureDatabase(postgres.url('postgres'), 'trial')
    await migrate(url, { sqlDir: path.resolve(__dirname, '../../sql') })
  } catch (error) {
    await postgres.stop()
    throw error
  }
  return {
    url,
    async kill(signal = 'SIGKILL') {
      const { pid } = postgres
      process.kill(pid, signal)
      const deadline = Date.now() + longestRecoveryMs
      while (postgres.pid === pid || !(await takesConnections(url))) {
        if (Date.now() > deadline) throw new Error('PostgreSQL did not restart in time')
        await sleep(50)
      }
    },
    stop: () => postgres.stop(),
  }
}

async function takesConnections(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
