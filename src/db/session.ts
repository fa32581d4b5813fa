// Settings of every session of the server.
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../generated/database'

/** UTC, because times are read as text. Timeouts in milliseconds. */
export const sessionSettings = {
  timezone: 'UTC',
  statement_timeout: '15000',
  idle_in_transaction_session_timeout: '30000',
} as const

/**
 * A plan is kept for as long as its connection. One that was made while a table was nearly empty would read the whole table
 * after it has grown: every statement uses an index where there is one. JIT takes the price of a plan without index for work.
 * A request has one process of PostgreSQL: with more, a page of 50 was sorted from a million members in parallel.
 */
export const planSettings = { enable_seqscan: 'off', jit: 'off', max_parallel_workers_per_gather: '0' } as const

/** The settings as startup options. */
export const sessionOptions = Object.entries({ ...sessionSettings, ...planSettings })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** For connections without startup options. */
export const setTimezone = `set timezone to '${sessionSettings.timezone}'`

/** Sets a timeout in milliseconds until the transaction ends. With 0 there is no limit. */
export async function setTimeoutOf(
  db: Kysely<DB>,
  setting: 'lock_timeout' | 'statement_timeout',
  ms: number,
): Promise<void> {
  await db
    .selectNoFrom(({ fn, val, lit }) => fn('set_config', [sql.lit(setting), val(String(ms)), lit(true)]).as('ms'))
    .execute()
}
