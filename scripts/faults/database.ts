// The database of a trial: a durable PostgreSQL, restarted by its supervisor (src/db-embedded), or one that is given.
import { exec } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { ensureDatabase } from '../../src/db/database-exists'
import { startEmbedded } from '../../src/db-embedded'
import { migrate } from '../../src/db/migrations/migrate'

export interface TrialDatabase {
  readonly url: string
  /** Resolves when connections are accepted again. */
  kill(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

/** Of a database that the trial does not start. */
export interface EngineCommand {
  readonly name: string
  /** Kills it with SIGKILL, starts it again and returns. */
  readonly command: string
}

export interface Engine {
  readonly name: string
  kill(): Promise<void>
}

const longestRecoveryMs = 60_000

export function enginesOf(url: string, commands: readonly EngineCommand[]): Engine[] {
  return commands.map(({ name, command }) => ({
    name,
    async kill() {
      await promisify(exec)(command)
      const deadline = Date.now() + longestRecoveryMs
      while (!(await takesConnections(url))) {
        if (Date.now() > deadline) throw new Error(`the database did not accept connections after "${command}"`)
        await sleep(50)
      }
    },
  }))
}

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
