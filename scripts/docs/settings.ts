// Environment variables, in the order of docs/operations/configuration.md.
import type { Config } from '../../src/process/config'

export interface Setting {
  readonly name: string
  /** The field of src/process/config.ts that has its default. */
  readonly field?: Exclude<keyof Config, 'issuer'>
  /** The default in words, where it is no field of the configuration. */
  readonly unset?: string
  /** Allowed values in words; absent: as the error of a wrong value names them. */
  readonly values?: string
  readonly description: string
}

export const settings: readonly { readonly title: string; readonly variables: readonly Setting[] }[] = [
  {
    title: 'Process',
    variables: [
      { name: 'HOST', field: 'host', values: 'an address', description: 'address to listen on' },
      { name: 'PORT', field: 'port', description: 'port to listen on; 0 uses a free one' },
      {
        name: 'PUBLIC_URL',
        unset: '`http://localhost` with `PORT`',
        values: 'an origin',
        description:
          'origin at which browsers reach this server; [sessions](sessions.md) and passkeys belong to it, so set it before people are invited',
      },
      { name: 'ROLE', field: 'role', description: '`api` answers requests, `worker` executes jobs, `all` does both' },
      {
        name: 'DATA_DIR',
        unset: '`.data`',
        values: 'a directory',
        description: 'directory of the embedded database, the encryption key and the demo',
      },
      {
        name: 'NODE_ENV',
        unset: 'none',
        values: '`production`, or any text',
        description: '`production`: the demo starts with `DEMO=on` only',
      },
      {
        name: 'DEMO',
        unset: '`on`; `off` with `NODE_ENV=production`',
        description:
          'whether the simulator and the demo community may start, where neither a database nor a platform is set; with `off` the start then fails',
      },
      {
        name: 'OIDC_ISSUER',
        unset: 'none',
        values: 'an https:// URL, or http:// on localhost',
        description:
          '[issuer](sessions.md#sign-in-with-an-issuer) that people may sign in with, written as in its own `issuer`; needs the two below',
      },
      {
        name: 'OIDC_CLIENT_ID',
        unset: 'none',
        values: 'an id',
        description: 'id of this server at the issuer',
      },
      {
        name: 'OIDC_CLIENT_SECRET',
        unset: 'none',
        values: 'a secret',
        description: 'secret of this server at the issuer',
      },
      {
        name: 'OIDC_NAME',
        unset: 'the host of `OIDC_ISSUER`',
        values: 'at most 60 characters',
        description: 'name of the issuer on the button of the console',
      },
      {
        name: 'OIDC_SUBJECT',
        unset: 'opaque',
        values: '`chat-account`',
        description:
          'says that the ids of accounts at the issuer (`sub`) are those of chat accounts, so that [players sign in with a linked one](sessions.md#sign-in-with-the-linked-account)',
      },
      { name: 'CONSOLE', field: 'console', description: 'whether the [console](console.md) is served at `/console`' },
      {
        name: 'AVATARS',
        field: 'avatars',
        description:
          'whether the console shows [pictures of accounts](console.md#pictures-of-accounts), which this server reads from the platform',
      },
      { name: 'LOG_LEVEL', field: 'logLevel', description: 'log level of pino, or `silent`' },
      {
        name: 'DRAIN_SECONDS',
        field: 'drainSeconds',
        description:
          'after SIGTERM, how long requests are still accepted while `/readyz` answers 503; skipped when `/readyz` was not requested within a minute',
      },
      {
        name: 'TRUST_PROXY',
        unset: 'off',
        values: 'a number, or addresses and networks with commas',
        description: "number or addresses of the proxies in front of the server; needed for the caller's address",
      },
    ],
  },
  {
    title: 'Database',
    variables: [
      {
        name: 'DATABASE_URL',
        unset: 'the embedded PostgreSQL in `DATA_DIR`',
        description:
          'your own PostgreSQL 14 to 18; in the password `@` is `%40`, `/` is `%2F`, `?` is `%3F`, `#` is `%23`',
      },
      { name: 'DATABASE_POOL_SIZE', field: 'databasePoolSize', description: 'connections of one process for the API' },
      {
        name: 'DATABASE_MIGRATION_URL',
        unset: 'none',
        description:
          'role that owns the tables, for migrations, backup and restore, in the same database; see [Database roles](database-roles.md)',
      },
      {
        name: 'DATABASE_DIRECT_URL',
        unset: 'none',
        description:
          'PostgreSQL itself, when `DATABASE_URL` is a pooler in transaction mode: for migrations, notices and the job queue',
      },
      {
        name: 'DATABASE_PREPARED_STATEMENTS',
        unset: '`on`; `off` with `DATABASE_DIRECT_URL`',
        description: 'set `on` behind PgBouncer 1.21 or later with `max_prepared_statements`',
      },
      {
        name: 'DATABASE_REPLICA_URL',
        unset: 'none',
        description: 'streaming replica for the lists marked `x-read-replica` in the contract',
      },
      {
        name: 'DATABASE_REPLICA_MAX_LAG_SECONDS',
        field: 'replicaMaxLagSeconds',
        description: 'greatest allowed lag of the replica; beyond it the primary answers',
      },
      {
        name: 'AUDIT_RETENTION_DAYS',
        field: 'auditRetentionDays',
        values: 'days from 31 to 36500, or `off`',
        description:
          'how long audit entries are kept, and from their end API keys and erasure requests; `off` or `0` keeps them without a limit',
      },
      {
        name: 'PARKED_ERASURE_DAYS',
        field: 'parkedErasureDays',
        description:
          'days for which an [erasure request with an unknown id](privacy.md#requests-with-an-unknown-id) is kept',
      },
    ],
  },
  {
    title: 'Encryption',
    variables: [
      {
        name: 'ENCRYPTION_KEY',
        unset: 'generated and stored in `DATA_DIR`',
        values: '32 bytes, as 64 hex digits or base64 (`openssl rand -hex 32`)',
        description:
          'encrypts platform credentials, webhook secrets and stored answers; the same for all processes on one database',
      },
      {
        name: 'ENCRYPTION_KEY_PREVIOUS',
        unset: 'none',
        values: 'such keys, with commas',
        description: 'keys that are also accepted during a [rotation](encryption-key.md)',
      },
    ],
  },
  {
    title: 'Game platform',
    variables: [
      {
        name: 'PLATFORM_API_URL',
        field: 'platformApiUrl',
        description: 'Open Cloud, or another server with the same protocol',
      },
      {
        name: 'PLATFORM_USERS_URL',
        unset: '`https://users.roblox.com`; `PLATFORM_API_URL` when only that is set',
        description: 'host that resolves user names',
      },
      {
        name: 'PLATFORM_THUMBNAILS_URL',
        unset: '`https://thumbnails.roblox.com`; `PLATFORM_API_URL` when that is another server',
        description: 'host that gives the addresses of pictures of accounts',
      },
      {
        name: 'PLATFORM_TIMEOUT_MS',
        field: 'platformTimeoutMs',
        description: 'time limit of each call of the platform',
      },
      {
        name: 'PLATFORM_WEBHOOK_SECRETS',
        unset: 'none',
        description:
          "secrets of the platform's notifications, two during a rotation; without one they are answered 503; see [Data export and erasure](privacy.md)",
      },
      {
        name: 'PROFILE_STALENESS_SECONDS',
        field: 'profileStalenessSeconds',
        description: 'age of a profile after which fetching a member syncs it and runs AutoRank',
      },
      {
        name: 'NAME_RETRY_SECONDS',
        field: 'nameRetrySeconds',
        description:
          'seconds between attempts of a step of [name look-ups](../guides/members.md#names) that does not answer and is switched off',
      },
      {
        name: 'PLATFORM_KEY_NOTICE_DAYS',
        field: 'platformKeyNoticeDays',
        description:
          'days before the [end of a platform credential](communities.md#the-end-of-a-platform-credential) when it is reported',
      },
    ],
  },
  {
    title: 'Rank changes',
    variables: [
      {
        name: 'SCHEDULER',
        field: 'scheduler',
        description: '`off`: the process that was asked executes rank changes, and the asynchronous routes answer 503',
      },
      {
        name: 'RANK_CHANGE_WAIT_MS',
        field: 'rankChangeWaitMs',
        description: 'how long a synchronous caller waits; a change that is not sent by then is cancelled',
      },
      {
        name: 'QUEUE_LIMIT',
        field: 'queueLimit',
        description: 'queued rank changes of one community; more are refused',
      },
    ],
  },
  {
    title: 'Rate limits',
    variables: [
      { name: 'RATE_LIMITING', field: 'rateLimiting', description: '`off` for a server behind your own limiter' },
      {
        name: 'RATE_LIMIT_KEY_PER_MINUTE',
        field: 'keyRequestsPerMinute',
        description: 'requests of one API key, over all processes',
      },
      {
        name: 'RATE_LIMIT_ADDRESS_PER_MINUTE',
        field: 'addressRequestsPerMinute',
        description: 'requests of one address without valid credentials',
      },
      {
        name: 'RATE_LIMIT_ACCESS_PER_MINUTE',
        field: 'accessRequestsPerMinute',
        description: 'calls of open, submit and status together, of one API key',
      },
    ],
  },
  {
    title: 'Messages to applicants',
    variables: [
      {
        name: 'CHAT_BOT_TOKEN',
        unset: 'none',
        values: 'a token',
        description:
          'bot that sends decisions to applicants by direct message; without one they read them through the status route',
      },
      { name: 'CHAT_API_URL', field: 'chatApiUrl', description: "the chat platform's bot API (Discord v10)" },
      {
        name: 'RESULT_URL',
        unset: 'the page of the form under `PUBLIC_URL`',
        description:
          'link to the result in those messages; `{communityId}`, `{applicationId}` and `{responseId}` are replaced; see [below](#the-link-to-the-result)',
      },
    ],
  },
  {
    title: 'Webhooks',
    variables: [
      {
        name: 'WEBHOOK_ALLOW_PRIVATE',
        unset: '`off`',
        description: 'private addresses that webhooks may be sent to, also over http',
      },
    ],
  },
  {
    title: 'Command line',
    variables: [
      {
        name: 'COMMUNITY',
        unset: 'the only community',
        field: 'community',
        values: 'an id or a name',
        description:
          '[community that commands act in](cli.md#command-line-npm-run-admin); `--community` precedes it; the server does not use it',
      },
    ],
  },
  {
    title: 'Metrics and traces',
    variables: [
      {
        name: 'METRICS_PORT',
        unset: 'none',
        description:
          'separate port for `/metrics`, `/healthz` and `/readyz`; the only one of a process with `ROLE=worker`',
      },
      { name: 'METRICS_HOST', field: 'metricsHost', values: 'an address', description: 'address of that port' },
      {
        name: 'METRICS_TOKEN',
        unset: 'none',
        description:
          "token to send as `Authorization: Bearer`; serves `/metrics` on the API's port too; without one only a demo does, to its own machine",
      },
      {
        name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
        unset: 'none',
        description:
          "OTLP/HTTP collector for traces; the SDK's other `OTEL_` variables (service name, headers, sampler) have their documented meaning",
      },
    ],
  },
]
