// Opens and migrates the database, and reads the encryption keys.
import path from 'node:path'
import { auditOrder } from '../audit/order'
import { type Config } from './config'
import type { Print } from '../base/logger'
import { projectRoot } from '../base/project-root'
import type { Settings } from '../context'
import { ensureDatabase } from '../db/database-exists'
import { ownDatabase, startEmbedded } from '../db-embedded'
import { connectForMigration } from '../db/migrations/connection'
import { migrate } from '../db/migrations/migrate'
import { requireOwnSession, requireSessionDefaults } from '../db/pooler'
import { requireSameDatabase } from '../db/same-database'
import { resolveHost } from '../base/http-client'
import { OpenidIssuer } from '../issuer/openid-issuer'
import { keyFileIn, openKeyFile } from '../encryption/key-file'
import { Keyring } from '../encryption/keyring'

export interface Store {
  readonly connectionString: string
  /** Of the role that owns the tables, without the pooler. */
  readonly ownerUrl: string
  readonly encryptionKey: Keyring
  /** Stops the embedded database unless another process uses it. */
  close(): Promise<void>
}

const DATABASE = 'community'

export const postgresIn = (dataDir: string): string => path.join(dataDir, 'postgres')

/** Browsers allow passkeys at localhost without HTTPS. */
export const localOrigin = (port: number | string): string => `http://localhost:${port}`

export function toSettings(config: Config, { encryptionKey }: Pick<Store, 'encryptionKey'>): Settings {
  const { profileStalenessSeconds, nameRetrySeconds, platformTimeoutMs, rankChangeWaitMs, queueLimit } = config
  return {
    profileStalenessSeconds,
    nameRetrySeconds,
    platformTimeoutMs,
    rankChangeWaitMs,
    queueLimit,
    platformKeyNoticeDays: config.platformKeyNoticeDays,
    auditRetentionDays: config.auditRetentionDays,
    parkedErasureDays: config.parkedErasureDays,
    encryptionKey,
    publicUrl: config.publicUrl ?? localOrigin(config.port),
    issuer: config.issuer && new OpenidIssuer(config.issuer),
    webhookTargets: { allowPrivate: config.webhookAllowPrivate, resolve: resolveHost },
  }
}

/**
 * @param print progress
 * @throws StartError
 */
export async function openStore(config: Config, print: Print): Promise<Store> {
  const database = await openMigrated(config, print)
  try {
    return { ...database, encryptionKey: openKeys(config, print) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * The server's sessions must keep their settings and receive notifications. The command line needs neither.
 * @throws StartError
 */
export async function checkSessions(config: Config, print: Print): Promise<void> {
  const url = config.databaseDirectUrl ?? config.databaseUrl
  if (url === null) return
  const variable = config.databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const client = await connectForMigration(url, print, variable)
  await requireOwnSession(client, url).finally(() => client.end())
}

/** Without the encryption keys. @throws StartError */
export async function updateDatabase(config: Config, print: Print): Promise<void> {
  const database = await openMigrated(config, print)
  await database.close()
}

async function openMigrated(config: Config, print: Print): Promise<OpenDatabase> {
  const { databaseUrl } = config
  const database = databaseUrl === null ? await openEmbedded(config, print) : await openOwn({ ...config, databaseUrl })
  try {
    await migrateDatabase(database, config, print)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

type OpenDatabase = Omit<Store, 'encryptionKey'> & {
  /** The one with `ownerUrl`, for errors. */
  readonly variable: string
}

/** On a direct connection, because a pooler in transaction mode has no sessions. */
async function migrateDatabase(
  { connectionString, ownerUrl, variable }: OpenDatabase,
  { databaseDirectUrl: directUrl }: Config,
  print: Print,
): Promise<void> {
  const sqlDir = path.join(projectRoot, 'sql')
  const serverUrl = directUrl ?? connectionString
  const pooled = directUrl !== null
  const options = { sqlDir, log: print, pooled, upkeep: auditOrder }
  await migrate(ownerUrl, { ...options, variable, ...(serverUrl !== ownerUrl && { serverUrl }) })
  if (directUrl !== null) await requireSessionDefaults(connectionString)
}

async function openEmbedded({ dataDir }: Config, print: Print): Promise<OpenDatabase> {
  print('starting the embedded PostgreSQL')
  const postgres = await startEmbedded({ dataDir: postgresIn(dataDir), log: print })
  await ensureDatabase(postgres.url('postgres'), DATABASE)
  await ownDatabase(postgres.url(DATABASE))
  return {
    connectionString: postgres.url(DATABASE, 'community_server'),
    ownerUrl: postgres.url(DATABASE, 'community_owner'),
    variable: 'DATA_DIR',
    close: () => postgres.stop(),
  }
}

async function openOwn(config: Config & { readonly databaseUrl: string }): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, databaseMigrationUrl } = config
  const server = { variable: 'DATABASE_URL', url: databaseUrl }
  const direct = databaseDirectUrl === null ? null : { variable: 'DATABASE_DIRECT_URL', url: databaseDirectUrl }
  const migrating =
    databaseMigrationUrl === null ? null : { variable: 'DATABASE_MIGRATION_URL', url: databaseMigrationUrl }
  const owner = migrating ?? direct ?? server
  for (const other of [direct, server])
    if (other !== null && other.url !== owner.url) await requireSameDatabase(owner, other)
  return {
    connectionString: databaseUrl,
    ownerUrl: owner.url,
    variable: owner.variable,
    close: () => Promise.resolve(),
  }
}

function openKeys(config: Config, print: Print): Keyring {
  const { encryptionKey, previousEncryptionKeys, dataDir, databaseUrl } = config
  if (encryptionKey !== null) return new Keyring(encryptionKey, previousEncryptionKeys)
  const file = keyFileIn(dataDir)
  if (databaseUrl !== null) {
    print(`ENCRYPTION_KEY is not set: using the key in ${file}; every process on this database needs the same key`)
  }
  return openKeyFile(file)
}
