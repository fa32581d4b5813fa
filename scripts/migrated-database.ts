// A database with sql/ applied, for as long as it is read.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { ensureDatabase } from '../src/db/database-exists'
import { startEmbedded } from '../src/db-embedded'
import { migrate } from '../src/db/migrations/migrate'

export interface MigratedDatabase {
  readonly url: string
  readonly client: Client
  /** An empty folder, deleted afterwards. */
  readonly folder: string
}

export async function withMigratedDatabase<Result>(
  work: (database: MigratedDatabase) => Promise<Result>,
): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'generate-'))
  fs.chmodSync(folder, 0o755)
  const postgres = await startEmbedded({ dataDir: path.join(folder, 'postgres'), fast: true })
  const url = postgres.url('generate')
  const client = new Client({ connectionString: url })
  try {
    await ensureDatabase(postgres.url('postgres'), 'generate')
    await migrate(url, { sqlDir: path.resolve(__dirname, '../sql') })
    await client.connect()
    return await work({ url, client, folder })
  } finally {
    await client.end()
    await postgres.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
