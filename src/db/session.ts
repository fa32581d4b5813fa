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
 * A plan is kept for as long as its connection. One made for a nearly empty table would read the whole table after it
 * has grown, so every statement uses an index where there is one. JIT would compile because of the high cost of plans
 * without an index. With parallel processes, a page of 50 was sorted from a million members.
 */
export const planSettings = { enable_seqscan: 'off', jit: 'off', max_parallel_workers_per_gather: '0' } as const

export const sessionOptions = Object.entries({ ...sessionSettings, ...planSettings })
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

export const setTimezone = `set timezone to '${sessionSettings.timezone}'`

/** Until the end of the transaction. @param ms 0: no limit */
export async function setTimeoutOf(
  db: Kysely<DB>,
  setting: 'lock_timeout' | 'statement_timeout',
  ms: number,
): Promise<void> {
  await db
    .selectNoFrom(({ fn, val, lit }) => fn('set_config', [sql.lit(setting), val(String(ms)), lit(true)]).as('ms'))
    .execute()
}
