// Opens what the server keeps its data in: the database (embedded, or the operator's own), brought up to date, and the
// key that encrypts platform credentials. The server and the operator command open it the same way.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { projectRoot, type Config } from './config'
import type { Settings } from './context'
import { ensureDatabase } from './db/database-exists'
import { startEmbedded } from './db/embedded'
import { migrate } from './db/migrate'
import { requireNamedStatements, requireSessionDefaults } from './db/pooler'
import { StartError } from './errors'
import { resolveHost } from './exchange'
import { parseEncryptionKey } from './platform/credentials'

export interface Store {
  readonly connectionString: string
  readonly encryptionKey: Buffer
  /** Stops the embedded database, unless another process still uses it. */
  close(): Promise<void>
}

const DATABASE = 'community'

/** What the rooms are told of the configuration, with the store's key. */
export function toSettings(config: Config, { encryptionKey }: Pick<Store, 'encryptionKey'>): Settings {
  const { profileStalenessSeconds, platformTimeoutMs, rankChangeWaitMs, queueLimit, auditRetentionDays } = config
  return {
    profileStalenessSeconds,
    platformTimeoutMs,
    rankChangeWaitMs,
    queueLimit,
    auditRetentionDays,
    encryptionKey,
    webhookTargets: { allowPrivate: config.webhookAllowPrivate, resolve: resolveHost },
  }
}

/**
 * Opens and migrates the database of this configuration.
 * @param say what a person at the terminal should know
 * @throws StartError
 */
export async function openStore(config: Config, say: (message: string) => void): Promise<Store> {
  const database = config.databaseUrl === null ? await openEmbedded(config, say) : openOwn(config.databaseUrl)
  try {
    await bringUpToDate(database.connectionString, config, say)
    return { ...database, encryptionKey: config.encryptionKey ?? keptKey(config, say) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** What changes the database needs a session of its own; through a pooler goes only what the server does all day. */
async function bringUpToDate(
  connectionString: string,
  { databaseDirectUrl: directUrl, preparedStatements }: Config,
  say: (message: string) => void,
): Promise<void> {
  const sqlDir = path.join(projectRoot, 'sql')
  if (directUrl === null) return void (await migrate(connectionString, { sqlDir, log: say }))
  await migrate(directUrl, { sqlDir, log: say, pooled: true })
  await requireSessionDefaults(connectionString, directUrl)
  if (preparedStatements) await requireNamedStatements(connectionString)
}

async function openEmbedded(
  { dataDir }: Config,
  say: (message: string) => void,
): Promise<Omit<Store, 'encryptionKey'>> {
  const postgres = await startEmbedded({ dataDir: path.join(dataDir, 'postgres'), log: say })
  await ensureDatabase(postgres.url('postgres'), DATABASE)
  return { connectionString: postgres.url(DATABASE), close: () => postgres.stop() }
}

function openOwn(connectionString: string): Omit<Store, 'encryptionKey'> {
  return { connectionString, close: () => Promise.resolve() }
}

/** The key of this data directory, made at first need. */
function keptKey({ dataDir, databaseUrl }: Config, say: (message: string) => void): Buffer {
  const file = path.join(dataDir, 'encryption.key')
  if (databaseUrl !== null) {
    say(`ENCRYPTION_KEY is not set: using the one in ${file}; give every process on this database the same`)
  }
  fs.mkdirSync(dataDir, { recursive: true })
  try {
    fs.writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartError(`${file} cannot be written; set ENCRYPTION_KEY or DATA_DIR`, { cause: error })
    }
  }
  return parseEncryptionKey(fs.readFileSync(file, 'utf8').trim())
}
