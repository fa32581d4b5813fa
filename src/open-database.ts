// Opens what the server keeps its data in: the database (embedded, or the operator's own), brought up to date, and the
// key that encrypts platform credentials. The server and the operator command open it the same way.
import path from 'node:path'
import { auditOrder } from './audit/order'
import { projectRoot, type Config } from './config'
import type { Settings } from './context'
import { ensureDatabase } from './db/database-exists'
import { ownDatabase, startEmbedded } from './db/embedded'
import { migrate } from './db/migrations/migrate'
import { requireNamedStatements, requireSessionDefaults } from './db/pooler'
import { resolveHost } from './http-client'
import { keyFileIn, openKeyFile } from './secrets/key-file'
import { Keyring } from './platform/keyring'

export interface Store {
  readonly connectionString: string
  /** Connection string of the role that owns the tables, not through a pooler: for migrations, backup and restore. */
  readonly ownerUrl: string
  readonly encryptionKey: Keyring
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
  const database = await openMigrated(config, say)
  try {
    return { ...database, encryptionKey: openKeys(config, say) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Migrates the database of this configuration, without its encryption key.
 * @throws StartError
 */
export async function updateDatabase(config: Config, say: (message: string) => void): Promise<void> {
  const database = await openMigrated(config, say)
  await database.close()
}

async function openMigrated(config: Config, say: (message: string) => void): Promise<OpenDatabase> {
  const { databaseUrl } = config
  const database = databaseUrl === null ? await openEmbedded(config, say) : openOwn({ ...config, databaseUrl })
  try {
    await bringUpToDate(database, config, say)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

type OpenDatabase = Omit<Store, 'encryptionKey'>

/** Migrates in a session of its own: a pooler gives none. */
async function bringUpToDate(
  { connectionString, ownerUrl }: OpenDatabase,
  { databaseDirectUrl: directUrl, preparedStatements }: Config,
  say: (message: string) => void,
): Promise<void> {
  const sqlDir = path.join(projectRoot, 'sql')
  const serverUrl = directUrl ?? connectionString
  const pooled = directUrl !== null
  const options = { sqlDir, log: say, pooled, upkeep: auditOrder }
  await migrate(ownerUrl, { ...options, ...(serverUrl !== ownerUrl && { serverUrl }) })
  if (directUrl === null) return
  await requireSessionDefaults(connectionString, directUrl)
  if (preparedStatements) await requireNamedStatements(connectionString)
}

async function openEmbedded({ dataDir }: Config, say: (message: string) => void): Promise<OpenDatabase> {
  const postgres = await startEmbedded({ dataDir: path.join(dataDir, 'postgres'), log: say })
  await ensureDatabase(postgres.url('postgres'), DATABASE)
  await ownDatabase(postgres.url(DATABASE))
  return {
    connectionString: postgres.url(DATABASE, 'community_server'),
    ownerUrl: postgres.url(DATABASE, 'community_owner'),
    close: () => postgres.stop(),
  }
}

function openOwn(config: Config & { readonly databaseUrl: string }): OpenDatabase {
  const { databaseUrl, databaseDirectUrl, databaseMigrationUrl } = config
  return {
    connectionString: databaseUrl,
    ownerUrl: databaseMigrationUrl ?? databaseDirectUrl ?? databaseUrl,
    close: () => Promise.resolve(),
  }
}

/** The configured keys, or those that the data directory keeps. */
function openKeys(config: Config, say: (message: string) => void): Keyring {
  const { encryptionKey, previousEncryptionKeys, dataDir, databaseUrl } = config
  if (encryptionKey !== null) return new Keyring(encryptionKey, previousEncryptionKeys)
  const file = keyFileIn(dataDir)
  if (databaseUrl !== null) {
    say(`ENCRYPTION_KEY is not set: using the one in ${file}; give every process on this database the same`)
  }
  return openKeyFile(file)
}
