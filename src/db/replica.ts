// A streaming replica of the database, and how old what it shows is. Watched by clock, never asked about per request.
import type { Logger } from '../logger'
import type { Database } from './database'
import { isDatabaseUnavailable } from './errors'
import { errorMessage } from '../error-message'

const LOOK_MS = 500
/** A look that takes longer tells nothing; the next one is tried when it has ended. */
const LOOK_TIMEOUT_MS = 2_000
/** A replica that failed is left alone for so long. */
const DOUBT_MS = 2_000

/** A place in the primary's log, and a moment before it was read: everything committed by then lies before the place. */
interface Mark {
  readonly at: number
  readonly place: bigint
}

export interface ReplicaConnections {
  /** What the lists are read on. */
  readonly reads: Database
  /** One connection to the replica, to look at it however busy the others are. */
  readonly probe: Database
  /** One connection to the primary itself. */
  readonly primary: Database
}

/**
 * A replica that may answer while it is known to show everything that was committed at most so long ago. The age is taken
 * from the primary's own log, so that a replica that has lost its primary and believes to be up to date grows old as well,
 * and one of a primary that writes nothing does not.
 */
export class Replica {
  private marks: Mark[] = []
  /** The replica shows everything that was committed by then. */
  private shownUntil = -Infinity
  private doubtedUntil = -Infinity
  private looking = false
  private told: string | null = null
  private readonly timer: NodeJS.Timeout
  private readonly startedAt: number

  constructor(
    private readonly connections: ReplicaConnections,
    private readonly maxLagMs: number,
    private readonly log: Logger,
    /** Milliseconds of a clock that nobody sets. */
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startedAt = this.now()
    this.timer = setInterval(() => void this.look(), LOOK_MS)
    this.timer.unref()
    void this.look()
  }

  get db(): Database['db'] {
    return this.connections.reads.db
  }

  /** Whether an answer of the replica is young enough now. */
  isFresh(): boolean {
    return this.now() - this.shownUntil < this.maxLagMs
  }

  /** A statement failed on it: where it was the replica and not the statement, nobody asks it again for a while. */
  doubt(error: unknown): void {
    if (!isDatabaseUnavailable(error)) return
    this.doubtedUntil = this.now() + DOUBT_MS
    this.shownUntil = -Infinity
    this.tell(`it does not answer (${errorMessage(error)})`)
  }

  async close(): Promise<void> {
    clearInterval(this.timer)
    const { reads, probe, primary } = this.connections
    // one that is silent does not say good-bye either
    await withTimeout(Promise.all([reads.close(), probe.close(), primary.close()])).catch(() => undefined)
  }

  /** Marks where the primary's log is, and looks how far the replica has come. */
  private async look(): Promise<void> {
    if (this.looking) return
    this.looking = true
    try {
      const at = this.now()
      const primary = await withTimeout(readPrimary(this.connections.primary))
      this.mark({ at, place: primary.place })
      const replica = await withTimeout(readReplica(this.connections.probe))
      this.judge(primary.cluster, replica)
    } catch (error) {
      // what it is known to show it still shows; if it is gone, the statement that finds out says so
      if (!this.isFresh()) this.tell(`it cannot be watched (${errorMessage(error)})`)
    } finally {
      this.looking = false
    }
  }

  private mark(mark: Mark): void {
    const last = this.marks.at(-1)
    // another primary has taken over, whose log is behind that of the one before: its places begin anew
    if (last && mark.place < last.place) this.marks = []
    // a replica that has come no further than an older mark is too far behind anyway
    this.marks = [...this.marks.filter(({ at }) => mark.at - at < this.maxLagMs), mark]
  }

  private judge(cluster: string, replica: ReplicaState): void {
    if (replica.place === null || replica.cluster !== cluster) {
      this.marks = []
      this.shownUntil = -Infinity
      return this.tell(replica.place === null ? 'it is no replica any more' : 'it is a replica of another database')
    }
    if (this.now() < this.doubtedUntil) return
    const { place } = replica
    const shown = this.marks.filter((mark) => mark.place <= place).at(-1)
    if (shown) this.shownUntil = shown.at
    if (this.isFresh()) return this.tell(null)
    // the first mark is a moment old
    if (this.now() - this.startedAt >= this.maxLagMs) this.tell('it is behind')
  }

  /** Once per change. @param reason why the primary answers; null: the replica does */
  private tell(reason: string | null): void {
    const message = reason === null ? 'lists are answered by the replica' : 'lists are answered by the primary'
    const said = `${message} ${reason?.replace(/ \(.*/s, '') ?? ''}`
    if (this.told === said) return
    this.told = said
    if (reason === null) this.log.info(message)
    else this.log.warn({ reason }, `${message}, not by the replica`)
  }
}

interface PrimaryState {
  readonly place: bigint
  readonly cluster: string
}

interface ReplicaState {
  /** Replayed up to here; null: it is no standby. */
  readonly place: bigint | null
  readonly cluster: string
}

const bytes = (place: string): string => `(${place} - '0/0'::pg_lsn)::text`

async function readPrimary({ pool }: Database): Promise<PrimaryState> {
  // fails on a standby, which is not where the truth is
  const { rows } = await pool.query<{ place: string; cluster: string }>(
    `select ${bytes('pg_current_wal_lsn()')} as place, system_identifier::text as cluster from pg_control_system()`,
  )
  const [row] = rows
  if (!row) throw new Error('the primary does not tell its place')
  return { place: BigInt(row.place), cluster: row.cluster }
}

async function readReplica({ pool }: Database): Promise<ReplicaState> {
  const { rows } = await pool.query<{ place: string | null; cluster: string }>(
    `select case when pg_is_in_recovery() then ${bytes('pg_last_wal_replay_lsn()')} end as place,
       system_identifier::text as cluster from pg_control_system()`,
  )
  const [row] = rows
  if (!row) throw new Error('the replica does not tell its place')
  return { place: row.place === null ? null : BigInt(row.place), cluster: row.cluster }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LOOK_TIMEOUT_MS} ms`)), LOOK_TIMEOUT_MS)
    timer.unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
