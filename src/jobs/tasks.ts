// What runs by clock. Every task re-reads the truth and may run twice.
import type { Ctx, Community, Db } from '../context'
import { forgetWindows } from '../auth/queries'
import { WINDOW_MS } from '../auth/limits'
import { findCommunity, listConnectedCommunities } from '../communities/queries'
import type { JobPayloads } from '../db/queue'
import { DomainError } from '../errors'
import { syncRanks } from '../group/actions'
import { resumeChange } from '../ranks/change'
import { takeOverRankChange } from '../ranks/queries'
import { sendResultMessage, type MessageSender } from '../responses/messages'

/** What a job gets: a context but for the community. */
export interface JobBase extends Omit<Ctx, 'community' | 'actor' | 'requestId'> {
  readonly chat: MessageSender | null
}

type ClockTask = 'sync-ranks' | 'resume-rank-changes' | 'forget-rate-windows'
export type Tasks = { readonly [Name in ClockTask]: () => Promise<void> } & {
  readonly [Name in keyof JobPayloads]: (payload: JobPayloads[Name]) => Promise<void>
}

/** When each task runs, in graphile-worker's crontab. */
export const crontab = `
*/10 * * * * sync-ranks
* * * * * resume-rank-changes
*/5 * * * * forget-rate-windows
`

export function makeTasks(base: JobBase): Tasks {
  return {
    'sync-ranks': () => syncAllRanks(base),
    'resume-rank-changes': () => resumeRankChanges(base),
    'forget-rate-windows': () => forgetWindows(base.db, base.now().getTime() - 10 * WINDOW_MS),
    'send-result-message': (payload) => sendResultMessage(base, base.chat, payload),
  }
}

/** Keeps every connected community's ranks equal to its platform roles; one that fails does not stop the others. */
async function syncAllRanks(base: JobBase): Promise<void> {
  for (const community of await listConnectedCommunities(base.db)) {
    const ctx = toJobCtx(base, community, 'sync-ranks')
    await syncRanks(ctx).catch((error: unknown) => logFailure(ctx, error, 'the ranks could not be synced'))
  }
}

/** Finishes the rank changes of processes that died (ranks/change.ts). */
async function resumeRankChanges(base: JobBase): Promise<void> {
  for (let row = await takeOverRankChange(base.db); row; row = await takeOverRankChange(base.db)) {
    const ctx = toJobCtx(base, await communityOf(base.db, row.community_id), 'resume-rank-changes')
    await resumeChange(ctx, row).catch((error: unknown) =>
      logFailure(ctx, error, 'a rank change could not be finished'),
    )
  }
}

async function communityOf(db: Db, communityId: string): Promise<Community> {
  const community = await findCommunity(db, communityId)
  if (!community) throw new Error(`the community ${communityId} is gone`)
  return community
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
