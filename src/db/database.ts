// The connection pool and Kysely: timeouts, lost connections.
import { once } from 'node:events'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type ClientBase } from 'pg'
import type { DB } from '../../generated/database'
import { errorCode } from '../base/error-message'
import { FailureLog, type Logger } from '../base/logger'
import { watchPool } from '../base/telemetry/metrics'
import { watchOutages } from './outages'
import { sessionOptions, setTimezone } from './session'
import { clientOf, getTypeParser } from './client'

export interface Database {
  readonly db: Kysely<DB>
  readonly pool: Pool
  close(): Promise<void>
}

export interface ConnectionKind {
  /** Label of the metrics; absent: no metrics. */
  readonly name?: 'api' | 'worker' | 'jobs' | 'replica'
  /**
   * Default `durable`. `asynchronous`: a crash of PostgreSQL may lose the last commits, for work that is repeated
   * anyway. Not with `pooled`.
   */
  readonly commits?: 'durable' | 'asynchronous'
  /** Through a pooler in transaction mode; session settings are the role's defaults (db/pooler.ts). */
  readonly pooled?: boolean
  /** Sends statements under names; default: not with `pooled`. */
  readonly prepares?: boolean | undefined
  /** Time limit of a statement, default {@link ANSWER_TIMEOUT_MS}; shorter where another server can answer. */
  readonly answersWithinMs?: number
  /** A statement that waits longer for a connection of the pool fails; default 3000. */
  readonly connectsWithinMs?: number | undefined
  /** Its outages are not logged as errors, because another server answers. */
  readonly optional?: boolean
}

/** Longer than statement_timeout: applies when PostgreSQL hangs or is unreachable. */
const ANSWER_TIMEOUT_MS = 16_000

export function openDatabase(
  connectionString: string,
  size: number,
  log: Logger,
  {
    name,
    commits = 'durable',
    pooled = false,
    prepares = !pooled,
    answersWithinMs = ANSWER_TIMEOUT_MS,
    connectsWithinMs = 3_000,
    optional = false,
  }: ConnectionKind = {},
): Database {
  const relaxed = commits === 'asynchronous' ? ' -c synchronous_commit=off' : ''
  const outages = optional ? null : watchOutages(connectionString, log)
  const pool = new Pool({
    connectionString,
    max: size,
    Client: clientOf({ prepares, answersWithinMs, outages }),
    query_timeout: answersWithinMs,
    types: { getTypeParser },
    application_name: name === undefined ? 'community-server' : `community-server-${name}`,
    connectionTimeoutMillis: connectsWithinMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(pooled ? { onConnect: setUtc } : { options: `${sessionOptions}${relaxed}` }),
  })
  // without these handlers, a connection lost while idle or between two statements of a transaction would end the process
  const failures = new FailureLog()
  const logLost = (error: Error): void =>
    failures.report(log, 'warn', errorCode(error), { reason: error.message }, 'a database connection was lost')
  pool.on('error', logLost)
  pool.on('connect', (client) => void client.on('error', logLost))
  const unwatch = name === undefined ? (): void => undefined : watchPool(name, pool)
  const close = closer(pool)
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: () => close().finally(unwatch),
  }
}

/** PgBouncer keeps the timezone for each of its clients, so the role's default does not apply. */
async function setUtc(client: ClientBase): Promise<void> {
  await client.query(setTimezone)
}

/** Ends the pool and waits until its connections are closed; `pool.end` resolves earlier. */
function closer(pool: Pool): () => Promise<void> {
  let open = 0
  pool.on('connect', () => open++)
  pool.on('remove', () => open--)
  return async () => {
    await pool.end()
    while (open > 0) await once(pool, 'remove')
  }
}
