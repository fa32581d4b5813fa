// What must be well for requests to be sent to this process: database, migrations, worker, listener.
import type { Db } from '../context'
import type { MigrationFile } from '../db/migrations/files'
import { findMigrationGap, ping } from '../db/migrations/state'
import { listWorkers } from '../rank-changes/operator/queries'
import type { Check } from '../ops/readiness'

export interface Checked {
  readonly db: Db
  /** The migrations of this version. */
  readonly files: readonly MigrationFile[]
  /** Whether the worker in this process has beaten lately; null: it has none. */
  readonly beats: (() => boolean) | null
  /** Rank changes are left to workers, wherever they run. */
  readonly needsWorker: boolean
  /** Whether this process hears what others change; null: it serves no API. */
  readonly hears: (() => boolean) | null
}

const still = 'the worker in this process has not beaten for 20 seconds; restart the process if that lasts'
const none = 'no worker process is alive, so rank changes wait; start one with ROLE=worker'
const deaf = 'changes made by other processes are not heard at this moment; it connects again by itself'

/** The checks that apply to this process. */
export function makeChecks({ db, files, beats, needsWorker, hears }: Checked): Check[] {
  const checks: Check[] = [
    { name: 'database', required: true, ask: () => ping(db).then(() => null) },
    { name: 'migrations', required: true, ask: () => findMigrationGap(db, files) },
  ]
  if (beats) checks.push({ name: 'worker', required: true, ask: sentence(beats, still) })
  // reads and awards need no worker: while the only one is restarted, the API must not be taken away from everybody
  else if (needsWorker) checks.push({ name: 'worker', required: false, ask: sentence(() => someWorks(db), none) })
  if (hears) checks.push({ name: 'listener', required: true, ask: sentence(hears, deaf) })
  return checks
}

async function someWorks(db: Db): Promise<boolean> {
  return (await listWorkers(db)).some(({ alive }) => alive)
}

/** null, or this sentence when it is not so. */
function sentence(isWell: () => boolean | Promise<boolean>, message: string): Check['ask'] {
  return async () => ((await isWell()) ? null : message)
}
