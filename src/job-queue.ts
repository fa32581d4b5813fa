// Enqueues jobs in the transaction of the write that needs them, so that both commit or neither does.
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../generated/database'

/** Payloads of the jobs; a job reads everything else from the database. */
export interface JobPayloads {
  'send-result-message': { readonly communityId: string; readonly responseId: string }
  /** Enqueued by the SQL function award_batch() when rank changes are not queued (SCHEDULER=off). */
  'auto-rank-member': {
    readonly communityId: string
    readonly userId: number
    readonly keyId: string
    readonly requestId: string | null
  }
  /** Pending rank changes of a finished event, when the scheduler is off. */
  'finish-event-ranks': { readonly communityId: string; readonly eventId: string }
  /** The rank change that caused the job; the worker claims the next one in fair order, which may be another. */
  'dispatch-urgent': { readonly communityId?: string; readonly operationId?: string }
  'dispatch-bulk': { readonly communityId?: string; readonly operationId?: string }
  /** For a rank change accepted while the platform could not resolve its account. */
  'resolve-account': { readonly communityId: string; readonly operationId: string; readonly attempt?: number }
  /** Resolves the names of an applicant who is not a member. `attempt` counts from 0. */
  'resolve-applicant-names': { readonly communityId: string; readonly responseId: string; readonly attempt?: number }
  /** Never the account id, which must not outlive the job. */
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

/** Enqueues a job that runs at `runAt`. */
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
