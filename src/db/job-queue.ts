// Jobs are queued in the transaction of the write that needs them.
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../generated/database'

/** A job reads the rest from the database. */
export interface JobPayloads {
  'send-result-message': { readonly communityId: string; readonly responseId: string }
  /** Claims in fair order until nothing is left. Added by `wake_dispatch` (sql/functions). */
  'dispatch-urgent': Readonly<Record<string, never>>
  'dispatch-bulk': Readonly<Record<string, never>>
  /** The rank change was accepted while the account could not be resolved. */
  'resolve-account': { readonly communityId: string; readonly operationId: string; readonly attempt?: number }
  /** `attempt` counts from 0. */
  'resolve-applicant-names': { readonly communityId: string; readonly responseId: string; readonly attempt?: number }
  /** After a declaration of which roles are ranks. */
  'recompute-ranks': { readonly communityId: string }
  'take-back': { readonly communityId: string; readonly reversalId: string }
  'sync-ranks': { readonly communityId: string }
  'refresh-drifted-members': { readonly communityId: string }
  'check-platform-keys': { readonly communityId: string }
  'sync-memberships': { readonly communityId: string }
  'read-staff-ranks': { readonly communityId: string }
  /** Without the account id, which must not outlive the job. */
  'erase-account': { readonly notificationId: string }
}

/**
 * One for each community, spread over the interval (jobs/staggered.ts). They call the platform, in a runner of their own
 * (jobs/worker.ts).
 */
export const spreadJobs = [
  'sync-ranks',
  'refresh-drifted-members',
  'check-platform-keys',
  'sync-memberships',
  'read-staff-ranks',
] as const satisfies readonly (keyof JobPayloads)[]
export type SpreadJob = (typeof spreadJobs)[number]

/**
 * Runs after the commit.
 * @param priority a smaller number runs first
 */
export function enqueue<Name extends keyof JobPayloads>(
  tx: Transaction<DB>,
  name: Name,
  payload: JobPayloads[Name],
  priority = 0,
): Promise<void> {
  return addJob(tx, name, payload, null, priority)
}

export function enqueueLater<Name extends keyof JobPayloads>(
  db: Kysely<DB>,
  name: Name,
  payload: JobPayloads[Name],
  runAt: Date,
  priority = 0,
): Promise<void> {
  return addJob(db, name, payload, runAt, priority)
}

export interface StaggeredJob {
  readonly communityId: string
  readonly runAt: Date
  readonly part?: string
}

/** A community's job that is still queued keeps its time, unless that is later: a clock was wrong. */
export async function enqueueStaggered(db: Kysely<DB>, name: SpreadJob, jobs: readonly StaggeredJob[]): Promise<void> {
  const ids = jobs.map(({ communityId }) => communityId)
  const times = jobs.map(({ runAt }) => runAt.toISOString())
  const keys = jobs.map(({ communityId, part = '' }) => `${name} ${communityId}${part}`)
  const wanted = sql`unnest(${ids}::text[], ${times}::timestamptz[], ${keys}::text[]) as one (id, run_at, key)`
  await sql`update graphile_worker._private_jobs j set run_at = one.run_at from ${wanted}
    where j.key = one.key and j.run_at > one.run_at and j.locked_at is null`.execute(db)
  await sql`select from graphile_worker.add_jobs(array(
    select (${name}, json_build_object('communityId', id), null, run_at, null, key, null, null)::graphile_worker.job_spec
    from ${wanted}), true)`.execute(db)
}

/** Run one at a time, because a slow platform must not occupy the worker. */
const serialJobs: readonly (keyof JobPayloads)[] = ['resolve-applicant-names', 'recompute-ranks']

/** Jobs of one queue run one after the other. Reversals of a community delay those of no other. */
function queueOf<Name extends keyof JobPayloads>(name: Name, payload: JobPayloads[Name]): string | null {
  if (name === 'take-back') return `take-back ${(payload as JobPayloads['take-back']).communityId}`
  return serialJobs.includes(name) ? name : null
}

async function addJob<Name extends keyof JobPayloads>(
  db: Kysely<DB>,
  name: Name,
  payload: JobPayloads[Name],
  runAt: Date | null,
  priority: number,
): Promise<void> {
  const text = JSON.stringify(payload)
  const at = runAt?.toISOString() ?? null
  await sql`select graphile_worker.add_job(${name}, payload => ${text}::json, queue_name => ${queueOf(name, payload)}::text,
    run_at => ${at}::timestamptz, priority => ${priority}::integer)`.execute(db)
}
