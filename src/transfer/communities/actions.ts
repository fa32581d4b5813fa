// Stops a community on this server, so that it can run on another one, or lets it run again.
import { insertAuditEntry } from '../../audit/queries'
import { inTransaction, type Ctx } from '../../context'
import { isLockConflict } from '../../db/errors'
import { retry } from '../../base/async'
import { DomainError } from '../../base/errors'
import {
  countOpenWork,
  holdCredential,
  holdRankChanges,
  holdWebhooks,
  lockChanges,
  lockMovedAt,
  markMoved,
  releaseCredential,
  releaseWebhooks,
  type OpenWork,
} from './queries'

/** Of a lock cycle with a request, which PostgreSQL ends after a second (deadlock_timeout). */
const MAX_RETRY_MS = 15_000
const PAUSE_MS = 100

/**
 * From here on nothing changes the community, and nothing is sent to the platform or to its webhooks. Each change is
 * complete before, or refused.
 * @param ctx on a connection of the role that owns the tables
 * @returns whether it ran until now
 * @throws DomainError `validation_failed` while work of the community is under way
 */
export function stopCommunity(ctx: Ctx): Promise<boolean> {
  const attempt = (): Promise<boolean> =>
    inTransaction(ctx, async (tx) => {
      if ((await lockMovedAt(tx)) !== null) return false
      await lockChanges(tx.db)
      const { changes, jobs } = await countOpenWork(tx)
      if (changes > 0) throw underWay(`${changes} rank changes have not ended`, changesHint)
      if (jobs.length > 0) throw underWay(`jobs are queued (${jobs.map(named).join(', ')})`, jobsHint)
      if (!(await holdCredential(tx))) throw underWay('a process renews the platform credential', 'Wait ten seconds')
      await insertAuditEntry(tx, { action: 'community.export' })
      await holdWebhooks(tx)
      await holdRankChanges(tx)
      await markMoved(tx, true)
      return true
    })
  return retry({ isRetryable: isLockConflict, forMs: MAX_RETRY_MS, pauseMs: PAUSE_MS }, attempt)
}

const named = ({ name, count }: OpenWork['jobs'][number]): string => (count === 1 ? name : `${count} ${name}`)

const jobsHint = 'Wait for the worker, which must run'
const changesHint = 'Wait for them, or cancel queued ones with operations cancel (see operations list)'

const underWay = (what: string, todo: string): DomainError =>
  new DomainError('validation_failed', `The community cannot be moved now: ${what}. ${todo}, then repeat the command.`)

/** Undoes `stopCommunity`; rank changes stay paused. @returns false: it ran here */
export function reopenCommunity(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if ((await lockMovedAt(tx)) === null) return false
    await markMoved(tx, false)
    await releaseCredential(tx)
    await releaseWebhooks(tx)
    await insertAuditEntry(tx, { action: 'community.reopen' })
    return true
  })
}
