// Configuration from the environment.
import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { StartError } from '../base/errors'
import { nearest } from '../base/nearest'
import { parseEncryptionKey } from '../encryption/credentials'
import { isInstalled, projectRoot } from '../base/project-root'
import { readIssuer } from './issuer-config'
import { readsAsMeant, withoutCredentials } from '../base/url-text'

export interface Config {
  readonly host: string
  readonly port: number
  /** Null: http://localhost with the port. */
  readonly publicUrl: string | null
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null
  /** Without the pooler. */
  readonly databaseDirectUrl: string | null
  /** Needed when the role of `databaseUrl` does not own the tables. */
  readonly databaseMigrationUrl: string | null
  readonly preparedStatements: boolean
  /** Null: the primary answers all lists. */
  readonly databaseReplicaUrl: string | null
  readonly replicaMaxLagSeconds: number
  readonly dataDir: string
  readonly role: 'all' | 'api' | 'worker'
  readonly logLevel: string
  readonly platformApiUrl: string
  readonly platformUsersUrl: string
  readonly platformThumbnailsUrl: string
  /** Whether the console shows pictures of accounts. */
  readonly avatars: boolean
  /** Several during a rotation; empty: notifications are refused. */
  readonly platformWebhookSecrets: readonly string[]
  /** Starts the simulator and the demo community. */
  readonly demo: boolean
  readonly console: boolean
  readonly issuer: ReturnType<typeof readIssuer>
  /** 32 bytes; null: the key file in `dataDir`. */
  readonly encryptionKey: Buffer | null
  /** Accepted during a rotation. */
  readonly previousEncryptionKeys: readonly Buffer[]
  readonly profileStalenessSeconds: number
  readonly nameRetrySeconds: number
  readonly platformKeyNoticeDays: number
  /** For each call of the platform. */
  readonly platformTimeoutMs: number
  /** False: the process that receives a request executes its rank changes. */
  readonly scheduler: boolean
  /** How long a synchronous caller waits; a change that is not sent by then is cancelled. */
  readonly rankChangeWaitMs: number
  /** Queued rank changes of one community. */
  readonly queueLimit: number
  /** Null: without limit. */
  readonly auditRetentionDays: number | null
  readonly parkedErasureDays: number
  readonly rateLimiting: boolean
  readonly keyRequestsPerMinute: number
  readonly addressRequestsPerMinute: number
  /** Calls of open, submit and status together, of one API key. */
  readonly accessRequestsPerMinute: number
  /** Discord v10. */
  readonly chatApiUrl: string
  /** Null: no direct messages. */
  readonly chatBotToken: string | null
  /** With `{communityId}`, `{applicationId}` and `{responseId}`; null: the page of the form under `publicUrl`. */
  readonly resultUrl: string | null
  /** The number of proxies in front, or their addresses and networks. */
  readonly trustProxy: number | string | false
  readonly databasePoolSize: number
  /** For probes and metrics; null: no separate port. */
  readonly metricsPort: number | null
  readonly metricsHost: string
  readonly metricsToken: string | null
  /** After SIGTERM, requests are still accepted this long while /readyz fails; 0 to 5. */
  readonly drainSeconds: number
  /** Null: no traces. */
  readonly otlpEndpoint: string | null
  readonly webhookAllowPrivate: 'nothing' | 'anything' | readonly string[]
  /** Of the command line: the id or the name of a community; null: none is meant. */
  readonly community: string | null
}

type Env = Readonly<Record<string, string | undefined>>

/** Collects all that is wrong, so that one error reports it. */
interface Reading {
  readonly values: Env
  readonly names: Set<string>
  readonly problems: string[]
}

const live = {
  api: 'https://apis.roblox.com',
  users: 'https://users.roblox.com',
  thumbnails: 'https://thumbnails.roblox.com',
}
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * The variables are described in docs/operations/configuration.md.
 * @throws StartError with a line for each wrong variable
 */
export function readConfig(values: Env = process.env): Config {
  const reading: Reading = { values, names: new Set(), problems: [] }
  const config = readAll(reading)
  const problems = [...reading.problems, ...misspelt(reading)]
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return Object.freeze(config)
}

function readAll(env: Reading): Config {
  const databaseUrl = postgresUrl(env, 'DATABASE_URL')
  const databaseDirectUrl = secondDatabaseUrl(env, 'DATABASE_DIRECT_URL')
  const platformApiUrl = url(env, 'PLATFORM_API_URL')
  const platformUsersUrl = url(env, 'PLATFORM_USERS_URL')
  return {
    host: text(env, 'HOST') ?? '127.0.0.1',
    port: integer(env, 'PORT', 8080, 0, 65_535),
    publicUrl: origin(env, 'PUBLIC_URL'),
    databaseUrl,
    databaseDirectUrl,
    databaseMigrationUrl: secondDatabaseUrl(env, 'DATABASE_MIGRATION_URL'),
    preparedStatements: onOff(env, 'DATABASE_PREPARED_STATEMENTS', databaseDirectUrl === null),
    databaseReplicaUrl: secondDatabaseUrl(env, 'DATABASE_REPLICA_URL'),
    replicaMaxLagSeconds: integer(env, 'DATABASE_REPLICA_MAX_LAG_SECONDS', 5, 2, 3_600),
    dataDir: path.resolve(text(env, 'DATA_DIR') ?? path.join(isInstalled ? '' : projectRoot, '.data')),
    role: oneOf(env, 'ROLE', ['all', 'api', 'worker'] as const, 'all'),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    platformApiUrl: platformApiUrl ?? live.api,
    platformUsersUrl: platformUsersUrl ?? platformApiUrl ?? live.users,
    platformThumbnailsUrl:
      url(env, 'PLATFORM_THUMBNAILS_URL') ??
      (platformApiUrl === null || platformApiUrl === live.api ? live.thumbnails : platformApiUrl),
    avatars: onOff(env, 'AVATARS', true),
    platformWebhookSecrets: secrets(env, 'PLATFORM_WEBHOOK_SECRETS'),
    demo: isDemo(
      env,
      ['DATABASE_URL', 'PLATFORM_API_URL', 'PLATFORM_USERS_URL'].some((name) => text(env, name) !== null),
    ),
    console: onOff(env, 'CONSOLE', true),
    issuer: readIssuer((name) => text(env, name), env.problems),
    encryptionKey: keyIn(env, 'ENCRYPTION_KEY', text(env, 'ENCRYPTION_KEY')),
    previousEncryptionKeys: previousKeys(env),
    profileStalenessSeconds: integer(env, 'PROFILE_STALENESS_SECONDS', 600, 0, 86_400 * 30),
    nameRetrySeconds: integer(env, 'NAME_RETRY_SECONDS', 300, 1, 86_400),
    platformKeyNoticeDays: integer(env, 'PLATFORM_KEY_NOTICE_DAYS', 14, 1, 59),
    platformTimeoutMs: integer(env, 'PLATFORM_TIMEOUT_MS', 5_000, 100, 60_000),
    scheduler: onOff(env, 'SCHEDULER', true),
    rankChangeWaitMs: integer(env, 'RANK_CHANGE_WAIT_MS', 10_000, 100, 60_000),
    queueLimit: integer(env, 'QUEUE_LIMIT', 20_000, 1, 10_000_000),
    auditRetentionDays: retention(env, 'AUDIT_RETENTION_DAYS', 400),
    parkedErasureDays: integer(env, 'PARKED_ERASURE_DAYS', 30, 1, 365),
    rateLimiting: onOff(env, 'RATE_LIMITING', true),
    keyRequestsPerMinute: integer(env, 'RATE_LIMIT_KEY_PER_MINUTE', 600, 1, 1_000_000_000),
    addressRequestsPerMinute: integer(env, 'RATE_LIMIT_ADDRESS_PER_MINUTE', 60, 1, 1_000_000_000),
    accessRequestsPerMinute: integer(env, 'RATE_LIMIT_ACCESS_PER_MINUTE', 20, 1, 1_000_000_000),
    chatApiUrl: url(env, 'CHAT_API_URL') ?? 'https://discord.com/api/v10',
    chatBotToken: text(env, 'CHAT_BOT_TOKEN'),
    resultUrl: url(env, 'RESULT_URL'),
    trustProxy: trustProxy(env, 'TRUST_PROXY'),
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 16, 2, 1_000),
    metricsPort: text(env, 'METRICS_PORT') === null ? null : integer(env, 'METRICS_PORT', 0, 0, 65_535),
    metricsHost: text(env, 'METRICS_HOST') ?? '127.0.0.1',
    metricsToken: token(env, 'METRICS_TOKEN'),
    drainSeconds: integer(env, 'DRAIN_SECONDS', 3, 0, 5),
    otlpEndpoint: endpoint(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    webhookAllowPrivate: allowPrivate(env, 'WEBHOOK_ALLOW_PRIVATE'),
    community: text(env, 'COMMUNITY'),
  }
}

/** In production, where the demo would hide a missing DATABASE_URL, it needs DEMO=on. */
function isDemo(env: Reading, isConfigured: boolean): boolean {
  const isProduction = env.values['NODE_ENV'] === 'production'
  const isAllowed = onOff(env, 'DEMO', !isProduction)
  if (isConfigured) {
    if (text(env, 'DEMO') === null || !isAllowed) return false
    const own = 'DATABASE_URL, PLATFORM_API_URL and PLATFORM_USERS_URL'
    return wrong(env, `DEMO is on, and the demo has its own database and platform; unset DEMO, or unset ${own}`, false)
  }
  if (isAllowed) return true
  const why = text(env, 'DEMO') === null ? 'NODE_ENV is production' : 'DEMO is off'
  const remedy = 'set DATABASE_URL to your PostgreSQL, or DEMO=on to start the demo'
  return wrong(env, `DATABASE_URL is not set and ${why}; ${remedy}`, false)
}

/** A shorter first word is often that of another program's variable. */
const LEAST_LETTERS = 6

/** Other programs' variables begin with the same word, so only a name near an unset variable is wrong. */
function misspelt({ values, names }: Reading): string[] {
  const wordOf = (name: string): string => name.split('_', 1)[0] ?? ''
  const isSameWord = (one: string, other: string): boolean =>
    one === other || (other.length >= LEAST_LETTERS && nearest(one, [other]) !== null)
  const unset = [...names].filter(
    (name) => name.includes('_') && values[name] === undefined && !name.startsWith('OTEL_'),
  )
  return Object.keys(values).flatMap((name) => {
    if (names.has(name)) return []
    const meant = nearest(
      name,
      unset.filter((one) => isSameWord(wordOf(name), wordOf(one))),
    )
    return meant === null ? [] : [`${name} is not a variable of this server; did you mean ${meant}?`]
  })
}

function wrong<T>({ problems }: Reading, message: string, fallback: T): T {
  problems.push(message)
  return fallback
}

function text({ values, names }: Reading, name: string): string | null {
  names.add(name)
  const value = values[name]?.trim()
  return value === undefined || value === '' ? null : value
}

function integer(env: Reading, name: string, fallback: number, least: number, most: number): number {
  const value = text(env, name)
  if (value === null) return fallback
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && number <= most) return number
  return wrong(env, `${name} is "${value}"; set it to a whole number from ${least} to ${most}`, fallback)
}

/** Rollbacks of forms read the audit entries of 30 days. */
const MIN_RETENTION_DAYS = 31

function retention(env: Reading, name: string, fallback: number): number | null {
  const value = text(env, name)
  if (value === 'off' || value === '0') return null
  if (value !== null && !/^\d+$/.test(value)) {
    const days = `a whole number of days from ${MIN_RETENTION_DAYS} to 36500`
    return wrong(env, `${name} is "${value}"; set it to ${days}, or to off to keep entries without limit`, null)
  }
  return integer(env, name, fallback, MIN_RETENTION_DAYS, 36_500)
}

function oneOf<T extends string>(env: Reading, name: string, allowed: readonly T[], fallback: T): T {
  const value = text(env, name)
  if (value === null) return fallback
  const found = allowed.find((one) => one === value)
  if (found !== undefined) return found
  return wrong(env, `${name} is "${value}"; set it to one of ${allowed.join(', ')}`, fallback)
}

function onOff(env: Reading, name: string, fallback: boolean): boolean {
  return oneOf(env, name, ['on', 'off'] as const, fallback ? 'on' : 'off') === 'on'
}

function url(env: Reading, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  if (/^https?:\/\/[^/]+/.test(value) && URL.canParse(value)) return value.replace(/\/+$/, '')
  const remedy = 'set it to a URL that begins with http:// or https://'
  return wrong(env, `${name} is "${withoutCredentials(value)}"; ${remedy}`, null)
}

/** The origin that passkeys and cookies belong to. */
function origin(env: Reading, name: string): string | null {
  const value = url(env, name)
  if (value === null || new URL(value).origin === value) return value
  const remedy = 'set it to an origin, such as https://community.example.com'
  return wrong(env, `${name} is "${withoutCredentials(value)}"; ${remedy}`, null)
}

/** Errors must not show the password. */
function postgresUrl(env: Reading, name: string): string | null {
  const value = text(env, name)
  if (value === null) return null
  if (!/^postgres(ql)?:\/\//.test(value))
    return wrong(env, `${name} is not a PostgreSQL URL; set it to postgresql://user:password@host:5432/database`, null)
  return readsAsMeant(value) ? value : wrong(env, `${name} ${notEncoded}`, null)
}

const notEncoded =
  'cannot be read as a URL; percent-encode the user and the password (@ is %40, / is %2F, ? is %3F, # is %23, % is %25), and check host and port'

/** May have a user and a password. */
function endpoint(env: Reading, name: string): string | null {
  const value = url(env, name)
  return value === null || readsAsMeant(value) ? value : wrong(env, `${name} ${notEncoded}`, null)
}

/** Only with DATABASE_URL. */
function secondDatabaseUrl(env: Reading, name: string): string | null {
  const value = postgresUrl(env, name)
  if (value === null || text(env, 'DATABASE_URL') !== null) return value
  return wrong(env, `${name} is set and DATABASE_URL is not; set DATABASE_URL to the database that it belongs to`, null)
}

/** Only with ENCRYPTION_KEY. */
function previousKeys(env: Reading): Buffer[] {
  const name = 'ENCRYPTION_KEY_PREVIOUS'
  const value = text(env, name)
  if (value === null) return []
  if (text(env, 'ENCRYPTION_KEY') === null) wrong(env, `${name} is set and ENCRYPTION_KEY is not; set both`, [])
  return value.split(',').flatMap((one) => keyIn(env, name, one) ?? [])
}

function keyIn(env: Reading, name: string, value: string | null): Buffer | null {
  try {
    return value === null ? null : parseEncryptionKey(value, name)
  } catch (error) {
    return wrong(env, (error as StartError).message, null)
  }
}

/** Errors must not show values: a secret could erase any account. */
function secrets(env: Reading, name: string): string[] {
  const values = (text(env, name)?.split(',') ?? []).map((one) => one.trim())
  if (values.every((one) => one.length >= 16)) return values
  const remedy = 'set it to comma-separated secrets of 16 characters or more'
  return wrong(env, `${name} contains a secret that is too short; ${remedy}`, [])
}

/** Errors must not show the value. */
function token(env: Reading, name: string): string | null {
  const value = text(env, name)
  if (value === null || (value.length >= 16 && /^[\x21-\x7e]+$/.test(value))) return value
  return wrong(env, `${name} cannot be used; set it to 16 characters or more, without spaces`, null)
}

/** A count, or addresses, networks and names of `isNetwork`. */
function trustProxy(env: Reading, name: string): number | string | false {
  const value = text(env, name)
  if (value === null || value === 'off' || value === 'false') return false
  if (/^\d+$/.test(value)) return Number(value)
  if (value.split(',').every((one) => isNetwork(one.trim()))) return value
  const remedy = 'set it to the number of proxies in front, or to their comma-separated addresses or networks'
  return wrong(env, `${name} is "${value}"; ${remedy}`, false)
}

function allowPrivate(env: Reading, name: string): Config['webhookAllowPrivate'] {
  const value = text(env, name)
  if (value === null || value === 'off') return 'nothing'
  if (value === 'on') return 'anything'
  const networks = value.split(',').map((one) => one.trim())
  if (networks.every((one) => ipaddr.isValidCIDR(one))) return networks
  const remedy = 'set it to on, off, or comma-separated networks such as 10.1.0.0/16'
  return wrong(env, `${name} is "${value}"; ${remedy}`, 'nothing')
}

function isNetwork(text: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text)
}
