// Environment variables: defaults, values, errors.
import { Client } from 'pg'
import fs from 'node:fs'
import path from 'node:path'
import { readConfig, type Config } from '../src/process/config'
import { projectRoot } from '../src/base/project-root'
import { StartError } from '../src/base/errors'

/** The configuration with only this variable set. */
function set(name: string, value: string): Config {
  return readConfig({ [name]: value })
}

function errorFor(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}

it('is complete without variables, and starts the demo', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    databaseUrl: null,
    databaseDirectUrl: null,
    databaseMigrationUrl: null,
    preparedStatements: true,
    databaseReplicaUrl: null,
    replicaMaxLagSeconds: 5,
    dataDir: path.join(projectRoot, '.data'),
    role: 'all',
    logLevel: 'info',
    platformApiUrl: 'https://apis.roblox.com',
    platformUsersUrl: 'https://users.roblox.com',
    platformThumbnailsUrl: 'https://thumbnails.roblox.com',
    avatars: true,
    demo: true,
    console: true,
    issuer: null,
    encryptionKey: null,
    previousEncryptionKeys: [],
    profileStalenessSeconds: 600,
    nameRetrySeconds: 300,
    platformKeyNoticeDays: 14,
    parkedErasureDays: 30,
    platformTimeoutMs: 5_000,
    scheduler: true,
    rankChangeWaitMs: 10_000,
    queueLimit: 20_000,
    auditRetentionDays: 400,
    rateLimiting: true,
    keyRequestsPerMinute: 600,
    addressRequestsPerMinute: 60,
    accessRequestsPerMinute: 20,
    chatApiUrl: 'https://discord.com/api/v10',
    chatBotToken: null,
    community: null,
    resultUrl: null,
    trustProxy: false,
    platformWebhookSecrets: [],
    databasePoolSize: 16,
    webhookAllowPrivate: 'nothing',
    metricsPort: null,
    metricsHost: '127.0.0.1',
    metricsToken: null,
    drainSeconds: 3,
    otlpEndpoint: null,
  })
})

describe('with NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production' }
  it('refuses to start the demo where DATABASE_URL is missing', () => {
    expect(errorFor(production)).toBe(
      'DATABASE_URL is not set and NODE_ENV is production; set DATABASE_URL to your PostgreSQL, or DEMO=on to start the demo',
    )
  })

  it('starts the demo with DEMO=on', () => {
    expect(readConfig({ ...production, DEMO: 'on' }).demo).toBe(true)
  })

  it.each([{ DATABASE_URL: 'postgres://u:p@h/d' }, { PLATFORM_API_URL: 'http://127.0.0.1:9090' }])(
    'starts without the demo with %j',
    (own) => {
      expect(readConfig({ ...production, ...own }).demo).toBe(false)
    },
  )
})

it('refuses the demo with DEMO=off, and DEMO=on beside a database', () => {
  expect(errorFor({ DEMO: 'off' })).toMatch(/^DATABASE_URL is not set and DEMO is off; /)
  expect(errorFor({ DEMO: 'on', DATABASE_URL: 'postgres://u:p@h/d' })).toMatch(/^DEMO is on, and the demo has its own/)
})

it('is frozen', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

it('finds the root of the checkout', () => {
  expect(fs.existsSync(path.join(projectRoot, 'openapi.yaml'))).toBe(true)
})

const key = 'ab'.repeat(32)

it.each<[string, string, keyof Config, unknown]>([
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['PORT', '0', 'port', 0],
  ['PORT', '65535', 'port', 65_535],
  ['PORT', ' 9000 ', 'port', 9_000],
  ['DATABASE_URL', 'postgres://u:p@h/d', 'databaseUrl', 'postgres://u:p@h/d'],
  ['DATABASE_URL', 'postgresql://u@/d?host=/tmp', 'databaseUrl', 'postgresql://u@/d?host=/tmp'],
  ['DATA_DIR', '/var/lib/community', 'dataDir', '/var/lib/community'],
  ['DATA_DIR', 'data', 'dataDir', path.resolve('data')],
  ['ROLE', 'api', 'role', 'api'],
  ['ROLE', 'worker', 'role', 'worker'],
  ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ['SCHEDULER', 'off', 'scheduler', false],
  ['RANK_CHANGE_WAIT_MS', '2500', 'rankChangeWaitMs', 2_500],
  ['QUEUE_LIMIT', '1', 'queueLimit', 1],
  ['AUDIT_RETENTION_DAYS', '31', 'auditRetentionDays', 31],
  ['AUDIT_RETENTION_DAYS', 'off', 'auditRetentionDays', null],
  ['AUDIT_RETENTION_DAYS', '0', 'auditRetentionDays', null],
  ['PLATFORM_API_URL', 'http://localhost:9090', 'platformApiUrl', 'http://localhost:9090'],
  ['PLATFORM_API_URL', 'http://localhost:9090', 'platformUsersUrl', 'http://localhost:9090'],
  ['PLATFORM_API_URL', 'https://example.com/cloud/', 'platformApiUrl', 'https://example.com/cloud'],
  ['PLATFORM_USERS_URL', 'http://localhost:9091', 'platformUsersUrl', 'http://localhost:9091'],
  ['PLATFORM_USERS_URL', 'http://localhost:9091', 'platformApiUrl', 'https://apis.roblox.com'],
  ['PLATFORM_THUMBNAILS_URL', 'http://localhost:9093', 'platformThumbnailsUrl', 'http://localhost:9093'],
  ['PLATFORM_API_URL', 'http://localhost:9090', 'platformThumbnailsUrl', 'http://localhost:9090'],
  ['PLATFORM_API_URL', 'https://apis.roblox.com', 'platformThumbnailsUrl', 'https://thumbnails.roblox.com'],
  ['AVATARS', 'off', 'avatars', false],
  ['ENCRYPTION_KEY', key, 'encryptionKey', Buffer.from(key, 'hex')],
  ['ENCRYPTION_KEY', Buffer.from(key, 'hex').toString('base64'), 'encryptionKey', Buffer.from(key, 'hex')],
  ['PROFILE_STALENESS_SECONDS', '0', 'profileStalenessSeconds', 0],
  ['NAME_RETRY_SECONDS', '60', 'nameRetrySeconds', 60],
  ['PLATFORM_KEY_NOTICE_DAYS', '30', 'platformKeyNoticeDays', 30],
  ['PARKED_ERASURE_DAYS', '7', 'parkedErasureDays', 7],
  ['PLATFORM_TIMEOUT_MS', '250', 'platformTimeoutMs', 250],
  ['RATE_LIMITING', 'off', 'rateLimiting', false],
  ['RATE_LIMITING', 'on', 'rateLimiting', true],
  ['RATE_LIMIT_KEY_PER_MINUTE', '6000', 'keyRequestsPerMinute', 6_000],
  ['RATE_LIMIT_ADDRESS_PER_MINUTE', '1', 'addressRequestsPerMinute', 1],
  ['RATE_LIMIT_ACCESS_PER_MINUTE', '5', 'accessRequestsPerMinute', 5],
  ['CHAT_API_URL', 'http://localhost:9092/api/', 'chatApiUrl', 'http://localhost:9092/api'],
  ['CHAT_BOT_TOKEN', ' hunter2 ', 'chatBotToken', 'hunter2'],
  [
    'RESULT_URL',
    'https://example.com/{communityId}/{applicationId}?response={responseId}',
    'resultUrl',
    'https://example.com/{communityId}/{applicationId}?response={responseId}',
  ],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', 'off', 'trustProxy', false],
  ['TRUST_PROXY', 'false', 'trustProxy', false],
  ['TRUST_PROXY', 'loopback', 'trustProxy', 'loopback'],
  ['TRUST_PROXY', '10.0.0.0/8, 2001:db8::/32, 192.0.2.1', 'trustProxy', '10.0.0.0/8, 2001:db8::/32, 192.0.2.1'],
  ['DATABASE_POOL_SIZE', '2', 'databasePoolSize', 2],
  ['DATABASE_PREPARED_STATEMENTS', 'off', 'preparedStatements', false],
  ['DATABASE_REPLICA_MAX_LAG_SECONDS', '2', 'replicaMaxLagSeconds', 2],
  ['WEBHOOK_ALLOW_PRIVATE', 'off', 'webhookAllowPrivate', 'nothing'],
  ['WEBHOOK_ALLOW_PRIVATE', 'on', 'webhookAllowPrivate', 'anything'],
  ['WEBHOOK_ALLOW_PRIVATE', '10.1.0.0/16, fd00::/8', 'webhookAllowPrivate', ['10.1.0.0/16', 'fd00::/8']],
  ['PLATFORM_WEBHOOK_SECRETS', 'sixteen-letters-', 'platformWebhookSecrets', ['sixteen-letters-']],
  [
    'PLATFORM_WEBHOOK_SECRETS',
    'the-old-secret-of-us, the-new-secret-of-us',
    'platformWebhookSecrets',
    ['the-old-secret-of-us', 'the-new-secret-of-us'],
  ],
  ['METRICS_PORT', '9464', 'metricsPort', 9_464],
  ['METRICS_PORT', '0', 'metricsPort', 0],
  ['METRICS_HOST', '::', 'metricsHost', '::'],
  ['METRICS_TOKEN', 'sixteen-letters-', 'metricsToken', 'sixteen-letters-'],
  ['DRAIN_SECONDS', '0', 'drainSeconds', 0],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://localhost:4318/', 'otlpEndpoint', 'http://localhost:4318'],
])('%s=%s sets %s', (name, value, field, expected) => {
  expect(set(name, value)[field]).toEqual(expected)
})

const issuer = { OIDC_ISSUER: 'https://issuer.example/oauth/', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'hunter2' }

it('reads the issuer of the sign-in as it is written, and names it by its host', () => {
  const read = {
    issuer: 'https://issuer.example/oauth/',
    clientId: 'id',
    clientSecret: 'hunter2',
    hasChatAccounts: false,
  }
  expect(readConfig(issuer).issuer).toEqual({ ...read, name: 'issuer.example' })
  expect(readConfig({ ...issuer, OIDC_NAME: 'Our house' }).issuer).toEqual({ ...read, name: 'Our house' })
  expect(readConfig({ ...issuer, OIDC_SUBJECT: 'chat-account' }).issuer?.hasChatAccounts).toBe(true)
  expect(readConfig({ ...issuer, OIDC_ISSUER: 'http://localhost:9090/oauth/' }).issuer).not.toBeNull()
})

it.each<[string, Record<string, string>, RegExp]>([
  ['a part alone', { OIDC_CLIENT_ID: '' }, /^OIDC_ISSUER is set and OIDC_CLIENT_ID is not; set OIDC_ISSUER, /],
  ['HTTP', { OIDC_ISSUER: 'http://issuer.example' }, /^OIDC_ISSUER is "http:\/\/issuer.example"; set it to a URL/],
  ['a query', { OIDC_ISSUER: 'https://issuer.example/?a=b' }, /^OIDC_ISSUER is /],
  ['no URL', { OIDC_ISSUER: 'issuer.example' }, /^OIDC_ISSUER is "issuer.example"; /],
  ['another subject', { OIDC_SUBJECT: 'user' }, /^OIDC_SUBJECT is "user"; set it to chat-account, or leave it out$/],
  ['a long name', { OIDC_NAME: 'n'.repeat(61) }, /^OIDC_NAME has 61 characters; set it to at most 60$/],
])('refuses an issuer of the sign-in with %s', (_, wrong, expected) => {
  const message = errorFor({ ...issuer, ...wrong })
  expect(message).toMatch(expected)
  expect(message).not.toContain('hunter2')
})

it('refuses the name of an issuer without the issuer', () => {
  expect(errorFor({ OIDC_NAME: 'Our house' })).toMatch(/^OIDC_NAME is set and OIDC_ISSUER and OIDC_CLIENT_ID and /)
})

const variables = [
  ...['METRICS_PORT', 'METRICS_HOST', 'METRICS_TOKEN', 'DRAIN_SECONDS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ...['HOST', 'PORT', 'DATABASE_URL', 'DATA_DIR', 'ROLE', 'LOG_LEVEL', 'PLATFORM_API_URL', 'PLATFORM_USERS_URL'],
  ...[
    'ENCRYPTION_KEY',
    'ENCRYPTION_KEY_PREVIOUS',
    'PROFILE_STALENESS_SECONDS',
    'NAME_RETRY_SECONDS',
    'PLATFORM_KEY_NOTICE_DAYS',
    'PARKED_ERASURE_DAYS',
    'PLATFORM_TIMEOUT_MS',
    'RATE_LIMITING',
    'RATE_LIMIT_KEY_PER_MINUTE',
  ],
  ...['RATE_LIMIT_ADDRESS_PER_MINUTE', 'RATE_LIMIT_ACCESS_PER_MINUTE', 'CHAT_API_URL', 'CHAT_BOT_TOKEN', 'RESULT_URL'],
  ...['TRUST_PROXY', 'DATABASE_POOL_SIZE', 'SCHEDULER', 'RANK_CHANGE_WAIT_MS', 'QUEUE_LIMIT', 'AUDIT_RETENTION_DAYS'],
  ...['WEBHOOK_ALLOW_PRIVATE', 'PLATFORM_WEBHOOK_SECRETS', 'DEMO', 'NODE_ENV', 'PUBLIC_URL', 'CONSOLE', 'COMMUNITY'],
  ...['AVATARS', 'PLATFORM_THUMBNAILS_URL'],
  ...['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_SUBJECT'],
  ...[
    'DATABASE_DIRECT_URL',
    'DATABASE_MIGRATION_URL',
    'DATABASE_PREPARED_STATEMENTS',
    'DATABASE_REPLICA_URL',
    'DATABASE_REPLICA_MAX_LAG_SECONDS',
  ],
]

const databaseUrls = {
  DATABASE_URL: 'postgres://u@pooler/d',
  DATABASE_DIRECT_URL: 'postgres://u@h/d',
  DATABASE_MIGRATION_URL: 'postgres://owner@h/d',
  DATABASE_REPLICA_URL: 'postgres://u@r/d',
}

it('accepts further database URLs, and names no statements behind a pooler by default', () => {
  const read = { databaseUrl: databaseUrls.DATABASE_URL, databaseDirectUrl: databaseUrls.DATABASE_DIRECT_URL }
  expect(readConfig(databaseUrls)).toMatchObject({
    ...read,
    databaseReplicaUrl: databaseUrls.DATABASE_REPLICA_URL,
    databaseMigrationUrl: databaseUrls.DATABASE_MIGRATION_URL,
    preparedStatements: false,
  })
  expect(readConfig({ ...databaseUrls, DATABASE_PREPARED_STATEMENTS: 'on' })).toMatchObject({
    preparedStatements: true,
  })
})

it.each(variables)('treats an empty %s as not set', (name) => {
  for (const value of ['', '  ']) expect(set(name, value)).toEqual(readConfig({}))
})

it('reads no variable that is missing in this test', () => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }))
  expect([...read].sort()).toEqual([...variables].sort())
})

it.each<[string, string, RegExp]>([
  ['PORT', '65536', /whole number from 0 to 65535/],
  ['PORT', '-1', /whole number/],
  ['PORT', '8080.5', /whole number/],
  ['PORT', '0x50', /whole number/],
  ['PORT', 'http', /"http"/],
  ['DATABASE_URL', 'mysql://u:p@h/d', /postgresql:\/\/user:password@host:5432\/database/],
  ['DATABASE_URL', 'host=localhost', /postgresql:\/\//],
  ['ROLE', 'API', /all, api, worker/],
  ['LOG_LEVEL', 'verbose', /info, debug/],
  ['PLATFORM_API_URL', 'localhost:9090', /http:\/\/ or https:\/\//],
  ['PLATFORM_API_URL', 'http://', /http:\/\/ or https:\/\//],
  ['PLATFORM_API_URL', 'http://a b', /http:\/\/ or https:\/\//],
  ['PLATFORM_THUMBNAILS_URL', 'ftp://x', /http:\/\/ or https:\/\//],
  ['AVATARS', 'no', /on, off/],
  ['PLATFORM_USERS_URL', 'ftp://x', /http:\/\/ or https:\/\//],
  ['ENCRYPTION_KEY', 'ab'.repeat(31), /64 hex/],
  ['ENCRYPTION_KEY', 'secret', /32 bytes/],
  ['PROFILE_STALENESS_SECONDS', '10m', /whole number from 0/],
  ['PLATFORM_TIMEOUT_MS', '99', /from 100 to 60000/],
  ['RATE_LIMITING', 'true', /on, off/],
  ['RATE_LIMIT_KEY_PER_MINUTE', '0', /from 1/],
  ['RATE_LIMIT_ADDRESS_PER_MINUTE', '1e3', /whole number/],
  ['RATE_LIMIT_ACCESS_PER_MINUTE', '0', /from 1/],
  ['CHAT_API_URL', 'discord.com', /http:\/\/ or https:\/\//],
  ['RESULT_URL', '/results', /http:\/\/ or https:\/\//],
  ['AUDIT_RETENTION_DAYS', '30', /from 31 to 36500/],
  ['AUDIT_RETENTION_DAYS', 'never', /off to keep entries without limit/],
  ['TRUST_PROXY', 'true', /number of proxies/],
  ['TRUST_PROXY', 'on', /number of proxies/],
  ['TRUST_PROXY', '-1', /number of proxies/],
  ['TRUST_PROXY', '10.0.0.0/33', /10\.0\.0\.0\/33/],
  ['TRUST_PROXY', 'loopback, nginx', /loopback, nginx/],
  ['DATABASE_POOL_SIZE', '1', /from 2 to 1000/],
  ['DATABASE_DIRECT_URL', 'postgres://u@h/d', /set DATABASE_URL/],
  ['DATABASE_DIRECT_URL', 'h', /postgresql:\/\//],
  ['DATABASE_MIGRATION_URL', 'postgres://u@h/d', /set DATABASE_URL/],
  ['DATABASE_REPLICA_URL', 'postgres://u@h/d', /set DATABASE_URL/],
  ['DATABASE_REPLICA_MAX_LAG_SECONDS', '1', /from 2 to 3600/],
  ['DATABASE_PREPARED_STATEMENTS', 'yes', /on, off/],
  ['WEBHOOK_ALLOW_PRIVATE', '10.0.0.0', /10\.1\.0\.0\/16/],
  ['WEBHOOK_ALLOW_PRIVATE', 'localhost', /on, off/],
  ['PLATFORM_WEBHOOK_SECRETS', 'short', /16 characters or more/],
  ['PLATFORM_WEBHOOK_SECRETS', 'long-enough-this-time,', /16 characters or more/],
  ['METRICS_PORT', 'on', /whole number/],
  ['METRICS_TOKEN', 'short', /16 characters or more/],
  ['METRICS_TOKEN', 'two words of a secret', /without spaces/],
  ['DRAIN_SECONDS', '6', /from 0 to 5/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', /http:\/\/ or https:\/\//],
])('refuses %s=%s, and says how to fix it', (name, value, remedy) => {
  const message = errorFor({ [name]: value })
  expect(message).toMatch(new RegExp(`\\b${name}\\b`))
  expect(message).toMatch(remedy)
})

it.each(['mysql://u:hunter2@h/d', 'postgres:u:hunter2@h', 'hunter2', ' postgress://u:hunter2@h '])(
  'does not show the value of DATABASE_URL=%s in an error',
  (value) => {
    expect(errorFor({ DATABASE_URL: value })).not.toContain('hunter2')
  },
)

const databaseVariables = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_REPLICA_URL']
const special = ['hun/ter2', 'hun?ter2', 'hun#ter2', '12/34', '12?34', '12#34', 'h@12/34', '12?x=34', '1/user=34']

describe.each(databaseVariables)('%s', (name) => {
  it.each(special)('with the password %s asks for percent-encoding, and shows no part of it', (password) => {
    const message = errorFor({ DATABASE_URL: 'postgres://h/d', [name]: `postgresql://u:${password}@db.example/d` })
    expect(message).toMatch(new RegExp(`^${name} cannot be read as a URL; percent-encode the user and the password`))
    expect(message).not.toMatch(/hun|ter2|12|34/)
  })

  it.each([
    ...special.map((password) => `postgresql://u:${encodeURIComponent(password)}@h:5432/d?sslmode=require`),
    'postgres://u:p@ss@h/d',
    'postgres://u:p:w@h/d',
    'postgres://u:100%@h/d',
    'postgres://u:p w@h/d',
    'postgres://u:p@[::1]:5432/d',
    'postgres://u@%2Frun%2Fpg/d',
    'postgres:///d?host=/run/pg&user=a@b',
    'postgres://u:p@/d?host=/run/pg&application_name=a@b',
  ])('accepts %s', (value) => {
    const values = { DATABASE_URL: 'postgres://h/d', [name]: value }
    expect(Object.values(readConfig(values))).toContain(value)
    // the driver reads it as well
    expect(new Client({ connectionString: value }).database).toBe('d')
  })
})

it.each(['PUBLIC_URL', 'PLATFORM_API_URL', 'CHAT_API_URL', 'RESULT_URL', 'OIDC_ISSUER', 'OTEL_EXPORTER_OTLP_ENDPOINT'])(
  'shows no credentials in an error about %s',
  (name) => {
    const others = { OIDC_ISSUER: 'https://i.example', OIDC_CLIENT_ID: 'i', OIDC_CLIENT_SECRET: 's' }
    for (const value of ['htp://u:hun/t#er2@h.example/d', 'u:hunter2@h.example', 'http://u:hun/ter2@h.example']) {
      const message = errorFor({ ...others, [name]: value })
      expect(message).toContain(name)
      expect(message).not.toMatch(/hun|er2/)
    }
  },
)

it('accepts previous keys only together with the current key', () => {
  const keys = ['ab', 'cd'].map((byte) => byte.repeat(32))
  const { previousEncryptionKeys } = readConfig({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: keys.join(', ') })
  expect(previousEncryptionKeys).toEqual(keys.map((one) => Buffer.from(one, 'hex')))
  expect(errorFor({ ENCRYPTION_KEY_PREVIOUS: key })).toContain('ENCRYPTION_KEY is not; set both')
  const wrong = errorFor({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: 'hunter2'.repeat(9) })
  expect(wrong).toContain('ENCRYPTION_KEY_PREVIOUS is not 32 bytes')
  expect(wrong).not.toContain('hunter2')
})

it('does not show the value of ENCRYPTION_KEY in an error', () => {
  expect(errorFor({ ENCRYPTION_KEY: 'hunter2'.repeat(9) })).not.toContain('hunter2')
})

it('does not show the value of METRICS_TOKEN in an error', () => {
  expect(errorFor({ METRICS_TOKEN: 'hunter2' })).not.toContain('hunter2')
})

it('does not show the value of PLATFORM_WEBHOOK_SECRETS in an error', () => {
  expect(errorFor({ PLATFORM_WEBHOOK_SECRETS: 'hunter2' })).not.toContain('hunter2')
})

it.each([{ DATABASE_URL: 'postgresql://h/d' }, { PLATFORM_API_URL: 'http://x' }, { PLATFORM_USERS_URL: 'http://x' }])(
  'starts no demo with %j',
  (env) => {
    expect(readConfig(env as Record<string, string>).demo).toBe(false)
  },
)

it('tells all wrong variables at once, a line each', () => {
  const lines = errorFor({ PORT: 'http', ENCRYPTION_KEY: 'hunter2', ROLE: 'API', METRICS_TOKEN: 'short' }).split('\n')
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'ROLE', 'ENCRYPTION_KEY', 'METRICS_TOKEN'])
})

it.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
  ['RATE_LIMITNG', 'RATE_LIMITING'],
  ['RATE_LIMIT_KEY_PER_MINUTES', 'RATE_LIMIT_KEY_PER_MINUTE'],
  ['DATA_DRI', 'DATA_DIR'],
  ['DATABSE_POOL_SIZE', 'DATABASE_POOL_SIZE'],
  ['ENCRYTION_KEY', 'ENCRYPTION_KEY'],
])('refuses %s, and names %s', (name, meant) => {
  expect(errorFor({ [name]: 'x' })).toBe(`${name} is not a variable of this server; did you mean ${meant}?`)
})

it.each([
  ['of another program', { DATABASE_NAME: 'x', PLATFORM_SERVICE_HOST: 'x', CHAT_ID: 'x', HOSTNAME: 'x', PORTS: 'x' }],
  ['of the tracing packages', { OTEL_EXPORTER_OTLP_ENDPOINTS: 'x', OTEL_SERVICE_NAME: 'x' }],
  ['near one that is set', { DATABASE_URI: 'x', DATABASE_URL: 'postgres://h/d' }],
])('ignores variables %s', (_, env) => {
  expect(() => readConfig(env)).not.toThrow()
})
