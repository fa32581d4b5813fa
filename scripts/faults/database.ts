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
  /** Resolves when it accepts connections again. Default SIGKILL. */
  kill(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

export interface Engine {
  readonly name: string
  /** Resolves when it accepts connections again. */
  readonly kill: () => Promise<void>
}

const longestRecoveryMs = 60_000

/**
 * A server of a database that the trial does not start; the command kills and restarts it.
 * @throws Error for another form than NAME=COMMAND
 */
export function engineOf(text: string, url: string): Engine {
  const [, name, command] = /^([a-z][a-z0-9 -]{0,20})=(.+)$/.exec(text) ?? []
  if (name === undefined || command === undefined)
    throw new Error(`--engine is "${text}"; it must be a name and a command, such as node1=./restart node1`)
  const kill = async (): Promise<void> => {
    await promisify(exec)(command)
    await until(() => takesConnections(url))
  }
  return { name, kill }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + longestRecoveryMs; !(await isTrue()); await sleep(50))
    if (Date.now() > deadline) throw new Error('the database did not accept connections in time')
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
      await until(async () => postgres.pid !== pid && (await takesConnections(url)))
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
