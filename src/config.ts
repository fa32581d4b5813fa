// Configuration from the environment.
import fs from 'node:fs'
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { StartError } from './errors'
import { parseEncryptionKey } from './platform/credentials'

export interface Config {
  readonly host: string
  readonly port: number
  /** null: embedded in `dataDir`. */
  readonly databaseUrl: string | null
  /** Without the pooler. */
  readonly databaseDirectUrl: string | null
  /** If the role of `databaseUrl` does not own the tables. */
  readonly databaseMigrationUrl: string | null
  readonly preparedStatements: boolean
  /** null: none. */
  readonly databaseReplicaUrl: string | null
  readonly replicaMaxLagSeconds: number
  readonly dataDir: string
  readonly role: 'all' | 'api' | 'worker'
  readonly logLevel: string
  readonly platformApiUrl: string
  readonly platformUsersUrl: string
  /** Several during a replacement; empty: notifications are refused. */
  readonly platformWebhookSecrets: readonly string[]
  /** Simulator and demo community. */
  readonly demo: boolean
  /** null: from `dataDir`. */
  readonly encryptionKey: Buffer | null
  /** During a rotation. */
  readonly previousEncryptionKeys: readonly Buffer[]
  readonly profileStalenessSeconds: number
  readonly platformTimeoutMs: number
  /** false: the process that receives a request executes its rank changes. */
  readonly scheduler: boolean
  readonly rankChangeWaitMs: number
  readonly queueLimit: number
  /** null: unlimited. */
  readonly auditRetentionDays: number | null
  readonly rateLimiting: boolean
  readonly keyRequestsPerMinute: number
  readonly addressRequestsPerMinute: number
  readonly accessRequestsPerMinute: number
  /** Discord v10. */
  readonly chatApiUrl: string
  /** null: no direct messages. */
  readonly chatBotToken: string | null
  /** With `{communityId}`, `{applicationId}` and `{responseId}`. */
  readonly resultUrl: string | null
  /** Number of proxies, or addresses and networks. */
  readonly trustProxy: number | string | false
  readonly databasePoolSize: number
  /** For probes and metrics; null: none. */
  readonly metricsPort: number | null
  readonly metricsHost: string
  /** null: none. */
  readonly metricsToken: string | null
  /** Requests are accepted this long after /readyz fails. */
  readonly drainSeconds: number
  /** null: off. */
  readonly otlpEndpoint: string | null
  readonly webhookAllowPrivate: 'nothing' | 'anything' | readonly string[]
}

type Env = Readonly<Record<string, string | undefined>>

/** Of openapi.yaml, sql/ and package.json. */
export const projectRoot = findRoot(__dirname)

const live = { api: 'https://apis.roblox.com', users: 'https://users.roblox.com' }
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** See docs/operations/configuration.md. @throws StartError for the first invalid variable */
export function readConfig(env: Env = process.env): Config {
  const databaseUrl = postgresUrl(env, 'DATABASE_URL')
  const databaseDirectUrl = secondDatabaseUrl(env, 'DATABASE_DIRECT_URL')
  const platformApiUrl = url(env, 'PLATFORM_API_URL')
  const platformUsersUrl = url(env, 'PLATFORM_USERS_URL')
  const encryptionKey = text(env, 'ENCRYPTION_KEY')
  return Object.freeze({
    host: text(env, 'HOST') ?? '127.0.0.1',
    port: integer(env, 'PORT', 8080, 0, 65_535),
    databaseUrl,
    databaseDirectUrl,
    databaseMigrationUrl: secondDatabaseUrl(env, 'DATABASE_MIGRATION_URL'),
    preparedStatements: onOff(env, 'DATABASE_PREPARED_STATEMENTS', databaseDirectUrl === null),
    databaseReplicaUrl: secondDatabaseUrl(env, 'DATABASE_REPLICA_URL'),
    replicaMaxLagSeconds: integer(env, 'DATABASE_REPLICA_MAX_LAG_SECONDS', 5, 2, 3_600),
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? path.join(projectRoot, '.data')),
    role: oneOf(env, 'ROLE', ['all', 'api', 'worker'] as const, 'all'),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    platformApiUrl: platformApiUrl ?? live.api,
    platformUsersUrl: platformUsersUrl ?? platformApiUrl ?? live.users,
    platformWebhookSecrets: secrets(env, 'PLATFORM_WEBHOOK_SECRETS'),
    demo: databaseUrl === null && platformApiUrl === null && platformUsersUrl === null,
    encryptionKey: encryptionKey === null ? null : parseEncryptionKey(encryptionKey),
    previousEncryptionKeys: previousKeys(env),
    profileStalenessSeconds: integer(env, 'PROFILE_STALENESS_SECONDS', 600, 0, 86_400 * 30),
    platformTimeoutMs: integer(env, 'PLATFORM_TIMEOUT_MS', 5_000, 100, 60_000),
    scheduler: onOff(env, 'SCHEDULER', true),
    rankChangeWaitMs: integer(env, 'RANK_CHANGE_WAIT_MS', 10_000, 100, 60_000),
    queueLimit: integer(env, 'QUEUE_LIMIT', 20_000, 1, 10_000_000),
    auditRetentionDays: retention(env, 'AUDIT_RETENTION_DAYS', 400),
    rateLimiting: onOff(env, 'RATE_LIMITING', true),
    keyRequestsPerMinute: integer(env, 'RATE_LIMIT_KEY_PER_MINUTE', 600, 1, 1_000_000_000),
    addressRequestsPerMinute: integer(env, 'RATE_LIMIT_ADDRESS_PER_MINUTE', 60, 1, 1_000_000_000),
    accessRequestsPerMinute: integer(env, 'RATE_LIMIT_ACCESS_PER_MINUTE', 20, 1, 1_000_000_000),
    chatApiUrl: url(env, 'CHAT_API_URL') ?? 'https://discord.com/api/v10',
    chatBotToken: text(env, 'CHAT_BOT_TOKEN'),
    resultUrl: url(env, 'RESULT_URL'),
    trustProxy: trustProxy(text(env, 'TRUST_PROXY')),
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 16, 2, 1_000),
    metricsPort: text(env, 'METRICS_PORT') === null ? null : integer(env, 'METRICS_PORT', 0, 0, 65_535),
    metricsHost: text(env, 'METRICS_HOST') ?? '127.0.0.1',
    metricsToken: metricsToken(text(env, 'METRICS_TOKEN')),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 3, 0, 5),
    otlpEndpoint: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    webhookAllowPrivate: allowPrivate(text(env, 'WEBHOOK_ALLOW_PRIVATE')),
  })
}

function text(env: Env, name: string): string | null {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? null : value
}

function integer(env: Env, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  throw new StartError(`${name} is "${value}"; set it to a whole number from ${least} to ${most}`)
}

/** Rollbacks of forms read 30 days. */
const MIN_RETENTION_DAYS = 31

function retention(env: Env, name: string, fallback: number): number | null {
  const value = text(env, name)
  if (value === 'off' || value === '0') return null
  if (value !== null && !/^\d+$/.test(value)) {
    const days = `a whole number of days from ${MIN_RETENTION_DAYS} to 36500`
    throw new StartError(`${name} is "${value}"; set it to ${days}, or to off to keep entries without limit`)
  }
  return integer(env, name, fallback, MIN_RETENTION_DAYS, 36_500)
}

function oneOf<T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name)
  if (value === null) return fallback
  const found = allowed.find((one) => one === value)
  if (found !== undefined) return found
  throw new StartError(`${name} is "${value}"; set it to one of ${allowed.join(', ')}`)
}

function onOff(env: Env, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['on', 'off'] as const, fallback ? 'on' : 'off') === 'on'
}

function url(env: Env, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  if (/^https?:\/\/[^/]+/.test(value) && URL.canParse(value)) return value.replace(/\/+$/, '')
  throw new StartError(`${name} is "${value}"; set it to a URL that begins with http:// or https://`)
}

/** Errors must not show the password. */
function postgresUrl(env: Env, name: string): string | null {
  const value = text(env, name)
  if (value === null || /^postgres(ql)?:\/\//.test(value)) return value
  throw new StartError(`${name} is not a PostgreSQL URL; set it to postgresql://user:password@host:5432/database`)
}

/** Only with DATABASE_URL. */
function secondDatabaseUrl(env: Env, name: string): string | null {
  const value = postgresUrl(env, name)
  if (value === null || text(env, 'DATABASE_URL') !== null) return value
  throw new StartError(`${name} is set and DATABASE_URL is not; set DATABASE_URL to the database that it belongs to`)
}

/** Only with ENCRYPTION_KEY. */
function previousKeys(env: Env): Buffer[] {
  const name = 'ENCRYPTION_KEY_PREVIOUS'
  const value = text(env, name)
  if (value === null) return []
  if (text(env, 'ENCRYPTION_KEY') === null) throw new StartError(`${name} is set and ENCRYPTION_KEY is not; set both`)
  return value.split(',').map((one) => parseEncryptionKey(one, name))
}

/** Errors must not show values: a secret could erase any account. */
function secrets(env: Env, name: string): string[] {
  const values =
    text(env, name)
      ?.split(',')
      .map((one) => one.trim()) ?? []
  if (values.every((one) => one.length >= 16)) return values
  throw new StartError(
    `${name} contains a secret that is too short; set it to comma-separated secrets of 16 characters or more`,
  )
}

/** Errors must not show the value. */
function metricsToken(value: string | null): string | null {
  if (value === null || (value.length >= 16 && /^[\x21-\x7e]+$/.test(value))) return value
  throw new StartError('METRICS_TOKEN cannot be used; set it to 16 characters or more, without spaces')
}

/** A count, addresses, networks, or names of `isNetwork`. */
function trustProxy(value: string | null): number | string | false {
  if (value === null || value === 'off' || value === 'false') return false
  if (/^\d+$/.test(value)) return Number(value)
  if (value.split(',').every((one) => isNetwork(one.trim()))) return value
  const remedy = 'set it to the number of proxies in front, or to their comma-separated addresses or networks'
  throw new StartError(`TRUST_PROXY is "${value}"; ${remedy}`)
}

function allowPrivate(value: string | null): Config['webhookAllowPrivate'] {
  if (value === null || value === 'off') return 'nothing'
  if (value === 'on') return 'anything'
  const networks = value.split(',').map((one) => one.trim())
  if (networks.every((one) => ipaddr.isValidCIDR(one))) return networks
  const remedy = 'set it to on, off, or comma-separated networks such as 10.1.0.0/16'
  throw new StartError(`WEBHOOK_ALLOW_PRIVATE is "${value}"; ${remedy}`)
}

function isNetwork(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}

function findRoot(from: string): string {
  if (fs.existsSync(path.join(from, 'openapi.yaml'))) return from
  const up = path.dirname(from)
  if (up === from) throw new StartError('openapi.yaml is missing; start the server from a complete checkout')
  return findRoot(up)
}
