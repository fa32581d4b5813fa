// Jobs that belong to a write: enqueued on the transaction's own connection, so that there is no write without its job and
// no job without its write.
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../generated/database'

/** What each job is told; it re-reads everything else. */
export interface JobPayloads {
  'send-result-message': { readonly communityId: string; readonly responseId: string }
  /** Added by sql/0015_batches.sql, where rank changes are not queued as operations (SCHEDULER=off). */
  'auto-rank-member': {
    readonly communityId: string
    readonly userId: number
    readonly keyId: string
    readonly requestId: string | null
  }
  /** Rank changes that a finished event owes, where no scheduler takes them up. */
  'finish-event-ranks': { readonly communityId: string; readonly eventId: string }
  /** Which operation caused the job; the worker takes whichever is next by the fair choice. */
  'dispatch-urgent': { readonly communityId?: string; readonly operationId?: string }
  'dispatch-bulk': { readonly communityId?: string; readonly operationId?: string }
  /** Added by the acceptance of a rank change whose account the platform could not be asked about. */
  'resolve-account': { readonly communityId: string; readonly operationId: string; readonly attempt?: number }
  /** Resolves the names of an applicant who is not a member. `attempt` counts from 0. */
  'resolve-applicant-names': { readonly communityId: string; readonly responseId: string; readonly attempt?: number }
  /** The platform's notification; never the account, whose id must be gone when the job is done. */
  'erase-account': { readonly notificationId: string }
}

/** Enqueues a job that runs once the transaction has committed. */
export function enqueue<Name extends keyof JobPayloads>(
  tx: Transaction<DB>,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  return addJob(tx, name, payload, null)
}

/** Enqueues another attempt of a job, at a time of our own. */
export function enqueueLater<Name extends keyof JobPayloads>(
  db: Kysely<DB>,
  name: Name,
  payload: JobPayloads[Name],
  runAt: Date,
): Promise<void> {
  return addJob(db, name, payload, runAt)
}

/** Jobs that run one at a time, so that a slow platform does not occupy every place of the worker's other jobs. */
const serialJobs: readonly (keyof JobPayloads)[] = ['resolve-applicant-names']

async function addJob(db: Kysely<DB>, name: keyof JobPayloads, payload: object, runAt: Date | null): Promise<void> {
  const text = JSON.stringify(payload)
  const at = runAt?.toISOString() ?? null
  const queue = serialJobs.includes(name) ? name : null
  await sql`select graphile_worker.add_job(${name}, payload => ${text}::json, queue_name => ${queue}::text,
    run_at => ${at}::timestamptz)`.execute(db)
}
