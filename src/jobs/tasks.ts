// What runs by clock and what writes leave to be done. Every task re-reads the truth and may run twice.
import { forgetOldEntries, sealEntries } from '../audit/actions'
import type { Ctx, Community } from '../context'
import { deleteOldWindows } from '../auth/queries'
import { WINDOW_MS } from '../auth/window'
import { autoRankMember } from '../progression/batches/actions'
import { deleteOldBatches } from '../progression/batches/queries'
import { listConnectedCommunities } from '../communities/queries'
import { carryOutDueRequests, carryOutRequest } from '../privacy/requests/actions'
import type { JobPayloads } from '../job-queue'
import { DomainError } from '../errors'
import { finishEventRanks } from '../events/finish/actions'
import { syncRanks } from '../platform-connection/actions'
import { drain, executeNext } from '../rank-changes/dispatch/dispatcher'
import type { Claimer, Lane } from '../rank-changes/dispatch/queries'
import { resolveAccount } from '../rank-changes/submit-async/resolve-account'
import { purgeOldOperations } from '../rank-changes/sweep/queries'
import { syncManualRankChanges } from '../members/sync-manual-rank-changes'
import { purgePasswordAttempts } from '../applications/submissions/queries'
import { resolveApplicantNames } from '../applications/submissions/resolve-names'
import { forgetDeliveries } from '../webhooks/delivery/queries'
import { sendResultMessage, type MessageSender } from '../applications/reviews/messages'

/** What a job gets: a context but for the community. */
export interface JobBase extends Omit<Ctx, 'community' | 'actor' | 'requestId'> {
  readonly chat: MessageSender | null
}

/** How this process takes up operations. */
export interface Dispatching {
  readonly claimer: Claimer
  /** False: only what was sent already is brought to its end, and suspended ranks are restored (SCHEDULER=off). */
  readonly scheduler: boolean
  /** Stops taking more. */
  readonly stop: AbortSignal
}

type ClockTask =
  | 'sync-ranks'
  | 'refresh-drifted-members'
  | 'forget-old-operations'
  | 'forget-old-batches'
  | 'forget-old-audit-entries'
  | 'seal-audit-entries'
  | 'forget-rate-windows'
  | 'forget-password-guesses'
  | 'forget-webhook-deliveries'
  | 'erase-accounts'
export type Tasks = { readonly [Name in ClockTask]: () => Promise<void> } & {
  readonly [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void>
}

/** When each clock task runs, in graphile-worker's crontab. */
export const crontab = `
*/10 * * * * sync-ranks
*/5 * * * * refresh-drifted-members
*/10 * * * * forget-old-operations
*/10 * * * * forget-old-batches
*/5 * * * * forget-rate-windows
37 * * * * forget-password-guesses
17 * * * * forget-old-audit-entries
*/5 * * * * seal-audit-entries
*/10 * * * * forget-webhook-deliveries
*/5 * * * * erase-accounts
`

export function makeTasks(base: JobBase, { claimer, scheduler, stop }: Dispatching): Tasks {
  /** An operation brings a job of its own for one turn; who wakes the lanes has lost count, and wants all of it done. */
  const dispatch = (lanes: readonly Lane[]) => async (payload: JobPayloads['dispatch-urgent']) => {
    const served = scheduler ? lanes : (['settle', 'owed'] as const)
    if (payload.operationId === undefined) await drain(base, claimer, served, stop)
    else await executeNext(base, claimer, served)
  }
  return {
    'sync-ranks': () => forEachConnected(base, 'sync-ranks', syncRanks, 'the ranks could not be synced'),
    'refresh-drifted-members': () =>
      forEachConnected(base, 'refresh-drifted-members', syncManualRankChanges, driftFailed),
    'forget-old-operations': () => purgeOldOperations(base.db),
    'forget-old-batches': () => deleteOldBatches(base.db),
    'forget-old-audit-entries': () => forgetOldEntries(base.db, base.settings.auditRetentionDays),
    'seal-audit-entries': () => sealEntries(base.db),
    'forget-rate-windows': () => deleteOldWindows(base.db, base.now().getTime() - 10 * WINDOW_MS),
    'forget-password-guesses': () => purgePasswordAttempts(base.db),
    'forget-webhook-deliveries': () => forgetDeliveries(base.db),
    'erase-accounts': () => carryOutDueRequests(eraser(base)),
    'erase-account': ({ notificationId }) => carryOutRequest(eraser(base), notificationId),
    'send-result-message': (payload) => sendResultMessage(base, base.chat, payload),
    'auto-rank-member': (payload) => autoRankMember(base, payload),
    'finish-event-ranks': async (payload) => (scheduler ? undefined : finishEventRanks(base, payload)),
    'resolve-account': (payload) => resolveAccount(base, payload),
    'resolve-applicant-names': (payload) => resolveApplicantNames(base, payload),
    'dispatch-urgent': dispatch(['settle', 'urgent']),
    'dispatch-bulk': dispatch(['settle', 'urgent', 'bulk']),
  }
}

/** Who erases, as the trail of accounts names it. */
const eraser = (base: JobBase) => ({ ...base, actor: { kind: 'job', id: 'erase-account' } as const, requestId: null })

const driftFailed = 'members whose rank was changed by hand could not be refreshed'

/** Runs a clock task for every connected community; one that fails does not stop the others. */
async function forEachConnected(
  base: JobBase,
  task: ClockTask,
  work: (ctx: Ctx) => Promise<unknown>,
  complaint: string,
): Promise<void> {
  for (const community of await listConnectedCommunities(base.db)) {
    const ctx = toJobCtx(base, community, task)
    await work(ctx).catch((error: unknown) => logFailure(ctx, error, complaint))
  }
}

function toJobCtx(base: JobBase, community: Community, task: ClockTask): Ctx {
  const { communityId } = community
  return {
    ...base,
    log: base.log.child({ task, communityId }),
    community,
    actor: { kind: 'job', id: task },
    requestId: null,
  }
}

function logFailure({ log }: Ctx, error: unknown, message: string): void {
  if (error instanceof DomainError) log.warn({ code: error.code }, message)
  else log.error({ err: error }, message)
}
