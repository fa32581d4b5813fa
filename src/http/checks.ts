// Readiness checks.
import type { Db } from '../context'
import type { MigrationFile } from '../db/migrations/files'
import type { FunctionSet } from '../db/migrations/functions'
import { findMigrationGap, isReadOnly } from '../db/migrations/state'
import { listWorkers } from '../operations/operator/queries'
import type { Check } from './probes/readiness'

export interface CheckedParts {
  readonly db: Db
  readonly files: readonly MigrationFile[]
  readonly functions: FunctionSet
  /** Null: no worker in this process. */
  readonly isWorkerAlive: (() => boolean) | null
  /** Whether some process must have a worker; only reported. */
  readonly needsWorker: boolean
  /** Null: no API in this process. */
  readonly isListenerLive: (() => boolean) | null
}

const readOnly =
  'the database refuses writes because it is read-only: a standby, or a provider that stopped them; reads are answered'
const workerDead =
  'the worker of this process has sent no heartbeat for 20 seconds; restart the process if this persists'
const noWorker = 'no worker process is alive, so rank changes wait; start one with ROLE=worker'
const listenerDown = 'the connection that reports changes by other processes is down; it reconnects by itself'

export function makeChecks({
  db,
  files,
  functions,
  isWorkerAlive,
  needsWorker,
  isListenerLive,
}: CheckedParts): Check[] {
  const checks: Check[] = [
    { name: 'database', required: true, run: async () => ((await isReadOnly(db)) ? readOnly : null) },
    { name: 'migrations', required: true, run: () => findMigrationGap(db, files, functions) },
  ]
  if (isWorkerAlive) checks.push({ name: 'worker', required: true, run: check(isWorkerAlive, workerDead) })
  // reads and awards need no worker
  else if (needsWorker) checks.push({ name: 'worker', required: false, run: check(() => hasWorker(db), noWorker) })
  if (isListenerLive) checks.push({ name: 'listener', required: true, run: check(isListenerLive, listenerDown) })
  return checks
}

async function hasWorker(db: Db): Promise<boolean> {
  return (await listWorkers(db)).some(({ alive }) => alive)
}

function check(passes: () => boolean | Promise<boolean>, message: string): Check['run'] {
  return async () => ((await passes()) ? null : message)
}
