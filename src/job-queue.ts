// Enqueues jobs in the transaction of the write that needs them.
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../generated/database'

/** A job reads the rest from the database. */
export interface JobPayloads {
  'send-result-message': { readonly communityId: string; readonly responseId: string }
  /** The rank change that caused the job; the worker claims the next one in fair order, which may be another. */
  'dispatch-urgent': { readonly communityId?: string; readonly operationId?: string }
  'dispatch-bulk': { readonly communityId?: string; readonly operationId?: string }
  /** Accepted while the account could not be resolved. */
  'resolve-account': { readonly communityId: string; readonly operationId: string; readonly attempt?: number }
  /** `attempt` counts from 0. */
  'resolve-applicant-names': { readonly communityId: string; readonly responseId: string; readonly attempt?: number }
  /** After a declaration of which roles are ranks. */
  'recompute-ranks': { readonly communityId: string }
  /** Without the account id, which must not outlive the job. */
  'erase-account': { readonly notificationId: string }
}

/** Runs after the commit. */
export function enqueue<Name extends keyof JobPayloads>(
  tx: Transaction<DB>,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  return addJob(tx, name, payload, null)
}

export function enqueueLater<Name extends keyof JobPayloads>(
  db: Kysely<DB>,
  name: Name,
  payload: JobPayloads[Name],
  runAt: Date,
): Promise<void> {
  return addJob(db, name, payload, runAt)
}

/** One at a time: a slow platform must not occupy the worker. */
const serialJobs: readonly (keyof JobPayloads)[] = ['resolve-applicant-names', 'recompute-ranks']

async function addJob(db: Kysely<DB>, name: keyof JobPayloads, payload: object, runAt: Date | null): Promise<void> {
  const text = JSON.stringify(payload)
  const at = runAt?.toISOString() ?? null
  const queue = serialJobs.includes(name) ? name : null
  await sql`select graphile_worker.add_job(${name}, payload => ${text}::json, queue_name => ${queue}::text,
    run_at => ${at}::timestamptz)`.execute(db)
}
