// A streaming replica and its lag, which is polled, not queried for each request.
import { withTimeout } from '../base/async'
import type { Logger } from '../base/logger'
import type { Database } from './database'
import { isDatabaseUnavailable } from './errors'
import { errorMessage } from '../base/error-message'

const POLL_MS = 500
const POLL_TIMEOUT_MS = 2_000
/** After a failure, the replica is not used for this long. */
const FAILURE_PAUSE_MS = 2_000

/** A position in the primary's WAL. Everything committed before the time `at` lies before it. */
interface Mark {
  readonly at: number
  /** Bytes from the beginning of the WAL. */
  readonly place: bigint
}

export interface ReplicaConnections {
  /** For the lists. */
  readonly reads: Database
  /** One connection to the replica, for polling. */
  readonly probe: Database
  /** One connection to the primary. */
  readonly primary: Database
}

/**
 * The replica may be used while it is known to show every commit older than `maxLagMs`. The lag is measured against the
 * primary's WAL, so that a replica disconnected from its primary becomes stale, and one of an idle primary does not.
 */
export class Replica {
  private marks: Mark[] = []
  /** The replica shows everything committed before this time. */
  private shownUntil = -Infinity
  private pausedUntil = -Infinity
  private isPolling = false
  private lastReported: string | null = null
  private readonly timer: NodeJS.Timeout
  private readonly startedAt: number

  constructor(
    private readonly connections: ReplicaConnections,
    private readonly maxLagMs: number,
    private readonly log: Logger,
    /** Monotonic milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startedAt = this.now()
    this.timer = setInterval(() => void this.poll(), POLL_MS)
    this.timer.unref()
    void this.poll()
  }

  get db(): Database['db'] {
    return this.connections.reads.db
  }

  isFresh(): boolean {
    return this.now() - this.shownUntil < this.maxLagMs
  }

  /** After an outage, the replica is not used for {@link FAILURE_PAUSE_MS}. */
  noteFailure(error: unknown): void {
    if (!isDatabaseUnavailable(error)) return
    this.pausedUntil = this.now() + FAILURE_PAUSE_MS
    this.shownUntil = -Infinity
    this.report(`it does not respond (${errorMessage(error)})`)
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    const { reads, probe, primary } = this.connections
    // a replica that hangs does not close its connections
    await withTimeout(Promise.all([reads.close(), probe.close(), primary.close()]), POLL_TIMEOUT_MS).catch(
      () => undefined,
    )
  }

  private async poll(): Promise<void> {
    if (this.isPolling) return
    this.isPolling = true
    try {
      const at = this.now()
      const primary = await withTimeout(readPrimary(this.connections.primary), POLL_TIMEOUT_MS)
      this.mark({ at, place: primary.place })
      const replica = await withTimeout(readReplica(this.connections.probe), POLL_TIMEOUT_MS)
      this.update(primary.source, replica)
    } catch (error) {
      // while it is fresh, a failed poll changes nothing: a failing statement is reported by itself
      if (!this.isFresh()) this.report(`its lag cannot be measured (${errorMessage(error)})`)
    } finally {
      this.isPolling = false
    }
  }

  private mark(mark: Mark): void {
    const last = this.marks.at(-1)
    // after a failover the new primary's WAL may be shorter: start again
    if (last && mark.place < last.place) this.marks = []
    // marks older than the limit cannot make the replica fresh
    this.marks = [...this.marks.filter(({ at }) => mark.at - at < this.maxLagMs), mark]
  }

  private update(source: string, replica: ReplicaState): void {
    if (replica.place === null || replica.source !== source) {
      this.marks = []
      this.shownUntil = -Infinity
      return this.report(replica.place === null ? 'it is no longer a replica' : 'it is a replica of another database')
    }
    if (this.now() < this.pausedUntil) return
    const { place } = replica
    const shown = this.marks.filter((mark) => mark.place <= place).at(-1)
    if (shown) this.shownUntil = shown.at
    if (this.isFresh()) return this.report(null)
    // the first mark is not old enough yet
    if (this.now() - this.startedAt >= this.maxLagMs) this.report('it lags behind')
  }

  /** @param reason why the primary is used; null: the replica is used */
  private report(reason: string | null): void {
    const message = reason === null ? 'lists are answered by the replica' : 'lists are answered by the primary'
    const reported = `${message} ${reason?.replace(/ \(.*/s, '') ?? ''}`
    if (this.lastReported === reported) return
    this.lastReported = reported
    if (reason === null) this.log.info(message)
    else this.log.warn({ reason }, `${message}, not by the replica`)
  }
}

interface PrimaryState {
  readonly place: bigint
  readonly source: string
}

interface ReplicaState {
  /** The replay position; null: no standby. */
  readonly place: bigint | null
  readonly source: string
}

/** The cluster and the database. */
const source = `system_identifier || ' ' || current_database()`

const bytes = (place: string): string => `(${place} - '0/0'::pg_lsn)::text`

async function readPrimary({ pool }: Database): Promise<PrimaryState> {
  // fails on a standby
  const { rows } = await pool.query<{ place: string; source: string }>(
    `select ${bytes('pg_current_wal_lsn()')} as place, ${source} as source from pg_control_system()`,
  )
  const [row] = rows
  if (!row) throw new Error('the primary returned no position')
  return { place: BigInt(row.place), source: row.source }
}

async function readReplica({ pool }: Database): Promise<ReplicaState> {
  const { rows } = await pool.query<{ place: string | null; source: string }>(
    `select case when pg_is_in_recovery() then ${bytes('pg_last_wal_replay_lsn()')} end as place,
       ${source} as source from pg_control_system()`,
  )
  const [row] = rows
  if (!row) throw new Error('the replica returned no position')
  return { place: row.place === null ? null : BigInt(row.place), source: row.source }
}
