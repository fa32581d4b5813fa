// Operator actions on rank changes: pause and resume.
import { insertAuditEntry, insertAuditEntryInEach } from '../../audit/queries'
import { requireCommunity, type Base } from '../../communities/actions'
import { inTransaction, type Ctx } from '../../context'
import { DomainError } from '../../base/errors'
import { wakeDispatch } from '../sweep/queries'
import { findCommunityOf, readBacklog, setPaused, switchDeployment, type Backlog } from './queries'

export interface SwitchResult extends Backlog {
  readonly changed: boolean
}

/** Queued rank changes wait, and new ones are rejected. Changes with a sent write are completed. */
export const pauseCommunity = (ctx: Ctx): Promise<SwitchResult> => switchCommunity(ctx, 'paused')
export const resumeCommunity = (ctx: Ctx): Promise<SwitchResult> => switchCommunity(ctx, 'open')

async function switchCommunity(ctx: Ctx, to: 'paused' | 'open'): Promise<SwitchResult> {
  const changed = await inTransaction(ctx, async (tx) => {
    const isChange = await setPaused(tx, to)
    if (isChange) await insertAuditEntry(tx, entryOf(to, 'community'))
    return isChange
  })
  if (to === 'open') await wakeDispatch(ctx.db)
  return { changed, ...(await readBacklog(ctx.db, ctx.community.communityId)) }
}

function entryOf(to: 'paused' | 'open', of: 'community' | 'deployment') {
  const action = to === 'paused' ? 'operations.pause' : 'operations.resume'
  return { action, before: { of, paused: to !== 'paused' }, after: { of, paused: to === 'paused' } }
}

/** Each community gets an audit entry. */
export const pauseDeployment = (base: Base): Promise<SwitchResult> => switchAll(base, 'paused')

/** Communities that are paused themselves stay paused. */
export const resumeDeployment = (base: Base): Promise<SwitchResult> => switchAll(base, 'open')

async function switchAll(base: Base, to: 'paused' | 'open'): Promise<SwitchResult> {
  const { db, log, actor } = base
  const changed = await db.transaction().execute(async (tx) => {
    const isChange = await switchDeployment(tx, to)
    if (isChange) await insertAuditEntryInEach({ ...base, db: tx }, null, entryOf(to, 'deployment'))
    return isChange
  })
  if (changed) {
    const verb = to === 'paused' ? 'paused' : 'resumed'
    log.warn({ operator: actor.id }, `the rank changes of every community were ${verb} by ${actor.id}`)
  }
  if (to === 'open') await wakeDispatch(db)
  return { changed, ...(await readBacklog(db, null)) }
}

/** @throws DomainError 404 `operation_not_found` */
export async function findContextOf(base: Base, operationId: string): Promise<Ctx> {
  const communityId = await findCommunityOf(base.db, operationId)
  if (communityId !== null) return { ...base, community: await requireCommunity(base, communityId) }
  throw new DomainError(
    'operation_not_found',
    `There is no operation ${operationId}; see operations list. Operations are deleted 30 days after their end.`,
  )
}
