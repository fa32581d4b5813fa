// The connection pool and Kysely on it: how values come back, how long anything may take, what a lost connection does.
import { once } from 'node:events'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types, type ClientBase } from 'pg'
import type { DB } from '../../generated/database'
import type { Logger } from '../logger'
import { watchPool } from '../telemetry/metrics'
import { clientOf } from './client'
import { sessionOptions, setTimezone } from './session'

export interface Database {
  readonly db: Kysely<DB>
  readonly pool: Pool
  /** Ends the pool once every connection is back. */
  close(): Promise<void>
}

const INT8 = 20
const TIMESTAMPTZ = 1184

/** What the connections of a pool are like. */
export interface ConnectionKind {
  /** What the pool is for, in the metrics; absent: it is not shown. */
  readonly name?: 'api' | 'worker' | 'jobs' | 'replica'
  /**
   * `asynchronous`: a crash of PostgreSQL may forget the last moment's commits, and nothing else; for what is done again
   * anyway. Only on connections of our own.
   */
  readonly commits?: 'durable' | 'asynchronous'
  /** A pooler lends them for one transaction each: what a session is like is settled beside it (db/pooler.ts). */
  readonly pooled?: boolean
  /** Statements are sent under names; by default where the connections are our own. */
  readonly prepares?: boolean
  /** A statement fails that was not answered for so long; shorter where somebody else can be asked. */
  readonly answersWithinMs?: number
}

/** Longer than PostgreSQL itself lets a statement run: nobody waits for a server that is frozen or cut off. */
const LONGEST_ANSWER_MS = 16_000

/**
 * Opens a pool. Connects on first use.
 * @param size connections at most
 */
export function openDatabase(
  connectionString: string,
  size: number,
  log: Logger,
  {
    name,
    commits = 'durable',
    pooled = false,
    prepares = !pooled,
    answersWithinMs = LONGEST_ANSWER_MS,
  }: ConnectionKind = {},
): Database {
  const relaxed = commits === 'asynchronous' ? ' -c synchronous_commit=off' : ''
  const pool = new Pool({
    connectionString,
    max: size,
    Client: clientOf({ prepares, answersWithinMs }),
    types: { getTypeParser },
    application_name: 'community-server',
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(pooled ? { onConnect: speakInUtc } : { options: `${sessionOptions}${relaxed}` }),
  })
  // an idle connection that breaks, and one that breaks between two statements of a transaction: neither ends the process
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  })
  const unwatch = name === undefined ? (): void => undefined : watchPool(name, pool)
  const close = closer(pool)
  return {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: () => close().finally(unwatch),
  }
}

/** The one setting that PgBouncer itself keeps for each of its clients, so that what a role's default says does not count. */
async function speakInUtc(client: ClientBase): Promise<void> {
  await client.query(setTimezone)
}

/** Ends the pool and waits for its connections: pg's own `end` is done before they are, and the database may stop next. */
function closer(pool: Pool): () => Promise<void> {
  let open = 0
  pool.on('connect', () => open++)
  pool.on('remove', () => open--)
  return async () => {
    await pool.end()
    while (open > 0) await once(pool, 'remove')
  }
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return toSafeInteger
  if (oid === TIMESTAMPTZ) return toRfc3339
  return types.getTypeParser(oid, format) as (value: string) => unknown
}

function toSafeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error('a bigint from the database is outside the safe integer range')
  return number
}

/** `2026-03-01 12:00:00.5+00` as `2026-03-01T12:00:00.5Z`: sessions are in UTC. */
function toRfc3339(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`
}
