// The work of `npm run schema`.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { ensureDatabase } from '../../src/db/database-exists'
import { startEmbedded } from '../../src/db-embedded'
import {
  checksumListName,
  schemaName,
  sha256,
  statementsOf,
  unixLines,
  type SchemaEntry,
} from '../../src/db/migrations/checksums'
import { earlierFolder, readMigrations } from '../../src/db/migrations/files'
import { readFunctions } from '../../src/db/migrations/functions'
import { migrate } from '../../src/db/migrations/migrate'
import { temporaryDirectory } from '../command'
import { readSchema } from './catalogue'
import { harvestComments, readComments } from './comments'
import { describeDatabase, differences, ofOlderServers } from './description'
import { renderSchema } from './render'

const sqlDir = path.resolve(__dirname, '../../sql')
const schemaFile = path.join(sqlDir, schemaName)
const listFile = path.join(sqlDir, checksumListName)

/**
 * A folder like sql/ with the migrations in before-4.0.0 alone, which a new database gets one after the other. The caller
 * removes it.
 */
export function withoutSchema(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'without-schema-'))
  for (const name of [earlierFolder, 'functions', checksumListName])
    cpSync(path.join(sqlDir, name), path.join(folder, name), { recursive: true })
  return folder
}

export async function writeSchema(): Promise<void> {
  const folder = temporaryDirectory('schema')
  const migrations = withoutSchema()
  const dataDir = path.join(folder, 'postgres')
  mkdirSync(dataDir)
  const postgres = await startEmbedded({ dataDir, fast: true })
  const clients: Client[] = []
  try {
    const made = async (name: string, from: string): Promise<Client> => {
      await ensureDatabase(postgres.url('postgres'), name)
      await migrate(postgres.url(name), { sqlDir: from })
      const client = new Client({ connectionString: postgres.url(name) })
      clients.push(client)
      await client.connect()
      return client
    }
    const earlier = await made('earlier', migrations)
    await write(earlier, migrations)
    // the file with the same migrations after it: none
    cpSync(schemaFile, path.join(migrations, schemaName))
    cpSync(listFile, path.join(migrations, checksumListName))
    const present = await made('present', migrations)
    const found = differences(await describeDatabase(earlier), await describeDatabase(present))
    if (found.length > 0) throw new Error([`${schemaName} differs from the migrations:`, ...found].join('\n'))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
    rmSync(migrations, { recursive: true })
  }
}

async function write(client: Client, migrations: string): Promise<void> {
  const files = readMigrations(migrations)
  const functions = readFunctions(sqlDir).files.map(({ name }) => name.replace(/\.sql$/, ''))
  const present = existsSync(schemaFile) ? unixLines(readFileSync(schemaFile, 'utf8')) : ''
  const comments = new Map([...harvestComments(files), ...readComments(present)])
  const text = renderSchema(await readSchema(client, [...functions, ...ofOlderServers]), comments)
  writeFileSync(schemaFile, text)
  const entry: SchemaEntry = { statements: sha256(statementsOf(text)), contains: files.map(({ name }) => name) }
  const list = JSON.parse(readFileSync(listFile, 'utf8')) as Record<string, unknown>
  writeFileSync(listFile, `${JSON.stringify({ ...list, [schemaName]: entry }, null, 2)}\n`)
}
